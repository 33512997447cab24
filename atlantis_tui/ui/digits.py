"""Numbers large enough to be read across a room: three lines high, three cells wide, one free cell between."""

from __future__ import annotations

from rich.style import Style

from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.glyphs import Glyphs

HEIGHT = 3

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
        for row, line in enumerate(_lines(sign, glyphs)):
            for column, char in enumerate(line):
                if char != " ":
                    canvas.put(x + column, y + row, char, style)
        x += 4


def _lines(sign: str, glyphs: Glyphs) -> list[str]:
    if not glyphs.upper:
        return list(_STROKES[sign])
    pixels = (*_PIXELS[sign], "   ")
    signs = {"  ": " ", "# ": glyphs.upper, " #": glyphs.lower, "##": glyphs.spark[-1]}
    return [
        "".join(signs[upper + lower] for upper, lower in zip(pixels[row], pixels[row + 1], strict=True))
        for row in (0, 2, 4)
    ]
