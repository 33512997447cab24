"""The signs everything is drawn with: Unicode, the old console's, and plain ASCII. Each is one cell wide.

These are the signs that all games share. Those that only one game has are in its `look.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Glyphs(NamedTuple):
    name: str
    figures: str  # by seat
    ghosts: str  # the same, where a figure would land
    wave: str
    minus: str
    times: str
    dots: str
    arrow: str
    turn: str  # marks the player to move
    home: str  # a figure at home, and one that is not
    away: str
    none: str
    rule: str
    bar: str  # at the left of prompts and focused rows
    upper: str  # half blocks and their corners: "" where there are none
    lower: str
    left_half: str
    right_half: str
    corners: str  # upper left, upper right, lower left, lower right: of a frame round a tile
    box: str  # the same of a modal's frame
    choose_left: str
    choose_right: str
    bullet: str
    yes: str
    no: str
    spark: str  # bars of growing height
    braille: bool


UNICODE = Glyphs(
    name="unicode",
    figures="▲■◆▼",
    ghosts="△□◇▽",
    wave="≈",
    minus="−",
    times="×",
    dots="…",
    arrow="→",
    turn="►",
    home="●",
    away="○",
    none="·",
    rule="─",
    bar="▌",
    upper="▀",
    lower="▄",
    left_half="▌",
    right_half="▐",
    corners="▗▖▝▘",
    box="▛▜▙▟",
    choose_left="‹",
    choose_right="›",
    bullet="●",
    yes="✔",
    no="✖",
    spark="▁▂▃▄▅▆▇█",
    braille=True,
)

CONSOLE = UNICODE._replace(
    name="console",
    figures="▲■♦▼",
    ghosts="▲■♦▼",
    minus="-",
    times="x",
    dots=".",
    home="■",
    away="·",
    corners="    ",
    box="████",
    choose_left="«",
    choose_right="»",
    bullet="■",
    yes="√",
    no="x",
    spark="░░▒▒▓▓██",
    braille=False,
)

ASCII = Glyphs(
    name="ascii",
    figures="@&%$",
    ghosts="@&%$",
    wave="~",
    minus="-",
    times="x",
    dots=".",
    arrow=">",
    turn=">",
    home="*",
    away="-",
    none=".",
    rule="-",
    bar="|",
    upper="",
    lower="",
    left_half="",
    right_half="",
    corners="    ",
    box="++++",
    choose_left="<",
    choose_right=">",
    bullet="*",
    yes="+",
    no="x",
    spark=" .:-=+*#",
    braille=False,
)

SETS = {glyphs.name: glyphs for glyphs in (UNICODE, CONSOLE, ASCII)}


def nearest_set(glyphs: Glyphs, known: Mapping[str, T]) -> T:
    """What a game has for this set, from a table by the sets' names, which has at least unicode, console and ascii.

    For a set that the table does not have, this takes the entry of the one most like it: ascii where there are no half
    blocks, console where there is no Braille, otherwise unicode.
    """
    if glyphs.name in known:
        return known[glyphs.name]
    return known["unicode" if glyphs.braille else "console" if glyphs.upper else "ascii"]
