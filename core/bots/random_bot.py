"""The bot `random`: any legal move, each equally likely."""

from __future__ import annotations

from collections.abc import Sequence

from core.chance import Stream
from core.game import Move, State


class Uniform:
    def __init__(self, seed: str) -> None:
        self._stream = Stream(seed, "bot", "random")

    def choose(self, view: State) -> Move:
        return self.pick(view.legal())

    def pick(self, moves: Sequence[Move]) -> Move:
        """The same choice for callers that already have the list of moves."""
        return moves[self._stream.below(len(moves))]
