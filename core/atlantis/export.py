"""The export of a position as JSON values. EXPORT.md describes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.atlantis.components import EMPTY, TILE, TILE_PLACES
from core.atlantis.position import AtlantisPosition
from core.hidden import SEALED

Peek = Callable[[str, int, int], int]


def export(state: AtlantisPosition, peek: Peek | None = None) -> dict[str, Any]:
    """Returns the position with null for every sealed face. If the whole game may be shown, `peek` looks up the tiles
    that lie face down."""
    return {
        "to_move": state.to_move,
        "path": [_stack(state, place, peek) for place in range(len(state.symbols))],
        "bridges": sorted(state.bridges),
        "figures": [list(figures) for figures in state.figures],
        "hands": [[None if face == SEALED else face for face in hand.faces()] for hand in state.hands],
        "tiles": [[list(divmod(tile, TILE)) for tile in tiles] for tiles in state.tiles],
        "bridge_left": list(state.bridge_left),
        "deck": state.deck,
        "discard": sum(state.discard),
        "removed": sum(state.removed),
    }


def _stack(state: AtlantisPosition, place: int, peek: Peek | None) -> list[Any]:
    if state.symbols[place] == EMPTY:
        return []
    letter, lowest, _ = TILE_PLACES[place]
    stack: list[Any] = []
    for height in range(state.under[place]):
        tile = SEALED if peek is None else peek(letter, 0, lowest + height)
        stack.append(None if tile == SEALED else list(divmod(tile, TILE)))
    return [*stack, [state.symbols[place], state.values[place]]]
