"""A file that keeps results as they come, so that a long match can be left and gone on with.

Lines of JSON: what was asked for, by which program, and then each game. A line that was not finished is cut off. One
program at a time; and never another match, other rules or other bots in the same file.
"""

from __future__ import annotations

import json
import os
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from errno import ENOENT
from hashlib import blake2b
from typing import Any, Self

from atlantis_tui.arena.crew import PlayedByCrew
from atlantis_tui.arena.plan import ArenaPlan
from atlantis_tui.arena.times import Times
from core import disk
from core.arena import Result

KIND = "atlantis arena"
FORMAT = 1
LONGEST_HEADER = 1 << 16
TO_DISK = 2.0  # seconds of work that a power cut may take away


class Unfit(Exception):
    """Why the file cannot be used: the name of a reason, and what it is about."""

    def __init__(self, reason: str, **params: Any) -> None:
        super().__init__(reason, params)
        self.reason = reason
        self.params = params


class ResultsFile:
    def __init__(self, path: str, fd: int, header: dict[str, Any] | None, made: bool) -> None:
        self.path = path
        self.header = header  # None in a new file
        self._fd = fd
        self._made = made  # by us, just now
        self._synced = time.monotonic()

    @classmethod
    def open(cls, path: str) -> Self:
        """A file that is there, or a new one; locked. LogError if that cannot be, Unfit if it is none of ours."""
        where = os.path.abspath(path)
        try:
            fd, made = _locked(where)
        except OSError as error:
            raise disk.named(error, path) from None
        try:
            if not stat.S_ISREG(os.fstat(fd).st_mode):
                raise Unfit("not_ours")
            return cls(path, fd, _header(os.pread(fd, LONGEST_HEADER, 0)), made)
        except BaseException:
            disk.release(fd)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            if self._made and os.fstat(self._fd).st_size == 0:  # nothing was begun, so nothing is left
                os.unlink(self.path)
            else:
                disk.to_disk(self._fd)
        except OSError as error:
            raise disk.named(error, self.path) from None
        finally:
            disk.release(self._fd)

    def begin(self, plan: ArenaPlan, rules_version: int) -> Iterator[PlayedByCrew]:
        """The results that are kept for this very match; from now on more can be added. Else Unfit."""
        wanted = {KIND: FORMAT, **plan.about(), "rules_version": rules_version, "program": fingerprint(plan.game)}
        if self.header is None:
            os.ftruncate(self._fd, 0)
            self._write(wanted)
            return
        try:
            other = ArenaPlan.read(self.header)
        except ValueError:
            raise Unfit("not_ours") from None
        if other.about() != plan.about():
            raise Unfit("other_match", plan=other)
        if self.header != wanted:
            raise Unfit("other_program")
        yield from self._results(plan)

    def _results(self, plan: ArenaPlan) -> Iterator[PlayedByCrew]:
        with open(self._fd, "rb", closefd=False) as file:
            file.seek(0)
            end = len(file.readline())
            for number, line in enumerate(file, 2):
                if not line.endswith(b"\n"):
                    os.ftruncate(self._fd, end)
                    break
                end += len(line)
                try:
                    yield _read(plan, json.loads(line))
                except (ValueError, TypeError, RecursionError):
                    raise Unfit("damaged", line=number) from None

    def add(self, played: PlayedByCrew) -> None:
        self._write([played.number, *played.result, [times.pack() for times in played.times]])
        if (now := time.monotonic()) - self._synced > TO_DISK:
            disk.to_disk(self._fd)
            self._synced = now

    def _write(self, line: Any) -> None:
        try:
            disk.write(self._fd, json.dumps(line, separators=(",", ":")).encode() + b"\n")
        except OSError as error:
            raise disk.named(error, self.path) from None


def _locked(where: str) -> tuple[int, bool]:
    """The file, and whether it was made."""
    for _ in range(10):
        try:
            return disk.open_locked(where), False
        except FileNotFoundError:
            disk.make_directories(os.path.dirname(where))
        with suppress(FileExistsError):  # somebody was quicker; or it is a link to nowhere
            return disk.make(where, b""), True
    raise FileNotFoundError(ENOENT, os.strerror(ENOENT))


def fingerprint(game: str) -> str:
    """Of all that decides how a game is played and by whom: changed bots are other bots."""
    import core

    root = os.path.dirname(os.path.abspath(core.__file__))
    folders = [(root, False), (os.path.join(root, "bots"), True), (os.path.join(root, game), True)]
    found = blake2b(digest_size=16)
    for folder, deep in folders:
        for where, inside, names in os.walk(folder):
            inside[:] = sorted(inside) if deep else []
            for name in sorted(names):
                if name.endswith(".py"):
                    path = os.path.join(where, name)
                    with open(path, "rb") as file:
                        source = file.read()
                    found.update(f"{os.path.relpath(path, root)}\0{len(source)}\0".encode() + source)
    return found.hexdigest()


def _header(begin: bytes) -> dict[str, Any] | None:
    """None if the file is new: empty, or nothing but a first line of ours that was not finished."""
    if not begin:
        return None
    line, end, _ = begin.partition(b"\n")
    if not end and len(begin) < LONGEST_HEADER and begin.startswith(f'{{"{KIND}":'.encode()):
        return None
    try:
        header = json.loads(line) if end else None
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or type(header.get(KIND)) is not int:
        raise Unfit("not_ours")
    if header[KIND] > FORMAT:
        raise Unfit("newer")
    return header


def _read(plan: ArenaPlan, line: Any) -> PlayedByCrew:
    number, scores, winners, turns, decisions, times = line
    if type(number) is not int or number < 0:
        raise ValueError("not a result")
    seats = len(plan.parts[plan.find(number)[0]].bots)
    counts = [*scores, *winners, turns, decisions]
    if not all(type(count) is int for count in counts) or len(scores) != seats or len(times) not in (0, seats):
        raise ValueError("not a result")
    if not winners or sorted({*winners}) != winners or not 0 <= winners[0] <= winners[-1] < seats:
        raise ValueError("not a result")
    result = Result(tuple(scores), tuple(winners), turns, decisions)
    return PlayedByCrew(number, result, [Times.unpack(each) for each in times])
