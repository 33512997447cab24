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
    lines: int  # of a card: 1, or 2 of which the second is half
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
    def joint(self) -> bool:
        """Now and best share a row: what is there, or else what can be."""
        return self.now == self.best

    def lane(self, field: int) -> int:
        return self.left + field * self.pitch


SMALL = LineScale(11, 5, 6, 0, 1, ((3, 2, 1, 0), (7, 8, 9, 10)), (4, 6), (4, 6), 5, 1)
MEDIUM = LineScale(13, 8, 8, 0, 1, ((3, 2, 1, 0), (9, 10, 11, 12)), (4, 8), (5, 7), 6, 1)
LARGE = LineScale(23, 10, 9, 1, 2, ((6, 4, 2, 0), (15, 17, 19, 21)), (8, 14), (9, 13), 10, 3)
WIDEST = 12  # the pitch that LARGE grows to where there is room
