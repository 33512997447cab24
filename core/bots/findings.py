"""What a search found, as hints (core/advice.py) and reviews (core/review.py) tell it.

Moves that are the same to a person count as one move, and a proposed line goes on until chance speaks.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from core.bots import Knowledge, optional_part
from core.bots.normal import first_choice
from core.bots.search import Estimate
from core.game import Game, Move, State


def sameness(game: Game, view: State, move: Move) -> Hashable:
    """Returns a key that is equal for moves that are the same to a person."""
    alike = optional_part(game.name, "equivalence", "alike")
    key: Hashable = move if alike is None else alike(view, move)
    return key


def merged_estimates(game: Game, view: State, estimates: Sequence[Estimate]) -> dict[Hashable, Estimate]:
    """Returns one estimate for moves that are the same to a person, by their `sameness`. It names the first move."""
    groups: dict[Hashable, list[Estimate]] = {}
    for estimate in estimates:
        if estimate.visits:
            groups.setdefault(sameness(game, view, estimate.move), []).append(estimate)
    found: dict[Hashable, Estimate] = {}
    for key, group in groups.items():
        visits = sum(one.visits for one in group)
        found[key] = Estimate(group[0].move, visits, sum(one.visits * one.chance for one in group) // visits)
    return found


def extended_line(view: State, line: Sequence[Move], known: Knowledge) -> tuple[Move, ...]:
    """Extends a line until chance speaks or the turn ends, with the moves that look best at once."""
    assert view.prompt is not None
    ahead, seat, turn = view.copy(), view.prompt.seat, view.turn
    for move in line:
        ahead.advance(move)
    moves = list(line)
    while not ahead.asks and (prompt := ahead.prompt) is not None and prompt.seat == seat and ahead.turn == turn:
        moves.append(first_choice(ahead, known.rollout))
        ahead.advance(moves[-1])
    return tuple(moves)
