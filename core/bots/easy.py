"""The bot `easy`: adds noise to the quick worth of each move and plays the best. It looks no move ahead."""

from __future__ import annotations

from typing import Final

from core.bots import knowledge
from core.bots.odds import NAT
from core.chance import Stream
from core.game import Game, Move, State

BLUR: Final = NAT * 3  # noise: up to this much is added to a move's worth


class Glance:
    def __init__(self, game: Game, seed: str) -> None:
        known = knowledge(game)
        assert known is not None
        self._rollout = known.rollout
        self._seed = seed

    def choose(self, view: State) -> Move:
        moves = view.legal()
        if len(moves) == 1:
            return moves[0]
        stream = Stream(self._seed, "easy", view.digest().hex())
        seen = [worth + stream.below(BLUR) for worth in self._rollout(view, moves)]
        return moves[seen.index(max(seen))]
