"""Games to be looked at in tests, and a screen to look at them with."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import Any

from atlantis_tui.replay.opening import replay_of
from atlantis_tui.ui import Look
from core.table import Table
from tests.table.at_table import Play, copy_of, new_table, random_play
from tests.ui.stage import Stage, look

PATIENCE = 30  # seconds; only a test that fails ever waits so long


@lru_cache
def _records(seats: tuple[str, ...], seed: str, steps: int) -> tuple[Any, ...]:
    table = new_table(seats, seed)
    random_play(table, lambda one: len(one.steps) > steps)
    return tuple(table.log.records)


@lru_cache
def played(*seats: str, seed: str = "KELP-7F3", steps: int = 10_000) -> Table:
    """A game played by chance, to its end or until there are so many steps. It is to be looked at only."""
    return Table(copy_of(_records(seats or ("you", "bot:random", "bot:random", "bot:random"), seed, steps)))


class Looking(Play):
    """Keys and mouse at a replay."""

    async def estimated(self) -> None:
        """Until it was looked for estimates, whether there are any or not."""
        async with asyncio.timeout(PATIENCE):
            while self.screen.judged is not None and self.screen.judged not in self.screen._estimates:
                await asyncio.sleep(0.005)
        await self.settle()


@asynccontextmanager
async def at_replay(
    table: Table, size: tuple[int, int] = (80, 24), shown: Look | None = None, **more: Any
) -> AsyncIterator[Looking]:
    app = Stage(replay_of(table, **more), shown or look(motion=False, hover=False))
    async with app.run_test(size=size) as pilot:
        play = Looking(app, pilot)
        await play.settle()
        yield play
