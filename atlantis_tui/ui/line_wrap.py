"""Break lines of coloured pieces into rows, between words, and never inside a chip or the name of a key."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.style import Style

from atlantis_tui.ui.fit_text import cut_line
from atlantis_tui.ui.named_keys import KeyName
from atlantis_tui.ui.rich_line import Piece, width

_words = re.compile(r" %\S*\s*|\s+|\S+(?: %\S*)?\s*").findall  # a number keeps its %


def is_chip(piece: Piece, plain: Style) -> bool:
    """Whether a piece is a chip. Chips keep the blanks at both ends, which show their background, and stay whole."""
    text, style = piece
    return style != plain and text.startswith(" ") and text.endswith(" ")


def wrap_line(line: Sequence[Piece], room: int, plain: Style, first: int | None = None) -> list[list[Piece]]:
    """Break pieces into lines of `room` cells (the first of `first` cells), between words and chips."""
    lines: list[list[Piece]] = [[]]
    for chunk in _chunks(line, plain):
        last = (chunk[-1][0].rstrip() if not is_chip(chunk[-1], plain) else chunk[-1][0], plain)
        most = first if first is not None and len(lines) == 1 else room
        if lines[-1] and width(lines[-1]) + width([*chunk[:-1], last]) > most:
            lines.append([])
        if lines[-1] or not (len(chunk) == 1 and chunk[0][0].isspace()):
            lines[-1] += chunk
    return [_without_blank(one, plain) for one in lines]


def _without_blank(line: list[Piece], plain: Style) -> list[Piece]:
    """A row without the blank at its end, which would have needed a cell more."""
    if not line or is_chip(line[-1], plain) or isinstance(line[-1][0], KeyName):
        return line
    text, style = line[-1]
    return [*line[:-1], (text.rstrip(" "), style)]


def _chunks(line: Sequence[Piece], plain: Style) -> list[list[Piece]]:
    """The parts that may not be broken: a word or a chip, with the signs that cling to it."""
    found: list[list[Piece]] = []
    free = True
    for piece in line:
        chip = is_chip(piece, plain)
        for text in [piece[0]] if chip or isinstance(piece[0], KeyName) else _words(piece[0]):
            part = (text, piece[1])
            if free or (chip and is_chip(found[-1][-1], plain)) or text.isspace():
                found.append([part])
            else:
                found[-1].append(part)
            free = not chip and text[-1].isspace()
    return found


def rows_in(
    lines: Sequence[Sequence[Sequence[Piece]]], room: int, most: int, plain: Style, dots: str
) -> list[list[Piece]]:
    """Lines, each with its wordings, the fullest first, in at most `most` rows of `room` cells. A line that fits in no
    wording goes on in the next row, if the lines after it leave one free."""
    used = max((number for number, ways in enumerate(lines[:most], 1) if width(ways[0])), default=0)
    found, spare = list[list[Piece]](), most - used
    for ways in lines[:used]:
        rows = next(([list(way)] for way in ways if width(way) <= room), None)
        if rows is None:
            broken = (wrap_line(way, room, plain) for way in ways)
            rows = next((some for some in broken if len(some) - 1 <= spare), [list(ways[-1])])
            spare -= len(rows) - 1
        found += [cut_line(row, room, dots) for row in rows]
    return found
