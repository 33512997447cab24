"""Which moves of Atlantis are the same to a person."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from core.atlantis.rules import Atlantis
from core.game import Move


def alike(view: Atlantis, move: Move) -> Hashable:
    """Returns a key that is equal for moves that nobody would tell apart.

    Such moves play the same card for figures on the same place, or pay with the same tiles and as many cards.
    """
    kind = move[0]
    if kind == "play":
        return kind, view.figures[view.seat][move[1]], move[2]
    if kind == "pay":
        return kind, move[1], len(move[2])
    return move


def movement(view: Atlantis, moves: Sequence[Move]) -> Hashable:
    """Returns a key that is equal for turns in which the same cards move a figure from the same place.

    Whether a bridge is laid makes a difference; which gap gets it does not.
    """
    cards = tuple(move[-1] for move in moves if move[0] in ("play", "on"))
    if not cards:
        return alike(view, moves[0])
    first = next(move for move in moves if move[0] in ("play", "on"))
    start = view.figures[view.seat][first[1]] if first[0] == "play" else view.origin
    return start, cards, any(move[0] == "bridge" for move in moves)
