"""Why a move is not legal: one reason for every rule that it can break.

A view in which the asked seat's tiles are sealed can check only public facts. It believes that the seat has kept a
tile, and what is on the back of the tile that the seat removed, as long as such a tile is still possible. It also
believes a sealed answer to an attack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from core.game import Move, Reason
from core.hidden import SEALED
from core.survive.components import (
    BACK_COUNTS,
    BOX,
    GREEN,
    GUARD,
    HEXES,
    LAND,
    NEIGHBOURS,
    PLAYABLE,
    REACH,
    SAFE_FROM,
    SEATS_ABOARD,
    SENDS,
    SERPENT,
)

if TYPE_CHECKING:
    from core.survive.rules import Survive

MOVEMENT: Final[tuple[str, ...]] = ("walk", "board", "swim", "land", "boat")
ASKED_IN: Final = {
    "place": ("place",),
    "launch": ("launch",),
    "play": ("tile",),
    "walk": ("move",),
    "board": ("move", "aboard"),
    "swim": ("move", "dolphin"),
    "land": ("move",),
    "boat": ("move", "wind"),
    "end": ("tile", "dolphin", "wind", "move", "die"),
    "sink": ("sink",),
    "show": ("back",),
    "keep": ("back",),
    "creature": ("die", "send"),
    "answer": ("defend",),
}


def explain(state: Survive, move: Any) -> Reason | None:
    if (reason := state.no_move(move)) is not None:
        return reason
    name = move[0]
    if state.step not in ASKED_IN[name]:
        return out_of_place(state, move)
    if name in ("place", "walk", "board", "swim", "land") and move[1] >= len(state.spots):
        return _no("no_such_explorer", explorer=move[1])
    if state.step == "aboard":
        return _aboard(state, move[1], move[2], move[3])
    if name in ("walk", "board", "swim", "land"):
        return _travel(state, move)
    if name == "boat":
        return _boat(state, move[1], move[2])
    if name == "end":
        return _end(state)
    if name == "sink":
        return _sink(state, move[1])
    if name == "creature":
        return _creature(state, move[1], move[2], move[3])
    if name == "play":
        return _play(state, move[1], move[2])
    if name == "show":
        return _show(state, move[1])
    if name == "keep":
        return _keep(state)
    if name == "answer":
        return _answer(state, move[1])
    if name == "place":
        return _place(state, move[1], move[2])
    if name == "launch":
        return _launch(state, move[1])
    return None


def _no(reason: str, **params: Any) -> Reason:
    return Reason(reason, params)


def out_of_place(state: Survive, move: Move) -> Reason:
    """Returns the reason for a move of a kind that the present prompt does not ask for. Only `play` needs its fields:
    somebody who has no such tile is not told when to play it."""
    kind, step = move[0], state.step
    if step in ("place", "launch"):
        return _no("setting_up", step=step)
    if step == "defend":
        return _no("defend_or_not", creature=state.rolled, at=state.prey)
    if step == "aboard":
        return _no("fill_the_boat", at=state.sinking)
    if step in ("dolphin", "wind", "send"):
        return _no("tile_in_play", back=state.playing)
    if kind in ("place", "launch"):
        return _no("set_up_already", step=step)
    if kind == "play" and step in ("move", "sink", "die"):
        return _playable(state, move[1], move[2]) or _no("tile_comes_first")
    if kind in MOVEMENT and step in ("sink", "die"):
        return _no("movement_over", step=step)
    if kind == "sink" and step == "move":
        return _no("move_first", points=state.points)
    if kind == "answer":
        return _no("not_attacked", step=step)
    return _no("not_now", kind=kind, step=step)


def _beside(at: int, to: int) -> Reason | None:
    return None if to in NEIGHBOURS[at] else _no("not_beside", at=at, to=to)


def _end(state: Survive) -> Reason | None:
    if state.step in ("dolphin", "wind") and state.carried < 0:
        return _no("one_step_at_least", back=state.playing)
    if state.step == "die" and state.creature_must_move():
        return _no("creature_must_move", creature=state.rolled)
    return None


# Setting up. RULES 2 -------------------------------------------------------------------------------------------------


def _place(state: Survive, explorer: int, at: int) -> Reason | None:
    if state.owner(explorer) != state.seat:
        return _no("not_yours", explorer=explorer)
    if state.spots[explorer] != BOX:
        return _no("placed_already", explorer=explorer, at=state.spots[explorer])
    if not state.terrain[at]:
        return _no("not_land", at=at)
    standing = state.spots.count(at)
    if standing < state.most_on(at):
        return None
    if state.options["overpopulation"]:
        return _no("tile_full", at=at, most=state.most_on(at))
    return _no("tile_taken", at=at)


def _launch(state: Survive, at: int) -> Reason | None:
    if state.terrain[at]:
        return _no("not_sea", at=at)
    if state.boats[at]:
        return _no("boat_there", at=at)
    if state.creatures[SERPENT][at]:
        return _no("serpent_there", at=at)
    return None if state.may_launch(at) else _no("not_by_land", at=at)


# Red tiles. RULES 4 --------------------------------------------------------------------------------------------------


def _play(state: Survive, terrain: int, back: int) -> Reason | None:
    if (reason := _playable(state, terrain, back)) is not None:
        return reason
    return None if state.has_use(back) else _no("tile_without_use", back=back)


def _playable(state: Survive, terrain: int, back: int) -> Reason | None:
    """Checks that the moving seat has this tile and that it is one to play in the own turn."""
    if back in GREEN:
        return _no("green_tile", back=back)
    if (reason := _kept(state, state.seat, terrain, back)) is not None:
        return reason
    return _no("only_defends", back=back) if back not in PLAYABLE else None


def _kept(state: Survive, seat: int, terrain: int, back: int) -> Reason | None:
    hand = state.hand_of(seat, terrain)
    possible = hand.held[back] or (hand.sealed and state.used[terrain][back] < BACK_COUNTS[terrain][back])
    return None if possible else _no("no_such_tile", terrain=terrain, back=back)


# Movement. RULES 5 ---------------------------------------------------------------------------------------------------


def _travel(state: Survive, move: Move) -> Reason | None:
    kind, explorer, at = move[:3]
    if state.owner(explorer) != state.seat:
        return _no("not_yours", explorer=explorer)
    spot = state.spots[explorer]
    if spot >= HEXES:
        return _no("out_of_play", explorer=explorer, where=state.where(explorer))
    if spot != at:
        return _no("not_there", explorer=explorer, at=at, spot=spot)
    if state.step == "dolphin":
        return _dolphin(state, explorer, at, move[3])
    if kind == "walk":
        return _walk(state, explorer, at, move[3])
    if kind == "board":
        return _board(state, explorer, at, move[3])
    if kind == "swim":
        return _swim(state, explorer, at, move[3])
    return _land(state, explorer, at)


def _sea_move(state: Survive, explorer: int) -> Reason | None:
    """Returns a reason if this explorer has already made the one move in the water that a turn allows."""
    return _no("one_sea_move", explorer=explorer) if state.swum >> explorer & 1 else None


def _walk(state: Survive, explorer: int, at: int, to: int) -> Reason | None:
    if not state.terrain[to]:
        return _no("not_land", at=to)
    if state.where(explorer) != "land":
        return _no("no_way_back", explorer=explorer)
    return _beside(at, to)


def _board(state: Survive, explorer: int, at: int, to: int) -> Reason | None:
    where = state.where(explorer)
    if where == "boat" and to == at:
        return _no("aboard_already", explorer=explorer)
    if not state.boats[to]:
        return _no("no_boat", at=to)
    if where == "sea":
        if to != at:
            return _no("boards_where_it_swims", explorer=explorer, at=at)
        if (reason := _sea_move(state, explorer)) is not None:
            return reason
    elif (reason := _beside(at, to)) is not None:
        return reason
    return None if state.crew[to] < SEATS_ABOARD else _no("boat_full", at=to)


def _swim(state: Survive, explorer: int, at: int, to: int) -> Reason | None:
    if state.terrain[to]:
        return _no("not_sea" if state.where(explorer) == "land" else "no_way_back", **_one(state, explorer, to))
    if state.where(explorer) == "boat":
        if to != at:
            return _no("overboard_first", explorer=explorer, at=at)
    elif (reason := _beside(at, to)) is not None:
        return reason
    return _sea_move(state, explorer)


def _one(state: Survive, explorer: int, to: int) -> dict[str, int]:
    return {"at": to} if state.where(explorer) == "land" else {"explorer": explorer}


def _land(state: Survive, explorer: int, at: int) -> Reason | None:
    if at not in SAFE_FROM:
        return _no("no_island", at=at)
    if state.where(explorer) == "boat":
        return None
    if not state.options["swimmers_may_land"]:
        return _no("only_boats_land", explorer=explorer)
    return _sea_move(state, explorer)


def _dolphin(state: Survive, explorer: int, at: int, to: int) -> Reason | None:
    if state.carried >= 0 and explorer != state.carried:
        return _no("one_swimmer", explorer=state.carried)
    if state.where(explorer) != "sea":
        return _no("not_swimming", explorer=explorer)
    return _no("not_sea", at=to) if state.terrain[to] else _beside(at, to)


def _boat(state: Survive, at: int, to: int) -> Reason | None:
    if not state.boats[at]:
        return _no("no_boat", at=at)
    if state.step == "wind":
        if state.carried >= 0 and at != state.carried:
            return _no("one_boat", at=state.carried)
        if not state.crew[at]:
            return _no("empty_boat", at=at)
    controllers = state.controllers(at)
    if state.seat not in controllers:
        return _no("not_your_boat", at=at, seats=controllers)
    if state.terrain[to]:
        return _no("not_sea", at=to)
    if (reason := _beside(at, to)) is not None:
        return reason
    return _no("boat_there", at=to) if state.boats[to] else None


# The island sinks. RULES 6 -------------------------------------------------------------------------------------------


def _sink(state: Survive, at: int) -> Reason | None:
    terrain = state.terrain[at]
    if not terrain:
        return _no("not_land", at=at)
    able = state.sinkable()
    if at in able:
        return None
    lowest = state.terrain[able[0]]
    if terrain != lowest:
        return _no("other_tiles_first", at=at, terrain=terrain, first=lowest)
    return _no("landlocked", at=at, terrain=terrain)


def _show(state: Survive, back: int) -> Reason | None:
    there = state.lifted.faces[0]
    if there == SEALED:
        possible = back in GREEN and state.used[state.sunk][back] < BACK_COUNTS[state.sunk][back]
        return None if possible else _no("other_back", back=back)
    if there not in GREEN:
        return _no("red_is_kept")
    return None if back == there else _no("other_back", back=back)


def _keep(state: Survive) -> Reason | None:
    there = state.lifted.faces[0]
    return _no("green_is_shown", back=there) if there in GREEN else None


def _aboard(state: Survive, explorer: int, at: int, to: int) -> Reason | None:
    if at != state.sinking or to != at:
        return _no("fill_the_boat", at=state.sinking)
    spot = state.spots[explorer]
    if spot != at:
        return _no("not_there", explorer=explorer, at=at, spot=spot)
    return _no("aboard_already", explorer=explorer) if state.aboard[explorer] else None


# Creatures. RULES 4, 7 and 8 -----------------------------------------------------------------------------------------


def _creature(state: Survive, creature: int, at: int, to: int) -> Reason | None:
    sent = state.step == "send"
    named = SENDS[state.playing] if sent else state.rolled
    if creature != named:
        return _no("other_creature", creature=creature, named=named)
    if not state.creatures[creature][at]:
        return _no("no_creature", creature=creature, at=at)
    if state.terrain[to]:
        return _no("not_sea", at=to)
    if to == at:
        return _no("same_hex", creature=creature)
    if sent:
        return None if state.vacant(to) else _no("not_vacant", at=to)
    reach = REACH[creature]
    if to in state.reached(creature, at, reach):
        return None
    if to in state.reached(creature, at, reach, stopping=False):
        return _no("strikes_before", creature=creature, at=at, to=to)
    return _no("too_far", creature=creature, reach=reach)


def _answer(state: Survive, terrain: int) -> Reason | None:
    if terrain == SEALED:  # a view that does not know the answer believes the seat
        sealed = any(state.hand_of(state.asked, kind).sealed for kind in LAND)
        return None if sealed else _no("defend_or_not", creature=state.rolled, at=state.prey)
    return _kept(state, state.asked, terrain, GUARD[state.rolled]) if terrain else None
