"""A bar on a terminal that grows while games are played: how many are done, and how long the rest may take."""

from __future__ import annotations

import os
import sys
import time
from typing import TextIO

from atlantis_tui.text.translation import _

WIDEST = 40  # columns of the bar without its text
NARROWEST = 4
REPAINT = 0.1  # seconds


class ProgressBar:
    """Paints only on a terminal, and erases itself at the end."""

    def __init__(self, done: int, games: int, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self.seen = self._stream is not None and self._stream.isatty()
        self._first = self._done = done
        self._games = games
        self._began = time.monotonic()
        self._painted = 0.0
        self._length = 0

    def grow(self) -> None:
        self._done += 1

    def paint(self) -> None:
        now = time.monotonic()
        if not self.seen or now - self._painted < REPAINT:
            return
        self._painted = now
        text = f" {self._done}/{self._games}{self._left(now - self._began)}"
        width = max(NARROWEST, min(WIDEST, _columns() - len(text) - 3))
        filled = width * self._done // self._games
        self._put(f"[{'#' * filled}{'.' * (width - filled)}]{text}")

    def clear(self) -> None:
        if self._length:
            self._put("")

    def _left(self, passed: float) -> str:
        played = self._done - self._first
        if not played:
            return ""
        seconds = passed * (self._games - self._done) / played
        return ", " + _("{time} left").format(time=duration(seconds))

    def _put(self, text: str) -> None:
        # Spaces, because not every terminal knows the control sequence; two more, to cover a ^C on the screen.
        rest = " " * (self._length - len(text) + (0 if text else 2))
        self._length = len(text)
        try:
            self._stream.write(f"\r{text}{rest}{'' if text else chr(13)}")
            self._stream.flush()
        except OSError:  # the terminal is gone
            self.seen, self._length = False, 0


def duration(seconds: float) -> str:
    whole = int(seconds + 0.999)
    if whole < 60:
        return _("{n} s").format(n=whole)
    if whole < 3600:
        return _("{n} min").format(n=(whole + 59) // 60)
    return _("{h} h {n} min").format(h=whole // 3600, n=whole % 3600 // 60)


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
