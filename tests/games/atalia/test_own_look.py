"""The signs and colours of Atalia: what must be told apart."""

import pytest

from atlantis_tui.games.atalia.look import own_colours, own_signs
from atlantis_tui.ui.glyphs import SETS
from atlantis_tui.ui.palettes import PALETTES


@pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))
def test_there_is_a_colour_for_each_kind_of_troops(palette):
    assert len(own_colours(palette).troops) == 6


@pytest.mark.parametrize("glyphs", SETS.values(), ids=list(SETS))
def test_cards_are_told_apart_without_colours(glyphs):
    line = own_signs(glyphs)
    assert [len(many) for many in (line.troops, line.ranks, line.weather)] == [6, 5, 2]
    assert len(set(line.troops)) in (1, 6)  # ASCII has only the letters
    assert len({line.most, line.over, line.under}) == 3
