"""Which processor cores are left for our bots: so many as nobody else of ours thinks with.

with CoreClaim.of(more=1) as claim:     one core for this process, and one more if it is free
    claim.more

Every program of ours on this machine counts, whoever started it. A core is a lock on one of our own files, because
those are there everywhere and are the same for all of them. The system gives a lock back when its process ends, however
that ended. Where files cannot be locked, nobody gets a further core.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from typing import Self

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # no such system is supported, but the rest of the program need not fail for it
    flock = None  # type: ignore[assignment]


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class CoreClaim:
    """Cores that are ours until `close`."""

    def __init__(self, locks: list[int], more: int) -> None:
        self._locks = locks
        self.more = more  # cores beside the one on which this process runs anyway

    @classmethod
    def of(cls, more: int) -> Self:
        """Claims a core for this process, and up to so many more. This never waits."""
        locks: list[int] = []
        for path in _lock_files()[: cores()]:
            if len(locks) > more:
                break
            lock = _locked(path)
            if lock is not None:
                locks.append(lock)
        return cls(locks, max(0, len(locks) - 1))

    def close(self) -> None:
        while self._locks:
            os.close(self._locks.pop())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@cache
def _lock_files() -> list[str]:
    """Files of ours in an order that is the same for all programs. There are some dozens of them."""
    folder = os.path.dirname(os.path.abspath(__file__))
    rooms = (folder, os.path.join(os.path.dirname(folder), "text"), os.path.join(os.path.dirname(folder), "ui"))
    return [os.path.join(room, name) for room in rooms for name in sorted(os.listdir(room)) if name.endswith(".py")]


def _locked(path: str) -> int | None:
    """The file, opened and locked; None if somebody else has the lock, or if it cannot be locked."""
    if flock is None:
        return None
    with suppress(OSError):
        lock = os.open(path, os.O_RDONLY)
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except OSError:
            os.close(lock)
            raise
        return lock
    return None
