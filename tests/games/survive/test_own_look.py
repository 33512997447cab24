"""The signs and colours of Survive!: what must be told apart, and what must be read."""

import pytest

from atlantis_tui.games.survive.look import own_colours, own_signs
from atlantis_tui.ui.glyphs import SETS
from atlantis_tui.ui.palettes import ANSI16, PALETTES
from tests.ui.test_palettes import CONSOLE, NAMES, XTERM, coloured, contrast


@coloured
def test_the_sides_of_a_boat_can_be_seen(palette):
    hull, sides, _seats = own_colours(palette).hull
    assert contrast(sides, hull) >= 4.5


@pytest.mark.parametrize("table", [XTERM, CONSOLE], ids=["xterm", "console"])
def test_and_with_the_sixteen_colours_of_a_terminal(table):
    colours = dict(zip(NAMES, (f"#{colour}" for colour in table.split()), strict=True))
    hull, sides, _seats = own_colours(ANSI16).hull
    assert contrast(colours[sides], colours[hull]) >= 3


@pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))
def test_there_are_as_many_colours_as_things(palette):
    isle = own_colours(palette)
    assert [len(many) for many in (isle.terrain, isle.creatures, isle.deep, isle.hull)] == [3, 3, 3, 3]


@coloured
def test_an_island_is_told_from_the_sea_and_its_terrains_from_each_other(palette):
    isle = own_colours(palette)
    grounds = [ground for ground, _ in (*isle.terrain, *isle.creatures, isle.lagoon)]
    assert len({*grounds, *isle.deep, isle.peril_ground}) >= 9
    for ground, _ink in isle.terrain:
        assert min(contrast(ground, sea) for sea in isle.deep) >= 1.15
    assert isle.reach not in isle.deep


@pytest.mark.parametrize("glyphs", SETS.values(), ids=list(SETS))
def test_pieces_are_told_apart_without_colours(glyphs):
    isle = own_signs(glyphs)
    assert len({*isle.terrain, *isle.creatures, isle.isle, isle.seat}) == 9
    assert [len(many) for many in (isle.terrain, isle.creatures, isle.hull, isle.block, isle.reach)] == [4, 3, 2, 2, 2]
    assert isle.point != isle.spent
