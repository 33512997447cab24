"""Which moves of Survive! are the same to a person."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from core.game import Move
from core.hidden import SEALED
from core.survive.components import COLOURS, EXPLORERS
from core.survive.rules import Survive

TRAVEL: Final[tuple[str, ...]] = ("place", "walk", "board", "swim", "land")


def alike(view: Survive, move: Move) -> Hashable:
    """Returns a key that is equal for moves that nobody would tell apart.

    Such moves are of explorers of one seat at the same place with the same treasure, or of tiles with the same back.
    """
    kind: str = move[0]
    if kind in TRAVEL:
        return kind, _looks(view, move[1]), *move[2:]
    if kind == "play":
        return kind, move[2]
    if kind == "answer":
        return kind, bool(move[1])
    return move


def _looks(view: Survive, explorer: int) -> tuple[int, ...]:
    """Returns a key that is equal for explorers of equal use. For an unknown treasure the colour counts, because it
    tells which treasures are possible."""
    value = view.treasure(explorer)
    swum = view.swum >> explorer & 1
    if value == SEALED:
        return COLOURS + explorer // EXPLORERS, view.owner(explorer), view.aboard[explorer], swum
    return value, view.owner(explorer), view.aboard[explorer], swum


def movement(view: Survive, moves: Sequence[Move]) -> Hashable:
    """Returns a key that is equal for turns with the same moves in any order."""
    ahead = view.copy()
    found = []
    for move in moves:
        found.append(repr(alike(ahead, move)))
        if ahead.asks or ahead.prompt is None:
            break
        ahead.advance(move)
    return tuple(sorted(found))
