"""The rules of a game, read from its RULES.md: one text for plain mode, help and the screen of the rules.

The file is also read as it is, by people who type commands. What it puts in backticks in parentheses, such as the name
of an option, is for them alone.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import core

_typed = re.compile(r" \(`[^`]*`\)")  # what the command line calls something


class RulebookTable(NamedTuple):
    """A table in the rules. The first column says what a row is about; a cell may be empty."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def sentences(self) -> list[str]:
        """A sentence for each row, with the cells that have something in them: for readers who cannot see columns."""
        return [self._sentence(row) for row in self.rows]

    def _sentence(self, row: Sequence[str]) -> str:
        cells = zip(self.head[1:], row[1:], strict=True)
        told = ", ".join(f"{name} {cell}" for name, cell in cells if cell)
        return f"{row[0][:1].upper()}{row[0][1:]}: {told}."


class RulebookPart(NamedTuple):
    """A numbered part of the rules. Number 0 is the text before the first part."""

    number: int
    title: str
    paragraphs: list[str | RulebookTable]  # texts are without markup; items begin with "- " or "1. "


def parts(game: str) -> list[RulebookPart]:
    found: list[RulebookPart] = []
    for block in _blocks(game):
        if isinstance(block, RulebookTable):
            found[-1].paragraphs.append(block)
        elif block.startswith("# "):
            found.append(RulebookPart(0, block[2:], []))
        elif block.startswith("## "):
            number, _dot, title = block[3:].partition(". ")
            found.append(RulebookPart(int(number), title, []))
        elif block:
            found[-1].paragraphs.append(block)
    return found


def lines(game: str) -> list[str]:
    """All lines, with headings marked as in the file. Each paragraph, item of a list and row of a table is one line."""
    found: list[str] = []
    for block in _blocks(game):
        found += block.sentences() if isinstance(block, RulebookTable) else [block]
    return found


def _blocks(game: str) -> Iterator[str | RulebookTable]:
    """Headings, paragraphs, items, tables and the blank lines between them."""
    rows: list[str] = []
    for line in _whole_lines(game):
        if line.startswith("|"):
            rows.append(line)
            continue
        if rows:
            yield _table(rows)
            rows = []
        yield line
    if rows:
        yield _table(rows)


def _table(rows: Sequence[str]) -> RulebookTable:
    """The second row only parts the head from the others."""
    cells = [tuple(cell.strip() for cell in row.strip().strip("|").split("|")) for row in rows]
    return RulebookTable(cells[0], tuple(cells[2:]))


def _whole_lines(game: str) -> list[str]:
    """The lines of the file without markup; what was broken into several lines is whole again."""
    with open(os.path.join(os.path.dirname(core.__file__), game, "RULES.md"), encoding="utf-8") as file:
        text = file.read()
    whole: list[str] = []
    for line in text.splitlines():
        begins = not line or (not line[0].isspace() and (line[0] in "#-|" or line[0].isdecimal()))
        if whole and whole[-1] and not begins and whole[-1][0] not in "#|":
            whole[-1] += " " + line.strip()
        else:
            whole.append(line)
    return [_typed.sub("", line).replace("**", "").replace("`", "") for line in whole]
