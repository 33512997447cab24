"""The export of a position as JSON values. EXPORT.md describes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.atalia.components import FIELDS, NOBODY
from core.atalia.position import AtaliaPosition
from core.atalia.terrain import TERRAINS
from core.hidden import SEALED

Peek = Callable[[str, int, int], int]


def export(state: AtaliaPosition, peek: Peek | None = None) -> dict[str, Any]:
    """Returns the position with null for every sealed face. It does not need `peek`, because decks are exported only as
    numbers of cards."""
    return {
        "to_move": state.to_move,
        "fields": [_field(state, field) for field in range(FIELDS)],
        "hands": [_faces(state.hand_cards(seat)) for seat in (0, 1)],
        "tactics_held": [state.hand(seat, 1).size for seat in (0, 1)],
        "decks": [state.cards_in(deck) for deck in (0, 1)],
        "tops": [_faces(top.faces) for top in state.tops],
        "guile": [list(one) for one in state.guile],
        "removed": list(state.removed),
        "tactics_played": list(state.tactics_played),
        "leaders_played": list(state.leaders_played),
        "game": state.epoch + 1,
        "first": state.first,
        "points": list(state.points),
    }


def _field(state: AtaliaPosition, field: int) -> dict[str, Any]:
    owner = state.owners[field]
    return {
        "owner": None if owner == NOBODY else owner,
        "terrain": TERRAINS[state.terrain[field]],
        "fog": bool(state.fog[field]),
        "mud": bool(state.mud[field]),
        "need": state.need(field),
        "sides": [list(state.sides[seat][field]) for seat in (0, 1)],
        "last_laid": [state.laid[seat][field] for seat in (0, 1)],
    }


def _faces(faces: list[int]) -> list[int | None]:
    return [None if face == SEALED else face for face in faces]
