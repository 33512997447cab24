"""The game of a lesson: the others make the moves that it writes down, the person those that a step is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from atlantis_tui.lesson.written import answer_forced
from atlantis_tui.table.submit import MoveSubmitter
from atlantis_tui.table.turns import TurnLoop
from atlantis_tui.ui.stack import leave, uncover
from core.game import Move

if TYPE_CHECKING:
    from atlantis_tui.lesson.mode import LessonMode
    from atlantis_tui.table.screen import TableScreen


class ScriptedTurns(TurnLoop):
    """Makes the moves of the others, as the lesson writes them down."""

    def __init__(self, screen: TableScreen, mode: LessonMode) -> None:
        super().__init__(screen)
        self.mode = mode

    def seat_bots(self) -> None:
        """Start none: the moves are written down."""

    async def ask_bot(self, seat: int) -> None:
        screen = self.screen
        screen.show()
        table, first = screen.table, len(screen.table.steps)
        answer_forced(table)
        while (prompt := table.state.prompt) is not None and prompt.seat == seat:
            table.play(seat, table.game.read(self.mode.lesson.moves[len(self.mode.played)]))
            answer_forced(table)
        await self.tell_steps(first)

    async def show_result(self) -> None:
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

    def asks_first(self, moves: Sequence[Move]) -> bool:
        """No: only moves that the step is about are made at all."""
        return False

    def moved(self, seat: int) -> None:
        super().moved(seat)
        self.mode.go_on()
