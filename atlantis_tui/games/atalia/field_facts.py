"""What a position says about each of its nine fields: all that the board tells besides the cards themselves."""

from __future__ import annotations

from typing import NamedTuple

from core.atalia.components import CAVALRY, FIELDS, NOBODY, TROOPS_IN_ALL, VALUES
from core.atalia.formations import Formation, strength
from core.atalia.rules import Atalia

OPEN, OVER, UNDER = "open", "over", "under"  # the other side is open too; its finished formation can be beaten, or not


class Side(NamedTuple):
    cards: tuple[int, ...]
    made: Formation | None  # once it is complete
    total: int  # of the values that are settled
    best: Formation | None = None  # while it is not complete
    chance: str = ""  # OPEN, OVER, UNDER; nothing where `best` is not told


class Lane(NamedTuple):
    field: int
    owner: int
    need: int
    fog: bool
    mud: bool
    terrain: int
    tie: int | None  # whose the field is if both are equal
    sides: tuple[Side, Side]  # by seat
    able: tuple[int, ...] = ()  # seats that have proof enough to claim it


def lanes(state: Atalia, best: bool = True) -> tuple[Lane, ...]:
    """The facts of all fields; `best` also works out what each side can still reach."""
    return tuple(_lane(state, field, best) for field in range(FIELDS))


def _lane(state: Atalia, field: int, best: bool) -> Lane:
    owner = state.owners[field]
    is_open = owner == NOBODY
    one, other = (_side(state, seat, field, best and is_open) for seat in (0, 1))
    return Lane(
        field,
        owner,
        state.need(field),
        bool(state.fog[field]),
        bool(state.mud[field]),
        state.terrain[field],
        state.tie_goes_to(field) if is_open and (one.made or other.made) else None,
        (one, other),
        tuple(seat for seat in (0, 1) if is_open and state.proven(seat, field)),
    )


def _side(state: Atalia, seat: int, field: int, best: bool) -> Side:
    cards = tuple(state.sides[seat][field])
    made = state.formation(seat, field)
    side = Side(cards, made, settled(cards))
    opposite = state.formation(1 - seat, field)
    # Of a side where nothing lies yet there is something to tell only once the other one is there.
    if not best or made is not None or not (cards or opposite):
        return side
    reach = state.reach(seat, field)
    if opposite is None:
        return side._replace(best=reach[0], chance=OPEN) if reach else side._replace(chance=UNDER)
    if reach is None:
        return side._replace(chance=UNDER)
    ground = state.ground(field)
    ahead = strength(reach[0], ground) - strength(opposite, ground)
    beats = ahead > 0 or (ahead == 0 and state.tie_goes_to(field) == seat)
    return side._replace(best=reach[0], chance=OVER if beats else UNDER)


def settled(cards: tuple[int, ...]) -> int:
    """The values of these cards, as far as they are settled."""
    return sum(card % VALUES + 1 if card < TROOPS_IN_ALL else 8 if card == CAVALRY else 0 for card in cards)


class FieldFacts:
    """The facts of the last few positions. They are told apart by identity: nobody changes one that is shown."""

    def __init__(self) -> None:
        self._kept: list[tuple[Atalia, bool, tuple[Lane, ...]]] = []

    def lanes(self, state: Atalia, best: bool) -> tuple[Lane, ...]:
        for kept, with_best, found in self._kept:
            if kept is state and with_best == best:
                return found
        found = lanes(state, best)
        self._kept = [(state, best, found), *self._kept[:3]]
        return found
