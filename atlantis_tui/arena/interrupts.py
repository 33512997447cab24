"""Ctrl+C as a flag that the program checks between two steps, and never an exception in the middle of one.

A KeyboardInterrupt may strike anywhere: while a process starts, while a module is imported, even where Python can only
print "Exception ignored" and forget it. So we set a flag, and write a byte into a pipe for code that waits.
"""

from __future__ import annotations

import os
import signal
import threading
from types import FrameType
from typing import Any, Self


class Interrupts:
    """Listens inside `with`. After the first interrupt the program is about to end, and ignores further ones."""

    def __init__(self) -> None:
        self.heard = False
        self.fd, self._end = os.pipe()  # readable as soon as an interrupt came
        for end in (self.fd, self._end):
            os.set_blocking(end, False)
        self._before: Any = None
        self._fd_before = -1

    def __enter__(self) -> Self:
        # Where interrupts are ignored (nohup, a shell's background job), keep ignoring them.
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
    """Block interrupts from now on; returns the signals that were blocked before. Ignoring them would not do: Python
    prints a complaint about an interrupt that comes while we set that up, and would listen again at exit."""
    return {int(number) for number in signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})}
