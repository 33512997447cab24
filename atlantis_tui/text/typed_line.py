"""What a person types at a prompt, whatever the game."""

from __future__ import annotations

from core.game import GameError

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from typing import Any


def refuse_mistaken(words: Any, view: Any, line: str) -> None:
    """Raise GameError if the line can be read but may not mean what the person means. Logs and bots need no such care:
    what they write is read to the letter."""
    mistaken = getattr(words, "mistaken", None)
    reason = None if mistaken is None else mistaken(view, line)
    if reason is not None:
        raise GameError(reason.id, **reason.params)
