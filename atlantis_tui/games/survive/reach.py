"""Where a piece can go with the points or steps that are left, and what that would do: by trying the rules out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.game import Move
from core.survive.components import LOST, REACH
from core.survive.journeys import along, end_of, journeys
from core.survive.rules import Survive

Spot = int  # a hex, or a safe island from FIRST_SAFE on


class Piece(NamedTuple):
    """Something that can move: an explorer, a boat, or a creature of a kind."""

    kind: str  # "explorer", "boat" or "creature"
    who: int  # the explorer or the kind of creature; 0 for a boat
    at: int


class ReachableWay(NamedTuple):
    """The moves of one piece to a place."""

    moves: tuple[Move, ...]
    to: Spot
    cost: int
    deadly: bool = False  # the piece is lost there, or the boat it is in
    swims: bool = False  # ends in the water beside a boat that could be boarded, or overboard


class Harm(NamedTuple):
    """What moves would cost all players."""

    lost: tuple[int, ...] = ()
    wrecked: tuple[int, ...] = ()  # hexes of boats
    overboard: tuple[int, ...] = ()  # who swims then, of those who were aboard
    swim: tuple[int, ...] = ()  # who swims then, of those who stood on a tile that sinks


def pieces(state: Survive) -> list[Piece]:
    """Everything that can be moved at this moment, in the order of the board."""
    found: dict[Piece, None] = {}
    for move in state.legal():
        if move[0] in ("walk", "board", "swim", "land"):
            found[Piece("explorer", move[1], move[2])] = None
        elif move[0] == "boat":
            found[Piece("boat", 0, move[1])] = None
        elif move[0] == "creature":
            found[Piece("creature", move[1], move[2])] = None
    order = ("explorer", "boat", "creature")

    def key(piece: Piece) -> tuple[int, int, int]:
        value = state.treasure(piece.who) if piece.kind == "explorer" else 0
        return order.index(piece.kind), -value, piece.at

    return sorted(found, key=key)


def ways(state: Survive, piece: Piece) -> list[ReachableWay]:
    """The ways of a piece to all places it can reach, the nearest first. A boat comes before the water round it."""
    if piece.kind == "creature":
        return _prowls(state, piece)
    explorer = piece.who if piece.kind == "explorer" else None
    return [ReachableWay(*journey) for journey in journeys(state, explorer, piece.at)]


def given(state: Survive, piece: Piece, moves: Sequence[Move]) -> ReachableWay:
    """The way of a piece that these moves begin with, step by step."""
    if piece.kind == "creature":
        return next(way for way in _prowls(state, piece) if way.moves == tuple(moves[:1]))
    explorer = piece.who if piece.kind == "explorer" else None
    return ReachableWay(*along(state, explorer, piece.at, moves))


def _prowls(state: Survive, piece: Piece) -> list[ReachableWay]:
    ends = [move for move in state.legal() if move[:3] == ("creature", piece.who, piece.at)]
    if state.step == "send":
        return [ReachableWay((move,), move[3], 0) for move in ends]
    steps: dict[int, int] = {}
    for far in range(REACH[piece.who], 0, -1):
        steps.update(dict.fromkeys(state.reached(piece.who, piece.at, far), far))
    return sorted((ReachableWay((move,), move[3], steps.get(move[3], 1)) for move in ends), key=lambda way: way.cost)


def after(state: Survive, moves: Sequence[Move]) -> Survive:
    """The position after these moves, with nobody warding off a creature."""
    ahead = state.copy()
    ahead.quiet = True
    for move in moves:
        ahead.advance(move)
    if ahead.step == "defend":
        ahead.strike()
    return ahead


def harm(state: Survive, moves: Sequence[Move]) -> Harm:
    """What these moves cost, without what the back of a tile may do."""
    ahead = after(state, moves)
    lost = [one for one, spot in enumerate(ahead.spots) if spot == LOST != state.spots[one]]
    boats = sum(state.boats) - sum(ahead.boats)
    wrecked = [at for move in moves if boats and (at := _boat_end(move)) is not None]
    fell = [
        one
        for one in range(len(state.spots))
        if state.aboard[one] and not ahead.aboard[one] and one not in lost and ahead.where(one) == "sea"
    ]
    swim = [one for one in range(len(state.spots)) if state.where(one) == "land" and ahead.where(one) == "sea"]
    moved = {move[1] for move in moves if move[0] in ("walk", "board", "swim", "land")}
    return Harm(
        tuple(lost),
        tuple(wrecked[-1:]),
        tuple(one for one in fell if one not in moved),
        tuple(one for one in swim if one not in moved),
    )


def _boat_end(move: Move) -> int | None:
    """Where a boat may be lost by a move."""
    if move[0] == "creature":
        return int(move[3])
    if move[0] in ("boat", "board"):
        return end_of(move)
    return None


def threat(state: Survive) -> tuple[Survive, Harm]:
    """A creature that is about to strike: the position with it where it goes, and what that would cost."""
    ahead = state.copy()
    ahead.creatures[state.rolled][state.lair] -= 1
    ahead.creatures[state.rolled][state.prey] += 1
    cost = harm(state, ())
    lost = sum(state.boats) != sum(after(state, ()).boats)
    return ahead, cost._replace(wrecked=(state.prey,) if lost else ())


def shown(state: Survive, piece: Piece, way: ReachableWay) -> tuple[Survive, frozenset[int]]:
    """The position with a piece at the end of its way and nobody harmed, and who has moved with it."""
    ahead = state.copy()
    if piece.kind == "creature":
        ahead.creatures[piece.who][piece.at] -= 1
        ahead.creatures[piece.who][way.to] += 1
        return ahead, frozenset()
    if piece.kind == "boat":
        crew = state.crew_at(piece.at)
        ahead.boats[piece.at], ahead.boats[way.to] = 0, 1
        for explorer in crew:
            ahead.spots[explorer] = way.to
        ahead.work_out()
        return ahead, frozenset(crew)
    ahead.spots[piece.who] = way.to
    ahead.aboard[piece.who] = int(way.moves[-1][0] == "board")
    ahead.work_out()
    return ahead, frozenset([piece.who])
