"""The signs and colours that only Survive! has: the signs for every set of glyphs, the colours for every theme.

For a set or a theme that is not listed here, `nearest` takes what is listed for the one most like it.
"""

from __future__ import annotations

from typing import NamedTuple

from atlantis_tui.ui.glyphs import Glyphs, nearest_set
from atlantis_tui.ui.palettes import Pair, Palette, nearest


class SurviveGlyphs(NamedTuple):
    terrain: str  # sea, beach, forest, mountain
    creatures: str  # serpent, shark, whale
    isle: str  # a safe island, and where one lands on it
    hull: str  # both sides of a boat
    seat: str  # a free one aboard
    sinks: str  # on a tile that may sink
    point: str  # of movement, left and spent
    spent: str
    block: str  # beside the hex that is chosen: both sides
    reach: str  # beside a hex that can be reached: both sides
    repels: str  # before the creature that a tile keeps away


class SurviveColours(NamedTuple):
    terrain: tuple[Pair, ...]  # beach, forest, mountain
    creatures: tuple[Pair, ...]  # serpent, shark, whale
    deep: tuple[str, str, str]  # the sea: hexes side by side differ
    trench: str  # between two of them
    ripple: str
    lagoon: Pair  # the lake in the middle of the island
    hull: tuple[str, str, str]  # a boat, its sides, its free seats
    isle: Pair  # a safe island
    landing: str  # where one lands on it, and a boat in lists
    reach: str  # the sea where something chosen can go,
    peril: str  # where it would be lost,
    peril_ground: str  # and the sea there


_UNICODE = SurviveGlyphs(
    terrain="~░♠Λ",
    creatures="§◢∩",
    isle="⌂",
    hull="╲╱",
    seat="·",
    sinks="↓",
    point="●",
    spent="○",
    block="██",
    reach="▐▌",
    repels="×",
)
_CONSOLE = _UNICODE._replace(
    terrain="~░♠^",
    creatures="§◄∩",
    hull="\\/",
    point="■",
    spent="·",
    repels="x",
)
_ASCII = SurviveGlyphs(
    terrain="~.f^",
    creatures="SKW",
    isle="h",
    hull="\\/",
    seat="_",
    sinks="v",
    point="*",
    spent="-",
    block="()",
    reach="[]",
    repels="x",
)
_SIGNS = {"unicode": _UNICODE, "console": _CONSOLE, "ascii": _ASCII}
_DARK = SurviveColours(
    terrain=(("#e4cb86", "#8a6a24"), ("#4f9c55", "#143d1b"), ("#8d8698", "#2e2838")),
    creatures=(("#d62f48", "#ffffff"), ("#e6edf3", "#1b2530"), ("#9a86ff", "#140a33")),
    deep=("#10406a", "#0d3558", "#0b3a60"),
    trench="#0b2e4d",
    ripple="#2f74a4",
    lagoon=("#1a6670", "#9ff5ec"),
    hull=("#6b4526", "#ffd9a0", "#b98a5a"),
    isle=("#d9b776", "#1d1407"),
    landing="#f0c98a",
    reach="#14696b",
    peril="#ff5468",
    peril_ground="#5c1c33",
)
_DARK_256 = _DARK._replace(
    terrain=(("#d7d787", "#5f5f00"), ("#5faf5f", "#005f00"), ("#8787af", "#262626")),
    creatures=(("#d7005f", "#ffffff"), ("#eeeeee", "#262626"), ("#af87ff", "#121212")),
    deep=("#00005f", "#00005f", "#00005f"),
    trench="#121212",
    ripple="#5f87af",
    lagoon=("#005f5f", "#d7ffff"),
    hull=("#5f5f00", "#ffd7af", "#d7af87"),
    landing="#ffd7af",
    reach="#008787",
    peril="#ff5f5f",
    peril_ground="#5f0000",
)
_LIGHT = _DARK._replace(
    terrain=(("#f0d894", "#7a5c1c"), ("#6fb874", "#123a19"), ("#a59eb0", "#241f2e")),
    creatures=(("#c2183a", "#ffffff"), ("#3a4a58", "#ffffff"), ("#6a51d6", "#ffffff")),
    deep=("#8cc4e6", "#9ccdea", "#94c8e8"),
    trench="#a9d4ee",
    ripple="#3d7ba3",
    lagoon=("#5fc2c4", "#063b40"),
    hull=("#7a5230", "#ffe3b8", "#d2ab80"),
    landing="#6b3f00",
    reach="#7fe0bd",
    peril="#e0304a",
    peril_ground="#f4b4c0",
)
_CONTRAST = _DARK._replace(
    terrain=(("#ffe38a", "#4a3600"), ("#3fae48", "#001c04"), ("#b0a8c0", "#16101f")),
    deep=("#003a70", "#002a55", "#00305f"),
    trench="#000000",
    ripple="#8fd0ff",
    lagoon=("#006a70", "#ffffff"),
    hull=("#4a2800", "#ffe9c0", "#d8b080"),
    reach="#00585a",
    peril="#ff6070",
    peril_ground="#6a0020",
)
_COLOUR_BLIND = _DARK._replace(
    terrain=(("#f0dfa0", "#75591a"), ("#009e73", "#00241a"), ("#8f99a8", "#1d2530")),
    creatures=(("#d55e00", "#160800"), ("#f6f3ea", "#20242b"), ("#5b3a8c", "#f4ecff")),
    peril="#ff9a4d",
    peril_ground="#5a2a08",
)
_ANSI16 = SurviveColours(
    terrain=(("yellow", "black"), ("green", "black"), ("bright_black", "bright_white")),
    creatures=(("red", "bright_white"), ("white", "black"), ("magenta", "bright_white")),
    deep=("blue", "blue", "blue"),
    trench="blue",
    ripple="bright_cyan",
    lagoon=("cyan", "black"),
    hull=("black", "bright_yellow", "white"),
    isle=("yellow", "black"),
    landing="bright_yellow",
    reach="cyan",
    peril="bright_red",
    peril_ground="red",
)
_MONO = SurviveColours(
    terrain=(("plain", "plain"), ("plain", "plain"), ("plain", "plain")),
    creatures=(("reverse", "plain"), ("reverse", "plain"), ("reverse", "plain")),
    deep=("plain", "plain", "plain"),
    trench="plain",
    ripple="dim",
    lagoon=("plain", "plain"),
    hull=("plain", "plain", "plain"),
    isle=("reverse", "plain"),
    landing="plain",
    reach="plain",
    peril="reverse",
    peril_ground="plain",
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
_TITLE = {"dark": ("#8a3f2b", "#fff1e4"), "ansi16": ("red", "bright_white"), "mono": ("reverse", "plain")}


def own_signs(glyphs: Glyphs) -> SurviveGlyphs:
    """The game's own signs, to go with this set."""
    return nearest_set(glyphs, _SIGNS)


def own_colours(palette: Palette) -> SurviveColours:
    """The game's own colours, to go with this palette."""
    return nearest(palette, _COLOURS)


def title_colours(palette: Palette) -> Pair:
    """The ground and the ink of the game's name, on its card in the menu and on its results."""
    return nearest(palette, _TITLE)
