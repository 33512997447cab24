"""What a side of a field is likely to become: an estimate in whole numbers, quick enough for playouts.

A prospect is a list of strengths, the greatest first, each with its chance as a share of WHOLE. It depends on the cards
that lie there, those in the owner's hand, and those that may still be drawn. Each field is judged alone, as if a card
could be used on all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from core.atalia.components import VALUES
from core.atalia.formations import (
    COLOUR,
    FLUSH,
    OF_VALUE,
    RANK,
    RUN,
    SUM,
    TRIPLE,
    WEDGE,
    Formation,
    Ground,
    frame,
    strength,
)

WHOLE: Final = 1 << 10
IN_HAND: Final = 980  # the chance to lay a card of the hand; less than WHOLE, because it may be needed elsewhere
LIKELY: Final = 32  # the unit for the chance to get a card that is not in the hand
MOST: Final = 64  # more than the troops that may come
LITTLE: Final = 8  # a rest of WHOLE below this is not worth a closer look
STRENGTHS: Final = RANK * (WEDGE + 1)  # every strength is below this

Prospect = Sequence[tuple[int, int]]


class Means(NamedTuple):
    """What a seat can lay: the troops in its hand, those that it may still get, and its chances to get them."""

    hand: int
    unseen: int
    chances: tuple[tuple[int, ...], ...]  # by how many must come, then by how many would do: the share of WHOLE


def _chances(likely: int) -> tuple[tuple[int, ...], ...]:
    """Returns the chances of `Means` if each card comes with a chance of `likely` / LIKELY."""
    table = [[WHOLE] * MOST]
    for _ in range(4):
        before, row = table[-1], [0]
        for number in range(1, MOST):
            row.append((before[number - 1] * likely + row[-1] * (LIKELY - likely)) // LIKELY)
        table.append(row)
    for row in table[1:]:
        row[:] = [share * IN_HAND // WHOLE for share in row]
    table[0] = [IN_HAND] * MOST
    return tuple(map(tuple, table))


CHANCES: Final = tuple(_chances(likely) for likely in range(LIKELY + 1))


class _Way(NamedTuple):
    strength: int
    number: int  # so many of these troops must come; 0 if one out of each set of `rows` must come
    troops: int
    rows: tuple[int, ...] = ()


# For cards that complete a sum: a mean value, and its share of what the entries before it left. The rest has the value
# _SUM_AT_LEAST.
_SUMS: Final[tuple[tuple[int, int], ...]] = ((9, 250), (7, 600))
_SUM_AT_LEAST: Final = 4
# What a side without cards becomes: the rank, the mean value, and the share of WHOLE.
_FRESH: Final[tuple[tuple[int, int, int], ...]] = (
    (WEDGE, 7, 200),
    (WEDGE, 4, 130),
    (TRIPLE, 8, 120),
    (TRIPLE, 5, 140),
    (FLUSH, 6, 180),
    (RUN, 7, 120),
)


def prospect(cards: Sequence[int], ground: Ground, means: Means) -> Prospect:
    ways, last, _ = ways_of(tuple(cards), ground)
    if not ways:
        return last
    hand, unseen, chances = means
    found = []
    left = WHOLE
    for one, number, troops, rows in ways:
        if number:
            held = hand & troops
            missing = number - held.bit_count() if held else number
            if missing > 0:
                share = chances[missing][(unseen & troops).bit_count()]
                if not share:
                    continue
            else:
                share = IN_HAND
        else:
            share = WHOLE
            for row in rows:
                share = share * (IN_HAND if hand & row else chances[1][(unseen & row).bit_count()]) >> 10
            if not share:
                continue
        share = left * share >> 10
        if share:
            left -= share
            found.append((one, share))
    if left:
        for one, share in last:
            share = left * share >> 10
            found.append((one, share))
    return found


def against(theirs: Prospect, tie: bool) -> list[int]:
    """Returns the chance of each strength to beat a prospect, as a share of WHOLE. With `tie` it beats an equal one."""
    found: list[int] = []
    below = 0
    for one, share in reversed(theirs):
        found += [below] * (one - len(found) if tie else one + 1 - len(found))
        below += share
    found += [below] * (STRENGTHS - len(found))
    return found


def chance(cards: Sequence[int], ground: Ground, means: Means, rivals: Sequence[int]) -> int:
    """Returns the chance of these cards to win, as a share of WHOLE. `rivals` comes from `against`, for the other
    side."""
    ways, last, _ = ways_of(tuple(cards), ground)
    left = WHOLE
    won = 0
    if ways:
        hand, unseen, chances = means
        for one, number, troops, rows in ways:
            if number:
                held = hand & troops
                missing = number - held.bit_count() if held else number
                share = chances[missing][(unseen & troops).bit_count()] if missing > 0 else IN_HAND
            else:
                share = WHOLE
                for row in rows:
                    share = share * (IN_HAND if hand & row else chances[1][(unseen & row).bit_count()]) >> 10
            if share:
                share = left * share >> 10
                left -= share
                won += share * rivals[one]
                if left < LITTLE:
                    break
    for one, share in last:
        won += (left * share >> 10) * rivals[one]
    return won >> 10


@lru_cache(maxsize=1 << 14)
def ways_of(cards: tuple[int, ...], ground: Ground) -> tuple[tuple[_Way, ...], Prospect, int]:
    """Returns the formations that these cards can become, the strongest first; what they become if none of these comes
    about; and all troops that make a difference."""
    free, usable, fine, shifts, flush, runs, plain, sign, _ = frame(cards, ground)
    if not free:
        made = fine[0][0] if fine else flush if shifts else runs[0][0] if runs else plain
        return (), ((made, WHOLE),), 0
    if not cards:
        return (), _fresh(ground), 0
    high, middle = (8, 5) if sign > 0 else (3, 6)
    upper = _of_values(range(6, VALUES + 1) if sign > 0 else range(1, 6))
    ways = [_Way(one, free, troops & usable) for one, troops in fine]
    for shift in shifts[:1]:
        colour = COLOUR << shift & usable
        ways.append(_Way(flush + sign * high * free, free, colour & upper))
        ways.append(_Way(flush + sign * middle * free, free, colour))
    for one, values in runs:
        rows = tuple(OF_VALUE[value] & usable for value in range(1, VALUES + 1) if values >> value - 1 & 1)
        if free == 1 or len(rows) > free:
            ways.append(_Way(one, free, sum(rows)))
        else:
            ways.append(_Way(one, 0, 0, rows))
    last = _sums(plain, free, sign)
    if ground.sums_only:
        for value in range(VALUES, 3, -1) if sign > 0 else range(1, 8):
            better = _of_values(range(value, VALUES + 1) if sign > 0 else range(1, value + 1))
            ways.append(_Way(plain + sign * value * free, free, better & usable))
        last = ((plain + sign * free * (2 if sign > 0 else 9), WHOLE),)
    wanted = 0
    for way in ways:
        wanted |= way.troops | sum(way.rows)
    return tuple(ways), last, wanted


def _of_values(values: range) -> int:
    return sum(OF_VALUE[value] for value in values)


def _sums(plain: int, free: int, sign: int) -> Prospect:
    found, left = [], WHOLE
    for value, share in _SUMS:
        share = left * share >> 10
        left -= share
        found.append((plain + sign * (value if sign > 0 else VALUES + 1 - value) * free, share))
    found.append((plain + sign * (_SUM_AT_LEAST if sign > 0 else VALUES + 1 - _SUM_AT_LEAST) * free, left))
    return tuple(found)


@lru_cache(maxsize=128)
def against_fresh(ground: Ground, tie: bool) -> tuple[int, ...]:
    """Returns what `against` returns for a side without cards."""
    return tuple(against(_fresh(ground), tie))


@lru_cache(maxsize=64)
def _fresh(ground: Ground) -> Prospect:
    """Returns what a side without cards usually becomes."""
    found: dict[int, int] = {}
    left = WHOLE
    scale = min(ground.highest, VALUES)
    for rank, value, share in _FRESH:
        if ground.sums_only or (not ground.colours and rank in (WEDGE, FLUSH)):
            continue
        value = value * scale // VALUES
        one = strength(Formation(rank, ground.need * (11 - value if ground.lower_wins else value)), ground)
        found[one] = found.get(one, 0) + share
        left -= share
    spread = (9, 8, 7, 6) if ground.sums_only else (8, 6, 4)
    for number, value in enumerate(spread):
        value = value * scale // VALUES
        one = strength(Formation(SUM, ground.need * (11 - value if ground.lower_wins else value)), ground)
        share = left // (len(spread) - number)
        left -= share
        found[one] = found.get(one, 0) + share
    return tuple(sorted(found.items(), reverse=True))
