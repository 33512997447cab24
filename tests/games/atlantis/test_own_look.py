"""The signs and colours of Atlantis: what must be told apart, and what must be read."""

import pytest

from atlantis_tui.games.atlantis.look import own_colours, own_signs
from atlantis_tui.ui.glyphs import SETS
from atlantis_tui.ui.palettes import ANSI16, PALETTES
from tests.ui.test_palettes import COLOURED, CONSOLE, NAMES, XTERM, coloured, contrast


@coloured
def test_the_price_of_water_and_a_bridge_can_be_read(palette):
    road = own_colours(palette)
    assert contrast(palette.foam, road.price) >= 4.5
    assert contrast(road.bridge, palette.water) >= 4.5


@pytest.mark.parametrize("table", [XTERM, CONSOLE], ids=["xterm", "console"])
def test_and_with_the_sixteen_colours_of_a_terminal(table):
    colours, road = dict(zip(NAMES, (f"#{colour}" for colour in table.split()), strict=True)), own_colours(ANSI16)
    assert contrast(colours[ANSI16.foam], colours[road.price]) >= 3
    assert contrast(colours[road.bridge], colours[ANSI16.water]) >= 3


@pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))
def test_there_is_a_colour_for_each_symbol(palette):
    assert len(own_colours(palette).symbols) == 7


@pytest.mark.parametrize("palette", [*COLOURED, ANSI16], ids=lambda palette: palette.name)
def test_symbols_differ_from_the_water_and_from_each_other(palette):
    road = own_colours(palette)
    grounds = [ground for ground, _ in road.symbols]
    assert len({palette.water, *grounds}) == 8
    assert palette.ansi or len({palette.water, palette.bed, road.price, *grounds}) >= 9


@pytest.mark.parametrize("glyphs", SETS.values(), ids=list(SETS))
def test_symbols_are_told_apart_without_colours(glyphs):
    road = own_signs(glyphs)
    assert len(road.symbols) == 7
    assert len(set(road.symbols)) in (1, 7)  # ASCII has only the letters
    assert road.bridge != glyphs.none
