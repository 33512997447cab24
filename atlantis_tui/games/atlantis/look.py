"""The signs and colours that only Atlantis has: the signs for every set of glyphs, the colours for every theme.

For a set or a theme that is not listed here, `nearest` takes what is listed for the one most like it.
"""

from __future__ import annotations

from typing import NamedTuple

from atlantis_tui.ui.glyphs import Glyphs, nearest_set
from atlantis_tui.ui.palettes import Pair, Palette, nearest


class AtlantisGlyphs(NamedTuple):
    symbols: str  # flag, olive branch, helmet, ring, statue, crown, amphora
    right: str  # along the road
    left: str
    go_right: str  # along the way of a move
    go_left: str
    bridge_left: str  # the two ends and the planks of a bridge that lies
    bridge_mid: str
    bridge_right: str
    bridge: str  # one still in hand
    slid: str  # land that Atlantis or the Mainland slid over


class AtlantisColours(NamedTuple):
    symbols: tuple[Pair, ...]  # by symbol
    atlantis: Pair  # the two ends of the road
    mainland: Pair
    price: str  # the line that a price stands on
    edge: str  # of a tile that lies under another
    bridge: str
    no_card: str  # behind the name of a card that one does not hold


_UNICODE = AtlantisGlyphs(
    symbols="⚑♣Ω○♜♛δ",
    right="›",
    left="‹",
    go_right="►",
    go_left="◄",
    bridge_left="╞",
    bridge_mid="═",
    bridge_right="╡",
    bridge="╪",
    slid="░",
)
_CONSOLE = _UNICODE._replace(
    symbols="►♣∩○Φ☼δ",
    right="»",
    left="«",
)
_ASCII = AtlantisGlyphs(
    symbols="       ",
    right="|",
    left="|",
    go_right=">",
    go_left="<",
    bridge_left="H",
    bridge_mid="=",
    bridge_right="H",
    bridge="#",
    slid=".",
)
_SIGNS = {"unicode": _UNICODE, "console": _CONSOLE, "ascii": _ASCII}
_DARK = AtlantisColours(
    symbols=(
        ("#e5564d", "#1f0403"),
        ("#86c65a", "#0d1a06"),
        ("#8a94a3", "#0b0f14"),
        ("#4aa8f0", "#04121f"),
        ("#f4f0e6", "#20242b"),
        ("#f5c531", "#231a00"),
        ("#84502f", "#fff1e0"),
    ),
    atlantis=("#1f6a70", "#eafffb"),
    mainland=("#d9b776", "#1d1407"),
    price="#0a3557",
    edge="#c8b083",
    bridge="#f0c98a",
    no_card="#0b1d31",
)
_DARK_256 = _DARK._replace(
    price="#00005f",
    bridge="#ffd7af",
    no_card="#1c1c1c",
)
_LIGHT = _DARK._replace(
    price="#b5d9ee",
    edge="#a98b54",
    bridge="#6b3f00",
    no_card="#f4f9fc",
)
_CONTRAST = _DARK._replace(
    price="#000000",
    no_card="#000000",
)
_COLOUR_BLIND = _DARK._replace(
    symbols=(
        ("#d55e00", "#160800"),
        ("#009e73", "#00140e"),
        ("#8f99a8", "#0b0f14"),
        ("#56b4e9", "#04121f"),
        ("#f6f3ea", "#20242b"),
        ("#f0e442", "#231f00"),
        ("#5b3a8c", "#f4ecff"),
    ),
)
_ANSI16 = AtlantisColours(
    symbols=(
        ("red", "bright_white"),
        ("green", "black"),
        ("bright_black", "bright_white"),
        ("cyan", "black"),
        ("white", "black"),
        ("bright_yellow", "black"),
        ("magenta", "bright_white"),
    ),
    atlantis=("cyan", "black"),
    mainland=("yellow", "black"),
    price="blue",
    edge="yellow",
    bridge="bright_yellow",
    no_card="black",
)
_MONO = AtlantisColours(
    symbols=(
        ("plain", "plain"),
        ("plain", "plain"),
        ("plain", "plain"),
        ("plain", "plain"),
        ("plain", "plain"),
        ("plain", "plain"),
        ("plain", "plain"),
    ),
    atlantis=("reverse", "plain"),
    mainland=("reverse", "plain"),
    price="plain",
    edge="plain",
    bridge="plain",
    no_card="plain",
)
_COLOURS = {
    "dark": _DARK,
    "dark256": _DARK_256,
    "light": _LIGHT,
    "contrast": _CONTRAST,
    "colour-blind": _COLOUR_BLIND,
    "ansi16": _ANSI16,
    "mono": _MONO,
}
_TITLE = {"dark": ("#1f6a70", "#eafffb"), "ansi16": ("cyan", "black"), "mono": ("reverse", "plain")}


def own_signs(glyphs: Glyphs) -> AtlantisGlyphs:
    """The game's own signs, to go with this set."""
    return nearest_set(glyphs, _SIGNS)


def own_colours(palette: Palette) -> AtlantisColours:
    """The game's own colours, to go with this palette."""
    return nearest(palette, _COLOURS)


def title_colours(palette: Palette) -> Pair:
    """The ground and the ink of the game's name, on its card in the menu and on its results."""
    return nearest(palette, _TITLE)
