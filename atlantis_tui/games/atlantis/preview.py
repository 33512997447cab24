"""A cut of a real board of Atlantis, to try looks on. The game is always the same one, played on by a bot."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from atlantis_tui.games.atlantis.look import own_colours, own_signs
from atlantis_tui.text.translation import _
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.painter import Pen

if TYPE_CHECKING:
    from atlantis_tui.games.atlantis.view_model import AtlantisView
    from core.atlantis.outlook import Outlook

SEED = "KELP-7F3"
TURNS = 20  # at least so many, until there is a move that shows something
HEIGHT = 13  # lines of the road; a header and a prompt come to that


@cache
def sample() -> AtlantisView:
    """A position in the middle of a game with a move in mind. Takes a moment the first time."""
    from atlantis_tui.games.atlantis.view_model import AtlantisView
    from core import games
    from core.atlantis.outlook import look_ahead, ways
    from core.atlantis.rules import Atlantis
    from core.bots import make_bot
    from core.log import MemoryLog
    from core.table import Table, header

    game = games.load("atlantis")
    table = Table(MemoryLog(header(game, ["you", "bot:random", "bot:random", "bot:random"], {}, SEED)))
    bot = make_bot("random", game, SEED)
    found: AtlantisView | None = None
    while (prompt := table.state.prompt) is not None:
        state = table.view(prompt.seat)
        assert isinstance(state, Atlantis)
        if prompt == (0, "turn") and state.turn >= TURNS and (possible := ways(state)):
            ahead = max((look_ahead(state, way) for way in possible), key=_shows)
            cards = tuple(leg.card for leg in ahead.legs)
            found = AtlantisView(state, ("",) * 4, 0, True, figure=ahead.figure, cards=cards, outlook=ahead)
            if _shows(ahead)[:2] == (True, True):
                break
        table.play(prompt.seat, bot.choose(state))
    assert found is not None
    return found


def _shows(ahead: Outlook) -> tuple[bool, bool, int]:
    """How good a sample a move is: seen whole in the cut, which holds the left of the road; with a price; a chain."""
    from atlantis_tui.games.atlantis.widgets.path_scale import GRID
    from core.atlantis.components import PLACES

    places = [place for place in (ahead.landing, ahead.tile_at) if 0 <= place < PLACES]
    return len(places) == 2 and all(GRID[place][0] <= 5 for place in places), ahead.cost > 0, len(ahead.legs)


def paint(pen: Pen, sight: AtlantisView) -> None:
    """A cut of the board with its header and the move in mind, over the whole canvas."""
    from atlantis_tui.games.atlantis.widgets.path import Ribbon
    from atlantis_tui.games.atlantis.widgets.path_scale import MEDIUM

    palette, glyphs, small = pen.palette, pen.glyphs, pen.canvas
    road = Canvas(MEDIUM.width + 2, HEIGHT, palette.style(palette.text, palette.sea))
    Ribbon(road, sight, pen.look, MEDIUM).paint()
    for row in range(min(HEIGHT, small.height - 1)):
        small.chars[1 + row][:] = road.chars[row][: small.width]
        small.styles[1 + row][:] = road.styles[row][: small.width]
    pen.fill(0, 0, small.width, 1, palette.header)
    end = pen.put(1, 0, _("ATLANTIS"), pen.bright(palette.header), palette.header, True)
    turn = _("turn {turn}").format(turn=sight.state.turn)
    pen.put(end + 2, 0, turn, palette.dim2, palette.header)
    badge = _("PREVIEW")
    pen.right(small.width, 0, f" {badge} ", palette.ink, palette.land, True)
    ahead = sight.outlook
    y = HEIGHT + 1
    if ahead is None or y + 1 >= small.height:
        return
    for row in (y, y + 1):
        pen.fill(0, row, small.width, 1, palette.prompt)
        pen.put(0, row, glyphs.bar, palette.land if not palette.flat else "plain", palette.prompt)
    seat = palette.seats[0] if not palette.flat else "reverse"
    x = pen.say(2, y, 20, _("*Move*"), palette.prompt) + 1
    x = pen.put(x, y, f" {glyphs.figures[0]}{ahead.figure + 1} ", palette.ink, seat, True) + 1
    for leg in ahead.legs:
        ground, ink = own_colours(palette).symbols[leg.card]
        letter = "FOHRSCA"[leg.card]
        x = pen.put(x, y, f" {own_signs(glyphs).symbols[leg.card]}{letter} ", ink, ground, True) + 1
    if ahead.cost:
        x = pen.say(2, y + 1, 20, _("*Pay* ~{cost}~"), palette.prompt, cost=ahead.cost) + 1
        for gap in ahead.gaps:
            if not gap.bridged:
                x = pen.chip(x, y + 1, str(gap.price), palette.pay) + 1
