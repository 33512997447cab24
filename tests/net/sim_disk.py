"""What survives a crash in the simulator: the logs and promises of one program, the company of its table, and its
key."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from core.frames import NO_PREV, Record, chain_hash, pack_record, unpack_record
from core.log import Log
from core.table import SignedLog
from net.identity import ENTRY, Identity

if TYPE_CHECKING:
    from tests.net.sim_witness import Witness


# Everything that a program stores. Only where somebody plays foul is there evidence to store.
POINTS = ("create", "append", "rewind", "discard", "promise", "company", "evidence")


class Violation(AssertionError):
    """A rule of the protocol was broken."""


class Crash(Exception):
    """The program is gone, in the middle of what it did."""


class SimLog(Log):
    def __init__(self, disk: Disk, gid: bytes) -> None:
        stored = disk.logs[gid]
        super().__init__([unpack_record(payload) for payload in stored], chain_hash(stored[-1]) if stored else NO_PREV)
        self._disk, self._gid = disk, gid

    def _store(self, payload: bytes) -> None:
        with self._disk.storing("append"):
            self._disk.logs[self._gid].append(payload)
            self._disk.witness.stored(self._disk, self._gid)


class Disk:
    """What survives a crash.

    `crash_in`: so many stores from now, before (odd) or after (even) it is done. `crash_at`: the next time that
    something of this kind is stored, and whether before it is done.
    """

    def __init__(self, witness: Witness, node: int) -> None:
        self.witness, self.node = witness, node
        self.logs: dict[bytes, list[bytes]] = {}
        self.terms: dict[bytes, list[int]] = {}
        self.kept: dict[bytes, bytes] = {}
        self.proofs: list[bytes] = []
        self.aside: list[list[bytes]] = []
        self.company: Any = None  # of the table that this program hosts
        self.crash_in: int | None = None
        self.crash_at: tuple[str, bool] | None = None
        self.key = b""

    @contextmanager
    def storing(self, point: str) -> Iterator[None]:
        due, before = False, False
        if self.crash_at is not None and self.crash_at[0] == point:
            due, before = True, self.crash_at[1]
            self.crash_at = None
        elif self.crash_in is not None:
            self.crash_in -= 1
            due, before = self.crash_in <= 0, self.crash_in < 0
            if due:
                self.crash_in = None
        if due:
            self.witness.crashes[point, before] += 1
        if due and before:
            raise Crash
        yield
        if due:
            raise Crash

    def create(self, gid: bytes, header: dict[str, Any], sig: bytes) -> SignedLog:
        if gid in self.logs:
            raise Violation(f"{self.node} begins a game of which it has a log")
        record = Record(0, NO_PREV, b"", None, "game", {"format": 1, **header}, None, sig)
        with self.storing("create"):
            self.logs[gid] = [pack_record(record)]
            self.terms[gid] = [0]
        return SimLog(self, gid)

    def open(self, gid: bytes) -> SignedLog | None:
        return SimLog(self, gid) if gid in self.logs else None

    def records(self, gid: bytes) -> list[Record] | None:
        return [unpack_record(payload) for payload in self.logs[gid]] if gid in self.logs else None

    def rewind(self, gid: bytes, log: SignedLog, n: int) -> SignedLog:
        with self.storing("rewind"):
            self.witness.rewound(self, gid, n)
            self.aside.append(self.logs[gid][n:])
            del self.logs[gid][n:], self.terms[gid][n:]
        return SimLog(self, gid)

    def discard(self, gid: bytes, log: SignedLog | None) -> None:
        with self.storing("discard"):
            if len(self.logs.get(gid, ())) >= 5:
                raise Violation(f"{self.node} throws a game away that was dealt")
            self.logs.pop(gid, None)
            self.terms.pop(gid, None)
            self.kept.pop(gid, None)

    def promises(self, gid: bytes) -> bytes | None:
        return self.kept.get(gid)

    def promise(self, gid: bytes, kept: bytes) -> None:
        with self.storing("promise"):
            self.kept[gid] = kept

    def keep_company(self, kept: Any) -> None:
        with self.storing("company"):
            self.company = kept

    def path(self, gid: bytes) -> str:
        return f"{gid.hex()}.log"

    def evidence(self, gid: bytes, proof: bytes) -> None:
        with self.storing("evidence"):
            self.proofs.append(proof)


class SimIdentity(Identity):
    """Remembers which signatures it made."""

    __slots__ = ("made",)

    def __init__(self, secret: bytes) -> None:
        super().__init__(secret)
        self.made: dict[bytes, bytes] = {}  # signature of an entry: what was signed

    def sign(self, label: bytes, data: bytes) -> bytes:
        sig = super().sign(label, data)
        if label == ENTRY:
            self.made[sig] = data
        return sig


@lru_cache(maxsize=16)
def person(number: int) -> SimIdentity:
    return SimIdentity(bytes([number + 1]) * 32)
