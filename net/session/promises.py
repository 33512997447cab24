"""What this program has signed and must not contradict, even after a crash. It is on the disk before it is sent.

    entry   the last entry that we signed as a guest, for the host to order
    voted   the last term in which we voted for a host, and the question that we answered with yes
    votes   by seat: the last term in which we voted for it
    share   our share of the joint seed

The file has a mark, a checksum and the values. A damaged file is refused, and nothing is guessed from it: a program
that does not know what it has signed may sign twice.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from net import wire
from net.entries import Entry, read_entry
from net.refusal import Refusal
from net.session.store import Store

MARK = b"\x89ATL-promises 2\n"
NOBODY = -1  # for a vote in a file of the first version, which did not keep for whom it was
_CHECKSUM = 16


class Promises:
    """Our promises for one game. The `SignedGame` owns them."""

    def __init__(self, store: Store, gid: bytes) -> None:
        """Reads the file, if there is one; Refusal promises_damaged."""
        self._store = store
        self._gid = gid
        self.entry: Entry | None = None
        self.voted_term = 0
        self.voted_hash = b""
        self.votes: dict[int, int] = {}
        self.share = b""
        kept = store.promises(gid)
        if kept is not None:
            try:
                self._read(kept)
            except (Refusal, ValueError, TypeError):
                raise Refusal("promises_damaged", path=f"{store.path(gid)}.promises") from None

    def _read(self, kept: bytes) -> None:
        body = kept[len(MARK) + _CHECKSUM :]
        if not kept.startswith(MARK):  # the first version had no checksum and no `votes`
            raw, sig, term, question, share = wire.unpack(kept)
            votes = [[NOBODY, term]] if term else []
        elif _checksum(body) != kept[len(MARK) :][:_CHECKSUM]:
            raise ValueError("checksum")
        else:
            raw, sig, term, question, share, votes = wire.unpack(body)
        if not (_is_number(term) and type(question) is bytes and type(share) is bytes):
            raise ValueError("values")
        if not all(type(host) is int and _is_number(voted) for host, voted in votes):
            raise ValueError("votes")
        self.entry = read_entry(raw, sig) if raw else None
        self.voted_term, self.voted_hash, self.share, self.votes = term, question, share, dict(votes)

    def at(self, term: int, n: int) -> Entry | None:
        """The entry that we have signed for this place, if any."""
        entry = self.entry
        return entry if entry is not None and (entry.term, entry.record.n) == (term, n) else None

    def keep_entry(self, entry: Entry) -> None:
        self.entry = entry
        self._keep()

    def keep_vote(self, term: int, question: bytes, host: int) -> None:
        self.voted_term, self.voted_hash, self.votes[host] = term, question, term
        self._keep()

    def keep_share(self, share: bytes) -> None:
        self.share = share
        self._keep()

    def may_vote(self, term: int, question: bytes) -> bool:
        """Whether we may vote: once in a term, and never in an earlier one. The same question may be answered again."""
        return term > self.voted_term or (term, question) == (self.voted_term, self.voted_hash)

    def voted_against(self, host: int) -> int:
        """The last term in which we voted for somebody other than this host."""
        return max((term for seat, term in self.votes.items() if seat != host), default=0)

    def _keep(self) -> None:
        raw, sig = (self.entry.raw, self.entry.sig) if self.entry is not None else (b"", b"")
        votes = [[host, term] for host, term in sorted(self.votes.items())]
        body = wire.pack([raw, sig, self.voted_term, self.voted_hash, self.share, votes])
        self._store.promise(self._gid, MARK + _checksum(body) + body)


def _checksum(body: bytes) -> bytes:
    return blake2b(body, digest_size=_CHECKSUM).digest()


def _is_number(value: Any) -> bool:
    return type(value) is int and value >= 0
