"""From a full lobby to the first card: the header that all sign, and the seed to which all give a share.

    READY …  ROSTER, SIGN …      entries 0 "game" and 1 "signed"
    ASK commit, REPLY …          entry 2 "commit"
    ASK seed, REPLY …            entry 3 "seed"
                                 entry 4 "deal"

Whoever withholds an answer while its link is alive, or shows another share than it promised, is named, and all are
back in the lobby. Whoever is merely gone is waited for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core import games
from core.dealers import commitment
from core.game import BadOption
from net import messages as m
from net import opening
from net.agreements import record_of, voters
from net.entries import Entry
from net.joint_seed import new_share, promise, show
from net.opening import NONCE, Person, Roster
from net.refusal import Refusal
from net.replies import Ask, Collecting, Reply, ask_of
from net.session import limits
from net.session.game import UNDEALT, Game, header_entry
from net.session.notices import Begun, StartFailed
from net.session.peers import Peer, Waiting

if TYPE_CHECKING:
    from net.session.engine import Engine

_KINDS = {2: "commit", 3: "seed"}  # what is asked, by the number of entries there are


class Starting:
    def __init__(self, session: Engine) -> None:
        self._s = session
        self._nonce = b""  # ours, of the table we said we are ready for
        self._nonce_rev = -1
        self.expected: bytes | None = None  # the id of the game that will begin
        self._roster: Roster | None = None  # as the host: what all shall sign
        self._sigs: dict[int, bytes] = {}
        self._collecting: Collecting | None = None  # as the host: shares
        self._asked: dict[int, tuple[int, int]] = {}  # by seat: when it was asked over its link, and pings up to then
        self._since_ms = 0

    @property
    def busy(self) -> bool:
        """As the host: a header is out."""
        return self._roster is not None

    # Ready -----------------------------------------------------------------------------------------------------------

    def ready(self, ready: bool) -> None:
        s = self._s
        if s.game is not None or s.table is None or s.seat is None:
            return
        if ready and (not self._nonce or self._nonce_rev != s.table.rev):
            self._nonce, self._nonce_rev = s.me.random(NONCE), s.table.rev
        if s.lobby is not None:
            if not self.busy:
                s.lobby.ready(s.identity.key, s.lobby.rev, ready, self._nonce)
                s.show_lobby()
                s.rematch.maybe_start()
        elif (host := s.host_peer()) is not None:
            s.send(host, m.Ready(s.table.rev, ready, self._nonce if ready else None))

    # The header ------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        s = self._s
        lobby, seat = s.lobby, s.seat
        if lobby is None or seat is None or s.game is not None or self.busy:
            raise Refusal("unexpected_message", kind="ROSTER")
        for number, place in enumerate(lobby.places):
            if place.who == "open" or (place.who == "person" and not place.ready):
                raise Refusal("not_agreed", seat=number)
        self._roster = opening.propose(games.load(lobby.game), lobby.seats(), lobby.options, seat)
        self._sigs = {seat: opening.sign_roster(s.identity, self._roster)}
        self._since_ms = s.now
        for peer in s.players():
            self._mark(peer)
            s.send(peer, m.Roster(self._roster.raw))
        s.show_lobby()
        self._all_signed()

    def roster(self, peer: Peer, message: m.Roster) -> None:
        """As a guest: sign it, if it is the table we are ready for."""
        s = self._s
        if peer is not s.host_peer() or s.game is not None or s.table is None or s.role == "spectator":
            return s.unexpected(peer)
        if not self._nonce:
            return s.unexpected(peer)
        seat, host = s.seat, s.table.host
        roster = opening.read_roster(message.raw)
        if seat is None or host is None or host >= len(s.table.seats) or s.table.seats[host][3] != peer.key:
            return s.unexpected(peer)
        me = Person(s.table.seats[seat][1], s.identity.key, self._nonce)
        try:
            opening.agree(roster, seat, me, s.table.game, s.table.options, host)
        except BadOption:  # what we were shown in the lobby was no table at all
            raise Refusal("bad_roster", what="rules") from None
        if [one.key if isinstance(one, Person) else None for one in roster.seats] != [row[3] for row in s.table.seats]:
            raise Refusal("bad_roster", what="keys")
        self.expected = roster.gid
        s.send(peer, m.Sign(roster.gid, opening.sign_roster(s.identity, roster)))
        return None

    def sign(self, peer: Peer, message: m.Sign) -> None:
        s, roster = self._s, self._roster
        if peer.role != "player" or peer.seat is None:
            return s.unexpected(peer)
        if roster is None or message.gid != roster.gid:
            return None  # of a start that was called off
        opening.check_signature(roster, peer.seat, message.sig)
        self._sigs[peer.seat] = message.sig
        self._all_signed()
        return None

    def _all_signed(self) -> None:
        s, roster = self._s, self._roster
        if roster is None or any(seat not in self._sigs for seat in roster.people):
            return
        body = opening.signed_body(roster, self._sigs)
        first = header_entry(s.identity, roster)
        self._roster = None
        self._begin(first, roster.host)
        assert s.game is not None
        for peer in s.players():
            s.send(peer, first.message())
        s.watching.broadcast()
        s.order(s.game.signed(s.identity, s.game.beside("signed", None, body)))
        s.show_lobby()

    def _begin(self, first: Entry, seat: int) -> None:
        s = self._s
        s.game = Game.begin(s.me.store, first, seat)
        s.stopped = None
        for peer in s.peers.values():
            if peer.role == "player":
                peer.seat = next((n for n, key in s.game.roster.keys.items() if key == peer.key), None)
        self._collecting, self._asked = None, {}
        s.rematch.begun()
        s.terms.begin()
        s.tell(Begun(s.game.chain.gid))

    def first(self, peer: Peer, entry: Entry) -> None:
        """As a guest: the signed header of the game that we have agreed to, or were in before a crash."""
        s = self._s
        if peer is not s.host_peer() or self.expected is None:
            return s.unexpected(peer)
        if entry.record.n != 0:
            return None
        if entry.gid != self.expected:
            raise Refusal("bad_roster", what="gid")
        roster = opening.roster_of(entry.record)
        seat = next((seat for seat, key in roster.keys.items() if key == s.identity.key), None)
        if seat is None or (roster.keys[roster.host] != peer.key and peer.target < 1):
            raise Refusal("bad_roster", what="me")
        target = peer.target
        self._begin(entry, seat)
        self.expected, peer.chunk_from = None, 0
        if target >= 0 and s.game is not None and s.game.last >= target:
            peer.target = -1
        return None

    def gone(self, peer: Peer) -> None:
        """As the host, in the lobby: somebody left while the header was out."""
        if self.busy:
            self.fail("left", None)

    def cancel(self) -> None:
        self._roster = None

    # The shares ------------------------------------------------------------------------------------------------------

    def step(self) -> bool:
        """As the host: asks for shares, and puts them in the log once all are there."""
        s, game = self._s, self._s.game
        if game is None or game.table is not None or not s.hosting or len(game.chain) not in _KINDS:
            return False
        collecting = self._collecting
        if collecting is None or collecting.ask.n != game.last:
            ask = game.chain.ask(_KINDS[len(game.chain)])
            collecting = self._collecting = Collecting(ask, voters(game.chain, ask), game.roster.keys)
            self._asked, self._since_ms = {}, s.now
            reply = self._reply(game, ask)
            if reply is None:
                self.fail("share_lost", game.seat)
                return False
            collecting.add(reply.message(ask))
            for peer in s.players():
                self.rejoined(peer)
        if collecting.missing:
            return False
        kind, body = record_of(collecting.ask, collecting.rows())
        return s.order(game.signed(s.identity, game.beside(kind, None, body)))

    def rejoined(self, peer: Peer) -> None:
        """As the host: asks this seat, if it has not answered yet."""
        collecting = self._collecting
        game = self._s.game
        if collecting is None or game is None or collecting.ask.n != game.last or peer.seat not in collecting.missing:
            return
        self._mark(peer)
        self._s.send(peer, collecting.ask.message())

    def asked(self, peer: Peer, message: m.AskMessage) -> None:
        """As a guest: our share, first its hash, then itself."""
        s, game = self._s, self._s.game
        assert game is not None
        ask = ask_of(game.chain.gid, message)
        if peer is not s.host_peer() or s.hosting or ask != game.chain.ask(message.kind):
            return None  # not where our log ends; if it comes to that we are asked again
        if _KINDS.get(len(game.chain)) != message.kind or message.body:
            return s.unexpected(peer)
        reply = self._reply(game, ask)
        if reply is not None:
            s.send(peer, reply.message(ask))
        return None

    def _reply(self, game: Game, ask: Ask) -> Reply | None:
        """None if our share is lost, and with it this game."""
        s, seat = self._s, game.seat
        assert seat is not None
        if ask.kind == "commit":
            if not game.promises.share:
                game.promises.keep_share(new_share(s.me.random))
            return promise(s.identity, ask, seat, game.promises.share)
        return show(s.identity, ask, seat, game.promises.share) if game.promises.share else None

    def replied(self, peer: Peer, message: m.ReplyMessage) -> None:
        s, game, collecting = self._s, self._s.game, self._collecting
        assert game is not None
        if message.seat != peer.seat:
            return s.unexpected(peer)
        if not s.hosting or collecting is None or collecting.ask.n != game.last:
            return None
        if message.kind == "seed" and isinstance(message.payload, bytes):
            promised = {seat: row for seat, row, _ in game.chain.links[-1].record.body}
            if commitment(game.chain.gid, message.seat, message.payload) != promised[message.seat]:
                collecting.add(message)  # Refusal if somebody else made this answer
                return self.fail("broken_promise", message.seat)
        collecting.add(message)
        return None

    def fail(self, reason: str, blamed: int | None) -> None:
        """As the host: back to the lobby."""
        s = self._s
        assert s.lobby is not None
        self._roster, self._collecting, s.game = None, None, None
        s.lobby.changed()
        s.tell(StartFailed(reason, blamed))
        s.show_lobby()

    def tick(self) -> None:
        s = self._s
        if self._roster is not None:
            missing = [seat for seat in self._roster.people if seat not in self._sigs]
            if s.now - self._since_ms >= limits.ANSWER_MS:
                self.fail("not_agreed", next((seat for seat in missing if self._withholds(seat)), None))
        elif self._collecting is not None and s.game is not None and s.game.last < UNDEALT - 1 and s.hosting:
            for seat in self._collecting.missing:
                if self._withholds(seat):
                    return self.fail("missing_reply", seat)
        return None

    def _mark(self, peer: Peer) -> None:
        assert peer.seat is not None
        self._asked[peer.seat] = self._s.now, peer.pings

    def _withholds(self, seat: int) -> bool:
        """Whether this seat got our question, had time enough, and has not answered: it has answered a later ping."""
        peer, asked = self._s.player(seat), self._asked.get(seat)
        if peer is None or asked is None:
            return False
        return self._s.now - asked[0] >= limits.ANSWER_MS and peer.ponged > asked[1]

    def waiting(self) -> tuple[Waiting, ...]:
        game = self._s.game
        if self._roster is not None:
            missing = [seat for seat in self._roster.people if seat not in self._sigs]
            return tuple(Waiting(seat, "sign", self._since_ms) for seat in missing)
        if self._collecting is not None and game is not None and game.last < UNDEALT - 1:
            collecting = self._collecting
            return tuple(Waiting(seat, collecting.ask.kind, self._since_ms) for seat in collecting.missing)
        return ()
