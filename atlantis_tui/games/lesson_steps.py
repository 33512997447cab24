"""The parts of a lesson, the first game that explains itself. Each game writes its own in games/<game>/lesson.py.

A lesson is one game, written down move by move, and some moments in it. The person plays the moves that a step is
about. The program plays the moves of the others, and all turns between two moments, as they are written. The coach
(lesson/mode.py) knows no more of a lesson than is said here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from atlantis_tui.ui import Look
    from atlantis_tui.ui.rich_line import Piece
    from core.game import Move


class Spot(NamedTuple):
    """Something on the table: a widget of the game's board by its name, "header" or "prompt", and in it what is hit or
    which lines. Without either it is the whole widget."""

    widget: str
    hits: tuple[Any, ...] = ()
    lines: tuple[int, ...] = ()


class StepLines(NamedTuple):
    """What a step says and asks in lines of text, to somebody who does not see the screen. What is left empty is as on
    the screen."""

    text: str = ""
    task: str = ""
    instead: str = ""
    asks: str = ""  # the command that the step is about, where on the screen something is planned


class Step(NamedTuple):
    """One thing to learn. Sentences have the marks of ui/painter.py; the lesson's `chip` draws `[R3]`.

    The task is done when the plan is as `planned` wants it, or when moves are made that `plays` takes. With neither
    there is only something to read.
    """

    title: str
    text: str
    task: str  # empty where there is only something to read
    at: int  # how many of the written moves lie before it
    spots: tuple[Spot, ...]  # all that is spoken of; the bubble points at the first and covers none
    planned: Callable[[Any], bool] | None = None
    plays: Callable[[Sequence[Move]], bool] | None = None
    instead: str = ""  # to somebody who tries something else
    beside: tuple[Spot, ...] = ()  # stays dim, but is not covered either: what the next key shows, and where it lies
    before: Callable[[Any], None] | None = None  # puts what is planned already in the plan
    strays: Callable[[Any], bool] | None = None  # a plan that is not `planned` and answers at once: it is taken back

    @property
    def reads(self) -> bool:
        """Whether there is nothing to do but to read."""
        return self.planned is None and self.plays is None


class Lesson(NamedTuple):
    game: str
    seats: tuple[str, ...]
    seed: str
    moves: tuple[str, ...]  # as written, those that nobody had to choose left out
    steps: Callable[[], Sequence[Step]]  # the last one is about the last move that the person makes
    closing: Callable[[], str]  # what is said over the result
    chip: Callable[[str, Look], Piece]
    lines: Callable[[], Sequence[StepLines]]  # the steps as lines of text, one for each
    keys: tuple[str, ...] = ("do", "back")  # what the table's footer offers, by actions, that is of use in it too
    options: tuple[tuple[str, Any], ...] = ()  # of the game's rules, where they are not the usual ones
