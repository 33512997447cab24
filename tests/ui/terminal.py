"""A real terminal for tests: the program runs on a pty, and pyte keeps the screen that a person would see.

    with Terminal("-m", "atlantis_tui", size=(80, 24)) as terminal:
        terminal.wait_for("Play now")
        terminal.press("down")

Nothing sleeps: everything waits for something to be seen, and fails with the screen if it is not.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyte

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 30.0  # seconds, on a machine that does much else

KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "enter": "\r",
    "tab": "\t",
    "backspace": "\x7f",
    "ctrl+c": "\x03",
    "ctrl+q": "\x11",
    "ctrl+z": "\x1a",
}

# Only the leader of a session can have a terminal of its own; asking for it in between keeps this process out of it.
_LEADER = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.executable, sys.argv[1:])"
_MODES = {
    "alternate screen": 1049,
    "mouse": 1000,
    "mouse moves": 1003,
    "mouse cells": 1006,
    "paste": 2004,
    "focus": 1004,
}


class Terminal:
    def __init__(self, *argv: str, size: tuple[int, int] = (80, 24), **environ: str) -> None:
        self.master, slave = pty.openpty()
        self.resize(*size)
        self.before = termios.tcgetattr(self.master)
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LD_LIBRARY_PATH") if name in os.environ}
        usual = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8", "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", _LEADER, sys.executable, *argv],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=kept | usual | environ,
            start_new_session=True,
        )
        os.close(slave)
        self.raw = b""
        self.screen = pyte.Screen(*size)
        self.stream = pyte.ByteStream(self.screen)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.master >= 0:
            os.close(self.master)

    # What is seen ----------------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def wait_for(self, words: str) -> str:
        """Reads until these words are on the screen."""
        self.wait_until(lambda: words in self.text, f"{words!r} is not on the screen")
        return self.text

    def wait_until(self, true: Callable[[], Any], otherwise: str) -> None:
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, f"{otherwise}:\n{self.text}\n{self.raw[-2000:]!r}"
            self._read(0.05)

    def _read(self, wait: float) -> bool:
        if self.master < 0 or not select.select([self.master], [], [], wait)[0]:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:  # nobody has the other end any more
            return False
        self.raw += data
        self.stream.feed(data)
        return bool(data)

    def is_on(self, mode: str) -> bool:
        """Whether the program has switched this on in the terminal and not off again."""
        number = _MODES[mode]
        found = re.findall(rb"\x1b\[\?%d([hl])" % number, self.raw)
        return bool(found) and found[-1] == b"h"

    def assert_as_it_was(self) -> None:
        """Nothing is left switched on, and the terminal reads lines as before."""
        assert [mode for mode in _MODES if self.is_on(mode)] == []
        assert self.raw.count(b"\x1b[?25l") <= self.raw.count(b"\x1b[?25h"), "the cursor is hidden"
        if self.master >= 0:
            assert termios.tcgetattr(self.master)[:4] == self.before[:4]

    # What is done ----------------------------------------------------------------------------------------------------

    def press(self, *keys: str) -> None:
        for key in keys:
            os.write(self.master, KEYS.get(key, key).encode())

    def click(self, x: int, y: int) -> None:
        os.write(self.master, f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m".encode())

    def resize(self, width: int, height: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        if hasattr(self, "screen"):
            self.screen.resize(height, width)

    def send(self, number: int) -> None:
        os.kill(self.process.pid, number)

    def hang_up(self) -> None:
        """The window is closed: nobody is there any more."""
        os.close(self.master)
        self.master = -1

    def wait_stopped(self) -> None:
        pid = self.process.pid

        def stopped() -> bool:
            status = os.waitid(os.P_PID, pid, os.WSTOPPED | os.WEXITED | os.WNOHANG | os.WNOWAIT)
            return status is not None and status.si_code == os.CLD_STOPPED

        self.wait_until(stopped, "the program has not stopped")
        self._drain()

    def go_on(self) -> None:
        self.send(signal.SIGCONT)

    def wait_ended(self) -> int:
        self.wait_until(lambda: self.process.poll() is not None, "the program has not ended")
        self._drain()
        assert self.process.returncode is not None
        return self.process.returncode

    def _drain(self) -> None:
        while self._read(0.0):
            pass
