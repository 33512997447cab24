"""Every sign of the board of Atalia with its name, as it is painted in a look."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from atlantis_tui.games.atalia.look import own_colours, own_signs
from atlantis_tui.games.atalia.text import names
from atlantis_tui.games.atalia.widgets import cards, chips
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.palettes import Pair
from atlantis_tui.ui.rich_line import Piece
from core.atalia.components import ALEXANDER, COLOURS, FOG, MUD, SCOUT, VALUES
from core.atalia.formations import FLUSH, RUN, SUM, TRIPLE, WEDGE

Sign = tuple[Sequence[Piece], str]  # what is painted, and what it is


def legend(look: Look, ground: str) -> list[tuple[str, list[Sign]]]:
    """Groups of signs, each with a heading."""
    return [
        (_("Cards: their letters are the keys that choose them"), _cards(look)),
        (_("Formations, the strongest first"), _formations(look, ground)),
        (_("What a side can still reach at best"), _best(look, ground)),
        (_("The plates of the fields"), _plates(look, ground)),
        (_("A move that is planned"), _plan(look, ground)),
        (_("The players"), _players(look, ground)),
    ]


def _cards(look: Look) -> list[Sign]:
    troops: list[Sign] = [
        ([chips.card(colour * VALUES + 7, look)], _("{colour}, value 8").format(colour=names.colour(colour)))
        for colour in range(len(COLOURS))
    ]
    return [
        *troops,
        ([chips.card(ALEXANDER, look)], _("a tactic that lies in a formation")),
        ([chips.card(FOG, look)], _("weather: only sums count on its field")),
        ([chips.card(MUD, look)], _("weather: a formation there has a card more")),
        ([chips.card(SCOUT, look)], _("guile: done at once, then it lies beside the fields")),
    ]


def _plain(look: Look, words: str, ground: str, ink: str = "", bold: bool = False) -> Piece:
    palette = look.palette
    colour = palette.text if not ink or palette.flat else readable(palette, ink, ground)
    return words, palette.style(colour, ground, bold)


def _formations(look: Look, ground: str) -> list[Sign]:
    made = {
        WEDGE: _("wedge: one colour, values in a row"),
        TRIPLE: _("phalanx: one value"),
        FLUSH: _("battalion: one colour"),
        RUN: _("skirmish line: values in a row"),
        SUM: _("host: anything else"),
    }
    return [
        (
            [_plain(look, f"{own_signs(look.glyphs).ranks[rank - 1]}{names.rank_short(rank)} 24", ground, bold=True)],
            words,
        )
        for rank, words in made.items()
    ]


def _best(look: Look, ground: str) -> list[Sign]:
    palette, glyphs = look.palette, look.glyphs
    signs = own_signs(glyphs)
    word = f"{names.rank_short(WEDGE)} 24"
    return [
        ([_plain(look, f"15{glyphs.dots}", ground, palette.dim)], _("not complete: the sum so far")),
        ([_plain(look, signs.most + word, ground)], _("the other side is not complete either")),
        ([_plain(look, signs.over + word, ground, palette.foam, True)], _("enough to beat what lies opposite")),
        ([_plain(look, signs.under + word, ground, own_colours(palette).weak)], _("not enough for that any more")),
    ]


def _plates(look: Look, ground: str) -> list[Sign]:
    palette, glyphs = look.palette, look.glyphs
    colours = own_colours(palette)
    own, other = glyphs.figures[0], glyphs.figures[1]

    def plate(words: str, pair: Pair) -> list[Piece]:
        if cards.outlined(look):
            return [(words.replace(" ", glyphs.rule), palette.style(palette.text, ground, True))]
        return [(words, palette.style(pair[1], pair[0], True))]

    mine: Pair = palette.seats[0], palette.ink
    claimed = f"{own * 2} 4 {own * 2}" if cards.outlined(look) else f" {own} 4 {own} "
    able = colours.plate if palette.flat else (palette.land, palette.ink)
    return [
        (plate(" 4     ", colours.plate), _("an open field and its number")),
        (plate(f" 4   ={other}", colours.plate), _("if both are equal it goes to {sign}").format(sign=other)),
        (plate(f"{own_signs(glyphs).claim}4   ={own}", able), _("you have proof enough to claim it")),
        (plate(f"!4   ={other}", colours.plate), _("your opponent has")),
        ([(claimed, palette.style(mine[1], mine[0], True))], _("claimed; neighbours are joined to a row")),
    ]


def _plan(look: Look, ground: str) -> list[Sign]:
    palette, glyphs = look.palette, look.glyphs
    small = f"4 ={names.rank_letter(WEDGE)}24"
    makes = [(f">{small}" if cards.outlined(look) else f" {small} ", _on(look, palette.land, ground))]
    led = f"{own_signs(glyphs).most}{names.rank_letter(SUM)}27"
    return [
        (makes, _("a place for the card: the key, and what it makes there")),
        ([_plain(look, led, ground)], _("not complete with it: the best it can still lead to")),
        (_frame(look, palette.select, "[]", ground), _("the field or card that is chosen")),
        (_frame(look, palette.take, "{}", ground), _("a card that guile can take, or a claim that does not hold")),
        (_frame(look, palette.chain, "!!", ground), _("what your opponent just did")),
    ]


def _on(look: Look, colour: str, ground: str) -> Style:
    palette = look.palette
    if cards.outlined(look):
        return palette.style(palette.text, ground, True)
    return palette.style(palette.ink, colour, True)


def _frame(look: Look, colour: str, brackets: str, ground: str) -> list[Piece]:
    palette, glyphs = look.palette, look.glyphs
    if cards.outlined(look):
        return [(f"{brackets[0]}R 8{brackets[1]}", palette.style(palette.text, ground, True))]
    side, card = palette.style(colour, ground), own_colours(palette).troops[0]
    return [
        (glyphs.right_half, side),
        ("R 8", palette.style(card[1], card[0], True)),
        (glyphs.left_half, side),
    ]


def _players(look: Look, ground: str) -> list[Sign]:
    palette, glyphs = look.palette, look.glyphs
    loud = palette.style("plain" if palette.flat else palette.key, ground, True)
    return [
        ([(f" {glyphs.turn} ", loud)], _("whose turn it is")),
        ([_plain(look, f"{glyphs.home}{glyphs.away * 4}", ground)], _("fields: one of the five that win")),
        ([_plain(look, "2/3", ground)], _("row: two of the three side by side that win")),
        ([_plain(look, f"2{glyphs.yes} 3{glyphs.no}", ground)], _("tactics played, and whether another one may be")),
    ]
