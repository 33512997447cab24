"""Cards, formations, fields and players of Atalia as coloured pieces of a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from rich.style import Style

from atlantis_tui.games.atalia.widgets import cards
from atlantis_tui.ui import Look
from atlantis_tui.ui.rich_line import Piece


def card(face: int, look: Look) -> Piece:
    ground, ink = cards.pair(face, look.palette)
    return cards.chip(face, look), look.palette.style(ink, ground, True)


def row(faces: Iterable[int], look: Look, between: Style) -> list[Piece]:
    """Several cards side by side."""
    found: list[Piece] = []
    for face in faces:
        found += [(" ", between), card(face, look)] if found else [card(face, look)]
    return found
