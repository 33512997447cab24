"""First games: what a lesson is made of. Each game has one in a file of its name, and the coach (screens/coach.py)
knows no more of it than is said here.

A lesson is one game, written down move by move, and some moments in it. The person plays the moves that a step is
about; those of the others, and all turns between two moments, are played as they are written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple, cast

if TYPE_CHECKING:
    from atlantis_tui.look import Look
    from atlantis_tui.look.phrase import Piece
    from core.game import Move


class Spot(NamedTuple):
    """Something on the table: a widget of the game's screen by its name, and in it what is hit or which lines. Without
    either it is the whole widget."""

    widget: str
    hits: tuple[Any, ...] = ()
    lines: tuple[int, ...] = ()


class Step(NamedTuple):
    """One thing to learn. Sentences have the marks of look/pen.py; `[R3]` is whatever the lesson's `chip` makes of it.

    The task is done when the plan is as `planned` wants it, or when moves are made that `plays` takes. With neither
    there is only something to read.
    """

    title: str
    text: str
    task: str
    at: int  # how many of the written moves lie before it
    spots: tuple[Spot, ...]  # what is spoken of; the bubble points at the first and covers none
    planned: Callable[[Any], bool] | None = None
    plays: Callable[[Sequence[Move]], bool] | None = None
    instead: str = ""  # to somebody who tries something else
    before: Callable[[Any], None] | None = None  # puts what is planned already in the plan


class Lesson(NamedTuple):
    game: str
    seats: tuple[str, ...]
    seed: str
    moves: tuple[str, ...]  # as written, those that nobody had to choose left out
    steps: Callable[[], Sequence[Step]]
    closing: Callable[[], str]  # what is said over the result
    chip: Callable[[str, Look], Piece]
    keys: tuple[str, ...] = ("do", "back")  # what the table's footer offers, by actions, that is of use in it too


def has_lesson(game: str) -> bool:
    """Whether a game has a first game. Nothing of it is loaded for that."""
    plain = game.isidentifier() and not game.startswith("_")
    return plain and find_spec(f"atlantis_tui.lessons.{game}") is not None


def lesson_for(game: str) -> Lesson | None:
    """The first game of a game, if it has one."""
    return cast(Lesson, import_module(f"atlantis_tui.lessons.{game}").LESSON) if has_lesson(game) else None
