"""Cards, tiles, figures and values of Atlantis as coloured chips in a sentence."""

from __future__ import annotations

from atlantis_tui.games.atlantis.look import own_colours, own_signs
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.rich_line import Piece
from core.atlantis.components import MAINLAND, SYMBOLS, TILE
from core.atlantis.rules import Atlantis


def card(symbol: int, look: Look) -> Piece:
    ground, ink = own_colours(look.palette).symbols[symbol]
    return f" {own_signs(look.glyphs).symbols[symbol].strip()}{SYMBOLS[symbol]} ", look.palette.style(ink, ground, True)


def tile(face: int, look: Look) -> Piece:
    text, style = card(face // TILE, look)
    return f"{text.rstrip()}{face % TILE} ", style


def place(state: Atlantis, at: int, look: Look) -> Piece:
    """What lies there."""
    if at == MAINLAND:
        ground, ink = own_colours(look.palette).mainland
        return f" {_('Mainland')} ", look.palette.style(ink, ground, True)
    return tile(state.symbols[at] * TILE + state.values[at], look)


def figure(seat: int, number: int, look: Look, own: bool = True) -> Piece:
    """Somebody else's figures are not filled with their colour."""
    palette = look.palette
    if palette.flat:
        style = palette.style("plain", "reverse", True)
    elif own:
        style = palette.style(palette.ink, palette.seats[seat], True)
    else:
        style = palette.style(palette.seats[seat], palette.chip, True)
    return f" {look.glyphs.figures[seat]}{number + 1} ", style


def value(text: int | str, look: Look) -> Piece:
    palette = look.palette
    style = palette.style("plain", "reverse", True) if palette.flat else palette.style(palette.ink, palette.pay, True)
    return f" {text} ", style
