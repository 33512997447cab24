"""The processes that play. They belong to us alone: whatever happens, we leave none of them behind.

A worker never receives an interrupt: we block interrupts while we start it, and it inherits that. It shares our process
group, so that Ctrl+Z stops it together with us. It ends when its stdin ends.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple, Self

from atlantis_tui.arena.interrupts import Interrupts, deafen
from atlantis_tui.arena.plan import ArenaPlan
from atlantis_tui.arena.times import ThinkingTimes
from core.arena import Result
from core.frames import LogError

AHEAD = 2  # how many games a worker holds, so that it need not wait for us between two
TICK = 0.25  # seconds
CHUNK = 1 << 16


class ArenaResult(NamedTuple):
    number: int
    result: Result
    times: list[ThinkingTimes]  # one for each bot of the match; empty if nobody measured


class WorkerLost(Exception):
    """A worker ended in the middle of its work. Most likely somebody killed it."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code  # negative for a signal


class WorkerFailed(Exception):
    """An error of the program inside a worker."""

    def __init__(self, error: str, report: str) -> None:
        super().__init__(error)
        self.error = error
        self.report = report


class TooManyWorkers(Exception):
    """The system starts no more processes."""

    def __init__(self, started: int, reason: str) -> None:
        super().__init__(reason)
        self.started = started
        self.reason = reason


class ClusterTrouble(Exception):
    """A cluster (cluster_crew.py) cannot go on: the name of the reason, and its parameters."""

    def __init__(self, reason: str, **params: Any) -> None:
        super().__init__(reason, params)
        self.reason = reason
        self.params = params


class WorkerCrew:
    """The workers for one plan. They start as `play` needs them; leaving the `with` block ends them all."""

    def __init__(self, plan: ArenaPlan, jobs: int, folder: str | None, timed: bool, interrupts: Interrupts) -> None:
        self._setup = json.dumps({"plan": plan.about(), "folder": folder, "timed": timed}).encode() + b"\n"
        self._jobs = jobs
        self._interrupts = interrupts
        self._workers: list[_Worker] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.end()
        for worker in self._workers:
            worker.wait()

    def play(self, numbers: Iterator[int], tick: Callable[[], None] | None = None) -> Iterator[ArenaResult]:
        """Play the games of these numbers and yield each result as its game ends. Stops at once at an interrupt.
        `tick` is called now and then."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._interrupts.fd, selectors.EVENT_READ)
            under_way = 0
            for worker in self._started():
                given = worker.give(numbers, AHEAD)
                under_way += given
                if not given:
                    break
                selector.register(worker.output, selectors.EVENT_READ, worker)
            while under_way and not self._interrupts.heard:
                for key, _ in selector.select(TICK if tick else None):
                    if key.data is None:
                        os.read(self._interrupts.fd, CHUNK)  # perhaps another signal that we listen to
                        continue
                    for played in key.data.results():
                        under_way += key.data.give(numbers, 1) - 1
                        yield played
                if tick:
                    tick()

    def _started(self) -> Iterator[_Worker]:
        while len(self._workers) < self._jobs and not self._interrupts.heard:
            before = deafen()
            try:
                worker = _Worker(self._setup)
                self._workers.append(worker)
            except OSError as error:
                raise TooManyWorkers(len(self._workers), error.strerror or "") from None
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
            yield worker


class _Worker:
    def __init__(self, setup: bytes) -> None:
        here = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        paths = [here, *(path for path in sys.path if path)]
        self._process = subprocess.Popen(
            [sys.executable, *(["-B"] if sys.dont_write_bytecode else []), "-P", "-m", "atlantis_tui.arena.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input = self._process.stdin
        self.output = self._process.stdout
        self._rest = b""
        self._tell(setup)

    def give(self, numbers: Iterator[int], most: int) -> int:
        """Give the worker up to `most` games; returns how many it got."""
        given = 0
        while given < most and (number := next(numbers, None)) is not None:
            self._tell(b"%d\n" % number)
            given += 1
        return given

    def _tell(self, line: bytes) -> None:
        with suppress(BrokenPipeError):  # its output will tell what happened to it
            self._input.write(line)

    def results(self) -> Iterator[ArenaResult]:
        """Yield the results that the worker has sent, once `output` is readable. Raises WorkerLost at the end."""
        told = os.read(self.output.fileno(), CHUNK)
        if not told:
            raise WorkerLost(self._process.wait())
        *lines, self._rest = (self._rest + told).split(b"\n")
        for line in lines:
            yield _read(json.loads(line))

    def end(self) -> None:
        self._process.kill()  # nothing is lost: each game that it reported is in its file already
        for pipe in (self._input, self.output):
            with suppress(OSError):
                pipe.close()

    def wait(self) -> None:
        self._process.wait()


def _read(words: list[Any]) -> ArenaResult:
    match words:
        case ["game", number, scores, winners, turns, decisions, times]:
            result = Result(tuple(scores), tuple(winners), turns, decisions)
            return ArenaResult(number, result, [ThinkingTimes.unpack(each) for each in times])
        case ["log", reason, params]:
            raise LogError(reason, params)
        case ["failed", error, report]:
            raise WorkerFailed(error, report)
    raise ValueError("not an answer")
