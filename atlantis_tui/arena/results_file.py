"""A file that keeps results as they come, so that a long match can be stopped and continued.

It holds lines of JSON: a header with the plan and a fingerprint of the program, and then one line for each game. An
unfinished last line is cut off. Only one program at a time uses the file, and it never mixes matches, rules or bots.
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

from atlantis_tui.arena.crew import ArenaResult
from atlantis_tui.arena.plan import ArenaPlan
from atlantis_tui.arena.times import ThinkingTimes
from core import disk
from core.arena import Result

KIND = "atlantis arena"
FORMAT = 1
LONGEST_HEADER = 1 << 16
TO_DISK = 2.0  # how many seconds of work a power cut may cost


class UnfitResultsFile(Exception):
    """The file cannot be used: the name of the reason, and its parameters."""

    def __init__(self, reason: str, **params: Any) -> None:
        super().__init__(reason, params)
        self.reason = reason
        self.params = params


class ResultsFile:
    def __init__(self, path: str, fd: int, header: dict[str, Any] | None, made: bool) -> None:
        self.path = path
        self.header = header  # None in a new file
        self._fd = fd
        self._made = made  # whether we have just made the file
        self._synced = time.monotonic()

    @classmethod
    def open(cls, path: str) -> Self:
        """Open and lock a file, or make a new one. Raises LogError if that fails, and Unfit if the file is not ours."""
        where = os.path.abspath(path)
        try:
            fd, made = _locked(where)
        except OSError as error:
            raise disk.named(error, path) from None
        try:
            if not stat.S_ISREG(os.fstat(fd).st_mode):
                raise UnfitResultsFile("not_ours")
            return cls(path, fd, _header(os.pread(fd, LONGEST_HEADER, 0)), made)
        except BaseException:
            disk.release(fd)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            # we made the file and stored nothing in it, so remove it
            if self._made and os.fstat(self._fd).st_size == 0:
                os.unlink(self.path)
            else:
                disk.to_disk(self._fd)
        except OSError as error:
            raise disk.named(error, self.path) from None
        finally:
            disk.release(self._fd)

    def begin(self, plan: ArenaPlan, rules_version: int) -> Iterator[ArenaResult]:
        """The results kept for this match; then `add` may add more. Raises UnfitResultsFile for other matches."""
        wanted = {KIND: FORMAT, **plan.about(), "rules_version": rules_version, "program": fingerprint(plan.game)}
        if self.header is None:
            os.ftruncate(self._fd, 0)
            self._write(wanted)
            return
        try:
            other = ArenaPlan.read(self.header)
        except ValueError:
            raise UnfitResultsFile("not_ours") from None
        if other.about() != plan.about():
            raise UnfitResultsFile("other_match", plan=other)
        if self.header != wanted:
            raise UnfitResultsFile("other_program")
        yield from self._results(plan)

    def _results(self, plan: ArenaPlan) -> Iterator[ArenaResult]:
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
                    raise UnfitResultsFile("damaged", line=number) from None

    def add(self, played: ArenaResult) -> None:
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
    """The file descriptor, and whether the file is new."""
    for _ in range(10):
        try:
            return disk.open_locked(where), False
        except FileNotFoundError:
            disk.make_directories(os.path.dirname(where))
        with suppress(FileExistsError):  # another program was quicker, or the path is a link that leads nowhere
            return disk.make(where, b""), True
    raise FileNotFoundError(ENOENT, os.strerror(ENOENT))


def fingerprint(game: str) -> str:
    """A hash of all source files that decide how a game is played and by whom. Changed bots count as other bots."""
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
    """The header, or None if the file is new: empty, or only the unfinished start of our own header."""
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
        raise UnfitResultsFile("not_ours")
    if header[KIND] > FORMAT:
        raise UnfitResultsFile("newer")
    return header


def _read(plan: ArenaPlan, line: Any) -> ArenaResult:
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
    return ArenaResult(number, result, [ThinkingTimes.unpack(each) for each in times])
