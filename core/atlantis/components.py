"""The contents of the box: symbols, cards and path tiles, and how the path is laid. RULES 1 and 2."""

from __future__ import annotations

from typing import Final

SYMBOLS: Final = "FOHRSCA"  # flag, olive branch, helmet, ring, statue, crown, amphora; the letters people type
FLAG: Final = 0
OLIVE: Final = 1
HELMET: Final = 2
RING: Final = 3
STATUE: Final = 4
CROWN: Final = 5
AMPHORA: Final = 6
CARDS_OF_A_SYMBOL: Final = 15

PLACES: Final = 53
ATLANTIS: Final = -1
MAINLAND: Final = 53
WATER: Final = 26  # the gap that is there from the start

EMPTY: Final = 7  # the symbol of a place without a tile
TILE: Final = 8  # a tile is symbol * TILE + value

# We do not know the printed distribution of the 84 tiles. Ours gives each half six tiles of every symbol and of every
# value, and includes every tile seen in the printed examples. It is data, so that a true list can replace it.
MISSING_A: Final[tuple[int, ...]] = (5, 6, 7, 1, 2, 3, 4)  # the one value that each symbol lacks
MISSING_B: Final[tuple[int, ...]] = (1, 2, 3, 4, 5, 6, 7)


def tile_set(missing: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(s * TILE + v for s in range(7) for v in range(1, 8) if v != missing[s])


TILES_A: Final = tile_set(MISSING_A)
TILES_B: Final = tile_set(MISSING_B)
CARDS: Final = tuple(symbol for symbol in range(7) for _ in range(CARDS_OF_A_SYMBOL))

# The number of tiles on each place at the start.
HEIGHTS: Final = (2,) * 10 + (1,) * 10 + (2,) * 6 + (0,) + (2,) * 6 + (1,) * 10 + (2,) * 10


def _tile_places() -> tuple[tuple[str, int, int], ...]:
    """Returns for every place its half ("A" or "B") and the indices of its lowest and its top tile in that shuffled
    half."""
    places, laid = [], {"A": 0, "B": 0}
    for place, height in enumerate(HEIGHTS):
        letter = "A" if place < WATER else "B"
        first = laid[letter]
        laid[letter] += height
        places.append((letter, first, first + height - 1))
    return tuple(places)


TILE_PLACES: Final = _tile_places()
