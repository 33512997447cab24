"""Whom somebody means by a name that they typed: nobody has to type signs that no keyboard has."""

from __future__ import annotations

from collections.abc import Sequence


def meant(typed: str, names: Sequence[str]) -> list[int]:
    """The places of the names that `typed` may stand for: the very name, else its letters alone, else its beginning.
    More than one where it is not clear."""
    wanted, letters = typed.casefold(), _letters(typed)
    found = [place for place, name in enumerate(names) if wanted and name.casefold() == wanted]
    if not found and letters:
        found = [place for place, name in enumerate(names) if _letters(name) == letters]
    if not found and letters:
        found = [place for place, name in enumerate(names) if _letters(name).startswith(letters)]
    return found


def _letters(name: str) -> str:
    return "".join(sign for sign in name.casefold() if sign.isalnum())
