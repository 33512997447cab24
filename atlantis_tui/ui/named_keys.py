"""Names of keys in sentences. Where a screen paints one, a click on it presses that key.

Only the sentences themselves are read, not what fills their places: a player may be called "Q".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

from rich.style import Style

from atlantis_tui.text.translation import _
from atlantis_tui.ui.bound_keys import ARROWS, USUAL, OwnKeys, key_names
from atlantis_tui.ui.canvas import Canvas

_SIGNS = {"+": "plus", "−": "minus", "?": "question_mark", "/": "slash", ":": "colon"}
_arrows = "".join(ARROWS.values())


class KeyName(str):
    """The name of a key as it is painted, and the key that a click on it presses."""

    key: str

    def __new__(cls, name: str, key: str) -> KeyName:
        named = super().__new__(cls, name)
        named.key = key
        return named


class Quote(str):
    """Words that order no key, whatever stands in them: the history, or what others did."""


@cache
def _keys() -> dict[str, str]:
    """Every name of more than one letter, and every sign, with the key that has it."""
    words = {_("Up"): "up", _("Down"): "down", _("Left"): "left", _("Right"): "right"}
    return {**{name: key for key, name in key_names().items()}, **words, **_SIGNS}


def key_of(name: str) -> str | None:
    """The key of this name, or None if no key is called so."""
    if len(name) == 1 and name.isascii() and name.isalnum() and name == name.upper():
        return name.lower()
    return _keys().get(name)


def named(name: str, key: str, own: OwnKeys) -> KeyName:
    """A key that we name so, as the player has it."""
    pressed = own.keys.get(key, key)
    shown = own.painted(name)
    if shown == name and pressed != key:  # a word for an arrow, which is painted as a sign elsewhere
        shown = own.words.get(ARROWS.get(key, ""), name)
    return KeyName(shown, pressed)


def keys_in(names: str, own: OwnKeys = USUAL) -> list[str]:
    """The parts of a text that should be nothing but names of keys, such as `Enter`, `←→`, `+ −` or `1-6`. A text that
    is anything else is returned as one part."""
    return [part if key is None else named(part, key, own) for part, key in _parted(names)]


Parts = tuple[tuple[str, str | None], ...]  # of a text, each with the key that it names, if any


@lru_cache(maxsize=512)
def _parted(names: str) -> Parts:
    found: list[tuple[str, str | None]] = []
    for part in re.split(rf"(\s+|[{_arrows}]|(?<=\d)-(?=\d))", names):
        key = key_of(part)
        if key is None and part.strip(" -"):
            return ((names, None),)
        if part:
            found.append((part, key))
    return tuple(found)


# In running text -----------------------------------------------------------------------------------------------------

# A letter alone is the name of a key, but for "A" and "I", which are words too: where they mean keys, they stand in
# stars, as do digits. Several letters or digits in a row are names, and so are the two ends of `1-9`.
_LETTER = r"(?<![\w’'.#*[-])[B-HJ-Z](?![\w’'*]|\.\w)"
_ROW = r"(?<![\w*])[A-Z0-9](?: [A-Z0-9])+(?![\w*])"
_ENDS = r"(?<![\w-])\d-\d(?![\w-])"


@cache
def _names_in_text() -> re.Pattern[str]:
    words = "|".join(sorted((re.escape(word) for word in _keys() if word.isalpha()), key=len, reverse=True))
    stars = rf"\*(?:{words}|[{_arrows}]|[A-Z0-9])\*"
    return re.compile(rf"({stars}|{_ROW}|{_ENDS}|(?<!\w)(?:{words})(?!\w)|[{_arrows}]|{_LETTER})")


@lru_cache(maxsize=512)
def _split(text: str) -> Parts:
    found: list[tuple[str, str | None]] = []
    for number, part in enumerate(_names_in_text().split(text)):
        if number % 2 == 0:
            if part:
                found.append((part, None))
            continue
        for one in re.split(r"([ -])", part.strip("*")):
            if one:
                found.append((one, key_of(one)))
    return tuple(found)


def told(text: str, own: OwnKeys = USUAL) -> list[str]:
    """A sentence that tells what to press, in parts: the names of keys, as the player has them, and the rest."""
    if isinstance(text, (Quote, KeyName)):
        return [text]
    return [part if key is None else named(part, key, own) for part, key in _split(text)]


# On a canvas ---------------------------------------------------------------------------------------------------------


def key_hit(text: str) -> tuple[str, str] | None:
    """What a click on this text hits, if it is the name of a key."""
    return ("key", text.key) if isinstance(text, KeyName) else None


def lone_key(parts: Iterable[str]) -> tuple[str, str] | None:
    """What a click on these parts hits, if they are the name of one key and nothing else."""
    said = [part for part in parts if part.strip()]
    return key_hit(said[0]) if len(said) == 1 else None


def put_told(canvas: Canvas, x: int, y: int, parts: Sequence[str], style: Style, words: bool = False) -> int:
    """Write the parts of a sentence; returns the column after it. `words`: what follows the name of a key is what the
    key does, and can be clicked too."""
    hit: tuple[str, str] | None = None
    for part in parts:
        hit = key_hit(part) or hit
        x = put_part(canvas, x, y, part, style, hit if words else None)
    return x


def put_part(canvas: Canvas, x: int, y: int, part: str, style: Style, word: Any = None) -> int:
    """Write a part of a sentence. The blank before and after the name of a key may be clicked too: it may be short.
    `word`: what a click hits where the part names no key."""
    hit = key_hit(part)
    end = canvas.put(x, y, part, style, hit or word)
    if hit is not None and 0 <= y < canvas.height:
        for side in (x - 1, end):
            if 0 <= side < canvas.width and canvas.hits[y][side] is None:
                canvas.hits[y][side] = hit
    return end
