"""A card over a screen: a frame of half blocks in an accent colour, with a title on its upper edge."""

from __future__ import annotations

from typing import Any

from rich.cells import cell_len
from rich.style import Style

from atlantis_tui.ui.canvas import cut
from atlantis_tui.ui.colours import ink_on
from atlantis_tui.ui.painter import Pen


def paint_modal(
    pen: Pen,
    x: int,
    y: int,
    width: int,
    height: int,
    accent: str,
    title: str,
    right: str = "",
    shadow: bool = True,
    right_hit: Any = None,
) -> None:
    """Paint the empty card. Its text begins three cells from the left. `right_hit` is what a click on `right` hits."""
    palette, glyphs, canvas = pen.palette, pen.glyphs, pen.canvas
    if shadow and glyphs.upper and not (palette.flat or palette.ansi):
        cast_shadow(pen, x, y, width, height)
    canvas.mark(x, y, width, height, None)
    pen.fill(x, y, width, height, palette.surf)
    style = palette.style("plain" if palette.flat else accent, palette.surf)
    paint_frame(pen, x, y, width, height, style)
    ground = "reverse" if palette.flat else accent
    ink = ink_on(palette, ground)
    shown = cut(title, width - 6, glyphs.dots)
    pen.put(x + 2, y, f" {shown} ", ink, ground, True)
    if right and cell_len(shown) + cell_len(right) + 9 <= width:
        pen.right(x + width - 2, y, f" {right} ", ink, ground, hit=right_hit)


def cast_shadow(pen: Pen, x: int, y: int, width: int, height: int) -> None:
    """The shadow of a card, right of it and below. What lies there stays to be read: a shadow hides nothing."""
    style = pen.palette.style(pen.palette.absent, pen.palette.shadow)
    for row in range(y + 1, y + height):
        pen.canvas.restyle(x + width, row, 2, style)
    pen.canvas.restyle(x + 2, y + height, width, style)


def paint_frame(pen: Pen, x: int, y: int, width: int, height: int, style: Style) -> None:
    """The edge of a card: half blocks, or lines where there are none."""
    glyphs, canvas = pen.glyphs, pen.canvas
    upper, lower = glyphs.upper or "-", glyphs.lower or "-"
    left, right = glyphs.left_half or "|", glyphs.right_half or "|"
    last, bottom = x + width - 1, y + height - 1
    canvas.put(x, y, upper * width, style)
    canvas.put(x, bottom, lower * width, style)
    for row in range(y + 1, bottom):
        canvas.put(x, row, left, style)
        canvas.put(last, row, right, style)
    for (column, row), corner in zip(((x, y), (last, y), (x, bottom), (last, bottom)), glyphs.box, strict=True):
        canvas.put(column, row, corner, style)
