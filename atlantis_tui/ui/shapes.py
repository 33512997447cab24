"""The signs of the seats large enough to be seen across a room: three lines high, five cells wide."""

from __future__ import annotations

from functools import lru_cache

from rich.style import Style

from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.digits import Run, blocks, runs
from atlantis_tui.ui.glyphs import Glyphs

WIDTH, HEIGHT = 5, 3

# Five by five pixels, row by row, by the small sign.
_PIXELS = {
    "▲": ("  #  ", " ### ", " ### ", "#####", "#####"),
    "■": ("#####", "#####", "#####", "#####", "#####"),
    "◆": ("  #  ", " ### ", "#####", " ### ", "  #  "),
    "♦": ("  #  ", " ### ", "#####", " ### ", "  #  "),
    "▼": ("#####", "#####", " ### ", " ### ", "  #  "),
}


def has(sign: str, glyphs: Glyphs) -> bool:
    """Whether there are blocks to draw it with."""
    return bool(glyphs.upper) and sign in _PIXELS


def paint(canvas: Canvas, x: int, y: int, sign: str, style: Style, glyphs: Glyphs) -> None:
    for column, row, text in _runs(sign, glyphs):
        canvas.put(x + column, y + row, text, style)


@lru_cache
def _runs(sign: str, glyphs: Glyphs) -> tuple[Run, ...]:
    return runs(blocks(_PIXELS[sign], glyphs))
