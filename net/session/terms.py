"""When the host is lost: agreeing on another, or confirming the present one.

Everybody without a host dials it, and after a while all the others too (dialling.py). The lowest seat that is there
asks for votes, with the best log of those it has reached. The rules are like Raft's. A seat votes once in a term, only
for a log that is equal to its own, and not while it has a host. After its vote it takes no orders of an earlier term. A
change needs a vote of everybody it does not name away, and of more than half of all persons. Entries of the old host
that are not in the new host's log are put aside.

Only our own vote deposes our host; what others say of their votes does not. A host that hears that a seat has voted for
another asks to be confirmed, in a later term than that vote, and goes on ordering meanwhile (doubts.py). The host alone
can make the entry, and it knows whether the place that was voted on is still the last; if not, it drops the question.
So a vote for the present host does not stop its voter from taking the host's orders.

Nobody can lead a seat to a term so late that no later ones are left. There is a ceiling, far above the term of the log,
and it rises with time, faster than honest programs use up terms. It is about the same for all: if one seat was led up
to it, the others can follow a second later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from net import messages as m
from net.agreements import need, record_of, term_ask, voters
from net.bucket import Bucket
from net.chain import Verdict
from net.refusal import Refusal
from net.replies import Ask, Collecting, ask_of, sign_reply
from net.session import limits
from net.session.doubts import Doubts
from net.session.lobby import Lobby
from net.session.notices import HostChanged
from net.session.peers import Peer, Waiting
from net.session.signed_game import SignedGame
from net.shapes import U32

if TYPE_CHECKING:
    from net.session.engine import Engine

_PATIENCE = 4  # times VOTE_AGAIN_MS: how long a seat that voted for another waits for its host to ask to be confirmed


class Terms:
    """The votes on a host, and when to look for another. The engine owns it."""

    def __init__(self, session: Engine) -> None:
        self._s = session
        self._heard = 0  # the latest term in which a seat says it has voted, of those that we believe
        self._begun_ms = 0  # when our game began, or was resumed
        self._voted_before = 0  # the last term in which we had voted by then
        self._confirmations = Bucket(limits.VOTES_A_SECOND, limits.VOTES_AT_ONCE, session.now)
        self._lost_ms: int | None = None  # since when we have no host
        self._alone_ms: int | None = None  # as a candidate: since when the same seats are here
        self._here: tuple[int, ...] = ()  # those seats
        self._collecting: Collecting | None = None  # as a candidate: the votes so far
        self._asked_ms = 0  # as a candidate: when we last asked for votes
        self._silent: frozenset[int] = frozenset()  # as a candidate: seats that did not answer the last question
        self._doubts = Doubts()  # as the host
        self._refused_ms: int | None = None  # since when we are linked to a host that we have voted out
        self._pings: dict[int, int] = {}  # by seat: pings before our question; a later pong proves that it arrived
        self._host: int | None = None  # the host that our screens know of

    def begin(self) -> None:
        """A game begins, or is resumed."""
        self._heard, self._lost_ms, self._collecting, self._refused_ms = 0, None, None, None
        self._silent = frozenset()
        self._pings.clear()
        self._doubts.clear()
        game = self._s.game
        self._host = None if game is None else game.chain.host
        self._begun_ms, self._voted_before = self._s.now, 0 if game is None else game.promises.voted_term

    @property
    def deposed(self) -> bool:
        """Whether we have voted for another host in a later term. Then we take no orders until there is one."""
        game = self._s.game
        return game is not None and game.promises.voted_against(game.chain.host) > game.chain.term

    @property
    def looking(self) -> bool:
        """Whether we look for another host."""
        s, game = self._s, self._s.game
        if game is None or game.ended or game.table is None or s.stopped is not None:
            return False
        lost = self._lost_ms is not None and s.now - self._lost_ms >= limits.LOST_MS
        return self.deposed or lost

    def tick(self) -> None:
        """Notes whether we have a host, dials whom we need, and asks for votes if that is due."""
        s, game = self._s, self._s.game
        if s.stopped is not None:
            return
        if game is None:
            if s.lobby is None and s.role == "player" and s.host_peer() is None:
                s.dialling.dial(None)
            return
        if s.hosting or s.host_peer() is not None:
            self._lost_ms = None
        elif self._lost_ms is None:
            self._lost_ms = s.now
        s.dialling.dial_needed(game)
        self._refused_ms = (self._refused_ms or s.now) if self.deposed and s.host_peer() is not None else None
        if self.looking or s.hosting:
            s.resync.remind()
        if self.looking:
            self._stand(game)
        elif s.hosting and not game.ended and self._is_doubted(game):  # after the end nobody votes any more
            self._stand(game)
            self._drop_silent()
        else:
            self._collecting, self._alone_ms, self._here = None, None, ()
            if s.hosting or s.host_peer() is not None:
                s.dialling.tidy(game)

    # Voting ----------------------------------------------------------------------------------------------------------

    def met(self, peer: Peer) -> None:
        """We are up to date with this peer. If it is the host that we have voted out, tells it so."""
        game = self._s.game
        if game is not None and self.deposed and peer.seat == game.chain.host:
            self.refuse_stale(peer)

    def refuse_stale(self, peer: Peer) -> None:
        """Tells this peer, once, in which later term we have voted."""
        game = self._s.game
        assert game is not None
        voted = game.promises.voted_term
        if peer.refused_term < voted:
            peer.refused_term = voted
            self._s.refuse(peer, "ENTRY", "stale_term", term=voted)

    def told(self, peer: Peer, term: Any) -> None:
        """This peer says that it has voted in this term. That is hearsay: as the host we only ask to be confirmed."""
        s, game = self._s, self._s.game
        if peer.seat is None or game is None or game.table is None or type(term) is not int:
            return
        # This counts for seats without a vote too: such a seat can neither take orders nor take its seat over before a
        # later term.
        if term <= game.chain.term:
            return
        self._hear(game, term)
        if s.hosting and not game.ended:
            self._doubts.told(peer.seat, term, s.now)

    def _ceiling(self, game: SignedGame) -> int:
        """The latest term in which we vote, and in which we believe that others have voted."""
        risen = (self._s.now - self._begun_ms) * limits.TERMS_A_SECOND // 1000
        return min(U32, max(game.chain.term + limits.TERMS_AHEAD, self._voted_before) + risen)

    def _hear(self, game: SignedGame, term: int) -> None:
        """Believes that somebody has voted in this term, unless it is above the ceiling."""
        if term <= self._ceiling(game):
            self._heard = max(self._heard, term)

    def _is_doubted(self, game: SignedGame) -> bool:
        """As the host: whether somebody linked to us takes no orders, and it is time to ask to be confirmed. Not while
        that seat's vote is above the ceiling: nobody else would vote in a later term."""
        due = self._doubts.due({peer.seat for peer in self._s.players()}, self._s.now)
        for term in due:
            self._hear(game, term)
        return any(term <= self._heard for term in due)

    def _drop_silent(self) -> None:
        """As the host: drops a seat that says it has voted for another and then does not vote at all, which only holds
        us up. If there are enough votes without it, the next question names it away before it comes to that."""
        for seat in self._doubts.without_a_vote():
            peer = self._s.player(seat)
            if peer is not None:
                self._doubts.close(seat)
                self._s.misbehaved(peer, Verdict("no_vote", seat))

    def _stand(self, game: SignedGame) -> None:
        """As the host, or as the lowest seat that is here without it: asks for votes."""
        s = self._s
        people = game.roster.people
        gone = {game.chain.host} if self._is_out_of_patience() else set()
        peers = [peer for peer in s.players() if peer.seat not in gone]
        ready = [peer.seat for peer in peers if s.resync.up_to_date(peer)]
        linked = {peer.seat for peer in peers}
        here = tuple(seat for seat in people if seat == game.seat or seat in ready)
        if here != self._here:
            self._here, self._alone_ms = here, s.now
        if self._next_host(game, linked) != game.seat:
            return
        if self._alone_ms is None or s.now - self._alone_ms < limits.SETTLE_MS:
            return
        if self._collecting is not None and s.now - self._asked_ms < limits.VOTE_AGAIN_MS:
            return
        if self._collecting is not None:
            self._silent = frozenset(self._collecting.missing)
            for seat in self._silent:
                peer = s.player(seat)
                if peer is not None and peer.ponged > self._pings.get(seat, peer.pings):
                    self._doubts.not_voted(seat, self._collecting.ask.body["term"])
        asked = [seat for seat in here if seat not in self._silent]
        if len(asked) < need(game.chain):
            asked, self._silent = list(here), frozenset()
        if len(asked) < need(game.chain):
            return
        self._ask(game, [seat for seat in game.roster.people if seat not in asked])

    def _is_out_of_patience(self) -> bool:
        """Whether the host that we voted out is linked to us and has not asked to be confirmed for long."""
        since = self._refused_ms
        return since is not None and self._s.now - since >= _PATIENCE * limits.VOTE_AGAIN_MS

    def _next_host(self, game: SignedGame, linked: set[int | None]) -> int | None:
        """The seat that has to ask for votes, of those that we know to be here."""
        here = [seat for seat in game.roster.people if seat == game.seat or seat in linked]
        return game.chain.host if game.chain.host in here else min(here, default=None)

    def _ask(self, game: SignedGame, away: list[int]) -> None:
        """Asks for votes: the same question again if that may still succeed, else one of a later term."""
        s, collecting = self._s, self._collecting
        if collecting is None or not self._can_stand(game, collecting.ask, away):
            collecting = self._collecting = self._question(game, away)
        if collecting is None:
            return
        self._asked_ms = s.now
        for peer in s.players():
            if peer.seat is not None and peer.seat in collecting.missing:
                self._pings[peer.seat] = peer.pings
                s.send(peer, collecting.ask.message())
        self._settle(game)

    def _can_stand(self, game: SignedGame, ask: Ask, away: list[int]) -> bool:
        """Whether we may ask the same question again: nobody is known to have voted for another in its term or a later
        one. So a seat that has a host, and that we ask for hours, does not make us use up terms."""
        term = ask.body["term"]
        if term <= self._heard or not game.promises.may_vote(term, ask.hash):
            return False
        return term > game.chain.term and ask == term_ask(game.chain, away, term)

    def _question(self, game: SignedGame, away: list[int]) -> Collecting | None:
        """A question in a later term than any we know of, with our own vote; None if no later term is left."""
        assert game.seat is not None
        term = max(game.chain.term, game.promises.voted_term, self._heard) + 1
        if term > U32:
            return None
        ask = term_ask(game.chain, away, term)
        collecting = Collecting(ask, voters(game.chain, ask), game.roster.keys)
        game.promises.keep_vote(term, ask.hash, game.seat)
        collecting.add(sign_reply(self._s.identity, ask, game.seat, True).message(ask))
        return collecting

    def asked(self, peer: Peer, message: m.AskMessage) -> None:
        """This peer asks for our vote."""
        s, game = self._s, self._s.game
        assert game is not None
        ask = ask_of(game.chain.gid, message)
        body, host = ask.body, peer.seat
        if host is None or set(body) != {"term", "host", "away"} or body["host"] != host:
            return s.unexpected(peer)
        if type(body["term"]) is not int or type(body["host"]) is not int:  # False and True are no seats
            return s.unexpected(peer)
        if game.table is None or game.ended or s.stopped is not None:
            return None
        if ask != game.chain.ask("term", **body):  # not the end of our log; it may be when the peer asks again
            if (ask.term, ask.n) > (game.chain.term, game.last):
                s.resync.behind(peer, ask.term, ask.n)
            else:
                s.resync.offer(peer, ask.term, ask.n)
            return None
        has_host = not self.deposed and (s.hosting or s.host_peer() is not None) and peer is not s.host_peer()
        seat, away = game.seat, body["away"]
        if seat is None or type(away) is not list or seat in away:
            return None
        term, promises = body["term"], game.promises
        if has_host or not promises.may_vote(term, ask.hash) or term > self._ceiling(game):
            s.refuse(peer, "ASK", "stale_term", term=max(promises.voted_term, game.chain.term))
            return None
        if ask.hash != promises.voted_hash:
            if peer is s.host_peer() and not self._confirmations.take(s.now):
                return None
            promises.keep_vote(term, ask.hash, host)
        s.send(peer, sign_reply(s.identity, ask, seat, True).message(ask))
        return None

    def replied(self, peer: Peer, message: m.ReplyMessage) -> None:
        s, game = self._s, self._s.game
        assert game is not None
        if message.seat != peer.seat:
            return s.unexpected(peer)
        if self._collecting is not None:
            self._collecting.add(message)
            self._settle(game)
        return None

    def _settle(self, game: SignedGame) -> None:
        """Orders the `term` entry once all have voted."""
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
        """There is a new host, which may be us; or the present host was confirmed."""
        s, game = self._s, self._s.game
        assert game is not None
        chain = game.chain
        self._collecting, self._lost_ms, self._silent, self._here = None, None, frozenset(), ()
        self._refused_ms = None
        if self._heard <= chain.term:
            self._heard = 0
        self._doubts.confirmed(s.now)
        s.desync.changed()
        s.meeting.host_changed()
        s.company.game_begun(game.roster.keys[chain.host])
        if chain.host != game.seat:
            s.lobby = None
            self._send_on(game)
        elif s.lobby is None:
            name = (s.table.name if s.table is not None else s.table_name) or s.name
            s.lobby = Lobby.of(name, game.roster, rev=s.last_rev)
            s.show_lobby()
        if chain.host != self._host:
            self._host = chain.host
            s.tell(HostChanged(chain.term, chain.host))

    def _send_on(self, game: SignedGame) -> None:
        """As a guest: tells the players linked to us of the new host, in case they take another for it, and sends
        spectators away to look for it."""
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
