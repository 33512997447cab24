"""Where the bubbles of a first game stand, what they explain, and which key goes on from them."""

import re
from collections.abc import Sequence

import pytest

from atlantis_tui.games.atalia.lesson import LESSON as ATALIA
from atlantis_tui.games.atlantis.lesson import LESSON as ATLANTIS
from atlantis_tui.games.lesson_steps import Lesson, Spot
from atlantis_tui.games.survive.lesson import LESSON as SURVIVE
from atlantis_tui.lesson.end import LessonEnd
from core.atlantis.components import ATLANTIS as HOME
from core.atlantis.components import MAINLAND, SYMBOLS
from core.survive.components import FIRST_SAFE, HEX_AT, ISLAND, LETTERS, SAFE, SHORE
from tests.help.at_help import Bare, at_home
from tests.lesson.at_lesson import begun, every_lesson, go_to, speaks
from tests.ui.stage import look

pytestmark = pytest.mark.usefixtures("home")

SIZES = [
    ((80, 24), "unicode"),
    ((60, 20), "unicode"),
    ((100, 30), "unicode"),
    ((120, 36), "unicode"),
    ((160, 45), "ascii"),
    ((200, 60), "unicode"),
    ((80, 24), "ascii"),
    ((60, 20), "ascii"),
]
# What words in a bubble mean on the table, whatever the steps themselves say about it.
MEANT = {
    ATLANTIS: {
        r"\broad\b": Spot("path"),
        r"\bwater\b": Spot("path"),
        r"\bAtlantis\b": Spot("path", (HOME,)),
        r"\bMainland\b": Spot("path", (MAINLAND,)),
        r"\b(your hand|cards)\b": Spot("hand"),
        r"\blines below\b": Spot("prompt"),
        **{rf"\[{letter}\]": Spot("hand", (("card", number),)) for number, letter in enumerate(SYMBOLS)},
        **{rf"\[{value}\]": Spot("hand", (("tile", value),)) for value in range(1, 8)},
    },
    SURVIVE: {
        r"\btile of the island\b|\bempty tile\b": Spot("sea", ISLAND),
        r"\bbeside land\b": Spot("sea", SHORE),
        r"\bsafe islands\b": Spot("sea", tuple(FIRST_SAFE + isle for isle in range(len(SAFE)))),
        r"\[wind\]": Spot("hand", (("tile", 0),)),
        r"\[no_shark\]": Spot("hand", (("tile", 2),)),
        r"\bbelow is told\b": Spot("prompt"),
        **{rf"\b{LETTERS[x]}{row + 1}\b": Spot("sea", (number,)) for (x, row), number in HEX_AT.items()},
    },
    ATALIA: {
        r"\b(nine fields|the line)\b": Spot("line"),
        r"\bcard of your hand\b|\[(cavalry|alexander)\]": Spot("hand"),
        r"\blines below\b": Spot("prompt"),
        **{
            rf"\bfield {field + 1}\b": Spot("line", tuple(("slot", 0, field, slot) for slot in range(4)))
            for field in range(9)
        },
    },
}


def meant(lesson: Lesson, sentence: str) -> list[Spot]:
    """What a sentence speaks of, as anybody reads it who knows the words of the game."""
    return [spot for words, spot in MEANT[lesson].items() if re.search(words, sentence)]


@pytest.mark.parametrize(
    ("size", "glyphs"),
    [SIZES[0], *(pytest.param(*one, marks=pytest.mark.full) for one in SIZES[1:])],
    ids=str,
)
@every_lesson
async def test_every_step_can_be_skipped_and_its_bubble_is_never_in_the_way(lesson, size, glyphs):
    shown = look("dark", glyphs, motion=False, hover=False)
    async with at_home(size, shown=shown, app=Bare) as hands:
        coach = await begun(hands, lesson)
        for number, step in enumerate(coach.mode.steps):
            await speaks(hands, coach, number)
            assert tuple(coach.mode.played) == lesson.moves[: step.at]
            bubble = coach.mode.bubble.region
            assert coach.mode.spoken() or size < (80, 24)  # where some panels are shown only on demand
            spoken = set().union(*coach.mode.spoken())
            if size >= (80, 24):
                spoken.update(*coach.mode.beside(), *coach.mode.cells(meant(lesson, step.text)))
            covered = [cell for cell in spoken if bubble.contains(*cell)]
            # The smallest table has not the room for a bubble beside all of the road.
            assert len(covered) <= (len(spoken) // 8 if size < (80, 24) else 0), step.title
            assert not bubble.overlaps(coach.footer.region)
            assert step.reads or not bubble.overlaps(coach.prompt.region)
            told = " ".join(hands.text.split())
            for sentence in (step.text, step.task):
                for word in sentence.translate(str.maketrans("", "", "*~")).split():
                    assert word in told or "[" in word or not word.isascii()
            await hands.press("space")
        await hands.on(LessonEnd)


def test_the_words_of_the_bubbles_mean_something():
    """Otherwise the test above would ask for little."""
    for lesson in (ATLANTIS, SURVIVE, ATALIA):
        found = {spot for step in lesson.steps() for spot in meant(lesson, step.text)}
        assert len(found) > 5


@every_lesson
async def test_the_header_always_tells_the_step_and_every_heading_of_the_tables_is_told(lesson):
    """Headings are whatever the widgets paint above columns and before rows."""
    told = " ".join(step.text for step in lesson.steps()).translate(str.maketrans("", "", "*~")).casefold()
    words = set(re.findall(r"\w+", told))
    found: set[str] = set()
    async with at_home((80, 24), app=Bare) as hands:
        coach = await begun(hands, lesson)
        for number in range(len(coach.mode.steps)):
            await go_to(hands, coach, number)
            headings = [text for widget in coach.around_board() if widget.display for text in _headings(widget)]
            shown = hands.text
            assert coach.header.badge or f"{number + 1} of {len(coach.mode.steps)}" in shown.splitlines()[0]
            assert coach.mode.bubble.display or all(text in shown for text in headings)
            found.update(headings)
    assert len(found) > 4
    untold = {text for text in found if not set(re.findall(r"\w+", text.casefold())) <= words}
    assert not untold


def _headings(widget: object) -> Sequence[str]:
    named = getattr(widget, "headings", None)
    return () if named is None else named()


@every_lesson
async def test_enter_goes_on_wherever_there_is_only_something_to_read(lesson):
    async with at_home((80, 24), app=Bare) as hands:
        coach = await begun(hands, lesson)
        reading = [number for number, step in enumerate(coach.mode.steps) if step.reads]
        assert len(reading) > 1
        for number in reading:
            await go_to(hands, coach, number)
            footer = hands.text.splitlines()[-1]
            assert footer.split()[:3] == ["Enter", "go", "on"]
            assert footer.count("Enter") == 1
            assert "Space" not in footer
            await hands.press("enter")
            await speaks(hands, coach, number + 1)
            assert coach.plan.moves() is None or coach.mode.step.before is not None or coach.mode.step.plays is not None


async def test_what_the_mouse_is_on_is_not_planned_while_there_is_only_something_to_read():
    async with at_home((80, 24), shown=look(motion=False, hover=True), app=Bare) as hands:
        coach = await begun(hands)
        coach.hover.point(coach.board.path, 7)
        assert not coach.hover.shown
        await go_to(hands, coach, 2)
        coach.hover.point(coach.board.path, HOME)
        assert coach.hover.shown
