"""What this program has signed and must not contradict, even if it crashes: kept on the disk before it is sent.

entry   the last entry we signed for a place in the log that only the host may fill
voted   the last term in which we voted for a host, and the question we said yes to
share   our share of the joint seed
"""

from __future__ import annotations

from net import wire
from net.entries import Entry, read_entry
from net.session.store import Store


class Promises:
    def __init__(self, store: Store, gid: bytes) -> None:
        self._store = store
        self._gid = gid
        self.entry: Entry | None = None
        self.voted_term = 0
        self.voted_hash = b""
        self.share = b""
        kept = store.promises(gid)
        if kept is not None:
            raw, sig, self.voted_term, self.voted_hash, self.share = wire.unpack(kept)
            self.entry = read_entry(raw, sig) if raw else None

    def at(self, term: int, n: int) -> Entry | None:
        """What we have signed for this place."""
        entry = self.entry
        return entry if entry is not None and (entry.term, entry.record.n) == (term, n) else None

    def keep_entry(self, entry: Entry) -> None:
        self.entry = entry
        self._keep()

    def keep_vote(self, term: int, question: bytes) -> None:
        self.voted_term, self.voted_hash = term, question
        self._keep()

    def keep_share(self, share: bytes) -> None:
        self.share = share
        self._keep()

    def may_vote(self, term: int, question: bytes) -> bool:
        """Once in a term, and never in an earlier one; the same question may be answered again."""
        return term > self.voted_term or (term, question) == (self.voted_term, self.voted_hash)

    def _keep(self) -> None:
        raw, sig = (self.entry.raw, self.entry.sig) if self.entry is not None else (b"", b"")
        self._store.promise(self._gid, wire.pack([raw, sig, self.voted_term, self.voted_hash, self.share]))
