"""A field or two as an example: cards as they look on the board, and what the rules make of them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len

from atlantis_tui.games.atalia.text import names
from atlantis_tui.games.atalia.widgets import chips
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import Canvas
from core.atalia import GAME
from core.atalia.notation import split
from core.atalia.rules import Atalia

CARD = 6  # columns from card to card, so that three and their formation fit beside the keys in the help at 80 columns
SIGN = 2  # columns for whose side it is, where both are shown
FREE = "."


class ExampleLane(NamedTuple):
    """One field. Cards are as one types them, with `.` for a free place; `seen` lie face up elsewhere."""

    mine: str
    his: str = ""  # nothing: his side is not shown
    seen: str = ""
    fog: bool = False
    mud: bool = False
    he_was_first: bool = False  # his last card was laid before mine

    @property
    def seats(self) -> tuple[int, ...]:
        """Whose sides are shown, from top to bottom."""
        return (1, 0) if self.his else (0,)


class FieldExample(NamedTuple):
    lanes: tuple[ExampleLane, ...]

    @property
    def width(self) -> int:
        return max(_width(lane, seat) for lane in self.lanes for seat in lane.seats)

    @property
    def height(self) -> int:
        """Lines on the screen: one above and one below are free."""
        return 2 + sum(2 if lane.his else 1 for lane in self.lanes)

    def paint(self, canvas: Canvas, x: int, y: int, look: Look, ground: str) -> None:
        row = y + 1
        for lane in self.lanes:
            for seat in lane.seats:
                self._side(canvas, x, row, lane, seat, look, ground)
                row += 1

    def _side(self, canvas: Canvas, x: int, y: int, lane: ExampleLane, seat: int, look: Look, ground: str) -> None:
        palette, glyphs = look.palette, look.glyphs
        if lane.his:
            canvas.put(x, y, glyphs.figures[seat], palette.style(palette.seats[seat], ground, True))
        column = x + _sign(lane)
        for word in _cards(lane, seat):
            if word == FREE:
                canvas.put(column + 2, y, glyphs.none, palette.style(palette.dim, ground))
            else:
                canvas.put(column, y, *chips.card(card_of(word), look))
            column += CARD
        proven = seat == 0 and state_of(lane).proven(0, 0)
        canvas.put(column, y, said(lane, seat), palette.style(palette.text, ground, proven))


def _cards(lane: ExampleLane, seat: int) -> list[str]:
    return (lane.his if seat else lane.mine).split()


def _sign(lane: ExampleLane) -> int:
    return SIGN if lane.his else 0


def _width(lane: ExampleLane, seat: int) -> int:
    return _sign(lane) + CARD * len(_cards(lane, seat)) + cell_len(said(lane, seat))


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
