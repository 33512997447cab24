"""What Enter proposes to somebody who has chosen nothing: a move worth a look, found at once. It is no advice."""

from __future__ import annotations

from collections.abc import Sequence

from core.atalia.claims import best
from core.atalia.components import ALL_TROOPS, TROOPS_IN_ALL, VALUES, WEATHER
from core.atalia.formations import FLUSH, TRIPLE, formation_of
from core.atalia.rules import Atalia
from core.game import Move

# What laying a card comes to, the best last.
LOST, SPOILS, STAYS, STANDS, GROWS, PROVES = range(6)


def lay(view: Atalia, moves: Sequence[Move]) -> Move | None:
    """Return the most promising of these ways to lay a card; troops come before tactics."""
    troops = [move for move in moves if move[1] < TROOPS_IN_ALL]
    morale = [move for move in moves if move[1] >= TROOPS_IN_ALL and move[1] not in WEATHER]
    found = troops or morale
    if found:
        return max(found, key=lambda move: _worth(view, move[1], move[2]))
    return _weather(view, moves)


def place(view: Atalia, card: int, fields: Sequence[int]) -> int:
    """The field where this card, which guile has taken, does most for its new owner."""
    return max(fields, key=lambda field: _worth(view, card, field))


def to_return(view: Atalia, chosen: Sequence[int]) -> int:
    """A card that can be spared: one that goes with no other of the hand, and a low one."""
    left = [card for card in view.known_cards(view.seat) if card not in chosen]

    def spared(card: int) -> tuple[bool, int, int]:
        others = [other for other in left if other != card and other < TROOPS_IN_ALL]
        near = sum(_go_together(card, other) for other in others)
        return card >= TROOPS_IN_ALL, near, card % VALUES

    return min(left, key=spared)


def _go_together(one: int, other: int) -> bool:
    if one % VALUES == other % VALUES:
        return True
    return one // VALUES == other // VALUES and abs(one - other) <= 2


def _worth(view: Atalia, card: int, field: int) -> tuple[int, int, int]:
    """How promising this card is on the seat's side of a field: what it comes to, then how strong, then how cheap."""
    seat, ground = view.seat, view.ground(field)
    mine, his = view.sides[seat][field], view.sides[1 - seat][field]
    rest = view.unseen & ~(1 << card) & ALL_TROOPS
    hand = sum(1 << other for other in view.known_cards(seat) if other < TROOPS_IN_ALL and other != card)
    before, after = best(mine, ground, view.unseen), best([*mine, card], ground, rest)
    theirs = best(his, ground, rest)
    cheap = -(card % VALUES)
    if len(mine) + 1 >= ground.need:
        # Whoever is complete first has the field if both are equal.
        if after > theirs or (after == theirs and len(his) < ground.need):
            return PROVES, after, cheap
        if len(his) >= ground.need:
            return LOST, after, cheap
        return (STANDS if formation_of(after, ground).rank >= TRIPLE else SPOILS), after, cheap
    if not after or (after < theirs and len(his) >= ground.need):
        return LOST, after, cheap
    if formation_of(after, ground).rank < formation_of(before, ground).rank:
        return SPOILS, after, cheap
    by_hand = best([*mine, card], ground, hand)
    if by_hand and formation_of(by_hand, ground).rank >= FLUSH:
        return GROWS, by_hand + len(mine), cheap
    return STAYS, after + len(mine), -cheap


def _weather(view: Atalia, moves: Sequence[Move]) -> Move | None:
    """Lay weather on the field where the other side is furthest ahead, by the best that both can reach."""
    seat = view.seat

    def behind(move: Move) -> int:
        ground, field = view.ground(move[2]), move[2]
        return best(view.sides[1 - seat][field], ground, view.unseen) - best(
            view.sides[seat][field], ground, view.unseen
        )

    return max(moves, key=behind, default=None)
