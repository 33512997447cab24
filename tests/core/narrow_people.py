"""Scripted people who play narrowly: they leave a part of the game alone and else do what looks best at once.

Bots meet such people, but never in matches against each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from core.atalia.components import TACTICS, TROOPS_IN_ALL
from core.bots import knowledge
from core.game import Game, Move, State


def is_tactic(move: Move) -> bool:
    """Whether this move of Atalia draws or plays a tactic."""
    kind = move[0]
    if kind == "lay":
        return bool(move[1] >= TROOPS_IN_ALL)
    return move == ("draw", TACTICS) or kind in ("scout", "redeploy", "deserter", "traitor")


LEFT_ALONE: Final[Mapping[str, Callable[[Move], bool]]] = {
    "atalia": is_tactic,
    "atlantis": lambda move: move[0] == "bridge",
    "survive": lambda move: move[0] in ("boat", "board"),
}


class NarrowPerson:
    def __init__(self, game: Game) -> None:
        known = knowledge(game)
        assert known is not None
        self._rollout = known.rollout
        self._left_alone = LEFT_ALONE[game.name]

    def choose(self, view: State) -> Move:
        legal = view.legal()
        moves = [move for move in legal if not self._left_alone(move)] or legal
        worth = self._rollout(view, moves)
        return moves[worth.index(max(worth))]
