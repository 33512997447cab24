"""The contents of the box: symbols, cards and path tiles, and how the path is laid. RULES 1 and 2."""

from __future__ import annotations

SYMBOLS = "FOHRSCA"  # flag, olive branch, helmet, ring, statue, crown, amphora; the letters people type
FLAG, OLIVE, HELMET, RING, STATUE, CROWN, AMPHORA = range(7)
CARDS_OF_A_SYMBOL = 15

PLACES = 53
ATLANTIS = -1
MAINLAND = 53
WATER = 26  # the gap that is there from the start

EMPTY = 7  # the symbol of a place without a tile
TILE = 8  # a tile is symbol * TILE + value

# We do not know the printed distribution of the 84 tiles. Ours gives each half six tiles of every symbol and of every
# value, and includes every tile seen in the printed examples. It is data, so that a true list can replace it.
MISSING_A = (5, 6, 7, 1, 2, 3, 4)  # the one value that each symbol lacks
MISSING_B = (1, 2, 3, 4, 5, 6, 7)


def tile_set(missing: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(s * TILE + v for s in range(7) for v in range(1, 8) if v != missing[s])


TILES_A = tile_set(MISSING_A)
TILES_B = tile_set(MISSING_B)
CARDS = tuple(symbol for symbol in range(7) for _ in range(CARDS_OF_A_SYMBOL))

# The number of tiles on each place at the start.
HEIGHTS = (2,) * 10 + (1,) * 10 + (2,) * 6 + (0,) + (2,) * 6 + (1,) * 10 + (2,) * 10


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


TILE_PLACES = _tile_places()
