"""When the host is lost: finding it again, or agreeing on another.

Everybody who has no host dials it, and after a while also all the others. The lowest seat that is there asks for votes
with the best log of those it reached. Like Raft: a seat votes once in a term, only for a log that is its own to the
last entry, not while it has a host; and after its vote it takes no orders of an earlier term. A change needs the votes
of all who are there and of more than half of all persons. What a host has ordered that was not among them is put aside.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from net import messages as m
from net.agreements import need, record_of, term_ask, voters
from net.refusal import Refusal
from net.replies import Collecting, ask_of, sign_reply
from net.session import limits
from net.session.game import Game
from net.session.lobby import Lobby
from net.session.notices import HostChanged
from net.session.peers import Peer, Waiting
from net.shapes import U32

if TYPE_CHECKING:
    from net.session.engine import Engine

_FAR = 1000  # terms further than this are nonsense


class Terms:
    def __init__(self, session: Engine) -> None:
        self._s = session
        self._heard = 0  # the latest term that somebody says it has voted in
        self._lost_ms: int | None = None  # since when we have no host
        self._alone_ms: int | None = None  # since when the same peers are here, as a candidate
        self._here: tuple[int, ...] = ()
        self._dials: dict[int | None, tuple[int, int]] = {}  # by seat: when next, and how long to wait after that
        self._collecting: Collecting | None = None  # as a candidate: votes
        self._asked_ms = 0
        self._silent: frozenset[int] = frozenset()  # who did not answer the last time

    def begin(self) -> None:
        """A game begins, or is gone on with."""
        self._heard, self._lost_ms, self._collecting = 0, None, None

    @property
    def deposed(self) -> bool:
        """Whether a later term was voted for, by us or by others, so that nobody orders until there is a host."""
        game = self._s.game
        return game is not None and max(game.promises.voted_term, self._heard) > game.chain.term

    @property
    def looking(self) -> bool:
        """Whether we look for another host."""
        s, game = self._s, self._s.game
        if game is None or game.ended or game.table is None or s.stopped is not None:
            return False
        lost = self._lost_ms is not None and s.now - self._lost_ms >= limits.LOST_MS
        return self.deposed or lost

    # Links -----------------------------------------------------------------------------------------------------------

    def gone(self, peer: Peer) -> None:
        if peer.seat is not None:
            self._dials.pop(peer.seat, None)

    def found(self) -> None:
        """Somebody we called has let us in: the next time we begin to call anew."""
        self._dials.clear()

    def tick(self) -> None:
        s, game = self._s, self._s.game
        if s.stopped is not None:
            return
        if game is None:
            if s.lobby is None and s.role == "player" and s.host_peer() is None:
                self.dial(None)
            return
        if s.hosting or s.host_peer() is not None:
            self._lost_ms = None
        elif self._lost_ms is None:
            self._lost_ms = s.now
        self._dial_all(game)
        if self.looking:
            s.resync.remind()
            self._stand(game)
        else:
            self._collecting, self._alone_ms, self._here = None, None, ()
            if s.hosting or s.host_peer() is not None:
                self._tidy(game)

    def _dial_all(self, game: Game) -> None:
        s = self._s
        few = s.hosting and len(s.players()) + 1 < need(game.chain)
        if few or self.looking:
            wanted = [seat for seat in game.roster.people if seat != game.seat]
        else:
            wanted = [] if s.hosting else [game.chain.host]
        for seat in wanted:
            if s.player(seat) is None:
                self.dial(seat)

    def dial(self, seat: int | None) -> None:
        """Calls somebody, or waits until it is time to call again."""
        due, wait = self._dials.get(seat, (self._s.now, limits.FIRST_DIAL_MS))
        if self._s.now < due:
            return
        jitter = int.from_bytes(self._s.me.random(2), "big") % (wait // 2)
        self._dials[seat] = (self._s.now + wait + jitter, min(2 * wait, limits.LAST_DIAL_MS))
        self._s.dial(seat)

    def _tidy(self, game: Game) -> None:
        """With a host found, the links to others that we made while looking are of no use."""
        for peer in self._s.players():
            if not peer.inbound and not self._s.hosting and peer.seat != game.chain.host:
                self._s.drop(peer, "tidy")

    # Voting ----------------------------------------------------------------------------------------------------------

    def met(self, peer: Peer) -> None:
        """We are up to date with this peer. If it takes us for the host and we are not, it should know."""
        game = self._s.game
        if game is None:
            return
        if game.promises.voted_term > game.chain.term and peer.seat == game.chain.host:
            self.refuse_stale(peer)
        self._step_down(game)

    def refuse_stale(self, peer: Peer) -> None:
        """We have voted for a later term than this peer orders in."""
        game = self._s.game
        assert game is not None
        voted = game.promises.voted_term
        if peer.refused_term < voted:
            peer.refused_term = voted
            self._s.refuse(peer, "ENTRY", "stale_term", term=voted)

    def told(self, peer: Peer, term: Any) -> None:
        game = self._s.game
        if peer.seat is None or game is None or type(term) is not int:
            return
        # Also of one who has no vote now: it can take no orders, and not even its seat again, before a later term.
        if game.chain.term < term <= game.chain.term + _FAR:
            self._heard = max(self._heard, term)
            self._step_down(game)

    def _step_down(self, game: Game) -> None:
        """As a host that was voted out: those who still look to us must know that they need another."""
        if game.seat != game.chain.host or not self.deposed:
            return
        term = max(self._heard, game.promises.voted_term)
        for peer in self._s.players():
            if peer.refused_term < term:
                peer.refused_term = term
                self._s.refuse(peer, "ENTRY", "stale_term", term=term)

    def _stand(self, game: Game) -> None:
        """As the lowest seat that is here: ask for votes."""
        s = self._s
        people = game.roster.people
        ready = [peer.seat for peer in s.players() if s.resync.up_to_date(peer)]
        linked = {peer.seat for peer in s.players()}
        here = tuple(seat for seat in people if seat == game.seat or seat in ready)
        if here != self._here:
            self._here, self._alone_ms = here, s.now
        lowest = min((seat for seat in people if seat == game.seat or seat in linked), default=None)
        if lowest != game.seat or self._alone_ms is None or s.now - self._alone_ms < limits.SETTLE_MS:
            return
        if self._collecting is not None and s.now - self._asked_ms < limits.VOTE_AGAIN_MS:
            return
        if self._collecting is not None:
            self._silent = frozenset(self._collecting.missing)
            self._collecting = None
        asked = [seat for seat in here if seat not in self._silent]
        if len(asked) < need(game.chain):
            asked, self._silent = list(here), frozenset()
        if len(asked) < need(game.chain):
            return
        self._ask(game, [seat for seat in game.roster.people if seat not in asked])

    def _ask(self, game: Game, away: list[int]) -> None:
        s = self._s
        assert game.seat is not None
        term = max(game.chain.term, game.promises.voted_term, self._heard) + 1
        if term > U32:
            return
        ask = term_ask(game.chain, away, term)
        self._asked_ms = s.now
        collecting = self._collecting = Collecting(ask, voters(game.chain, ask), game.roster.keys)
        game.promises.keep_vote(term, ask.hash)
        collecting.add(sign_reply(s.identity, ask, game.seat, True).message(ask))
        for peer in s.players():
            if peer.seat in collecting.missing:
                s.send(peer, ask.message())
        self._settle(game)

    def asked(self, peer: Peer, message: m.AskMessage) -> None:
        """Somebody wants to be host."""
        s, game = self._s, self._s.game
        assert game is not None
        ask = ask_of(game.chain.gid, message)
        body = ask.body
        if set(body) != {"term", "host", "away"} or type(body["term"]) is not int or body["host"] != peer.seat:
            return s.unexpected(peer)
        if game.table is None or game.ended or s.stopped is not None:
            return None
        if ask != game.chain.ask("term", **body):  # not our log; it may be, by the time it asks again
            if (ask.term, ask.n) > (game.chain.term, game.last):
                s.resync.behind(peer, ask.term, ask.n)
            else:
                s.resync.offer(peer, ask.term, ask.n)
            return None
        has_host = not self.deposed and (s.hosting or s.host_peer() is not None) and peer is not s.host_peer()
        seat, away = game.seat, body["away"]
        if seat is None or type(away) is not list or seat in away:
            return None
        if has_host or not game.promises.may_vote(body["term"], ask.hash) or body["term"] > game.chain.term + _FAR:
            s.refuse(peer, "ASK", "stale_term", term=max(game.promises.voted_term, game.chain.term))
            return None
        game.promises.keep_vote(body["term"], ask.hash)
        s.send(peer, sign_reply(s.identity, ask, seat, True).message(ask))
        self._step_down(game)
        return None

    def replied(self, peer: Peer, message: m.ReplyMessage) -> None:
        s, game = self._s, self._s.game
        assert game is not None
        if message.seat != peer.seat:
            return s.unexpected(peer)
        if self._collecting is not None and self._collecting.ask.n == game.last:
            self._collecting.add(message)
            self._settle(game)
        return None

    def _settle(self, game: Game) -> None:
        s, asked = self._s, self._collecting
        if asked is None or asked.missing or asked.ask != game.chain.ask("term", **asked.ask.body):
            return
        self._collecting = None
        try:
            kind, body = record_of(asked.ask, asked.rows())
        except Refusal:  # somebody said no
            return
        entry = game.signed(s.identity, game.beside(kind, None, body), asked.ask.body["term"])
        s.order(entry)

    def changed(self) -> None:
        """There is a new host; it may be us."""
        s, game = self._s, self._s.game
        assert game is not None
        chain = game.chain
        self._collecting, self._lost_ms, self._silent, self._here = None, None, frozenset(), ()
        if self._heard <= chain.term:
            self._heard = 0
        s.lobby = None
        if chain.host == game.seat:
            name = s.table.name if s.table is not None else s.name
            s.lobby = Lobby.of(name, game.roster)
            s.show_lobby()
        else:
            self._send_on(game)
        s.tell(HostChanged(chain.term, chain.host))

    def _send_on(self, game: Game) -> None:
        """Whoever is with us and takes us, or another, for the host has to know; who watches needs the new one."""
        s, entry = self._s, game.chain.links[-1].entry
        assert entry is not None
        for peer in list(s.peers.values()):
            if peer.role == "spectator":
                s.drop(peer, "not_host")
            elif peer.role == "player" and peer.seat != game.chain.host:
                s.send(peer, entry.message())

    def waiting(self) -> tuple[Waiting, ...]:
        game = self._s.game
        if game is None or self._lost_ms is None or game.ended:
            return ()
        return (Waiting(game.chain.host, "host", self._lost_ms),)
