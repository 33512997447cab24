"""Lines that somebody types, or that come from a file or a pipe.

Everything here reads one byte at a time, and never more than the line it wants: whatever follows stays in standard
input for the next reader. So a code, a table number and the words at the table can come through one pipe.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio

LONGEST = 4096  # bytes of a line; more than anybody types


def read_line(stdin: IO[str]) -> str:
    """Wait for one line, while nothing else happens. "" at the end of the input."""
    try:
        fd = stdin.fileno()
    except (OSError, ValueError):  # no file descriptor, so nothing is read ahead
        return stdin.readline(LONGEST).strip()
    line = b""
    while len(line) < LONGEST and (sign := os.read(fd, 1)) not in (b"", b"\n"):
        line += sign
    return _text(line)


async def next_line(stdin: IO[str]) -> str:
    """Wait for one line, while other things happen. "" at the end of the input."""
    import asyncio

    typed: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def heard(line: str | None) -> None:
        lines.close()  # at once, so that nothing of the next line is read
        if not typed.done():
            typed.set_result(line or "")

    lines = TypedLines(stdin, heard)
    try:
        return await typed
    finally:
        lines.close()


class TypedLines:
    """Calls `heard` with each line, and with None at the end of the input. What comes after `close` is left there."""

    def __init__(self, stdin: IO[str], heard: Callable[[str | None], None]) -> None:
        import asyncio

        self._heard = heard
        self._line = b""  # what has come of the next line
        self._fd = -1
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.Handle | None = None
        self._polled = False
        try:
            self._fd = stdin.fileno()
        except (OSError, ValueError):  # closed, or no file at all
            self._timer = self._loop.call_soon(self._end)
            return
        self._watch()

    def _watch(self) -> None:
        try:
            self._loop.add_reader(self._fd, self._ready)
            self._polled = True
        except (OSError, ValueError):  # a plain file, which is always ready to read
            self._timer = self._loop.call_soon(self._ready)

    def close(self) -> None:
        if self._polled:
            self._loop.remove_reader(self._fd)
            self._polled = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ready(self) -> None:
        try:
            sign = os.read(self._fd, 1)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:  # the terminal is gone
            sign = b""
        if not sign:
            self.close()
            self._end()
            return
        if not self._polled:
            self._timer = self._loop.call_soon(self._ready)
        if sign == b"\n":
            line, self._line = self._line, b""
            self._heard(_text(line))
        elif len(self._line) < LONGEST:
            self._line += sign

    def _end(self) -> None:
        line, self._line = self._line, b""
        if line:
            self._heard(_text(line))
        self._heard(None)


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").strip()
