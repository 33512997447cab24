"""Paying for water: which tiles and how many cards make up a price. The price itself is set in position.py. RULES 4.

A payment may be more than the price, but nothing in it could be left out. A card is worth 1, so a payment with a card
is exact. The tiles of a seat come as a purse: the number of tiles of each value, at index 1 to 7.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Final

from core.compiling.mypyc_marks import i64

FALLING: Final[tuple[int, ...]] = (7, 6, 5, 4, 3, 2, 1)

# The sum paid, the number of cards, the number of tiles, and the values of the tiles from high to low.
Way = tuple[int, int, int, tuple[int, ...]]
# Of several ways, the numbers of cards and the tiles, each in a tuple of its own.
Apart = tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]

MOST_KNOWN: Final = 1 << 13  # then the tables below are emptied
_known_ways: dict[int, Apart] = {}
_known_spares: dict[bytes, tuple[tuple[int, ...], ...]] = {}

# By cost: the most tiles of each value that one payment can use without waste. A price of 3 needs at most one 7.
_USEFUL: Final = tuple(bytes([0, *(min(-(-cost // value), 255) for value in range(1, 8))]) for cost in range(256))


def payments(purse: Sequence[int], cost: int) -> tuple[Way, ...]:
    """Returns every way to pay `cost` out of this purse and any number of cards. The caller drops the ways that need
    more cards than the seat has.

    Best first: least overpaid, then the fewest cards, then the fewest tiles.
    """
    return tuple(_payments([*map(min, purse, _USEFUL[cost])], cost))


def ways_to_pay(purse: list[int], cost: int) -> Apart:
    """Returns the same ways as the numbers of cards and the tiles, apart, for lists of legal moves. It remembers them
    by all counts of useful tiles, written one after the other into one number."""
    useful = _USEFUL[cost]
    key: i64 = cost
    value: i64
    for value in FALLING:
        count: i64 = purse[value]
        most: i64 = useful[value]
        key = key << 7 | (count if count < most else most)  # the box has 12 tiles of a value, far fewer than 1 << 7
    found = _known_ways.get(key)
    if found is None:
        if len(_known_ways) >= MOST_KNOWN:
            _known_ways.clear()
        ways = _payments([min(pair) for pair in zip(purse, useful, strict=True)], cost)
        found = _known_ways[key] = tuple([way[1] for way in ways]), tuple([way[3] for way in ways])
    return found


def _payments(purse: list[int], cost: int) -> list[Way]:
    ways: list[Way] = []
    short: list[tuple[int, tuple[int, ...]]] = [(cost, ())]  # what is left to pay, and tiles that do not suffice
    for value in compress(FALLING, purse[:0:-1]):
        for missing, tiles in short.copy():
            for _ in range(purse[value]):
                tiles = (*tiles, value)
                missing -= value
                if missing <= 0:
                    # No waste: the smallest tile came last, and the tiles before it did not suffice.
                    ways.append((cost - missing, 0, len(tiles), tiles))
                    break
                short.append((missing, tiles))
    ways += [(cost, missing, len(tiles), tiles) for missing, tiles in short]
    ways.sort()
    return ways


def spare_cards(held: Sequence[int], number: int) -> tuple[int, ...]:
    """Picks the cards to pay with by default: always a symbol that the hand has most of, so that it stays varied."""
    return tuple(sorted(_most_held_first(held)[:number]))


def spares(held: list[int]) -> tuple[tuple[int, ...], ...]:
    """Returns `spare_cards` for every number of cards from none to all, and remembers them, because many games have the
    same small hands."""
    key = bytes(held)
    found = _known_spares.get(key)
    if found is None:
        if len(_known_spares) >= MOST_KNOWN:
            _known_spares.clear()
        cards = _most_held_first(held)
        found = _known_spares[key] = tuple([tuple(sorted(cards[:number])) for number in range(len(cards) + 1)])
    return found


def _most_held_first(held: Sequence[int]) -> list[int]:
    """Returns all cards, the easiest to spare first."""
    return [symbol for level in range(max(held), 0, -1) for symbol, count in enumerate(held) if count >= level]


def crossing(purse: Sequence[int], cards: int, cost: int) -> tuple[tuple[int, ...], int]:
    """Returns the tiles and the number of cards that pay for the final crossing at the least loss. RULES 7.

    If everything together is not enough, it returns everything.
    """
    if cost <= cards:
        return (), cost  # exact, so nothing can be better
    values = [value for value in FALLING for _ in range(purse[value])]
    if sum(values) + cards <= cost:
        return tuple(values), cards
    # After each tile: the totals that the tiles up to it can make, bit n for a total of n. A total that reaches the
    # cost takes no further tile.
    too_little = (1 << cost) - 1
    made = [1]
    for value in values:
        made.append(made[-1] | (made[-1] & too_little) << value)
    # Take the highest total that is not above the cost, and pay the rest in cards. If there are too few cards, take the
    # lowest total above the cost.
    total = (made[-1] & (too_little << 1 | 1)).bit_length() - 1
    number = cost - total
    if number > cards:
        more = made[-1] >> cost + 1
        total, number = cost + (more & -more).bit_length(), 0
    # Walk back: the tile that first made a total is part of it.
    tiles: list[int] = []
    for value, before in zip(values[::-1], made[-2::-1], strict=True):
        if not before >> total & 1:
            tiles.append(value)
            total -= value
    return tuple(tiles[::-1]), number
