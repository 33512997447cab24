"""Positions are compared after every entry. Where they differ, all stop, and each rebuilds its own from the log.

If the rebuilt positions agree, somebody's position in memory was wrong: play goes on with the rebuilt one. If they do
not, the programs behave differently and the game stops. Either way there is a report with both positions. Nobody ever
takes over the position of another: that would hide faults, and cheating.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from core.frames import pack_record
from core.table import Table, TableError
from net import messages as m
from net import wire
from net.chain import Verdict
from net.entries import Entry, is_true_digest, sign_digest
from net.session import limits
from net.session.game import UNDEALT, Game
from net.session.notices import Desynced
from net.session.peers import Peer

if TYPE_CHECKING:
    from net.session.engine import Engine


class Desync:
    def __init__(self, session: Engine) -> None:
        self._s = session
        self._at: int | None = None  # the entry after which positions differ
        self._table: Table | None = None  # rebuilt
        self._said: dict[int, bytes | None] = {}  # by seat: what they rebuilt
        self._own: bytes | None = None
        self.suspect: tuple[int, m.EntryMessage] | None = None  # what did not fit our position
        self._waiting: list[tuple[int, m.EntryMessage]] = []
        self.acknowledged_by: dict[int, int] = {}  # by seat: the last entry it has applied as we did

    @property
    def frozen(self) -> bool:
        return self._at is not None

    # After every entry -----------------------------------------------------------------------------------------------

    def acknowledge(self, entry: Entry) -> None:
        """As a guest: tells the host what our position is now. Not for orders that we have voted against, and not
        while more is on its way."""
        s, game = self._s, self._s.game
        assert game is not None
        host = s.host_peer()
        if host is None or game.seat is None or game.table is None or game.last < host.target:
            return
        if entry.term >= game.promises.voted_term:
            s.send(host, sign_digest(s.identity, game.seat, entry, game.digest))

    def acknowledged(self, peer: Peer, digest: m.Digest) -> None:
        s, game = self._s, self._s.game
        if peer.role != "player" or game is None or digest.seat != peer.seat or s.role == "spectator":
            return s.unexpected(peer)
        if not s.hosting or digest.term > game.chain.term:
            return None
        if not is_true_digest(game.chain.gid, digest, game.roster.keys[digest.seat]):
            return s.misbehaved(peer, Verdict("bad_signature"))
        head = game.chain.head_at(digest.n)
        if head is None or digest.term != game.chain.links[digest.n].term:
            return None
        if head != digest.head:
            s.misbehaved(peer, Verdict("split"))
            return None
        ours = game.digests[digest.n]
        if ours is not None and ours != digest.digest:
            self.found(digest.n)
        else:
            self.acknowledged_by[digest.seat] = max(digest.n, self.acknowledged_by.get(digest.seat, 0))
        return None

    # Where they differ -----------------------------------------------------------------------------------------------

    def found(self, n: int) -> None:
        """Positions after entry `n` differ: stop, rebuild, and let all do the same."""
        s, game = self._s, self._s.game
        if self.frozen or game is None or game.table is None:
            return
        self._freeze(game, n)
        for peer in s.players():
            s.send(peer, self._message(game))
        self._settle(game)

    def rejoined(self, peer: Peer) -> None:
        game = self._s.game
        if self.frozen and game is not None and peer.seat is not None:
            self._s.send(peer, self._message(game))

    def later(self, peer: Peer, message: m.EntryMessage) -> None:
        """What comes while all stand still is looked at afterwards."""
        if len(self._waiting) < limits.FRAMES_AT_ONCE:
            self._waiting.append((peer.link, message))

    def tick(self) -> None:
        """Whoever is gone is not waited for."""
        if self.frozen and self._s.game is not None and self._s.stopped is None:
            self._settle(self._s.game)

    def _freeze(self, game: Game, n: int) -> None:
        self._at, self._said = n, {}
        try:
            at_n, self._table = game.rebuilt(n), game.rebuilt(game.last)
            self._own = at_n.state.digest()
        except TableError:  # our own log cannot be played: there is nothing to go on with
            self._own = self._table = None

    def _message(self, game: Game) -> m.Desync:
        assert self._at is not None
        live = game.digests[self._at] or game.digest
        return m.Desync(game.seat, game.chain.term, self._at, live, self._own, core_hash(game))

    def told(self, peer: Peer, message: m.Desync) -> None:
        s, game = self._s, self._s.game
        if peer.role != "player" or game is None or game.table is None or message.seat != peer.seat:
            return s.unexpected(peer)
        if s.stopped is not None or (not s.hosting and peer is not s.host_peer()) or peer.seat is None:
            return None
        if message.n > game.last or message.term != game.chain.term or message.n < UNDEALT - 1:
            return None
        peer.desyncs += 1
        if peer.desyncs > limits.DESYNCS:
            return s.misbehaved(peer, Verdict("flood"))
        if self._at is None or message.n < self._at:  # of two places the earlier one
            self._freeze(game, message.n)
            for other in s.players():
                s.send(other, self._message(game))
        if message.n != self._at:
            return None
        self._said[peer.seat] = message.rebuilt
        self._settle(game)
        return None

    def _settle(self, game: Game) -> None:
        s = self._s
        assert self._at is not None
        if any(said is None or said != self._own for said in self._said.values()) or self._own is None:
            s.tell(Desynced(self.report(game), going_on=False))
            s.stop("desync")
            return
        if any(seat not in self._said for seat in self._wanted()):
            return
        report = self.report(game)
        assert self._table is not None
        assert game.table is not None
        damaged = game.table.state.digest() != self._table.state.digest()
        game.adopt(self._table)
        self._at, self._table = None, None
        s.tell(Desynced(report, going_on=True))
        waiting, self._waiting = self._waiting, []
        if self.suspect is not None and damaged:
            waiting.insert(0, self.suspect)
        self.suspect = None
        for link, message in waiting:
            if link in s.peers:
                s.resync.entry(s.peers[link], message)

    def _wanted(self) -> list[int | None]:
        """Whose word we wait for. While nobody orders, there is nobody to compare with and nothing to spoil: our own
        log counts, and the next host will find out if that leads us elsewhere."""
        s = self._s
        host = s.host_peer()
        if s.hosting:
            return [peer.seat for peer in s.players()]
        return [] if host is None or s.terms.deposed else [host.seat]

    def report(self, game: Game) -> dict[str, Any]:
        """All that is needed to find the fault, as JSON can take it."""
        assert self._at is not None
        assert game.table is not None
        rules = game.table.game
        live, rebuilt = game.table, self._table
        return {
            "game": game.roster.game,
            "gid": game.chain.gid.hex(),
            "seat": game.seat,
            "term": game.chain.term,
            "n": self._at,
            "core": core_hash(game).hex(),
            "live_digest": (game.digests[self._at] or game.digest).hex(),
            "rebuilt_digest": None if self._own is None else self._own.hex(),
            "others": {str(seat): None if said is None else said.hex() for seat, said in sorted(self._said.items())},
            "live": rules.export(live.state, None),
            "rebuilt": None if rebuilt is None else rules.export(rebuilt.state, None),
            "log": [pack_record(record).hex() for record in game.log.records],
        }


def core_hash(game: Game) -> bytes:
    """What must be equal for two programs to behave alike."""
    body = game.roster.record.body
    packed = wire.pack([body["game"], body["rules_version"], body["net"]["golden"]])
    return blake2b(b"ATL1-core\0" + packed, digest_size=32).digest()
