"""A first game on the screen: what a new player presses, and how the tests come to a step."""

from typing import Any

import pytest

from atlantis_tui.games.atalia.lesson import LESSON as ATALIA
from atlantis_tui.games.atlantis.lesson import LESSON as ATLANTIS
from atlantis_tui.games.lesson_steps import Lesson
from atlantis_tui.games.survive.lesson import LESSON as SURVIVE
from atlantis_tui.lesson.opening import open_lesson
from atlantis_tui.lesson.written import written
from tests.help.at_help import Hands

# What a new player presses, a line a step.
ATLANTIS_KEYS = (
    "space",
    "enter",
    "1",
    "r",
    "enter",
    "enter",
    "2 f f enter",
    "2 f",
    "enter",
    "enter",
    "b enter",
    "1 h enter",
    "t right enter",
    "1 s enter",
    "enter",
    "3 h enter",
)
ATALIA_KEYS = (
    "space",
    "g g",
    "4",
    "enter",
    "t",
    "w 9",
    "x",
    "enter",
    "enter",
    "r r 3 enter",
    "enter",
    "t 3 enter",
    "c",
    "t 6 enter",
    "g g 8 c enter",
)
SURVIVE_KEYS = (
    "space",
    "enter",
    "a enter",
    "a enter",
    "tab right enter",
    "e e right enter",
    "tab tab tab tab right enter",
    "enter",
    "a enter",
    "1 enter",
    "tab right up up up enter",
    "enter right enter",
    "tab left enter",
    "enter enter",
    "d",
    "a enter",
)
KEYS = {ATLANTIS: ATLANTIS_KEYS, ATALIA: ATALIA_KEYS, SURVIVE: SURVIVE_KEYS}

every_lesson = pytest.mark.parametrize("lesson", KEYS, ids=lambda lesson: lesson.game)


async def begun(hands: Hands, lesson: Lesson = ATLANTIS) -> Any:
    open_lesson(hands.app, lesson.game)
    return await hands.at_lesson()


def after(moves: int, lesson: Lesson = ATLANTIS) -> Any:
    """The lesson's table after so many moves, as the person sees it."""
    return written(lesson, moves).view(0)


async def speaks(hands: Hands, coach: Any, number: int) -> None:
    await hands.until(lambda: coach.mode.number == number and coach.mode.speaks)


async def go_to(hands: Hands, coach: Any, number: int) -> None:
    coach.mode.go_to(number)
    await speaks(hands, coach, number)
