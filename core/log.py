"""The move log: in memory, or in a file where no acknowledged record is ever lost.

    log = FileLog.create(path, {...})                  begins a new game; .open goes on; .salvage goes on after damage
    log.append("move", seat, digest, body, opened)     returns once the record is on the disk
    with log.together(): ...                           puts all records appended inside it on the disk at its end
    read(path), peek(path)                             read without a lock and without any change

frames.py describes records and frames. Only one thread at a time may use a log object.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from typing import Any, NamedTuple, Self

from core import disk
from core.frames import (
    FORMAT,
    HEADER,
    MAGIC,
    MAX_LOG,
    MAX_LOG_VALUES,
    MAX_RECORD,
    MAX_RECORDS,
    NO_PREV,
    Corrupt,
    LogError,
    Record,
    Scan,
    Torn,
    chain_hash,
    ends,
    frame,
    next_record,
    pack_record,
    scan,
    unpack_record,
    values_of,
)

__all__ = [
    "FORMAT",
    "HEADER",
    "MAGIC",
    "MAX_LOG",
    "MAX_RECORD",
    "MAX_RECORDS",
    "Contents",
    "Corrupt",
    "FileLog",
    "Log",
    "LogError",
    "MemoryLog",
    "Peek",
    "Record",
    "Torn",
    "chain_hash",
    "pack_record",
    "peek",
    "read",
    "read_summed",
    "unpack_record",
]


class Contents(NamedTuple):
    records: list[Record]
    damage: Torn | Corrupt | None


class Peek(NamedTuple):
    header: Record
    last: Record  # the last good record
    good: int  # the number of good records
    damage: Torn | Corrupt | None


def read(path: str | os.PathLike[str]) -> Contents:
    """Returns all good records of the file. While another program plays, the record that it is writing may look
    torn."""
    found = _scan(path, _read(path))
    return Contents(found.records, found.damage)


def read_summed(path: str | os.PathLike[str]) -> tuple[str, Contents]:
    """Returns a hash of all bytes of the file, and what `read` returns."""
    data = _read(path)
    found = _scan(path, data)
    return blake2b(data, digest_size=32).hexdigest(), Contents(found.records, found.damage)


def peek(path: str | os.PathLike[str]) -> Peek:
    """Returns the first and the last record of the file, for long lists of games. It may miss damage between them."""
    data = _read(path)
    quick = ends(data)
    if quick is not None:
        return Peek(*quick, None)
    found = _scan(path, data)
    return Peek(found.records[0], found.records[-1], len(found.records), found.damage)


def first_bytes(header_body: dict[str, Any], sig: bytes | None = None) -> bytes:
    """Returns the bytes of a file that holds only this header. A program that is killed while it creates the file
    leaves a part of these bytes, or none."""
    _, payload = next_record(0, NO_PREV, b"", None, HEADER, {"format": FORMAT, **header_body}, None, sig)
    return MAGIC + frame(payload)


class Log:
    """A chain of records that grows at its end. Subclasses store the payloads."""

    def __init__(self, records: list[Record], head: bytes) -> None:
        self.records = records
        self.head = head  # hash of the last payload, which is `prev` of the next record
        self._gathered: list[bytes] | None = None  # within `together`: the payloads to store at its end
        self._values = sum(map(values_of, records))

    def append(
        self,
        kind: str,
        seat: int | None,
        digest: bytes,
        body: Any,
        opened: list[Any] | None,
        sig: bytes | None = None,
    ) -> Record:
        """Stores one more record and returns it. If this raises, the log has not changed."""
        if len(self.records) >= MAX_RECORDS:
            raise self._error("full", {"limit": MAX_RECORDS})
        try:
            record, payload = next_record(len(self.records), self.head, digest, seat, kind, body, opened, sig)
        except LogError as error:
            raise self._error(error.reason, error.params) from error
        values = self._values + values_of(record)
        if values > MAX_LOG_VALUES:  # `scan` would refuse to read the log again
            raise self._error("full", {"limit": MAX_LOG_VALUES})
        head = chain_hash(payload)
        if self._gathered is None:
            self._store(payload)
        else:
            self._gathered.append(payload)
        self.head, self._values = head, values
        self.records.append(record)
        return record

    @contextmanager
    def together(self) -> Iterator[None]:
        """Stores all records that are appended within it at once at its end: one wait for the disk instead of many. If
        storing raises, the log has none of them."""
        count, head, values, self._gathered = len(self.records), self.head, self._values, []
        try:
            yield
        finally:
            gathered, self._gathered = self._gathered, None
            try:
                if gathered:
                    self._store_all(gathered)
            except BaseException:
                self.head, self._values = head, values
                del self.records[count:]
                raise

    def cut(self, count: int) -> None:
        """Keeps only the first `count` records. Players who go on from an earlier record drop the later ones so."""
        if not 0 < count <= len(self.records):
            raise ValueError(count)
        kept = [pack_record(record) for record in self.records[:count]]
        self._cut(len(MAGIC) + sum(8 + len(payload) for payload in kept))
        self.head = chain_hash(kept[-1])
        del self.records[count:]
        self._values = sum(map(values_of, self.records))

    def close(self) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _store(self, payload: bytes) -> None:
        raise NotImplementedError

    def _store_all(self, payloads: list[bytes]) -> None:
        for payload in payloads:
            self._store(payload)

    def _cut(self, end: int) -> None:
        raise NotImplementedError

    def _error(self, reason: str, params: dict[str, Any]) -> LogError:
        return LogError(reason, params)


class MemoryLog(Log):
    """A log in memory. It begins with the given header; without one, the first record appended must be the header."""

    def __init__(self, header_body: dict[str, Any] | None = None, sig: bytes | None = None) -> None:
        super().__init__([], NO_PREV)
        self._size = len(MAGIC)
        if header_body is not None:
            self.append(HEADER, None, b"", {"format": FORMAT, **header_body}, None, sig)

    def _store(self, payload: bytes) -> None:
        if self._size + 8 + len(payload) > MAX_LOG:
            raise LogError("full", {"limit": MAX_LOG})
        self._size += 8 + len(payload)

    def _cut(self, end: int) -> None:
        self._size = end


class FileLog(Log):
    """A log in a file that is locked for this program. `create`, `open` and `salvage` make it."""

    def __init__(self, path: str, fd: int, data: bytes, found: Scan, torn: Torn | None, sync: bool) -> None:
        super().__init__(found.records, found.head)
        self.path = path
        self.torn = torn  # the tail that `open` cut off
        self._fd = fd  # -1 when closed
        self._data = bytearray(data)  # what the file should hold, for writing it anew
        self._sync = sync
        self._doubted = False  # True if the file may not hold what was written to it

    @classmethod
    def create(
        cls, path: str | os.PathLike[str], header_body: dict[str, Any], *, sig: bytes | None = None, sync: bool = True
    ) -> Self:
        """Creates a new file with mode 0600, and missing directories with mode 0700. It never overwrites a file.

        `sig` is the signature of the header in games among several programs. With `sync=False`, records are sure to be
        on the disk only after `close`.
        """
        where = os.fspath(path)
        try:
            data = first_bytes(header_body, sig)
        except LogError as error:
            raise LogError(error.reason, {**error.params, "path": where}) from error
        return cls._new(where, data, sync)

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, sync: bool = True) -> Self:
        """Opens a log to go on with its game. It cuts off a torn tail after saving a copy beside the file: see `.torn`.

        It refuses a corrupt file and does not change it. `read` shows the good records; `salvage` goes on from them.
        """
        where = os.fspath(path)
        try:
            where = os.path.realpath(where)
            fd = disk.open_locked(where)
            try:
                data = _read_all(fd, where)
                found = _scan(where, data)
                torn = None
                if isinstance(found.damage, Corrupt):
                    good, offset, why, _ = found.damage
                    raise LogError("corrupt", {"good": good, "offset": offset, "why": why, "path": where})
                if found.damage is not None:
                    torn = found.damage._replace(kept=_keep(where, data[found.end :]))
                    os.ftruncate(fd, found.end)
                # Sync even if nothing was cut. A killed program may have written a record without syncing it, and
                # people are about to see that record.
                if sync or torn is not None:
                    disk.to_disk(fd)
            except BaseException:
                os.close(fd)
                raise
        except OSError as error:
            raise disk.named(error, where) from error
        return cls(where, fd, data[: found.end], found, torn, sync)

    @classmethod
    def salvage(cls, path: str | os.PathLike[str], new_path: str | os.PathLike[str], *, sync: bool = True) -> Self:
        """Copies the good records of a damaged file to a new file and opens that. The damaged file does not change."""
        data = _read(path)
        return cls._new(os.fspath(new_path), data[: _scan(path, data).end], sync)

    def close(self) -> None:
        """Puts all appended records on the disk and releases the file. Closing twice is allowed."""
        if self._fd < 0:
            return
        try:
            if not self._doubted and not self._sync:
                try:
                    disk.to_disk(self._fd)
                except OSError:
                    self._doubted = True
            if self._doubted:
                self._write_anew()
        except OSError as error:
            raise disk.named(error, self.path) from error
        finally:
            fd, self._fd = self._fd, -1
            disk.release(fd)

    def _store(self, payload: bytes) -> None:
        self._store_all([payload])

    def _store_all(self, payloads: list[bytes]) -> None:
        if self._fd < 0:
            raise self._error("closed", {})
        end = len(self._data)
        framed = b"".join(map(frame, payloads))
        if end + len(framed) > MAX_LOG:
            raise self._error("full", {"limit": MAX_LOG})
        try:
            now = os.fstat(self._fd)
            if self._doubted or now.st_size != end or not now.st_nlink:
                # A sync has failed (see below), a failed write could not be cut back, or somebody who ignored the lock
                # has removed or changed the file.
                self._write_anew()
            try:
                disk.write(self._fd, framed)
            except BaseException:
                self._cut_back()
                raise
            try:
                if self._sync:
                    disk.to_disk(self._fd)
            except BaseException:
                # After a failed sync the system may believe that pages are written which are not on the disk.
                # Neither reading nor syncing again would show this. So only the copy in memory counts now: the next
                # append first writes all of it to a new file, which replaces this one. Until that succeeds, every
                # append raises.
                self._doubted = True
                self._cut_back()
                raise
        except OSError as error:
            raise disk.named(error, self.path) from error
        self._data += framed

    def _cut(self, end: int) -> None:
        """Cuts the file at `end`. A copy of the rest stays beside the file, as for a torn tail."""
        if self._fd < 0:
            raise self._error("closed", {})
        whole = self._data
        if end == len(whole):
            return
        try:
            _keep(self.path, bytes(whole[end:]))
            self._data = whole[:end]
            self._write_anew()
        except OSError as error:
            self._data = whole  # `_doubted` may be set, so the next append writes all of it anew
            raise disk.named(error, self.path) from error
        except BaseException:
            self._data = whole
            raise

    def _cut_back(self) -> None:
        with suppress(OSError):  # if this fails, the next append finds a wrong size
            os.ftruncate(self._fd, len(self._data))

    def _write_anew(self) -> None:
        self._doubted = True
        new = self.path + ".new"  # only the holder of the lock uses this name; a file left by a crash is worthless
        if os.path.lexists(new):
            os.unlink(new)
        fd = disk.make(new, self._data)
        try:
            self._check_not_replaced()
            os.rename(new, self.path)
        except BaseException:
            os.close(fd)
            os.unlink(new)
            raise
        old, self._fd = self._fd, fd
        disk.release(old)
        disk.directory_to_disk(os.path.dirname(self.path))
        self._doubted = False

    def _check_not_replaced(self) -> None:
        try:
            there = os.stat(self.path)
        except FileNotFoundError:
            return
        if not os.path.samestat(there, os.fstat(self._fd)):
            raise self._error("replaced", {})

    def _error(self, reason: str, params: dict[str, Any]) -> LogError:
        return LogError(reason, {**params, "path": self.path})

    @classmethod
    def _new(cls, path: str, data: bytes, sync: bool) -> Self:
        found = scan(data)
        try:
            path = os.path.realpath(path)
            disk.make_directories(os.path.dirname(path))
            fd = disk.make(path, data)
            try:
                disk.directory_to_disk(os.path.dirname(path))
            except BaseException:
                os.close(fd)
                os.unlink(path)
                raise
        except OSError as error:
            raise disk.named(error, path) from error
        return cls(path, fd, data, found, None, sync)


def _scan(path: str | os.PathLike[str], data: bytes) -> Scan:
    try:
        return scan(data)
    except LogError as error:
        raise LogError(error.reason, {**error.params, "path": os.fspath(path)}) from None


def _read(path: str | os.PathLike[str]) -> bytes:
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            return _read_all(fd, os.fspath(path))
        finally:
            os.close(fd)
    except OSError as error:
        raise disk.named(error, path) from error


def _read_all(fd: int, path: str) -> bytes:
    about = os.fstat(fd)
    if stat.S_ISDIR(about.st_mode):
        raise LogError("is_directory", {"path": path})
    if not stat.S_ISREG(about.st_mode):  # a pipe or a device may never end
        raise LogError("not_a_log", {"path": path})
    parts = []
    left = MAX_LOG + 1
    while left and (part := os.read(fd, min(left, max(about.st_size + 1, 4096)))):
        parts.append(part)
        left -= len(part)
    data = b"".join(parts)
    if not left and data.startswith(MAGIC):
        raise LogError("too_large", {"path": path, "limit": MAX_LOG})
    return data


def _keep(path: str, tail: bytes) -> str:
    copy, number = path + ".torn", 1
    while os.path.lexists(copy):
        number += 1
        copy = f"{path}.torn-{number}"
    os.close(disk.make(copy, tail))
    disk.directory_to_disk(os.path.dirname(path))
    return copy
