"""Proofs that a seat signed two entries for one place. A session stores each proof beside the log, shows it, and passes
it on once.

Whoever finds two such entries sends both, each in an EVIDENCE of its own, to everybody linked to it. The receivers
check the signatures themselves. Only the seat that signed twice can have made the proof, so it blames nobody else,
whoever brings it.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from core.frames import LogError
from net import messages as m
from net import wire
from net.chain import Fork, Verdict
from net.entries import Entry, is_signed_twice, read_entry
from net.opening import Roster
from net.session.notices import Misbehaved
from net.session.peers import Peer

if TYPE_CHECKING:
    from net.session.engine import Engine


class Evidence:
    """The proofs of one game that this session knows. The engine owns it."""

    def __init__(self, session: Engine) -> None:
        self._s = session
        self._gid = b""
        self._known: set[int] = set()  # seats of this game against which we have a proof: one for each is enough

    def found(self, fork: Fork, shown_by: Peer | None = None) -> bool:
        """Stores a proof and sends it to the others; False if we have one against this seat already."""
        s = self._s
        if self._gid != fork.ours.gid:
            self._gid, self._known = fork.ours.gid, set()
        if fork.seat in self._known:
            return False
        self._known.add(fork.seat)
        if s.role != "spectator":  # a spectator stores nothing on the disk
            with suppress(LogError, OSError):  # a full disk must not end the game
                s.me.store.evidence(fork.ours.gid, wire.pack(list(fork.proof)))
        for peer in list(s.peers.values()):
            if peer is not shown_by and self._may_see(peer, fork):
                s.send(peer, m.Evidence("first", fork.ours.raw, fork.ours.sig))
                s.send(peer, m.Evidence("second", fork.theirs.raw, fork.theirs.sig))
        return True

    def _may_see(self, peer: Peer, fork: Fork) -> bool:
        """Whether this peer may get the proof. Spectators get no shares, not even in a proof."""
        if peer.role == "spectator":
            return "seed" not in (fork.ours.record.kind, fork.theirs.record.kind)
        return peer.plays

    def heard(self, peer: Peer, message: m.Evidence) -> None:
        s = self._s
        if peer.role is None:
            return s.unexpected(peer)
        entry = read_entry(message.raw, message.sig)
        if message.half == "first":
            peer.half = entry
            return None
        first, peer.half = peer.half, None
        if first is None:
            return s.unexpected(peer)
        table = s.game or s.watched
        if table is None or table.chain.gid != first.gid:
            return None  # of a game that we have left, or do not know yet
        return self._check(peer, table.roster, first, entry)

    def _check(self, peer: Peer, roster: Roster, first: Entry, second: Entry) -> None:
        s = self._s
        seat = next((seat for seat, key in roster.keys.items() if is_signed_twice(first, second, key)), None)
        if seat is None:
            return s.misbehaved(peer, Verdict("false_evidence", peer.seat))
        fork = Fork(seat, first, second)
        if not self.found(fork, peer):
            return None
        s.tell(Misbehaved(seat, "fork", seat, fork.proof))
        signer = s.player(seat)
        if signer is not None and signer is not s.host_peer():  # we keep our host: without one nobody would play on
            s.offenders.add(signer.key, s.now)
            s.drop(signer, "misbehaved")
        return None
