"""The contents of the box: the board of hexes, land tiles and their backs, explorers and creatures. RULES 1 and 2.

The hexes have numbers from 0 to 132, row by row from the north, each row from west to east. People name a hex by a
letter and a number: the letter A to W is its half column from the west, the number 1 to 13 is its row. A hex with the
axial coordinates (q, r) around the lake has half column x = 2q + r + 11 and row r + 6, both counted from 0.
"""

from __future__ import annotations

from typing import Final

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVW"
ROWS: Final = 13
# The first half column of every row, and the number of hexes in it. They lie two half columns apart.
ROW_STARTS: Final[tuple[int, ...]] = (5, 2, 1, 2, 1, 0, 1, 0, 1, 2, 1, 2, 5)
ROW_LENGTHS: Final[tuple[int, ...]] = (7, 10, 11, 10, 11, 12, 11, 12, 11, 10, 11, 10, 7)

CELLS: Final = tuple(
    (x, row)
    for row, (first, length) in enumerate(zip(ROW_STARTS, ROW_LENGTHS, strict=True))
    for x in range(first, first + 2 * length, 2)
)  # by hex: half column and row
HEXES: Final = len(CELLS)
HEX_AT: Final = {cell: number for number, cell in enumerate(CELLS)}
NEIGHBOURS: Final = tuple(
    tuple(
        HEX_AT[x + dx, row + dy]
        for dx, dy in ((-1, -1), (1, -1), (-2, 0), (2, 0), (-1, 1), (1, 1))
        if (x + dx, row + dy) in HEX_AT
    )
    for x, row in CELLS
)


def axial(q: int, r: int) -> int:
    """Returns the hex at these coordinates around the lake."""
    return HEX_AT[2 * q + r + 11, r + 6]


def hex_text(number: int) -> str:
    x, row = CELLS[number]
    return f"{LETTERS[x]}{row + 1}"


LAKE: Final = axial(0, 0)
# The island at the start, by r: the first and the last q.
_ISLAND: Final = {-3: (0, 3), -2: (-1, 3), -1: (-3, 4), 0: (-3, 3), 1: (-4, 3), 2: (-3, 1), 3: (-3, 0)}
ISLAND: Final = tuple(
    axial(q, r) for r, (first, last) in _ISLAND.items() for q in range(first, last + 1) if (q, r) != (0, 0)
)
# Land that touches neither the sea nor the lake at the start. RULES 11, Overpopulation.
INLAND: Final = tuple(number for number in ISLAND if all(beside in ISLAND for beside in NEIGHBOURS[number]))
# Sea that touches land at the start. Boats may be put there unless a serpent is there.
SHORE: Final = tuple(
    number for number in range(HEXES) if number not in ISLAND and any(beside in ISLAND for beside in NEIGHBOURS[number])
)
SERPENT_STARTS: Final = tuple(axial(q, r) for q, r in ((-2, -5), (7, -4), (0, 0), (-7, 4), (2, 5)))

SAFE: Final[tuple[str, ...]] = ("NW", "NE", "SW", "SE")  # the four safe islands, which are no hexes
LANDING: Final = tuple(
    tuple(axial(q, r) for q, r in pair)
    for pair in (((-2, -5), (-3, -4)), ((7, -5), (7, -4)), ((-7, 4), (-7, 5)), ((2, 5), (3, 4)))
)  # by safe island: the two hexes from which explorers land
SAFE_FROM: Final = {number: safe for safe, pair in enumerate(LANDING) for number in pair}

# Terrains. A hex whose tile was removed is sea.
SEA: Final = 0
BEACH: Final = 1
FOREST: Final = 2
MOUNTAIN: Final = 3
TERRAINS: Final[tuple[str, ...]] = ("sea", "beach", "forest", "mountain")
LAND: Final[tuple[int, ...]] = (BEACH, FOREST, MOUNTAIN)  # in the order in which they sink

# Creatures, which are also the faces of the die.
SERPENT: Final = 0
SHARK: Final = 1
WHALE: Final = 2
CREATURES: Final[tuple[str, ...]] = ("serpent", "shark", "whale")
REACH: Final[tuple[int, ...]] = (1, 2, 3)  # by creature: how many hexes it may go after a roll

# Backs of tiles: first the five green ones, then the red ones, of which the last two only defend.
NEW_SHARK: Final = 0
NEW_WHALE: Final = 1
NEW_BOAT: Final = 2
WHIRLPOOL: Final = 3
VOLCANO: Final = 4
DOLPHIN: Final = 5
WIND: Final = 6
SEND_SERPENT: Final = 7
SEND_SHARK: Final = 8
SEND_WHALE: Final = 9
NO_SHARK: Final = 10
NO_WHALE: Final = 11
BACKS: Final[tuple[str, ...]] = (
    "shark",
    "whale",
    "boat",
    "whirlpool",
    "volcano",
    "dolphin",
    "wind",
    "send_serpent",
    "send_shark",
    "send_whale",
    "no_shark",
    "no_whale",
)
GREEN: Final = range(5)
RED: Final = range(5, 12)
PLAYABLE: Final = range(5, 10)  # red tiles for step 1 of a turn
SENDS: Final = {SEND_SERPENT: SERPENT, SEND_SHARK: SHARK, SEND_WHALE: WHALE}
TO_SWIMMERS: Final = (SERPENT, SHARK)  # the creatures that harm swimmers
TO_CREWS: Final = (SERPENT, WHALE)  # those that harm a crew; none harms an empty boat
GUARD: Final = {SHARK: NO_SHARK, WHALE: NO_WHALE}  # the tile that wards off a creature; no tile wards off a serpent

# By terrain and back: the number of tiles. The sea has none.
BACK_COUNTS: Final[tuple[tuple[int, ...], ...]] = (
    (0,) * 12,
    (3, 3, 1, 0, 0, 3, 2, 1, 1, 1, 1, 0),
    (2, 2, 3, 2, 0, 1, 0, 1, 1, 1, 1, 2),
    (1, 0, 0, 4, 1, 0, 0, 0, 0, 0, 1, 1),
)
BACKS_OF: Final = tuple(tuple(back for back, many in enumerate(row) for _ in range(many)) for row in BACK_COUNTS)
TERRAIN_TILES: Final = tuple(terrain for terrain in LAND for _ in BACKS_OF[terrain])
assert len(TERRAIN_TILES) == len(ISLAND)

# An explorer is colour * EXPLORERS + number, with numbers 0 to 9. A colour belongs to seat colour % seats: each seat
# has one colour, or two seats have two of four colours each.
EXPLORERS: Final = 10
COLOURS: Final = 4
TREASURES: Final[tuple[int, ...]] = (1, 1, 1, 2, 2, 3, 3, 4, 5, 6)

# Where an explorer may be if not on a hex.
FIRST_SAFE: Final = HEXES  # the first of the four safe islands
BOX: Final = HEXES + 4  # not placed yet
LOST: Final = HEXES + 5

BOATS: Final = 2  # that each player puts on the sea when setting up
SEATS_ABOARD: Final = 3
POINTS: Final = 3  # of movement in a turn
STRIDE: Final = 3  # the most steps with a dolphin or a fair wind
CALM_ROUNDS: Final = 12  # rounds without land, rescue or loss that end the game. RULES 11, To the last one
