"""A person's moves on their way to a table on the network: sent one by one, each stands when the host has ordered it.

Until then the table shows what it did and takes no other move. What was to follow waits, and so does what was typed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from atlantis_tui.table.submit import MoveSubmitter
from atlantis_tui.text import network
from atlantis_tui.text.sentences import quoted
from atlantis_tui.text.translation import _
from core.game import GameError, Move, State
from core.table import Step
from net.refusal import Refusal

if TYPE_CHECKING:
    from atlantis_tui.network.runner import Wish
    from atlantis_tui.network.table import Company
    from atlantis_tui.table.screen import TableScreen
    from net.session.notices import Applied

SOON = 0.2  # seconds after which a move that does not stand yet is said to be on its way


class NetworkSubmitter(MoveSubmitter):
    def __init__(self, screen: TableScreen, company: Company) -> None:
        super().__init__(screen)
        self.company = company
        self._wanted: list[Move] = []  # to be sent one by one
        self._rest = ""  # typed, to be read when chance has spoken
        self._turn = 0  # the turn in which that was wanted
        self._from = -1  # the last step before it
        self._sent: int | None = None  # the last step before the move that is on its way
        self._planned: Sequence[Move] = ()  # what Enter has sent, in case it gets lost
        self._moved_on = False  # a move of ours stands, and the plan is still there
        self._returning = False  # a choice is being taken back
        self._answered_after = -1  # the step after which something was last answered for the player
        self._by_itself: tuple[Step | None, bool] = (None, False)

    @property
    def on_its_way(self) -> bool:
        """A move of ours was sent and does not stand yet, be it one that nobody had to choose."""
        return self._sent is not None or self._is_forced()

    def _is_forced(self) -> bool:
        table = self.screen.table
        last, prompt = table.steps[-1], table.state.prompt
        if prompt is None or prompt.seat != self.screen.viewer:
            return False
        if self._by_itself[0] is not last:
            self._by_itself = last, table.state.unasked() is not None
        return self._by_itself[1]

    # What the person wants -------------------------------------------------------------------------------------------

    def line(self, line: str) -> bool:
        screen = self.screen
        screen.hinting.close()
        if not screen.mine:
            return False
        self._planned = ()
        return self._begin([], line)

    def _commit(self, moves: Sequence[Move]) -> None:
        if self.screen.mine:
            self._planned = tuple(moves)
            self._begin(moves, "")

    def take_back(self) -> None:
        """At once where that is free; else the others are asked."""
        screen, table, seat = self.screen, self.screen.table, self.screen.viewer
        if seat is None or screen.turns.halted:
            return
        if self._sent is not None:
            screen.say([_("Your move is still on its way: wait for it.")])
            return
        free = table.back_target(seat, alone=False) is not None
        if not self._wish(lambda session: session.ask_back()):
            return
        self._returning = True
        self._drop()
        screen.hinting.close()
        screen.plan.forget()
        if not free:
            screen.say([_("The others are asked whether you may take that back.")], good=True)
        screen.show()

    def hint(self, seat: int) -> bool:
        return self._wish(lambda session: session.hint())

    def _wish(self, wish: Wish) -> bool:
        """Whether that could be done; if not, it is said why."""
        try:
            self.company.shell.wish(wish)
        except GameError as error:
            self.screen.refuse(error.reason)
            return False
        except Refusal as refusal:
            self.screen.say([network.refusal(refusal, self.screen.names)])
            return False
        return True

    # One after another -----------------------------------------------------------------------------------------------

    def _begin(self, moves: Sequence[Move], rest: str) -> bool:
        """False if not even the first move could be sent."""
        table = self.screen.table
        self._wanted, self._rest, self._turn, self._from = list(moves), rest, table.state.turn, table.steps[-1].n
        sent = self._advance()
        if self._sent is not None:
            self.screen.set_timer(SOON, self.screen.show)
        return sent

    def _drop(self) -> None:
        self._wanted, self._rest, self._sent = [], "", None

    def _advance(self) -> bool:
        """Sends the next move, if the last one stands."""
        screen = self.screen
        while self._sent is None and (self._wanted or self._rest):
            table, seat = screen.table, screen.viewer
            last = table.steps[-1]
            if self._is_forced():
                return True  # the program answers that itself, and then this goes on
            if seat is None or not screen.mine or table.state.turn != self._turn:
                self._left_out()
                return True
            try:
                if not self._wanted:
                    moves, self._rest = table.game.parse(table.view(seat), self._rest)
                    self._wanted = list(moves)
                    continue
            except GameError as error:
                self._drop()
                screen.refuse(error.reason)
                return False
            move = self._wanted.pop(0)
            if last.n != self._from and last.forced and last.move is not None and last.move[0] == move[0]:
                continue  # it was answered already
            self._sent = last.n
            if not self._wish(lambda session, move=move: session.choose(move)):  # type: ignore[misc]
                self._drop()
                return False
        return True

    def _left_out(self) -> None:
        rest, answers = self._rest, self.screen.wording.ANSWERED.values()
        self._drop()
        if rest and rest not in map(self.screen.table.game.text, answers):
            self.screen.say([_('Your turn was over before "{rest}", so that was left out.').format(rest=quoted(rest))])

    # What becomes of it ----------------------------------------------------------------------------------------------

    def applied(self, news: Applied) -> None:
        """An entry stands, ours or somebody else's."""
        ours = news.seat == self.screen.viewer
        if news.kind == "back":
            self._drop()
            self._answered_after = -1
            if ours:
                self._returned()
        elif news.kind == "move" and ours:
            if self._sent is not None and news.n > self._sent:
                self._sent = None
            self._moved_on, self._returning = True, False

    def settle(self) -> None:
        """All that has happened is known: goes on with what was wanted, and with what is answered for the player."""
        screen = self.screen
        self._advance()
        prompt, answered, last = screen.table.state.prompt, screen.wording.ANSWERED, screen.table.steps[-1].n
        idle = screen.mine and not self._wanted and not self._returning
        if idle and prompt is not None and prompt.kind in answered and not screen.wait_after:
            if self._answered_after != last:  # once: it may have been refused
                self._begin([answered[prompt.kind]], "")
            self._answered_after = last
        if self._moved_on and not self.on_its_way:
            self._moved_on, self._planned = False, ()
            if not screen.mine:
                screen.wait_after = False
            rest = screen.hinting.rest
            screen.hinting.close()
            screen.plan.forget()
            if rest and screen.mine:
                screen.plan.put(rest)  # the hint goes on, and is shown before it is played, as ever

    def lost(self) -> None:
        """The position changed before our move was in. The plan is kept where it can still be made."""
        screen, planned = self.screen, self._planned
        self._drop()
        screen.hinting.close()
        screen.plan.forget()
        if planned and screen.mine and can_be(screen.view_of(screen.table.steps[-1]), planned):
            screen.plan.put(planned)
        screen.say([_("The game went on before your move was in: choose again.")])

    def not_returned(self) -> None:
        """The others did not agree."""
        self._returning = False

    def rebuilt(self) -> None:
        """The position may be another one."""
        self._drop()
        self._returning, self._answered_after, self._moved_on = False, -1, False

    def _returned(self) -> None:
        """Our take-back stands. An answer that was given for us is not the choice that was meant: that is before it,
        and the others may have to be asked once more."""
        screen, seat = self.screen, self.screen.viewer
        prompt = screen.table.state.prompt
        assert seat is not None
        if self._returning and not screen.wait_after and prompt is not None and prompt.kind in screen.wording.ANSWERED:
            if screen.table.back_target(seat, alone=False, consent=True) is not None:
                self._wish(lambda session: session.ask_back())
                return
            screen.wait_after = True
        self._returning = False
        screen.say([_("Your last choice is taken back.")], good=True)


def can_be(view: State, moves: Sequence[Move]) -> bool:
    """Whether the rules allow these moves one after another."""
    ahead = view.copy()
    for move in moves:
        if ahead.explain(move) is not None:
            return False
        ahead.advance(move)
    return True
