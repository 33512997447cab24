"""The board and the box of Survive!, counted."""

from __future__ import annotations

from collections import Counter

import pytest

from core.survive import components
from core.survive.components import (
    BACK_COUNTS,
    BACKS_OF,
    CELLS,
    HEXES,
    INLAND,
    ISLAND,
    LAKE,
    LAND,
    LANDING,
    NEIGHBOURS,
    SAFE_FROM,
    SERPENT_STARTS,
    TERRAIN_TILES,
    TREASURES,
    axial,
    hex_text,
)

SEA = [at for at in range(HEXES) if at not in ISLAND]


def axials() -> set[tuple[int, int]]:
    """The board once more: a hexagon of hexes, without two of its corners, and two hexes more at each of the others."""
    big = {(q, r) for q in range(-6, 7) for r in range(-6, 7) if abs(q + r) <= 6}
    corners = {(-2, -5), (-3, -4), (7, -5), (7, -4), (-7, 4), (-7, 5), (2, 5), (3, 4)}
    return big - {(6, 0), (-6, 0)} | corners


def test_there_are_133_hexes_in_13_rows():
    assert HEXES == 133
    rows = Counter(row for _, row in CELLS)
    assert [rows[row] for row in range(13)] == [7, 10, 11, 10, 11, 12, 11, 12, 11, 10, 11, 10, 7]
    assert sorted(axial(q, r) for q, r in axials()) == list(range(HEXES))


def test_neighbours_are_those_one_step_away_and_see_each_other():
    where = {axial(q, r): (q, r) for q, r in axials()}
    steps = {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)}
    for at, (q, r) in where.items():
        expected = {axial(q + dq, r + dr) for dq, dr in steps if (q + dq, r + dr) in axials()}
        assert set(NEIGHBOURS[at]) == expected
        assert len(NEIGHBOURS[at]) == len(expected)


def test_40_hexes_are_land_and_93_are_sea():
    assert len(set(ISLAND)) == 40
    assert len(SEA) == 93
    assert LAKE in SEA
    assert all(beside in ISLAND for beside in NEIGHBOURS[LAKE])
    assert len(NEIGHBOURS[LAKE]) == 6


def test_28_land_hexes_touch_the_sea_and_22_the_outer_sea():
    assert sum(any(beside in SEA for beside in NEIGHBOURS[at]) for at in ISLAND) == 28
    assert sum(any(beside in SEA and beside != LAKE for beside in NEIGHBOURS[at]) for at in ISLAND) == 22
    assert sum(any(beside in ISLAND for beside in NEIGHBOURS[at]) for at in SEA) == 29


def test_twelve_hexes_are_inland():
    said = [(-2, 0), (-2, 1), (-2, 2), (-1, -1), (-1, 2), (0, -2), (0, 2), (1, -2), (1, 1), (2, -2), (2, -1), (2, 0)]
    assert sorted(INLAND) == sorted(axial(q, r) for q, r in said)


def test_serpents_begin_in_the_lake_and_at_one_landing_hex_of_each_island():
    assert set(SERPENT_STARTS) == {axial(q, r) for q, r in ((0, 0), (-2, -5), (7, -4), (-7, 4), (2, 5))}
    for pair in LANDING:
        assert sum(at in SERPENT_STARTS for at in pair) == 1
    by_land = [at for at in SERPENT_STARTS if any(beside in ISLAND for beside in NEIGHBOURS[at])]
    assert by_land == [LAKE]


def test_each_safe_island_has_two_landing_hexes_side_by_side():
    assert len(SAFE_FROM) == 8
    named = [[hex_text(at) for at in pair] for pair in LANDING]
    assert named == [["C2", "B3"], ["U2", "V3"], ["B11", "C12"], ["U12", "V11"]]
    for one, other in LANDING:
        assert other in NEIGHBOURS[one]
        assert one in SEA
        assert other in SEA


def test_the_lake_is_called_l7():
    assert hex_text(LAKE) == "L7"
    assert len({hex_text(at) for at in range(HEXES)}) == HEXES


@pytest.mark.parametrize(
    ("back", "beach", "forest", "mountain"),
    [
        ("NEW_SHARK", 3, 2, 1),
        ("NEW_WHALE", 3, 2, 0),
        ("NEW_BOAT", 1, 3, 0),
        ("WHIRLPOOL", 0, 2, 4),
        ("VOLCANO", 0, 0, 1),
        ("DOLPHIN", 3, 1, 0),
        ("WIND", 2, 0, 0),
        ("SEND_SERPENT", 1, 1, 0),
        ("SEND_SHARK", 1, 1, 0),
        ("SEND_WHALE", 1, 1, 0),
        ("NO_SHARK", 1, 1, 1),
        ("NO_WHALE", 0, 2, 1),
    ],
)
def test_backs_of_the_tiles(back, beach, forest, mountain):
    face = getattr(components, back)
    assert [BACK_COUNTS[terrain][face] for terrain in LAND] == [beach, forest, mountain]
    assert [BACKS_OF[terrain].count(face) for terrain in LAND] == [beach, forest, mountain]


def test_there_are_40_tiles_16_16_and_8():
    assert Counter(TERRAIN_TILES) == {components.BEACH: 16, components.FOREST: 16, components.MOUNTAIN: 8}
    assert sum(len(backs) for backs in BACKS_OF) == 40


def test_treasures_of_a_colour_are_worth_28():
    assert sorted(TREASURES) == [1, 1, 1, 2, 2, 3, 3, 4, 5, 6]
