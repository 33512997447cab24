"""The highlights of a finished game of Atlantis, for each seat: its longest crossing and its dearest crossing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from core.atlantis.rules import Atlantis
from core.table import Step


def marks(steps: Sequence[Step]) -> dict[str, list[int]]:
    """Returns by seat the most places of water crossed in one movement, and the highest price of one movement."""
    last = steps[-1].state
    assert isinstance(last, Atlantis)
    longest, dearest = [0] * last.seats, [0] * last.seats
    moved: tuple[int, int | None] = (-1, None)
    crossed = 0  # places of water in this movement, which may take several cards
    for before, step in pairwise(steps):
        seat = step.seat
        if seat is None:
            continue
        if (step.turn, seat) != moved:
            moved, crossed = (step.turn, seat), 0
        state = before.state
        assert isinstance(state, Atlantis)
        for event in step.events:
            if event[0] == "moved":
                _kind, _figure, _card, start, end = event
                crossed += sum(gap.last - gap.first + 1 for gap in state.gaps if start < gap.first and gap.last < end)
                longest[seat] = max(longest[seat], crossed)
            elif event[0] == "paid":
                dearest[seat] = max(dearest[seat], event[1])
    return {"longest_crossing": longest, "dearest_crossing": dearest}
