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

from core.survive.components import CELLS, HEX_AT, HEXES, LETTERS, ROW_LENGTHS, ROW_STARTS, ROWS

NOTHING = -1
GAP = 1000  # added to the hex at the left of a gap


class LatticeScale(NamedTuple):
    """How large the board is drawn."""

    half: int  # cells from one half column to the next
    lines: int  # of a row
    left: int  # cells before the first half column
    right: int  # cells behind the last one

    @property
    def width(self) -> int:
        return self.left + self.half * (len(LETTERS) + 1) - 1 + self.right

    @property
    def height(self) -> int:
        """The letters, the rows, and the feet of the last one."""
        return 1 + ROWS * self.lines + (1 if self.lines > 1 else 0)


SMALL = LatticeScale(2, 1, 4, 4)
MEDIUM = LatticeScale(3, 1, 4, 5)
LARGE = LatticeScale(3, 2, 3, 4)
WIDE = LatticeScale(4, 2, 3, 4)
HUGE = LatticeScale(4, 3, 3, 4)


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
        self.middles = tuple((scale.left + half * x + half - 1, 1 + row * lines) for x, row in CELLS)
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
        rest = [Span(x - self.reach, y + line, 2 * self.reach + 1) for line in range(1, self.scale.lines)]
        return (first, *rest)

    def gaps(self, number: int) -> tuple[tuple[int, int], ...]:
        """The cells at the left and at the right of a body, on its last line."""
        x, y = self.middles[number]
        y += self.scale.lines - 1
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
            for row in range(start + 1, start + 2 * scale.lines):
                own(row, x - reach, x + reach, number)
                self._own_gaps(owners[row], number)
            own(start + 2 * scale.lines, x - foot, x + foot, number)
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


def row_ends(row: int) -> tuple[int, int]:
    """The first and the last hex of a row."""
    first = HEX_AT[ROW_STARTS[row], row]
    return first, first + ROW_LENGTHS[row] - 1
