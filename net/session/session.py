"""One program at a table: messages, time and wishes in, actions out. It knows no sockets, no clock and no files.

    Session.host(me, ...)      opens a table            .resume(me, log)   goes on with a game that was left
    Session.guest(me)          comes to one             .watch(me)         comes to look on

    opened, closed, undialed   what happens to links    feed               a message has come
    tick                       how late it is; at least twice a second

Every call returns the actions to be carried out, in order. One who orders the entries (the host of the term) and those
who do not run the same code; which of both one is follows from the log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from core.frames import LogError
from core.game import Move
from core.table import SignedLog
from net import messages as m
from net.chain import Verdict
from net.entries import Entry
from net.identity import Identity
from net.names import clean_name
from net.refusal import Refusal
from net.session import limits, notices
from net.session.actions import Action, Close, Dial, Send, Tell
from net.session.asking import Asking
from net.session.desync import Desync
from net.session.game import UNDEALT, Game, Watched
from net.session.lobby import Lobby
from net.session.meeting import Meeting
from net.session.peers import Peer, PersonState, Waiting
from net.session.play import Play
from net.session.rematch import Rematch
from net.session.resync import Resync
from net.session.starting import Starting
from net.session.store import Store
from net.session.talk import Talk
from net.session.terms import Terms
from net.session.watching import Watching


class Me(NamedTuple):
    identity: Identity
    name: str
    store: Store
    random: Callable[[int], bytes]
    port: int = 0  # where we can be reached if the host is lost


class Session:
    def __init__(self, me: Me, now_ms: int, role: str = "player") -> None:
        self.me = me
        self.identity = me.identity
        self.now = now_ms
        self.role = role
        self.name = clean_name(me.name)
        self.lobby: Lobby | None = None  # ours, if we are the host
        self.table: m.Lobby | None = None  # as the host tells it
        self.game: Game | None = None
        self.wanted_seat: int | None = None
        self.host_key: bytes | None = None  # of the host that we sit with in a lobby
        self.peers: dict[int, Peer] = {}
        self.barred: set[bytes] = set()  # keys
        self.muted: set[bytes] = set()
        self.stopped: notices.Stopped | None = None
        self._actions: list[Action] = []
        self.meeting = Meeting(self)
        self.talk = Talk(self)
        self.play = Play(self)
        self.starting = Starting(self)
        self.asking = Asking(self)
        self.resync = Resync(self)
        self.terms = Terms(self)
        self.watching = Watching(self)
        self.desync = Desync(self)
        self.rematch = Rematch(self)
        self._handlers: dict[type[m.Message], Callable[[Peer, Any], None]] = {
            m.Join: self.meeting.join,
            m.Joined: self.meeting.joined,
            m.Lobby: self.meeting.lobby,
            m.Peers: self.meeting.peers,
            m.Ready: self._ready,
            m.Roster: self.starting.roster,
            m.Sign: self.starting.sign,
            m.EntryMessage: self.resync.entry,
            m.Withheld: self.watching.withheld,
            m.Sync: self.resync.sync,
            m.Digest: self.desync.acknowledged,
            m.AskMessage: self._ask,
            m.ReplyMessage: self._reply,
            m.Done: self.asking.done,
            m.Chat: self.talk.heard,
            m.Desync: self.desync.told,
            m.Rematch: self.rematch.wanted,
            m.Refused: self._refused,
            m.Bye: self._bye,
            m.Ping: lambda peer, ping: self.send(peer, m.Pong(ping.n)),
            m.Pong: self._pong,
        }

    @classmethod
    def host(cls, me: Me, now_ms: int, table: str, game: str, options: Mapping[str, Any], seats: int) -> Session:
        session = cls(me, now_ms)
        session.lobby = Lobby(clean_name(table), game, options, seats)
        session.lobby.sit(me.identity.key, session.name, None)
        session.show_lobby()
        session._actions.clear()
        return session

    @classmethod
    def guest(cls, me: Me, now_ms: int, seat: int | None = None) -> Session:
        session = cls(me, now_ms)
        session.wanted_seat = seat
        return session

    @classmethod
    def watch(cls, me: Me, now_ms: int) -> Session:
        return cls(me, now_ms, "spectator")

    @classmethod
    def resume(cls, me: Me, now_ms: int, log: SignedLog, table: str = "") -> Session:
        """Goes on with a game of ours. Refusal or TableError if the log is not sound, or not of a game of ours."""
        session = cls(me, now_ms)
        game = Game.resume(me.store, log, me.identity.key)
        if game.seat is None:
            raise Refusal("unknown_key")
        session.game = game
        if game.chain.host == game.seat:
            session.lobby = Lobby.of(clean_name(table) or session.name, game.roster)
            if game.last < 1:  # nobody has seen this one: it was never sent
                session.game = None
        session.terms.begin()
        return session

    # What is ---------------------------------------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """Ours: in the game if there is one, else in the lobby."""
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
        """Whether we are the one who orders now."""
        if self.game is None:
            return self.lobby is not None
        return self.game.seat == self.game.chain.host and not self.terms.deposed

    @property
    def writing(self) -> bool:
        """Whether anything may be added to the log at all."""
        return self.game is not None and self.stopped is None and not self.desync.frozen and not self.game.ended

    def player(self, seat: int) -> Peer | None:
        """The link to a seat."""
        return next((peer for peer in self.peers.values() if peer.seat == seat and peer.role == "player"), None)

    def host_peer(self) -> Peer | None:
        """The link to the one who orders."""
        if self.game is None:
            if self.lobby is not None:
                return None
            known = [peer for peer in self.peers.values() if peer.key == self.host_key]
            return next(iter(known or [peer for peer in self.peers.values() if not peer.inbound]), None)
        return self.player(self.game.chain.host)

    def players(self) -> list[Peer]:
        return [peer for peer in self.peers.values() if peer.role == "player" and peer.seat is not None]

    def people(self) -> tuple[PersonState, ...]:
        """Every person at the table and how they are connected, as far as we can know."""
        return self.meeting.people()

    def waiting(self) -> tuple[Waiting, ...]:
        """Whom the table waits for, and since when."""
        return self.starting.waiting() or self.asking.waiting() or self.terms.waiting() or self.play.waiting()

    # What others of this package use ---------------------------------------------------------------------------------

    def send(self, peer: Peer, message: m.Message) -> None:
        if peer.link in self.peers:
            self._actions.append(Send(peer.link, message))

    def tell(self, notice: notices.Notice) -> None:
        self._actions.append(Tell(notice))

    def dial(self, seat: int | None) -> None:
        if seat is None or self.game is None:
            self._actions.append(Dial(None, None))
        else:
            address, port = self.meeting.addresses.get(seat, ("", 0))
            self._actions.append(Dial(seat, self.game.roster.keys[seat], address, port))

    def drop(self, peer: Peer, reason: str, *, say: bool = True) -> None:
        """Closes a link ourselves."""
        if peer.link not in self.peers:
            return
        if say:
            self.send(peer, m.Bye(reason))
        self._actions.append(Close(peer.link, reason))
        del self.peers[peer.link]
        self._gone(peer)

    def refuse(self, peer: Peer, of: str, reason: str, **params: Any) -> None:
        self.send(peer, m.Refused(of, reason, params))

    def misbehaved(self, peer: Peer, verdict: Verdict) -> None:
        """Something came from this link that no honest program sends."""
        proof = (verdict.fork.ours.raw, verdict.fork.theirs.raw) if verdict.fork is not None else ()
        self.tell(notices.Misbehaved(peer.seat, verdict.what, verdict.blamed, proof))
        self.drop(peer, "misbehaved")

    def unexpected(self, peer: Peer) -> None:
        self.misbehaved(peer, Verdict("unexpected_message"))

    def stop(self, reason: str, blamed: int | None = None) -> None:
        if self.stopped is None:
            self.stopped = notices.Stopped(reason, blamed)
            self.tell(self.stopped)

    def show_lobby(self, to: Peer | None = None) -> None:
        """Tells everybody, or one, what the table looks like."""
        if self.lobby is None:
            return
        watching = tuple(peer.name for peer in self.peers.values() if peer.role == "spectator")
        self.table = self.lobby.message(self._state(), self.identity.key, watching)
        self.tell(notices.LobbyChanged())
        for peer in [to] if to is not None else self.peers.values():
            if peer.role is not None:
                self.send(peer, self.table)

    def taken(self, entry: Entry) -> None:
        """An entry stands here now, whoever made it. If we are the host, the others are still to be told."""
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
        else:
            self.desync.acknowledge(entry)
        self.asking.passed(record)
        self.play.passed(record)
        if record.kind == "end":
            outcome = game.table.state.outcome if game.table is not None else None
            assert outcome is not None
            self.tell(notices.Over(outcome.scores, outcome.winners))
            self.rematch.offered()

    def order(self, entry: Entry) -> bool:
        """As the host: our own entry takes the next place."""
        assert self.game is not None
        verdict = self.game.take(entry)
        if verdict.what == "full":
            self.stop("full")
        elif verdict.what == "bad_digest":
            self.desync.found(self.game.last)
        elif not verdict.taken:
            raise AssertionError(f"our own entry is refused: {verdict}")
        else:
            self.taken(entry)
        return verdict.taken

    def progress(self) -> None:
        """Everything that can be done now without anybody being asked."""
        try:
            while self.writing and (self.starting.step() or self.play.step()):
                pass
        except (LogError, OSError):
            self.stop("storage")
        self.play.prompt()

    # Links -----------------------------------------------------------------------------------------------------------

    def opened(self, link: int, key: bytes, name: str, *, inbound: bool, address: str = "") -> list[Action]:
        """A link is there and both know who the other is."""
        peer = Peer(link, key, clean_name(name), inbound, address, self.now)
        self.peers[link] = peer
        if not inbound:
            self.send(peer, self.meeting.message())
        return self._done()

    def closed(self, link: int) -> list[Action]:
        """A link is gone, and not because we closed it."""
        peer = self.peers.pop(link, None)
        if peer is not None:
            self._gone(peer)
        return self._done()

    def undialed(self, seat: int | None) -> list[Action]:
        """Nobody answered a Dial; it is tried again later."""
        return self._done()

    def _gone(self, peer: Peer) -> None:
        if self.lobby is not None and self.game is None and peer.role == "player":
            if self.player(peer.seat if peer.seat is not None else -1) is None:
                self.starting.gone(peer)
                self.lobby.leave(peer.key)
                self.show_lobby()
        elif self.lobby is not None and peer.role == "spectator":
            self.show_lobby()
        self.terms.gone(peer)

    def feed(self, link: int, message: m.Message) -> list[Action]:
        peer = self.peers.get(link)
        if peer is None:
            return self._done()
        if not peer.heard(self.now) and peer is not self.host_peer():  # which may have a long log for us
            self.tell(notices.Misbehaved(peer.seat, "flood", None))
            self.drop(peer, "flood")
            return self._done()
        handler = self._handlers.get(type(message))
        try:
            if handler is None:
                self.unexpected(peer)
            else:
                try:
                    handler(peer, message)
                except Refusal as refusal:  # ProtocolErrors among them
                    self.misbehaved(peer, Verdict(refusal.reason, refusal.blamed))
            self.progress()
        except (LogError, OSError):
            self.stop("storage")
        return self._done()

    def tick(self, now_ms: int) -> list[Action]:
        self.now = max(self.now, now_ms)
        try:
            for peer in list(self.peers.values()):
                silent = self.now - peer.heard_ms
                if silent >= limits.DEAD_MS:
                    self.drop(peer, "silent")
                elif self.now - peer.pinged_ms >= limits.PING_MS:
                    peer.pinged_ms, peer.pings = self.now, peer.pings + 1
                    self.send(peer, m.Ping(peer.pings))
            self.starting.tick()
            self.asking.tick()
            self.terms.tick()
            self.desync.tick()
            self.meeting.tell()
            self.progress()
        except (LogError, OSError):
            self.stop("storage")
        return self._done()

    def _done(self) -> list[Action]:
        actions, self._actions = self._actions, []
        return actions

    # The wishes of the person ----------------------------------------------------------------------------------------

    def set_rules(self, game: str, options: Mapping[str, Any], seats: int) -> list[Action]:
        lobby = self._own_lobby()
        lobby.set_rules(game, options, seats)
        self.starting.cancel()
        for peer in self.players():
            peer.seat = lobby.seat_of(peer.key)
        self.show_lobby()
        return self._done()

    def seat_bot(self, seat: int, level: str | None) -> list[Action]:
        self._own_lobby().seat_bot(seat, level)
        self.starting.cancel()
        self.show_lobby()
        return self._done()

    def ready(self, ready: bool = True) -> list[Action]:
        """Ready for the table as it is shown now."""
        self.starting.ready(ready)
        return self._done()

    def start(self) -> list[Action]:
        """As the host: deal, if all are ready; Refusal not_agreed if not."""
        self._own_lobby()
        self.starting.start()
        self.progress()
        return self._done()

    def abandon(self) -> list[Action]:
        """As the host: somebody is gone for good before the deal; all are back in the lobby."""
        if self.hosting and (self.starting.busy or (self.game is not None and self.game.table is None)):
            self.starting.fail("abandoned", None)
        return self._done()

    def choose(self, move: Move) -> list[Action]:
        """Our move; IllegalMove if it is none."""
        seat = self.seat
        if seat is None:
            raise Refusal("unknown_key")
        return self.play_for(seat, move)

    def play_for(self, seat: int, move: Move) -> list[Action]:
        """The move of a seat that this program plays: ours, a bot's, or one whose player is away."""
        self.play.wish(seat, move)
        self.progress()
        return self._done()

    def hint(self) -> list[Action]:
        """Marks in the log that this person asked for advice."""
        self.play.wish_hint()
        self.progress()
        return self._done()

    def ask_back(self) -> list[Action]:
        """Takes our last move back: at once where that is free, else if all others agree. IllegalMove no_back."""
        self.asking.wish_back()
        self.progress()
        return self._done()

    def vote(self, seat: int) -> list[Action]:
        """Proposes that somebody plays for a seat that is away; Refusal try_later if it has not been away for long."""
        self.asking.wish_proxy(seat)
        self.progress()
        return self._done()

    def answer(self, question: bytes, yes: bool) -> list[Action]:
        """To a question that `Asked` has told of."""
        self.asking.answer(question, yes)
        self.progress()
        return self._done()

    def chat(self, text: str) -> list[Action]:
        self.talk.say(text)
        return self._done()

    def want_rematch(self, want: bool = True) -> list[Action]:
        self.rematch.want(want)
        self.progress()
        return self._done()

    def mute(self, key: bytes, muted: bool = True) -> list[Action]:
        """As the host: what this person says is heard no more, or again."""
        if muted:
            self.muted.add(key)
        else:
            self.muted.discard(key)
        return self._done()

    def kick(self, key: bytes) -> list[Action]:
        """As the host: this person has to go, and cannot come back to this table."""
        if self.hosting:
            self.barred.add(key)
            for peer in [peer for peer in self.peers.values() if peer.key == key]:
                self.drop(peer, "kicked")
        return self._done()

    def leave(self) -> list[Action]:
        """Says good-bye to all. The game can be resumed: its log is the save."""
        for peer in list(self.peers.values()):
            self.drop(peer, "left")
        return self._done()

    def _own_lobby(self) -> Lobby:
        if self.lobby is None or self.game is not None:
            raise Refusal("unexpected_message", kind="LOBBY")
        return self.lobby

    # Messages that belong to no part of their own --------------------------------------------------------------------

    def _ready(self, peer: Peer, ready: m.Ready) -> None:
        if peer.role != "player":
            return self.unexpected(peer)
        if self.lobby is not None and self.game is None and not self.starting.busy:
            if self.lobby.ready(peer.key, ready.rev, ready.ready, ready.nonce):
                self.show_lobby()
            self.rematch.maybe_start()
        return None

    def _ask(self, peer: Peer, ask: m.AskMessage) -> None:
        if peer.role != "player" or self.game is None or self.role == "spectator":
            return self.unexpected(peer)
        if ask.kind == "term":
            return self.terms.asked(peer, ask)
        if ask.kind in ("commit", "seed"):
            return self.starting.asked(peer, ask)
        return self.asking.asked(peer, ask)

    def _reply(self, peer: Peer, reply: m.ReplyMessage) -> None:
        if peer.role != "player" or self.game is None or self.role == "spectator":
            return self.unexpected(peer)
        try:
            if reply.kind == "term":
                self.terms.replied(peer, reply)
            elif reply.kind in ("commit", "seed"):
                self.starting.replied(peer, reply)
            else:
                self.asking.replied(peer, reply)
        except Refusal as refusal:
            if refusal.reason != "other_request":  # an answer to what is no longer asked is nobody's fault
                self.misbehaved(peer, Verdict(refusal.reason, refusal.blamed))
        return None

    def _refused(self, peer: Peer, refused: m.Refused) -> None:
        if refused.reason == "stale_term":
            self.terms.told(peer, refused.params.get("term"))
        elif refused.of == "JOIN" and not peer.inbound:
            self.tell(notices.NotJoined(refused.reason))

    def _pong(self, peer: Peer, pong: m.Pong) -> None:
        if pong.n <= peer.pings:
            peer.ponged = max(peer.ponged, pong.n)

    def _bye(self, peer: Peer, bye: m.Bye) -> None:
        self.drop(peer, "bye", say=False)

    def _state(self) -> str:
        if self.game is None:
            return "starting" if self.starting.busy else "lobby"
        return "over" if self.game.ended else "playing" if self.game.last >= UNDEALT - 1 else "starting"
