"""Every sign of the board of Atalia with its name, as it is painted in a look."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from atlantis_tui.games.atalia.look import own_colours, own_signs
from atlantis_tui.games.atalia.text import names
from atlantis_tui.games.atalia.widgets import cards, chips
from atlantis_tui.games.atalia.widgets.gutter import KEYS
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import cut
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.palettes import Pair
from atlantis_tui.ui.rich_line import Piece
from core.atalia.components import (
    ALEXANDER,
    COLOURS,
    FACES,
    FIELDS,
    FOG,
    MUD,
    SHIELD,
    TACTICS,
    TROOPS,
    TROOPS_IN_ALL,
    VALUES,
)
from core.atalia.formations import FLUSH, RUN, SUM, TRIPLE, WEDGE
from core.atalia.terrain import PLAIN

Sign = tuple[Sequence[Piece], str]  # what is painted, and what it is
R8 = 7  # a card for examples: red 8


def legend(look: Look, ground: str) -> list[tuple[str, list[Sign]]]:
    """Groups of signs, each with a heading."""
    return [
        (_("Cards: their letters are the keys that choose them"), _troops(look, ground)),
        (_("Formations, the strongest first; two letters stand where three have no room"), _formations(look, ground)),
        (_("What a side has now, and what it can still reach at best"), _best(look, ground)),
        (_("The plates of the fields: left what lies there, right whose it can be"), _plates(look, ground)),
        (_("A move that is planned"), _plan(look, ground)),
        (_("Tactics"), _tactics(look, ground)),
        (_("Terrain of our own, where you play with it"), _terrain(look, ground)),
        (_("Beside the fields"), _beside(look, ground)),
        (_("The players"), _players(look, ground)),
        (_("In the history"), _history(look, ground)),
    ]


def _troops(look: Look, ground: str) -> list[Sign]:
    troops: list[Sign] = [
        ([chips.card(colour * VALUES + 7, look)], _("{colour}, value 8").format(colour=names.colour(colour)))
        for colour in range(len(COLOURS))
    ]
    fresh, style = chips.card(R8, look)
    back = own_signs(look.glyphs).over
    return [
        *troops,
        ([(fresh, style), ("+", style)], _("in hand: you have just drawn it")),
        ([_plain(look, f" {back}1 {back}2 ", ground, look.palette.key, True)], _("these go back: the second on top")),
    ]


def _plain(look: Look, words: str, ground: str, ink: str = "", bold: bool = False) -> Piece:
    palette = look.palette
    colour = palette.text if not ink or palette.flat else readable(palette, ink, ground)
    return words, palette.style(colour, ground, bold)


def _formations(look: Look, ground: str) -> list[Sign]:
    made = {
        WEDGE: _("Wedge: one colour, values in a row"),
        TRIPLE: _("Phalanx: one value"),
        FLUSH: _("Battalion: one colour"),
        RUN: _("Skirmish line: values in a row"),
        SUM: _("Host: anything else"),
    }
    signs = own_signs(look.glyphs)
    return [
        (
            [
                _plain(look, f"{signs.ranks[rank - 1]}{names.rank_short(rank)} 24", ground, bold=True),
                _plain(look, f"  {names.rank_code(rank)}24", ground),
            ],
            words,
        )
        for rank, words in made.items()
    ]


def _best(look: Look, ground: str) -> list[Sign]:
    palette, glyphs = look.palette, look.glyphs
    signs = own_signs(glyphs)
    word = f"{names.rank_short(WEDGE)} 24"
    weak = own_colours(palette).weak
    return [
        ([_plain(look, f"15{glyphs.dots}", ground, palette.dim)], _("not complete: the sum so far")),
        ([_plain(look, signs.most + word, ground)], _("at best, while the other side is not complete either")),
        (
            [_plain(look, signs.over + word, ground, palette.foam, True)],
            _("at best: enough to beat what lies opposite"),
        ),
        ([_plain(look, signs.under + word, ground, weak)], _("at best: not enough to beat it any more")),
        ([_plain(look, signs.under + glyphs.none, ground, weak)], _("it cannot become complete any more")),
        ([_plain(look, glyphs.none, ground, palette.dim)], _("a free place for a card")),
    ]


def _plates(look: Look, ground: str) -> list[Sign]:
    palette, glyphs = look.palette, look.glyphs
    colours, signs = own_colours(palette), own_signs(glyphs)
    own, other = glyphs.figures[0], glyphs.figures[1]

    def plate(words: str, pair: Pair = colours.plate) -> list[Piece]:
        if cards.outlined(look):
            return [(words.replace(" ", glyphs.rule), palette.style(palette.text, ground, True))]
        return [(words, palette.style(pair[1], pair[0], True))]

    def weather(words: str, pair: Pair) -> list[Piece]:
        if cards.outlined(look):
            return plate(f"{words}4   ")
        return [(words, palette.style(pair[1], pair[0], True)), *plate("4   ")]

    mine: Pair = palette.seats[0], palette.ink
    claimed = f"{own * 2} 4 {own * 2}" if cards.outlined(look) else f" {own} 4 {own} "
    able = colours.plate if palette.flat else (palette.land, palette.ink)
    fog, mud = (cut(names.tactic_short(face), 3, "") for face in (FOG, MUD))
    both = plate(f"{fog[:1]}{mud[:1]} 4   ")
    if not cards.outlined(look):
        both = [*weather(fog[:1], colours.fog)[:1], *weather(mud[:1], colours.mud)[:1], *plate(" 4   ")]
    return [
        (plate("   4   "), _("an open field and its number")),
        (plate(f"   4 ={other}"), _("if both are equal it goes to {sign}").format(sign=other)),
        (plate(f"   4{signs.claim}={own}", able), _("you have proof enough to claim it")),
        (plate(f"   4!={other}"), _("your opponent has proof enough")),
        (plate(f"   4{other}  "), _("for those who watch: {sign} has").format(sign=other)),
        (weather(fog, colours.fog), _("Fog lies there: only sums count")),
        (weather(mud, colours.mud), _("Mud lies there: a formation has a card more")),
        (both, _("Fog and Mud: letters where there is no room for names")),
        ([(claimed, palette.style(mine[1], mine[0], True))], _("claimed; neighbours are joined to a row")),
    ]


def _plan(look: Look, ground: str) -> list[Sign]:
    palette, glyphs = look.palette, look.glyphs
    signs = own_signs(glyphs)
    makes = f"={names.rank_code(WEDGE)}24"
    led = f"{signs.most}{names.rank_code(SUM)}27"
    place = (
        f">4{makes}" if cards.outlined(look) else f"4 {makes}",
        _coloured(look, (palette.land, palette.ink), ground),
    )
    return [
        ([place], _("a place for the card: the key, and what it makes there")),
        ([_plain(look, makes, ground)], _("below a card: what it makes on the field that is chosen")),
        ([_plain(look, led, ground)], _("not complete with it: the best it can still lead to")),
        (_frame(look, palette.select, "[]", ground), _("the field or card that is chosen")),
        (_ghost(look, ground), _("a card where the plan lays it")),
        (_frame(look, palette.take, "{}", ground), _("a card that guile can take, or one that beats your claim")),
        (_frame(look, palette.select, "()", ground, glyphs.no), _("the card that would go")),
        ([_plain(look, f"{glyphs.no}{_('beats')}", ground, palette.take, True)], _("such cards beat your claim")),
        (_frame(look, palette.chain, "!!", ground), _("what your opponent just did")),
    ]


def _frame(look: Look, colour: str, brackets: str, ground: str, sign: str = " ") -> list[Piece]:
    palette, glyphs = look.palette, look.glyphs
    if cards.outlined(look):
        return [(f"{brackets[0]}R 8{brackets[1]}", palette.style(palette.text, ground, True))]
    side, card = palette.style(colour, ground), own_colours(palette).troops[0]
    return [
        (glyphs.right_half, side),
        (f"R{sign}8", palette.style(card[1], card[0], True)),
        (glyphs.left_half, side),
    ]


def _ghost(look: Look, ground: str) -> list[Piece]:
    palette = look.palette
    if cards.outlined(look):
        return [("(R 8)", palette.style(palette.text, ground, True))]
    card = own_colours(palette).troops[0]
    return [("R ", palette.style(card[1], card[0], True)), ("8 ", palette.style(palette.ink, palette.land, True))]


def _tactics(look: Look, ground: str) -> list[Sign]:
    found: list[Sign] = []
    for face in range(TROOPS_IN_ALL, FACES):
        words = _("{tactic}. {does}").format(tactic=names.tactic(face), does=names.tactic_does(face))
        sign = f"{cards.sign(face, look.glyphs)}{cards.letter(face)} {names.tactic_short(face)}"
        found.append(([(f" {sign} ", _tactic(look, ground))], words))
    leader, shield = (cards.lying(face, 7, look) for face in (ALEXANDER, SHIELD))
    return [
        *found,
        ([(leader, _tactic(look, ground))], _("a leader in a formation")),
        ([(shield, _tactic(look, ground))], _("Shield bearers in a formation, worth 1 to 3")),
    ]


def _tactic(look: Look, ground: str) -> Style:
    return _coloured(look, own_colours(look.palette).tactics, ground)


def _coloured(look: Look, pair: Pair, ground: str) -> Style:
    """Ink on a colour, or plain where the look has no colours to paint with."""
    if cards.outlined(look):
        return look.palette.style(look.palette.text, ground, True)
    return look.palette.style(pair[1], pair[0], True)


def _terrain(look: Look, ground: str) -> list[Sign]:
    style = _coloured(look, own_colours(look.palette).plate, ground)
    found: list[Sign] = []
    for number in range(PLAIN + 1, FIELDS):
        words = _("{terrain}: {does}").format(terrain=names.terrain(number), does=names.terrain_rule(number))
        found.append(([(f"{cut(names.terrain(number), 3, '')}4   ", style)], words))
    return found


def _beside(look: Look, ground: str) -> list[Sign]:
    palette, glyphs = look.palette, look.glyphs
    signs = own_signs(glyphs)
    backs = palette.style(palette.text if palette.flat else palette.wave, ground)
    pick = "plain" if palette.flat else readable(palette, palette.land, ground)
    return [
        ([(glyphs.bar * 5, backs), ("TT", _tactic(look, ground))], _("your opponent holds 5 troops and 2 tactics")),
        ([_plain(look, "5 +2T", ground)], _("the same where there is less room, also 5+2")),
        (
            [(f" {KEYS[TROOPS]} 37 ", _coloured(look, (palette.focus, palette.text), ground))],
            _("the deck of troops: its key, and how many are left"),
        ),
        ([(f" {KEYS[TACTICS]}  8 ", _tactic(look, ground))], _("the deck of tactics")),
        (
            [(signs.pick, palette.style(pick, ground, True))],
            _("you may draw from it; or, beside Out, Redeploy may put a card there"),
        ),
        ([_plain(look, _("Guile"), ground, palette.dim)], _("guile that was played, and the sign of who played it")),
        ([_plain(look, _("Out"), ground, palette.dim)], _("cards that left the game, face up")),
    ]


def _players(look: Look, ground: str) -> list[Sign]:
    palette, glyphs = look.palette, look.glyphs
    loud = palette.style("plain" if palette.flat else palette.key, ground, True)
    return [
        ([(f" {glyphs.turn} ", loud)], _("whose turn it is")),
        ([_plain(look, f"{glyphs.figures[0]} {glyphs.figures[1]}", ground)], _("the signs of the two players")),
        ([_plain(look, f"{glyphs.home}{glyphs.away * 4}", ground)], _("fields: one of the five that win")),
        ([_plain(look, "2/3", ground)], _("row: two of the three side by side that win")),
        ([_plain(look, f"2{glyphs.yes}", ground)], _("tac: two tactics played, and another one may be")),
        ([_plain(look, f"3{glyphs.no}", ground)], _("tac: three played, and no other until the rival has caught up")),
        ([_plain(look, _("series"), ground)], _("points: 5 for a game won, otherwise 1 for each field")),
    ]


def _history(look: Look, ground: str) -> list[Sign]:
    glyphs = look.glyphs
    return [
        ([_plain(look, f"R8 {glyphs.arrow} 4", ground)], _("red 8 laid on field 4")),
        ([_plain(look, f"R8 2 {glyphs.arrow} 4", ground)], _("red 8 moved from field 2 to field 4")),
        ([_plain(look, "+R8", ground)], _("red 8 drawn")),
        ([_plain(look, f"{glyphs.yes}4", ground)], _("field 4 claimed")),
    ]
