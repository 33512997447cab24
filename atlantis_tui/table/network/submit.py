"""A person's moves on their way to a table on the network, and what the table shows meanwhile.

The outbox (network/outbox.py) sends them one by one. Until a move stands, the table shows what it did and takes no
other move. What was to follow waits, and so does what was typed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from atlantis_tui.network.outbox import MoveOutbox
from atlantis_tui.table.submit import MoveSubmitter
from atlantis_tui.text import network
from atlantis_tui.text.sentences import turn_was_over
from atlantis_tui.text.translation import _
from atlantis_tui.ui.toast import NEWS
from core.game import GameError, Move, State
from core.table import Table
from net.refusal import Refusal

if TYPE_CHECKING:
    from atlantis_tui.network.runner import Wish
    from atlantis_tui.network.table import NetworkTable
    from atlantis_tui.table.screen import TableScreen
    from net.session.notices import Applied, MoveLost

SOON = 0.2  # seconds after which a move that does not stand yet is said to be on its way


class NetworkSubmitter(MoveSubmitter):
    def __init__(self, screen: TableScreen, network_table: NetworkTable) -> None:
        super().__init__(screen)
        self.network_table = network_table
        self.outbox = MoveOutbox(self)
        self._planned: Sequence[Move] = ()  # what Enter has sent, in case it gets lost
        self._moved_on = False  # a move of ours stands, and the plan is still there

    @property
    def on_its_way(self) -> bool:
        """A move of ours was sent and does not stand yet, be it one that nobody had to choose."""
        return self.outbox.on_its_way

    # The owner of the outbox -----------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        return self.screen.table

    @property
    def own_seat(self) -> int | None:
        return self.screen.viewer

    @property
    def answers(self) -> Mapping[str, Move]:
        return self.screen.wording.ANSWERED

    @property
    def wait_after(self) -> bool:
        return self.screen.wait_after

    @wait_after.setter
    def wait_after(self, wait: bool) -> None:
        self.screen.wait_after = wait

    def wish(self, wish: Wish) -> None:
        self.network_table.runner.wish(wish)

    def left_out(self, rest: str) -> None:
        self.screen.say([turn_was_over(rest)])

    # What the person wants -------------------------------------------------------------------------------------------

    def commit(self, moves: Sequence[Move]) -> None:
        if self.screen.mine:
            self._planned = tuple(moves)
            self._send(moves)

    def _send(self, moves: Sequence[Move], rest: str = "") -> bool:
        """False if not even the first move could be sent."""
        with self._refusals_said():
            self.outbox.send(moves, rest)
            self._show_soon()
            return True
        return False

    def delegate(self) -> None:
        self.screen.hinting.close()
        self.screen.plan.forget()
        self._play_delegated()

    def _play_delegated(self) -> None:
        """Send the next move of somebody who has left that to the program, once all that was sent stands."""
        screen, seat = self.screen, self.screen.viewer
        if seat is None or not screen.mine or self.outbox.waits:
            return
        moves = screen.delegated(seat)
        if moves is not None and not self._send(moves):
            screen.delegating.discard(seat)

    def _show_soon(self) -> None:
        if self.outbox.sent:
            self.screen.set_timer(SOON, self.screen.show)

    def take_back(self) -> None:
        """At once where that is free; else the others are asked."""
        screen = self.screen
        if screen.viewer is None or screen.turns.halted:
            return
        if self.outbox.sent:
            screen.say([_("Your move is still on its way: wait for it.")])
            return
        with self._refusals_said():
            free = self.outbox.take_back()
            screen.hinting.close()
            screen.plan.forget()
            if not free:
                screen.say([_("The others are asked whether you may take that back.")], good=True, seconds=NEWS)
            screen.show()

    def hint(self, seat: int) -> bool:
        with self._refusals_said():
            self.wish(lambda session: session.hint())
            return True
        return False

    @contextmanager
    def _refusals_said(self) -> Iterator[None]:
        """Tells the player why something could not be done, which ends the block."""
        try:
            yield
        except GameError as error:
            self.screen.refuse(error.reason)
        except Refusal as refusal:
            self.screen.say([network.refusal(refusal, self.screen.names)])

    # What becomes of it ----------------------------------------------------------------------------------------------

    def applied(self, news: Applied) -> None:
        """An entry stands, ours or somebody else's."""
        self.outbox.applied(news)
        if news.seat != self.screen.viewer:
            return
        if news.kind == "back":
            self._taken_back()
        elif news.kind == "move":
            self._moved_on = True

    def settle(self) -> None:
        """All that has happened is known: goes on with what was wanted, and with what is answered for the player."""
        screen = self.screen
        with self._refusals_said():
            self.outbox.advance()
        if screen.mine and not screen.sequel.goes_on():
            with self._refusals_said():
                self.outbox.answer_for_player()
                self._show_soon()
        self._play_delegated()
        if self._moved_on and not self.on_its_way:
            self._moved_on, self._planned = False, ()
            self.clear_plan()

    def lost(self, news: MoveLost) -> None:
        """The position changed before our move was in. The plan is kept where it can still be made."""
        screen, planned = self.screen, self._planned
        self.outbox.drop()
        screen.hinting.close()
        screen.plan.forget()
        if planned and screen.mine and can_be(screen.view_of(screen.table.steps[-1]), planned):
            screen.plan.put(planned)
        screen.say([self.network_table.sentence(news)])

    def not_returned(self) -> None:
        """The others did not agree."""
        self.outbox.taking_back = False

    def rebuilt(self) -> None:
        """The position may be another one."""
        self.outbox.rebuilt()
        self._moved_on = False

    def _taken_back(self) -> None:
        with self._refusals_said():
            if self.outbox.taken_back():
                self.screen.say([_("Your last choice is taken back.")], good=True, seconds=NEWS)


def can_be(view: State, moves: Sequence[Move]) -> bool:
    """Whether the rules allow these moves one after another."""
    ahead = view.copy()
    for move in moves:
        if ahead.explain(move) is not None:
            return False
        ahead.advance(move)
    return True
