"""What a finished game of Pearls is remembered for, by seat: the biggest shell that opened."""

from __future__ import annotations

from collections.abc import Sequence

from core.table import Step


def marks(steps: Sequence[Step]) -> dict[str, list[int]]:
    biggest = [0] * steps[-1].state.seats
    for step in steps:
        for event in step.events:
            if event[0] == "opened" and step.seat is not None:
                biggest[step.seat] = max(biggest[step.seat], event[1])
    return {"biggest_shell": biggest}
