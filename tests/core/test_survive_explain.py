"""Why a move of Survive! is refused: every reason there is, and that `explain` and `legal` say the same."""

from __future__ import annotations

from typing import Any

import pytest

from core.chance import SeededDealer, Stream
from core.survive import GAME
from core.survive.components import (
    BEACH,
    DOLPHIN,
    FOREST,
    HEXES,
    LAKE,
    LAND,
    NEW_BOAT,
    NEW_SHARK,
    NEW_WHALE,
    NO_SHARK,
    SEND_SHARK,
    SERPENT,
    SHARK,
    VOLCANO,
    WHALE,
    WIND,
)
from core.survive.rules import Survive
from tests.core.reasons import OF_EVERY_GAME, reasons_of
from tests.core.survive_positions import Scene, at, rolled, scene, who
from tests.core.test_survive_rules import bold

# --- `explain` and `legal`


def all_moves(state: Survive) -> list[Any]:
    """Every move there could be of those whose fields are not too many to try."""
    kinds = GAME.moves
    moves: list[Any] = [("end",), ("keep",)]
    moves += [("answer", terrain) for terrain in (0, *LAND)]
    moves += [("show", back) for back in range(12)]
    moves += [("play", terrain, back) for terrain in LAND for back in range(12)]
    moves += [(kind, here) for kind in ("launch", "sink") for here in range(HEXES)]
    moves += [("boat", here, to) for here in range(HEXES) if state.boats[here] for to in range(HEXES)]
    moves += [
        ("creature", creature, here, to)
        for creature in range(3)
        for here in range(HEXES)
        if state.creatures[creature][here]
        for to in range(HEXES)
    ]
    for explorer, spot in enumerate(state.spots):
        here = spot if spot < HEXES else 0
        moves += [(kind, explorer, here, to) for kind in ("walk", "board", "swim") for to in range(HEXES)]
        moves.append(("land", explorer, here))
        moves += [("place", explorer, to) for to in range(HEXES)]
    assert {move[0] for move in moves} | {"creature", "boat"} == set(kinds)
    return moves


@pytest.mark.parametrize("seats", [pytest.param(2, marks=pytest.mark.full), 3, pytest.param(4, marks=pytest.mark.full)])
def test_what_is_explained_is_what_is_not_legal(seats):
    asked: set[str] = set()
    for seed in range(2):
        state: Any = GAME.new(seats, {"creature_move_mandatory": bool(seed), "overpopulation": bool(seed)})
        state.play_at_once(SeededDealer(f"explain {seed}"), events=False)
        choose = Stream("explain", seed, seats)
        while state.outcome is None:
            if state.step not in asked or not choose.below(30):
                asked.add(state.step)
                legal = set(state.legal())
                assert {move for move in all_moves(state) if state.explain(move) is None} == legal
            state.advance(bold(state, choose))
    assert asked >= {"place", "launch", "move", "sink", "die", "tile", "back"}


# --- Every reason


def aboard() -> Scene:
    made = scene(*(f"{name}1 4,-1" for name in "abc"), "a2 4,-1", land={"4,-1": BEACH, "3,-1": FOREST}, step="sink")
    made.sink("4,-1", NEW_BOAT)
    return made


def lifted(back: int) -> Scene:
    made = scene("a1 3,-1", land={"4,-1": BEACH, "3,-1": FOREST}, step="sink")
    made.backs.append(back)
    made.do(("sink", at("4,-1")))
    return made


def defending() -> Scene:
    made = rolled(SHARK, "b1 5,0", sharks=["6,-1"], tiles={1: [(BEACH, NO_SHARK)]})
    made.do(("creature", SHARK, at("6,-1"), at("5,0")))
    return made


def tile(*explorers: str, back: int = DOLPHIN, played: bool = False, **more: Any) -> Scene:
    made = scene(*explorers, tiles={0: [(BEACH, back)]}, step="tile", **more)
    if played:
        made.do(("play", BEACH, back))
    return made


def setting_up(**options: Any) -> Scene:
    made = scene("b1 4,-1", step="place", **options)
    made.state.spots[1:10] = bytes([137]) * 9
    made.state.spots[0] = at("3,-1")
    made.state.turns = 0
    return made


A1, A2, B1 = who("a1"), who("a2"), who("b1")
HERE, SEA_BY = at("4,-1"), at("5,-1")

REASONS: dict[str, tuple[Any, tuple[Any, ...], dict[str, Any]]] = {
    "no_such_move": (lambda: scene("a1 4,-1"), ("fly",), {}),
    "bad_field": (lambda: scene("a1 4,-1"), ("walk", 99, 0, 0), {"kind": "walk", "field": "explorer"}),
    "no_such_explorer": (lambda: scene("a1 4,-1"), ("walk", 39, HERE, at("3,-1")), {"explorer": 39}),
    "setting_up": (setting_up, ("end",), {"step": "place"}),
    "defend_or_not": (defending, ("end",), {"creature": SHARK, "at": at("5,0")}),
    "fill_the_boat": (aboard, ("end",), {"at": HERE}),
    "tile_in_play": (lambda: tile("a1 5,0", played=True), ("sink", HERE), {"back": DOLPHIN}),
    "set_up_already": (lambda: scene("a1 4,-1"), ("place", A2, HERE), {"step": "move"}),
    "not_attacked": (lambda: scene("a1 4,-1"), ("answer", BEACH), {"step": "move"}),
    "tile_comes_first": (
        lambda: scene("a1 4,-1", tiles={0: [(BEACH, DOLPHIN)]}),
        ("play", BEACH, DOLPHIN),
        {},
    ),
    "movement_over": (lambda: scene("a1 4,-1", step="sink"), ("walk", A1, HERE, at("3,-1")), {"step": "sink"}),
    "move_first": (lambda: scene("a1 4,-1"), ("sink", HERE), {"points": 3}),
    "not_now": (lambda: scene("a1 4,-1"), ("keep",), {"kind": "keep", "step": "move"}),
    "not_beside": (lambda: scene("a1 4,-1"), ("walk", A1, HERE, at("2,-1")), {"at": HERE, "to": at("2,-1")}),
    "one_step_at_least": (lambda: tile("a1 5,0", played=True), ("end",), {"back": DOLPHIN}),
    "creature_must_move": (
        lambda: rolled(WHALE, whales=["6,-1"], creature_move_mandatory=True),
        ("end",),
        {"creature": WHALE},
    ),
    "not_yours": (lambda: scene("a1 4,-1", "b1 4,-1"), ("walk", B1, HERE, at("3,-1")), {"explorer": B1}),
    "placed_already": (setting_up, ("place", A1, at("3,-2")), {"explorer": A1, "at": at("3,-1")}),
    "not_land": (lambda: scene("a1 4,-1"), ("walk", A1, HERE, SEA_BY), {"at": SEA_BY}),
    "tile_full": (lambda: setting_up(overpopulation=True), ("place", A2, HERE), {"at": HERE, "most": 1}),
    "tile_taken": (setting_up, ("place", A2, HERE), {"at": HERE}),
    "not_sea": (lambda: scene(step="launch"), ("launch", HERE), {"at": HERE}),
    "boat_there": (lambda: scene(step="launch", boats=["5,-1"]), ("launch", SEA_BY), {"at": SEA_BY}),
    "serpent_there": (lambda: scene(step="launch", serpents=["0,0"]), ("launch", LAKE), {"at": LAKE}),
    "not_by_land": (lambda: scene(step="launch"), ("launch", at("6,-1")), {"at": at("6,-1")}),
    "green_tile": (lambda: tile("a1 5,0"), ("play", BEACH, VOLCANO), {"back": VOLCANO}),
    "no_such_tile": (lambda: tile("a1 5,0"), ("play", BEACH, WIND), {"terrain": BEACH, "back": WIND}),
    "only_defends": (lambda: tile("a1 5,0", back=NO_SHARK), ("play", BEACH, NO_SHARK), {"back": NO_SHARK}),
    "tile_without_use": (lambda: tile("a1 4,-1"), ("play", BEACH, DOLPHIN), {"back": DOLPHIN}),
    "out_of_play": (lambda: scene("a1 4,-1", "a2 NE"), ("land", A2, at("7,-5")), {"explorer": A2, "where": "safe"}),
    "not_there": (
        lambda: scene("a1 4,-1"),
        ("walk", A1, at("3,-1"), HERE),
        {"explorer": A1, "at": at("3,-1"), "spot": HERE},
    ),
    "one_sea_move": (
        lambda: _after(scene("a1 4,-1"), ("swim", A1, HERE, SEA_BY)),
        ("swim", A1, SEA_BY, at("6,-1")),
        {"explorer": A1},
    ),
    "no_way_back": (lambda: scene("a1 5,-1"), ("walk", A1, SEA_BY, HERE), {"explorer": A1}),
    "aboard_already": (
        lambda: scene("a1 boat 5,-1", boats=["5,-1"]),
        ("board", A1, SEA_BY, SEA_BY),
        {"explorer": A1},
    ),
    "no_boat": (lambda: scene("a1 4,-1"), ("board", A1, HERE, SEA_BY), {"at": SEA_BY}),
    "boards_where_it_swims": (
        lambda: scene("a1 5,0", boats=["5,-1"]),
        ("board", A1, at("5,0"), SEA_BY),
        {"explorer": A1, "at": at("5,0")},
    ),
    "boat_full": (
        lambda: scene("a1 4,-1", "b1 boat 5,-1", "b2 boat 5,-1", "b3 boat 5,-1", boats=["5,-1"]),
        ("board", A1, HERE, SEA_BY),
        {"at": SEA_BY},
    ),
    "overboard_first": (
        lambda: scene("a1 boat 5,-1", boats=["5,-1"]),
        ("swim", A1, SEA_BY, at("6,-1")),
        {"explorer": A1, "at": SEA_BY},
    ),
    "no_island": (lambda: scene("a1 5,-1"), ("land", A1, SEA_BY), {"at": SEA_BY}),
    "only_boats_land": (
        lambda: scene("a1 7,-5", swimmers_may_land=False),
        ("land", A1, at("7,-5")),
        {"explorer": A1},
    ),
    "one_swimmer": (
        lambda: _after(tile("a1 5,0", "a2 6,-1", played=True), ("swim", A1, at("5,0"), at("5,1"))),
        ("swim", A2, at("6,-1"), at("6,-2")),
        {"explorer": A1},
    ),
    "not_swimming": (
        lambda: tile("a1 5,0", "a2 4,-1", played=True),
        ("swim", A2, HERE, SEA_BY),
        {"explorer": A2},
    ),
    "one_boat": (
        lambda: _after(
            tile("a1 boat 5,-1", "a2 boat 5,1", boats=["5,-1", "5,1"], back=WIND, played=True),
            ("boat", SEA_BY, at("6,-1")),
        ),
        ("boat", at("5,1"), at("4,2")),
        {"at": at("6,-1")},
    ),
    "empty_boat": (
        lambda: tile("a1 boat 5,-1", boats=["5,-1", "5,1"], back=WIND, played=True),
        ("boat", at("5,1"), at("4,2")),
        {"at": at("5,1")},
    ),
    "not_your_boat": (
        lambda: scene("a1 4,-1", "b1 boat 5,-1", boats=["5,-1"]),
        ("boat", SEA_BY, at("6,-1")),
        {"at": SEA_BY, "seats": [1]},
    ),
    "other_tiles_first": (
        lambda: scene(step="sink", land={"4,-1": BEACH, "3,-1": FOREST}),
        ("sink", at("3,-1")),
        {"at": at("3,-1"), "terrain": FOREST, "first": BEACH},
    ),
    "landlocked": (lambda: scene(step="sink"), ("sink", at("2,-2")), {"at": at("2,-2"), "terrain": FOREST}),
    "other_back": (lambda: lifted(NEW_SHARK), ("show", NEW_WHALE), {"back": NEW_WHALE}),
    "red_is_kept": (lambda: lifted(DOLPHIN), ("show", NEW_WHALE), {}),
    "green_is_shown": (lambda: lifted(NEW_SHARK), ("keep",), {"back": NEW_SHARK}),
    "other_creature": (
        lambda: rolled(SHARK, sharks=["6,-1"], whales=["6,-2"]),
        ("creature", WHALE, at("6,-2"), at("6,-3")),
        {"creature": WHALE, "named": SHARK},
    ),
    "no_creature": (
        lambda: rolled(SHARK, sharks=["6,-1"]),
        ("creature", SHARK, at("6,-2"), at("6,-3")),
        {"creature": SHARK, "at": at("6,-2")},
    ),
    "same_hex": (
        lambda: rolled(SHARK, sharks=["6,-1"]),
        ("creature", SHARK, at("6,-1"), at("6,-1")),
        {"creature": SHARK},
    ),
    "not_vacant": (
        lambda: tile("b1 5,0", sharks=["6,-1"], back=SEND_SHARK, played=True),
        ("creature", SHARK, at("6,-1"), at("5,0")),
        {"at": at("5,0")},
    ),
    "strikes_before": (
        lambda: rolled(SHARK, "b1 5,0", sharks=["6,-1"]),
        ("creature", SHARK, at("6,-1"), at("5,1")),
        {"creature": SHARK, "at": at("6,-1"), "to": at("5,1")},
    ),
    "too_far": (
        lambda: rolled(SERPENT, serpents=["7,-4"]),
        ("creature", SERPENT, at("7,-4"), at("5,-3")),
        {"creature": SERPENT, "reach": 1},
    ),
}


def _after(made: Scene, *moves: Any) -> Scene:
    made.do(*moves)
    return made


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason(reason):
    made, move, params = REASONS[reason]
    found = made().why(*move)
    assert found.id == reason
    assert dict(found.params) == params


def test_there_is_no_other_reason():
    """Whatever explain.py can say stands in the table above."""
    assert reasons_of("survive/explain.py") | OF_EVERY_GAME == {*REASONS, "game_over", "chance_first"}
