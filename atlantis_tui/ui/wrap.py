"""Break text into lines that fit a number of cells."""

from __future__ import annotations

from functools import lru_cache

from rich.cells import cell_len

from atlantis_tui.ui.canvas import start_of


def wrap(text: str, width: int) -> list[str]:
    """Lines of at most `width` cells, broken between words. A word longer than a line is broken too."""
    return list(_wrapped(text, width))


@lru_cache(maxsize=1024)
def _wrapped(text: str, width: int) -> tuple[str, ...]:
    width = max(2, width)  # one character may need two cells
    lines: list[str] = []
    line = ""
    for word in text.split():
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
