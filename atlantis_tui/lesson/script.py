"""The game of a lesson: the others make the moves that it writes down, the person those that a step is about."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from atlantis_tui.table.submit import MoveSubmitter
from atlantis_tui.table.turns import TurnLoop
from atlantis_tui.ui.stack import leave, uncover
from core import games
from core.game import Move
from core.log import MemoryLog
from core.table import Table, header

if TYPE_CHECKING:
    from atlantis_tui.games.lesson_steps import Lesson
    from atlantis_tui.lesson.mode import LessonMode
    from atlantis_tui.table.screen import TableScreen


class ScriptedTurns(TurnLoop):
    """Makes the moves of the others, as the lesson writes them down."""

    def __init__(self, screen: TableScreen, mode: LessonMode) -> None:
        super().__init__(screen)
        self.mode = mode

    def seat_bots(self) -> None:
        """Start none: the moves are written down."""

    async def _ask_bot(self, seat: int) -> None:
        screen = self.screen
        screen.show()
        table, first = screen.table, len(screen.table.steps)
        answer_forced(table)
        while (prompt := table.state.prompt) is not None and prompt.seat == seat:
            table.play(seat, table.game.read(self.mode.lesson.moves[len(self.mode.played)]))
            answer_forced(table)
        await self._tell(first)

    async def _show_result(self) -> None:
        from atlantis_tui.lesson.end import LessonEnd

        screen = self.screen
        uncover(screen)
        answer = await screen.app.push_screen_wait(LessonEnd(self.mode.lesson, screen.table, screen.names))
        if answer == "repeat":
            self.mode.go_to(0)
            screen.run_game()
        else:
            leave(screen, answer or "menu")


class LessonSubmitter(MoveSubmitter):
    """Accepts only the moves that the step is about."""

    def __init__(self, screen: TableScreen, mode: LessonMode) -> None:
        super().__init__(screen)
        self.mode = mode

    def play(self, seat: int, moves: Sequence[Move]) -> bool:
        answered = self.screen.wording.ANSWERED
        if not self.mode.takes(moves) and list(moves) not in [[move] for move in answered.values()]:
            self.mode.say_what_is_asked()
            return False
        return super().play(seat, moves)

    def take_back(self) -> None:
        self.mode.previous_step()

    def _asks_first(self, moves: Sequence[Move]) -> bool:
        """No: only moves that the step is about are made at all."""
        return False

    def _moved(self, seat: int) -> None:
        super()._moved(seat)
        self.mode.go_on()


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
    table = written(lesson, len(lesson.moves))
    return [step.seat for step in table.steps if step.move is not None and not step.forced and step.seat is not None]
