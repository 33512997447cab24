"""Which moves of Survive! are one and the same to a person."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from core.game import Move
from core.hidden import SEALED
from core.survive.components import COLOURS, EXPLORERS
from core.survive.rules import Survive

TRAVEL = ("place", "walk", "board", "swim", "land", "aboard")


def alike(view: Survive, move: Move) -> Hashable:
    """Equal for moves that nobody would tell apart: of explorers of one seat who are at the same place and hide the
    same treasure, and of tiles with the same back."""
    kind = move[0]
    if kind in TRAVEL:
        return kind, _looks(view, move[1]), *move[2:]
    if kind == "play":
        return kind, move[2]
    if kind == "defend":
        return (kind,)
    return move


def _looks(view: Survive, explorer: int) -> tuple[int, ...]:
    """What an explorer is as good as. Where a treasure is not known, its colour still tells what it may be."""
    value = view.treasure(explorer)
    swum = view.swum >> explorer & 1
    if value == SEALED:
        return COLOURS + explorer // EXPLORERS, view.owner(explorer), view.aboard[explorer], swum
    return value, view.owner(explorer), view.aboard[explorer], swum


def movement(view: Survive, moves: Sequence[Move]) -> Hashable:
    """Equal for turns in which the same is done, in whatever order."""
    ahead = view.copy()
    found = []
    for move in moves:
        found.append(repr(alike(ahead, move)))
        if ahead.asks or ahead.prompt is None:
            break
        ahead.advance(move)
    return tuple(sorted(found))
