"""Paying for water: which tiles and how many cards make up a price. RULES 4.

A payment may be too much, but never wasteful: no single thing in it could be left out. As a card is worth 1, a
payment with a card in it is exact. Tiles come as a purse: how many there are of each value, at index 1 to 7.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress

FALLING = (7, 6, 5, 4, 3, 2, 1)

Way = tuple[int, int, int, tuple[int, ...]]  # paid in all, cards, tiles, and the values of the tiles, falling


# By cost, as many tiles of each value as one payment can hold without waste: of two 7s, a price of 3 needs one at most.
_USEFUL = tuple(bytes([0, *(min(-(-cost // value), 255) for value in range(1, 8))]) for cost in range(256))


def payments(purse: Sequence[int], cost: int) -> tuple[Way, ...]:
    """Every way to pay `cost` out of this purse and as many cards as it takes: whoever has fewer leaves those out.

    Best first: least overpaid, then the fewest cards, then the fewest tiles.
    """
    return _payments(bytes(map(min, purse, _USEFUL[cost])), cost)


@lru_cache(maxsize=1 << 13)
def _payments(purse: bytes, cost: int) -> tuple[Way, ...]:
    ways: list[Way] = []
    short: list[tuple[int, tuple[int, ...]]] = [(cost, ())]  # tiles that are too little, and what they leave to pay
    for value in compress(FALLING, purse[:0:-1]):
        for missing, tiles in short.copy():
            for _ in range(purse[value]):
                tiles = (*tiles, value)
                missing -= value
                if missing <= 0:
                    # The smallest tile came last, and without it the rest is too little.
                    ways.append((cost - missing, 0, len(tiles), tiles))
                    break
                short.append((missing, tiles))
    ways += [(cost, missing, len(tiles), tiles) for missing, tiles in short]
    ways.sort()
    return tuple(ways)


def spare_cards(held: Sequence[int], number: int) -> tuple[int, ...]:
    """Which symbols to pay with by default: always one of those held most, so that the hand stays varied."""
    return tuple(sorted(_most_held_first(held)[:number]))


@lru_cache(maxsize=1 << 12)
def spares(held: bytes) -> tuple[tuple[int, ...], ...]:
    """`spare_cards` for every number of cards from none to all: hands are small, and much alike in many games."""
    cards = _most_held_first(held)
    return tuple([tuple(sorted(cards[:number])) for number in range(len(cards) + 1)])


def _most_held_first(held: Sequence[int]) -> list[int]:
    """All cards in the order in which one would spare them."""
    return [symbol for level in range(max(held), 0, -1) for symbol, count in enumerate(held) if count >= level]


def crossing(purse: Sequence[int], cards: int, cost: int) -> tuple[tuple[int, ...], int]:
    """The final crossing: the payment that leaves most, or everything where that is not enough. RULES 7."""
    if cost <= cards:
        return (), cost  # exact, and nothing can be better than that
    values = [value for value in FALLING for _ in range(purse[value])]
    if sum(values) + cards <= cost:
        return tuple(values), cards
    # The totals that the first tiles can make, after each of them: bit n stands for n. Enough needs no further tile.
    too_little = (1 << cost) - 1
    made = [1]
    for value in values:
        made.append(made[-1] | (made[-1] & too_little) << value)
    # The most that is not too much, and the rest in cards; if there are not enough of them, the least that is too much.
    total = (made[-1] & (too_little << 1 | 1)).bit_length() - 1
    number = cost - total
    if number > cards:
        more = made[-1] >> cost + 1
        total, number = cost + (more & -more).bit_length(), 0
    # Each total goes back to the tile that first made it.
    tiles: list[int] = []
    for value, before in zip(values[::-1], made[-2::-1], strict=True):
        if not before >> total & 1:
            tiles.append(value)
            total -= value
    return tuple(tiles[::-1]), number
