"""Text for the room there is: the fullest of several wordings that fits, and lines of pieces cut to a width."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from rich.cells import cell_len

from atlantis_tui.ui.canvas import cut
from atlantis_tui.ui.rich_line import Piece, width

T = TypeVar("T")


def fullest(texts: Sequence[str], room: int) -> str:
    """Returns the first text of at most `room` cells, or the last one if none is. The fullest text comes first."""
    return _first_that_fits(texts, room, cell_len)


def fullest_cut(texts: Sequence[str], room: int, dots: str) -> str:
    """Returns the first text of at most `room` cells, or as much of the last one as there is room for. A name that was
    cut at the end of a sentence needs no full stop after its dots."""
    return cut(fullest([text.replace(f"{dots}.", dots) for text in texts], room), room, dots)


def fullest_line(lines: Sequence[Sequence[Piece]], room: int, dots: str) -> list[Piece]:
    """Returns the first line of at most `room` cells, or as much of the last one as there is room for."""
    return cut_line(_first_that_fits(lines, room, width), room, dots)


def cut_line(line: Sequence[Piece], room: int, dots: str) -> list[Piece]:
    """Returns a line in at most `room` cells, its end cut off visibly."""
    if width(line) <= room:
        return list(line)
    found: list[Piece] = []
    for text, style in line:
        left = room - width(found)
        if left <= 0:
            break
        found.append((cut(text, left, dots), style))
    return found


def _first_that_fits(ways: Sequence[T], room: int, size: Callable[[T], int]) -> T:
    return next((way for way in ways if size(way) <= room), ways[-1])
