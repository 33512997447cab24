"""Break text into lines that fit a number of cells."""

from __future__ import annotations

import re
from functools import lru_cache

from rich.cells import cell_len

from atlantis_tui.ui.canvas import cut, start_of

_words = re.compile(r"\S+(?: %\S*)?").findall  # a number keeps its %


def wrap(text: str, width: int, most: int | None = None) -> list[str]:
    """Lines of at most `width` cells, broken between words. A word longer than a line is broken too.

    Where there is room for `most` lines only, the last of them shows with dots that more is said.
    """
    lines = _wrapped(text, width)
    if most is None or len(lines) <= most:
        return list(lines)
    if most < 1:
        return []
    return [*lines[: most - 1], cut(" ".join(lines[most - 1 :]), width)]


@lru_cache(maxsize=2048)  # every key in a lobby paints hundreds of lines of chat again
def _wrapped(text: str, width: int) -> tuple[str, ...]:
    width = max(2, width)  # one character may need two cells
    lines: list[str] = []
    line = ""
    for word in _words(text.strip()):
        while cell_len(word) > width:
            if line:
                lines.append(line)
                line = ""
            head = start_of(word, width)
            lines.append(head)
            word = word[len(head) :]
        if line and cell_len(line) + 1 + cell_len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return (*lines, line) if line or not lines else tuple(lines)
