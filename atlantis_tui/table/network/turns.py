"""The turn loop of a table on the network: it asks nobody, and takes the news of what all have done.

The board is shown anew when all news that has come is taken. What somebody else's turn did is told for a while, and
nothing waits for that.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from atlantis_tui.table.turns import PACE, TurnLoop

if TYPE_CHECKING:
    from textual.timer import Timer

    from atlantis_tui.network.news import News
    from atlantis_tui.table.network.mode import NetworkMode
    from atlantis_tui.table.screen import TableScreen

LOOK = 5.0  # seconds between two looks at whom all wait for


class NetworkTurns(TurnLoop):
    def __init__(self, screen: TableScreen, mode: NetworkMode) -> None:
        super().__init__(screen)
        self.mode = mode
        self._news: asyncio.Queue[News] = asyncio.Queue()
        self._told_to = screen.table.steps[-1].n  # the number of the last step that was told
        self._clock: Timer | None = None  # runs while a turn is told

    def seat_bots(self) -> None:
        """Start none: they run in the host's program."""

    async def run(self) -> None:
        screen, mode = self.screen, self.mode
        unlisten = mode.network_table.listen(self._news.put_nowait)
        try:
            screen.set_interval(LOOK, self.look)
            mode.begin()
            mode.settle()
            while not screen.table.over:
                mode.hear(await self._news.get())
                while not self._news.empty():
                    mode.hear(self._news.get_nowait())
                if mode.is_another_game():
                    mode.go("lobby")
                    return
                mode.settle()
        finally:
            unlisten()
        await mode.show_result()

    def look(self) -> None:
        """Show the table anew, because time has passed."""
        self.screen.show()

    def tell_turn(self) -> None:
        """Tell for a moment what somebody else's turn did, if that was not told yet."""
        screen = self.screen
        last = screen.table.steps[-1]
        if last.n == self._told_to or last.seat is None:
            return
        self._told_to = last.n
        turn = self.last_turn()
        self.message = [turn] if turn and last.seat != screen.viewer and screen.look.motion else []
        if self._clock is not None:
            self._clock.stop()
        self._clock = screen.set_timer(PACE * self.haste(), self._enough) if self.message else None

    def steps_gone(self) -> None:
        """Steps were taken back or replaced: tell those that come in their place."""
        self._told_to = min(self._told_to, self.screen.table.steps[-1].n)

    def last_turn(self) -> str:
        """The last turn of somebody else, in a line."""
        steps, viewer = self.screen.table.steps, self.screen.viewer
        last = next((step for step in reversed(steps) if step.seat is not None and step.seat != viewer), None)
        if last is None:
            return ""
        return self.screen.brief([step for step in steps if (step.turn, step.mover) == (last.turn, last.mover)])

    def _enough(self) -> None:
        if self.message:
            self.message = []
            self.screen.show()

    def hurry(self) -> bool:
        """Stop telling a turn. The key does its own work all the same."""
        self.message = []
        return False

    async def end(self) -> None:
        if self._clock is not None:
            self._clock.stop()
