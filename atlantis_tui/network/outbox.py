"""The outbox of a person at a table on the network: moves go to the host one by one, each when the last one stands.

    outbox = MoveOutbox(owner)
    outbox.send(moves)                  what the person chose; `rest` is the part of a line that is read later
    outbox.applied(news)                for every entry that stands, ours or somebody else's
    outbox.advance()                    when everything that has come is known: sends the next move
    outbox.take_back()                  at once where that is free, else the others are asked

A move that cannot be sent raises what the session raised, and everything that was to follow it is dropped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from core.game import GameError, Move
from core.table import Step, Table
from net.refusal import Refusal

if TYPE_CHECKING:
    from atlantis_tui.network.runner import Wish
    from net.session.notices import Applied


class OutboxOwner(Protocol):
    """Whose outbox it is: a table on a screen, or in lines of text."""

    wait_after: bool  # the player wants to be asked what is otherwise answered for them

    @property
    def table(self) -> Table:
        """The game as it stands; another one when it had to be built anew."""

    @property
    def own_seat(self) -> int | None:
        """None: we watch."""

    @property
    def answers(self) -> Mapping[str, Move]:
        """What is answered for a player who did not ask to be asked, by the kind of the prompt."""

    def wish(self, wish: Wish) -> None:
        """Does this with the session; raises GameError or Refusal."""

    def left_out(self, rest: str) -> None:
        """The turn was over before this part of a typed line."""


class MoveOutbox:
    def __init__(self, owner: OutboxOwner) -> None:
        self._owner = owner
        self._moves: list[Move] = []  # to be sent one by one
        self._rest = ""  # typed, to be read when chance has spoken
        self._turn = 0  # the turn in which these were wanted
        self._first = -1  # the last step before the first of them
        self._sent: int | None = None  # the last step before the move that is on its way
        self._answered_after = -1  # the step after which something was last answered for the player
        self._forced: tuple[Step | None, bool] = (None, False)  # the last step, and whether it leaves no choice
        self.taking_back = False  # a choice of ours is being taken back

    @property
    def sent(self) -> bool:
        """A move was sent and does not stand yet."""
        return self._sent is not None

    @property
    def on_its_way(self) -> bool:
        """The same, or the next move is one that nobody has to choose and this program sends by itself."""
        return self._sent is not None or self._is_forced()

    @property
    def waits(self) -> bool:
        """Something is still to be sent."""
        return bool(self._moves or self._rest)

    # What the person wants -------------------------------------------------------------------------------------------

    def send(self, moves: Sequence[Move], rest: str = "") -> None:
        """Replaces what was to be sent, and sends the first move."""
        table = self._owner.table
        self._moves, self._rest, self._turn, self._first = list(moves), rest, table.state.turn, table.steps[-1].n
        self.advance()

    def advance(self) -> None:
        """Sends the next move if the last one stands."""
        try:
            while self._sent is None and self.waits and not self._is_forced():
                self._send_next()
        except (GameError, Refusal):
            self.drop()
            raise

    def _send_next(self) -> None:
        table, seat = self._owner.table, self._owner.own_seat
        if seat is None or not self._is_asked() or table.state.turn != self._turn:
            rest = self._rest
            self.drop()
            if rest and rest not in map(table.game.text, self._owner.answers.values()):
                self._owner.left_out(rest)
            return
        if not self._moves:
            moves, self._rest = table.game.parse(table.view(seat), self._rest)
            self._moves = list(moves)
            return
        move, last = self._moves.pop(0), table.steps[-1]
        if last.n != self._first and last.forced and last.move is not None and last.move[0] == move[0]:
            return  # this program has answered it already
        self._sent = last.n
        self._owner.wish(lambda session: session.choose(move))

    def answer_for_player(self) -> None:
        """Answers what the player did not ask to be asked. Once in each position, because it may have been refused."""
        prompt, last = self._owner.table.state.prompt, self._owner.table.steps[-1].n
        if not self._is_asked() or self.on_its_way or self.waits or self.taking_back or not self.is_answered():
            return
        assert prompt is not None
        if self._answered_after != last:
            self._answered_after = last
            self.send([self._owner.answers[prompt.kind]])

    def is_answered(self) -> bool:
        """Whether the present prompt is one that is answered for the player."""
        prompt = self._owner.table.state.prompt
        return prompt is not None and prompt.kind in self._owner.answers and not self._owner.wait_after

    def drop(self) -> None:
        """Forgets what was to be sent, and what is on its way."""
        self._moves, self._rest, self._sent = [], "", None

    def take_back(self) -> bool:
        """Takes the last choice back. True if that is free; else the others are asked."""
        seat = self._owner.own_seat
        assert seat is not None
        free = self._owner.table.back_target(seat, alone=False) is not None
        self._owner.wish(lambda session: session.ask_back())
        self.taking_back = True
        self.drop()
        return free

    # What becomes of it ----------------------------------------------------------------------------------------------

    def applied(self, news: Applied) -> None:
        """An entry stands, ours or somebody else's."""
        if news.kind == "back":
            self.drop()
            self._answered_after = -1
        elif news.kind == "move" and news.seat == self._owner.own_seat:
            if self._sent is not None and news.n > self._sent:
                self._sent = None
            self.taking_back = False

    def taken_back(self) -> bool:
        """Our take-back stands. Returns False if the choice that was meant is still before it.

        An answer that was given for the player is not the choice that was meant, so the one before it is taken back
        too; the others may have to be asked once more.
        """
        owner, seat = self._owner, self._owner.own_seat
        assert seat is not None
        if self.taking_back and self.is_answered():
            if owner.table.back_target(seat, alone=False, consent=True) is not None:
                owner.wish(lambda session: session.ask_back())
                return False
            owner.wait_after = True
        self.taking_back = False
        return True

    def rebuilt(self) -> None:
        """The position may be another one."""
        self.drop()
        self.taking_back, self._answered_after = False, -1

    def _is_asked(self) -> bool:
        prompt = self._owner.table.state.prompt
        return prompt is not None and prompt.seat == self._owner.own_seat

    def _is_forced(self) -> bool:
        table = self._owner.table
        if not self._is_asked():
            return False
        last = table.steps[-1]
        if self._forced[0] is not last:
            self._forced = last, table.state.unasked() is not None
        return self._forced[1]
