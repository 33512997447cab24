"""How large the line of nine fields is drawn, and on which rows everything lies.

From top to bottom at every size: the slots of the other side, the last one first; what it has now, and can reach at
best; the plate of the field; the same of the viewer's side upside down. The column beside a lane is free for frames,
and so is the row of the fourth slot, which only some fields have.
"""

from __future__ import annotations

from typing import NamedTuple


class LineScale(NamedTuple):
    height: int
    left: int  # where the first lane begins
    pitch: int  # from lane to lane
    gutter: int  # where the gutter begins, which ends a column before the first lane
    lines: int  # of a card; of several the last one is half
    slots: tuple[tuple[int, int, int, int], tuple[int, int, int, int]]  # rows: the other side's, and the viewer's
    now: tuple[int, int]
    best: tuple[int, int]
    plate: int
    plate_lines: int

    @property
    def width(self) -> int:
        return self.left + 9 * self.pitch

    @property
    def card(self) -> int:
        """The width of a card, and so of a lane."""
        return self.pitch - 1

    @property
    def tall(self) -> bool:
        """Cards have a second line for the names of their colours."""
        return self.lines > 2

    @property
    def joint(self) -> bool:
        """Now and best share a row: what is there, or else what can be."""
        return self.now == self.best

    def lane(self, field: int) -> int:
        return self.left + field * self.pitch


SMALL = LineScale(11, 5, 6, 0, 1, ((3, 2, 1, 0), (7, 8, 9, 10)), (4, 6), (4, 6), 5, 1)
MEDIUM = LineScale(13, 8, 8, 0, 1, ((3, 2, 1, 0), (9, 10, 11, 12)), (4, 8), (5, 7), 6, 1)
LARGE = LineScale(23, 10, 9, 1, 2, ((6, 4, 2, 0), (15, 17, 19, 21)), (8, 14), (9, 13), 10, 3)
WIDE = 12  # the pitch that LARGE grows to before anything else does
WIDEST = 16  # the pitch that the largest screens have
HIGHEST = 4  # lines of a card on them
GUTTER = 22  # columns before the lanes that are enough for any name


def grown(left: int, pitch: int, lines: int, plate_lines: int) -> LineScale:
    """As LARGE, with higher cards and plates."""
    middle = 4 * lines
    lower = middle + plate_lines + 4
    return LineScale(
        height=lower + middle,
        left=left,
        pitch=pitch,
        gutter=LARGE.gutter,
        lines=lines,
        slots=((3 * lines, 2 * lines, lines, 0), (lower, lower + lines, lower + 2 * lines, lower + 3 * lines)),
        now=(middle, lower - 1),
        best=(middle + 1, lower - 2),
        plate=middle + 2,
        plate_lines=plate_lines,
    )
