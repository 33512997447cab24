"""Lines that somebody types while other things happen. They may also come from a file or a pipe."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import IO

LONGEST = 4096  # bytes of a line; more than anybody types


class Lines:
    """Calls `heard` with each line, and with None at the end of the input."""

    def __init__(self, stdin: IO[str], heard: Callable[[str | None], None]) -> None:
        self._heard = heard
        self._rest = b""
        self._fd = -1
        self._timer: asyncio.Handle | None = None
        self._polled = False
        try:
            self._fd = stdin.fileno()
        except (OSError, ValueError):  # closed, or no file at all
            asyncio.get_running_loop().call_soon(self._end)
            return
        self._watch()

    def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            loop.add_reader(self._fd, self._ready)
            self._polled = True
        except (OSError, ValueError):  # a plain file, which is always ready to read
            self._timer = loop.call_soon(self._ready)

    def close(self) -> None:
        if self._polled:
            asyncio.get_running_loop().remove_reader(self._fd)
            self._polled = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ready(self) -> None:
        try:
            data = os.read(self._fd, LONGEST)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:  # the terminal is gone
            data = b""
        if not data:
            self.close()
            self._end()
            return
        *whole, rest = (self._rest + data).split(b"\n")
        self._rest = rest[:LONGEST]
        if not self._polled:
            self._timer = asyncio.get_running_loop().call_soon(self._ready)
        for line in whole:
            self._heard(_text(line))

    def _end(self) -> None:
        rest, self._rest = self._rest, b""
        if rest:
            self._heard(_text(rest))
        self._heard(None)


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").strip()
