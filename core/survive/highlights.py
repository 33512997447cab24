"""The highlights of a finished game of Survive!, for each seat: explorers that it saved, took from others, and lost."""

from __future__ import annotations

from collections.abc import Sequence

from core.survive.rules import Survive
from core.table import Step


def marks(steps: Sequence[Step]) -> dict[str, list[int]]:
    """Returns by seat how many explorers it saved, the most that it saved in one turn, how many explorers of others
    were lost in its turns, and how many it lost."""
    last = steps[-1].state
    assert isinstance(last, Survive)
    saved = [len(last.saved(seat)) for seat in range(last.seats)]
    lost = [len(last.lost(seat)) for seat in range(last.seats)]
    at_once, taken = [0] * last.seats, [0] * last.seats
    turn, landed = -1, 0
    for step in steps:
        if step.turn != turn:
            turn, landed = step.turn, 0
        mover = step.mover or 0  # a defence belongs to the turn of the seat that moved the creature
        for event in step.events:
            if event[0] == "landed":
                landed += 1
                at_once[mover] = max(at_once[mover], landed)
            elif event[0] == "lost":
                taken[mover] += sum(last.owner(explorer) != mover for explorer in event[1])
    return {"most_saved": saved, "saved_at_once": at_once, "taken_from_others": taken, "most_lost": lost}
