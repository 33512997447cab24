"""Dim what lies behind something else: the same cells in quiet colours, so that the thing in front stands out."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from rich.color import Color
from rich.style import Style
from textual.color import Color as Shade
from textual.screen import Screen

from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.palettes import Palette
from atlantis_tui.ui.textual_internals import shown_lines

PART = 0.58  # how much of the shadow's colour is mixed in


def snapshot(screen: Screen[Any], palette: Palette) -> Canvas:
    """All that a screen shows at this moment, dimmed. Clicks on the snapshot hit nothing."""
    width, height = screen.size
    canvas = Canvas(width, height, palette.style(palette.text, palette.shadow))
    for y, strip in enumerate(shown_lines(screen)):
        x = 0
        for segment in strip:
            style = dimmed(segment.style, palette) if segment.style is not None else canvas.styles[y][x]
            x = canvas.put(x, y, segment.text, style)
    return canvas


def dim(canvas: Canvas, palette: Palette, keeps: Callable[[int, int], bool]) -> None:
    """Dim every cell of a canvas for which `keeps` is False."""
    for y, row in enumerate(canvas.styles):
        row[:] = [style if keeps(x, y) else dimmed(style, palette) for x, style in enumerate(row)]


def dimmed(style: Style, palette: Palette) -> Style:
    """The dimmed form of a style. Canvases compare styles by identity, so equal styles give the same object."""
    if palette.flat:
        return _faint(bool(style.reverse))
    if palette.ansi:
        return palette.style("bright_black", "black")
    return _mixed(style, palette.shadow)


@lru_cache(maxsize=2)
def _faint(reverse: bool) -> Style:
    return Style(dim=True, reverse=reverse or None)


@lru_cache(maxsize=4096)
def _mixed(style: Style, shadow: str) -> Style:
    ink, ground = _colour(style.color, shadow), _colour(style.bgcolor, shadow)
    if style.reverse:
        ink, ground = ground, ink
    return Style(color=ink, bgcolor=ground, bold=style.bold)


def _colour(colour: Color | None, shadow: str) -> str:
    if colour is None or colour.triplet is None:
        return shadow
    return Shade(*colour.triplet).blend(Shade.parse(shadow), PART).hex.lower()
