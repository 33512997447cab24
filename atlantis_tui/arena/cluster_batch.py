"""What a worker of a Dask cluster does: it plays a batch of games, unless its program is another one.

The worker needs this program and Dask; the scheduler needs Dask only.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any

from atlantis_tui.arena.plan import ArenaPlan
from atlantis_tui.arena.program_identity import program_identity
from atlantis_tui.arena.times import ThinkingTimes
from atlantis_tui.arena.worker import play_one
from core.game import BadOption

# Python runs one thread at a time, so the threads of a worker would only be in each other's way.
_ONE_AT_A_TIME = Lock()


def play_batch(wanted: Sequence[Any], about: Mapping[str, Any], numbers: Sequence[int], timed: bool) -> list[Any]:
    """Play these games for a program with the identity `wanted`. Returns plain lists: ["played", seconds, rows],
    ["refused", own identity or None] or ["failed", error, report]."""
    try:
        with _ONE_AT_A_TIME:
            plan = ArenaPlan.read(about)
            try:
                own = [*program_identity(plan.game)]
            except BadOption:  # it has no such game
                return ["refused", None]
            if own != [*wanted]:
                return ["refused", own]
            began = time.perf_counter()
            rows = [_play_game(plan, number, timed) for number in numbers]
            return ["played", time.perf_counter() - began, rows]
    except Exception as error:
        from atlantis_tui.saved.crash import report_text

        return ["failed", type(error).__name__, report_text(error)]


def _play_game(plan: ArenaPlan, number: int, timed: bool) -> list[Any]:
    times = [ThinkingTimes() for _ in plan.bots] if timed else []
    result = play_one(plan, number, None, times)
    scores, winners, turns, decisions = result
    return [number, [*scores], [*winners], turns, decisions, [each.pack() for each in times]]
