"""The highlights of a finished game of Atalia, for each seat: strongest formation, most claims and earliest claim."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from core.atalia.formations import Ground, strength
from core.atalia.rules import Atalia
from core.table import Step

PLAIN = Ground()


def marks(steps: Sequence[Step]) -> dict[str, list[int]]:
    """Returns by seat the strongest formation that claimed a field, as a strength on plain ground; the most fields that
    it claimed in one turn; and the most free places that the rival had on a field when it was claimed."""
    last = steps[-1].state
    assert isinstance(last, Atalia)
    strongest, claims, early = [0] * last.seats, [0] * last.seats, [0] * last.seats
    turn, number = (-1, -1), 0
    for before, step in pairwise(steps):
        seat, state = step.seat, before.state
        if seat is None or step.move is None or step.move[0] != "claim":
            continue
        assert isinstance(state, Atalia)
        if (step.turn, seat) != turn:
            turn, number = (step.turn, seat), 0
        number += 1
        claims[seat] = max(claims[seat], number)
        field = step.move[1]
        made = state.formation(seat, field)
        if made is not None:
            strongest[seat] = max(strongest[seat], strength(made, PLAIN))
        early[seat] = max(early[seat], state.need(field) - len(state.sides[1 - seat][field]))
    return {"strongest_formation": strongest, "most_claims": claims, "earliest_claim": early}
