"""Follow a turn move by move, so that it can be told again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from core.game import Move, State

S = TypeVar("S", bound=State)


def steps(way: Sequence[tuple[S, Sequence[Move]]]) -> Iterator[tuple[S, Move]]:
    """Yield every move of a turn with the position it was chosen in, up to the first that the rules refuse."""
    for view, moves in way:
        state = view.copy()
        for move in moves:
            if state.asks or state.outcome is not None or state.explain(move) is not None:
                break
            yield state.copy(), move
            state.advance(move)
