"""What every game's plan can do. A plan is the move that keys and mouse put together before it is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from core.game import Move


class Plan(Protocol):
    def moves(self) -> Sequence[Move] | None:
        """The moves that Enter makes now, or None where it makes none."""

    def is_dear(self, moves: Sequence[Move]) -> bool:
        """Whether these moves cost so much that people may want to be asked once more."""

    def propose(self) -> None:
        """Plan something sensible, because Enter was pressed with nothing planned."""

    def put(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Plan the first of these moves, as many as one preview can show, and return the others."""

    def at_once(self, move: Move) -> bool:
        """Whether this is made without a preview, as by a key of its own that needs no Enter."""

    def back(self) -> None:
        """Undo the last thing that was planned."""

    def forget(self) -> None:
        """Plan nothing any more, because the position changed."""

    def text(self, moves: Sequence[Move]) -> str:
        """Write moves of one turn in a few signs."""
