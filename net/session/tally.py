"""The question that is open, as everybody at the table sees it: who asked for what, and who has agreed so far.

Only those who are asked get ASK, and only the host gets their answers. So the host tells all players and spectators how
the question stands, whenever that changes. A guest takes the host's word for it: what counts is the record with the
signed answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from net import messages as m
from net.replies import Collecting
from net.session.notices import BallotChanged
from net.session.peers import Ballot, Peer, Waiting

if TYPE_CHECKING:
    from net.session.engine import Engine


class Tally:
    """How the open question stands. `Ballots` owns it."""

    def __init__(self, session: Engine) -> None:
        self._s = session
        self._now: m.Answered | None = None
        self._since_ms = 0  # since when that question is open, as far as we know

    # The host's side -------------------------------------------------------------------------------------------------

    def show(self, asked: Collecting, asker: int | None) -> None:
        """As the host: tells everybody how this question stands."""
        ask, missing = asked.ask, asked.missing
        agreed = tuple(seat for seat in asked.wanted if seat not in missing)
        other = ask.body["to" if ask.kind == "back" else "by"]
        self._take(m.Answered(ask.hash, ask.n, ask.kind, asker, ask.body["seat"], other, asked.wanted, agreed))
        for peer in self.audience():
            self.show_to(peer)

    def show_to(self, peer: Peer) -> None:
        """As the host: tells one peer, which has just come."""
        if self._now is not None:
            self._s.send(peer, self._now)

    def audience(self) -> list[Peer]:
        """As the host: all who play or watch."""
        return [peer for peer in self._s.peers.values() if peer.plays or peer.role == "spectator"]

    # Everybody's side ------------------------------------------------------------------------------------------------

    def heard(self, peer: Peer, answered: m.Answered) -> None:
        """ANSWERED has come from the host."""
        s = self._s
        game = s.game or s.watched
        if not s.meeting.is_from_host(peer) or game is None:
            return None
        named = {answered.seat, *answered.asked, *(() if answered.asker is None else (answered.asker,))}
        if not named <= {*game.roster.people} or not {*answered.agreed} <= {*answered.asked}:
            return s.unexpected(peer)
        if answered.n >= game.last:  # otherwise an entry has come in between, and the question is over
            self._take(answered)
        return None

    def ended(self, req_hash: bytes) -> Ballot | None:
        """This question is over. Returns how it stood, if it was the open one."""
        now = self._now
        if now is None or now.req_hash != req_hash:
            return None
        self._now = None
        self._s.tell(BallotChanged())
        return _ballot(now)

    def passed(self, n: int) -> None:
        """Entry `n` has joined the log: a question for an earlier place is over."""
        if self._now is not None and n > self._now.n:
            self._now = None
            self._s.tell(BallotChanged())

    def forget(self) -> None:
        """Another game begins, or the table is left."""
        self._now = None

    def ballot(self) -> Ballot | None:
        """The question that is open here and now. One for a later place is kept until our log has come so far."""
        game = self._s.game or self._s.watched
        if self._now is None or game is None or self._now.n != game.last:
            return None
        return _ballot(self._now)

    def waiting(self) -> tuple[Waiting, ...]:
        ballot = self.ballot()
        return () if ballot is None else tuple(Waiting(seat, "vote", self._since_ms) for seat in ballot.missing)

    def _take(self, answered: m.Answered) -> None:
        if self._now is None or self._now.req_hash != answered.req_hash:
            self._since_ms = self._s.now
        if self._now != answered:
            self._now = answered
            self._s.tell(BallotChanged())


def _ballot(now: m.Answered) -> Ballot:
    return Ballot(now.req_hash, now.kind, now.asker, now.seat, now.other, now.asked, now.agreed)
