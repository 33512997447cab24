"""Numbers large enough to be read across a room: three lines high, three cells wide, one free cell between."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.style import Style

from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.glyphs import Glyphs

HEIGHT = 3


class Run(NamedTuple):
    """Signs side by side, with nothing free between them."""

    column: int
    row: int
    text: str


# Three by five pixels, row by row.
_PIXELS = {
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": (" # ", "## ", " # ", " # ", "###"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", " ##", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", "  #", "  #", "  #"),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
    "-": ("   ", "   ", "###", "   ", "   "),
}

# The digits where the glyph set has no half blocks.
_STROKES = {
    "0": (" _ ", "| |", "|_|"),
    "1": ("   ", "  |", "  |"),
    "2": (" _ ", " _|", "|_ "),
    "3": (" _ ", " _|", " _|"),
    "4": ("   ", "|_|", "  |"),
    "5": (" _ ", "|_ ", " _|"),
    "6": (" _ ", "|_ ", "|_|"),
    "7": (" _ ", "  |", "  |"),
    "8": (" _ ", "|_|", "|_|"),
    "9": (" _ ", "|_|", " _|"),
    "-": ("   ", " _ ", "   "),
}


def width(number: int | str) -> int:
    """The width in cells. A blank between two groups of digits counts two cells."""
    signs = str(number)
    return 4 * len(signs) - 2 * signs.count(" ") - 1


def paint(canvas: Canvas, x: int, y: int, number: int | str, style: Style, glyphs: Glyphs) -> None:
    """Paint a number, or groups of digits with blanks between them."""
    for sign in str(number):
        if sign == " ":
            x += 2
            continue
        for column, row, text in _runs(sign, glyphs):
            canvas.put(x + column, y + row, text, style)
        x += 4


@lru_cache
def _runs(sign: str, glyphs: Glyphs) -> tuple[Run, ...]:
    if not glyphs.upper:
        return runs(_STROKES[sign])
    return runs(blocks(_PIXELS[sign], glyphs))


def blocks(pixels: Sequence[str], glyphs: Glyphs) -> list[str]:
    """Rows of pixels as lines of half blocks."""
    rows = (*pixels, *[" " * len(pixels[0])] * (len(pixels) % 2))
    signs = {"  ": " ", "# ": glyphs.upper, " #": glyphs.lower, "##": glyphs.spark[-1]}
    return [
        "".join(signs[upper + lower] for upper, lower in zip(rows[row], rows[row + 1], strict=True))
        for row in range(0, len(rows), 2)
    ]


def runs(lines: Sequence[str]) -> tuple[Run, ...]:
    """What is painted of some lines: all but the blanks."""
    return tuple(
        Run(part.start(), row, part.group()) for row, line in enumerate(lines) for part in re.finditer(r"\S+", line)
    )
