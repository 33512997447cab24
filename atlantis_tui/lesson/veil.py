"""The veil that dims a widget, except for what the coach speaks of."""

from __future__ import annotations

from collections.abc import Sequence

from textual.geometry import Region
from textual.widget import Widget

from atlantis_tui.games.lesson_steps import Spot
from atlantis_tui.ui import dim
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.palettes import Palette

Cell = tuple[int, int]


class Veil:
    """Dims all of a widget but some spots. Two veils with the same spots are equal."""

    def __init__(self, spots: Sequence[Spot]) -> None:
        self.spots = tuple(spots)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Veil) and other.spots == self.spots

    def __hash__(self) -> int:
        return hash(self.spots)

    def __call__(self, canvas: Canvas, palette: Palette) -> None:
        lit = lit_cells(canvas, self.spots)
        dim.dim(canvas, palette, lambda x, y: (x, y) in lit)


def lit_cells(canvas: Canvas, spots: Sequence[Spot]) -> set[Cell]:
    """The cells of a widget that these spots mean, with the frames around them."""
    lit: set[Cell] = set()
    for spot in spots:
        if not spot.hits and not spot.lines:
            return {(x, y) for y in range(canvas.height) for x in range(canvas.width)}
        lit |= {(x, y) for y in spot.lines if y < canvas.height for x in range(canvas.width)}
        if spot.hits:
            hit = {(x, y) for y, row in enumerate(canvas.hits) for x, one in enumerate(row) if one in spot.hits}
            lit |= hit
            lit |= {
                (x + dx, y + dy)
                for x, y in hit
                for dx in (-1, 0, 1)
                for dy in (-1, 0, 1)
                if 0 <= x + dx < canvas.width and 0 <= y + dy < canvas.height and canvas.at(x + dx, y + dy) is None
            }
    return lit


def region_of(widget: Widget) -> Region:
    """The region where a widget of a table was put, even before Textual has laid it out."""
    styles = widget.styles
    width, height = styles.width, styles.height
    assert width is not None
    assert height is not None
    return Region(int(styles.offset.x.value), int(styles.offset.y.value), int(width.value), int(height.value))
