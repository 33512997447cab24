"""Where a session keeps its games: for each a log, a small file of promises, and proofs that a seat signed twice.
Everything is on the disk when a call returns."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any, Protocol

from core import disk
from core.frames import MAGIC, Record, frame, pack_record
from core.log import FileLog, read
from core.table import SignedLog


class Store(Protocol):
    """What a session needs of its disk. `Files` is the real one; the simulator has its own."""

    def create(self, gid: bytes, header: dict[str, Any], sig: bytes) -> SignedLog:
        """Makes the log of a new game, with its signed header."""

    def open(self, gid: bytes) -> SignedLog | None:
        """The log of a game that was begun before, or None."""

    def records(self, gid: bytes) -> list[Record] | None:
        """The records of a game, only to look at; None if there is no log of it."""

    def rewind(self, gid: bytes, log: SignedLog, n: int) -> SignedLog:
        """The same log without the records from `n` on. Keeps a copy of the whole log."""

    def discard(self, gid: bytes, log: SignedLog | None) -> None:
        """Removes log and promises of a game that was never dealt. `log` is its open log, if there is one."""

    def promises(self, gid: bytes) -> bytes | None: ...

    def promise(self, gid: bytes, kept: bytes) -> None: ...

    def path(self, gid: bytes) -> str:
        """Where people find the log of a game."""

    def evidence(self, gid: bytes, proof: bytes) -> None:
        """Keeps a proof beside the log, once, unless there are too many already."""


MOST_PROOFS = 16  # beside one log: two for each seat


class Files:
    """Games as files of one folder, named by their ids."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = os.fspath(folder)

    def path(self, gid: bytes) -> str:
        return os.path.join(self.folder, f"{gid.hex()}.log")

    def create(self, gid: bytes, header: dict[str, Any], sig: bytes) -> FileLog:
        return FileLog.create(self.path(gid), header, sig=sig)

    def open(self, gid: bytes) -> FileLog | None:
        path = self.path(gid)
        return FileLog.open(path) if os.path.exists(path) else None

    def records(self, gid: bytes) -> list[Record] | None:
        path = self.path(gid)
        return read(path).records if os.path.exists(path) else None

    def rewind(self, gid: bytes, log: SignedLog, n: int) -> FileLog:
        assert isinstance(log, FileLog)
        path = log.path
        _make(_unused(f"{path}.aside"), _bytes(log.records))
        shorter = f"{path}.shorter"
        with suppress(FileNotFoundError):
            os.unlink(shorter)  # left by a program that was killed here
        _make(shorter, _bytes(log.records[:n]))
        log.close()
        os.rename(shorter, path)
        disk.directory_to_disk(os.path.dirname(path))
        return FileLog.open(path)

    def discard(self, gid: bytes, log: SignedLog | None) -> None:
        if isinstance(log, FileLog):
            log.close()
        for path in self.beside(gid):
            with suppress(FileNotFoundError):
                os.unlink(path)

    def beside(self, gid: bytes) -> list[str]:
        """The files that `discard` removes with a game that was never dealt. Proofs stay: otherwise a host that signed
        twice would only have to call the start off, and its guests would remove the proof. There are no copies put
        aside, because only a game that is dealt is ever rewound."""
        return [self.path(gid), f"{self.path(gid)}.promises"]

    def promises(self, gid: bytes) -> bytes | None:
        try:
            with open(f"{self.path(gid)}.promises", "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def promise(self, gid: bytes, kept: bytes) -> None:
        path = f"{self.path(gid)}.promises"
        disk.make_directories(self.folder)
        with suppress(FileNotFoundError):
            os.unlink(f"{path}.new")
        _make(f"{path}.new", kept)
        os.rename(f"{path}.new", path)
        disk.directory_to_disk(self.folder)

    def evidence(self, gid: bytes, proof: bytes) -> None:
        disk.make_directories(self.folder)
        first = f"{self.path(gid)}.evidence"
        for path in (first, *(f"{first}-{number}" for number in range(2, MOST_PROOFS + 1))):
            try:
                _make(path, proof)
            except FileExistsError:
                with open(path, "rb") as file:
                    if file.read(len(proof) + 1) == proof:
                        return
            else:
                disk.directory_to_disk(self.folder)
                return


def _bytes(records: list[Record]) -> bytes:
    return MAGIC + b"".join(frame(pack_record(record)) for record in records)


def _make(path: str, content: bytes) -> None:
    disk.release(disk.make(path, content))


def _unused(path: str) -> str:
    found, number = path, 1
    while os.path.lexists(found):
        number += 1
        found = f"{path}-{number}"
    return found
