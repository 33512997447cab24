"""Colours, by what they mean. One table a theme; nothing is told by colour alone.

Styles are made once for each pair of colours and shared, so that a canvas can compare them by identity.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rich.style import Style

Pair = tuple[str, str]  # background and ink


class Palette(NamedTuple):
    name: str
    sea: str
    bed: str  # the road under the tiles
    water: str
    price: str  # the line a price stands on
    foam: str  # the price itself
    wave: str
    panel: str
    rule: str
    text: str
    dim: str
    absent: str
    key: str
    prompt: str
    header: str
    edge: str  # of a tile that lies under another
    purse: str  # values of one's own tiles
    bridge: str
    chip: str  # behind other people's figures
    ink: str
    atlantis: Pair
    mainland: Pair
    select: str
    land: str
    pay: str
    take: str
    chain: str
    focus: str
    hover: str
    surf: str  # a modal
    shadow: str
    button: str
    field: str
    dim2: str  # dim words on the focus colour
    bad: str
    bad_ground: str
    good_ground: str
    symbols: tuple[Pair, ...]
    seats: tuple[str, ...]
    games: dict[str, Pair]
    troops: tuple[Pair, ...]  # by colour: red, green, blue, amber, white, violet
    tactics: Pair
    plate: Pair  # of a field that nobody owns
    fog: Pair
    mud: Pair
    lane: str  # where cards of a field can lie
    weak: str  # words about what is hopeless, on the bed
    terrain: tuple[Pair, ...]  # of an island that sinks: beach, forest, mountain
    creatures: tuple[Pair, ...]  # serpent, shark, whale
    deep: tuple[str, str, str]  # the sea round that island: hexes side by side differ
    trench: str  # between two of them
    ripple: str
    lagoon: Pair  # the lake in its middle
    hull: tuple[str, str, str]  # a boat, its sides, its free seats
    reach: str  # the sea where something chosen can go,
    peril: str  # where it would be lost,
    peril_ground: str  # and the sea there
    flat: bool = False  # no colours to tell a tile from the sea: draw borders
    ansi: bool = False  # colours are the terminal's own sixteen

    @property
    def ground(self) -> str:
        """The sea as a colour for Textual's own styles."""
        return "ansi_default" if self.flat else f"ansi_{self.sea}" if self.ansi else self.sea

    def game(self, name: str) -> Pair:
        """A game's own colours; one that has none yet has those of the house."""
        return self.games.get(name, self.atlantis)

    def style(self, ink: str, ground: str, bold: bool = False) -> Style:
        return _style(ink, ground, bold, self.flat)


@lru_cache(maxsize=2048)
def _style(ink: str, ground: str, bold: bool, flat: bool) -> Style:
    if flat:
        # Two grounds only: plain and reversed.
        return Style(bold=bold or None, dim=(ink == "dim") or None, reverse=(ground == "reverse") or None)
    return Style(color=ink, bgcolor=ground, bold=bold)


_SYMBOLS: tuple[Pair, ...] = (
    ("#e5564d", "#1f0403"),
    ("#86c65a", "#0d1a06"),
    ("#8a94a3", "#0b0f14"),
    ("#4aa8f0", "#04121f"),
    ("#f4f0e6", "#20242b"),
    ("#f5c531", "#231a00"),
    ("#84502f", "#fff1e0"),
)

_TROOPS: tuple[Pair, ...] = (
    ("#e5564d", "#1f0403"),
    ("#86c65a", "#0d1a06"),
    ("#4aa8f0", "#04121f"),
    ("#f5c531", "#231a00"),
    ("#f4f0e6", "#20242b"),
    ("#7548b8", "#f6efff"),
)

DARK = Palette(
    name="dark",
    sea="#081626",
    bed="#0f2d4a",
    water="#14507d",
    price="#0a3557",
    foam="#9fdcff",
    wave="#3f86b8",
    panel="#0b1d31",
    rule="#2a5078",
    text="#dbe7f3",
    dim="#86a0bb",
    absent="#6084a9",
    key="#ffd166",
    prompt="#12304d",
    header="#0f2d4a",
    edge="#c8b083",
    purse="#d8c196",
    bridge="#f0c98a",
    chip="#06101c",
    ink="#10151c",
    atlantis=("#1f6a70", "#eafffb"),
    mainland=("#d9b776", "#1d1407"),
    select="#ffffff",
    land="#5dffa8",
    pay="#ffc53d",
    take="#ff8ad4",
    chain="#7fd6ff",
    focus="#1c4c77",
    hover="#12314e",
    surf="#10283f",
    shadow="#040a12",
    button="#1b3e5e",
    field="#06101c",
    dim2="#b4cbe0",
    bad="#ff7a6b",
    bad_ground="#3b1720",
    good_ground="#0f3b33",
    symbols=_SYMBOLS,
    seats=("#ff9a5a", "#6cc8ff", "#c9f26d", "#f3a6ff"),
    games={
        "atlantis": ("#1f6a70", "#eafffb"),
        "survive": ("#8a3f2b", "#fff1e4"),
        "atalia": ("#4a4f8c", "#eef0ff"),
    },
    troops=_TROOPS,
    tactics=("#1f6a70", "#eafffb"),
    plate=("#c8b083", "#1d1407"),
    fog=("#9fb3c8", "#0b1622"),
    mud=("#84502f", "#fff1e0"),
    lane="#0b1d31",
    weak="#7f9ab6",
    terrain=(("#e4cb86", "#8a6a24"), ("#4f9c55", "#143d1b"), ("#8d8698", "#2e2838")),
    creatures=(("#d62f48", "#ffffff"), ("#e6edf3", "#1b2530"), ("#9a86ff", "#140a33")),
    deep=("#10406a", "#0d3558", "#0b3a60"),
    trench="#0b2e4d",
    ripple="#2f74a4",
    lagoon=("#1a6670", "#9ff5ec"),
    hull=("#6b4526", "#ffd9a0", "#b98a5a"),
    reach="#14696b",
    peril="#ff5468",
    peril_ground="#5c1c33",
)

# The same with what 256 colours can show: these are exactly colours of that set, so nothing is rounded badly.
DARK_256 = DARK._replace(
    name="dark256",
    sea="#121212",
    bed="#00005f",
    price="#00005f",
    water="#005f87",
    panel="#1c1c1c",
    prompt="#303030",
    header="#303030",
    rule="#005f87",
    focus="#005f87",
    hover="#262626",
    surf="#262626",
    dim2="#d0d0d0",
    bridge="#ffd7af",
    lane="#1c1c1c",
    weak="#8787af",
    terrain=(("#d7d787", "#5f5f00"), ("#5faf5f", "#005f00"), ("#8787af", "#262626")),
    creatures=(("#d7005f", "#ffffff"), ("#eeeeee", "#262626"), ("#af87ff", "#121212")),
    deep=("#00005f",) * 3,
    trench="#121212",
    ripple="#5f87af",
    lagoon=("#005f5f", "#d7ffff"),
    hull=("#5f5f00", "#ffd7af", "#d7af87"),
    reach="#008787",
    peril="#ff5f5f",
    peril_ground="#5f0000",
)

LIGHT = DARK._replace(
    name="light",
    sea="#eaf3f8",
    bed="#cfe2ee",
    water="#8cc4e6",
    price="#b5d9ee",
    foam="#0b3a57",
    wave="#3d7ba3",
    panel="#f4f9fc",
    rule="#8fb2c9",
    text="#16303f",
    dim="#4a6678",
    absent="#567082",
    key="#864000",
    prompt="#dbeaf3",
    header="#cfe2ee",
    edge="#a98b54",
    purse="#6b5320",
    bridge="#6b3f00",
    chip="#16303f",
    select="#0b2233",
    land="#12a364",
    pay="#f0b429",
    take="#e0489f",
    chain="#1c86c8",
    focus="#a9cfe6",
    hover="#d3e6f1",
    surf="#f7fbfd",
    shadow="#b9cbd6",
    button="#bcd6e6",
    field="#ffffff",
    dim2="#2f4a5c",
    bad="#b3261e",
    bad_ground="#fbe3e0",
    good_ground="#d8f3e6",
    lane="#bcd3e2",
    weak="#4f6a7c",
    terrain=(("#f0d894", "#7a5c1c"), ("#6fb874", "#123a19"), ("#a59eb0", "#241f2e")),
    creatures=(("#c2183a", "#ffffff"), ("#3a4a58", "#ffffff"), ("#6a51d6", "#ffffff")),
    deep=("#8cc4e6", "#9ccdea", "#94c8e8"),
    trench="#a9d4ee",
    ripple="#3d7ba3",
    lagoon=("#5fc2c4", "#063b40"),
    hull=("#7a5230", "#ffe3b8", "#d2ab80"),
    reach="#7fe0bd",
    peril="#e0304a",
    peril_ground="#f4b4c0",
)

CONTRAST = DARK._replace(
    name="contrast",
    sea="#000000",
    bed="#1a1a1a",
    water="#003a70",
    price="#000000",
    foam="#ffffff",
    wave="#8fd0ff",
    panel="#000000",
    rule="#ffffff",
    text="#ffffff",
    dim="#d0d0d0",
    absent="#a0a0a0",
    key="#ffff00",
    prompt="#000000",
    header="#000000",
    chip="#000000",
    ink="#000000",
    focus="#0000c0",
    hover="#303030",
    surf="#000000",
    button="#303030",
    field="#1a1a1a",
    dim2="#ffffff",
    land="#00ff80",
    pay="#ffd000",
    take="#ff80ff",
    chain="#80e0ff",
    bad="#ff8080",
    bad_ground="#400000",
    good_ground="#004020",
    lane="#262626",
    weak="#b0b0b0",
    terrain=(("#ffe38a", "#4a3600"), ("#3fae48", "#001c04"), ("#b0a8c0", "#16101f")),
    deep=("#003a70", "#002a55", "#00305f"),
    trench="#000000",
    ripple="#8fd0ff",
    lagoon=("#006a70", "#ffffff"),
    hull=("#4a2800", "#ffe9c0", "#d8b080"),
    reach="#00585a",
    peril="#ff6070",
    peril_ground="#6a0020",
    seats=("#ffb070", "#80d8ff", "#d8ff70", "#ffb8ff"),
)

# Okabe and Ito's colours, told apart with every kind of colour vision; ink and lightness differ too.
COLOUR_BLIND = DARK._replace(
    name="colour-blind",
    land="#56e0b0",
    pay="#f0e442",
    take="#d283b0",
    chain="#8fd3ff",
    bad="#ff9a4d",
    symbols=(
        ("#d55e00", "#160800"),
        ("#009e73", "#00140e"),
        ("#8f99a8", "#0b0f14"),
        ("#56b4e9", "#04121f"),
        ("#f6f3ea", "#20242b"),
        ("#f0e442", "#231f00"),
        ("#5b3a8c", "#f4ecff"),
    ),
    seats=("#ffb45a", "#7cd0ff", "#f4f08a", "#e9b3d4"),
    terrain=(("#f0dfa0", "#75591a"), ("#009e73", "#00241a"), ("#8f99a8", "#1d2530")),
    creatures=(("#d55e00", "#160800"), ("#f6f3ea", "#20242b"), ("#5b3a8c", "#f4ecff")),
    peril="#ff9a4d",
    peril_ground="#5a2a08",
    troops=(
        ("#d55e00", "#160800"),
        ("#009e73", "#00140e"),
        ("#56b4e9", "#04121f"),
        ("#f0e442", "#231f00"),
        ("#f6f3ea", "#20242b"),
        ("#5b3a8c", "#f4ecff"),
    ),
)

ANSI16 = Palette(
    name="ansi16",
    sea="black",
    bed="black",
    water="blue",
    price="blue",
    foam="bright_white",
    wave="bright_cyan",
    panel="black",
    rule="bright_black",
    text="white",
    dim="white",
    absent="bright_black",
    key="bright_yellow",
    prompt="black",
    header="blue",
    edge="yellow",
    purse="white",
    bridge="bright_yellow",
    chip="black",
    ink="black",
    atlantis=("cyan", "black"),
    mainland=("yellow", "black"),
    select="bright_white",
    land="bright_green",
    pay="bright_yellow",
    take="bright_magenta",
    chain="bright_cyan",
    focus="blue",
    hover="bright_black",
    surf="black",
    shadow="black",
    button="bright_black",
    field="black",
    dim2="white",
    bad="bright_red",
    bad_ground="black",
    good_ground="black",
    symbols=(
        ("red", "bright_white"),
        ("green", "black"),
        ("bright_black", "bright_white"),
        ("cyan", "black"),
        ("white", "black"),
        ("bright_yellow", "black"),
        ("magenta", "bright_white"),
    ),
    seats=("bright_white", "bright_cyan", "bright_green", "bright_magenta"),
    games={"atlantis": ("cyan", "black"), "survive": ("red", "bright_white"), "atalia": ("blue", "bright_white")},
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
    terrain=(("yellow", "black"), ("green", "black"), ("bright_black", "bright_white")),
    creatures=(("red", "bright_white"), ("white", "black"), ("magenta", "bright_white")),
    deep=("blue", "blue", "blue"),
    trench="blue",
    ripple="bright_cyan",
    lagoon=("cyan", "black"),
    hull=("black", "bright_yellow", "white"),
    reach="cyan",
    peril="bright_red",
    peril_ground="red",
    ansi=True,
)

_PLAIN, _REVERSED = ("plain", "plain"), ("reverse", "plain")
_PAIRS = ("atlantis", "mainland", "tactics", "plate", "fog", "mud", "lagoon")
_SEVERAL = ("symbols", "seats", "games", "troops", "terrain", "creatures", "deep", "hull")
MONO = Palette(
    name="mono",
    **{  # type: ignore[arg-type]  # every field that is one colour
        field: "plain" for field in Palette._fields if field not in ("name", "flat", "ansi", *_SEVERAL, *_PAIRS)
    },
    atlantis=_REVERSED,
    mainland=_REVERSED,
    symbols=(_PLAIN,) * 7,
    seats=("plain",) * 4,
    games={"atlantis": _REVERSED, "survive": _REVERSED, "atalia": _REVERSED},
    troops=(_PLAIN,) * 6,
    tactics=_PLAIN,
    plate=_PLAIN,
    fog=_PLAIN,
    mud=_PLAIN,
    terrain=(_PLAIN,) * 3,
    creatures=(_REVERSED,) * 3,
    deep=("plain",) * 3,
    lagoon=_PLAIN,
    hull=("plain",) * 3,
    flat=True,
)._replace(
    dim="dim",
    absent="dim",
    weak="dim",
    wave="dim",
    header="reverse",
    focus="reverse",
    button="reverse",
    select="reverse",
    land="reverse",
    pay="reverse",
    take="reverse",
    chain="reverse",
    ripple="dim",
    peril="reverse",
)

PALETTES = {p.name: p for p in (DARK, LIGHT, CONTRAST, COLOUR_BLIND, ANSI16, MONO, DARK_256)}
THEMES = ("dark", "light", "contrast", "colour-blind", "ansi16", "mono")  # as offered to people
