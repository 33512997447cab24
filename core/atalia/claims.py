"""What a side can still become with unseen troops. Claims are proved by this. RULES 6.

Nothing here looks at hands: `unseen` is a bit set of troops that the caller makes from what lies open. `best` tries the
ranks from the strongest down with a few masks each (see Frame). The other functions list or count sets of troops, for
players who want to see them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, islice, product, takewhile
from math import comb, prod

from core.atalia.components import VALUES
from core.atalia.formations import COLOUR, OF_VALUE, SHIFTS, Formation, Frame, Ground, formation_of, frame, made

Way = tuple[int, tuple[int, ...]]  # a strength and the troops that make it, the highest values first


def best(cards: Sequence[int], ground: Ground, unseen: int) -> int:
    """Returns the greatest strength that these cards can reach with unseen troops; 0 if they cannot be completed."""
    if len(cards) == ground.need:
        return made(cards, ground)
    free, usable, fine, shifts, as_flush, runs, as_sum, sign, by_value = frame(cards, ground)
    unseen &= usable
    for strength, troops in fine:
        if (unseen & troops).bit_count() >= free:
            return strength
    if shifts:
        most = 0
        for shift in shifts:
            values = unseen >> shift & COLOUR
            if values.bit_count() >= free:
                most = max(most, as_flush + sign * _points(values, free, sign))
        if most:
            return most
    if runs:
        values = _values(unseen)
        for strength, row in runs:
            if (values & row).bit_count() >= free:
                return strength
    for value, troops in by_value:
        number = (unseen & troops).bit_count()
        if number >= free:
            return as_sum + sign * value * free
        as_sum += sign * value * number
        free -= number
    return 0


def best_way(cards: Sequence[int], ground: Ground, unseen: int) -> tuple[Formation, tuple[int, ...]] | None:
    """Returns the strongest formation that these cards can still become and the unseen troops that make it, or None."""
    for strength, troops in _ways(frame(cards, ground), unseen):
        return formation_of(strength, ground), troops
    return None


def ways_over(cards: Sequence[int], ground: Ground, unseen: int, mark: int, most: int) -> list[tuple[int, ...]]:
    """Returns at most `most` sets of unseen troops that reach more than the strength `mark`, the strongest first."""
    stronger = takewhile(lambda way: way[0] > mark, _ways(frame(cards, ground), unseen))
    return [troops for _strength, troops in islice(stronger, most)]


def count_over(cards: Sequence[int], ground: Ground, unseen: int, mark: int) -> int:
    """Returns how many sets of unseen troops reach more than the strength `mark`."""
    whole = frame(cards, ground)
    unseen &= whole.usable
    ordered = [troops for strength, troops in _ordered(whole, unseen) if strength > mark]
    # A set that makes more than a host would be counted twice if its sum alone is enough too.
    twice = sum(_sum(whole, [troop % VALUES + 1 for troop in troops]) > mark for troops in ordered)
    number = [(unseen & troops).bit_count() for troops in OF_VALUE]
    sums = sum(
        prod(comb(number[value], values.count(value)) for value in set(values))
        for values in combinations_with_replacement(
            [value for value in range(1, VALUES + 1) if number[value]], whole.free
        )
        if _sum(whole, values) > mark
    )
    return len(ordered) + sums - twice


def _ways(whole: Frame, unseen: int) -> Iterator[Way]:
    """Yields all sets of unseen troops that complete a frame, the strongest first."""
    unseen &= whole.usable
    known: set[tuple[int, ...]] = set()
    for way in _ordered(whole, unseen):
        known.add(way[1])
        yield way
    for values in _sums(whole.free, whole.sign):
        # For troops of the same value, take each combination once.
        groups = [
            combinations(_troops(unseen & OF_VALUE[value]), values.count(value)) for value in sorted(set(values))[::-1]
        ]
        strength = _sum(whole, values)
        for parts in product(*groups):
            troops = tuple(troop for part in parts for troop in part)
            if troops not in known:
                yield strength, troops


def _ordered(whole: Frame, unseen: int) -> Iterator[Way]:
    """Yields the sets that make more than a host, each once with its greatest strength."""
    known: set[tuple[int, ...]] = set()
    for way in _ordered_ways(whole, unseen):
        if way[1] not in known:
            known.add(way[1])
            yield way


def _ordered_ways(whole: Frame, unseen: int) -> Iterator[Way]:
    """Yields the same sets. A set that makes several formations comes once for each, the strongest first."""
    free = whole.free
    for strength, mask in whole.fine:
        for troops in combinations(_troops(unseen & mask), free):
            yield strength, troops
    if whole.shifts:
        for points, mask in _flushes(free, whole.sign):
            for shift in whole.shifts:
                if not mask & ~(unseen >> shift):
                    yield whole.as_flush + whole.sign * points, tuple(_troops(mask << shift))
    for strength, row in whole.runs:
        values = [_troops(unseen & OF_VALUE[value]) for value in range(VALUES, 0, -1) if row >> value - 1 & 1]
        for chosen in combinations(values, free):
            for troops in product(*chosen):
                yield strength, troops


def _sum(whole: Frame, values: Sequence[int]) -> int:
    """Returns the strength of a frame that these values complete to a host."""
    return whole.as_sum + whole.sign * sum(values)


@cache
def _points(values: int, number: int, sign: int) -> int:
    """Returns the highest sum, or with sign -1 the lowest, of `number` different values out of this mask."""
    return next(points for points, mask in _flushes(number, sign) if not mask & ~values)


@cache
def _flushes(number: int, sign: int) -> tuple[tuple[int, int], ...]:
    """Returns the sum and the mask of every set of `number` different values, the best for a flush first."""
    sets = [
        (sum(values), sum(1 << value - 1 for value in values)) for values in combinations(range(1, VALUES + 1), number)
    ]
    return tuple(sorted(sets, key=lambda each: -sign * each[0]))


@cache
def _sums(number: int, sign: int) -> tuple[tuple[int, ...], ...]:
    """Returns every set of `number` values, equal ones allowed, the best sum first."""
    return tuple(
        sorted(combinations_with_replacement(range(VALUES, 0, -1), number), key=lambda each: -sign * sum(each))
    )


def _values(troops: int) -> int:
    """Returns the values of these troops in any colour, as a mask."""
    troops |= troops >> len(SHIFTS) // 2 * VALUES
    return (troops | troops >> VALUES | troops >> 2 * VALUES) & COLOUR


def _troops(mask: int) -> list[int]:
    """Returns the troops of a bit set, the highest values first."""
    troops = []
    while mask:
        troops.append(mask.bit_length() - 1)
        mask ^= 1 << troops[-1]
    return sorted(troops, key=_highest_first)


def _highest_first(troop: int) -> tuple[int, int]:
    return -(troop % VALUES), troop
