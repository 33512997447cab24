"""The timeline: a whole game in a few lines, with who moved, special events, the chances, and the step on show.

Every column stands for a stretch of the game. A click jumps there, and dragging runs through the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual import events
from textual.message import Message

from atlantis_tui.text.sentences import percent
from atlantis_tui.ui.bound_keys import other
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.colours import mixed, readable
from atlantis_tui.ui.line_edit import LineEdit
from atlantis_tui.ui.painter import Pen, marked
from atlantis_tui.ui.panel import Panel
from core.bots import CHANCE

Sign = tuple[str, str]  # a glyph and its colour
Chances = tuple[tuple[int, int | None], ...]  # a chance and the step from which on it holds; None: not known
SIDE = 2  # columns left free at both sides


class TimelinePart(NamedTuple):
    """A marked sentence, and the action of the screen that a click on it runs."""

    text: str
    action: str = ""


class TimelineText(NamedTuple):
    """The first line: its parts, the most important first, and a marked sentence at the right end."""

    parts: tuple[TimelinePart, ...] = ()
    right: str = ""


class Timeline(Panel):
    """Four lines, or three without the chances."""

    class Jumped(Message):
        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    seats: Sequence[int | None] = ()  # who made each step
    marks: Mapping[int, Sign] = {}  # by step
    chances: Chances = ()
    at = 0
    said = TimelineText()
    note = ""  # shown in place of the chances while there are none
    field: LineEdit | None = None
    asks = ""  # what the field is for
    _held = False  # the mouse button is down

    def shows(self) -> object:
        field = self.field and (self.field.text, self.field.cursor)
        return self.look, self.at, self.said, self.note, field, self.asks, len(self.chances), self.seats, self.marks

    def blank(self) -> Style:
        palette = self.look.palette
        return palette.style(palette.text, palette.prompt)

    # Columns and steps -----------------------------------------------------------------------------------------------

    columns = 1  # as they were painted

    def column(self, step: int) -> int:
        last = max(1, len(self.seats) - 1)
        return (2 * step * (self.columns - 1) + last) // (2 * last)

    def step(self, column: int) -> int:
        """The step that a column stands for."""
        wide = max(1, self.columns - 1)
        inside = min(max(column, 0), self.columns - 1)
        return (2 * inside * (len(self.seats) - 1) + wide) // (2 * wide)

    def chance(self, step: int) -> int | None:
        """The chances after a step."""
        known = [chance for first, chance in self.chances if first <= step]
        return known[-1] if known else None

    # The mouse -------------------------------------------------------------------------------------------------------

    def on_mouse_down(self, event: events.MouseDown) -> None:
        if event.y > 0 and self.seats and self.hit(event) is None:
            self._held = True
            self.capture_mouse()
            self._jump(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._held:
            self._jump(event.x)

    def on_mouse_up(self) -> None:
        if self._held:
            self._held = False
            self.release_mouse()

    def _jump(self, x: int) -> None:
        self.post_message(self.Jumped(self.step(x - SIDE)))

    # Painting --------------------------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        pen = Pen(canvas, self.look, other(self.screen))
        self.columns = max(1, canvas.width - 2 * SIDE)
        if self.field is not None:
            self._ask(pen, self.field)
        else:
            self._say(pen)
        if not self.seats:
            return
        row = 1
        if canvas.height > 3:
            self._chances(pen, row)
            row += 1
        self._owners(pen, row)
        if canvas.height > row + 1:
            self._marks(pen, row + 1)

    def _ask(self, pen: Pen, field: LineEdit) -> None:
        x = pen.put(SIDE, 0, self.asks, pen.palette.key, pen.palette.prompt, True) + 1
        pen.field(x, 0, 10, field.text, field.cursor)

    def _say(self, pen: Pen) -> None:
        palette, ground = pen.palette, pen.palette.prompt
        stop = pen.canvas.width - SIDE
        if self.said.right:
            size = _size(self.said.right)
            pen.say(stop - size, 0, size, self.said.right, ground, palette.dim2)
            stop -= size + 2
        x = SIDE
        for part, action in self.said.parts:
            if x + _size(part) > stop and x > SIDE:
                continue
            x = pen.say(x, 0, max(0, stop - x), part, ground, palette.dim2, action or None) + 3

    def _chances(self, pen: Pen, y: int) -> None:
        palette, spark = pen.palette, pen.glyphs.spark
        if not self.chances:
            pen.say(SIDE, y, self.columns, self.note, palette.prompt, palette.dim2)
            return
        now = self.column(self.at)
        for column in range(self.columns):
            chance = self.chance(self.step(column))
            if chance is None:
                continue
            sign = spark[min(len(spark) - 1, chance * len(spark) // CHANCE)]
            colour = palette.chain if column <= now else mixed(palette, palette.chain, palette.prompt, 0.55)
            pen.put(SIDE + column, y, sign, readable(palette, colour, palette.prompt), palette.prompt)

    def _owners(self, pen: Pen, y: int) -> None:
        palette, glyphs = pen.palette, pen.glyphs
        now = self.column(self.at)
        for column in range(self.columns):
            seat = self.seats[self.step(column)]
            if seat is None:
                colour, sign = palette.dim, glyphs.rule
            else:
                colour = palette.seats[seat]
                # Without colours or half blocks, show the sign of the seat.
                sign = glyphs.upper if glyphs.upper and not palette.flat else glyphs.figures[seat]
            if column > now:
                colour = mixed(palette, colour, palette.prompt, 0.6)
            pen.put(SIDE + column, y, sign, colour, palette.prompt)
        white = "reverse" if palette.flat else palette.select
        pen.put(SIDE + now, y, glyphs.spark[-1], palette.select if not palette.flat else "plain", palette.prompt, True)
        if palette.flat:
            pen.put(SIDE + now, y, " ", "plain", white)

    def _marks(self, pen: Pen, y: int) -> None:
        palette = pen.palette
        for step, (sign, colour) in self.marks.items():
            ink = readable(palette, colour, palette.prompt)
            pen.put(SIDE + self.column(step), y, sign, ink, palette.prompt, True)
        here = "plain" if palette.flat else palette.select
        pen.put(SIDE + self.column(self.at), y, "▲", here, palette.prompt, True)


def _size(sentence: str) -> int:
    return sum(cell_len(run.text) for run in marked(sentence, {}))


def chance_text(chance: int) -> str:
    return f"{percent(chance)} %"
