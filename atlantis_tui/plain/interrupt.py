"""Ctrl+C that ends one thing and not the program: a flag that is looked at between two moves."""

from __future__ import annotations

import signal
import threading

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any, Self


class InterruptNoted:
    """Inside `with`, an interrupt raises nothing but is `heard`. Where interrupts are ignored they stay ignored."""

    def __init__(self) -> None:
        self.heard = False
        self._before: Any = None

    def __enter__(self) -> Self:
        main = threading.current_thread() is threading.main_thread()
        if main and signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
            self._before = signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        self.heard = True
