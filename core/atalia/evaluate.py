"""What a position of Atalia is worth: the chance of each seat to win it.

Each open field is won by either side with some chance (prospects.py). What counts then is how many fields a seat can
expect, how likely three in a row are, the tactics it holds and whose turn it is. The weights were fitted to the
outcomes of games between bots (`python -m tests.bench.weights --game atalia`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import NamedTuple

from core.atalia.formations import Ground
from core.atalia.parts import FIELDS, NOBODY, TROOP_CARDS
from core.atalia.prospects import CHANCES, LIKELY, WHOLE, Means, Prospect, beats, prospect
from core.atalia.rules import Atalia
from core.bots.odds import odds, shared

PACE = 7  # of ten places that are free, so many are still filled before the field or the game is decided
MOST_LIKELY = 22  # parts of LIKELY: nobody gets hold of more


class Weights(NamedTuple):
    """In parts of odds.NAT."""

    field: int  # a field that is certain, against one that is certainly lost: half of this for each
    row: int  # three in a row that are certain
    tactic: int  # the first tactic in hand
    more: int  # each further one
    turn: int  # to be the next to play


WEIGHTS = Weights(field=500, row=1500, tactic=150, more=30, turn=100)


class Outlook:
    """All fields as they look now: to somebody who sees the whole state, or only what `seat` may know of it."""

    __slots__ = ("chances", "grounds", "means", "open", "prospects", "state")

    def __init__(self, state: Atalia, seat: int | None = None) -> None:
        self.state = state
        self.open = [field for field in range(FIELDS) if state.owners[field] == NOBODY]
        self.grounds: list[Ground] = [state.ground(field) for field in range(FIELDS)]
        self.means = self._means(seat)
        self.prospects: list[list[Prospect]] = [[()] * FIELDS, [()] * FIELDS]
        self.chances = [WHOLE if owner == 0 else 0 for owner in state.owners]  # of seat 0 to have each field
        one, other = self.means
        mine, theirs = state.sides
        for field in self.open:
            ground = self.grounds[field]
            first = self.prospects[0][field] = prospect(mine[field], ground, one)
            second = self.prospects[1][field] = prospect(theirs[field], ground, other)
            self.chances[field] = beats(first, second, self.tie(field, len(mine[field]), len(theirs[field])))

    def tie(self, field: int, mine: int, theirs: int) -> bool:
        """Whether equal formations would be for seat 0, if so many cards lay there."""
        state = self.state
        need = self.grounds[field].need
        if state.terrain[field - 1] or state.terrain[(field + 1) % FIELDS]:
            castle = state.castle_of(field)
            if castle != NOBODY:
                return castle == 0
        if mine == need == theirs:
            return state.laid[0][field] < state.laid[1][field]
        return mine > theirs or (mine == theirs and state.seat == 0)

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
    """How far seat 0 is ahead, in parts of NAT, by the chances for each field."""
    rows = 0
    a, b = chances[0], chances[1]
    for c in chances[2:]:
        rows += (a * b * c >> 10) - ((WHOLE - a) * (WHOLE - b) * (WHOLE - c) >> 10)
        a, b = b, c
    return (WEIGHTS.field * (2 * sum(chances) - FIELDS * WHOLE) >> 10) + (WEIGHTS.row * rows >> 20)


def hold(state: Atalia, seat: int) -> int:
    """What the tactics in a hand are worth, in parts of NAT."""
    number = state.hands[2 * seat + 1].size
    return WEIGHTS.tactic + WEIGHTS.more * (number - 1) if number else 0


def standing(state: Atalia) -> int:
    """How far seat 0 is ahead in this game, in parts of NAT."""
    found = lead(Outlook(state).chances) + hold(state, 0) - hold(state, 1)
    return found + (WEIGHTS.turn if state.seat == 0 else -WEIGHTS.turn)


def evaluate(state: Atalia) -> list[int]:
    if state.outcome is not None:
        return shared(state.outcome.winners, state.seats)
    return odds([standing(state), 0])
