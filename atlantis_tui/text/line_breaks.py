"""Lines of plain text for a terminal, which would break them in mid-word: a screen reader stumbles over that."""

from __future__ import annotations

NARROWEST = 20  # columns; narrower terminals get lines of this width all the same


def broken(line: str, columns: int, indent: str = "") -> list[str]:
    """Returns a line as lines of fewer than `columns` characters, broken between words; `indent` begins all but one."""
    width = max(NARROWEST, columns) - 1
    if len(line) <= width:
        return [line]
    from textwrap import wrap

    return wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
