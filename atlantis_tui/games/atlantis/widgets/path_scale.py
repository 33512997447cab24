"""Where the 53 places of the road lie, and how large they are drawn.

They lie on a grid of 15 columns and 4 rows that is the same at every size:

    Atlantis  0 … 11           row 0, to the right
                      12       the right turn
      25 … 13                  row 1, to the left
    26                         the left turn: the water that is there from the start
      27 … 39                  row 2, to the right
                      40       the right turn
    Mainland  52 … 41          row 3, to the left
"""

from __future__ import annotations

from typing import NamedTuple


class PathScale(NamedTuple):
    """How large the ribbon is drawn."""

    width: int  # of the whole road
    height: int
    left: int  # where the first column begins
    top: int
    pitch: int  # from column to column
    rise: int  # from row to row
    tile_width: int
    tile_height: int

    @property
    def foot_lines(self) -> int:
        """Lines of a tile where its figure stands."""
        return 3 if self.tile_height > 6 else 1

    @property
    def value_lines(self) -> int:
        """Lines of a tile between its sign and its foot."""
        return max(1, self.tile_height - 1 - self.foot_lines)

    @property
    def middle_line(self) -> int:
        """The line of a place where prices, bridges and chevrons are."""
        return (self.tile_height - 1) // 2

    @property
    def spacious(self) -> bool:
        """Tiles have room for large digits."""
        return self.tile_height > 4


SMALL = PathScale(60, 12, 0, 0, 4, 3, 3, 2)
MEDIUM = PathScale(78, 13, 2, 1, 5, 3, 4, 2)
LARGE = PathScale(92, 21, 2, 1, 6, 5, 5, 3)
WIDEST = 12  # the pitch up to which the road grows
AIR = 4  # the most free lines between two rows


def grown(pitch: int, tile_height: int, rise: int) -> PathScale:
    """As LARGE, with larger tiles and wider apart."""
    return PathScale(
        LARGE.left + 15 * pitch, 3 + 3 * rise + tile_height, LARGE.left, LARGE.top, pitch, rise, pitch - 1, tile_height
    )


def _grid() -> tuple[tuple[int, int, bool], ...]:
    """Column, row, and whether the place is a turn (and so half a row lower)."""
    cells = [(2 + i, 0, False) for i in range(12)] + [(14, 0, True)]
    cells += [(13 - i, 1, False) for i in range(13)] + [(0, 1, True)]
    cells += [(1 + i, 2, False) for i in range(13)] + [(14, 2, True)]
    cells += [(13 - i, 3, False) for i in range(12)]
    return tuple(cells)


GRID = _grid()
