"""The signs and colours that only Pearls has. It knows two themes; the others get those of the one most like them."""

from __future__ import annotations

from typing import NamedTuple

from atlantis_tui.ui.glyphs import Glyphs, nearest_set
from atlantis_tui.ui.palettes import Pair, Palette, nearest


class PearlGlyphs(NamedTuple):
    pearl: str
    shell: str


class PearlColours(NamedTuple):
    shell: Pair
    pearl: str


_SIGNS = {"unicode": PearlGlyphs("●", "◗"), "console": PearlGlyphs("■", "∩"), "ascii": PearlGlyphs("o", "D")}
_COLOURS = {
    "dark": PearlColours(("#f0c9d2", "#2a1016"), "#ffe8ef"),
    "ansi16": PearlColours(("white", "black"), "bright_white"),
    "mono": PearlColours(("reverse", "plain"), "plain"),
}
_TITLE = {"dark": ("#7a3f5a", "#fff0f6"), "ansi16": ("magenta", "bright_white"), "mono": ("reverse", "plain")}


def own_signs(glyphs: Glyphs) -> PearlGlyphs:
    """The game's own signs, to go with this set."""
    return nearest_set(glyphs, _SIGNS)


def own_colours(palette: Palette) -> PearlColours:
    """The game's own colours, to go with this palette."""
    return nearest(palette, _COLOURS)


def title_colours(palette: Palette) -> Pair:
    """The ground and the ink of the game's name."""
    return nearest(palette, _TITLE)
