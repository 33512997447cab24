"""The rules of a game, read from its RULES.md: one text for plain mode, help and the screen of the rules."""

from __future__ import annotations

import os
from typing import NamedTuple

import core


class RulebookPart(NamedTuple):
    """A numbered part of the rules. Number 0 is the text before the first part."""

    number: int
    title: str
    paragraphs: list[str]  # without markup; items begin with "- " or "1. "


def parts(game: str) -> list[RulebookPart]:
    found: list[RulebookPart] = []
    for line in lines(game):
        if line.startswith("# "):
            found.append(RulebookPart(0, line[2:], []))
        elif line.startswith("## "):
            number, _dot, title = line[3:].partition(". ")
            found.append(RulebookPart(int(number), title, []))
        elif line:
            found[-1].paragraphs.append(line)
    return found


def lines(game: str) -> list[str]:
    """All lines, with headings marked as in the file. Each paragraph and each item of a list is one line."""
    with open(os.path.join(os.path.dirname(core.__file__), game, "RULES.md"), encoding="utf-8") as file:
        found = file.read().replace("**", "").replace("`", "").splitlines()
    whole: list[str] = []
    for line in found:
        begins = not line or (not line[0].isspace() and (line[0] in "#-" or line[0].isdecimal()))
        if whole and whole[-1] and not begins and not whole[-1].startswith("#"):
            whole[-1] += " " + line.strip()
        else:
            whole.append(line)
    return whole
