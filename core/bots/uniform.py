"""The bot `random`: any legal move, each as likely as the next."""

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
        """The same choice for those who have the list already: this bot looks at nothing else."""
        return moves[self._stream.below(len(moves))]
