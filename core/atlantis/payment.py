"""Paying for water: which tiles and how many cards make up a price. RULES 4.

A payment may be too much, but never wasteful: no single thing in it could be left out. As a card is worth 1, a
payment with a card in it is exact. Tiles come as a purse: how many there are of each value, at index 1 to 7.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

Way = tuple[int, int, int, tuple[int, ...]]  # paid in all, cards, tiles, and the values of the tiles, falling


@lru_cache(maxsize=4096)
def payments(purse: bytes, cards: int, cost: int) -> tuple[Way, ...]:
    """Every way to pay `cost` out of this purse and up to `cards` cards.

    Best first: least overpaid, then the fewest cards, then the fewest tiles.
    """
    left = bytearray(purse)
    kinds = [value for value in range(7, 0, -1) if left[value]]
    ways: list[Way] = []

    def go(highest: int, tiles: tuple[int, ...], missing: int) -> None:
        if missing <= cards:
            ways.append((cost, missing, len(tiles), tiles))
        for value in kinds:
            if value > highest or not left[value]:
                continue
            if value >= missing:
                # The smallest tile comes last, and without it the rest is too little.
                ways.append((cost - missing + value, 0, len(tiles) + 1, (*tiles, value)))
            else:
                left[value] -= 1
                go(value, (*tiles, value), missing - value)
                left[value] += 1

    go(7, (), cost)
    ways.sort()
    return tuple(ways)


def spare_cards(held: Sequence[int], number: int) -> tuple[int, ...]:
    """Which symbols to pay with by default: always one of those held most, so that the hand stays varied."""
    chosen: list[int] = []
    level = max(held)
    while len(chosen) < number:
        chosen += [symbol for symbol in range(7) if held[symbol] >= level]
        level -= 1
    return tuple(sorted(chosen[:number]))


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
