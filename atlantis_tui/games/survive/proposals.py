"""What Enter proposes: something sensible, worked out at a glance. `I` knows more."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from atlantis_tui.games.survive.reach import Piece, ReachableWay, harm, ways
from core.game import Move
from core.hidden import SEALED
from core.survive.components import (
    BOX,
    CELLS,
    EXPLORERS,
    FIRST_SAFE,
    HEXES,
    LANDING,
    NEIGHBOURS,
    SEA,
    TO_CREWS,
    TO_SWIMMERS,
)
from core.survive.rules import Survive


@cache
def far(at: int) -> int:
    """Steps over the open board from a hex to the nearest one that one lands from."""
    x, row = CELLS[at]
    return min(_steps(x, row, *CELLS[to]) for pair in LANDING for to in pair)


def _steps(x: int, row: int, to_x: int, to_row: int) -> int:
    down, across = abs(row - to_row), abs(x - to_x)
    return down + max(0, across - down) // 2


def value(state: Survive, explorer: int) -> int:
    """What an explorer is worth; where that is forgotten, as much as the others on average."""
    known = state.treasure(explorer)
    return 3 if known == SEALED else known


def best_way(state: Survive, piece: Piece, found: Sequence[ReachableWay]) -> ReachableWay | None:
    """The best way of an explorer: ashore, else aboard, else nearer to an island; never into danger, and never
    overboard."""
    safe = [way for way in found if not way.deadly and not (way.moves[-1][0] == "swim" and way.to == piece.at)]
    if not safe:
        return None

    if piece.kind == "boat" and not state.crew[piece.at]:
        return min(safe, key=lambda way: (_away(state, way.to), way.cost))

    def key(way: ReachableWay) -> tuple[int, ...]:
        if way.to >= FIRST_SAFE:
            return (3, -way.cost)
        aboard = piece.kind == "explorer" and way.moves[-1][0] == "board"
        wet = piece.kind == "explorer" and way.moves[-1][0] == "swim"
        ends = -far(way.to)
        return (2 if aboard else 0 if wet else 1, ends, -way.cost)

    return max(safe, key=key)


def lurking(state: Survive, at: int, *, afloat: bool) -> list[tuple[int, int]]:
    """The creatures beside a hex that could come next to whoever is in a boat there (`afloat`), or in the water."""
    kinds = TO_CREWS if afloat else TO_SWIMMERS
    return [(kind, beside) for kind in kinds for beside in NEIGHBOURS[at] if state.creatures[kind][beside]]


def _away(state: Survive, at: int) -> int:
    """How far an empty boat is from those who could board it."""
    own = [
        spot for one in state.explorers_of(state.seat) if (spot := state.spots[one]) < HEXES and not state.aboard[one]
    ]
    return min((_steps(*CELLS[at], *CELLS[spot]) for spot in own), default=0)


def best_piece(state: Survive, able: Sequence[Piece]) -> Piece | None:
    """The piece that gains most by what is proposed for it."""
    found = [(way, piece) for piece in able if (way := best_way(state, piece, ways(state, piece))) is not None]
    if not found:
        return able[0] if able else None

    def key(one: tuple[ReachableWay, Piece]) -> tuple[int, ...]:
        way, piece = one
        if piece.kind == "boat":
            own = [explorer for explorer in state.crew_at(piece.at) if state.owner(explorer) == state.seat]
            gain = far(piece.at) - far(way.to)
            return (1, sum(value(state, explorer) for explorer in own) * gain) if own else (0, gain)
        if way.to >= FIRST_SAFE:
            return (3, value(state, piece.who))
        if way.moves[-1][0] == "board" and state.where(piece.who) != "boat":
            return (2, value(state, piece.who))
        return (1, 0) if state.where(piece.who) == "boat" else (1, value(state, piece.who))

    return max(found, key=key)[1]


def best_prowl(state: Survive, able: Sequence[Piece]) -> tuple[Piece, ReachableWay] | None:
    """The creature's move that hurts the others most and oneself not. If none hurts anybody, the one that leads away
    from one's own pieces and towards those of others. None if every move hurts oneself."""
    best: tuple[tuple[int, ...], Piece, ReachableWay] | None = None
    for piece in able:
        for way in ways(state, piece):
            cost = harm(state, way.moves)
            if any(state.owner(one) == state.seat for one in (*cost.lost, *cost.overboard)):
                continue
            found = 2 * len(cost.lost) + len(cost.overboard), *_distance(state, way.to)
            if best is None or found > best[0]:
                best = (found, piece, way)
    return None if best is None else best[1:]


def least_harm(state: Survive, able: Sequence[Piece]) -> tuple[Piece, ReachableWay] | None:
    """The creature's move that costs oneself least, for when one must move a creature and every move costs
    something."""

    def cost(one: tuple[Piece, ReachableWay]) -> int:
        hurt = harm(state, one[1].moves)
        lost = sum(3 * value(state, who) for who in hurt.lost if state.owner(who) == state.seat)
        return lost + sum(value(state, who) for who in hurt.overboard if state.owner(who) == state.seat)

    return min(((piece, way) for piece in able for way in ways(state, piece)), key=cost, default=None)


def _distance(state: Survive, at: int) -> tuple[int, int]:
    """How far it is from one's own people on the water, as far as that matters, and how near to the others."""
    folk = [one for one in range(len(state.spots)) if state.where(one) in ("boat", "sea")]
    own = [state.spots[one] for one in folk if state.owner(one) == state.seat]
    others = [state.spots[one] for one in folk if state.owner(one) != state.seat]
    return min(_near(at, own), 4), -_near(at, others)


def _near(at: int, spots: Sequence[int]) -> int:
    return min((_steps(*CELLS[at], *CELLS[spot]) for spot in spots), default=12)


def best_sending(state: Survive, able: Sequence[Piece]) -> tuple[Piece, ReachableWay] | None:
    """Send the creature nearest to one's own people as far away from them as it can go."""
    if not able:
        return None
    piece = min(able, key=lambda one: _distance(state, one.at)[0])
    found = ways(state, piece)
    return (piece, max(found, key=lambda way: _distance(state, way.to))) if found else None


def best_tile(state: Survive, able: Sequence[int]) -> int | None:
    """The tile to sink: if possible one without one's own people, with most of the others."""

    def key(at: int) -> tuple[int, ...]:
        here = state.explorers_at(at)
        own = sum(value(state, one) for one in here if state.owner(one) == state.seat)
        return (-own, sum(state.owner(one) != state.seat for one in here), -at)

    return max(able, key=key) if able else None


def waiting(state: Survive) -> list[int]:
    """The explorers of the asked seat that are not on the board yet, the dearest first, one of each that look alike."""
    found: dict[tuple[int, int], int] = {}
    for one in state.explorers_of(state.seat):
        if state.spots[one] == BOX:
            found.setdefault((state.treasure(one), one // EXPLORERS), one)
    return sorted(found.values(), key=lambda one: (-state.treasure(one), one))


def rest_of_setup(state: Survive) -> Move | None:
    """What is placed next for somebody who leaves that to the program; None once all is set up."""
    if state.step == "place":
        explorer = waiting(state)[0]
        able = [move[2] for move in state.legal() if move[1] == explorer]
        return "place", explorer, best_place(state, able, state.treasure(explorer))
    if state.step == "launch":
        return "launch", best_launch(state, [move[1] for move in state.legal()])
    return None


def best_place(state: Survive, able: Sequence[int], treasure: int) -> int | None:
    """A tile for an explorer: the dearer it is, the nearer to the water and the later it may sink."""

    def key(at: int) -> tuple[int, int]:
        wet = sum(state.terrain[beside] == SEA for beside in NEIGHBOURS[at])
        terrain = state.terrain[at]
        dear = treasure if treasure != SEALED else 3
        return (dear * (2 * min(wet, 2) + terrain) - dear * far(at), -at)

    if not able:
        return None
    return max(able, key=key) if treasure == SEALED or treasure >= 3 else min(able, key=lambda at: (far(at), at))


def best_launch(state: Survive, able: Sequence[int]) -> int | None:
    """The hex for a boat: beside one's dearest explorers, towards an island."""

    def key(at: int) -> tuple[int, int]:
        beside = NEIGHBOURS[at]
        own = sum(
            value(state, one)
            for one in state.explorers_of(state.seat)
            if state.spots[one] < HEXES and state.spots[one] in beside
        )
        return (own, -far(at))

    return max(able, key=key) if able else None
