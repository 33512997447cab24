"""Frames of half blocks round something on a canvas, in the free columns and lines beside it."""

from __future__ import annotations

from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import Canvas

MEET = "║"  # where two frames of one colour meet: as two halves they would be one bar, and the frames one frame


def half(canvas: Canvas, look: Look, x: int, y: int, right: bool, colour: str) -> None:
    """Paint the right or the left half of a cell as a piece of a frame. The other half keeps what it shows."""
    if not (0 <= y < canvas.height and 0 <= x < canvas.width):
        return
    glyphs, palette = look.glyphs, look.palette
    glyph = glyphs.right_half if right else glyphs.left_half
    there, style = canvas.chars[y][x], canvas.styles[y][x]
    ground = style.bgcolor.name if style.bgcolor is not None else palette.sea
    if there in (glyphs.left_half, glyphs.right_half, MEET) and style.color is not None:
        # Keep the other half's colour. ▌ has the left half in front and the right half behind.
        drawn = style.color.name
        left = ground if there == glyphs.right_half else drawn
        other = ground if there == glyphs.left_half else drawn
        left, other = (left, colour) if right else (colour, other)
        if left == other:
            canvas.put(x, y, MEET, palette.style(colour, ground))
        else:
            canvas.put(x, y, glyphs.left_half, palette.style(left, other))
        return
    canvas.put(x, y, glyph, palette.style(colour, ground))


def sides(canvas: Canvas, look: Look, x: int, y: int, width: int, height: int, colour: str) -> None:
    """A bar at either side of an area."""
    for line in range(y, y + height):
        half(canvas, look, x - 1, line, True, colour)
        half(canvas, look, x + width, line, False, colour)


def box(canvas: Canvas, look: Look, x: int, y: int, width: int, height: int, colour: str) -> None:
    """A frame round an area: bars at its sides, half a line above and below, and corners if the glyph set has them."""
    palette, glyphs = look.palette, look.glyphs
    sides(canvas, look, x, y, width, height, colour)
    top, bottom = y - 1, y + height
    for column in range(max(0, x), min(x + width, canvas.width)):
        if 0 <= top < canvas.height:
            style = canvas.styles[top][column]
            upper = style.color if canvas.chars[top][column] == glyphs.upper else style.bgcolor
            canvas.put(column, top, glyphs.upper, palette.style(upper.name if upper else palette.sea, colour))
        if bottom < canvas.height:
            below = canvas.styles[bottom][column].bgcolor
            canvas.put(column, bottom, glyphs.upper, palette.style(colour, below.name if below else palette.sea))
    places = ((x - 1, top), (x + width, top), (x - 1, bottom), (x + width, bottom))
    for (column, line), corner in zip(places, glyphs.corners, strict=True):
        if corner == " " or not (0 <= line < canvas.height and 0 <= column < canvas.width):
            continue
        if canvas.chars[line][column] == " ":
            behind = canvas.styles[line][column].bgcolor
            canvas.put(column, line, corner, palette.style(colour, behind.name if behind else palette.sea))
