"""A few places of the road as an example, painted by the board's own painter: what it shows is what the rules do."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rich.style import Style

from atlantis_tui.games.atlantis.view_model import AtlantisView
from atlantis_tui.games.atlantis.widgets.path import Ribbon
from atlantis_tui.games.atlantis.widgets.path_scale import MEDIUM
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import Canvas
from core.atlantis import GAME
from core.atlantis.components import EMPTY, SYMBOLS, TILE
from core.atlantis.outlook import look_ahead
from core.atlantis.rules import Atlantis

FIRST = 3  # the first place of an example; a tile on either side of it is not shown
HEIGHT = 4  # the line above the tiles has room for frames, that below for stacks


class PathExample(NamedTuple):
    """`path` has a place a word: `S7` a statue of 7, `S7+` with a tile under it, `~` water. `figures` are seat, number
    and which of these places. Seat 0 is to move, with these cards and tiles, and plans `moves`."""

    path: str
    figures: tuple[tuple[int, int, int], ...] = ()
    hand: str = ""
    tiles: tuple[int, ...] = ()
    moves: str = ""
    bridged: int | None = None  # a place that has a bridge
    bridge: int | None = None  # one that would get one

    @property
    def width(self) -> int:
        return MEDIUM.pitch * len(self.path.split()) + 1

    @property
    def height(self) -> int:
        return HEIGHT

    def paint(self, canvas: Canvas, x: int, y: int, look: Look, ground: str) -> None:
        """Paints it at this place on this ground."""
        palette = look.palette
        road = Canvas(MEDIUM.width + 2, HEIGHT, palette.style(palette.text, palette.sea))
        ribbon = Ribbon(road, sight_of(self), look, MEDIUM)
        ribbon.paint()
        first = ribbon.corner(FIRST)[0] - 1
        for row in range(HEIGHT):
            for column in range(self.width):
                char, style = road.chars[row][first + column], road.styles[row][first + column]
                canvas.put(x + column, y + row, char, _on(style, look, ground))


@lru_cache(maxsize=32)
def sight_of(example: PathExample) -> AtlantisView:
    state = Atlantis(2, GAME.settle({}))
    words = ["F7", *example.path.split(), "F7"]
    for place, word in enumerate(words, FIRST - 1):
        state.symbols[place] = EMPTY if word == "~" else SYMBOLS.index(word[0])
        state.values[place] = 0 if word == "~" else int(word[1])
        state.under[place] = word.endswith("+")
    for seat, number, place in example.figures:
        state.figures[seat][number - 1] = FIRST + place
    state.hands[0].take([SYMBOLS.index(card) for card in example.hand])
    state.tiles[0] = [SYMBOLS.index("F") * TILE + value for value in example.tiles]
    state.bridges = [] if example.bridged is None else [FIRST + example.bridged]
    state.deck = 40
    state.work_out()
    outlook = look_ahead(state, GAME.parse(state, example.moves)[0]) if example.moves else None
    return AtlantisView(
        state=state,
        names=("", ""),
        viewer=0,
        mine=True,
        figure=outlook.figure if outlook else None,
        outlook=outlook,
        bridge_at=None if example.bridge is None else FIRST + example.bridge,
        payment=outlook.payment if outlook else None,
    )


def _on(style: Style, look: Look, ground: str) -> Style:
    """The sea round the road is the ground of the page here."""
    palette = look.palette
    if palette.flat or style.bgcolor is None or style.bgcolor.name != palette.sea:
        return style
    ink = style.color.name if style.color is not None else palette.text
    return palette.style(ink, ground, bool(style.bold))
