"""Lines over time, drawn in braille dots. Where the glyph set has no braille, or there are no colours to tell the lines
apart, each line has a sign of its own.

The scale stands at the left, numbers stand below, and at the right each name stands beside the end of its line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rich.cells import cell_len

from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.colours import readable

_STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
_DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))  # of a braille sign, by column and row
_APART = 19  # the least distance between two marks of the scale, in tenths of a row


class PlotLine(NamedTuple):
    values: Sequence[int]  # at least one
    mark: str
    name: str
    colour: str


class PlotScale(NamedTuple):
    low: int
    high: int
    step: int


class Plot:
    """Paints lines of equally many values. A later line covers the earlier ones."""

    def __init__(self, lines: Sequence[PlotLine], look: Look, *, numbered: int | None = None) -> None:
        """The values are numbered from 1; `numbered` is the last one that has a number."""
        self.lines = lines
        self.palette, self.glyphs = look.palette, look.glyphs
        self.dots = look.glyphs.braille and not look.palette.flat
        self.values = max(len(line.values) for line in lines)
        self.numbered = numbered or self.values

    def paint(self, canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
        """Paint the scale at the left, the numbers below, and each name at the right, beside the end of its line."""
        rows = height - 1
        if rows < 2 or width < 12:
            return
        self.canvas, self.rows = canvas, rows
        self.scale = scale([value for line in self.lines for value in line.values], rows)
        marks = range(-(-self.scale.low // self.scale.step) * self.scale.step, self.scale.high + 1, self.scale.step)
        left = max(2, *(len(str(mark)) for mark in marks)) + 1
        part = 5 if width < 75 else 3  # of the width, for the names
        names = 2 + min(max(cell_len(line.name) for line in self.lines), max(1, width // part))
        self.x, self.y, self.columns = x + left, y, width - left - names - 1
        for mark in marks:
            self._mark(x + left - 1, mark)
        for line in self.lines:
            self._dotted(line) if self.dots else self._signs(line)
        self._numbers()
        self._names(self.x + self.columns + 1, names)

    def _row(self, value: int) -> int:
        low, high, _ = self.scale
        if self.dots:
            return _part(high - value, high - low, 4 * self.rows - 1) // 4
        return _part(high - value, high - low, self.rows - 1)

    def _mark(self, end: int, mark: int) -> None:
        palette, glyphs, row = self.palette, self.glyphs, self._row(mark)
        label = str(mark).replace("-", glyphs.minus)
        self.canvas.put_right(end, self.y + row, label, palette.style(palette.dim, palette.sea))
        thin = "┈" if glyphs.braille else glyphs.none
        ink = palette.absent if mark == 0 else palette.rule
        self.canvas.put(self.x, self.y + row, thin * self.columns, palette.style(ink, palette.sea))

    def _dotted(self, line: PlotLine) -> None:
        """A cell has one colour: a later line takes the cells that it crosses."""
        low, high, _ = self.scale
        cells: dict[tuple[int, int], int] = {}
        points = [
            (_part(at, self.values - 1, 2 * self.columns - 1), _part(high - value, high - low, 4 * self.rows - 1))
            for at, value in enumerate(line.values)
        ]
        for start, end in pairwise([points[0], *points]):
            for px, py in _stroke(start, end):
                cell = px // 2, py // 4
                cells[cell] = cells.get(cell, 0) | _DOTS[px % 2][py % 4]
        style = self.palette.style(readable(self.palette, line.colour, self.palette.sea), self.palette.sea)
        for (column, row), bits in cells.items():
            self.canvas.put(self.x + column, self.y + row, chr(0x2800 + bits), style)

    def _signs(self, line: PlotLine) -> None:
        style = self.palette.style(readable(self.palette, line.colour, self.palette.sea), self.palette.sea)
        last = len(line.values) - 1
        for column in range(self.columns):
            at = min(last, _part(column, self.columns - 1, self.values - 1))
            self.canvas.put(self.x + column, self.y + self._row(line.values[at]), line.mark, style)

    def _numbers(self) -> None:
        """The first number, the last one, and as many round ones between as fit."""
        palette, last = self.palette, self.numbered
        step = next((step for step in _STEPS if last // step <= max(1, self.columns // 10)), _STEPS[-1])
        end = self.x - 1
        for number in dict.fromkeys([1, *range(step, last, step), last]):
            label = str(number)
            at = self.x + _part(number - 1, self.values - 1, 2 * self.columns - 1) // 2 - (len(label) - 1) // 2
            at = max(self.x, min(at, self.x + self.columns - len(label)))
            if at <= end or (number != last and at + len(label) + len(str(last)) + 2 > self.x + self.columns > 12):
                continue
            self.canvas.put(at, self.y + self.rows, label, palette.style(palette.dim, palette.sea))
            end = at + len(label)

    def _names(self, x: int, width: int) -> None:
        """Each name as near to the end of its line as the other names allow, in the order in which the lines end."""
        palette = self.palette
        lines = sorted(self.lines, key=lambda line: -line.values[-1])
        rows = [self._row(line.values[-1]) for line in lines]
        for at in range(1, len(rows)):
            rows[at] = max(rows[at], rows[at - 1] + 1)
        limit = self.rows
        for at in range(len(rows) - 1, -1, -1):
            limit = rows[at] = min(rows[at], limit - 1)
        for row, line in zip(rows, lines, strict=True):
            ink = readable(palette, line.colour, palette.sea)
            at = self.canvas.put(x, self.y + row, f"{line.mark} ", palette.style(ink, palette.sea, True))
            name = cut(line.name, width - 2, self.glyphs.dots)
            self.canvas.put(at, self.y + row, name, palette.style(ink, palette.sea))


def scale(values: Sequence[int], rows: int) -> PlotScale:
    """The range that the rows show, and the distance between two marks. The range always includes 0."""
    low, high = min(0, *values) // 5 * 5, -(-max(5, *values) // 5) * 5
    step = next((step for step in _STEPS if step * (rows - 1) * 10 >= _APART * (high - low)), _STEPS[-1])
    return PlotScale(low, high, step)


def _part(number: int, whole: int, size: int) -> int:
    """`number` of `whole` scaled to `size`, rounded."""
    return (2 * number * size + whole) // (2 * whole) if whole > 0 else 0


def _stroke(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """All dots of a stroke from one dot to another."""
    (x, y), (to_x, to_y) = start, end
    length = max(abs(to_x - x), abs(to_y - y))
    for at in range(length + 1):
        yield (
            x + _part(at, length, abs(to_x - x)) * (1 if to_x > x else -1),
            y + _part(at, length, abs(to_y - y)) * (1 if to_y > y else -1),
        )
