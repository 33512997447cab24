"""Positions of Survive! in which the rules have to come out right, from the rulebook and from what we settled."""

from __future__ import annotations

from typing import Any

import pytest

from core.chance import SeededDealer, Stream
from core.survive import GAME
from core.survive.components import (
    BEACH,
    CALM_ROUNDS,
    DOLPHIN,
    FIRST_SAFE,
    FOREST,
    HEXES,
    INLAND,
    ISLAND,
    LAKE,
    LOST,
    MOUNTAIN,
    NEIGHBOURS,
    NEW_BOAT,
    NEW_SHARK,
    NEW_WHALE,
    NO_SHARK,
    NO_WHALE,
    SEND_SHARK,
    SEND_WHALE,
    SERPENT,
    SERPENT_STARTS,
    SHARK,
    VOLCANO,
    WHALE,
    WHIRLPOOL,
    WIND,
)
from core.survive.schema import BY_CALM, BY_LAST_ONE, BY_LAST_TILE, BY_VOLCANO
from tests.core.survive_positions import Scene, at, rolled, scene, who


def begun(seats: int, seed: str = "set", **options) -> Scene:
    """A game just dealt."""
    state: Any = GAME.new(seats, options)
    dealer = SeededDealer(seed)
    state.answer(dealer.answer(state.asks))
    return Scene(state)


# --- S01: the set-up


def test_s01_boats_may_be_put_on_28_hexes():
    made = begun(4)
    state = made.state
    assert sorted(at for at in range(HEXES) if state.creatures[SERPENT][at]) == sorted(SERPENT_STARTS)
    assert sum(kind > 0 for kind in state.terrain) == 40
    for number in range(40):
        made.do(("place", state.seat * 10 + number // 4, ISLAND[number]))
    assert state.step == "launch"
    assert len(state.legal()) == 28
    assert made.no("launch", LAKE) == "serpent_there"
    assert made.no("launch", at("6,-1")) == "not_by_land"


# --- S02 to S11: movement


def test_s02_two_board_and_the_boat_goes():
    made = scene("a1 4,-1", "a2 4,-1", boats=["5,-1"])
    here, boat, out = at("4,-1"), at("5,-1"), at("6,-1")
    made.do(("board", who("a1"), here, boat), ("board", who("a2"), here, boat), ("boat", boat, out))
    assert made.state.points == 0
    assert made.state.boats[out] == 1
    assert made.state.boats[boat] == 0
    assert made.state.crew_at(out) == [who("a1"), who("a2")]
    assert made.no("boat", out, at("6,-2")) == "movement_over"


def test_s03_one_move_in_the_water_a_turn():
    made = scene("a1 4,-1", boats=["5,-1"])
    here, boat = at("4,-1"), at("5,-1")
    assert made.can("board", who("a1"), here, boat)
    made.do(("swim", who("a1"), here, boat))
    assert made.where("a1") == "sea"
    assert made.no("board", who("a1"), boat, boat) == "one_sea_move"
    made.do(("end",))
    again = scene("a1 5,-1", boats=["5,-1"])
    again.do(("board", who("a1"), boat, boat))
    assert again.where("a1") == "boat"
    assert again.state.points == 2


def test_s03_boarding_from_land_is_no_move_in_the_water():
    made = scene("a1 4,-1", boats=["5,-1"])
    here, boat = at("4,-1"), at("5,-1")
    made.do(("board", who("a1"), here, boat))
    assert made.state.points == 2
    assert made.can("swim", who("a1"), boat, boat)


def test_s04_a_boat_fetches_a_swimmer():
    made = scene("a1 5,0", boats=["5,-1"])
    one, two, three = at("5,-1"), at("5,0"), at("5,1")
    made.do(("boat", one, two), ("board", who("a1"), two, two), ("boat", two, three))
    assert made.state.crew_at(three) == [who("a1")]
    assert made.state.points == 0


def test_s05_landing_from_the_boat():
    made = scene("a1 7,-5", "a2 4,-1", boats=["7,-5"])
    here = at("7,-5")
    made.do(("board", who("a1"), here, here), ("land", who("a1"), here))
    assert made.spot("a1") == FIRST_SAFE + 1
    assert made.state.points == 1


@pytest.mark.parametrize("may", [True, False])
def test_s05_swimmers_may_land_if_the_option_says_so(may):
    made = scene("a1 7,-5", "a2 4,-1", boats=["7,-5"], swimmers_may_land=may)
    if may:
        made.do(("land", who("a1"), at("7,-5")))
        assert made.where("a1") == "safe"
        assert made.state.points == 2
    else:
        assert made.no("land", who("a1"), at("7,-5")) == "only_boats_land"


def test_s06_nobody_boards_a_boat_beside_the_hex_he_swims_in():
    made = scene("a1 5,0", boats=["5,-1"])
    assert made.no("board", who("a1"), at("5,0"), at("5,-1")) == "boards_where_it_swims"
    made.do(("swim", who("a1"), at("5,0"), at("5,-1")))
    assert made.no("board", who("a1"), at("5,-1"), at("5,-1")) == "one_sea_move"


def test_s07_who_controls_a_boat():
    boat = at("5,-1")
    assert scene(boats=["5,-1"]).state.controllers(boat) == [0, 1, 2]
    assert scene("b1 boat 5,-1", boats=["5,-1"]).state.controllers(boat) == [1]
    made = scene("a1 boat 5,-1", "b1 boat 5,-1", boats=["5,-1"])
    assert made.state.controllers(boat) == [0, 1]
    assert made.can("boat", boat, at("6,-1"))
    made = scene("a1 boat 5,-1", "b1 boat 5,-1", "b2 boat 5,-1", boats=["5,-1"])
    assert made.state.controllers(boat) == [1]
    assert made.why("boat", boat, at("6,-1")).params == {"at": boat, "seats": [1]}
    assert made.can("swim", who("a1"), boat, boat)  # to leave it, one need not control it


def test_s08_three_seats_one_boat_a_hex_and_room_for_all_on_land():
    made = scene("a1 4,-1", "a2 3,-1", *(f"b{number} boat 5,-1" for number in (1, 2, 3)), boats=["5,-1", "5,-2"])
    assert made.no("board", who("a1"), at("4,-1"), at("5,-1")) == "boat_full"
    assert made.no("boat", at("5,-2"), at("5,-1")) == "boat_there"
    made.do(("walk", who("a2"), at("3,-1"), at("4,-1")))
    crowd = scene("a1 3,-1", *(f"b{number} 4,-1" for number in range(1, 11)))
    assert crowd.can("walk", who("a1"), at("3,-1"), at("4,-1"))


def test_s09_an_occupied_boat_comes_to_a_whale_or_a_serpent():
    here, to = at("5,-1"), at("6,-1")
    made = scene("a1 boat 5,-1", boats=["5,-1"], whales=["6,-1"])
    made.do(("boat", here, to))
    assert made.state.boats[to] == 0
    assert made.where("a1") == "sea"
    made = scene("a1 boat 5,-1", "a2 4,-1", boats=["5,-1"], whales=["6,-1"], sharks=["6,-1"])
    made.do(("boat", here, to))
    assert made.where("a1") == "lost"
    made = scene("a1 boat 5,-1", "a2 4,-1", boats=["5,-1"], serpents=["6,-1"])
    made.do(("boat", here, to))
    assert made.where("a1") == "lost"
    assert made.state.boats[to] == 0
    made = scene("a1 4,-1", boats=["5,-1"], serpents=["6,-1"], whales=["6,-1"])
    made.do(("boat", here, to))
    assert made.state.boats[to] == 1  # nobody was aboard


def test_s09_boarding_beside_a_whale_or_a_serpent_is_an_attack():
    here, to = at("4,-1"), at("5,-1")
    made = scene("a1 4,-1", boats=["5,-1"], whales=["5,-1"])
    made.do(("board", who("a1"), here, to))
    assert made.where("a1") == "sea"
    assert made.state.boats[to] == 0
    made = scene("a1 4,-1", "a2 4,-1", boats=["5,-1"], serpents=["5,-1"])
    made.do(("board", who("a1"), here, to))
    assert made.where("a1") == "lost"
    made = scene("a1 4,-1", boats=["5,-1"], sharks=["5,-1"])
    made.do(("board", who("a1"), here, to))
    assert made.where("a1") == "boat"


@pytest.mark.parametrize(("creature", "end"), [("sharks", "lost"), ("serpents", "lost"), ("whales", "sea")])
def test_s10_a_swimmer_comes_to_a_creature(creature, end):
    made = scene("a1 6,-4", "a2 4,-1", **{creature: ["7,-4"]})
    made.do(("swim", who("a1"), at("6,-4"), at("7,-4")))
    assert made.where("a1") == end


def test_s11_there_is_no_way_back_to_the_island():
    made = scene("a1 5,-1", "a2 boat 5,-1", boats=["5,-1"])
    for name in ("a1", "a2"):
        assert made.no("walk", who(name), at("5,-1"), at("4,-1")) == "no_way_back"
        assert made.no("swim", who(name), at("5,-1"), at("4,-1")) == "no_way_back"


# --- S12 to S18: the island sinks


def two_beaches(*more: str) -> dict[str, int]:
    """The whole island of forest, with these beaches in it."""
    land = {f"{q},{r}": FOREST for q in range(-4, 5) for r in range(-3, 4) if _on_island(q, r)}
    return land | dict.fromkeys(more, BEACH)


def _on_island(q: int, r: int) -> bool:
    try:
        return at(f"{q},{r}") in ISLAND
    except KeyError:
        return False


def test_s12_beaches_by_the_sea_go_first():
    made = scene("a1 4,-1", land=two_beaches("4,-1", "2,-2"), step="sink")
    assert made.state.legal() == [("sink", at("4,-1"))]
    assert made.no("sink", at("2,-2")) == "landlocked"
    assert made.why("sink", at("3,-3")).params == {"at": at("3,-3"), "terrain": FOREST, "first": BEACH}
    assert made.no("sink", LAKE) == "not_land"
    made = scene(land=two_beaches("2,-2"), step="sink")
    assert made.state.legal() == [("sink", at("2,-2"))]
    assert made.no("sink", at("4,-1")) == "other_tiles_first"


def test_s12_what_was_removed_counts_as_sea():
    land = two_beaches("2,-2", "-2,2")
    del land["3,-3"]
    made = scene(land=land, step="sink")
    assert made.state.legal() == [("sink", at("2,-2"))]


def test_s13_the_lake_counts_as_sea():
    made = scene(land=two_beaches("1,0"), step="sink")
    assert made.state.sinkable() == [at("1,0")]
    assert made.can("sink", at("1,0"))
    assert all(beside in ISLAND or beside == LAKE for beside in NEIGHBOURS[at("1,0")])


def test_s14_a_boat_for_more_than_three_swimmers():
    made = scene("a1 4,-1", "a2 4,-1", "b1 4,-1", "c1 4,-1", land=two_beaches("4,-1"), step="sink")
    here = at("4,-1")
    made.sink("4,-1", NEW_BOAT)
    assert made.state.step == "aboard"
    assert made.state.prompt == (0, "aboard")
    assert len(made.state.legal()) == 4
    made.do(("board", who("c1"), here, here), ("board", who("a1"), here, here))
    assert made.no("board", who("c1"), here, here) == "aboard_already"
    made.die.append(WHALE)
    made.do(("board", who("b1"), here, here))
    assert [made.where(name) for name in ("a1", "a2", "b1", "c1")] == ["boat", "sea", "boat", "boat"]
    assert made.state.turns == 2


def test_s14_three_or_fewer_climb_in_by_themselves():
    made = scene("a1 4,-1", "b1 4,-1", "c1 4,-1", land=two_beaches("4,-1"), step="sink")
    made.sink("4,-1", NEW_BOAT, WHALE)
    assert [made.where(name) for name in ("a1", "b1", "c1")] == ["boat", "boat", "boat"]
    assert made.state.turns == 2


def test_s15_a_shark_out_of_a_tile_takes_all_and_nobody_is_asked():
    made = scene("a1 4,-1", "b1 4,-1", land=two_beaches("4,-1"), tiles={1: [(BEACH, NO_SHARK)]}, step="sink")
    events = made.sink("4,-1", NEW_SHARK, WHALE)
    assert made.spot("a1") == made.spot("b1") == LOST
    assert made.state.creatures[SHARK][at("4,-1")] == 1
    assert ("lost", (who("a1"), who("b1")), at("4,-1"), SHARK) in events
    assert made.state.turns == 2


def test_s15_a_whale_out_of_a_tile_harms_nobody():
    made = scene("a1 4,-1", "b1 4,-1", land=two_beaches("4,-1"), step="sink")
    made.sink("4,-1", NEW_WHALE, SHARK)
    assert made.where("a1") == made.where("b1") == "sea"
    assert made.state.creatures[WHALE][at("4,-1")] == 1


def test_s16_a_whirlpool_takes_everything_on_the_water_here_and_around():
    made = scene(
        "a1 4,-1",
        "a2 5,-1",
        "b1 boat 5,-2",
        "b2 3,-1",
        "c1 NE",
        "c2 6,-1",
        boats=["5,-2", "6,-2"],
        serpents=["5,-1"],
        sharks=["4,0"],
        whales=["5,-2", "5,-2", "6,-1"],
        land=two_beaches("4,-1"),
        step="sink",
    )
    # A swimmer beside a serpent could not be there; it is only to be seen that both go.
    events = made.sink("4,-1", WHIRLPOOL, SHARK)
    assert [made.where(name) for name in ("a1", "a2", "b1", "b2", "c1", "c2")] == [
        "lost",
        "lost",
        "lost",
        "land",
        "safe",
        "sea",
    ]
    assert not made.state.boats[at("5,-2")]
    assert made.state.boats[at("6,-2")]
    assert [sum(where) for where in made.state.creatures] == [0, 0, 1]
    assert events.count(("left", WHALE, at("5,-2"))) == 2


def test_s17_the_volcano_ends_the_game_without_a_roll():
    made = scene(
        "a1 NE",
        "a10 4,-1",
        "b7 SW",
        "b1 NW",
        "c4 SE",
        "c10 boat 5,-1",
        boats=["5,-1"],
        land={"4,-1": MOUNTAIN},
        step="sink",
    )
    events = made.sink("4,-1", VOLCANO)
    assert ("ended", BY_VOLCANO) in events
    assert not any(event[0] == "rolled" for event in events)
    assert ("revealed", (who("b1"), who("b7")), (1, 3)) in events
    assert made.state.outcome == ((1, 4, 2), (1,))


def test_s17_the_eruption_takes_all_who_are_not_on_a_safe_island_and_changes_no_score():
    """On a landing hex one is not ashore, neither in a boat nor swimming. C2 and B3 lead to the island of the
    north-west."""
    made = scene(
        *("a1 NW", "a10 boat -2,-5", "a9 -3,-4", "a8 4,-1", "a7 4,0", "b2 NE"),
        boats=["-2,-5"],
        land={"4,-1": MOUNTAIN, "4,0": MOUNTAIN},
        step="sink",
    )
    already = made.state.lost(0)
    made.sink("4,-1", VOLCANO)
    assert made.state.outcome == ((1, 1, 0), (0, 1))
    assert made.state.saved(0) == [who("a1")]
    assert set(made.state.lost(0)) - set(already) == {who("a10"), who("a9"), who("a8"), who("a7")}
    assert len(made.state.saved(0)) + len(made.state.lost(0)) == 10


def test_s17_whoever_is_left_when_the_last_tile_is_gone_is_not_taken():
    made = scene("a1 NW", "a10 -3,-4", land={"4,-1": MOUNTAIN}, step="sink", atlantis_is_gone=True)
    made.do(("sink", at("4,-1")))
    assert made.state.outcome == ((1, 0, 0), (0,))
    assert who("a10") not in made.state.lost(0)


@pytest.mark.parametrize(("tiebreak", "winners"), [("shared", (0, 1)), ("most_saved", (1,))])
def test_s17_equal_sums_share_or_go_to_who_saved_most(tiebreak, winners):
    made = scene("a8 NE", "b1 NE", "b6 SE", land={"4,-1": MOUNTAIN}, step="sink", tiebreak=tiebreak)
    made.sink("4,-1", VOLCANO)
    assert made.state.outcome == ((4, 4, 0), winners)


def test_s17_only_those_with_the_best_sum_are_compared_by_how_many_they_saved():
    third = ("c1 NE", "c2 NE", "c3 SE")  # more explorers than anybody, and fewer points
    made = scene("a8 NE", "b1 NE", "b6 SE", *third, land={"4,-1": MOUNTAIN}, step="sink", tiebreak="most_saved")
    made.sink("4,-1", VOLCANO)
    assert made.state.outcome == ((4, 4, 3), (1,))


def test_s18_a_red_tile_is_kept_and_played_in_a_later_turn():
    made = scene("a1 5,0", land=two_beaches("4,-1"), step="sink", seats=2, colours_each=1)
    made.sink("4,-1", DOLPHIN, WHALE)
    state = made.state
    assert state.hand_of(0, BEACH).held[DOLPHIN] == 1
    assert (state.seat, state.step) == (1, "sink")  # b has nobody to move
    assert state.view(1).hand_of(0, BEACH).faces() == [-1]
    assert made.no("play", BEACH, DOLPHIN) == "no_such_tile"
    made.sink("3,-3", NEW_WHALE, SERPENT)
    assert (state.seat, state.step) == (0, "tile")
    assert made.can("play", BEACH, DOLPHIN)


def test_s18_one_red_tile_a_turn():
    made = scene("a1 5,0", "a2 6,-1", tiles={0: [(BEACH, DOLPHIN), (BEACH, DOLPHIN)]}, step="tile")
    made.do(("play", BEACH, DOLPHIN))
    assert made.no("play", BEACH, DOLPHIN) == "tile_in_play"
    made.do(("swim", who("a1"), at("5,0"), at("5,1")), ("end",))
    assert made.state.step == "move"
    assert made.no("play", BEACH, DOLPHIN) == "tile_comes_first"


# --- S19 to S21: red tiles


def test_s19_a_dolphin_carries_three_steps_and_leaves_the_move_in_the_water():
    made = scene("a1 5,0", "a2 6,-1", tiles={0: [(BEACH, DOLPHIN)]}, step="tile")
    a1 = who("a1")
    made.do(("play", BEACH, DOLPHIN))
    assert made.no("end") == "one_step_at_least"
    made.do(("swim", a1, at("5,0"), at("5,1")))
    assert made.no("swim", who("a2"), at("6,-1"), at("6,-2")) == "one_swimmer"
    made.do(("swim", a1, at("5,1"), at("4,2")), ("swim", a1, at("4,2"), at("4,1")))
    assert (made.state.step, made.state.points) == ("move", 3)
    assert made.can("swim", a1, at("4,1"), at("5,0"))


def test_s19_a_dolphin_does_not_save_from_a_shark():
    made = scene("a1 5,0", "a2 4,-1", sharks=["5,1"], tiles={0: [(BEACH, DOLPHIN)]}, step="tile")
    made.do(("play", BEACH, DOLPHIN), ("swim", who("a1"), at("5,0"), at("5,1")))
    assert made.where("a1") == "lost"
    assert made.state.step == "move"
    assert made.state.tiles_kept(0) == 0
    assert made.state.used[BEACH][DOLPHIN] == 1


def test_s20_the_wind_drives_a_boat_that_one_controls():
    made = scene("a1 boat 5,-1", boats=["5,-1", "5,0"], tiles={0: [(BEACH, WIND)]}, step="tile")
    made.do(("play", BEACH, WIND))
    assert made.no("boat", at("5,-1"), at("5,0")) == "boat_there"
    assert made.no("boat", at("5,0"), at("5,1")) == "empty_boat"
    made.do(("boat", at("5,-1"), at("6,-1")), ("boat", at("6,-1"), at("6,-2")), ("boat", at("6,-2"), at("6,-3")))
    assert (made.state.step, made.state.points) == ("move", 3)
    assert made.state.crew_at(at("6,-3")) == [who("a1")]


def test_s20_the_wind_ends_where_the_boat_is_lost():
    made = scene("a1 boat 5,-1", boats=["5,-1"], whales=["6,-1"], tiles={0: [(BEACH, WIND)]}, step="tile")
    made.do(("play", BEACH, WIND), ("boat", at("5,-1"), at("6,-1")))
    assert made.state.step == "move"
    assert made.where("a1") == "sea"


def test_s20_the_wind_without_a_boat_of_ones_own_cannot_be_played():
    made = scene("a1 4,-1", "b1 boat 5,0", boats=["5,-1", "5,0"], tiles={0: [(BEACH, WIND)]}, step="tile")
    assert made.why("play", BEACH, WIND).id == "tile_without_use"
    assert made.state.legal() == [("end",)]


def test_s21_a_creature_is_sent_to_a_vacant_hex():
    made = scene(
        "a1 4,-1",
        "b1 5,0",
        boats=["5,-1"],
        sharks=["6,-1"],
        whales=["6,-2"],
        tiles={0: [(BEACH, SEND_SHARK), (BEACH, SEND_WHALE)]},
        step="tile",
    )
    made.do(("play", BEACH, SEND_SHARK))
    here = at("6,-1")
    for taken in ("5,-1", "5,0", "6,-2"):
        assert made.no("creature", SHARK, here, at(taken)) == "not_vacant"
    assert made.no("creature", SHARK, here, at("4,-1")) == "not_sea"
    assert made.no("creature", SHARK, here, here) == "same_hex"
    assert made.no("creature", WHALE, at("6,-2"), LAKE) == "other_creature"
    assert made.no("creature", SHARK, LAKE, at("6,-3")) == "no_creature"
    assert len(made.state.legal()) == 93 - 4
    made.do(("creature", SHARK, here, LAKE))
    assert made.state.creatures[SHARK][LAKE] == 1
    assert (made.state.step, made.state.rolled) == ("move", -1)


def test_s21_without_a_shark_the_tile_cannot_be_played():
    made = scene("a1 4,-1", tiles={0: [(BEACH, SEND_SHARK)]}, step="tile")
    assert made.no("play", BEACH, SEND_SHARK) == "tile_without_use"


# --- S22 to S25: the die


def shark_near() -> Scene:
    return rolled(SHARK, "a1 4,-1", "b1 5,0", "c1 5,1", sharks=["6,-1"], tiles={1: [(BEACH, NO_SHARK)]})


def test_s22_a_shark_stops_at_the_first_swimmers():
    made = shark_near()
    here = at("6,-1")
    assert made.no("creature", SHARK, here, at("5,1")) == "strikes_before"
    assert made.can("end")
    made.do(("creature", SHARK, here, at("5,0")))
    assert (made.state.step, made.state.asked) == ("defend", 1)
    assert made.state.creatures[SHARK][here] == 1
    made.do(("answer", 0))
    assert made.where("b1") == "lost"
    assert made.where("c1") == "sea"
    assert made.state.creatures[SHARK][at("5,0")] == 1


def test_s22_the_defence_takes_the_shark_away():
    made = shark_near()
    made.do(("creature", SHARK, at("6,-1"), at("5,0")))
    assert made.no("answer", FOREST) == "no_such_tile"
    events = made.do(("answer", BEACH))
    assert events == [("defended", 1, SHARK, at("5,0"), BEACH)]
    assert made.where("b1") == "sea"
    assert sum(made.state.creatures[SHARK]) == 0
    assert made.state.used[BEACH][NO_SHARK] == 1
    assert (made.state.turns, made.state.seat) == (2, 1)


def test_s23_a_whale_sinks_the_first_boat_with_somebody_aboard():
    made = rolled(
        WHALE,
        "a1 4,-1",
        "b1 boat 5,0",
        "c1 5,0",
        boats=["5,0", "5,-1"],
        whales=["6,-2"],
        tiles={1: [(FOREST, DOLPHIN)]},
    )
    here = at("6,-2")
    assert made.can("creature", WHALE, here, at("5,-1"))  # an empty boat does not stop it
    assert made.no("creature", WHALE, here, at("4,2")) == "too_far"
    made.do(("creature", WHALE, here, at("5,0")))
    assert made.state.asked == 1
    assert made.state.legal() == [("answer", 0)]
    made.do(("answer", 0))
    assert not made.state.boats[at("5,0")]
    assert made.where("b1") == made.where("c1") == "sea"


def test_s23_a_whale_beside_a_shark_or_a_serpent_costs_the_crew():
    for creature in ("sharks", "serpents"):
        made = rolled(WHALE, "b1 boat 5,0", boats=["5,0"], whales=["6,-1"], **{creature: ["5,0"]})
        made.do(("creature", WHALE, at("6,-1"), at("5,0")))
        assert made.where("b1") == "lost"


def test_s23_the_defence_against_a_whale_is_asked_of_those_who_control_the_boat():
    tiles = {seat: [(FOREST, NO_WHALE)] for seat in range(3)}
    made = rolled(WHALE, "b1 boat 5,0", "c1 boat 5,0", boats=["5,0"], whales=["6,-1"], tiles=tiles)
    made.do(("creature", WHALE, at("6,-1"), at("5,0")))
    assert made.state.asked == 1
    made.do(("answer", 0))
    assert made.state.asked == 2
    made.do(("answer", FOREST))
    assert made.where("b1") == made.where("c1") == "boat"
    assert sum(made.state.creatures[WHALE]) == 0
    made = rolled(WHALE, "b1 boat 5,0", "c1 boat 5,0", "c2 boat 5,0", boats=["5,0"], whales=["6,-1"], tiles=tiles)
    made.do(("creature", WHALE, at("6,-1"), at("5,0")))
    assert made.state.threatened(WHALE, at("5,0")) == [2]


def test_s24_a_serpent_takes_the_boat_and_all_who_are_there():
    tiles = {1: [(FOREST, NO_SHARK), (FOREST, NO_WHALE)]}
    made = rolled(SERPENT, "a1 boat 6,-4", "b1 boat 6,-4", "c1 6,-4", boats=["6,-4"], serpents=["7,-4"], tiles=tiles)
    made.do(("creature", SERPENT, at("7,-4"), at("6,-4")))
    assert [made.where(name) for name in ("a1", "b1", "c1")] == ["lost"] * 3
    assert not made.state.boats[at("6,-4")]
    assert made.state.turns == 2


def test_s24_a_serpent_leaves_an_empty_boat():
    made = rolled(SERPENT, "c1 6,-4", "a1 4,-1", boats=["6,-4"], serpents=["7,-4"])
    made.do(("creature", SERPENT, at("7,-4"), at("6,-4")))
    assert made.state.boats[at("6,-4")]
    assert made.where("c1") == "lost"


def test_s25_without_such_a_creature_the_turn_is_over():
    made = scene("a1 4,-1", "b1 4,-1", sharks=["6,-1"], land=two_beaches("3,-3"), step="sink")
    events = made.sink("3,-3", NEW_SHARK, WHALE)
    assert events[-1] == ("rolled", WHALE)
    assert (made.state.seat, made.state.step) == (1, "move")


@pytest.mark.parametrize("must", [True, False])
def test_s26_whether_a_creature_must_move(must):
    for creature, name in ((SERPENT, "serpents"), (WHALE, "whales"), (SHARK, "sharks")):
        made = rolled(creature, "a1 4,-1", creature_move_mandatory=must, **{name: ["6,-1"]})
        if must and creature != SHARK:
            assert made.no("end") == "creature_must_move"
        else:
            assert made.do(("end",))[0] == ("stayed", creature)


# --- S27 to S32: whole games


def finished(seats: int, seed: int, **options):
    state: Any = GAME.new(seats, options)
    state.play_at_once(SeededDealer(f"whole {seed}"))
    choose = Stream("whole", seed, seats)
    while state.outcome is None:
        moves = state.legal()
        state.apply(moves[choose.below(len(moves))])
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s27_a_game_lasts_33_to_40_turns_and_challenge_four_just_40(seats):
    lengths = [finished(seats, seed) for seed in range(6)]
    assert all(33 <= state.turns <= 40 for state in lengths)
    assert all(("ended", BY_VOLCANO) in state.events for state in lengths)
    for seed in range(4):
        state = finished(seats, seed, atlantis_is_gone=True)
        assert state.turns == 40
        assert not any(state.terrain)
        assert ("ended", BY_LAST_TILE) in state.events
        whirled = [event for event in state.events if event[0] == "whirled"]
        volcano = [event for event in state.events if event[0] == "shown" and event[3] == VOLCANO]
        if volcano:
            assert ("whirled", volcano[0][1]) in whirled


def test_s28_overboard_beside_a_shark():
    made = scene("a1 boat 5,-1", "a2 4,-1", boats=["5,-1"], sharks=["5,-1"])
    assert made.where("a1") == "boat"
    made.do(("swim", who("a1"), at("5,-1"), at("5,-1")))
    assert made.where("a1") == "lost"


def test_s30_overpopulation_puts_two_on_the_twelve_inland_tiles():
    made = begun(4, overpopulation=True)
    for hexagon in ISLAND:
        made = begun(4, overpopulation=True)
        made.do(("place", 0, hexagon))
        assert made.can("place", 10, hexagon) == (hexagon in INLAND)
        if hexagon in INLAND:
            made.do(("place", 10, hexagon))
        assert made.no("place", made.state.seat * 10 + 5, hexagon) == "tile_full"
    made = begun(4)
    made.do(("place", 0, INLAND[0]))
    assert made.no("place", 10, INLAND[0]) == "tile_taken"


def test_s31_two_colours_of_one_player_count_together():
    made = scene("a1 boat 5,-1", "c1 boat 5,-1", "b1 boat 5,-1", boats=["5,-1"], seats=2)
    assert made.state.controllers(at("5,-1")) == [0]
    assert made.state.explorers_of(0) == [*range(10), *range(20, 30)]
    made = scene("a10 NE", "c10 SE", "b10 NE", land={"4,-1": MOUNTAIN}, step="sink", seats=2)
    made.sink("4,-1", VOLCANO)
    assert made.state.outcome == ((12, 6), (0,))


@pytest.mark.parametrize(("per", "each", "boats"), [("player", 2, 2), ("colour", 2, 4), ("colour", 1, 2)])
def test_s31_boats_of_two_players(per, each, boats):
    made = begun(2, boats_per=per, colours_each=each)
    assert made.state.boats_left == [boats, boats]
    assert len(made.state.spots) == 20 * each
    assert begun(3, boats_per=per, colours_each=each).state.boats_left == [2, 2, 2]


def test_s32_twelve_calm_rounds_without_land_end_the_game():
    made = scene("a1 5,-1", "b1 SE", land={}, to_the_last_one=True)
    state = made.state
    made.die = [WHALE] * 100  # there is none
    for number in range(CALM_ROUNDS):
        assert (state.turns, state.seat, state.step) == (3 * number + 1, 0, "move")
        events = made.do(("end",))
    assert ("ended", BY_CALM) in events
    assert state.turns == CALM_ROUNDS * 3
    assert state.outcome == ((0, 1, 0), (1,))


def test_s32_a_landing_in_the_last_calm_round_begins_the_count_anew():
    made = scene("a1 7,-5", "b1 5,-1", "c1 SE", land={}, to_the_last_one=True)
    state = made.state
    made.die = [WHALE] * 100
    for _round in range(CALM_ROUNDS - 1):
        for _seat in ("a", "b"):  # c has nobody left to move and is not asked
            made.do(("end",))
    assert state.calm == (CALM_ROUNDS - 1) * 3
    made.do(("land", who("a1"), at("7,-5")))
    for _round in range(CALM_ROUNDS - 1):
        assert state.outcome is None
        made.do(("end",))
    assert state.outcome is None
    events = made.do(("end",))
    assert ("ended", BY_CALM) in events
    assert state.outcome == ((1, 0, 1), (0, 2))
    assert who("b1") in state.lost(1)


def test_s32_to_the_last_one_ends_with_the_last_explorer():
    made = scene("a1 7,-5", "b1 SE", land={"4,-1": FOREST}, to_the_last_one=True)
    events = made.do(("land", who("a1"), at("7,-5")))
    assert ("ended", BY_LAST_ONE) in events
    assert made.state.outcome == ((1, 1, 0), (0, 1))
    made = scene("a1 6,-4", land={"4,-1": FOREST}, to_the_last_one=True, sharks=["7,-4"])
    assert ("ended", BY_LAST_ONE) in made.do(("swim", who("a1"), at("6,-4"), at("7,-4")))


@pytest.mark.parametrize("challenge", ["to_the_last_one", "atlantis_is_gone"])
def test_the_volcano_is_a_whirlpool_in_these_challenges(challenge):
    made = scene(
        "a1 4,-1", "a2 4,0", "b1 3,-1", land={"4,-1": MOUNTAIN, "3,-1": MOUNTAIN}, step="sink", **{challenge: True}
    )
    events = made.sink("4,-1", VOLCANO)
    assert ("whirled", at("4,-1")) in events
    assert made.where("a1") == made.where("a2") == "lost"
    assert made.where("b1") == "land"


def test_all_equal_counts_explorers_and_shows_no_treasure():
    made = scene("a10 NE", "b1 NE", "b2 SE", land={"4,-1": MOUNTAIN}, step="sink", all_equal=True)
    events = made.sink("4,-1", VOLCANO)
    assert made.state.outcome == ((1, 2, 0), (1,))
    assert not any(event[0] == "revealed" for event in events)
