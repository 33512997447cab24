"""What runs a session: its state, its links and its time. session.py adds what a person can want.

    opened, closed, undialed   what happens to links    feed               a message has come
    tick                       how late it is; at least twice a second

Each part of the work has a class in a file of its own. The engine owns one object of each, and the parts reach each
other through it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from core.frames import LogError
from net import messages as m
from net.chain import Verdict
from net.entries import Entry
from net.identity import Identity
from net.names import clean_name
from net.session import limits, notices
from net.session.actions import NO_SEAT, Action, Close, Dial, Send, Tell
from net.session.ballots import Ballots
from net.session.company import Company
from net.session.desync import Desync
from net.session.dialling import Dialling
from net.session.evidence import Evidence
from net.session.failed_starts import FailedStarts
from net.session.inbox import Inbox
from net.session.lobby import Lobby
from net.session.meeting import Meeting
from net.session.peers import Ballot, Offenders, Peer, PersonState, Waiting
from net.session.play import Play
from net.session.rematch import Rematch
from net.session.resync import Resync
from net.session.shares import Shares
from net.session.signed_game import UNDEALT, SignedGame, Watched
from net.session.starting import Starting
from net.session.store import Store
from net.session.talk import Talk
from net.session.terms import Terms
from net.session.watching import Watching


class Me(NamedTuple):
    """What a session needs to know of its own program."""

    identity: Identity
    name: str
    store: Store
    random: Callable[[int], bytes]
    port: int = 0  # the port where others reach us if we have to become host


class Engine:
    """One program at a table. `Session` is the engine with the wishes of a person."""

    def __init__(self, me: Me, now_ms: int, role: str = "player") -> None:
        self.me = me
        self.identity = me.identity
        self.now = now_ms
        self.role = role
        self.name = clean_name(me.name)
        self.lobby: Lobby | None = None  # our own lobby, if we are the host
        self.table: m.Lobby | None = None  # the lobby as the host shows it
        self.game: SignedGame | None = None
        self.wanted_seat: int | None = None
        self.table_name = ""  # of the table of a resumed game, until a host tells another
        self.host_key: bytes | None = None  # the key of the host in whose lobby we sit
        self.peers: dict[int, Peer] = {}
        self.table_code: str | None = None  # the join code: our own as the host, or what the host has told us
        self.last_rev = 0  # of the lobbies that we have shown as host
        self.barred: dict[bytes, None] = {}  # keys of those who were shown out, the latest last
        self.muted: dict[bytes, None] = {}
        self.offenders = Offenders()
        self.stopped: notices.Stopped | None = None
        self.due: list[Action] = []
        self.meeting = Meeting(self)
        self.talk = Talk(self)
        self.play = Play(self)
        self.starting = Starting(self)
        self.shares = Shares(self)
        self.failed_starts = FailedStarts(self)
        self.ballots = Ballots(self)
        self.resync = Resync(self)
        self.dialling = Dialling(self)
        self.terms = Terms(self)
        self.watching = Watching(self)
        self.desync = Desync(self)
        self.evidence = Evidence(self)
        self.rematch = Rematch(self)
        self.company = Company(self)
        self.inbox = Inbox(self)

    # State -----------------------------------------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """Our seat: in the game if there is one, else in the lobby."""
        if self.game is not None:
            return self.game.seat
        if self.lobby is not None:
            return self.lobby.seat_of(self.identity.key)
        if self.table is not None and self.role == "player":
            keys = [place[3] for place in self.table.seats]
            return keys.index(self.identity.key) if self.identity.key in keys else None
        return None

    @property
    def watched(self) -> Watched | None:
        return self.watching.watched

    @property
    def hosting(self) -> bool:
        """Whether we order the entries now, as the host."""
        if self.game is None:
            return self.lobby is not None
        return self.game.seat == self.game.chain.host and not self.terms.deposed

    @property
    def writing(self) -> bool:
        """Whether anything may be added to the log now."""
        return self.game is not None and self.stopped is None and not self.game.ended

    def player(self, seat: int) -> Peer | None:
        """The link to the person in this seat, if there is one."""
        return next((peer for peer in self.peers.values() if peer.seat == seat and peer.plays), None)

    def host_peer(self) -> Peer | None:
        """The link to the host, if there is one."""
        if self.role == "spectator":
            return self.watching.source()
        if self.game is None:
            if self.lobby is not None:
                return None
            if self.host_key is None:
                links = [peer for peer in self.peers.values() if not peer.inbound]
            else:
                links = [peer for peer in self.peers.values() if peer.key == self.host_key]
            # The host may have called us too, to ask who is host now: over that link we sit nowhere.
            links = [peer for peer in links if peer.role is not None or not peer.inbound]
            return next((peer for peer in links if peer.role is not None), next(iter(links), None))
        return self.player(self.game.chain.host)

    def players(self) -> list[Peer]:
        return [peer for peer in self.peers.values() if peer.plays]

    def people(self) -> tuple[PersonState, ...]:
        """Every person of the game and how they are connected, as far as we know."""
        return self.meeting.people()

    def ballot(self) -> Ballot | None:
        """The question that is put to people at this table just now, whoever they are."""
        return self.ballots.ballot()

    def waiting(self) -> tuple[Waiting, ...]:
        """Whom the table waits for, and since when."""
        # Without a host nobody can answer a question or move, whatever was open when it was lost.
        parts = (self.starting, self.shares, self.terms, self.ballots, self.play)
        return next((waiting for part in parts if (waiting := part.waiting())), ())

    # What the parts of the session use -------------------------------------------------------------------------------

    def send(self, peer: Peer, message: m.Message) -> None:
        if peer.link in self.peers:
            self.due.append(Send(peer.link, message))

    def tell(self, notice: notices.Notice) -> None:
        self.due.append(Tell(notice))

    @contextmanager
    def or_unsaid(self) -> Iterator[None]:
        """Takes back the messages and notices of this block if storing fails."""
        before = len(self.due)
        try:
            yield
        except (LogError, OSError):
            del self.due[before:]
            raise

    def dial(self, who: int | bytes | None) -> None:
        """Asks to be connected to a seat, to the person with a key, or with None to the table we came to."""
        if who is None:
            if not self.offenders.left(self.host_key, self.now):
                self.due.append(Dial(None, None))
            return
        key = who if isinstance(who, bytes) else self.company.key_of(who)
        if key is None or self.offenders.left(key, self.now):
            return  # a peer that misbehaved a short time ago is not dialled yet
        seat = NO_SEAT if isinstance(who, bytes) else who
        address, port = self.company.address(key)
        if self.game is not None or self.watched is not None:
            address, port = self.meeting.addresses.get(seat, (address, port))
        self.due.append(Dial(seat, key, address, port))

    def drop(self, peer: Peer, reason: str, *, say: bool = True) -> None:
        """Closes a link. With `say` the peer hears why."""
        if peer.link not in self.peers:
            return
        if say:
            self.send(peer, m.Bye(reason))
        self.due.append(Close(peer.link, reason))
        del self.peers[peer.link]
        self._gone(peer)

    def refuse(self, peer: Peer, of: str, reason: str, **params: Any) -> None:
        self.send(peer, m.Refused(of, reason, params))

    def misbehaved(self, peer: Peer, verdict: Verdict) -> None:
        """This peer sent something that no honest program sends: our person hears of it, and the link is closed."""
        fork = verdict.fork
        proof = fork.proof if fork is not None else ()
        self.tell(notices.Misbehaved(self._seat_now(peer), verdict.what, verdict.blamed, proof))
        if fork is None or fork.seat == peer.seat or peer is self.host_peer():
            self.offenders.add(peer.key, self.now)  # otherwise the peer only passed on what another seat signed twice
        self.drop(peer, "misbehaved")
        if fork is not None:
            self.evidence.found(fork)

    def _seat_now(self, peer: Peer) -> int | None:
        """The seat of this peer now. Between two games everybody changes seats, so `peer.seat` may be that of the last
        game."""
        if self.game is not None or self.table is None or peer.role != "player":
            return peer.seat
        return next((seat for seat, row in enumerate(self.table.seats) if row[3] == peer.key), None)

    def unexpected(self, peer: Peer) -> None:
        self.misbehaved(peer, Verdict("unexpected_message"))

    def stop(self, reason: str, blamed: int | None = None) -> None:
        """This game cannot go on here. Only the first reason is told."""
        if self.stopped is None:
            self.stopped = notices.Stopped(reason, blamed)
            self.tell(self.stopped)

    def show_lobby(self, to: Peer | None = None) -> None:
        """As the host: shows the lobby to everybody, or to one peer."""
        if self.lobby is None:
            return
        if self.game is None:
            for peer in self.peers.values():
                if peer.role == "player":
                    peer.seat = self.lobby.seat_of(peer.key)  # which we may have taken away, or given to another
        else:
            here = {self.identity.key, *(peer.key for peer in self.players())}
            for place in self.lobby.places:
                if place.who == "person":
                    place.link = "here" if place.key in here else "away"
        watching = tuple(peer.name for peer in self.peers.values() if peer.role == "spectator")
        self.last_rev = max(self.last_rev, self.lobby.rev)
        self.table = self.lobby.message(self._state(), self.identity.key, watching)
        self.tell(notices.LobbyChanged())
        for peer in [to] if to is not None else self.peers.values():
            if self.is_told(peer):
                self.send(peer, self.table)

    def is_told(self, peer: Peer) -> bool:
        """As the host: whether this peer hears from us how the table is. Not if its log goes on under a later host: we
        are host only until we have that log too."""
        if peer.role is None or self.game is None:
            return peer.role is not None
        return peer.target < 0 or peer.target_term <= self.game.chain.term

    def taken(self, entry: Entry) -> None:
        """An entry has joined our log, whoever made it. As the host we send it to everybody."""
        game = self.game
        assert game is not None
        record = entry.record
        self.tell(notices.Applied(record.n, record.kind, record.seat))
        if record.kind == "term":
            self.terms.changed()
        if self.hosting:
            for peer in self.players():
                self.send(peer, entry.message())
            self.watching.broadcast()
            if record.kind == "deal":
                self.show_lobby()  # the state is "playing" from now on
        else:
            self.desync.acknowledge(entry)
        if record.kind == "deal":
            self.failed_starts.dealt(game.chain.gid)
        self.ballots.passed(record)
        self.play.passed(record)
        if record.kind == "end":
            outcome = game.table.state.outcome if game.table is not None else None
            assert outcome is not None
            self.tell(notices.Over(outcome.scores, outcome.winners))
            self.rematch.offered()

    def order(self, entry: Entry) -> bool:
        """As the host: adds our own entry to the log. Returns whether to try for more: the entry was taken, or our
        position was wrong and is mended."""
        assert self.game is not None
        verdict = self.game.take(entry)
        if verdict.what == "full":
            self.stop("full")
        elif verdict.what == "bad_digest":
            return self.desync.mend(self.game) is True  # our position is mended, and the entry can be made anew
        elif not verdict.taken:
            raise AssertionError(f"our own entry is refused: {verdict}")
        else:
            self.taken(entry)
        return verdict.taken

    def progress(self) -> None:
        """Does everything that needs nobody's answer: the start, forced moves, wishes that wait."""
        try:
            while self.writing and (self.shares.step() or self.play.step()):
                pass
        except (LogError, OSError):
            self.stop("storage")
        self.play.prompt()

    # Links -----------------------------------------------------------------------------------------------------------

    def opened(self, link: int, key: bytes, name: str, *, inbound: bool, address: str = "") -> list[Action]:
        """A link is open, and both sides know who the other is."""
        peer = Peer(link, key, clean_name(name), inbound, address, self.now)
        self.peers[link] = peer
        if not inbound and self.game is None and self._needs_nobody(peer):
            self.drop(peer, "tidy")  # we dialled it while we looked for a host
        elif not inbound:
            join = self.meeting.message()
            peer.sought = join.role == "host"
            self.send(peer, join)
        return self._done()

    def _needs_nobody(self, peer: Peer) -> bool:
        """Whether we sit in a lobby, ours or another's, and have no use for a link to this peer."""
        if self.lobby is not None:
            return not self.company.may_dial(peer.key)
        return self.role == "player" and self.has_other_host(peer)

    def has_other_host(self, peer: Peer) -> bool:
        """As a guest in a lobby: whether we have been let in over another link than this."""
        host = self.host_peer()
        return host is not None and host.role is not None and host is not peer

    def closed(self, link: int, *, goodbye: str = "") -> list[Action]:
        """The other side closed this link, or it broke. `goodbye`: the reason that the other side gave."""
        peer = self.peers.pop(link, None)
        if peer is not None:
            peer.goodbye = goodbye
            if goodbye == "left":
                self.meeting.has_left(peer)
            self._gone(peer)
        return self._done()

    def undialed(self, seat: int | None) -> list[Action]:
        """Nobody answered a Dial. The session dials again later."""
        return self._done()

    def _gone(self, peer: Peer) -> None:
        if self.lobby is not None and self.game is None and peer.role == "player":
            if all(other.key != peer.key for other in self.players()):  # else this person came over another link before
                self.company.gone(peer)
                self.starting.gone(peer)
                self.meeting.tell_gone(peer)
                self.lobby.leave(peer.key)
                self.show_lobby()
        elif self.lobby is not None and peer.role == "spectator":
            self.show_lobby()
        self.company.host_gone(peer)
        self.meeting.host_gone(peer)
        self.dialling.gone(peer)

    def feed(self, link: int, message: m.Message, now_ms: int | None = None) -> list[Action]:
        """A message has come, at this time. Without the time, messages between two ticks would look like a flood."""
        self.now = max(self.now, now_ms or 0)
        peer = self.peers.get(link)
        if peer is None:
            return self._done()
        peer.heard_ms = self.now
        if peer is not self.host_peer() and not peer.frames(self.now):  # the host may have a long log for us
            self.tell(notices.Misbehaved(peer.seat, "flood", None))
            self.offenders.add(peer.key, self.now)
            self.drop(peer, "flood")
            return self._done()
        try:
            self.inbox.take(peer, message)
            self.progress()
        except (LogError, OSError):
            self.stop("storage")
        return self._done()

    def tick(self, now_ms: int) -> list[Action]:
        """Time has passed: pings, drops silent links, and lets every part do what is due."""
        self.now = max(self.now, now_ms)
        try:
            for peer in list(self.peers.values()):
                silent = self.now - peer.heard_ms
                if silent >= limits.DEAD_MS:
                    self.drop(peer, "silent")
                elif self.now - peer.pinged_ms >= limits.PING_MS:
                    peer.pinged_ms, peer.pings = self.now, peer.pings + 1
                    self.send(peer, m.Ping(peer.pings))
            self.resync.tick()
            self.starting.tick()
            self.shares.tick()
            self.ballots.tick()
            self.terms.tick()
            self.company.tick()
            self.rematch.tick()
            self.watching.tick()
            self.desync.tick()
            self.talk.tick()
            self.meeting.tell()
            self.progress()
        except (LogError, OSError):
            self.stop("storage")
        return self._done()

    def _done(self) -> list[Action]:
        actions, self.due = self.due, []
        return actions

    def _state(self) -> str:
        if self.game is None:
            return "starting" if self.starting.busy else "lobby"
        return "over" if self.game.ended else "playing" if self.game.last >= UNDEALT - 1 else "starting"
