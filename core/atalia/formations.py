"""The formations that cards make on a field, and which one wins. RULES 4, 5 and 8.

A `Frame` tells what cards can become: wild cards (tactics in a formation), or cards that are not a complete formation
yet. Frames are cached by cards and ground. They hold masks, so that a question about unseen troops takes a few bit
operations (claims.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from core.atalia.components import CAVALRY, LEADERS, SHIELD, TROOPS_IN_ALL, VALUES

SUM: Final = 1
RUN: Final = 2
FLUSH: Final = 3
TRIPLE: Final = 4
WEDGE: Final = 5

CAVALRY_VALUE: Final = 8
SHIELD_VALUES: Final[tuple[int, ...]] = (1, 2, 3)

RANK: Final = 64  # a strength is RANK times the order of the rank, plus the total, which is 40 at most
COLOUR: Final = (1 << VALUES) - 1  # all values of one colour
SHIFTS: Final = tuple(range(0, TROOPS_IN_ALL, VALUES))  # where each colour begins in a bit set of troops
OF_VALUE: Final[tuple[int, ...]] = (
    0,
    *(sum(1 << shift + value for shift in SHIFTS) for value in range(VALUES)),
)  # all troops of one value
UP_TO: Final = tuple(sum((1 << highest) - 1 << shift for shift in SHIFTS) for highest in range(VALUES + 1))

_RISING: Final = tuple((value, OF_VALUE[value]) for value in range(1, VALUES + 1))
_FALLING: Final = _RISING[::-1]

# By `triples_first`, `lower_wins` and rank: the strength without the total. The total is added, or subtracted if the
# lower sum wins.
AT_ZERO: Final = tuple(
    tuple(tuple(order * RANK + (RANK - 1) * lower for order in orders) for lower in (0, 1))
    for orders in ((0, 1, 2, 3, 4, 5), (0, 1, 2, 3, 5, 4))
)


class Ground(NamedTuple):
    """The rules that hold on one field now."""

    need: int = 3  # cards that make a formation: 2, 3 or 4
    sums_only: bool = False  # True with Fog or Mist: only sums count
    colours: bool = True  # False in the Forest: a wedge is a run, a flush is a sum
    highest: int = VALUES  # 7 on the Steep slope; the limit holds for unseen troops and wild cards too
    lower_wins: bool = False  # True in the Ravine: of equal ranks the lower sum wins
    triples_first: bool = False  # True in the Village: a triple beats a wedge


class Formation(NamedTuple):
    rank: int  # WEDGE to SUM
    total: int  # the sum of the values


class Frame(NamedTuple):
    """The formations that cards on a field can become. Strengths hold on this ground, the strongest come first."""

    free: int  # free places
    usable: int  # the troops that may come, as a bit set
    fine: tuple[tuple[int, int], ...]  # wedges and triples: strength, and the troops of which `free` must come
    shifts: tuple[int, ...]  # the colours that a flush can have, as in SHIFTS
    as_flush: int  # strength of a flush without the values of the troops to come
    runs: tuple[tuple[int, int], ...]  # strength, and the mask of values of which `free` different ones must come
    as_sum: int  # strength of a sum without the values of the troops to come
    sign: int  # what one more point adds to the strength: 1, or -1 in the Ravine
    by_value: tuple[tuple[int, int], ...]  # each value and all troops of it, the best value for a sum first


def formation(cards: Sequence[int], ground: Ground) -> Formation:
    """Returns the formation of exactly `ground.need` cards. Wild cards count at their best for the owner."""
    return formation_of(made(cards, ground), ground)


def strength(formation: Formation, ground: Ground) -> int:
    """Returns a positive number for a formation. The larger one wins on this ground."""
    rank, total = formation
    at_zero = AT_ZERO[ground.triples_first][ground.lower_wins][rank]
    return at_zero - total if ground.lower_wins else at_zero + total


def formation_of(strength: int, ground: Ground) -> Formation:
    """Returns the formation that has this strength on this ground."""
    order, points = divmod(strength, RANK)
    if ground.triples_first and order >= TRIPLE:
        order = WEDGE + TRIPLE - order
    return Formation(order, RANK - 1 - points if ground.lower_wins else points)


def made(cards: Sequence[int], ground: Ground) -> int:
    """Returns the strength of the formation of exactly `ground.need` cards."""
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
    """Returns the frame of at most `ground.need` cards."""
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
    # The values that are settled: those of troops and of the cavalry.
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
    """Returns the total and the missing values of every row of consecutive values that can contain these values.

    Troops or leaders fill the missing values. Shield bearers fill one of 1, 2 and 3, so each such choice makes a row of
    its own.
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
