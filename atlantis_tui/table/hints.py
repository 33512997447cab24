"""Hints at a table: asked for, thought about in another process, shown, and one of them chosen as the plan.

They belong to one position and one person. Whoever plays on, plans something else or closes them is done with them, and
what arrives after that is dropped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from atlantis_tui.table.lookback import look_step
from atlantis_tui.table.widgets.hints import HintRow, fitting
from atlantis_tui.text.sentences import each_reason, percent
from atlantis_tui.text.translation import _
from core.game import GameError, Move

if TYPE_CHECKING:
    from atlantis_tui.table.screen import TableScreen
    from core.advice import Advice


FIGURES = tuple("123456789")


class TableHints:
    """`found` are the hints on show, `chosen` is the one that lies on the table as the plan.

    What was found once is kept for its position: whoever asks again there is told the same.
    """

    iterations: int | None = None  # None: a moment of thought

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.found: list[Advice] = []
        self.chosen: int | None = None
        self.rest: tuple[Move, ...] = ()  # of the chosen one, what comes after the plan in the same turn
        self.wanted: int | None = None  # a seat that has asked while others were to move
        self._kept: dict[tuple[int, int], list[Advice]] = {}  # by seat, and the record that led to the position
        self._task: asyncio.Task[None] | None = None
        self._ending: set[asyncio.Task[None]] = set()  # cancelled, but their processes may not be gone yet
        self._waited = False

    @property
    def thinking(self) -> bool:
        return self._task is not None

    @property
    def offered(self) -> bool:
        """They are on show, and none is chosen: what else is planned does not count meanwhile."""
        return bool(self.found) and self.chosen is None

    @property
    def open(self) -> bool:
        return self.thinking or bool(self.found)

    def ask(self, seat: int) -> None:
        """Begins to think; the screen is shown anew when there is something to see."""
        self.close()
        self._waited = self.screen.wait_after
        self.found = self._kept.get(self._position(seat), [])
        if not self.found:
            self._task = asyncio.create_task(self._think(seat))

    def want(self, seat: int | None) -> None:
        """It is not this seat's turn yet: it will be asked for when it is."""
        if seat is not None and not self.screen.table.over:
            self.wanted = seat
            self.screen.say([_("Hints will come when it is your turn."), _("Esc forgets them.")], good=True)

    def _position(self, seat: int) -> tuple[int, int]:
        return seat, self.screen.table.steps[-1].n

    def close(self) -> None:
        """They are not wanted any more, wherever they are."""
        if self._task is not None:
            self._task.cancel()
            self._ending.add(self._task)
            self._task.add_done_callback(self._ending.discard)
        self._task, self.found, self.chosen, self.rest, self.wanted = None, [], None, (), None

    def forget(self) -> None:
        """The table was built anew: what was found for a position may belong to another one by now."""
        self.close()
        self._kept = {}

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

    writes = False

    def press(self, key: str) -> bool:
        """With hints on show a figure puts that hint on the table, and the arrows go from one to the next."""
        screen = self.screen
        if not self.found or not screen.mine:
            return False
        by = look_step(screen, key)
        if not by and key not in FIGURES:
            return False
        screen.hush()
        if by:
            self.step(by)
        else:
            self.choose(int(key) - 1)
        return True

    def rows(self) -> list[HintRow]:
        screen = self.screen
        words = getattr(screen.wording, "ADVICE", {})  # not every game has reasons
        aside = getattr(screen.wording, "ASIDE", ())
        return [
            HintRow(
                screen.plan.text(hint.moves),
                screen.plan.text([move for move in hint.moves if move[0] not in aside] or hint.moves),
                percent(hint.chance),
                tuple(each_reason(hint.reasons, words)),
            )
            for hint in self.found
        ]

    def follows(self) -> str:
        """What the hint on the table goes on with when its plan is done; nothing where that ends it."""
        rest = self.screen.plan.text(self.rest)
        return _("Then: {moves}. It is shown before it is played.").format(moves=rest) if rest else ""

    async def _think(self, seat: int) -> None:
        from atlantis_tui.bots import hints

        position = self._position(seat)
        try:
            found = await hints.ask(self.screen.table, seat, self.iterations)
        except (hints.NoHints, GameError):
            found = []
            self.screen.say([_("No hints could be found just now."), _("Press I to try again.")])
        if self._task is not asyncio.current_task():
            return  # too late
        self._task = None
        self.found = found
        if found:
            self._kept[position] = found
        self.screen.show()

    def lines(self) -> Sequence[tuple[str, str]]:
        """The prompt while none is chosen: what each of them is good for, as far as there is room."""
        room = self.screen.size.width - 5
        return [
            (str(number), "".join(fitting(row.why, room, 1)) or row.move) for number, row in enumerate(self.rows(), 1)
        ]
