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
        (_("Your hand and your tiles"), _hand(look, ground)),
        (_("The players"), _players(look, ground)),
        (_("In the history"), _history(look, ground)),
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
    course = (f" {signs.right} {signs.left} ", palette.style(palette.wave, palette.bed))
    return [
        ([tile], _("a tile: its symbol, and what it is worth")),
        ([course], _("the way along the road to the Mainland")),
        ([stack], _("under a tile: another one lies below it")),
        ([(f" {wave} {wave} ", palette.style(palette.wave, palette.water))], _("water")),
        ([price], _("what it costs to cross this water")),
        ([(plank, palette.style(colours.bridge, palette.water, True))], _("a bridge: crossing is free")),
        ([(f"{wave}0{wave} ", palette.style(palette.foam, palette.water, True))], _("under a bridge: it costs 0")),
        (end, _("sunk: Atlantis or the Mainland has slid up to the road")),
    ]


def _plan(look: Look, ground: str) -> list[Sign]:
    palette, glyphs = look.palette, look.glyphs
    signs = own_signs(glyphs)
    own, ghost = f"{glyphs.figures[0]}1", f"{glyphs.ghosts[0]}1{'' if glyphs.upper else '?'}"
    way = palette.style("plain" if palette.flat else palette.land, palette.bed, True)
    return [
        (_frame(look, palette.select, "()", own, ground), _("the figure that goes")),
        ([(f" {signs.go_right} {signs.go_left} ", way)], _("its way")),
        (_frame(look, palette.chain, "!!", own, ground), _("a held place on the way, or what a rival just did")),
        (_frame(look, palette.land, "[]", ghost, ground), _("where it lands")),
        (_frame(look, palette.land, "[]", "HS", ground), _("a place that these cards lead to")),
        (_frame(look, palette.take, "{}", "+5", ground), _("the tile it takes")),
        (_frame(look, palette.take, "{}", f"+5{glyphs.wave}", ground), _("the same, and water opens there")),
        ([chips.value(3, look)], _("water that it pays for, and what pays or is traded")),
    ]


def _hand(look: Look, ground: str) -> list[Sign]:
    palette, glyphs = look.palette, look.glyphs
    plain = palette.style(palette.text, ground)
    absent = palette.style(palette.absent, ground)
    purse = palette.style("plain" if palette.flat else palette.purse, ground, True)
    chosen: list[Piece] = [(" ^1 ", palette.style(palette.text, ground, True))]
    if not palette.flat and glyphs.upper:
        chosen = [(glyphs.right_half, palette.style(palette.select, ground)), chips.card(0, look)]
        chosen.append((glyphs.left_half, palette.style(palette.select, ground)))
    pays: list[Sign] = []
    if palette.flat or not glyphs.upper:
        pays.append(([(" *3 ", plain)], _("a tile that pays, or is traded")))
    return [
        ([(f" {glyphs.times}2 ", plain)], _("under a card: you hold two of it")),
        ([(f" {glyphs.none} ", absent)], _("you hold none, or your bridge is laid")),
        ([(" ?4 ", absent)], _("under a card: so many of these nobody has shown yet")),
        (chosen, _("a card that the plan plays")),
        ([(" 7 6 5 ", purse)], _("your tiles by their value; dark where you have none")),
        ([(f" 7{glyphs.times}2 ", purse)], _("you have two tiles of 7")),
        *pays,
    ]


def _frame(look: Look, colour: str, brackets: str, text: str, ground: str) -> list[Piece]:
    palette, glyphs = look.palette, look.glyphs
    if palette.flat or not glyphs.upper:
        return [(f" {brackets[0]}{text}{brackets[1]}", palette.style(palette.text, ground, True))]
    side = palette.style(colour, ground)
    return [
        (glyphs.right_half, side),
        (f"{text:<2}", palette.style(palette.text, ground, True)),
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
        ([(" 20 ", plain)], _("own: what the tiles and cards are worth")),
        ([(f" {glyphs.minus}9 ", loud)], _("cost: what bringing all figures home would cost now")),
        ([(" 11 ", plain)], _("pts: what would be left then, as at the end")),
    ]


def _history(look: Look, ground: str) -> list[Sign]:
    glyphs, plain = look.glyphs, look.palette.style(look.palette.text, ground)
    crown = f"{own_signs(glyphs).symbols[5].strip()}{SYMBOLS[5]}7"
    dash = "-" if glyphs.name == "ascii" else "–"
    return [
        ([(f"{glyphs.figures[0]}3 {glyphs.arrow} {crown}", plain)], _("figure 3 went to the crown worth 7")),
        ([(f"{glyphs.times}2", plain)], _("with two cards, over a held place")),
        ([(f"{_tile(look, 3)}{dash}{_tile(look, 6)}", plain)], _("the water between these two tiles")),
    ]


def _tile(look: Look, symbol: int) -> str:
    """A tile of this symbol worth 4, as the history writes it."""
    return f"{own_signs(look.glyphs).symbols[symbol].strip()}{SYMBOLS[symbol]}4"
