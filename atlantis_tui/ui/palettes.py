"""Colours, by what they mean. One table a theme; nothing is told by colour alone.

These are the colours that all games share. Those that only one game has are in its `look.py`.

Styles are made once for each pair of colours and shared, so that a canvas can compare them by identity.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

from rich.style import Style

Pair = tuple[str, str]  # background and ink
T = TypeVar("T")


class Palette(NamedTuple):
    name: str
    sea: str
    bed: str  # what cards and tiles of a board lie on
    water: str
    foam: str  # numbers and signs on the water
    wave: str
    rule: str
    text: str
    dim: str
    absent: str
    key: str
    prompt: str
    header: str
    purse: str  # what somebody owns: points, and values of their own tiles
    chip: str  # behind other people's figures
    ink: str
    house: Pair  # of a game that has no colours of its own
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
    tiles: tuple[Pair, ...]  # seven bright ones, told apart: in the picture of the menu, and as a sample of a theme
    seats: tuple[str, ...]
    flat: bool = False  # no colours to tell a tile from the sea: draw borders
    ansi: bool = False  # colours are the terminal's own sixteen

    @property
    def ground(self) -> str:
        """The sea as a colour for Textual's own styles."""
        return "ansi_default" if self.flat else f"ansi_{self.sea}" if self.ansi else self.sea

    @property
    def light(self) -> bool:
        """Whether dark words stand on a light ground."""
        return not (self.flat or self.ansi) and sum(bytes.fromhex(self.sea[1:])) > 384

    def style(self, ink: str, ground: str, bold: bool = False) -> Style:
        return _style(ink, ground, bold, self.flat)


@lru_cache(maxsize=2048)
def _style(ink: str, ground: str, bold: bool, flat: bool) -> Style:
    if flat:
        # Two grounds only: plain and reversed.
        return Style(bold=bold or None, dim=(ink == "dim") or None, reverse=(ground == "reverse") or None)
    return Style(color=ink, bgcolor=ground, bold=bold)


_TILES: tuple[Pair, ...] = (
    ("#e5564d", "#1f0403"),
    ("#86c65a", "#0d1a06"),
    ("#8a94a3", "#0b0f14"),
    ("#4aa8f0", "#04121f"),
    ("#f4f0e6", "#20242b"),
    ("#f5c531", "#231a00"),
    ("#84502f", "#fff1e0"),
)

DARK = Palette(
    name="dark",
    sea="#081626",
    bed="#0f2d4a",
    water="#14507d",
    foam="#9fdcff",
    wave="#3f86b8",
    rule="#2a5078",
    text="#dbe7f3",
    dim="#86a0bb",
    absent="#6084a9",
    key="#ffd166",
    prompt="#12304d",
    header="#0f2d4a",
    purse="#d8c196",
    chip="#06101c",
    ink="#10151c",
    house=("#1f6a70", "#eafffb"),
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
    tiles=_TILES,
    seats=("#ff9a5a", "#6cc8ff", "#c9f26d", "#f3a6ff"),
)

# The same with what 256 colours can show: these are exactly colours of that set, so nothing is rounded badly.
DARK_256 = DARK._replace(
    name="dark256",
    sea="#121212",
    bed="#00005f",
    water="#005f87",
    prompt="#303030",
    header="#303030",
    rule="#005f87",
    focus="#005f87",
    hover="#262626",
    surf="#262626",
    dim2="#d0d0d0",
)

LIGHT = DARK._replace(
    name="light",
    sea="#eaf3f8",
    bed="#cfe2ee",
    water="#8cc4e6",
    foam="#0b3a57",
    wave="#3d7ba3",
    rule="#8fb2c9",
    text="#16303f",
    dim="#4a6678",
    absent="#567082",
    key="#864000",
    prompt="#dbeaf3",
    header="#cfe2ee",
    purse="#6b5320",
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
)

CONTRAST = DARK._replace(
    name="contrast",
    sea="#000000",
    bed="#1a1a1a",
    water="#003a70",
    foam="#ffffff",
    wave="#8fd0ff",
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
    tiles=(
        ("#d55e00", "#160800"),
        ("#009e73", "#00140e"),
        ("#8f99a8", "#0b0f14"),
        ("#56b4e9", "#04121f"),
        ("#f6f3ea", "#20242b"),
        ("#f0e442", "#231f00"),
        ("#5b3a8c", "#f4ecff"),
    ),
    seats=("#ffb45a", "#7cd0ff", "#f4f08a", "#e9b3d4"),
)

ANSI16 = Palette(
    name="ansi16",
    sea="black",
    bed="black",
    water="blue",
    foam="bright_white",
    wave="bright_cyan",
    rule="bright_black",
    text="white",
    dim="white",
    absent="bright_black",
    key="bright_yellow",
    prompt="black",
    header="blue",
    purse="white",
    chip="black",
    ink="black",
    house=("cyan", "black"),
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
    tiles=(
        ("red", "bright_white"),
        ("green", "black"),
        ("bright_black", "bright_white"),
        ("cyan", "black"),
        ("white", "black"),
        ("bright_yellow", "black"),
        ("magenta", "bright_white"),
    ),
    seats=("bright_white", "bright_cyan", "bright_green", "bright_magenta"),
    ansi=True,
)

_PLAIN, _REVERSED = ("plain", "plain"), ("reverse", "plain")
MONO = Palette(
    name="mono",
    **{  # type: ignore[arg-type]  # every field that is one colour
        field: "plain" for field in Palette._fields if field not in ("name", "flat", "ansi", "house", "tiles", "seats")
    },
    house=_REVERSED,
    tiles=(_PLAIN,) * 7,
    seats=("plain",) * 4,
    flat=True,
)._replace(
    dim="dim",
    absent="dim",
    wave="dim",
    header="reverse",
    focus="reverse",
    button="reverse",
    select="reverse",
    land="reverse",
    pay="reverse",
    take="reverse",
    chain="reverse",
)

PALETTES = {p.name: p for p in (DARK, LIGHT, CONTRAST, COLOUR_BLIND, ANSI16, MONO, DARK_256)}
THEMES = ("dark", "light", "contrast", "colour-blind", "ansi16", "mono")  # as offered to people


def nearest(palette: Palette, known: Mapping[str, T]) -> T:
    """What a game has for this palette, from a table by the palettes' names, which has at least dark, ansi16 and mono.

    For a palette that the table does not have, this takes the entry of the one most like it: mono where there are no
    colours, ansi16 where the terminal chooses them, otherwise light or dark, as the ground is.
    """
    if palette.name in known:
        return known[palette.name]
    if palette.flat or palette.ansi:
        return known["mono" if palette.flat else "ansi16"]
    return known["light" if palette.light and "light" in known else "dark"]
