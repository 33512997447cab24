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


@lru_cache(maxsize=1 << 14)
def payments(purse: bytes, cards: int, cost: int) -> tuple[Way, ...]:
    """Every way to pay `cost` out of this purse and up to `cards` cards.

    Best first: least overpaid, then the fewest cards, then the fewest tiles.
    """
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
    for missing, tiles in short:
        if missing <= cards:
            ways.append((cost, missing, len(tiles), tiles))
    ways.sort()
    return tuple(ways)


def spare_cards(held: Sequence[int], number: int) -> tuple[int, ...]:
    """Which symbols to pay with by default: always one of those held most, so that the hand stays varied."""
    if number == 1:
        return (held.index(max(held)),)
    left = list(held)
    chosen: list[int] = []
    while len(chosen) < number:
        symbol = left.index(max(left))
        left[symbol] -= 1
        chosen.append(symbol)
    chosen.sort()
    return tuple(chosen)


def crossing(purse: Sequence[int], cards: int, cost: int) -> tuple[tuple[int, ...], int]:
    """The final crossing: the payment that leaves most, or everything where that is not enough. RULES 7."""
    values = [value for value in range(7, 0, -1) for _ in range(purse[value])]
    if sum(values) + cards <= cost:
        return tuple(values), cards
    if cost <= cards:
        return (), cost  # exact, and nothing can be better than that
    # For each total that tiles can make, one set of tiles that makes it.
    made: dict[int, tuple[int, ...]] = {0: ()}
    for value in values:
        for total, chosen in list(made.items()):
            if total < cost and total + value not in made:
                made[total + value] = (*chosen, value)
    best = min((max(total, cost), -total) for total in made if total + cards >= cost)
    return made[-best[1]], max(0, cost + best[1])
