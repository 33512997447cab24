"""Sentences with coloured pieces in them: a translated template whose {places} are filled with chips and keys.

A sentence that tells what to press is given the player's own keys: the keys that it names then bear their names, and a
click on one presses it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from rich.style import Style

from atlantis_tui.ui.bound_keys import OwnKeys
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.named_keys import put_part, told

Piece = tuple[str, Style]
_places = re.compile(r"\{(\w+)\}").split


def pieces(
    template: str, style: Style, parts: Mapping[str, str | Piece | Sequence[Piece]], own: OwnKeys | None = None
) -> list[Piece]:
    """The pieces of the sentence in order. A part may be plain text, one piece, or several pieces."""
    found: list[Piece] = []
    for index, text in enumerate(_places(template)):
        if index % 2 == 0:
            if text:
                found += [(text, style)] if own is None else worded(text, style, own)
            continue
        part = parts[text]
        if isinstance(part, str):
            found.append((part, style))
        elif isinstance(part, tuple) and len(part) == 2 and isinstance(part[0], str):
            found.append(part)
        else:
            found += part
    return found


def worded(text: str, style: Style, own: OwnKeys) -> list[Piece]:
    """Words that may name keys."""
    return [(part, style) for part in told(text, own)]


def width(line: Sequence[Piece]) -> int:
    return sum(cell_len(text) for text, _ in line)


def put(canvas: Canvas, x: int, y: int, line: Sequence[Piece]) -> int:
    for text, style in line:
        x = put_part(canvas, x, y, text, style)
    return x
