"""Bots for Survive!: whole worlds out of views, chances that go the right way, and players who do not swim to sharks.

That they see nothing hidden is tested with twins: games with the same play in public and other faces under it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from core.bots import CHANCE, LEVELS, levels, make_bot
from core.chance import SeededDealer, Stream
from core.game import Move
from core.hidden import SEALED
from core.survive import GAME
from core.survive.components import (
    BACK_COUNTS,
    BEACH,
    DOLPHIN,
    FOREST,
    GREEN,
    LAND,
    MOUNTAIN,
    NO_SHARK,
    NO_WHALE,
    RED,
    SERPENT,
    SHARK,
    TERRAINS,
    TREASURES,
    WHALE,
)
from core.survive.equivalence import alike
from core.survive.evaluate import evaluate
from core.survive.prospects import CHANCES, NEVER, Chart, prospects, turns_left
from core.survive.rollout import rollout
from core.survive.rules import Survive
from core.survive.sample import sample
from tests.core.survive_positions import Scene, at, rolled, scene, who
from tests.core.test_contract import Case, bytes_of, cases_of, differences, picture, play

FEW = "hard:4"  # iterations enough to have been everywhere
PLAYERS = ("random", "easy", "normal", FEW)
THINKERS = ("easy", "normal", "hard:30")
SURVIVE = cases_of("survive")
# A few ways to begin that have every number of seats and every value of every option between them.
some_cases = pytest.mark.parametrize("case", SURVIVE[::4], ids=str)
LITTLE = {"4,-1": BEACH, "3,-1": FOREST, "3,0": MOUNTAIN}  # land in the east


def prompts(case: Case, seed: int, step: int) -> list[Survive]:
    """Positions of a random game at which there is something to choose, every so many of them."""
    found = [one.before for one in play(case, seed).steps if len(one.before.legal()) > 1]
    return [state for state in found[::step] if isinstance(state, Survive)]


def asked(state: Survive) -> int:
    assert state.prompt is not None
    return state.prompt.seat


def own(position: Scene) -> Survive:
    """The view of whoever is asked."""
    return position.state.view(asked(position.state))


def first(view: Survive) -> Move:
    """What looks best at once."""
    moves = view.legal()
    worth = rollout(view, moves)
    return moves[worth.index(max(worth))]


def test_survive_brings_what_all_levels_need():
    assert levels(GAME) == list(LEVELS)


# --- Worlds


def assert_whole(world: Survive) -> None:
    """All treasures and all backs are somewhere, each once."""
    for row in world.treasures:
        assert sorted(row.faces) == list(TREASURES)
    dealer = world.instant
    assert dealer is not None
    for terrain in LAND:
        lying = [
            dealer.face(TERRAINS[terrain], 0, world.numbers[at])
            for at, kind in enumerate(world.terrain)
            if kind == terrain
        ]
        for back, many in enumerate(BACK_COUNTS[terrain]):
            kept = sum(world.hand_of(seat, terrain).held[back] for seat in range(world.seats))
            lifted = world.lifted.faces.count(back) if world.sunk == terrain else 0
            assert lying.count(back) + kept + lifted + world.used[terrain][back] == many
    for hand in world.hands:
        assert not hand.sealed
        assert not any(hand.held[back] for back in GREEN)


@some_cases
def test_a_world_is_whole_and_looks_like_the_view_it_was_made_of(case):
    stream = Stream("worlds", str(case))
    for state in prompts(case, 3, 17):
        for seat in range(case.seats):
            view = state.view(seat)
            untouched = bytes_of(view)
            world = sample(view, stream)
            assert bytes_of(view) == untouched
            assert_whole(world)
            assert world.legal() == state.legal() or seat != asked(state)
            assert differences(world.view(seat), view) == []


def test_worlds_of_one_view_differ_and_those_of_one_stream_do_not():
    state = prompts(SURVIVE[0], 1, 60)[1]
    view = state.view(asked(state))
    worlds = [bytes_of(sample(view, Stream("w", number))) for number in range(12)]
    assert len(set(worlds)) > 6
    assert worlds == [bytes_of(sample(view, Stream("w", number))) for number in range(12)]


def test_what_others_have_kept_is_red_and_of_its_terrain():
    position = scene("a1 4,-1", seats=2, tiles={1: [(BEACH, DOLPHIN), (MOUNTAIN, NO_WHALE)]})
    seen: dict[int, set[int]] = {BEACH: set(), MOUNTAIN: set()}
    for number in range(60):
        world = sample(position.state.view(0), Stream("kept", number))
        for terrain, backs in seen.items():
            backs |= {back for back, many in enumerate(world.hand_of(1, terrain).held) if many}
    assert seen[MOUNTAIN] == {NO_SHARK, NO_WHALE}
    assert seen[BEACH] == {back for back in RED if BACK_COUNTS[BEACH][back]}


def test_own_tiles_and_treasures_are_as_they_are():
    position = scene("a10 4,-1", "b1 3,0", seats=2, tiles={0: [(BEACH, DOLPHIN)]})
    values = set()
    for number in range(20):
        world = sample(position.state.view(0), Stream("own", number))
        assert world.treasure(who("a10")) == 6
        assert world.hand_of(0, BEACH).held[DOLPHIN] == 1
        values.add(world.treasure(who("b1")))
    assert len(values) > 2


def test_who_may_not_look_any_more_does_not_know_the_own_treasures_either():
    case = Case(GAME, 2, GAME.settle({"owner_remembers": False}))
    state = next(one for one in prompts(case, 2, 1) if one.turns)
    view = state.view(asked(state))
    assert view.treasure(0) == SEALED
    values = {sample(view, Stream("forgotten", number)).treasure(0) for number in range(40)}
    assert len(values) > 3


def test_where_bots_look_ahead_every_piece_of_the_set_up_is_a_turn():
    state = prompts(SURVIVE[0], 1, 1)[0]
    view = state.view(asked(state))
    world = sample(view, Stream("pieces"))
    assert (state.turn, view.turn, world.turn) == (0, 0, 0)
    turns = []
    while not world.turns:
        world.advance(world.legal()[0])
        turns.append(world.turn)
    pieces = len(turns)
    assert turns == [*range(1, pieces), pieces + 1]  # with the last one play begins too
    assert world.view(0).turn == 1


def test_where_bots_look_ahead_a_movement_that_is_over_is_a_turn():
    position = scene("a10 5,-2", "b10 3,-1", seats=2, land=LITTLE)
    world = sample(own(position), Stream("movement"))
    turn = world.turn
    assert turn == position.state.turn
    world.advance(("swim", who("a10"), at("5,-2"), at("6,-3")))
    assert world.turn == turn
    world.advance(("end",))
    assert (world.step, world.turn) == ("sink", turn + 1)


# --- Chances


@some_cases
def test_chances_make_one_whole_and_the_look_leaves_no_trace(case):
    for state in prompts(case, 7, 23):
        view = state.view(asked(state))
        untouched = bytes_of(view)
        assert sum(evaluate(view)) == CHANCE
        moves = view.legal()
        worth = rollout(view, moves)
        assert len(worth) == len(moves)
        assert set(map(type, worth)) == {int}
        assert bytes_of(view) == untouched


def test_a_game_that_is_over_has_been_won():
    state = play(SURVIVE[0], 1).steps[-1].after
    assert isinstance(state, Survive)
    assert state.outcome is not None
    assert [seat for seat, chance in enumerate(evaluate(state)) if chance] == list(state.outcome.winners)


def test_a_longer_way_and_less_time_are_never_better():
    for sooner, later in pairwise(CHANCES):
        assert all(one <= other for one, other in zip(sooner, later, strict=True))
    for table in CHANCES:
        assert all(near >= far for near, far in pairwise(table))
        assert set(table[NEVER:]) == {0}


def saved(*explorers: str, **more: Any) -> int:
    """What the first seat may hope for."""
    return prospects(scene(*explorers, seats=2, **more).state)[0]


def test_nearer_to_safety_is_better():
    assert saved("a10 NE") > saved("a10 boat 7,-4", boats=["7,-4"]) > saved("a10 boat 6,-3", boats=["6,-3"])
    assert saved("a10 7,-4", land={}) > saved("a10 6,-3", land={}) > saved("a10 5,-2", land={})
    assert saved("a10 boat 6,-3", boats=["6,-3"]) > saved("a10 6,-3", land={})
    assert saved("a10 4,-1", boats=["5,-1"]) > saved("a10 4,-1")


def test_the_more_valuable_the_better_unless_all_are_equal():
    assert saved("a10 6,-3", land={}) > saved("a1 6,-3", land={})
    assert saved("a10 6,-3", land={}, all_equal=True) == saved("a1 6,-3", land={}, all_equal=True)


def test_creatures_near_are_a_danger_to_those_they_can_hurt():
    swimmer = saved("a10 6,-3", land=LITTLE)
    assert saved("a10 6,-3", land=LITTLE, sharks=["5,-2"]) < swimmer
    assert saved("a10 6,-3", land=LITTLE, serpents=["5,-2"]) < swimmer
    assert saved("a10 6,-3", land=LITTLE, whales=["5,-2"]) == swimmer
    boat = saved("a10 boat 6,-3", boats=["6,-3"], land=LITTLE)
    assert saved("a10 boat 6,-3", boats=["6,-3"], land=LITTLE, sharks=["5,-2"]) == boat
    assert saved("a10 boat 6,-3", boats=["6,-3"], land=LITTLE, whales=["5,-2"]) < boat
    assert saved("a10 boat 6,-3", boats=["6,-3"], land=LITTLE, serpents=["5,-2"]) < boat


def test_a_serpent_at_a_landing_hex_makes_the_way_longer_for_those_who_have_still_to_come_there():
    """North-east one lands from 7,-5 and 7,-4; nothing reaches 5,-2 from there."""
    for explorer, boats in (("a10 5,-2", []), ("a10 boat 5,-2", ["5,-2"])):
        free = saved(explorer, boats=boats, serpents=["0,0"])
        watched = saved(explorer, boats=boats, serpents=["7,-5"])
        taken = saved(explorer, boats=boats, serpents=["7,-5", "7,-4"])
        assert free > watched > taken > 0


def test_what_swimmers_cannot_pass_may_be_nothing_to_boats():
    """Four steps away nothing reaches them yet."""
    lurking = ["7,-4", "7,-5"]
    assert saved("a10 3,-4", sharks=lurking) < saved("a10 3,-4", whales=lurking)
    boat, boats = "a10 boat 3,-4", ["3,-4"]
    assert saved(boat, boats=boats, whales=lurking) < saved(boat, boats=boats, sharks=lurking)


@pytest.mark.parametrize("level", ["normal", "hard:30"])
def test_nobody_waits_for_ever_beside_a_landing_hex_that_a_serpent_watches(level):
    position = scene("a10 6,-4", "b10 3,-1", seats=2, land=LITTLE, serpents=["7,-5"])
    position.state.points = 1
    for seed in range(5):
        move = make_bot(level, GAME, f"watched {seed}").choose(own(position))
        assert move == ("swim", who("a10"), at("6,-4"), at("7,-4"))


def test_nobody_swims_to_a_boat_who_can_board_it():
    for where in ("5,-2", "5,-1", "6,-3", "2,0", "7,-5"):
        assert saved(f"a10 boat {where}", boats=[where], land={}) >= saved(f"a10 {where}", boats=[where], land={})


def test_a_boat_is_worth_more_to_whoever_controls_it():
    alone = saved("a10 boat 5,-1", boats=["5,-1"], land={})
    led = saved("a10 boat 5,-1", "b1 boat 5,-1", "b2 boat 5,-1", boats=["5,-1"], land={})
    assert led < alone


def test_few_tiles_leave_few_turns():
    assert turns_left(scene("a1 4,-1", seats=2).state) == 20
    assert turns_left(scene("a1 4,-1", seats=4).state) == 10
    assert turns_left(scene("a1 3,0", seats=2, land=LITTLE).state) == 2
    last_one = scene("a1 3,0", seats=2, land=LITTLE, to_the_last_one=True)
    assert turns_left(last_one.state) == 20


def test_the_rows_of_a_chart_never_spill_over_into_the_next_hex():
    """Worst of everything at once: what is near nothing keeps the chance it has in an empty sea."""
    everywhere = [f"{q},{r}" for q in range(-2, 3) for r in range(-2, 3) if -2 <= q + r <= 2]
    crowded = scene("a1 7,-4", seats=4, land={}, serpents=everywhere, sharks=everywhere, whales=everywhere).state
    empty = scene("a1 7,-4", seats=4, land={}).state
    far = at("7,-5")
    for others in range(4):
        assert Chart(crowded).water((), others)[far] == Chart(empty).water((), others)[far]
        assert Chart(crowded).water((), others)[at("0,0")] == 0
        for row, calm in zip(Chart(crowded).aboard(others), Chart(empty).aboard(others), strict=True):
            assert row[far] == calm[far]
            assert row[at("0,0")] == 0


# --- How they play


def to_the_end(bots: list[Any], case: Case, seed: str) -> Survive:
    """A whole game, every move checked."""
    state: Any = case.start()
    state.play_at_once(SeededDealer(seed), events=False)
    while state.outcome is None:
        seat = asked(state)
        view = state.view(seat)
        before = picture(view)
        move = bots[seat].choose(view)
        assert picture(view) == before, "a bot changed what it was given"
        assert move in state.legal()
        state.apply(move)
    assert isinstance(state, Survive)
    return state


@pytest.mark.full  # by default in test_bots.py, with all other games
@pytest.mark.parametrize("case", SURVIVE[::5], ids=str)
def test_no_bot_ever_makes_an_illegal_move(case):
    shift = SURVIVE.index(case)
    names = [("easy", "normal", "random", "hard:1")[(seat + shift) % 4] for seat in range(case.seats)]
    state = to_the_end([make_bot(name, GAME, f"s{seat}") for seat, name in enumerate(names)], case, str(case))
    assert state.outcome is not None


@pytest.mark.parametrize("level", PLAYERS[1:])
def test_a_bot_asked_again_answers_the_same(level):
    """So a game that is taken up later goes on as it would have."""
    views = [state.view(asked(state)) for state in prompts(SURVIVE[1], 6, 21)]
    bot = make_bot(level, GAME, "again")
    found = [bot.choose(view) for view in views]
    assert [bot.choose(view) for view in reversed(views)] == found[::-1]


@pytest.mark.parametrize("level", PLAYERS[1:])
def test_bots_answer_every_kind_of_prompt(level):
    bot = make_bot(level, GAME, "prompts")
    answered = set()
    for case in SURVIVE[:12]:
        for state in prompts(case, 1, 1):
            if state.step not in answered:
                answered.add(state.step)
                assert bot.choose(state.view(asked(state))) in state.legal()
    more = scene("a1 2,0", "a2 2,0", "b1 2,0", "b2 2,0", seats=2, land={}, boats=["2,0"], step="aboard")
    more.state.sinking, more.state.sunk = at("2,0"), FOREST
    assert bot.choose(own(more)) in more.state.legal()
    assert answered >= {"place", "launch", "move", "sink", "die", "tile", "dolphin", "wind", "send", "defend"}


@pytest.mark.parametrize("level", THINKERS)
def test_a_landing_at_hand_is_taken(level):
    position = scene("a10 7,-4", "a1 3,0", "b10 3,-1", seats=2, land=LITTLE)
    position.state.points = 1
    for seed in range(5):
        assert make_bot(level, GAME, f"land {seed}").choose(own(position)) == ("land", who("a10"), at("7,-4"))


@pytest.mark.parametrize("level", THINKERS)
def test_nobody_swims_to_a_shark_while_something_better_can_be_done(level):
    position = scene("a10 5,-2", "a5 3,0", "b10 3,-1", seats=2, land=LITTLE, sharks=["6,-3"])
    deadly = ("swim", who("a10"), at("5,-2"), at("6,-3"))
    assert deadly in position.state.legal()
    for seed in range(5):
        assert make_bot(level, GAME, f"shark {seed}").choose(own(position)) != deadly


@pytest.mark.parametrize("level", THINKERS)
def test_a_full_boat_is_not_sailed_to_a_serpent(level):
    position = scene(
        *("a10 boat 5,-2", "a9 boat 5,-2", "b10 3,-1"), seats=2, land=LITTLE, boats=["5,-2"], serpents=["6,-3"]
    )
    deadly = ("boat", at("5,-2"), at("6,-3"))
    assert deadly in position.state.legal()
    for seed in range(5):
        assert make_bot(level, GAME, f"serpent {seed}").choose(own(position)) != deadly


@pytest.mark.parametrize("level", THINKERS)
def test_a_shark_takes_the_swimmers_of_others(level):
    position = rolled(SHARK, "a1 3,0", "a10 6,-3", "b10 5,1", "b9 5,1", seats=2, sharks=["5,-1"])
    for seed in range(3):
        assert make_bot(level, GAME, f"take {seed}").choose(own(position)) == ("creature", SHARK, at("5,-1"), at("5,1"))


def test_what_looks_best_at_once_is_what_a_person_would_think_of_first():
    whale = rolled(WHALE, "b10 boat 5,0", "b9 boat 5,0", "a1 3,0", seats=2, land=LITTLE, boats=["5,0"], whales=["6,-3"])
    assert first(own(whale)) == ("creature", WHALE, at("6,-3"), at("5,0"))
    sink = scene("a10 4,-1", "b10 3,0", seats=2, land={"4,-1": BEACH, "3,0": BEACH}, step="sink")
    assert first(own(sink)) == ("sink", at("3,0"))
    board = scene("a10 4,-1", "b10 3,0", seats=2, boats=["5,-2"])
    assert first(own(board)) == ("board", who("a10"), at("4,-1"), at("5,-2"))


def test_the_valuable_are_set_up_first_and_near_the_shore():
    state = play(SURVIVE[0], 1).dealt
    assert isinstance(state, Survive)
    kind, explorer, where = first(state.view(0))
    assert kind == "place"
    assert state.treasure(explorer) == 6
    inland = [move for move in state.legal() if move[1] == explorer]
    worth = dict(zip(inland, rollout(state.view(0), inland), strict=True))
    assert worth[kind, explorer, where] > worth["place", explorer, at("1,0")]


def test_a_defence_is_played_when_it_saves_something():
    position = rolled(SHARK, "b10 5,1", "b9 5,1", "a1 3,0", seats=2, sharks=["5,-1"])
    position.state.hand_of(1, FOREST).add(NO_SHARK)
    position.do(("creature", SHARK, at("5,-1"), at("5,1")))
    assert asked(position.state) == 1
    for level in THINKERS:
        assert make_bot(level, GAME, "defend").choose(own(position)) == ("answer", FOREST)


def test_serpents_are_moved_from_ones_own_boats():
    position = rolled(
        SERPENT, "a10 boat 5,0", "a9 boat 5,0", "b1 3,0", seats=2, land=LITTLE, boats=["5,0"], serpents=["5,1"]
    )
    kind, _creature, _from, to = first(own(position))
    assert kind == "creature"
    assert to != at("5,0")
    assert not any(to == beside for beside in (at("5,-1"), at("4,1")))


def test_moves_are_alike_that_nobody_would_tell_apart():
    position = scene("a1 4,-1", "a2 4,-1", "a10 4,-1", seats=2, land=LITTLE)
    view = own(position)
    walks = [("walk", who(name), at("4,-1"), at("3,-1")) for name in ("a1", "a2", "a10")]
    assert alike(view, walks[0]) == alike(view, walks[1]) != alike(view, walks[2])
