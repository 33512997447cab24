"""The export of a position as JSON values. EXPORT.md describes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.hidden import SEALED
from core.survive.components import BOX, CREATURES, EXPLORERS, FIRST_SAFE, HEXES, LAND, LOST, SAFE, TERRAINS
from core.survive.position import SurvivePosition

Peek = Callable[[str, int, int], int]


def export(state: SurvivePosition, peek: Peek | None = None) -> dict[str, Any]:
    """Returns the position with null for every sealed face. If the whole game may be shown, `peek` looks up treasures
    and the backs of tiles."""
    return {
        "to_move": state.to_move,
        "step": state.step,
        "points": state.points,
        "land": [_tile(state, at, peek) for at in range(HEXES) if state.terrain[at]],
        "explorers": [_explorer(state, explorer, peek) for explorer in range(len(state.spots))],
        "boats": [[at, state.crew_at(at)] for at in range(HEXES) if state.boats[at]],
        "boats_left": list(state.boats_left),
        **{f"{name}s": _where(state.creatures[kind]) for kind, name in enumerate(CREATURES)},
        "tiles": [
            [
                [terrain, None if back == SEALED else back]
                for terrain in LAND
                for back in state.hand_of(seat, terrain).faces()
            ]
            for seat in range(state.seats)
        ],
        "used": [[terrain, back, many] for terrain in LAND for back, many in enumerate(state.used[terrain]) if many],
        "swum": [explorer for explorer in range(len(state.spots)) if state.swum >> explorer & 1],
        "sinking": _number(state.sinking),
        "back": None if not state.lifted.faces or state.lifted.faces[0] == SEALED else state.lifted.faces[0],
        "playing": _number(state.playing),
        "steps_left": state.steps_left,
        "die": _number(state.rolled),
        "strikes": None if state.prey < 0 else [state.lair, state.prey],
        "asked": _number(state.asked),
        "answers": [
            [seen.bit_length() - 1, None if answer == SEALED else answer]
            for answer, seen in zip(state.answers.faces, state.answers.seen, strict=True)
        ],
        "calm": max(state.calm, 0),
    }


def _tile(state: SurvivePosition, at: int, peek: Peek | None) -> list[int | None]:
    terrain = state.terrain[at]
    back = SEALED if peek is None else peek(TERRAINS[terrain], 0, state.numbers[at])
    return [at, terrain, None if back == SEALED else back]


def _explorer(state: SurvivePosition, explorer: int, peek: Peek | None) -> dict[str, Any]:
    value = state.treasure(explorer) if state.treasures[0].faces else SEALED
    if value == SEALED and peek is not None:
        colour, number = divmod(explorer, EXPLORERS)
        value = peek(f"treasure {colour}", 0, number)
    return {
        "seat": state.owner(explorer),
        "at": _spot(state.spots[explorer]),
        "aboard": bool(state.aboard[explorer]),
        "value": None if value == SEALED else value,
    }


def _spot(spot: int) -> int | str:
    if spot < HEXES:
        return spot
    return "box" if spot == BOX else "lost" if spot == LOST else SAFE[spot - FIRST_SAFE]


def _where(there: bytearray) -> list[int]:
    return [at for at, many in enumerate(there) for _ in range(many)]


def _number(number: int) -> int | None:
    return None if number < 0 else number
