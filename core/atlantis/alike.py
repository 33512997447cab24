"""Which moves of Atlantis are one and the same to a person."""

from __future__ import annotations

from collections.abc import Hashable

from core.atlantis.rules import Atlantis
from core.game import Move


def alike(view: Atlantis, move: Move) -> Hashable:
    """Equal for moves that nobody would tell apart: by figures that stand together, or paid with as many cards."""
    kind = move[0]
    if kind == "play":
        return kind, view.figures[view.seat][move[1]], move[2]
    if kind == "pay":
        return kind, move[1], len(move[2])
    return move
