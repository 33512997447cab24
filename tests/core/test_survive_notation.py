"""How moves of Survive! are written and typed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from core.chance import SeededDealer, Stream
from core.game import AmbiguousMove, GameError, IllegalMove, UnreadableMove
from core.survive import GAME
from core.survive.components import (
    BEACH,
    CELLS,
    DOLPHIN,
    FOREST,
    HEX_AT,
    LETTERS,
    NO_SHARK,
    SEND_SHARK,
    SHARK,
    WIND,
    axial,
    hex_text,
)
from core.survive.components import NEW_BOAT as BOAT
from core.survive.notation import ALSO, WORDS, near
from core.survive.rules import Survive
from tests.core.storms import lines, type_in, write_down
from tests.core.survive_positions import Scene, at, rolled, scene, who
from tests.core.test_survive_rules import bold


def hexagon(name: str) -> int:
    return HEX_AT[LETTERS.index(name[0]), int(name[1:]) - 1]


def typed(made: Scene, line: str):
    moves, rest = GAME.parse(made.state, line)
    return moves if not rest else (moves, rest)


def refused(made: Scene, line: str) -> GameError:
    with pytest.raises(GameError) as error:
        GAME.parse(made.state, line)
    return error.value


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (("place", 12, hexagon("R7")), "place R7.b3"),
        (("launch", hexagon("T7")), "launch T7"),
        (("play", BEACH, WIND), "play beach wind"),
        (("play", FOREST, SEND_SHARK), "play forest shark"),
        (("walk", 39, hexagon("R7"), hexagon("P7")), "R7.d10 P7"),
        (("board", 0, hexagon("R7"), hexagon("T7")), "R7.a1 board T7"),
        (("swim", 0, hexagon("T7"), hexagon("T7")), "T7.a1 swim T7"),
        (("land", 20, hexagon("V3")), "V3.c1 isle"),
        (("boat", hexagon("T7"), hexagon("V7")), "boat T7 V7"),
        (("end",), "end"),
        (("sink", hexagon("K8")), "sink K8"),
        (("show", BOAT), "show boat"),
        (("keep",), "keep"),
        (("creature", SHARK, hexagon("S6"), hexagon("U6")), "shark S6 U6"),
        (("defend", BEACH), "defend beach"),
        (("no",), "no"),
    ],
)
def test_every_move_has_one_full_form(move, text):
    assert GAME.text(move) == text
    assert GAME.read(text) == move
    assert GAME.read(f"  {text.upper()} ") == move


@pytest.mark.parametrize(
    "text", ["", "R7 T7", "place R7", "boat T7", "shark", "play wind", "defend", "end end", "R7 isle"]
)
def test_what_is_no_full_form_is_not_read(text):
    with pytest.raises(UnreadableMove):
        GAME.read(text)


def test_hexes_are_called_by_half_column_and_row():
    assert hexagon("L7") == axial(0, 0)
    assert hexagon("S6") == axial(4, -1)
    assert hex_text(axial(5, -1)) == "U6"


@pytest.mark.parametrize(
    ("name", "nearest"), [("S7", ["R7", "T7"]), ("A1", ["C2", "B3"]), ("W13", ["V11", "U12"]), ("Z7", ["W6", "W8"])]
)
def test_a_hex_that_is_not_there_is_answered_with_the_two_nearest(name, nearest):
    error = refused(scene("a1 4,-1"), f"{name} T7")
    assert isinstance(error, UnreadableMove)
    assert error.reason.id == "no_such_hex"
    assert error.reason.params["text"] == name
    assert error.reason.params["near"] == nearest


def test_the_nearest_hexes_are_never_further_than_any_other():
    for x in range(26):
        for row in range(16):
            one, other = near(x, row)
            far = max((CELLS[at][0] - x) ** 2 + 3 * (CELLS[at][1] - row) ** 2 for at in (one, other))
            nearer = [at for at, (ax, ar) in enumerate(CELLS) if (ax - x) ** 2 + 3 * (ar - row) ** 2 < far]
            assert set(nearer) <= {one, other}


def test_two_hexes_walk_board_or_swim_as_it_can_be():
    made = scene("a1 4,-1", boats=["5,-2"])
    one = who("a1")
    assert typed(made, "s6 q6") == [("walk", one, at("4,-1"), at("3,-1"))]
    assert typed(made, "S6 U6") == [("swim", one, at("4,-1"), at("5,-1"))]
    assert typed(made, "S6 T5") == [("board", one, at("4,-1"), at("5,-2"))]
    assert typed(made, "S6 swim T5") == [("swim", one, at("4,-1"), at("5,-2"))]
    assert typed(made, "S6.1 T5") == [("board", one, at("4,-1"), at("5,-2"))]
    assert typed(made, "S6.a T5") == [("board", one, at("4,-1"), at("5,-2"))]


def test_of_several_explorers_the_value_tells():
    made = scene("a1 4,-1", "a2 4,-1", "a10 4,-1", "b4 4,-1")
    error = refused(made, "S6 Q6")
    assert isinstance(error, AmbiguousMove)
    assert error.readings == ["S6.1 Q6", "S6.6 Q6"]
    for reading in error.readings:
        assert len(typed(made, reading)) == 1
    assert typed(made, "S6.6 Q6") == [("walk", who("a10"), at("4,-1"), at("3,-1"))]
    assert typed(made, "S6.1 Q6") == [("walk", who("a1"), at("4,-1"), at("3,-1"))]  # a2 is worth as much
    assert refused(made, "S6.5 Q6").reason.id == "nobody_there"
    assert refused(made, "S6.b4 Q6").reason.id == "not_yours"


def test_only_those_who_can_are_meant():
    made = scene("a1 7,-5", "a10 boat 7,-5", boats=["7,-5"], swimmers_may_land=False)
    assert typed(made, "U2 isle") == [("land", who("a10"), at("7,-5"))]


def test_a_line_may_hold_a_whole_movement():
    made = scene("a1 4,-1", "a2 4,-1", boats=["5,-1"])
    line = "S6 U6, S6 U6; boat U6 W6"
    assert typed(made, line) == [
        ("board", who("a1"), at("4,-1"), at("5,-1")),
        ("board", who("a2"), at("4,-1"), at("5,-1")),
        ("boat", at("5,-1"), at("6,-1")),
    ]


def test_an_end_behind_the_last_point_is_understood():
    made = scene("a1 4,-1", "b1 4,-1")
    line = "S6 Q6 Q6 S6 S6 Q6 end sink S6"
    moves, rest = GAME.parse(made.state, line)
    assert moves[-1] == ("sink", at("4,-1"))
    assert len(moves) == 4
    assert rest == ""
    moves, rest = GAME.parse(made.state, "S6 Q6 end sink S6 shark S6 U6")
    assert [move[0] for move in moves] == ["walk", "end", "sink"]
    assert rest == "shark s6 u6"  # chance speaks first


def test_tiles_are_played_by_name():
    made = scene("a1 5,0", sharks=["6,-1"], tiles={0: [(BEACH, DOLPHIN), (FOREST, SEND_SHARK)]}, step="tile")
    assert typed(made, "dolphin") == [("play", BEACH, DOLPHIN)]
    assert typed(made, "dol V7 W8") == [("play", BEACH, DOLPHIN), ("swim", who("a1"), at("5,0"), at("5,1"))]
    assert typed(made, "shark") == [("play", FOREST, SEND_SHARK)]
    assert typed(made, "shark W6 L7") == [("play", FOREST, SEND_SHARK), ("creature", SHARK, at("6,-1"), at("0,0"))]
    both = scene("a1 5,0", tiles={0: [(BEACH, DOLPHIN), (FOREST, DOLPHIN)]}, step="tile")
    error = refused(both, "dolphin")
    assert isinstance(error, AmbiguousMove)
    assert error.readings == ["play beach dolphin", "play forest dolphin"]
    assert refused(made, "wind").reason.id == "no_such_tile"


def test_a_defence_needs_no_terrain_where_there_is_one():
    made = rolled(SHARK, "b1 5,0", sharks=["6,-1"], tiles={1: [(FOREST, NO_SHARK)]})
    made.do(("creature", SHARK, at("6,-1"), at("5,0")))
    assert typed(made, "d") == [("defend", FOREST)]
    assert typed(made, "n") == [("no",)]


def test_setting_up_by_hex_and_value():
    made = scene("b1 4,-1", step="place")
    made.state.spots[:10] = bytes([137]) * 10
    made.state.turns = 0
    assert typed(made, "Q6.6") == [("place", who("a10"), at("3,-1"))]
    assert typed(made, "place Q6.a10") == [("place", who("a10"), at("3,-1"))]
    assert refused(made, "S6.6").reason.id == "tile_taken"
    assert isinstance(refused(made, "Q6"), AmbiguousMove)
    boats = scene(step="launch")
    assert typed(boats, "boat U6") == typed(boats, "U6") == typed(boats, "launch u6") == [("launch", at("5,-1"))]


def test_a_tile_is_sunk_by_its_hex_alone():
    made = scene("a1 4,-1", step="sink")
    assert typed(made, "S6") == typed(made, "sink S6") == [("sink", at("4,-1"))]
    assert refused(made, "O6").reason.id == "landlocked"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "nothing_typed"),
        ("fly", "unreadable_word"),
        ("b", "unreadable_word"),
        ("beach", "unreadable_word"),
        ("swim S6", "unreadable_word"),
        ("S6", "where_to"),
        ("sink", "unreadable_verb"),
        ("show", "unreadable_verb"),
        ("S6.x Q6", "no_such_explorer_name"),
        ("S6.a11 Q6", "no_such_explorer_name"),
        ("S6.7 Q6", "no_such_explorer_name"),
        ("U6 W6", "nobody_there"),
        ("S6 M6", "not_beside"),
        ("sink S6", "move_first"),
        ("shark", "where_to"),
    ],
)
def test_what_cannot_be_read_or_done_is_answered(line, reason):
    error = refused(scene("a1 4,-1"), line)
    assert error.reason.id == reason
    assert isinstance(error, UnreadableMove | IllegalMove)


def test_nothing_is_played_once_the_game_is_over_or_chance_is_asked():
    made = scene("a1 4,-1", step="sink")
    made.do(("sink", at("4,-1")))
    assert refused(made, "end").reason.id == "chance_first"


def moments() -> list[Survive]:
    """One of every step of whole games, on the full state and as two seats see it; and when nobody is asked."""
    found: dict[str, Survive] = {}
    for number in range(6):
        state: Any = GAME.new(2 + number % 3, GAME.settle({}))
        dealer, choose = SeededDealer(f"typed {number}"), Stream("typed", number)
        while state.outcome is None:
            found.setdefault("chance" if state.asks else state.step, state.copy())
            while state.asks:
                state.answer(dealer.answer(state.asks))
            if state.outcome is None:
                found.setdefault(state.step, state.copy())
                state.apply(bold(state, choose))
        found.setdefault("over", state)
    assert {"chance", "over", *STEPS} <= found.keys()
    return [state for full in found.values() for state in (full, full.view(0), full.view(1))]


STEPS = ("place", "launch", "tile", "dolphin", "wind", "send", "move", "sink", "back", "die", "defend")
MOMENTS = moments()
LINES = lines([*WORDS, *ALSO, *LETTERS, "R7", "t7", "R7.b3", "L7.6", ".", "place R7", "boat T7 V7"], 14)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(line=LINES, number=st.integers(0, len(MOMENTS) - 1))
@example(line="end end end", number=0)
@example(line="R7..3 T7", number=3)
def test_nothing_that_can_be_typed_breaks_anything(line, number):
    type_in(GAME, MOMENTS[number], line)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(line=LINES)
def test_nothing_that_can_be_written_breaks_anything(line):
    write_down(GAME, line)
