"""A file that keeps results as they come, so that a long match can be stopped and continued.

It holds lines of JSON: a header with the plan and a fingerprint of the program, and then one line for each game. An
unfinished last line is cut off. Only one program at a time uses the file, and it never mixes matches, rules or bots.

The file of a part (`--part K/N`) also says which part it is and how the rules behave (the golden hash). Between its
games stand objects: {"games": N}, how many games each match was asked to have, where the last one counts; and
{"seconds": S}, how long was played since the one before.
"""

from __future__ import annotations

import json
import os
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from errno import ENOENT
from typing import Any, BinaryIO, Self

from atlantis_tui.arena.crew import ArenaResult
from atlantis_tui.arena.limits import MOST_GAMES
from atlantis_tui.arena.plan import ArenaPlan
from atlantis_tui.arena.plan_slice import PlanSlice
from atlantis_tui.arena.program_identity import fingerprint
from atlantis_tui.arena.times import MOST_COUNTED, ThinkingTimes
from core import disk
from core.arena import Result
from net.versions import golden

KIND = "atlantis arena"
FORMAT = 1
LONGEST_HEADER = 1 << 16
LONGEST_PLAY = 1e10  # seconds that one line may tell of
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
        self._marked: float | None = None  # in the file of a part: since when no line tells how long was played

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
            return cls(path, fd, read_header(os.pread(fd, LONGEST_HEADER, 0)), made)
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
                self._mark()
                disk.to_disk(self._fd)
        except OSError as error:
            raise disk.named(error, self.path) from None
        finally:
            disk.release(self._fd)

    def begin(
        self, plan: ArenaPlan, rules_version: int, part: PlanSlice | None = None, games: int = 0
    ) -> Iterator[ArenaResult]:
        """The results kept for this match, or for this part of it, whose matches shall have so many games; then `add`
        may add more. Raises UnfitResultsFile for other matches."""
        wanted = {KIND: FORMAT, **plan.about(), "rules_version": rules_version, "program": fingerprint(plan.game)}
        if part is not None:
            wanted |= {"golden": golden(plan.game).hex(), "part": str(part)}
        if self.header is None:
            os.ftruncate(self._fd, 0)
            self._write(wanted, *([] if part is None else [{"games": games}]))
        else:
            other = plan_of(self.header)
            if other.about() != plan.about() or self.header.get("part") != wanted.get("part"):
                raise UnfitResultsFile("other_match", plan=other, part=part_of(self.header))
            if self.header != wanted:
                raise UnfitResultsFile("other_program")
            with open(self._fd, "rb", closefd=False) as file:
                kept = ResultLines(plan, file, part is not None)
                yield from kept
            if kept.unfinished:
                os.ftruncate(self._fd, kept.end)
            if part is not None and kept.games != games:
                self._write({"games": games})
        if part is not None:
            self._marked = time.monotonic()

    def add(self, played: ArenaResult) -> None:
        self._write([played.number, *played.result, [times.pack() for times in played.times]])
        if time.monotonic() - self._synced > TO_DISK:
            self._mark()
            disk.to_disk(self._fd)
            self._synced = time.monotonic()

    def _mark(self) -> None:
        if self._marked is not None:
            now = time.monotonic()
            self._write({"seconds": round(now - self._marked, 3)})
            self._marked = now

    def _write(self, *lines: Any) -> None:
        told = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
        try:
            disk.write(self._fd, told.encode())
        except OSError as error:
            raise disk.named(error, self.path) from None


class ResultLines:
    """The lines behind the header of an open file. What they tell besides results is known when all are read."""

    def __init__(self, plan: ArenaPlan, file: BinaryIO, is_part: bool) -> None:
        self.games: int | None = None  # of each match, as a part was asked last
        self.seconds = 0.0
        self.unfinished = False  # whether the last line was not written to its end
        self.end = 0  # of the last whole line
        self._plan = plan
        self._file = file
        self._is_part = is_part

    def __iter__(self) -> Iterator[ArenaResult]:
        """Raises UnfitResultsFile at a damaged line."""
        self._file.seek(0)
        self.end = len(self._file.readline())
        for number, line in enumerate(self._file, 2):
            if not line.endswith(b"\n"):
                self.unfinished = True
                break
            self.end += len(line)
            try:
                told = json.loads(line)
                if self._is_part and isinstance(told, dict):
                    self._hear(told)
                    continue
                played = read_result(self._plan, told)
            except (ValueError, TypeError, RecursionError):
                raise UnfitResultsFile("damaged", line=number) from None
            yield played

    def _hear(self, told: dict[str, Any]) -> None:
        match told:
            case {"games": int(games), **rest} if not rest and 0 < games <= MOST_GAMES and games is not True:
                self.games = games
            case {"seconds": int() | float() as seconds, **rest} if not rest and 0 <= seconds < LONGEST_PLAY:
                self.seconds += seconds
            case _:
                raise ValueError("not a line of a part")


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


def read_header(begin: bytes) -> dict[str, Any] | None:
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


def plan_of(header: dict[str, Any]) -> ArenaPlan:
    try:
        return ArenaPlan.read(header)
    except ValueError:
        raise UnfitResultsFile("not_ours") from None


def part_of(header: dict[str, Any]) -> PlanSlice | None:
    """Which part the file holds; None for the whole."""
    if "part" not in header:
        return None
    try:
        return PlanSlice.read(str(header["part"]))
    except ValueError:
        raise UnfitResultsFile("not_ours") from None


def read_result(plan: ArenaPlan, line: Any) -> ArenaResult:
    """Raises ValueError or TypeError for anything but the line of a game."""
    number, scores, winners, turns, decisions, times = line
    if type(number) is not int or number < 0:
        raise ValueError("not a result")
    seats = len(plan.parts[plan.find(number)[0]].bots)
    counts = [*scores, *winners, turns, decisions]
    if not all(type(count) is int and abs(count) < MOST_COUNTED for count in counts) or min(turns, decisions) < 0:
        raise ValueError("not a result")
    if len(scores) != seats or len(times) not in (0, seats):
        raise ValueError("not a result")
    if not winners or sorted({*winners}) != winners or not 0 <= winners[0] <= winners[-1] < seats:
        raise ValueError("not a result")
    result = Result(tuple(scores), tuple(winners), turns, decisions)
    return ArenaResult(number, result, [ThinkingTimes.unpack(each) for each in times])
