"""A piece of a real board in a look that is not chosen yet. A game offers it in games/<game>/preview.py."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from atlantis_tui.games import face
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.painter import Pen

MOST = 16  # a sample has at most this many lines


class PreviewBoard(NamedTuple):
    """A game's preview module and its sample, ready to paint."""

    game: Any
    shown: Any

    def paint(self, pen: Pen) -> None:
        self.game.paint(pen, self.shown)


@cache
def sample() -> PreviewBoard | None:
    """The sample of the first game that has one, or None. Takes a moment the first time."""
    from core import games

    for name in games.names():
        game = face("preview", name)
        if game is not None:
            return PreviewBoard(game, game.sample())
    return None


def paint_preview(
    canvas: Canvas, x: int, y: int, width: int, height: int, look: Look, board: PreviewBoard | None
) -> None:
    """Paint a small table at this place; without a board, the colours alone."""
    small = Canvas(width, height, look.palette.style(look.palette.text, look.palette.sea))
    pen = Pen(small, look)
    pen.fill(0, 0, width, 1, look.palette.header)
    if board is None:
        _swatches(pen)
    else:
        board.paint(pen)
    canvas.paste(small, x, y)


def _swatches(pen: Pen) -> None:
    """Paint every colour with its ink, while there is no board to show."""
    palette, glyphs = pen.palette, pen.glyphs
    for number, (ground, ink) in enumerate(palette.tiles):
        pen.put(2 + 5 * number, 2, f"  {number + 1} ", ink, ground, True)
    for number, colour in enumerate(palette.seats):
        pen.put(2 + 5 * number, 4, f"{glyphs.figures[number]}1", colour, palette.chip, True)
    for row, ground in enumerate((palette.bed, palette.water, palette.prompt, palette.focus)):
        pen.fill(2, 6 + 2 * row, 33, 1, ground)
