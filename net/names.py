"""Texts of other people made fit for a terminal: names of players and tables, and what they say.

A sender cleans its own texts with these; `dangerous` is what a receiver refuses. What is dangerous is a fixed list of
characters, the same on every version of Python, so that honest programs never disagree about it; the rest of cleaning
(widths, marks, characters this Python does not know) is about looks.
"""

from __future__ import annotations

import re
import unicodedata

MAX_NAME = 24  # cells of a terminal, and so characters at most
MAX_CHAT = 500  # characters
MAX_MARKS = 2  # accents and the like on one letter

# Controls (C0, DEL, C1), zero-width and direction marks, line and paragraph separators, everything that changes the
# direction of what follows, invisible operators, fillers that look like nothing, half surrogates, the byte-order
# mark, annotations, variation selectors (a terminal and we may disagree on the width), musical controls, tags.
_DANGEROUS = (
    "\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_dangerous = re.compile(f"[{_DANGEROUS}]")
_blanks = re.compile(r"\s+")
_unknown = "\N{REPLACEMENT CHARACTER}"


def dangerous(text: str) -> bool:
    """Whether a terminal could be misled by this text, or its reader."""
    return _dangerous.search(text) is not None


def clean_name(text: str) -> str:
    """A name of a player or a table, at most 24 cells wide; empty if nothing is left of it."""
    return _cut(_cleaned(text, 8 * MAX_NAME), MAX_NAME)


def clean_chat(text: str) -> str:
    """One line of talk, at most 500 characters."""
    return _cleaned(text, 8 * MAX_CHAT)[:MAX_CHAT].rstrip()


def distinct(name: str, taken: list[str]) -> str:
    """The name, or where somebody has it already, the name with a number."""
    used = {one.casefold() for one in taken}
    number, found = 1, name
    while not found or found.casefold() in used:
        number += 1
        ending = f" {number}"
        found = (_cut(name, MAX_NAME - len(ending)) + ending).strip()
    return found


def width(text: str) -> int:
    """Cells of a terminal."""
    return sum(map(_cells, text))


def _cells(sign: str) -> int:
    if unicodedata.category(sign) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def _cut(text: str, cells: int) -> str:
    taken: list[str] = []
    room = cells
    for sign in text:
        room -= _cells(sign)
        if room < 0 or len(taken) == cells:
            break
        taken.append(sign)
    return "".join(taken).rstrip()


def _cleaned(text: str, most: int) -> str:
    """On one line, without anything dangerous, with few marks on each letter."""
    text = _blanks.sub(" ", text[:most])
    text = unicodedata.normalize("NFC", _dangerous.sub("", text))
    signs: list[str] = []
    marks = MAX_MARKS  # nothing to put a mark on yet
    for sign in _dangerous.sub("", text):
        category = unicodedata.category(sign)
        if category in ("Mn", "Me", "Mc"):
            marks += 1
            if marks > MAX_MARKS:
                continue
        else:
            marks = MAX_MARKS if sign == " " else 0
        signs.append(_unknown if category in ("Cc", "Cf", "Cn", "Co", "Cs") else sign)
    return _blanks.sub(" ", "".join(signs)).strip()
