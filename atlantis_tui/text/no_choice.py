"""Why a program has answered for a player: in the words of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.game import Move
from core.table import Step, Table


def why_answered(table: Table, step: Step, seat: int | None, wording: Any) -> str:
    """Why this seat had no choice; nothing if it had one, or if there is nothing to tell about it."""
    no_choice: Callable[[Any, Move], str] | None = getattr(wording, "no_choice", None)  # not every game has it
    if no_choice is None or not step.forced or step.move is None or step.seat != seat:
        return ""
    at = next(index for index in range(len(table.steps) - 1, 0, -1) if table.steps[index] is step)
    return no_choice(table.view(seat, table.steps[at - 1]), step.move)
