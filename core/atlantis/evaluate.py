"""What a position of Atlantis is worth: the chance of each seat to win it.

Each seat has a standing, a sum of what it has and how far it has come, and the chances follow from the standings. The
weights were fitted to the outcomes of games between bots (`python -m tests.bench.weights`); they change with how far
the seat in front has come, as late in the game a point counts for more and a good hand for less.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import NamedTuple

from core.atlantis.components import MAINLAND
from core.atlantis.rules import Atlantis
from core.bots.odds import odds, shared

# So many turns count in a search. In 50 positions played on by what looks best at once, what told moves apart after 1,
# 4, 8 and 12 turns correlated with the end by 0.53, 0.80, 0.97 and 0.99; most games have twenty to thirty turns.
AHEAD = 12
WAY = 162  # three figures from Atlantis to the Mainland
# Of a hand that is not known: how far it leads, and how many symbols so many cards have.
TYPICAL_REACH = 14
TYPICAL_KINDS = (0, 1, 2, 3, 3, 4, 4, 5, 5, 5, 6)


class Weights(NamedTuple):
    """In parts of odds.NAT, each for one of it."""

    point: int  # in collected tiles
    card: int
    kind: int  # a symbol that the hand has
    place: int  # that a figure has come
    front: int  # the same for the foremost figure that is on its way
    reach: int  # places that one card of the hand leads on at most
    home: int  # a figure on the Mainland
    water: int  # a point of water ahead of a figure
    bridge: int  # kept for later
    turn: int  # to be the next to move


# At the beginning of the game, in the middle, and at the end.
STAGES = (
    Weights(19, 97, 22, 0, 25, 21, 2094, -38, 232, 206),
    Weights(96, 127, 103, 18, 15, 11, 855, -89, 244, 458),
    Weights(198, 198, 55, 19, 0, 10, 393, -179, 482, 849),
)


def _between(progress: int) -> Weights:
    stage, far = divmod(progress * (len(STAGES) - 1), WAY)
    later = STAGES[min(stage + 1, len(STAGES) - 1)]
    return Weights(*((a * (WAY - far) + b * far) // WAY for a, b in zip(STAGES[stage], later, strict=True)))


WEIGHTS = tuple(_between(progress) for progress in range(WAY + 1))  # by how far the seat in front has come


def weights(state: Atlantis) -> Weights:
    return WEIGHTS[max(map(sum, state.figures)) + 3]


def evaluate(state: Atlantis) -> list[int]:
    if state.outcome is not None:
        return shared(state.outcome.winners, state.seats)
    return odds(standings(state))


def standings(state: Atlantis) -> list[int]:
    point, card, kind, place, front, reaching, home, water, bridge, turn = weights(state)
    toll, hands, worth, bridge_left = state.toll, state.hands, state.worth, state.bridge_left
    all_water = 3 * toll[MAINLAND]
    points = []
    for seat, figures in enumerate(state.figures):
        one, two, three = figures
        hand = hands[seat]
        on_the_way = [at for at in figures if at != MAINLAND]
        if hand.size == sum(hand.held):
            far, kinds = reach(state, hand.held, on_the_way), 7 - hand.held.count(0)
        else:
            far, kinds = TYPICAL_REACH, TYPICAL_KINDS[min(hand.size, 10)]
        points.append(
            point * worth[seat]
            + card * hand.size
            + kind * kinds
            + place * (one + two + three)
            + front * (max(on_the_way) if on_the_way else MAINLAND)
            + reaching * far
            + home * (3 - len(on_the_way))
            + water * (all_water - toll[one] - toll[two] - toll[three])
            + bridge * bridge_left[seat]
        )
    points[state.seat] += turn
    return points


def reach(state: Atlantis, held: Sequence[int], places: Sequence[int]) -> int:
    """How many places one of these cards leads on at most, whichever of these figures goes."""
    most = 0
    for row in compress(state.ahead, held):
        for place in places:
            far = row[place + 1] - place
            if far > most:
                most = far
    return most
