"""Every sign of the board of Atlantis with its name, as it is painted in a look."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_tui.games.atlantis.look import own_colours, own_signs
from atlantis_tui.games.atlantis.widgets import chips
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.rich_line import Piece
from core.atlantis.components import SYMBOLS

Sign = tuple[Sequence[Piece], str]  # what is painted, and what it is


def legend(look: Look, ground: str) -> list[tuple[str, list[Sign]]]:
    """Groups of signs, each with a heading."""
    return [
        (_("Symbols: on tiles, and the keys that play the cards"), _symbols(look)),
        (_("On the road"), _road(look, ground)),
        (_("A move that is planned"), _plan(look, ground)),
        (_("The players"), _players(look, ground)),
    ]


def _symbols(look: Look) -> list[Sign]:
    names = (_("flag"), _("olive branch"), _("helmet"), _("ring"), _("statue"), _("crown"), _("amphora"))
    return [([chips.card(symbol, look)], names[symbol]) for symbol in range(len(SYMBOLS))]


def _road(look: Look, ground: str) -> list[Sign]:
    palette, glyphs = look.palette, look.glyphs
    colours = own_colours(palette)
    signs = own_signs(glyphs)
    flat = palette.flat
    outlined = flat or not glyphs.upper
    tile = chips.tile(0 * 8 + 5, look)
    stack = (" === ", palette.style(colours.edge, ground))
    if not outlined:
        stack = (f" {glyphs.upper * 3} ", palette.style(colours.edge, ground))
    price = (f" {glyphs.minus}3 ", palette.style(palette.foam, colours.price, True))
    if outlined:
        price = (" ~3~ ", palette.style(palette.text, palette.water, True))
    wave = glyphs.wave
    plank = signs.bridge_left + signs.bridge_mid * 2 + signs.bridge_right
    end = [(f" {signs.slid * 3} ", palette.style(palette.bed, colours.atlantis[0]))]
    return [
        ([tile], _("a tile: its symbol, and what it is worth")),
        ([stack], _("under a tile: another one lies below it")),
        ([(f" {wave} {wave} ", palette.style(palette.wave, palette.water))], _("water")),
        ([price], _("what it costs to cross this water")),
        ([(plank, palette.style(colours.bridge, palette.water, True))], _("a bridge: crossing is free")),
        (end, _("sunk: Atlantis or the Mainland has slid up to the road")),
    ]


def _plan(look: Look, ground: str) -> list[Sign]:
    palette = look.palette
    return [
        (_frame(look, palette.select, "()", "1", ground), _("the figure that goes")),
        (_frame(look, palette.chain, "!!", "1", ground), _("a held place on the way, or what a rival just did")),
        (_frame(look, palette.land, "[]", "1", ground), _("where it lands; a place with letters can be reached so")),
        (_frame(look, palette.take, "{}", "+5", ground), _("the tile it takes")),
        ([chips.value(3, look)], _("water that it pays for, and what pays")),
    ]


def _frame(look: Look, colour: str, brackets: str, text: str, ground: str) -> list[Piece]:
    palette, glyphs = look.palette, look.glyphs
    words = f"{glyphs.figures[0]}1" if text == "1" else text
    if palette.flat or not glyphs.upper:
        return [(f" {brackets[0]}{words}{brackets[1]}", palette.style(palette.text, ground, True))]
    side = palette.style(colour, ground)
    return [
        (glyphs.right_half, side),
        (f"{words:<2}", palette.style(palette.text, ground, True)),
        (glyphs.left_half, side),
    ]


def _players(look: Look, ground: str) -> list[Sign]:
    palette, glyphs = look.palette, look.glyphs
    plain = palette.style(palette.text, ground)
    loud = palette.style("plain" if palette.flat else palette.key, ground, True)
    return [
        ([chips.figure(0, 0, look)], _("your own figure, with its number")),
        *(
            ([chips.figure(seat, 0, look, own=False)], _("a figure of player {n}").format(n=seat + 1))
            for seat in range(1, 4)
        ),
        ([(f" {glyphs.turn} ", loud)], _("whose turn it is")),
        ([(f" {glyphs.home}{glyphs.away}{glyphs.away} ", plain)], _("home: one figure has arrived, two have not")),
        (
            [(f" {own_signs(glyphs).bridge} ", palette.style(own_colours(palette).bridge, ground, True))],
            _("br: the bridge is still in hand"),
        ),
        ([(f" {glyphs.minus}9 ", loud)], _("cost: what bringing all figures home would cost now")),
        ([(" ?4 ", palette.style(palette.absent, ground))], _("under a card: so many of these nobody has shown yet")),
    ]
