"""Waiting until an app has done all that it was told, and not a moment longer.

Textual's own `wait_for_idle` sleeps for 20 ms at a time until a sleep took next to no processor time: 40 ms and more
for every key. Here the event loop itself is asked whether anything is left to run.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import pytest
from textual._context import active_app
from textual.app import App, ScreenStackError

NAP = 0.001  # seconds
LONGEST = 0.02  # seconds to wait for threads: as long as Textual waits for anything


async def wait_for_idle(min_sleep: float = 0, max_sleep: float = 1) -> None:
    """Instead of Textual's: until nothing is left to do, also by a thread, and what changed is laid out."""
    await at_rest(active_app.get(), LONGEST)


async def at_rest(app: App[Any], patience: float = 0) -> None:
    """Until nothing is left to do and what changed is laid out; threads are waited for as long as patience lasts."""
    for _ in range(2):
        await _nothing_to_run(patience)
        with suppress(ScreenStackError):
            app.screen._on_timer_update()
    await _nothing_to_run(patience)


async def _nothing_to_run(patience: float) -> None:
    loop: Any = asyncio.get_running_loop()
    end = loop.time() + patience
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
