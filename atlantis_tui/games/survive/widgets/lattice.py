"""Where the hexes lie on the screen: which cell belongs to which of them, worked out once for every size.

Hexes stand point up, so the rows of the board lie half a hex apart. With `half` cells from a hex to the next half
column, the middle of a hex is at `left + half * x + half - 1`; its body is that far to both sides but one, and the cell
between two bodies is a gap, which belongs to the hex at its left.

    one line a row          two lines a row, in half lines
    ┌body┐gap                 ▄▄▄         its top, and beside it the feet of the row above
    ~~~~~ ~~~~~              ▐███▌
      ~~~~~ ~~~~~             ▀▀▀         its foot, in the first line of the row below

Where two hexes share a cell it is painted with a half block, and hits the lower one of them.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from core.survive.components import CELLS, HEX_AT, HEXES, LETTERS, ROWS

NOTHING = -1
GAP = 1000  # added to the hex at the left of a gap


class LatticeScale(NamedTuple):
    """How large the board is drawn."""

    half: int  # cells from one half column to the next
    lines: int  # of a row
    left: int  # cells before the first half column
    right: int  # cells behind the last one
    feet: int = 1  # lines for the feet of the last row; without them it ends flat
    cut: int = 0  # lines that the first row has less than the others

    @property
    def width(self) -> int:
        return self.left + self.half * (len(LETTERS) + 1) - 1 + self.right

    @property
    def height(self) -> int:
        """The letters, the rows, and the feet of the last one."""
        return self.top(ROWS) + (self.feet if self.lines > 1 else 0)

    def top(self, row: int) -> int:
        """The first line of a row; the letters stand above all of them."""
        return 1 + row * self.lines - (self.cut if row else 0)

    def high(self, row: int) -> int:
        """Lines of a row."""
        return self.lines - (0 if row else self.cut)


SMALL = LatticeScale(2, 1, 4, 4)
MEDIUM = LatticeScale(3, 1, 4, 5)
LARGE = LatticeScale(3, 2, 3, 4)
WIDEST = 7  # the half that LARGE grows to


def grown(half: int, lines: int, feet: int = 1, cut: int = 0) -> LatticeScale:
    """As LARGE, with larger hexes."""
    return LatticeScale(half, lines, LARGE.left, LARGE.right, feet, cut)


class Span(NamedTuple):
    """Cells of one line that one can write on."""

    x: int
    y: int
    width: int


class Cell(NamedTuple):
    """A cell of the board and to what its two halves belong: a hex, a gap (GAP and a hex), or NOTHING."""

    x: int
    y: int
    upper: int
    lower: int


class Lattice:
    def __init__(self, scale: LatticeScale) -> None:
        self.scale = scale
        half, lines = scale.half, scale.lines
        self.reach = half - 1  # of a body, to both sides of its middle
        self.top = half // 2 if lines > 1 else half - 1  # of its first line
        self.middles = tuple((scale.left + half * x + half - 1, scale.top(row)) for x, row in CELLS)
        self.spans = tuple(self._spans(number) for number in range(HEXES))
        owners = self._owners()
        self.cells = tuple(
            Cell(x, y, upper, lower)
            for y in range(scale.height)
            for x, (upper, lower) in enumerate(zip(owners[2 * y], owners[2 * y + 1], strict=True))
            if (upper, lower) != (NOTHING, NOTHING)
        )
        around: list[list[Cell]] = [[] for _ in range(HEXES)]
        for cell in self.cells:
            for hex_of in {hex_at(cell.upper), hex_at(cell.lower)} - {NOTHING}:
                around[hex_of].append(cell)
            beyond = right_of(cell.lower) if cell.lower >= GAP else NOTHING
            if beyond != NOTHING:
                around[beyond].append(cell)
        self.around = tuple(tuple(cells) for cells in around)  # by hex: the cells that have to do with it
        self.hits = {
            (cell.x, cell.y): hex_at(cell.lower if cell.lower != NOTHING else cell.upper) for cell in self.cells
        }
        for number in range(HEXES):  # at the ends of a row there are no gaps, but signs all the same
            for gap in self.gaps(number):
                self.hits.setdefault(gap, number)

    def _spans(self, number: int) -> tuple[Span, ...]:
        x, y = self.middles[number]
        first = Span(x - self.top, y, 2 * self.top + 1)
        high = self.scale.high(CELLS[number][1])
        rest = [Span(x - self.reach, y + line, 2 * self.reach + 1) for line in range(1, high)]
        return (first, *rest)

    def gaps(self, number: int) -> tuple[tuple[int, int], ...]:
        """The cells at the left and at the right of a body, on its last line."""
        x, y = self.middles[number]
        y += self.scale.high(CELLS[number][1]) - 1
        return (x - self.reach - 1, y), (x + self.reach + 1, y)

    def _owners(self) -> list[list[int]]:
        """To what every half cell belongs, by half lines."""
        scale, reach = self.scale, self.reach
        owners = [[NOTHING] * scale.width for _ in range(2 * scale.height)]

        def own(row: int, first: int, last: int, what: int) -> None:
            owners[row][first : last + 1] = [what] * (last + 1 - first)

        for number, (x, y) in enumerate(self.middles):
            start = 2 * y
            if scale.lines == 1:
                for row in (start, start + 1):
                    own(row, x - reach, x + reach, number)
                    self._own_gaps(owners[row], number)
                continue
            foot = reach - self.top
            own(start, x - self.top, x + self.top, number)
            end = start + 2 * scale.high(CELLS[number][1])
            for row in range(start + 1, end):
                own(row, x - reach, x + reach, number)
                self._own_gaps(owners[row], number)
            if end < len(owners):
                own(end, x - foot, x + foot, number)
        return owners

    def _own_gaps(self, row: list[int], number: int) -> None:
        """Between two hexes of a row; at its ends there is none."""
        x, _ = self.middles[number]
        if right_of(GAP + number) != NOTHING:
            row[x + self.reach + 1] = GAP + number


def hex_at(owner: int) -> int:
    """The hex that a cell hits: a gap belongs to the one at its left."""
    return owner - GAP if owner >= GAP else owner


def right_of(gap: int) -> int:
    """The hex at the right of a gap, or NOTHING."""
    x, row = CELLS[gap - GAP]
    return HEX_AT.get((x + 2, row), NOTHING)


@cache
def lattice(scale: LatticeScale) -> Lattice:
    return Lattice(scale)
