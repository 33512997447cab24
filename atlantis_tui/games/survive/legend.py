"""Every sign of the board of Survive! with its name, as it is painted in a look."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from atlantis_tui.games.survive.look import own_colours, own_signs
from atlantis_tui.games.survive.widgets.pieces import Pieces, loud
from atlantis_tui.games.survive.widgets.tiles import kept_for, tile_chip
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.rich_line import Piece
from core.survive.components import DOLPHIN, LAND, NO_SHARK, NO_WHALE, SEND_SHARK, WIND

Sign = tuple[Sequence[Piece], str]  # what is painted, and what it is


def legend(look: Look, ground: str) -> list[tuple[str, list[Sign]]]:
    """Groups of signs, each with a heading."""
    return [
        (_("The island and the sea"), _places(look)),
        (_("Explorers"), _explorers(look, ground)),
        (_("Boats, and creatures"), _afloat(look, ground)),
        (_("Tiles that you have kept"), _tiles(look, ground)),
        (_("A move that is planned, in a hex and beside it"), _plan(look, ground)),
        (_("The turn and the players"), _turn(look, ground)),
    ]


def _places(look: Look) -> list[Sign]:
    palette, glyphs = look.palette, look.glyphs
    colours = own_colours(palette)
    signs = own_signs(glyphs)
    words = (_("beach: sinks first"), _("forest: sinks second"), _("mountain: sinks last"))
    found: list[Sign] = []
    for kind in LAND:
        back, ink = colours.terrain[kind - 1]
        found.append(([(f" {signs.terrain[kind]} ", palette.style(ink, back))], words[kind - 1]))
    sea = colours.deep[0]
    found.append(([(f" {signs.terrain[0]} ", palette.style(colours.ripple, sea))], _("sea")))
    lake = palette.style(colours.lagoon[1], colours.lagoon[0])
    found.append(([(f"{glyphs.wave} {glyphs.wave}", lake)], _("the lake, which is sea too")))
    shore = palette.style(readable(palette, colours.landing, sea), sea, True)
    found.append(([(f" {signs.isle} ", shore)], _("one lands from here on the island beside it")))
    return found


def _explorers(look: Look, ground: str) -> list[Sign]:
    palette, glyphs = look.palette, look.glyphs
    signs = own_signs(glyphs)
    other = palette.style(palette.seats[1], palette.chip, True)
    sea = own_colours(palette).deep[0]
    foam = palette.style(readable(palette, palette.foam, sea), sea, True)
    plain = palette.style(palette.text, ground)
    return [
        ([("5", loud(palette, palette.seats[0]))], _("yours, and what it is worth")),
        (_figures(look), _("those of other players, and yours when you must remember its value")),
        ([(f"{glyphs.figures[0]}#4", plain)], _("the fourth of your own, when its value is hidden")),
        ([(glyphs.wave, foam), (glyphs.figures[1], other), (glyphs.wave, foam)], _("a swimmer")),
        ([(f"6  5{signs.hull[1]} 4{glyphs.wave}", plain)], _("worth: ashore, aboard, swimming")),
        ([(f"3{signs.isle} 2{glyphs.times}", plain)], _("saved, and lost")),
        ([(f"K8 {glyphs.arrow} M8", plain)], _("from hex K8 to hex M8")),
        ([(f"2{glyphs.figures[1]}", plain)], _("so many of this colour are saved on the island")),
        ([("+", plain)], _("more than there is room for: the panel tells all")),
    ]


def _afloat(look: Look, ground: str) -> list[Sign]:
    palette, glyphs = look.palette, look.glyphs
    signs = own_signs(glyphs)
    pieces = Pieces(look, 0)
    deck, side, free = own_colours(palette).hull
    hull, seats = palette.style(side, deck, True), palette.style(free, deck)
    other = palette.style(palette.seats[1], palette.chip, True)
    boat = [(signs.hull[0], hull), (glyphs.figures[1], other), (signs.seat * 2, seats), (signs.hull[1], hull)]
    does = (
        _("serpent: takes boats and swimmers, 1 hex"),
        _("shark: takes swimmers, up to 2 hexes"),
        _("whale: sinks boats, up to 3 hexes"),
    )
    beasts: list[Sign] = [([(pieces.chip(kind), pieces.creature(kind)[1])], does[kind]) for kind in range(3)]
    beside = [pieces.creature(1), boat[1], boat[2], (glyphs.wave, palette.style(own_colours(palette).ripple, ground))]
    return [
        (boat, _("a boat with one aboard; who has most aboard controls it")),
        (beside, _("the same, with a shark and a swimmer in its hex")),
        *beasts,
    ]


def _tiles(look: Look, ground: str) -> list[Sign]:
    """As they lie in the hand; in sentences they are named in full."""
    shown = ((1, DOLPHIN), (1, WIND), (2, SEND_SHARK), (2, NO_SHARK), (3, NO_WHALE))
    return [([tile_chip(terrain, back, look, short=True)], kept_for(back)) for terrain, back in shown]


def _plan(look: Look, ground: str) -> list[Sign]:
    palette, glyphs = look.palette, look.glyphs
    signs = own_signs(glyphs)

    def sign(text: str, colour: str) -> list[Piece]:
        style: Style = palette.style("plain" if palette.flat else readable(palette, colour, ground), ground, True)
        return [(text, style)]

    bar = signs.reach[0]
    return [
        (sign(signs.block, palette.select), _("the hex under the cursor")),
        (
            [*sign(bar, palette.land), ("2", loud(palette, palette.land))],
            _("in reach, and at its right what it costs"),
        ),
        ([("!", loud(palette, own_colours(palette).peril))], _("somebody would be lost there")),
        ([(signs.sinks, loud(palette, palette.take))], _("a tile that may sink")),
        (sign(signs.reach, palette.chain), _("what the others just did")),
    ]


def _figures(look: Look) -> list[Piece]:
    palette = look.palette
    return [
        (figure, palette.style(palette.seats[seat], palette.chip, True))
        for seat, figure in enumerate(look.glyphs.figures)
    ]


def _turn(look: Look, ground: str) -> list[Sign]:
    palette, glyphs = look.palette, look.glyphs
    signs = own_signs(glyphs)
    plain = palette.style(palette.text, ground)
    bright = palette.style("plain" if palette.flat else palette.key, ground, True)
    return [
        ([(glyphs.turn, bright)], _("whose turn it is")),
        (
            [("?", palette.style("plain" if palette.flat else own_colours(palette).peril, ground, True))],
            _("who is asked to defend"),
        ),
        ([(glyphs.yes, plain)], _("a step of the turn that is done")),
        ([(signs.point * 2 + signs.spent, plain)], _("points of movement: two left, one spent")),
    ]
