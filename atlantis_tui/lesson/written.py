"""The game that a lesson has written down, laid out to any of its moves. No screen is needed for that."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from core import games
from core.game import Move
from core.log import MemoryLog
from core.table import Table, header

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from atlantis_tui.games.lesson_steps import Lesson

LIVE = 6  # the person is shown up to so many moves of the others; more are skipped


def written(lesson: Lesson, count: int) -> Table:
    """Make the lesson's table after so many of its moves. Its log is only in memory."""
    game = games.load(lesson.game)
    table = Table(MemoryLog(header(game, lesson.seats, dict(lesson.options), lesson.seed)))
    for move in lesson.moves[:count]:
        prompt = table.state.prompt
        assert prompt is not None
        table.play(prompt.seat, game.read(move))
        answer_forced(table)
    return table


def answer_forced(table: Table) -> None:
    """Make all moves that leave no choice. A real table would sometimes wait with them, to keep a secret."""
    while (only := table.state.forced()) is not None and (prompt := table.state.prompt) is not None:
        table.play(prompt.seat, only)


@cache
def movers(lesson: Lesson) -> list[int]:
    """The seat that makes each of the moves."""
    return [seat for seat, _move in chosen(written(lesson, len(lesson.moves)))]


def chosen(table: Table) -> list[tuple[int, Move]]:
    """All moves up to now, with their seats, but for those that `answer_forced` makes."""
    return [
        (step.seat, step.move)
        for before, step in pairwise(table.steps)
        if step.seat is not None and step.move is not None and before.state.forced() != step.move
    ]


def played(table: Table) -> list[str]:
    """The same moves as a lesson writes them."""
    return [table.game.text(move) for _seat, move in chosen(table)]


def leads_to(lesson: Lesson, so_far: Sequence[str], at: int, people: Sequence[int]) -> bool:
    """Whether a game that has come so far leads to a later moment by a few moves of the others, as written."""
    left = range(len(so_far), at)
    as_written = tuple(so_far) == lesson.moves[: len(so_far)] and len(so_far) <= at
    return as_written and len(left) <= LIVE and all(movers(lesson)[one] not in people for one in left)
