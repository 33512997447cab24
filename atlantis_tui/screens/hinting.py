"""Hints at a table: asked for, thought about in another process, shown, and one of them chosen as the plan.

They belong to one position and one person. Whoever plays on, plans something else or closes them is done with them, and
what arrives after that is dropped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from atlantis_tui.widgets.hints import Row
from atlantis_tui.wording import because, percent
from atlantis_tui.words import _
from core.game import GameError, Move

if TYPE_CHECKING:
    from atlantis_tui.screens.table import TableScreen
    from core.advice import Advice


class Hinting:
    """`found` are the hints on show, `chosen` is the one that lies on the table as the plan."""

    iterations: int | None = None  # None: a moment of thought

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.found: list[Advice] = []
        self.chosen: int | None = None
        self.rest: tuple[Move, ...] = ()  # of the chosen one, what comes after the plan in the same turn
        self._task: asyncio.Task[None] | None = None
        self._ending: set[asyncio.Task[None]] = set()  # cancelled, but their processes may not be gone yet
        self._waited = False

    @property
    def thinking(self) -> bool:
        return self._task is not None

    @property
    def open(self) -> bool:
        return self.thinking or bool(self.found)

    @property
    def unchosen(self) -> bool:
        """They are on show, and none of them lies on the table yet."""
        return bool(self.found) and self.chosen is None

    def ask(self, seat: int) -> None:
        """Begins to think; the screen is shown anew when there is something to see."""
        self.close()
        self._waited = self.screen.wait_after
        self._task = asyncio.create_task(self._think(seat))

    def close(self) -> None:
        """They are not wanted any more, wherever they are."""
        if self._task is not None:
            self._task.cancel()
            self._ending.add(self._task)
            self._task.add_done_callback(self._ending.discard)
        self._task, self.found, self.chosen, self.rest = None, [], None, ()

    async def end(self) -> None:
        """Waits until no process is left."""
        self.close()
        if self._ending:
            await asyncio.wait(set(self._ending))

    def choose(self, number: int) -> None:
        """Puts a hint on the table, to be looked at: nothing is played yet."""
        if 0 <= number < len(self.found):
            screen = self.screen
            screen.plan.forget()
            screen.wait_after = self._waited
            self.chosen = number
            self.rest = tuple(screen.plan.put(self.found[number].moves))
            screen.show()

    def step(self, by: int) -> None:
        """The next one, or the one before."""
        first = 0 if by > 0 else len(self.found) - 1
        self.choose(first if self.chosen is None else (self.chosen + by) % len(self.found))

    def rows(self) -> list[Row]:
        screen = self.screen
        words = getattr(screen.wording, "ADVICE", {})  # not every game has reasons
        return [
            Row(screen.plan.text(hint.moves), percent(hint.chance), because(hint.reasons, words)) for hint in self.found
        ]

    async def _think(self, seat: int) -> None:
        from atlantis_tui.bots import hints

        try:
            found = await hints.ask(self.screen.table, seat, self.iterations)
        except (hints.NoHints, GameError):
            found = []
            self.screen.say([_("No hints could be found just now."), _("Press I to try again.")])
        if self._task is not asyncio.current_task():
            return  # too late
        self._task = None
        self.found = found
        self.screen.show()

    def lines(self) -> Sequence[tuple[str, str]]:
        """The prompt while none is chosen: what each of them is good for."""
        return [(str(number), row.why or row.move) for number, row in enumerate(self.rows(), 1)]
