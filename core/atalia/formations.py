"""What cards make on a field, and which formation wins. RULES 4, 5 and 8.

Troops are what they are. Of wild cards, and of cards that are not a formation yet, a `Frame` says what they can be part
of: it is made once for the same cards on the same ground and holds masks, so that a question about unseen troops is a
few operations on bits (claims.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from core.atalia.components import CAVALRY, LEADERS, SHIELD, TROOPS_IN_ALL, VALUES

SUM, RUN, FLUSH, TRIPLE, WEDGE = range(1, 6)

CAVALRY_VALUE = 8
SHIELD_VALUES = (1, 2, 3)

RANK = 64  # a strength is RANK times the place of the rank, and the total, which is 40 at most
COLOUR = (1 << VALUES) - 1  # all values of one colour
SHIFTS = tuple(range(0, TROOPS_IN_ALL, VALUES))  # where each colour begins in a bit set of troops
OF_VALUE = (0, *(sum(1 << shift + value for shift in SHIFTS) for value in range(VALUES)))  # all troops of one value
UP_TO = tuple(sum((1 << highest) - 1 << shift for shift in SHIFTS) for highest in range(VALUES + 1))

_RISING = tuple((value, OF_VALUE[value]) for value in range(1, VALUES + 1))
_FALLING = _RISING[::-1]

# By whether triples come first, whether the lower wins, and rank: the strength but for the total, which is added, or
# taken off where the lower wins.
AT_ZERO = tuple(
    tuple(tuple(order * RANK + (RANK - 1) * lower for order in orders) for lower in (0, 1))
    for orders in ((0, 1, 2, 3, 4, 5), (0, 1, 2, 3, 5, 4))
)


class Ground(NamedTuple):
    """The rules of one field at this moment."""

    need: int = 3  # cards that make a formation: 2, 3 or 4
    sums_only: bool = False  # Fog, Mist
    colours: bool = True  # False in the Forest: a wedge is a run, a flush is a sum
    highest: int = VALUES  # 7 on the Steep slope: also for unseen troops and wild cards
    lower_wins: bool = False  # the Ravine: at equal rank the lower sum
    triples_first: bool = False  # the Village: a triple beats a wedge


class Formation(NamedTuple):
    rank: int  # WEDGE to SUM
    total: int  # the sum of the values


class Frame(NamedTuple):
    """What cards on a field can be part of. Strengths are those of the ground, the strongest first."""

    free: int  # places
    usable: int  # the troops that may come, as a bit set
    fine: tuple[tuple[int, int], ...]  # wedges and triples: strength, and the troops of which `free` must come
    shifts: tuple[int, ...]  # colours of which a flush can be
    as_flush: int  # strength of a flush, but for the values of the troops to come
    runs: tuple[tuple[int, int], ...]  # strength, and the values of which `free` different ones must come
    as_sum: int  # strength of a sum, but for the values of the troops to come
    sign: int  # what a point more adds to the strength: -1 in the Ravine
    by_value: tuple[tuple[int, int], ...]  # values and all troops of each, those best for a sum first


def formation(cards: Sequence[int], ground: Ground) -> Formation:
    """What exactly `ground.need` cards make, wild ones at their best for the owner."""
    return formation_of(made(cards, ground), ground)


def strength(formation: Formation, ground: Ground) -> int:
    """Larger wins on this ground; always positive."""
    rank, total = formation
    at_zero = AT_ZERO[ground.triples_first][ground.lower_wins][rank]
    return at_zero - total if ground.lower_wins else at_zero + total


def formation_of(strength: int, ground: Ground) -> Formation:
    """The formation that has this strength on this ground."""
    order, points = divmod(strength, RANK)
    if ground.triples_first and order >= TRIPLE:
        order = WEDGE + TRIPLE - order
    return Formation(order, RANK - 1 - points if ground.lower_wins else points)


def made(cards: Sequence[int], ground: Ground) -> int:
    """The strength of what exactly `ground.need` cards make."""
    need = ground.need
    if len(cards) != need:
        raise ValueError(f"a formation has {need} cards here, not {len(cards)}")
    last = max(cards)
    if last >= TROOPS_IN_ALL:
        return _made(tuple(sorted(cards)), ground)
    values = [card % VALUES for card in cards]
    low, high = min(values), max(values)
    if ground.sums_only:
        rank = SUM
    elif low == high:
        rank = TRIPLE
    else:
        row = high - low == need - 1 and len(set(values)) == need
        if ground.colours and min(cards) // VALUES == last // VALUES:
            rank = WEDGE if row else FLUSH
        else:
            rank = RUN if row else SUM
    total = sum(values) + need
    at_zero = AT_ZERO[ground.triples_first][ground.lower_wins][rank]
    return at_zero - total if ground.lower_wins else at_zero + total


def frame(cards: Iterable[int], ground: Ground) -> Frame:
    """What these cards, at most `ground.need`, can be part of."""
    return _frame(tuple(sorted(cards)), ground)


@lru_cache(maxsize=1 << 12)
def _made(cards: tuple[int, ...], ground: Ground) -> int:
    whole = _frame(cards, ground)
    if whole.fine:
        return whole.fine[0][0]
    if whole.shifts:
        return whole.as_flush
    return whole.runs[0][0] if whole.runs else whole.as_sum


@lru_cache(maxsize=1 << 13)
def _frame(cards: tuple[int, ...], ground: Ground) -> Frame:
    need, sums_only, by_colour, highest, lower, triples_first = ground
    if len(cards) > need:
        raise ValueError(f"a formation has {need} cards here, not {len(cards)}")
    troops = [card for card in cards if card < TROOPS_IN_ALL]
    shield = SHIELD in cards
    leaders = len([leader for leader in LEADERS if leader in cards])
    # Values that are settled, and colours, of which there must not be two in a wedge or flush.
    values = [troop % VALUES + 1 for troop in troops]
    if CAVALRY in cards:
        values.append(CAVALRY_VALUE)
    _, plain, run, flush, triple, wedge = AT_ZERO[triples_first][lower]
    shifts: tuple[int, ...] = ()
    fine: list[tuple[int, int]] = []
    runs: list[tuple[int, int]] = []
    sign = -1 if lower else 1
    if not sums_only:
        colours = {troop // VALUES * VALUES for troop in troops}
        if by_colour and len(colours) <= 1:
            shifts = tuple(colours) or SHIFTS
        for points, row in _rows(tuple(sorted(values)), need, shield, highest):
            fine += [(wedge + sign * points, row << shift) for shift in shifts]
            runs.append((run + sign * points, row))
        for value in SHIELD_VALUES if shield else range(1, (highest if leaders else VALUES) + 1):
            if values.count(value) == len(values):
                fine.append((triple + sign * need * value, OF_VALUE[value]))
        fine.sort(key=_strength, reverse=True)
        runs.sort(key=_strength, reverse=True)
    usable = UP_TO[highest]
    for troop in troops:
        usable &= ~(1 << troop)
    total = sum(values) + SHIELD_VALUES[0 if lower else -1] * shield + (1 if lower else highest) * leaders
    return Frame(
        free=need - len(cards),
        usable=usable,
        fine=tuple(fine),
        shifts=shifts,
        as_flush=flush + sign * total,
        runs=tuple(runs),
        as_sum=plain + sign * total,
        sign=sign,
        by_value=_RISING if lower else _FALLING,
    )


def _strength(shape: tuple[int, int]) -> int:
    return shape[0]


@lru_cache(maxsize=1 << 10)
def _rows(values: tuple[int, ...], need: int, shield: bool, highest: int) -> tuple[tuple[int, int], ...]:
    """Every row of consecutive values that these can be part of: its total, and the values that troops may fill.

    Leaders take any that troops leave. A shield takes one of the values off, each that it can be in turn.
    """
    rows = []
    for lowest in range(1, VALUES - need + 2):
        missing = (1 << need) - 1 << lowest - 1
        for value in values:
            if not missing >> value - 1 & 1:
                break  # outside, or there twice
            missing ^= 1 << value - 1
        else:
            if missing >> highest:
                continue
            points = need * lowest + need * (need - 1) // 2
            if shield:
                rows += [(points, missing ^ 1 << one - 1) for one in SHIELD_VALUES if missing >> one - 1 & 1]
            else:
                rows.append((points, missing))
    return tuple(rows)
