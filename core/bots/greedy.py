"""The bot `greedy`: the move that looks best at once. What looks best is the game's to say, in its own greedy.py."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from core.chance import Stream
from core.game import Move, State

Rate = Callable[[Any, Sequence[Move]], list[int]]  # what each of these moves of a view is worth, more is better


class Greedy:
    def __init__(self, rate: Rate, seed: str) -> None:
        self._rate = rate
        self._stream = Stream(seed, "bot", "greedy")

    def choose(self, view: State) -> Move:
        moves = view.legal()
        if len(moves) == 1:
            return moves[0]
        worth = self._rate(view, moves)
        best = max(worth)
        equals = [move for move, points in zip(moves, worth, strict=True) if points == best]
        return equals[self._stream.below(len(equals))] if len(equals) > 1 else equals[0]
