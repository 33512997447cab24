"""From a full lobby to the header that all have signed, and back to the lobby if the start fails.

    READY …  ROSTER, SIGN …      entries 0 "game" and 1 "signed"
    shares.py                    entries 2 "commit" and 3 "seed"
    play.py                      entry 4 "deal"

While the header is out, the start ends if somebody leaves, or does not sign in time. One press of ready is good for one
start (pledge.py). Whoever ends a start after shares were shown has that counted (failed_starts.py).
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from core import games
from core.frames import LogError
from core.game import BadOption
from core.table import TableError
from net import messages as m
from net import opening
from net.entries import Entry
from net.joint_seed import new_share
from net.opening import NONCE, Person, Roster
from net.refusal import Refusal
from net.session import limits
from net.session.lobby import Lobby
from net.session.notices import Begun
from net.session.peers import AnswerTimes, Peer, Waiting
from net.session.pledge import Pledge, seats_of
from net.session.promises import Promises
from net.session.signed_game import UNDEALT, SignedGame, header_entry

if TYPE_CHECKING:
    from net.session.engine import Engine


class Starting:
    """The start of a game, on the host's side and on a guest's. The engine owns it."""

    def __init__(self, session: Engine) -> None:
        self._s = session
        self._pledge: Pledge | None = None  # as a guest: our word that we are ready
        self._agreed: Roster | None = None  # as a guest: the header that we have signed, until its entry comes
        self.expected: bytes | None = None  # as a guest: the id of the game whose header we wait for
        self._roster: Roster | None = None  # as the host: the header that all shall sign
        self._sigs: dict[int, bytes] = {}  # as the host: by seat
        self._times = AnswerTimes()  # as the host: when we sent each seat the header
        self._since_ms = 0  # as the host: when we sent the header

    @property
    def busy(self) -> bool:
        """As the host: whether a header is out that not all have signed."""
        return self._roster is not None

    @property
    def is_pledged(self) -> bool:
        """As a guest: whether we are ready, as far as we know."""
        return self._pledge is not None

    # Ready -----------------------------------------------------------------------------------------------------------

    def ready(self, ready: bool) -> None:
        """Our person is ready for the table on show, or no longer is."""
        s = self._s
        if s.game is not None or s.table is None or s.seat is None:
            return
        if not ready:
            s.rematch.no_longer()
        if s.lobby is not None:
            if not self.busy:
                s.lobby.ready(s.identity.key, s.lobby.rev, ready, s.me.random(NONCE))
                s.show_lobby()
                s.rematch.maybe_start()
            return
        if self._agreed is not None:
            return  # the start goes on: our word is spent, and the next one is for the next start
        host = s.host_peer()
        if not ready or host is None:
            self._pledge = None
        elif self._pledge is None or self._pledge.link != host.link:
            self._pledge = Pledge(s.me.random(NONCE), s.table, host.link)
        if host is not None:
            s.send(host, m.Ready(s.table.rev, ready, self._pledge.nonce if self._pledge is not None else None))

    def lobby_shown(self, table: m.Lobby) -> None:
        """As a guest: the host shows its lobby. Checks whether our pledge still stands, and whether the start goes
        on."""
        s = self._s
        if self._pledge is not None:
            self._pledge = self._pledge.after(table, s.identity.key)
        if table.state == "lobby":
            if s.game is not None:
                self.leave_off(s.game.chain.gid)
            elif self._agreed is not None:  # a header that we have signed must not come back after we took it for void
                self.leave_off(self._agreed.gid)

    # The header ------------------------------------------------------------------------------------------------------

    def forget(self) -> None:
        """We change from guest to host of this company, or from host to guest: no start of the other's goes on."""
        s = self._s
        if s.lobby is None and s.game is not None:
            self.leave_off(s.game.chain.gid)
        elif s.lobby is None and self._agreed is not None:
            self.leave_off(self._agreed.gid)
        self._pledge, self._agreed, self.expected, self._roster = None, None, None, None

    def start(self) -> None:
        """As the host: sends the header to all; Refusal not_agreed {seat} if somebody is not ready."""
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
        s.failed_starts.agreed()
        s.shares.forget()  # those of the last game must not count as out
        for peer in s.players():
            self._times.note(peer, s.now)
            s.send(peer, m.Roster(self._roster.raw))
        s.show_lobby()
        self._all_signed()

    def roster(self, peer: Peer, message: m.Roster) -> None:
        """As a guest: signs the header if it is the table we are ready for. That spends our pledge."""
        s, pledge = self._s, self._pledge
        if peer is not s.host_peer() or s.game is not None or s.table is None or s.role == "spectator":
            return s.unexpected(peer)
        seat, host = s.seat, s.table.host
        roster = opening.read_roster(message.raw)
        if seat is None or host is None or host >= len(s.table.seats) or s.table.seats[host][3] != peer.key:
            return s.unexpected(peer)
        nonces = [one.nonce for one in roster.seats if isinstance(one, Person) and one.key == s.identity.key]
        if pledge is None or (nonces, peer.link) != ([pledge.nonce], pledge.link):
            return s.refuse(peer, "ROSTER", "not_ready")  # our person may have taken ready back a moment ago
        me = Person(s.table.seats[seat][1], s.identity.key, pledge.nonce)
        try:
            opening.agree(roster, seat, me, s.table.game, s.table.options, host)
        except BadOption:  # the lobby showed us rules that no game has
            raise Refusal("bad_roster", what="rules") from None
        if seats_of(roster) != [row[:4] for row in pledge.table.seats]:
            raise Refusal("bad_roster", what="seats")
        self._pledge = None
        s.rematch.no_longer()
        s.failed_starts.agreed()
        # Store the share before we sign: after a crash it tells us that this game is ours to go on with.
        Promises(s.me.store, roster.gid).keep_share(new_share(s.me.random))
        self.expected, self._agreed, s.shares.shown_over = roster.gid, roster, None
        s.send(peer, m.Sign(roster.gid, opening.sign_roster(s.identity, roster)))
        return None

    def refused(self, peer: Peer) -> None:
        """As the host: this guest was no longer ready when the header came."""
        if self._roster is not None and peer.plays and peer.seat in self._roster.people:
            self.fail("not_agreed", peer.seat)

    def may_return(self, gid: bytes, n: int) -> bool:
        """As a guest without a game: whether the game that JOINED names can be ours. If it is not dealt yet, we must
        have a promise of it on the disk, and it must not be a start that was given up."""
        s = self._s
        if s.failed_starts.is_given_up(gid):
            return False
        if self._agreed is not None and self._agreed.gid != gid:
            self.leave_off(self._agreed.gid)  # the host is back without our start
            return n >= UNDEALT - 1
        return n >= UNDEALT - 1 or s.me.store.promises(gid) is not None

    def leave_off(self, gid: bytes) -> None:
        """As a guest: our host has a table without this start, so we remove all we have of it."""
        s, game, roster = self._s, self._s.game, self._agreed
        if game is not None:
            if game.chain.gid != gid or game.last >= UNDEALT - 1 or game.seat is None:
                return
            roster = game.roster
            s.host_key = roster.keys[game.chain.host]  # in whose lobby we sit now, whichever of us called the other
        elif roster is None or roster.gid != gid:
            return
        seat = next(seat for seat, key in roster.keys.items() if key == s.identity.key)
        s.failed_starts.lay_down(roster, seat, s.shares.shown_over)
        s.me.store.discard(gid, None if game is None else game.log)
        s.game, self.expected, self._agreed, s.shares.shown_over = None, None, None, None

    def sign(self, peer: Peer, message: m.Sign) -> None:
        """As the host: a guest has signed the header."""
        s, roster = self._s, self._roster
        if peer.seat is None or not peer.plays:
            return s.unexpected(peer)
        if roster is None or message.gid != roster.gid:
            return None  # of a start that was called off
        opening.check_signature(roster, peer.seat, message.sig)
        self._sigs[peer.seat] = message.sig
        self._all_signed()
        return None

    def _all_signed(self) -> None:
        """As the host: begins the game once all have signed."""
        s, roster = self._s, self._roster
        if roster is None or any(seat not in self._sigs for seat in roster.people):
            return
        body = opening.signed_body(roster, self._sigs)
        first = header_entry(s.identity, roster)
        self._roster = None
        self._begin(first, roster.host, new=True)
        assert s.game is not None
        for peer in s.players():
            s.send(peer, first.message())
        s.watching.broadcast()
        s.order(s.game.signed(s.identity, s.game.beside("signed", None, body)))
        s.show_lobby()

    def _begin(self, first: Entry, seat: int, *, new: bool, told: int = -1) -> None:
        """The game has its header."""
        s = self._s
        s.game = SignedGame.begin(s.me.store, first, seat, new=new)
        self._enter(s.game, told)

    def on_disk(self, gid: bytes) -> SignedGame | None:
        """This game as our disk has it; None if it is not there, was not dealt, or is not sound."""
        s = self._s
        with suppress(LogError, OSError, Refusal, TableError):
            log = s.me.store.open(gid)
            if log is not None and len(log.records) >= UNDEALT:
                return SignedGame.resume(s.me.store, log, s.identity.key)
        return None

    def take_up(self, gid: bytes, key: bytes) -> None:
        """Goes on from the disk with a game of ours to which somebody with this key, who has a seat in it, lets us
        come. Nothing happens if we do not have it: then its log comes over the link."""
        s, game = self._s, self.on_disk(gid)
        if game is None or game.seat is None or key not in game.roster.keys.values():
            return
        s.game = game
        self.expected, self._agreed, self._pledge = None, None, None
        self._enter(game, -1)

    def _enter(self, game: SignedGame, told: int) -> None:
        """We are in this game: our links get their seats, and every part begins anew."""
        s = self._s
        s.stopped = None
        if game.chain.host == game.seat and s.lobby is None:  # our program was started again since it began
            s.lobby = Lobby.of(s.table_name or s.name, game.roster, rev=s.last_rev)
        seats = {key: seat for seat, key in game.roster.keys.items()}
        for peer in [peer for peer in s.peers.values() if peer.role == "player"]:
            peer.seat = seats.get(peer.key)
            if peer.seat is None:
                s.drop(peer, "playing")  # this peer had no seat when the game began
        self._times.clear()
        s.shares.forget()
        if game.last >= UNDEALT - 1:
            s.failed_starts.dealt(game.chain.gid)
        s.rematch.taken_up(game)
        s.meeting.begin()
        s.resync.begin(told)
        s.terms.begin()
        s.company.game_begun(game.roster.keys[game.chain.host])
        s.tell(Begun(game.chain.gid))

    def first(self, peer: Peer, entry: Entry) -> None:
        """As a guest: takes the signed header of the game that we have agreed to, or were in before a crash."""
        s = self._s
        if s.rematch.has_ended(entry.gid):
            return None  # from who came to our lobby out of that game, and was at its end a moment ago
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
        agreed = self._agreed is not None and self._agreed.gid == entry.gid
        self._begin(entry, seat, new=agreed, told=target)
        self.expected, self._agreed, peer.chunk_from = None, None, 0
        if target >= 0 and s.game is not None and s.game.last >= target:
            peer.target = -1
        return None

    def gone(self, peer: Peer) -> None:
        """As the host, in the lobby: somebody left while the header was out, or joined anew."""
        if self._roster is not None:
            self.fail("left", next((seat for seat, key in self._roster.keys.items() if key == peer.key), None))

    def cancel(self) -> None:
        """As the host: the lobby has changed, so the header that is out is void."""
        self._roster = None

    # Failing ---------------------------------------------------------------------------------------------------------

    def call_off(self) -> None:
        """As the host, by its person's wish: ends the start. If shares are out and a seat that has not shown its share
        is gone, that seat has ended it; else the host has."""
        s, game = self._s, self._s.game
        blamed = None
        if s.shares.are_out() and game is not None:
            gone = [seat for seat in s.shares.missing if s.player(seat) is None]
            blamed = gone[0] if gone else game.seat
        self.fail("abandoned", blamed)

    def fail(self, reason: str, blamed: int | None) -> None:
        """As the host: ends the start, and all are back in the lobby."""
        s, game = self._s, self._s.game
        assert s.lobby is not None
        roster = self._roster if game is None else game.roster
        assert roster is not None
        shown = s.shares.are_out()
        self._roster, s.game = None, None
        s.shares.forget()
        if game is not None:
            s.me.store.discard(roster.gid, game.log)
        s.lobby.changed()
        s.rematch.no_longer()
        here = {s.identity.key, *(peer.key for peer in s.players())}
        for gone in [place.key for place in s.lobby.places if place.key is not None and place.key not in here]:
            s.lobby.leave(gone)  # otherwise we keep a seat for somebody who may never come back
            s.company.miss(gone)
        s.failed_starts.tell(roster, reason, blamed, shown=shown)
        s.show_lobby()

    def tick(self) -> None:
        """As the host: ends the start if the header is not signed in time."""
        s = self._s
        if self._roster is not None and s.now - self._since_ms >= limits.ANSWER_MS:
            withheld = (seat for seat in self._unsigned() if self._times.is_withheld(seat, s.player(seat), s.now))
            self.fail("not_agreed", next(withheld, None))

    def _unsigned(self) -> list[int]:
        """As the host: seats that have not signed the header that is out."""
        return [] if self._roster is None else [seat for seat in self._roster.people if seat not in self._sigs]

    def waiting(self) -> tuple[Waiting, ...]:
        return tuple(Waiting(seat, "sign", self._since_ms) for seat in self._unsigned())
