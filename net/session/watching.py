"""Spectators: they get every entry, without the shares of the seed, and replay them on the view of a spectator.

The host's side withholds the shares. Without them nobody can read what is covered in moves. The spectator's side stores
nothing on the disk, and begins anew whenever its log does not fit the host's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.frames import Record
from net import messages as m
from net.bucket import Bucket
from net.chain import Verdict
from net.entries import Entry, read_entry
from net.names import distinct
from net.opening import Person
from net.session import limits
from net.session.notices import Applied, Over
from net.session.peers import Peer
from net.session.signed_game import SignedGame, Watched

if TYPE_CHECKING:
    from net.session.engine import Engine


def public(game: SignedGame, n: int) -> m.Message:
    """Entry `n` as spectators may have it."""
    link = game.chain.links[n]
    assert link.entry is not None
    seen = _public_record(link.record)
    return link.entry.message() if seen is None else game.chain.withheld(n, seen)


def _public_record(record: Record) -> Record | None:
    """The record without its secret part; None if all of it is public. A move is public: what is hidden in it is
    covered."""
    return record._replace(body=None) if record.kind == "seed" else None


class Watching:
    """Both sides of watching: as the host the spectators, as a spectator the game. The engine owns it."""

    def __init__(self, session: Engine) -> None:
        self._s = session
        self.watched: Watched | None = None  # as a spectator: the game
        self._gid: bytes | None = None  # as a spectator: the id of the host's game
        self._begun = b""  # as a spectator: the id of the game whose header we took last
        self._resets = 0  # how often we began anew in that game
        self._beginnings = Bucket(limits.BEGINNINGS_A_SECOND, limits.BEGINNINGS_AT_ONCE, session.now)
        self._lost_ms: int | None = None  # since when we have no host to watch at
        self._begun_to_watch = False  # whether a host has ever let us in

    # The host's side -------------------------------------------------------------------------------------------------

    def join(self, peer: Peer, join: m.Join) -> None:
        s, game = self._s, self._s.game
        if not s.hosting:
            s.refuse(peer, "JOIN", "not_host", **s.company.pointer())
            return s.drop(peer, "not_host")
        peer.role, peer.seat = "spectator", None
        s.meeting.remember_watcher(peer.key)
        if s.lobby is not None and game is None:
            s.lobby.leave(peer.key)
            for other in [one for one in s.peers.values() if one.key == peer.key and one is not peer]:
                s.drop(other, "replaced")  # nobody watches and sits at the same table
        peer.name = distinct(peer.name, [*self._players(), *self.names(peer)])
        if game is None:
            s.send(peer, m.Joined("spectator", None, None, 0, None, None))
        else:
            term, n, head = game.position
            s.send(peer, m.Joined("spectator", None, game.chain.gid, term, n, head))
            known = join.gid == game.chain.gid and join.have_n is not None
            here = join.have_n if known and join.have_n is not None else -1
            fits = here >= 0 and game.chain.head_at(here) == join.have_head
            self._stream(game, peer, here + 1 if fits else 0)
        s.show_lobby()
        s.meeting.tell()  # at once: if we are lost, only whoever knows this key lets the spectator in
        return None

    def names(self, but: Peer | None = None) -> list[str]:
        """As the host: the names of those who watch, except the owner of the key of `but`."""
        return [
            peer.name
            for peer in self._s.peers.values()
            if peer.role == "spectator" and not (but is not None and peer.key == but.key)
        ]

    def _players(self) -> list[str]:
        game, lobby = self._s.game, self._s.lobby
        if game is not None:
            return [one.name for one in game.roster.seats if isinstance(one, Person)]
        return lobby.names() if lobby is not None else []

    def sync(self, peer: Peer, sync: m.Sync) -> None:
        s, game = self._s, self._s.game
        if game is None or sync.gid != game.chain.gid or not s.hosting:
            return s.refuse(peer, "SYNC", "foreign_game")
        if not peer.syncs(s.now):
            return s.misbehaved(peer, Verdict("flood"))
        return self._stream(game, peer, sync.first)

    def _stream(self, game: SignedGame, peer: Peer, first: int) -> None:
        end = min(first + limits.CHUNK, len(game.chain))
        for n in range(first, end):
            self._s.send(peer, public(game, n))
        peer.sent_to = end - 1

    def broadcast(self) -> None:
        """As the host: sends our last entry to all spectators, with those before it that we took while we were not
        host."""
        game = self._s.game
        assert game is not None
        for peer in self._s.peers.values():
            if peer.role == "spectator":
                self._stream(game, peer, min(peer.sent_to + 1, game.last))

    # The spectator's side --------------------------------------------------------------------------------------------

    def source(self) -> Peer | None:
        """As a spectator: the link to the host, if there is one."""
        if self._s.role != "spectator":
            return None
        return next((peer for peer in self._s.peers.values() if peer.role is not None), None)

    @property
    def is_lost(self) -> bool:
        """As a spectator: whether we have lost the host."""
        return self._lost_ms is not None and self._begun_to_watch and self.source() is None

    def tick(self) -> None:
        """As a spectator without a host: dials the table we came to, and after a while all players, one of whom may be
        host by now."""
        s = self._s
        if s.role != "spectator" or s.stopped is not None:
            return
        if self.source() is not None:
            self._lost_ms = None
        elif not s.peers:
            self._lost_ms = s.now if self._lost_ms is None else self._lost_ms
            s.dialling.dial(None)
            if s.now - self._lost_ms >= limits.LOST_MS:
                s.company.dial_all()

    def join_message(self) -> m.Join:
        watched = self.watched
        if watched is None:
            return m.Join("spectator", None, None, 0, None, None, 0)
        chain = watched.chain
        return m.Join("spectator", None, chain.gid, chain.term, watched.last, chain.head, 0)

    def wants(self, peer: Peer, joined: m.Joined) -> bool:
        """As a spectator who has dialled everybody: whether to watch at this host. Not if another let us in before,
        unless this one has been host of our game in a later term."""
        source = self.source()
        if source is None or source.key == peer.key:
            return True
        chain = self.watched.chain if self.watched is not None else None
        return chain is not None and joined.gid == chain.gid and joined.term > chain.term

    def joined(self, peer: Peer, joined: m.Joined) -> None:
        for other in [one for one in self._s.peers.values() if one is not peer]:
            self._s.drop(other, "replaced")  # we dialled everybody
        self._s.host_key = peer.key
        self._begun_to_watch = True
        if self.watched is not None and joined.gid != self.watched.chain.gid:
            self.watched = None
        self._gid = joined.gid
        self._s.company.watches_at(peer)
        peer.target = joined.n if joined.n is not None else -1

    def entry(self, peer: Peer, message: m.EntryMessage) -> None:
        if peer is not self.source():
            return self._s.unexpected(peer)
        return self._take(peer, read_entry(message.raw, message.sig))

    def withheld(self, peer: Peer, message: m.Withheld) -> None:
        if self._s.role != "spectator" or peer is not self.source():
            return self._s.unexpected(peer)
        return self._take(peer, message)

    def _take(self, peer: Peer, what: Entry | m.Withheld) -> None:
        """Takes the next entry. Asks for more if entries are missing, and begins anew if the host's log is another."""
        s = self._s
        if isinstance(what, Entry) and what.record.n == 0 and (self.watched is None or what.gid != self._gid):
            if self.watched is not None and what.gid == self.watched.chain.gid:
                return
            if not self._beginnings.take(s.now):
                return s.misbehaved(peer, Verdict("flood"))
            self.watched, self._gid = Watched(what), what.gid
            if self._begun != what.gid:  # else we begin anew in the same game
                self._begun, self._resets = what.gid, 0
                s.meeting.begin()
            s.company.watches_at(peer)
            self._told(what.record)
            return
        if self.watched is None:
            return
        verdict = self.watched.take(what)
        if verdict.what == "duplicate" and isinstance(what, Entry) and self._beaten(what):
            verdict = Verdict("rewind", params={"n": what.record.n})
        if verdict.taken:
            peer.asked_from = -1
            self._told(self.watched.chain.links[-1].record)
            if self.watched.last < peer.target and (self.watched.last + 1) % limits.CHUNK == 0:
                self._ask(peer, self.watched.last + 1)
        elif verdict.what == "gap":
            self._ask(peer, self.watched.last + 1)
        elif verdict.what in ("rewind", "later_term") and self._resets < limits.RESETS:
            self._resets += 1
            self.watched = None
            peer.asked_from = -1
            self._ask(peer, 0)
        elif verdict.what not in ("duplicate", "stale_term"):
            s.misbehaved(peer, verdict)

    def _beaten(self, entry: Entry) -> bool:
        """Whether this entry has a later term than what we have at its place. We cannot compare it with an entry that
        was withheld."""
        assert self.watched is not None
        return entry.term > self.watched.chain.links[entry.record.n].term

    def _ask(self, peer: Peer, first: int) -> None:
        if self._gid is not None and peer.asked_from != first:
            peer.asked_from = first
            self._s.send(peer, m.Sync(self._gid, first))

    def _told(self, record: Record) -> None:
        self._s.tell(Applied(record.n, record.kind, record.seat))
        if record.kind == "end":
            self._s.tell(Over(tuple(record.body["scores"]), tuple(record.body["winners"])))
