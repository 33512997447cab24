"""The value of a position of Atalia: the chance of each seat to win.

Each seat has a chance to win each open field (prospects.py). The more cards lie there, the more the chance is trusted.
Then these count: how many fields a seat can expect, how likely it gets three in a row, the tactics that it holds
(holding.py), and whose turn it is. The weights were fitted to the outcomes of some hundred games between bots.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Final, NamedTuple, final

from core.atalia.components import (
    FIELDS,
    MANY,
    NOBODY,
    ROW,
    TROOP_CARDS,
)
from core.atalia.formations import Ground
from core.atalia.holding import hold
from core.atalia.position import EVERY_FIELD
from core.atalia.prospects import CHANCES, LIKELY, WHOLE, Means, against, against_fresh, chance, prospect
from core.atalia.rules import Atalia
from core.bots.odds import NAT, odds, shared

PACE: Final = 7  # so many of ten free places are filled before the field or the game is decided
HALF: Final = WHOLE // 2
WON: Final = 4 * NAT  # added for a seat that only has to claim to win
MOST_LIKELY: Final = 22  # the greatest chance to get a given card, in parts of LIKELY


class AtaliaWeights(NamedTuple):
    """What each quantity is worth, in parts of odds.NAT."""

    field: int  # a certain field instead of an even chance for it
    row: int  # a certain three in a row
    turn: int  # being the next to play
    point: int  # each point ahead from the earlier games of a series


WEIGHTS: Final = AtaliaWeights(field=285, row=320, turn=15, point=150)
# By the number of cards on both sides of a field: how far its chance can be trusted, in parts of WHOLE.
SURE: Final[tuple[int, ...]] = (0, 700, 740, 850, 870, 910, 940, 990, WHOLE)


def calm(chance: int, laid: int) -> int:
    """Moves the chance for a field towards one half. With fewer cards on the field, the chance is trusted less."""
    return HALF + ((chance - HALF) * SURE[laid] >> 10)


@final
class FieldOutlook:
    """The chances of one seat for all fields, judged from the whole state or only from what the seat may know."""

    __slots__ = ("chances", "grounds", "means", "open", "rivals", "seat", "state")

    def __init__(self, state: Atalia, seat: int = 0, *, blind: bool = False) -> None:
        """`blind` ignores the cards in the other hand."""
        self.state, self.seat = state, seat
        self.open = [field for field in EVERY_FIELD if state.owners[field] == NOBODY]
        self.grounds: list[Ground] = [state.ground(field) for field in EVERY_FIELD]
        self.means = self._means(seat if blind else None)
        self.rivals: list[Sequence[int]] = [()] * FIELDS  # by field and strength: how often it beats the other side
        self.chances = [WHOLE if owner == seat else 0 for owner in state.owners]  # by field: to win it
        own, other = self.means[seat], self.means[1 - seat]
        mine, his = state.sides[seat], state.sides[1 - seat]
        for field in self.open:
            ground, cards, theirs = self.grounds[field], mine[field], his[field]
            tie = self.tie(field, len(cards), len(theirs))
            rivals = against(prospect(theirs, ground, other), tie) if theirs else against_fresh(ground, tie)
            self.rivals[field] = rivals
            found = chance(cards, ground, own, rivals) if cards or theirs else HALF
            self.chances[field] = calm(found, len(cards) + len(theirs))

    def tie(self, field: int, mine: int, his: int) -> bool:
        """Whether this seat would win equal formations on this field, if it had `mine` cards there and the other
        `his`."""
        state, seat = self.state, self.seat
        if state.terrain[field - 1] or state.terrain[(field + 1) % FIELDS]:
            castle = state.castle_of(field)
            if castle != NOBODY:
                return castle == seat
        if mine == his == self.grounds[field].need:
            return state.laid[seat][field] < state.laid[1 - seat][field]
        return mine > his or (mine == his and state.seat == seat)

    def _means(self, seat: int | None) -> tuple[Means, Means]:
        state = self.state
        hands = state.hands
        known = [0, 0]
        sealed = [0, 0]
        for one in (0, 1):
            hand = hands[2 * one]
            if seat is None or seat == one:
                number = 0
                for card in compress(TROOP_CARDS, hand.held):
                    known[one] |= 1 << card
                    number += 1
                sealed[one] = hand.size - number
            else:
                sealed[one] = hand.size
        unseen = state.unseen & ~known[0] & ~known[1]
        number = max(unseen.bit_count(), 1)
        found = []
        for one in (0, 1):
            side = state.sides[one]
            places = -1
            for field in self.open:
                places += self.grounds[field].need - len(side[field])
            draws = max(min(places * PACE // 10, state.deck[0]), 0) + sealed[one]
            likely = min(draws * LIKELY // number, MOST_LIKELY)
            found.append(Means(known[one], unseen, CHANCES[likely]))
        return found[0], found[1]


def lead(chances: Sequence[int]) -> int:
    """Returns the lead of a seat with these chances for the fields, in parts of NAT."""
    rows = 0
    a, b = chances[0], chances[1]
    for c in chances[2:]:
        mine = a * b * c >> 20
        his = (WHOLE - a) * (WHOLE - b) * (WHOLE - c) >> 20
        rows += mine * mine - his * his  # squared, so that only a nearly certain row counts much
        a, b = b, c
    return (WEIGHTS.field * (2 * sum(chances) - FIELDS * WHOLE) >> 10) + (WEIGHTS.row * rows >> 20)


def decisive(owners: Sequence[int], seat: int) -> list[int]:
    """Returns the open fields of which any one would win the game for a seat."""
    number = owners.count(seat)
    if number < ROW - 1:
        return []
    if number == MANY - 1:
        return [field for field in EVERY_FIELD if owners[field] == NOBODY]
    found = []
    for first in range(FIELDS - ROW + 1):
        row = owners[first : first + ROW]
        if row.count(seat) == ROW - 1 and NOBODY in row:
            found.append(first + row.index(NOBODY))
    return found


def standing(state: Atalia) -> int:
    """Returns the lead of seat 0, in parts of NAT."""
    found = lead(FieldOutlook(state).chances) + hold(state, 0) - hold(state, 1)
    found += WEIGHTS.point * (state.points[0] - state.points[1])
    turn = WEIGHTS.turn
    if any(state.proven(state.seat, field) for field in decisive(state.owners, state.seat)):
        turn += WON
    return found + turn if state.seat == 0 else found - turn


def evaluate(state: Atalia) -> list[int]:
    if state.outcome is not None:
        return shared(state.outcome.winners, state.seats)
    return odds([standing(state), 0])
