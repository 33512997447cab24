"""A program on three pipes, in a session of its own: it has no terminal, gets no Ctrl+C, and can be ended as a whole.

Only `end` waits for the process. Until then the system keeps its process id, even if it has died. So a signal to its
group can never hit another program. (asyncio's own subprocess waits at once, so we cannot use it.)
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Self

from atlantis_tui.bots import MAX_LINE

TAIL = 2048  # bytes kept of what it writes to stderr
MAX_NOISE = 1 << 20  # bytes it may write there before it must have answered
GRACE = 0.5  # seconds to end by itself, and again to obey SIGTERM

# What a program may know about us: nothing of our terminal, our files, or our keys and passwords.
KEPT = {"PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "TZ", "LANG", "LANGUAGE"}
KEPT |= {"VIRTUAL_ENV", "JAVA_HOME", "LD_LIBRARY_PATH"}
KEPT_FAMILIES = ("LC_", "PYTHON")


class ChildClosedOutput(Exception):
    """The program has closed its stdout, most likely because it has ended."""


class ChildFlooded(Exception):
    """The program writes more than it may."""


class ChildProcess:
    _reader: asyncio.StreamReader
    _errors: asyncio.StreamReader
    _input: asyncio.WriteTransport
    _outputs: tuple[asyncio.ReadTransport, ...]
    _listening: asyncio.Task[None]

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.pid = process.pid
        self._process = process
        self._flow = _Flow()
        self._tail = b""
        self._noise = 0
        # Also ends the process if our program ends without calling `end`, and then without patience.
        self._last_resort = weakref.finalize(self, _kill, process)

    @classmethod
    async def start(cls, command: Sequence[str], environ: Mapping[str, str]) -> Self:
        """Start a program. Raises OSError or ValueError if it does not exist."""
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environ,
            start_new_session=True,
        )
        child = cls(process)
        await child._connect()
        return child

    async def _connect(self) -> None:
        loop = asyncio.get_running_loop()
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._reader = reader = asyncio.StreamReader(MAX_LINE)
        self._errors = errors = asyncio.StreamReader(TAIL)
        out, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), process.stdout)
        err, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(errors), process.stderr)
        self._input, _ = await loop.connect_write_pipe(lambda: self._flow, process.stdin)
        self._outputs = (out, err)
        self._listening = asyncio.create_task(self._listen())

    def write(self, data: bytes) -> None:
        """Send data, without waiting. If the program no longer reads, `line` tells what happened to it."""
        if not self._input.is_closing():
            self._input.write(data)

    async def written(self) -> None:
        """Wait until the program has read most of what we wrote."""
        await self._flow.open.wait()

    async def line(self) -> bytes:
        """The next line, without its end. Cancelling loses nothing."""
        try:
            return (await self._reader.readuntil(b"\n"))[:-1]
        except asyncio.LimitOverrunError:
            raise ChildFlooded from None
        except asyncio.IncompleteReadError:
            if self._noise > MAX_NOISE:
                raise ChildFlooded from None
            raise ChildClosedOutput from None

    def quiet(self) -> None:
        """Start counting anew what the program writes to stderr."""
        self._noise = 0

    def last_words(self) -> str:
        """The last line on stderr that is not blank."""
        lines = self._tail.decode(errors="replace").split("\n")
        return next((line for line in reversed(lines) if line.strip()), "")

    async def end(self, farewell: bytes = b"") -> int | None:
        """Send a farewell, wait a little, end the program and all its children. Returns its exit code."""
        self.write(farewell)
        if self._input.can_write_eof():
            self._input.write_eof()
        try:
            if not (farewell and await self._has_ended()):
                _signal(self._process, signal.SIGTERM)
                await self._has_ended()
            _signal(self._process, signal.SIGKILL)
            await asyncio.wait({self._listening}, timeout=GRACE)  # its last words may still be on their way
        finally:
            _signal(self._process, signal.SIGKILL)
            self._listening.cancel()
            if not self._flow.lost:
                self._input.abort()
            for pipe in self._outputs:
                pipe.close()
        for _ in range(400):
            if self._process.poll() is not None:
                break
            await asyncio.sleep(0.005)
        self._last_resort()
        return self._process.returncode

    async def _has_ended(self) -> bool:
        """Wait for the end of stdout. Before we ask the system, a death leaves no other trace."""
        with suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                while await self._reader.read(MAX_LINE):
                    pass
                return True
        return False

    async def _listen(self) -> None:
        while noise := await self._errors.read(TAIL):
            self._tail = (self._tail + noise)[-TAIL:]
            self._noise += len(noise)
            if self._noise > MAX_NOISE:
                _signal(self._process, signal.SIGKILL)
                return


class _Flow(asyncio.BaseProtocol):
    """Whether there is room in the pipe to the program."""

    def __init__(self) -> None:
        self.lost = False
        self.open = asyncio.Event()
        self.open.set()

    def pause_writing(self) -> None:
        self.open.clear()

    def resume_writing(self) -> None:
        self.open.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        self.open.set()


def surroundings(own: bool) -> dict[str, str]:
    """The environment for a program. One of our `own` also gets the path to our modules."""
    environ = {name: value for name, value in os.environ.items() if name in KEPT or name.startswith(KEPT_FAMILIES)}
    if own:
        environ["PYTHONPATH"] = os.pathsep.join(path or os.getcwd() for path in sys.path)
    return environ


def _signal(process: subprocess.Popen[bytes], number: int) -> None:
    if process.returncode is None:
        with suppress(ProcessLookupError, PermissionError):  # macOS: only dead processes are left
            os.killpg(process.pid, number)


def _kill(process: subprocess.Popen[bytes]) -> None:
    _signal(process, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(1)
