"""Which moves of Atalia are the same to a person."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from core.atalia.components import FIELDS, NOBODY
from core.atalia.position import EVERY_FIELD, AtaliaPosition
from core.atalia.rules import Atalia
from core.atalia.terrain import PLAIN
from core.game import Move


def alike(view: Atalia, move: Move) -> Hashable:
    """Returns a key that is equal for moves that nobody would tell apart: on an empty table, left and right are the
    same."""
    if move[0] == "lay" and all(is_bare(view, field) for field in EVERY_FIELD):
        return (*move[:2], min(move[2], FIELDS - 1 - move[2]))
    return move


def movement(view: Atalia, moves: Sequence[Move]) -> Hashable:
    """Returns a key that is equal for turns that play the same card in the same way. All bare fields are the same, and
    later moves of the turn do not count."""
    first = moves[0]
    if first[0] in ("lay", "redeploy", "traitor") and first[-1] is not None and is_bare(view, first[-1]):
        return (*first[:-1], "bare")
    return alike(view, first)


def is_bare(view: AtaliaPosition, field: int) -> bool:
    """Whether the field is unclaimed and plain, and nothing lies there."""
    lies = view.sides[0][field] or view.sides[1][field] or view.fog[field] or view.mud[field]
    return not lies and view.owners[field] == NOBODY and view.terrain[field] == PLAIN
