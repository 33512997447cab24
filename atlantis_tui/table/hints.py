"""Hints at a table: a process of its own finds the best moves, and the player may choose one of them as the plan.

Hints belong to one position and one player. When the player moves, plans something else or closes them, they are gone,
and hints that arrive after that are dropped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len

from atlantis_tui.table.lookback import look_step
from atlantis_tui.table.widgets.hints import HintRow, whole_reasons
from atlantis_tui.text.sentences import each_reason, percent
from atlantis_tui.text.translation import _
from atlantis_tui.ui.fit_text import fullest
from atlantis_tui.ui.named_keys import KeyName, Quote
from core.game import GameError, Move

if TYPE_CHECKING:
    from atlantis_tui.table.screen import TableScreen
    from core.advice import Advice


FIGURES = tuple("123456789")


class TableHints:
    """`found` are the hints on show, `chosen` is the number of the one that is the plan now.

    The hints of a position are kept: asking again there shows the same ones.
    """

    iterations: int | None = None  # None: a moment of thought

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.found: list[Advice] = []
        self.chosen: int | None = None
        self.wanted: int | None = None  # a seat that asked while it was not its turn
        self._kept: dict[tuple[int, int], list[Advice]] = {}  # by seat, and the record that led to the position
        self._task: asyncio.Task[None] | None = None
        self._ending: set[asyncio.Task[None]] = set()  # cancelled, but their processes may not be gone yet
        self._waited = False

    @property
    def thinking(self) -> bool:
        return self._task is not None

    @property
    def offered(self) -> bool:
        """Whether hints are on show and none is chosen. Nothing that is planned counts meanwhile."""
        return bool(self.found) and self.chosen is None

    @property
    def open(self) -> bool:
        return self.thinking or bool(self.found)

    def ask(self, seat: int) -> None:
        """Look for hints; the screen is shown again when some are found."""
        self.close()
        self._waited = self.screen.wait_after
        self.found = self._kept.get(self._position(seat), [])  # the log has these already
        if not self.found:
            self._task = asyncio.create_task(self._think(seat))

    def want(self, seat: int | None) -> None:
        """Remember to ask for hints when it is this seat's turn."""
        if seat is not None and not self.screen.table.over:
            self.wanted = seat
            self.screen.say([_("Hints will come when it is your turn."), _("Esc forgets them.")], good=True)

    def _position(self, seat: int) -> tuple[int, int]:
        return seat, self.screen.table.steps[-1].n

    def close(self) -> None:
        """Drop the hints, and stop looking for any."""
        if self._task is not None:
            self._task.cancel()
            self._ending.add(self._task)
            self._task.add_done_callback(self._ending.discard)
        self._task, self.found, self.chosen, self.wanted = None, [], None, None
        self.screen.sequel.drop()

    def forget(self) -> None:
        """Drop all that was kept: the table was built again, so a record may lead to another position by now."""
        self.close()
        self._kept = {}

    async def end(self) -> None:
        """Close the hints and wait until no process is left."""
        self.close()
        if self._ending:
            await asyncio.wait(set(self._ending))

    def choose(self, number: int) -> None:
        """Make a hint the plan, so that the board shows it. Nothing is played yet."""
        if 0 <= number < len(self.found):
            screen = self.screen
            screen.plan.forget()
            screen.wait_after = self._waited
            self.chosen = number
            screen.sequel.begin(self.found[number].moves)
            screen.show()

    def step(self, by: int) -> None:
        """Choose the next hint, or the one before."""
        first = 0 if by > 0 else len(self.found) - 1
        self.choose(first if self.chosen is None else (self.chosen + by) % len(self.found))

    writes = False

    def press(self, key: str) -> bool:
        """With hints on show, a figure chooses that hint, and the arrows go from one to the next."""
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

    def takes(self, key: str) -> bool:
        """Whether hints are on show and this key shows one of them."""
        shown = bool(self.found) and self.screen.mine
        return shown and (key in FIGURES[: len(self.found)] or bool(look_step(self.screen, key)))

    def rows(self) -> list[HintRow]:
        screen = self.screen
        words = getattr(screen.wording, "ADVICE", {})  # not every game has reasons
        aside = getattr(screen.wording, "ASIDE", ())
        return [
            HintRow(
                self._told(hint.moves, _("{moves}, then ask again")),
                self._told(
                    [move for move in hint.moves if move[0] not in aside] or hint.moves, _("{moves}, ask again")
                ),
                percent(hint.chance),
                tuple(each_reason(hint.reasons, words)),
            )
            for hint in self.found
        ]

    def _told(self, moves: Sequence[Move], half: str) -> str:
        """What a hint does; `half` says so where that is only the first half of the turn."""
        told = self.screen.plan.text(moves)
        return half.format(moves=told) if self._goes_on(moves) else told

    def _goes_on(self, moves: Sequence[Move]) -> bool:
        """Whether what to do with the rest of the turn depends on what chance brings."""
        return bool(moves) and moves[-1][0] in getattr(self.screen.wording, "GOES_ON", ())

    def follows(self) -> str:
        """A sentence on how a hint or a typed line goes on after the plan, or nothing if it ends there."""
        sequel, ways = self.screen.sequel, [""]
        if sequel.text:
            ways = [_("Then: {moves}.").format(moves=sequel.text)]
            if not sequel.typed:
                ways.insert(0, _("Then: {moves}. It is shown before it is played.").format(moves=sequel.text))
        elif self.chosen is not None and self._goes_on(self.found[self.chosen].moves):
            ways = [
                _("Then press *I* again: what to do with the rest of the turn depends on what comes."),
                _("Then press *I* again: the rest of the turn depends on what comes."),
                _("Then press *I* again for the rest of the turn."),
            ]
        return fullest(ways, self.screen.size.width - 5)

    async def _think(self, seat: int) -> None:
        from atlantis_tui.bots import hints

        position = self._position(seat)
        try:
            found = await hints.ask(self.screen.table, seat, self.iterations)
        except (hints.NoHints, GameError):
            found = []
            self.screen.say([_("No hints could be found just now."), _("Press *I* to try again.")])
        if self._task is not asyncio.current_task():
            return  # too late
        self._task = None
        if found and position == self._position(seat) and self.screen.submitter.hint(seat):  # only what is seen counts
            self.found = self._kept[position] = found
        self.screen.show()

    def lines(self) -> Sequence[tuple[str, str]]:
        """The prompt while no hint is chosen: the reasons for which the panel has no room, and what to do."""
        screen = self.screen
        width, height = screen.board.hints_place[2:]
        room = screen.size.width - 5
        found: dict[str, list[str]] = {}  # the numbers of the hints by what else is said for them
        for number, reasons in enumerate(screen.hints.untold(width, height), 1):
            lead = _("also: {reasons}").format(reasons="")
            if text := "".join(whole_reasons(reasons, room - cell_len(lead), 1)):
                found.setdefault(Quote(_("also: {reasons}").format(reasons=text)), []).append(str(number))
        told = [
            (KeyName(numbers[0], numbers[0]) if len(numbers) == 1 else " ".join(numbers), words)
            for words, numbers in found.items()
        ]
        what = (
            _("A number, or Up and Down, shows a hint on the board; Enter shows the first."),
            _("A number shows a hint on the board; Enter shows the first."),
            _("A number shows a hint; Enter shows the first."),
        )
        return [*told, ("", fullest(what, room))]
