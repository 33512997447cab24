"""Hints of Survive!: what a move is good for, and that it is true. They know what the asked seat knows."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import pytest

from atlantis_tui.games.survive.text.advice import ADVICE, AGAINST, OF_YOURS
from atlantis_tui.games.survive.text.highlights import MARKS
from core.advice import advise, can_advise
from core.bots import CHANCE
from core.chance import Stream
from core.game import Move, Reason
from core.log import MemoryLog
from core.review import review
from core.survive import GAME
from core.survive.advice import UNKNOWN, leaves, reasons, threat
from core.survive.components import BEACH, FIRST_SAFE, FOREST, LOST, MOUNTAIN, NEW_BOAT, NO_SHARK, SERPENT, SHARK, WHALE
from core.survive.equivalence import movement
from core.survive.highlights import marks
from core.survive.rules import Survive
from core.table import Table, header
from tests.core.survive_positions import Scene, at, rolled, scene, who

LITTLE = {"4,-1": BEACH, "3,-1": FOREST, "3,0": MOUNTAIN}  # land in the east


def new(seats: int = 2, seed: str = "advice", **options: Any) -> Table:
    return Table(MemoryLog(header(GAME, ["you"] * seats, options, seed)))


def at_random(table: Table, moves: int, seed: str = "play") -> None:
    chance = Stream(seed, table.seed)
    for _ in range(moves):
        prompt = table.state.prompt
        if prompt is None:
            return
        legal = table.state.legal()
        table.play(prompt.seat, legal[chance.below(len(legal))])


def view_of(table: Table) -> Survive:
    assert table.state.prompt is not None
    return cast(Survive, table.view(table.state.prompt.seat))


@cache
def positions(games: int = 3, every: int = 23) -> list[Survive]:
    """Own views out of whole games by chance, of all numbers of seats."""
    found = []
    for number in range(games):
        table = new(2 + number % 3, f"game {number}", owner_remembers=not number % 2)
        while not table.over:
            if len(table.steps) % every == number:
                found.append(view_of(table))
            at_random(table, 1, f"{number} {len(table.steps)}")
    return found


def told(position: Scene, *moves: Move) -> dict[str, dict[str, Any]]:
    prompt = position.state.prompt
    assert prompt is not None
    return {one.id: dict(one.params) for one in reasons(position.state.view(prompt.seat), moves)}


# What is advised


@pytest.mark.parametrize("number", range(0, 36, 4))
def test_all_that_is_advised_can_be_played(number):
    view = positions()[number]
    found = advise(GAME, view, "legal", iterations=10)
    assert 1 <= len(found) <= 3
    for hint in found:
        assert 0 <= hint.chance <= CHANCE
        ahead = view.copy()
        for move in hint.moves:
            assert not ahead.asks
            ahead.apply(move)
        for reason in hint.reasons:
            assert reason.id in ADVICE


def test_the_same_question_has_the_same_answer():
    view = positions()[5]
    untouched = view.digest()
    first = advise(GAME, view, "same", iterations=12)
    assert advise(GAME, view, "same", iterations=12) == first
    assert view.digest() == untouched
    assert can_advise(GAME)


def test_a_review_judges_every_turn():
    table = new(2, "review", all_equal=True)
    at_random(table, 52)
    seen = list(review(table, 0, iterations=4))
    assert seen
    assert all(0 <= one.after <= one.before <= CHANCE for one in seen)


# Reasons are true


def test_every_reason_has_words_and_those_against_are_among_them():
    assert set(AGAINST) <= set(ADVICE)
    assert set(OF_YOURS) <= set(ADVICE)
    shown = set()
    for view in positions():
        for move in view.legal():
            for reason in reasons(view, [move]):
                words = ADVICE[reason.id](reason.params)
                assert words
                assert len(words) <= 44, words
                assert "{" not in words
                shown.add(reason.id)
    assert len(shown) > 15
    assert ADVICE["leaves"]({"points": 3, "least_lost": True}) == "loses least: 3 points saved"
    assert ADVICE["leaves"]({"points": 1, "least_lost": False}) == "1 point saved"


def test_what_is_said_of_losses_and_landings_happens():
    """Each single move of many positions, against what it does."""
    for view in positions():
        seat = view.prompt.seat if view.prompt is not None else 0
        for move in view.legal()[::3]:
            ahead = view.copy()
            ahead.advance(move)
            said = {reason.id: reason.params for reason in reasons(view, [move])}
            before, after = len(view.saved(seat)), len(ahead.saved(seat))
            assert ("saves" in said) == (after > before)
            if move[0] in ("walk", "swim", "board"):
                assert ("is_lost" in said) == (ahead.spots[move[1]] == LOST)
            if move[0] in ("boat", "board"):
                assert bool({"boat_breaks", "is_lost"} & set(said)) == (not ahead.boats[move[-1]])
            if "in_reach" in said:
                assert said["in_reach"]["steps"] <= 1 + said["in_reach"]["creature"]


def test_who_climbs_into_a_new_boat_gets_a_seat_and_moves_nowhere():
    position = scene(*(f"{name}1 4,-1" for name in "abc"), "a2 4,-1", land=LITTLE, step="sink")
    position.sink("4,-1", NEW_BOAT)
    here = at("4,-1")
    assert set(told(position, ("board", who("a1"), here, here))) == {"gets_seat"}
    assert set(told(position, ("board", who("b1"), here, here))) == {"seats_rival"}


def test_a_treasure_is_named_where_it_is_known():
    position = scene("a10 7,-4", seats=2, land=LITTLE)
    assert told(position, ("land", who("a10"), at("7,-4"))) == {"saves": {"value": 6}}
    for row in position.state.treasures:
        row.seen = [0] * len(row.seen)
    assert told(position, ("land", who("a10"), at("7,-4"))) == {"saves": {"value": UNKNOWN}}


def test_boarding_says_whose_the_boat_becomes():
    position = scene("a10 4,-1", "b1 boat 5,-1", seats=2, land=LITTLE, boats=["5,-1"])
    said = told(position, ("board", who("a10"), at("4,-1"), at("5,-1")))
    assert said["boards"] == {"value": 6}
    assert "keeps_boat" in said
    position = scene("a10 4,-1", "a9 boat 5,-1", "b1 boat 5,-1", seats=2, land=LITTLE, boats=["5,-1"])
    assert "takes_boat" in told(position, ("board", who("a10"), at("4,-1"), at("5,-1")))
    position = scene("a10 4,-1", seats=2, land=LITTLE, boats=["5,-1"])
    assert set(told(position, ("board", who("a10"), at("4,-1"), at("5,-1")))) == {"boards"}


def test_danger_ahead_and_danger_left():
    position = scene("a10 5,-1", seats=2, land=LITTLE, serpents=["6,-3"])
    said = told(position, ("swim", who("a10"), at("5,-1"), at("5,-2")))
    assert said["in_reach"] == {"creature": SERPENT, "steps": 1}
    position = scene("a10 5,-2", seats=2, land=LITTLE, serpents=["6,-3"])
    said = told(position, ("swim", who("a10"), at("5,-2"), at("5,-1")))
    assert said["out_of_reach"] == {"creature": SERPENT, "value": 6}
    position = scene("a10 5,-2", seats=2, land=LITTLE, serpents=["6,-3"])
    assert set(told(position, ("swim", who("a10"), at("5,-2"), at("6,-3")))) == {"is_lost"}


def test_land_between_keeps_a_creature_away():
    wall = {"4,-1": BEACH, "5,-1": BEACH, "5,0": BEACH, "4,1": BEACH, "3,1": BEACH, "3,0": BEACH}
    inside = scene("a10 4,0", seats=2, land=wall, sharks=["3,2"])
    assert threat(inside.state, who("a10"), at("4,0")) is None
    outside = scene("a10 4,0", seats=2, land={}, sharks=["3,2"])
    assert threat(outside.state, who("a10"), at("4,0")) == (SHARK, 2)


def test_creatures_strike_come_near_or_leave():
    position = rolled(SHARK, "b10 5,1", "b9 5,1", "a1 3,0", seats=2, land=LITTLE, sharks=["5,-1"])
    assert told(position, ("creature", SHARK, at("5,-1"), at("5,1")))["takes"] == {"creature": SHARK, "others": 2}
    position = rolled(WHALE, "b10 boat 5,1", "a1 boat 5,1", seats=2, land=LITTLE, boats=["5,1"], whales=["5,-1"])
    said = told(position, ("creature", WHALE, at("5,-1"), at("5,1")))
    assert said["wrecks"] == {"creature": WHALE, "others": 1}
    assert said["strikes_own"] == {"creature": WHALE, "own": 1}
    position = rolled(SERPENT, "a10 boat 5,0", "b1 3,0", seats=2, land=LITTLE, boats=["5,0"], serpents=["4,1"])
    assert told(position, ("creature", SERPENT, at("4,1"), at("3,2")))["goes_away"] == {"creature": SERPENT, "own": 1}
    assert told(position, ("end",)) == {"no_rival_in_reach": {"creature": SERPENT}}


def test_sinking_says_who_gets_wet():
    position = scene("a10 4,-1", "b10 4,-1", "b9 4,-1", seats=2, land=LITTLE, step="sink")
    assert told(position, ("sink", at("4,-1"))) == {"sinks_rivals": {"others": 2}, "sinks_own": {"own": 1}}
    position = scene("b10 3,0", seats=2, land=LITTLE, step="sink")
    assert told(position, ("sink", at("4,-1"))) == {"sinks_nobody": {}}


def test_a_defence_says_whom_it_saves():
    position = rolled(SHARK, "b10 5,1", "b9 5,1", "a1 3,0", seats=2, land=LITTLE, sharks=["5,-1"])
    position.state.hand_of(1, FOREST).add(NO_SHARK)
    position.do(("creature", SHARK, at("5,-1"), at("5,1")))
    assert told(position, ("answer", FOREST)) == {"wards_off": {"creature": SHARK, "own": 2}}
    assert told(position, ("answer", 0)) == {"keeps_defence": {"creature": SHARK}}


def test_an_empty_boat_is_brought_or_taken_away():
    position = scene("a10 4,-1", "b10 3,0", seats=2, land=LITTLE, boats=["6,-3"])
    assert told(position, ("boat", at("6,-3"), at("5,-2"))) == {"fetches": {"value": 6}}
    position = scene("b10 4,-1", "a1 3,0", seats=2, land=LITTLE, boats=["5,-2"])
    assert told(position, ("boat", at("5,-2"), at("6,-3"))) == {"takes_away": {"others": 1}}


def test_at_most_four_reasons_are_given_and_the_best_comes_first():
    position = scene(
        *("a10 7,-4", "a9 5,-2", "a8 6,-2", "b1 3,0"), seats=2, land=LITTLE, sharks=["5,0"], serpents=["5,1"]
    )
    moves: list[Move] = [
        ("swim", who("a9"), at("5,-2"), at("6,-3")),
        ("land", who("a10"), at("7,-4")),
        ("swim", who("a8"), at("6,-2"), at("6,-3")),
    ]
    found = reasons(position.state.view(0), moves)
    assert found[0] == Reason("saves", {"value": 6})
    assert len(found) <= 4
    assert leaves(position.state.view(0), moves) == 6


def test_the_same_things_in_another_order_are_one_movement():
    position = scene("a10 5,-2", "a9 6,-2", "b1 3,0", seats=2, land=LITTLE)
    one: list[Move] = [("swim", who("a10"), at("5,-2"), at("6,-3")), ("swim", who("a9"), at("6,-2"), at("6,-3"))]
    view = position.state.view(0)
    assert movement(view, one) == movement(view, one[::-1])
    assert movement(view, one) != movement(view, one[:1])


# What a game is remembered for


def test_marks_count_what_happened():
    table = new(3, "marks")
    while not table.over:
        at_random(table, 1, f"m {len(table.steps)}")
    found = marks(table.steps)
    assert set(found) == set(MARKS)
    last = cast(Survive, table.state)
    for seat in range(3):
        mine = [last.spots[explorer] for explorer in last.explorers_of(seat)]
        assert found["most_lost"][seat] == 10 - found["most_saved"][seat]  # the eruption takes all the others
        assert found["most_saved"][seat] == sum(FIRST_SAFE <= spot < FIRST_SAFE + 4 for spot in mine)
        assert found["saved_at_once"][seat] <= min(3, found["most_saved"][seat])
    assert sum(found["taken_from_others"]) <= sum(found["most_lost"])
    for name, (title, value) in MARKS.items():
        assert title(), name
        assert value(2)
