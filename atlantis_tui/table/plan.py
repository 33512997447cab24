"""What every game's plan of a move can do. A plan is what keys and mouse put together before anything is played."""

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
        """Enter with nothing planned: plans something sensible."""

    def put(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Plans these moves, as many of the first as one preview can show; returns the others."""

    def back(self) -> None:
        """Takes back the last thing that was planned."""

    def forget(self) -> None:
        """The position changed: nothing is planned any more."""

    def text(self, moves: Sequence[Move]) -> str:
        """Moves of one turn in a few signs."""
