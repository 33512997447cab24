"""Waiting until an app has done all that it was told, and not a moment longer.

Textual's own `wait_for_idle` sleeps for 20 ms at a time until a sleep took next to no processor time: 40 ms and more
for every key. Here the event loop itself is asked whether anything is left to run.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import pytest
from textual.app import ScreenStackError, active_app

NAP = 0.001  # seconds
LONGEST = 0.02  # seconds to wait for threads: as long as Textual waits for anything


async def wait_for_idle(min_sleep: float = 0, max_sleep: float = 1) -> None:
    """Until nothing is left to do, also by a thread, and what changed is laid out."""
    for _ in range(2):
        await _nothing_to_run()
        with suppress(ScreenStackError):
            active_app.get().screen._on_timer_update()
    await _nothing_to_run()


async def _nothing_to_run() -> None:
    loop: Any = asyncio.get_running_loop()
    end = loop.time() + LONGEST
    quiet = 0
    while quiet < 2:
        await asyncio.sleep(0)
        quiet = 0 if loop._ready else quiet + 1
        if quiet == 2 and _busy_threads(loop) and loop.time() < end:
            await asyncio.sleep(NAP)
            quiet = 0


def _busy_threads(loop: Any) -> bool:
    """Whether a thread of this loop (`asyncio.to_thread`, a thread worker of Textual) is at work."""
    pool = loop._default_executor
    return pool is not None and pool._idle_semaphore._value < len(pool._threads)


def install(patch: pytest.MonkeyPatch) -> None:
    """Let every pilot wait like this."""
    patch.setattr("textual.app.wait_for_idle", wait_for_idle)
    patch.setattr("textual.pilot.wait_for_idle", wait_for_idle)
