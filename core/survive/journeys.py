"""Where one explorer or one boat can come to with the points or steps that are left: by trying the rules out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from core.game import Move
from core.survive.components import FIRST_SAFE, HEXES, LOST, SAFE_FROM
from core.survive.rules import Survive

TRAVELS: Final[tuple[str, ...]] = ("walk", "board", "swim", "land")  # the moves of an explorer


class Journey(NamedTuple):
    """The moves of one explorer or boat to a hex, or to a safe island (from FIRST_SAFE on)."""

    moves: tuple[Move, ...]
    to: int
    cost: int
    deadly: bool = False  # the explorer is lost there, or the boat
    swims: bool = False  # ends in the water beside a boat that could be boarded, or overboard


def journeys(state: Survive, explorer: int | None, at: int) -> list[Journey]:
    """Returns the ways of an explorer, or without one of the boat at this hex, the nearest first, aboard before into
    the water. A place that can be reached in several ways is reached in the shortest that is not deadly."""
    found: dict[tuple[int, bool], Journey] = {}
    edge: list[tuple[Survive, int, tuple[Move, ...]]] = [(state, at, ())]
    step = state.step
    seen = {_key(state, explorer, at)}
    while edge:
        further: list[tuple[Survive, int, tuple[Move, ...]]] = []
        for here, spot, made in edge:
            for move in _moves_of(here, explorer, spot):
                moves, to = (*made, move), end_of(move)
                if to == at and made:
                    continue  # back again
                after = here.copy()
                after.quiet = True
                after.advance(move)
                journey = _journey(here, after, explorer, moves, to)
                key = _key(after, explorer, to)
                if (to, journey.swims) not in found or (found[to, journey.swims].deadly and not journey.deadly):
                    found[to, journey.swims] = journey
                stays = after.step == step and after.seat == state.seat and to < HEXES
                if key in seen or journey.deadly or not stays:
                    continue
                seen.add(key)
                further.append((after, to, moves))
        edge = further
    return sorted(found.values(), key=lambda journey: (journey.cost, journey.to, journey.swims))


def along(state: Survive, explorer: int | None, at: int, moves: Sequence[Move]) -> Journey:
    """Returns the way that the first of these legal moves make: all those of the explorer, or of the boat at this hex,
    until somebody else moves."""
    here, spot = state, at
    journey = Journey((), at, 0)
    for done, move in enumerate(moves):
        goes_on = move[:2] == ("boat", spot) if explorer is None else move[1:2] == (explorer,) and move[0] in TRAVELS
        if not goes_on or (done and (here.step != state.step or here.seat != state.seat)):
            break
        after = here.copy()
        after.quiet = True
        after.advance(move)
        spot = end_of(move)
        journey = _journey(here, after, explorer, tuple(moves[: done + 1]), spot)
        if journey.deadly:
            break
        here = after
    return journey


def _journey(before: Survive, after: Survive, explorer: int | None, moves: tuple[Move, ...], to: int) -> Journey:
    kind = moves[-1][0]
    swims = kind == "swim" and bool(before.boats[to]) and before.step == "move"
    gone = not after.boats[to] if explorer is None else after.spots[explorer] == LOST
    wrecked = kind == "board" and not after.boats[to]
    return Journey(moves, to, len(moves), gone or wrecked, swims)


def _moves_of(state: Survive, explorer: int | None, at: int) -> list[Move]:
    """Returns the moves of one piece, of all that are legal. While it goes on, who rows a boat does not change."""
    if explorer is None:
        return state.boat_steps(at)
    return [move for move in state.legal() if move[1:2] == (explorer,) and move[0] in TRAVELS]


def _key(state: Survive, explorer: int | None, at: int) -> tuple[int, ...]:
    if explorer is None:
        return (at,)
    return at, state.aboard[explorer], state.swum >> explorer & 1


def end_of(move: Move) -> int:
    """Returns where a move of an explorer or a boat leads."""
    if move[0] == "land":
        return FIRST_SAFE + SAFE_FROM[move[2]]
    return int(move[2] if move[0] == "boat" else move[3])
