"""The signs and colours that only Atalia has: the signs for every set of glyphs, the colours for every theme.

For a set or a theme that is not listed here, `nearest` takes what is listed for the one most like it.
"""

from __future__ import annotations

from typing import NamedTuple

from atlantis_tui.ui.glyphs import Glyphs, nearest_set
from atlantis_tui.ui.palettes import Pair, Palette, nearest


class AtaliaGlyphs(NamedTuple):
    troops: str  # by colour: red, green, blue, amber, white, violet
    ranks: str  # of formations, the weakest first; blank where there are no such signs: their names tell
    morale: str  # the three kinds of tactics
    weather: str  # fog and mud
    guile: str
    most: str  # before the best that a side can still reach: the other side is open too,
    over: str  # it beats the finished formation opposite,
    under: str  # or cannot
    pick: str  # beside what can be drawn from
    claim: str  # on the plate of a field that can be claimed


class AtaliaColours(NamedTuple):
    troops: tuple[Pair, ...]  # by colour: red, green, blue, amber, white, violet
    tactics: Pair
    plate: Pair  # of a field that nobody owns
    fog: Pair
    mud: Pair
    lane: str  # where cards of a field can lie
    weak: str  # words about what is hopeless, on the bed


_UNICODE = AtaliaGlyphs(
    troops="⚑♣Ω☼♜♦",
    ranks="○◔◑◕●",
    morale="★",
    weather="≈▒",
    guile="‡",
    most="≤",
    over="↑",
    under="×",
    pick="◄",
    claim="✔",
)
_CONSOLE = _UNICODE._replace(
    troops="►♣Ω☼Φ♦",
    ranks="     ",
    morale="*",
    guile="§",
    under="x",
    claim="√",
)
_ASCII = AtaliaGlyphs(
    troops="      ",
    ranks="     ",
    morale="*",
    weather="~~",
    guile="!",
    most="<",
    over="^",
    under="x",
    pick="<",
    claim="C",
)
_SIGNS = {"unicode": _UNICODE, "console": _CONSOLE, "ascii": _ASCII}
_DARK = AtaliaColours(
    troops=(
        ("#e5564d", "#1f0403"),
        ("#86c65a", "#0d1a06"),
        ("#4aa8f0", "#04121f"),
        ("#f5c531", "#231a00"),
        ("#f4f0e6", "#20242b"),
        ("#7548b8", "#f6efff"),
    ),
    tactics=("#1f6a70", "#eafffb"),
    plate=("#c8b083", "#1d1407"),
    fog=("#9fb3c8", "#0b1622"),
    mud=("#84502f", "#fff1e0"),
    lane="#0b1d31",
    weak="#7f9ab6",
)
_DARK_256 = _DARK._replace(
    lane="#1c1c1c",
    weak="#8787af",
)
_LIGHT = _DARK._replace(
    lane="#bcd3e2",
    weak="#4f6a7c",
)
_CONTRAST = _DARK._replace(
    lane="#262626",
    weak="#b0b0b0",
)
_COLOUR_BLIND = _DARK._replace(
    troops=(
        ("#d55e00", "#160800"),
        ("#009e73", "#00140e"),
        ("#56b4e9", "#04121f"),
        ("#f0e442", "#231f00"),
        ("#f6f3ea", "#20242b"),
        ("#5b3a8c", "#f4ecff"),
    ),
)
_ANSI16 = AtaliaColours(
    troops=(
        ("red", "bright_white"),
        ("green", "black"),
        ("cyan", "black"),
        ("bright_yellow", "black"),
        ("white", "black"),
        ("magenta", "bright_white"),
    ),
    tactics=("bright_black", "bright_white"),
    plate=("yellow", "black"),
    fog=("white", "black"),
    mud=("red", "bright_white"),
    lane="black",
    weak="white",
)
_MONO = AtaliaColours(
    troops=(
        ("plain", "plain"),
        ("plain", "plain"),
        ("plain", "plain"),
        ("plain", "plain"),
        ("plain", "plain"),
        ("plain", "plain"),
    ),
    tactics=("plain", "plain"),
    plate=("plain", "plain"),
    fog=("plain", "plain"),
    mud=("plain", "plain"),
    lane="plain",
    weak="dim",
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
_TITLE = {"dark": ("#4a4f8c", "#eef0ff"), "ansi16": ("blue", "bright_white"), "mono": ("reverse", "plain")}


def own_signs(glyphs: Glyphs) -> AtaliaGlyphs:
    """The game's own signs, to go with this set."""
    return nearest_set(glyphs, _SIGNS)


def own_colours(palette: Palette) -> AtaliaColours:
    """The game's own colours, to go with this palette."""
    return nearest(palette, _COLOURS)


def title_colours(palette: Palette) -> Pair:
    """The ground and the ink of the game's name, on its card in the menu and on its results."""
    return nearest(palette, _TITLE)
