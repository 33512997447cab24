"""A field or two as an example: cards as they look on the board, and what the rules make of them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from atlantis_tui.games.atalia.text import names
from atlantis_tui.games.atalia.widgets import chips
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import Canvas, cut
from core.atalia import GAME
from core.atalia.notation import split
from core.atalia.rules import Atalia

CARD = 7  # columns from card to card
WIDTH = 41  # fits beside the keys in the help at 80 columns
FREE = "."


class ExampleLane(NamedTuple):
    """One field. Cards are as one types them, with `.` for a free place; `seen` lie face up elsewhere."""

    mine: str
    his: str = ""  # nothing: his side is not shown
    seen: str = ""
    fog: bool = False
    mud: bool = False
    he_was_first: bool = False  # his last card was laid before mine


class FieldExample(NamedTuple):
    lanes: tuple[ExampleLane, ...]

    @property
    def width(self) -> int:
        return WIDTH

    @property
    def height(self) -> int:
        """A line above and below are free."""
        return 2 + sum(2 if lane.his else 1 for lane in self.lanes)

    def paint(self, canvas: Canvas, x: int, y: int, look: Look, ground: str) -> None:
        row = y + 1
        for lane in self.lanes:
            for seat in (1, 0) if lane.his else (0,):
                self._side(canvas, x, row, lane, seat, look, ground)
                row += 1

    def _side(self, canvas: Canvas, x: int, y: int, lane: ExampleLane, seat: int, look: Look, ground: str) -> None:
        palette, glyphs = look.palette, look.glyphs
        if lane.his:
            canvas.put(x, y, glyphs.figures[seat], palette.style(palette.seats[seat], ground, True))
        column = x + 2
        for word in (lane.his if seat else lane.mine).split():
            if word == FREE:
                canvas.put(column + 2, y, glyphs.none, palette.style(palette.dim, ground))
            else:
                canvas.put(column, y, *chips.card(card_of(word), look))
            column += CARD
        words, ink = cut(said(lane, seat), x + WIDTH - column, glyphs.dots), palette.text
        canvas.put(column, y, words, palette.style(ink, ground, seat == 0 and state_of(lane).proven(0, 0)))


def card_of(word: str) -> int:
    (part,) = split(f"return {word}")
    return part.cards[0]


def said(lane: ExampleLane, seat: int) -> str:
    """What a side is, or can become."""
    state = state_of(lane)
    made = state.formation(seat, 0)
    if made is not None:
        return names.formation(made)
    way = state.reach(seat, 0)
    return _("{best}?").format(best=names.formation(way[0])) if way is not None else ""


@lru_cache(maxsize=64)
def state_of(lane: ExampleLane) -> Atalia:
    state = Atalia(2, GAME.settle({}))
    for seat, words in enumerate((lane.mine, lane.his)):
        state.sides[seat][0] = [card_of(word) for word in words.split() if word != FREE]
    state.laid[0][0], state.laid[1][0] = (2, 1) if lane.he_was_first else (1, 2)
    state.removed = [card_of(word) for word in lane.seen.split()]
    state.fog[0], state.mud[0] = int(lane.fog), int(lane.mud)
    state.work_out()
    return state
