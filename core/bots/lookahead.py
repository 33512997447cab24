"""The bot `normal`: the few moves that look best are played to the end of the turn, in a few worlds that may be so."""

from __future__ import annotations

from collections.abc import Callable

from core.bots import Knowledge, knowledge
from core.bots.odds import NAT
from core.chance import Stream
from core.game import Game, Move, State

LOOKS = 3  # so many moves are looked into
WORLDS = 3  # in so many worlds each
BLUR = NAT * 5 // 2  # what a move looks worth at first is seen as anything up to this much more


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
        seen = [worth + stream.below(BLUR) for worth in known.rollout(view, moves)]
        looks = sorted(range(len(moves)), key=lambda number: -seen[number])[:LOOKS]
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
    """Plays on by what looks best at once, until this turn is over."""
    while state.outcome is None and state.turn == turn:
        state.advance(first_choice(state, known.rollout))


def first_choice(state: State, rollout: Callable[[State, list[Move]], list[int]]) -> Move:
    moves = state.legal()
    if len(moves) == 1:
        return moves[0]
    worth = rollout(state, moves)
    return moves[worth.index(max(worth))]
