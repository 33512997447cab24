"""Ctrl+C as something to look at between two steps, and never an exception in the middle of one.

A KeyboardInterrupt may strike anywhere: while a process is being started, while a module is being imported, even where
Python can only print "Exception ignored" and forget it. So here it is a flag, and a byte in a pipe for whoever waits.
"""

from __future__ import annotations

import os
import signal
import threading
from types import FrameType
from typing import Any, Self


class Interrupts:
    """Listens from `with` on. Once it has heard one, the program is about to end, and no further one disturbs it."""

    def __init__(self) -> None:
        self.heard = False
        self.fd, self._end = os.pipe()  # there is something to read as soon as one was heard
        for end in (self.fd, self._end):
            os.set_blocking(end, False)
        self._before: Any = None
        self._fd_before = -1

    def __enter__(self) -> Self:
        # Where interrupts are ignored (nohup, a shell's background job), that stays so.
        if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
            self._fd_before = signal.set_wakeup_fd(self._end, warn_on_full_buffer=False)
            self._before = signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            if self.heard:
                deafen()
            else:
                signal.signal(signal.SIGINT, self._before)
            signal.set_wakeup_fd(self._fd_before)
        os.close(self.fd)
        os.close(self._end)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        self.heard = True


def deafen() -> set[int]:
    """Interrupts wait from now on; the signals that waited before. To ignore them instead would not do: Python prints
    a complaint about one that comes while it is told to, and at its end it would listen to them again."""
    return {int(number) for number in signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})}
