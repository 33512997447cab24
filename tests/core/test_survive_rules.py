"""The rules of Survive! over whole games: what never may be, what adds up, and a second opinion on what is legal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from core.chance import SeededDealer, Stream
from core.game import BadOption
from core.log import MemoryLog
from core.survive import GAME
from core.survive.components import (
    BACK_COUNTS,
    BEACH,
    BOX,
    DOLPHIN,
    FOREST,
    GREEN,
    HEXES,
    LAND,
    LOST,
    MOUNTAIN,
    NEIGHBOURS,
    NEW_BOAT,
    NO_SHARK,
    NO_WHALE,
    SAFE_FROM,
    SERPENT,
    SHARK,
    VOLCANO,
    WHALE,
    WIND,
)
from core.survive.rules import Survive
from core.survive.schema import BY_CALM, BY_LAST_ONE, BY_LAST_TILE, BY_VOLCANO
from core.table import Table, header
from tests.core.survive_positions import at, rolled, scene, who

CHALLENGES: list[dict[str, Any]] = [
    {},
    {"overpopulation": True},
    {"to_the_last_one": True},
    {"all_equal": True, "owner_remembers": False},
    {"atlantis_is_gone": True, "creature_move_mandatory": True},
    {"overpopulation": True, "to_the_last_one": True, "all_equal": True, "swimmers_may_land": False},
    {"overpopulation": True, "all_equal": True, "atlantis_is_gone": True, "tiebreak": "most_saved"},
]


def bold(state: Survive, choose: Stream) -> Any:
    """Chooses a kind of move first, so that rare ones happen often, and lands where it can."""
    moves = state.legal()
    landing = [move for move in moves if move[0] == "land"]
    if landing:
        return landing[choose.below(len(landing))]
    kinds = sorted({move[0] for move in moves})
    kind = kinds[choose.below(len(kinds))]
    some = [move for move in moves if move[0] == kind]
    return some[choose.below(len(some))]


def states(seats: int, options: dict[str, Any], seed: int, events: bool = False) -> Iterator[Survive]:
    """A whole game, as it stands at every prompt and at the end."""
    state: Any = GAME.new(seats, options)
    state.play_at_once(SeededDealer(f"rules {seed}"), events=events)
    choose = Stream("rules", seed, seats)
    while True:
        yield state
        if state.outcome is not None:
            return
        state.advance(bold(state, choose))


# --- Invariants


def assert_sound(state: Survive) -> None:
    serpents, sharks, whales = state.creatures
    swimmers, aboard = [0] * HEXES, [0] * HEXES
    for explorer, spot in enumerate(state.spots):
        if state.aboard[explorer]:
            aboard[spot] += 1  # and nowhere but on a hex
        elif spot < HEXES and not state.terrain[spot]:
            swimmers[spot] += 1
    assert swimmers == list(state.swimming)
    assert aboard == list(state.crew)
    assert max(aboard) <= 3
    assert max(state.boats) <= 1
    for here in range(HEXES):
        if swimmers[here]:
            assert not sharks[here]
            assert not serpents[here]
        if aboard[here]:
            assert state.boats[here]
            assert not whales[here]
            assert not serpents[here]
        if state.terrain[here]:
            assert not state.boats[here] + sharks[here] + whales[here] + serpents[here]
    assert sum(sharks) <= 6
    assert sum(whales) <= 5
    assert sum(serpents) <= 5
    tiles = sum(kind > 0 for kind in state.terrain)
    kept = sum(hand.size for hand in state.hands)
    assert tiles + kept + sum(map(sum, state.used)) + len(state.lifted) + _unseen(state) == 40
    for terrain in LAND:
        for back, many in enumerate(state.used[terrain]):
            held = sum(state.hand_of(seat, terrain).held[back] for seat in range(state.seats))
            assert many + held <= BACK_COUNTS[terrain][back]


def _unseen(state: Survive) -> int:
    """The last tile of Atlantis is gone: nobody looks at its back any more."""
    return int(state.options["atlantis_is_gone"] and not any(state.terrain) and state.outcome is not None)


@pytest.mark.parametrize("options", CHALLENGES, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s29_what_never_may_be(seats, options):
    for number, state in enumerate(states(seats, options, 0)):
        assert number < 10_000
        assert_sound(state)


@pytest.mark.full
@pytest.mark.parametrize("options", CHALLENGES, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s29_what_never_may_be_in_hundreds_of_games(seats, options):
    for seed in (*range(1, 6), *range(100, 140)):
        for state in states(seats, options, seed):
            assert_sound(state)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_game_ends_as_its_challenge_says(seats):
    for options in CHALLENGES:
        for seed in range(3):
            *_, last = states(seats, options, seed, events=True)
            (how,) = [event[1] for event in last.events if event[0] == "ended"]
            if options.get("to_the_last_one"):
                assert how in (BY_LAST_ONE, BY_CALM)
                assert (how == BY_LAST_ONE) == all(spot >= HEXES for spot in last.spots)
            elif options.get("atlantis_is_gone"):
                assert (how, last.turns) == (BY_LAST_TILE, 40)
            else:
                assert how == BY_VOLCANO
                assert 33 <= last.turns <= 40


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_scores_are_the_treasures_of_the_saved(seats):
    for seed in range(6):
        *_, last = states(seats, {}, seed)
        assert last.outcome is not None
        for seat in range(seats):
            mine = [e for e in last.explorers_of(seat) if last.where(e) == "safe"]
            assert last.outcome.scores[seat] == sum(last.treasure(e) for e in mine)
            assert mine == last.saved(seat)
        shown = [e for e in range(len(last.spots)) if last.view(None).treasure(e) >= 0]
        assert shown == [e for e in range(len(last.spots)) if last.where(e) == "safe"]


# --- What is legal, once more and plainly


def plainly_legal(state: Survive) -> set[Any]:
    """Movement, sinking and creatures out of the rulebook, without a thought for speed."""
    if state.step == "move":
        return _movements(state)
    if state.step == "sink":
        lying = [kind for kind in LAND if kind in state.terrain]
        due = [here for here in range(HEXES) if state.terrain[here] == lying[0]]
        wet = [here for here in due if 0 in [state.terrain[beside] for beside in NEIGHBOURS[here]]]
        return {("sink", here) for here in wet or due}
    if state.step == "die":
        found = set()
        for here in range(HEXES):
            if state.creatures[state.rolled][here]:
                found |= {("creature", state.rolled, here, to) for to in _ways(state, here, state.rolled + 1) - {here}}
        must = state.options["creature_move_mandatory"] and state.rolled != SHARK
        return found | (set() if must else {("end",)})
    if state.step == "launch":
        return {
            ("launch", here)
            for here in range(HEXES)
            if not state.terrain[here] and not state.boats[here] and not state.creatures[SERPENT][here]
            if any(state.terrain[beside] for beside in NEIGHBOURS[here])
        }
    raise AssertionError(state.step)


def _ways(state: Survive, here: int, steps: int) -> set[int]:
    """Everywhere that a walk of so many steps can end, tried one by one."""
    found = {here}
    if steps:
        for to in NEIGHBOURS[here]:
            if state.terrain[to]:
                continue
            found.add(to)
            met = state.swimmers_at(to) if state.rolled == SHARK else state.crew_at(to)
            if state.rolled == SERPENT or not met:
                found |= _ways(state, to, steps - 1)
    return found


def _movements(state: Survive) -> set[Any]:
    found: set[Any] = {("end",)}
    for explorer in range(len(state.spots)):
        here, wet = state.spots[explorer], state.swum >> explorer & 1
        if here >= HEXES or state.owner(explorer) != state.seat:
            continue
        place = state.where(explorer)
        for to in NEIGHBOURS[here]:
            free = state.boats[to] and len(state.crew_at(to)) < 3
            if place == "land" and state.terrain[to]:
                found.add(("walk", explorer, here, to))
            if place in ("land", "boat") and free:
                found.add(("board", explorer, here, to))
            if place in ("land", "sea") and not state.terrain[to] and not wet:
                found.add(("swim", explorer, here, to))
        if place == "boat" and not wet:
            found.add(("swim", explorer, here, here))
        if place == "sea" and state.boats[here] and len(state.crew_at(here)) < 3 and not wet:
            found.add(("board", explorer, here, here))
        if here in SAFE_FROM and (place == "boat" or (state.options["swimmers_may_land"] and not wet)):
            found.add(("land", explorer, here))
    for here in range(HEXES):
        if state.boats[here]:
            crew = [state.owner(explorer) for explorer in state.crew_at(here)]
            if not crew or crew.count(state.seat) == max(map(crew.count, crew)):
                found |= {
                    ("boat", here, to) for to in NEIGHBOURS[here] if not state.terrain[to] and not state.boats[to]
                }
    return found


@pytest.mark.parametrize("options", CHALLENGES, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", [20, pytest.param(21, marks=pytest.mark.full)])
def test_legal_moves_are_those_of_the_rulebook(seats, options, seed):
    for state in states(seats, options, seed):
        if state.outcome is None and state.step in ("move", "sink", "die", "launch"):
            legal = state.legal()
            assert set(legal) == plainly_legal(state)
            assert len(legal) == len(set(legal))


# --- Single rules


def test_challenges_two_and_four_are_refused_together():
    with pytest.raises(BadOption) as refused:
        GAME.new(3, {"to_the_last_one": True, "atlantis_is_gone": True})
    assert refused.value.reason.id == "options_together"
    assert refused.value.reason.params["options"] == {"to_the_last_one": "true", "atlantis_is_gone": "true"}
    for allowed in (
        {"to_the_last_one": True},
        {"atlantis_is_gone": "true"},
        {"to_the_last_one": True, "all_equal": True},
    ):
        GAME.new(3, allowed)


def test_who_has_nobody_left_to_move_goes_on_with_sinking():
    made = scene("a1 NE", "b1 4,-1", boats=["5,-1"], land={"4,-1": BEACH, "3,-1": FOREST}, step="die", seat=2)
    made.state.rolled = SHARK
    made.do(("end",))
    assert (made.state.seat, made.state.step) == (0, "sink")


def test_whose_last_explorer_lands_moves_no_more():
    made = scene("a1 7,-5", "b1 4,-1", boats=["5,-1"])
    made.do(("land", who("a1"), at("7,-5")))
    assert made.state.step == "sink"


def test_ending_the_movement_early_loses_the_points():
    made = scene("a1 4,-1")
    made.do(("walk", who("a1"), at("4,-1"), at("3,-1")), ("end",))
    assert (made.state.step, made.state.points) == ("sink", 0)


def test_a_boat_that_comes_to_swimmers_picks_up_nobody():
    made = scene("a1 5,0", "b1 5,0", boats=["5,-1"])
    made.do(("boat", at("5,-1"), at("5,0")))
    assert made.where("a1") == made.where("b1") == "sea"
    assert made.state.crew[at("5,0")] == 0


def test_a_boat_takes_its_crew_along_and_no_swimmer():
    made = scene("a1 boat 5,-1", "b1 boat 5,-1", "c1 5,-1", boats=["5,-1"])
    made.do(("boat", at("5,-1"), at("6,-1")))
    assert made.spot("a1") == made.spot("b1") == at("6,-1")
    assert made.spot("c1") == at("5,-1")


def test_the_move_in_the_water_is_each_explorers_own():
    made = scene("a1 4,-1", "a2 4,-1", "a3 5,0")
    made.do(("swim", who("a1"), at("4,-1"), at("5,-1")), ("swim", who("a2"), at("4,-1"), at("5,-1")))
    assert made.no("swim", who("a1"), at("5,-1"), at("6,-1")) == "one_sea_move"
    assert made.can("swim", who("a3"), at("5,0"), at("5,1"))


def test_landing_from_the_water_is_a_move_in_the_water():
    made = scene("a1 6,-4", "a2 4,-1")
    made.do(("swim", who("a1"), at("6,-4"), at("7,-5")))
    assert made.no("land", who("a1"), at("7,-5")) == "one_sea_move"


def test_climbing_into_a_boat_is_a_move_in_the_water():
    made = scene("a1 5,-1", boats=["5,-1"])
    made.do(("board", who("a1"), at("5,-1"), at("5,-1")))
    assert made.no("swim", who("a1"), at("5,-1"), at("5,-1")) == "one_sea_move"


def test_landing_from_a_boat_is_none_also_for_who_has_just_climbed_in():
    made = scene("a1 7,-5", "a2 4,-1", boats=["7,-5"])
    made.do(("board", who("a1"), at("7,-5"), at("7,-5")))
    assert made.can("land", who("a1"), at("7,-5"))


def test_overboard_and_then_no_more():
    made = scene("a1 boat 7,-5", "a2 4,-1", boats=["7,-5"])
    made.do(("swim", who("a1"), at("7,-5"), at("7,-5")))
    assert made.no("land", who("a1"), at("7,-5")) == "one_sea_move"
    assert made.no("board", who("a1"), at("7,-5"), at("7,-5")) == "one_sea_move"


def test_a_new_turn_brings_new_points_and_a_new_move_in_the_water():
    made = scene("a1 5,0", land={"4,-1": BEACH, "3,-1": BEACH}, seats=2, colours_each=1)
    made.do(("swim", who("a1"), at("5,0"), at("5,1")), ("end",))
    made.sink("4,-1", DOLPHIN, WHALE)
    made.sink("3,-1", NO_SHARK, WHALE)
    assert (made.state.seat, made.state.step) == (0, "tile")
    made.do(("end",))
    assert (made.state.points, made.state.swum) == (3, 0)


def test_the_boat_tile_with_nobody_on_it():
    made = scene("a1 3,-1", land={"4,-1": BEACH, "3,-1": FOREST}, step="sink")
    events = made.sink("4,-1", NEW_BOAT, WHALE)
    assert made.state.boats[at("4,-1")] == 1
    assert not any(event[0] == "climbed_in" for event in events)


def test_the_second_to_be_asked_may_defend():
    tiles = {1: [(BEACH, NO_SHARK)], 2: [(FOREST, NO_SHARK)]}
    made = rolled(SHARK, "b1 5,0", "c1 5,0", sharks=["6,-1"], tiles=tiles)
    made.do(("creature", SHARK, at("6,-1"), at("5,0")), ("answer", 0))
    assert made.state.asked == 2
    made.do(("answer", FOREST))
    assert made.where("b1") == made.where("c1") == "sea"


def test_nobody_defends_in_his_own_turn():
    made = rolled(SHARK, "a1 5,0", "a2 4,-1", sharks=["6,-1"], tiles={0: [(BEACH, NO_SHARK)]})
    made.do(("creature", SHARK, at("6,-1"), at("5,0")))
    assert made.where("a1") == "lost"


def test_only_who_may_have_the_tile_is_asked():
    sharks = {"sharks": ["6,-1"]}
    made = rolled(SHARK, "b1 5,0", **sharks)
    assert made.state.threatened(SHARK, at("5,0")) == []  # no tile at all
    made = rolled(SHARK, "b1 5,0", tiles={1: [(BEACH, DOLPHIN)]}, **sharks)
    assert made.state.threatened(SHARK, at("5,0")) == [1]  # it may be
    made.state.used[BEACH][NO_SHARK] = 1
    assert made.state.threatened(SHARK, at("5,0")) == []  # the one of the beaches is gone
    made = rolled(WHALE, "b1 boat 5,0", boats=["5,0"], whales=["6,-1"], tiles={1: [(BEACH, DOLPHIN)]})
    assert made.state.threatened(WHALE, at("5,0")) == []  # no beach wards off a whale


def test_a_sent_creature_strikes_nobody_and_nobody_is_asked():
    made = scene("a1 4,-1", "b1 5,0", sharks=["6,-1"], tiles={0: [(BEACH, 8)], 1: [(BEACH, NO_SHARK)]}, step="tile")
    made.do(("play", BEACH, 8), ("creature", SHARK, at("6,-1"), at("6,-2")))
    assert made.state.step == "move"


def test_a_tile_need_not_be_played():
    made = scene("a1 5,0", tiles={0: [(BEACH, DOLPHIN)]}, step="tile")
    made.do(("end",))
    assert made.state.step == "move"
    assert made.state.tiles_kept(0) == 1


def test_defence_tiles_and_green_ones_are_not_played_in_step_one():
    made = scene("a1 5,0", tiles={0: [(FOREST, NO_WHALE)]}, step="tile")
    assert made.no("play", FOREST, NO_WHALE) == "only_defends"
    assert made.no("play", FOREST, VOLCANO) == "green_tile"
    assert made.no("play", BEACH, WIND) == "no_such_tile"


def test_an_enclosed_swimmer_has_nowhere_to_go():
    made = scene(
        "a1 2,-2", land={f"{q},{r}": FOREST for q, r in ((1, -2), (3, -2), (2, -3), (3, -3), (1, -1), (2, -1))}
    )
    assert made.state.legal() == [("end",)]
    assert made.state.forced() == ("end",)


def test_take_back_is_free_within_the_movement_and_not_once_a_tile_was_turned():
    table: Any = Table(MemoryLog(header(GAME, ["anna", "boris"], {"colours_each": 1}, "back")))
    choose = Stream("back")
    while table.state.step != "move":
        prompt = table.state.prompt
        moves = table.state.legal()
        table.play(prompt.seat, moves[choose.below(len(moves))])
    assert table.back_target(0, alone=False) is None  # the last boat was put by the other
    before = table.state.digest()
    walk = next(move for move in table.state.legal() if move[0] == "walk")
    table.play(0, walk)
    table.back(0, alone=False)
    assert table.state.digest() == before
    table.play(0, ("end",))
    table.play(0, table.state.legal()[0])
    assert table.back_target(0, alone=False) is None


def test_a_game_through_the_table_asks_for_show_and_keep_by_itself():
    table: Any = Table(MemoryLog(header(GAME, ["anna", "boris", "carla"], {}, "table")))
    choose = Stream("table")
    while not table.over:
        prompt = table.state.prompt
        assert prompt.kind != "back"
        moves = table.state.legal()
        table.play(prompt.seat, moves[choose.below(len(moves))])
    shown = [step for step in table.steps if step.move and step.move[0] in ("show", "keep")]
    assert len(shown) == table.state.turns
    assert all(step.forced for step in shown)
    assert all((step.move[0] == "show") == (step.move[1:] != () and step.move[1] in GREEN) for step in shown)


def test_with_two_colours_the_second_alone_keeps_a_seat_in_play():
    assert scene("c1 5,0", seats=2).state.in_play(0)
    assert not scene("b1 5,0", "d1 5,0", seats=2).state.in_play(0)


def test_explorers_that_nobody_has_are_in_no_game():
    assert len(scene(seats=2, colours_each=1).state.spots) == 20
    assert len(scene(seats=2).state.spots) == 40
    assert len(scene(seats=3).state.spots) == 30
    made = scene("a1 4,-1", seats=3)
    assert made.no("walk", 35, at("4,-1"), at("3,-1")) == "no_such_explorer"
    assert BOX != LOST
    assert MOUNTAIN in LAND
