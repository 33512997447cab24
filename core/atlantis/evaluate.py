"""The value of a position of Atlantis: the chance of each seat to win.

Each seat has a standing: a weighted sum of what it owns and how far its figures have come. The chances follow from the
standings. The weights were fitted to the outcomes of games between bots (`python -m tests.bench.weights`). They change
with the progress of the leading seat, because late in the game a point counts for more and a good hand for less.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Final, NamedTuple

from core.atlantis.components import MAINLAND
from core.atlantis.rules import Atlantis
from core.bots.odds import odds, shared

# A search looks this many turns ahead. In 50 positions that were played on with the moves that look best at once, the
# differences between moves after 1, 4, 8 and 12 turns correlated with the end by 0.53, 0.80, 0.97 and 0.99. Most games
# have twenty to thirty turns.
AHEAD: Final = 12
WAY: Final = 162  # places that three figures go from Atlantis to the Mainland
# For a hand that is not known:
TYPICAL_REACH: Final = 14  # how far its best card leads
TYPICAL_KINDS: Final[tuple[int, ...]] = (0, 1, 2, 3, 3, 4, 4, 5, 5, 5, 6)  # by number of cards: how many symbols it has


class AtlantisWeights(NamedTuple):
    """What one unit of each quantity is worth, in parts of odds.NAT."""

    point: int  # a point in collected tiles
    card: int  # a card in the hand
    kind: int  # a symbol that the hand has
    place: int  # a place that a figure has come
    front: int  # a place that the foremost figure on the path has come
    reach: int  # a place that the best card of the hand leads on
    home: int  # a figure on the Mainland
    water: int  # a point of water ahead of a figure
    bridge: int  # a bridge not yet laid
    turn: int  # being the next to move


# At the beginning of the game, in the middle, and at the end.
STAGES: Final[tuple[AtlantisWeights, ...]] = (
    AtlantisWeights(19, 97, 22, 0, 25, 21, 2094, -38, 232, 206),
    AtlantisWeights(96, 127, 103, 18, 15, 11, 855, -89, 244, 458),
    AtlantisWeights(198, 198, 55, 19, 0, 10, 393, -179, 482, 849),
)


def _between(progress: int) -> AtlantisWeights:
    stage, far = divmod(progress * (len(STAGES) - 1), WAY)
    later = STAGES[min(stage + 1, len(STAGES) - 1)]
    return AtlantisWeights(*((a * (WAY - far) + b * far) // WAY for a, b in zip(STAGES[stage], later, strict=True)))


WEIGHTS: Final = tuple(_between(progress) for progress in range(WAY + 1))  # by the progress of the leading seat


def weights(state: Atlantis) -> AtlantisWeights:
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
    """Returns the most places that any of these cards leads a figure on from any of these places."""
    most = 0
    for row in compress(state.ahead, held):
        for place in places:
            far = row[place + 1] - place
            if far > most:
                most = far
    return most
