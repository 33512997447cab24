"""The bot `normal`: plays the few most promising moves to the end of the turn, in a few sampled worlds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core.bots import Knowledge, knowledge
from core.bots.odds import NAT
from core.chance import Stream
from core.game import Game, Move, State

LOOKS: Final = 3  # moves that are tried
WORLDS: Final = 3  # sampled worlds; each move is tried in all of them
BLUR: Final = NAT * 5 // 2  # noise: up to this much is added to a move's first worth
SURE: Final = NAT * 6  # a move that looks so much worse is not tried: three worlds with luck in them are less sure


class Lookahead:
    def __init__(self, game: Game, seed: str) -> None:
        known = knowledge(game)
        assert known is not None
        self._known = known
        self._seed = seed

    def choose(self, view: State) -> Move:
        moves = view.legal()
        if len(moves) == 1:
            return moves[0]
        known = self._known
        stream = Stream(self._seed, "normal", view.digest().hex())
        worth = known.rollout(view, moves)
        seen = [one + stream.below(BLUR) for one in worth]
        # What looks best at once is always tried; it is often the one move that does no harm among many that do.
        seen[worth.index(max(worth))] += BLUR
        least = max(worth) - SURE
        tried = [number for number in range(len(moves)) if worth[number] > least]
        looks = sorted(tried, key=lambda number: -seen[number])[:LOOKS]
        assert view.prompt is not None
        seat, turn = view.prompt.seat, view.turn
        worlds = [known.sample(view, stream) for _ in range(WORLDS)]
        chances = [0] * len(looks)
        for place, number in enumerate(looks):
            for world in worlds:
                after = world.copy()
                after.advance(moves[number])
                finish_turn(after, turn, known)
                chances[place] += known.evaluate(after)[seat]
        return moves[looks[chances.index(max(chances))]]


def finish_turn(state: State, turn: int, known: Knowledge) -> None:
    """Plays the moves that look best at once until this turn is over."""
    while state.outcome is None and state.turn == turn:
        state.advance(first_choice(state, known.rollout))


def first_choice(state: State, rollout: Callable[[State, list[Move]], list[int]]) -> Move:
    moves = state.legal()
    if len(moves) == 1:
        return moves[0]
    worth = rollout(state, moves)
    return moves[worth.index(max(worth))]
