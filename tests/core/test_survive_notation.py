"""How moves of Survive! are written and typed."""

from __future__ import annotations

from functools import cache
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
    SERPENT,
    SHARK,
    WIND,
    axial,
    hex_text,
)
from core.survive.components import NEW_BOAT as BOAT
from core.survive.meaning import mistaken_name
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
        (("answer", BEACH), "defend beach"),
        (("answer", 0), "no"),
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


def test_n_means_no_more_as_the_key_does():
    made = scene("a1 4,-1")
    assert typed(made, "n sink S6") == typed(made, "end sink S6") == [("end",), ("sink", at("4,-1"))]
    assert refused(made, "no").reason.id == "not_attacked", "the whole word is an answer to a defence"


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


def test_a_value_in_front_is_that_explorer_wherever_it_is():
    made = scene("a1 4,-1", "a10 3,-1", "b10 4,-1")
    assert typed(made, "6 S6") == typed(made, "move explorer 6 to S6") == [("walk", who("a10"), at("3,-1"), at("4,-1"))]
    assert typed(made, "1 swim U6") == typed(made, "1 U6") == [("swim", who("a1"), at("4,-1"), at("5,-1"))]
    assert typed(made, "6 S6 1 Q6") == [*typed(made, "6 S6"), *typed(made, "1 Q6")]
    twice = scene("a1 4,-1", "a2 2,-1")
    error = refused(twice, "1 Q6")
    assert isinstance(error, AmbiguousMove)
    assert error.readings == ["S6.1 Q6", "O6.1 Q6"]
    assert [typed(twice, reading)[0][1] for reading in error.readings] == [who("a1"), who("a2")]


def test_a_move_goes_as_far_as_the_points_allow():
    made = scene("a1 2,-1", boats=["5,-1"])
    one = who("a1")
    through = [("walk", one, at("2,-1"), at("3,-1")), ("walk", one, at("3,-1"), at("4,-1"))]
    assert typed(made, "O6 S6") == through
    assert typed(made, "1 U6") == [*through, ("board", one, at("4,-1"), at("5,-1"))]
    assert typed(made, "O6 swim U6") == [*through, ("swim", one, at("4,-1"), at("5,-1"))]
    assert [move[0] for move in typed(made, "boat U6 T9")] == ["boat"] * 3
    far = refused(made, "O6 W6")
    assert (far.reason.id, dict(far.reason.params)) == (
        "out_of_reach",
        {"at": at("2,-1"), "to": at("6,-1"), "left": 3},
    )
    assert refused(made, "boat U6 G6").reason.id in ("not_sea", "out_of_reach")
    for made_move in typed(made, "1 U6 end sink S6"):
        made.state.apply(made_move)  # all of it can be played
    assert made.state.asks


def test_of_several_explorers_who_can_come_there_the_readings_tell():
    made = scene("a1 2,-1", "a10 2,-1")
    error = refused(made, "O6 S6")
    assert isinstance(error, AmbiguousMove)
    assert error.readings == ["O6.1 S6", "O6.6 S6"]
    for reading in error.readings:
        assert [move[0] for move in typed(made, reading)] == ["walk", "walk"]


def test_a_boat_may_be_meant_where_nobody_aboard_could_go():
    made = scene("a1 boat 5,-1", boats=["5,-1"])
    assert typed(made, "U6 W6") == typed(made, "boat U6 W6") == [("boat", at("5,-1"), at("6,-1"))]
    assert refused(made, "U6.1 W6").reason.id == "overboard_first"
    empty = scene("a1 4,-1", boats=["5,-1"])
    assert typed(empty, "U6 W6") == [("boat", at("5,-1"), at("6,-1"))]
    swimmer = scene("a1 5,-1", boats=["5,-1"])
    swimmer.do(("swim", who("a1"), at("5,-1"), at("6,-2")))
    swimmer.do(("boat", at("5,-1"), at("6,-2")))
    assert refused(swimmer, "V5 T5").reason.id == "one_sea_move", "who swims does not mean the boat"


def test_a_safe_island_has_a_name():
    made = scene("a1 7,-5")
    one = who("a1")
    landing = [("land", one, at("7,-5"))]
    for line in ("U2 NE", "u2 isle ne", "U2 isle", "1 NE", "1 isle NE", "1 to isle"):
        assert typed(made, line) == landing
    wrong = refused(made, "U2 NW")
    assert (wrong.reason.id, dict(wrong.reason.params)) == ("isle_out_of_reach", {"isle": 0, "at": at("7,-5")})
    aboard = scene("a1 boat 6,-4", boats=["6,-4", "7,-5"])
    assert [move[0] for move in typed(aboard, "1 NE")] == ["board", "land"]


def test_islands_do_not_get_in_the_way_of_words_cut_short():
    made = scene("a1 4,-1", boats=["5,-2"])
    assert typed(made, "S6 sw T5") == [("swim", who("a1"), at("4,-1"), at("5,-2"))]
    die = rolled(SERPENT, serpents=["7,-4"])
    assert [move[0] for move in typed(die, "se V3 U4")] == ["creature"]


def test_while_a_creature_is_to_be_moved_hexes_mean_it():
    die = rolled(SERPENT, serpents=["7,-4"])
    assert typed(die, "V3 U4") == typed(die, "serpent V3 U4")
    assert refused(die, "shark V3").reason.id == "other_creature"
    assert refused(die, "place V3.1").reason.id == "set_up_already"


@pytest.mark.parametrize(
    "line", ["T7 U6", "V7 W8", "place K8.1", "1 W6", "sink K8", "shark W6 V7", "end", "boat V7 W6"]
)
def test_who_answers_a_defence_with_a_move_is_told_what_is_asked(line):
    made = rolled(SHARK, "b1 5,0", sharks=["6,-1"], tiles={1: [(FOREST, DOLPHIN)]})
    made.do(("creature", SHARK, at("6,-1"), at("5,0")))
    assert refused(made, line).reason == ("defend_or_not", {"creature": SHARK, "at": at("5,0")})
    assert refused(made, "defend").reason == ("no_such_back", {"back": NO_SHARK})


@pytest.mark.parametrize("line", ["sink S6", "S6 Q6", "1 Q6", "boat U6 W6", "launch U6", "shark S6 U6", "H7 F7"])
def test_in_the_first_step_nobody_is_told_to_move(line):
    """A tile may be played, and movement and sinking come after that."""
    made = scene("a1 4,-1", "a2 5,0", boats=["5,-1"], tiles={0: [(BEACH, DOLPHIN)]}, step="tile")
    reason = refused(made, line).reason
    if line.startswith("shark"):
        assert reason == ("no_such_back", {"back": SEND_SHARK})
    elif line.startswith("launch"):
        assert reason == ("set_up_already", {"step": "tile"})
    else:
        assert (reason.id, reason.params["step"]) == ("not_now", "tile")


def test_whoever_has_no_such_tile_is_not_told_when_to_play_it():
    made = scene("a1 4,-1", tiles={0: [(BEACH, DOLPHIN), (BEACH, NO_SHARK)]})
    assert refused(made, "wind").reason == ("no_such_back", {"back": WIND})
    assert refused(made, "play forest wind").reason == ("no_such_tile", {"terrain": FOREST, "back": WIND})
    assert refused(made, "dolphin").reason.id == "tile_comes_first"


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
    assert refused(made, "wind").reason.id == "no_such_back"


def test_a_defence_needs_no_terrain_where_there_is_one():
    made = rolled(SHARK, "b1 5,0", sharks=["6,-1"], tiles={1: [(FOREST, NO_SHARK)]})
    made.do(("creature", SHARK, at("6,-1"), at("5,0")))
    assert typed(made, "d") == [("answer", FOREST)]
    assert typed(made, "n") == [("answer", 0)]


def test_setting_up_by_hex_and_value():
    made = scene("b1 4,-1", step="place")
    made.state.spots[:10] = bytes([137]) * 10
    made.state.turns = 0
    assert typed(made, "Q6.6") == [("place", who("a10"), at("3,-1"))]
    assert typed(made, "place Q6.a10") == [("place", who("a10"), at("3,-1"))]
    assert typed(made, "6 Q6") == typed(made, "place 6 Q6") == [("place", who("a10"), at("3,-1"))]
    assert typed(made, "put 6 on Q6") == typed(made, "place 6 on Q6") == [("place", who("a10"), at("3,-1"))]
    assert refused(made, "S6.6").reason.id == "tile_taken"
    two = {"first": hexagon("A6"), "to": at("3,-1"), "value": 6}
    assert refused(made, "a6 Q6").reason == ("one_tile_each", two), "A6 is a hex, and no explorer"
    assert isinstance(refused(made, "Q6"), AmbiguousMove)
    made.state.spots[9] = at("2,-1")
    assert refused(made, "6 Q6").reason == ("nobody_left", {"value": 6})
    boats = scene(step="launch")
    assert typed(boats, "boat U6") == typed(boats, "U6") == typed(boats, "launch u6") == [("launch", at("5,-1"))]


def test_a_name_with_a_number_is_no_value_and_a_person_who_types_one_is_asked():
    """Logs and bots write such names, which are read to the letter."""
    made = scene("b1 4,-1", step="place")
    made.state.spots[:10] = bytes([137]) * 10
    made.state.turns = 0
    value = made.state.treasure(who("a6"))
    assert value != 6
    assert typed(made, "place Q6.a6") == [("place", who("a6"), at("3,-1"))]
    for line in ("place Q6.a6", "Q6.a6"):
        params = {"name": "a6", "number": 6, "value": value, "at": at("3,-1")}
        assert mistaken_name(made.state, line) == ("number_is_no_value", params)
    two = {"first": hexagon("A6"), "to": at("3,-1"), "value": 6}
    assert mistaken_name(made.state, "put a6 on Q6") == ("one_tile_each", two)
    for line in ("Q6.6", "6 Q6", "place Q6.a10", "put 6 on Q6", "Q6.a7", f"Q6.{value}", "place Q6.6 P7.5"):
        assert mistaken_name(made.state, line) is None, line
    twins = scene("a1 4,-1", "a2 4,-1", boats=["5,-1"])
    assert [twins.state.treasure(who(name)) for name in ("a1", "a2")] == [1, 1]
    assert mistaken_name(twins.state, "S6.a2 U6") is None, "they may have to be told apart"


def test_a_tile_is_sunk_by_its_hex_alone():
    made = scene("a1 4,-1", step="sink")
    assert typed(made, "S6") == typed(made, "sink S6") == typed(made, "sinkS6") == [("sink", at("4,-1"))]
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
        ("S6 G6", "out_of_reach"),
        ("boat U6 G6", "no_boat"),
        ("5", "where_to"),
        ("5 Q6", "nobody_of_value"),
        ("7 Q6", "no_such_explorer_name"),
        ("10 Q6", "no_such_explorer_name"),
        ("1 NW", "isle_out_of_reach"),
        ("S6 NW NE", "unreadable_word"),
        ("NW", "unreadable_word"),
        ("sink S6", "move_first"),
        ("place H7.1", "set_up_already"),
        ("place H7", "set_up_already"),
        ("launch U6", "set_up_already"),
        ("shark", "no_such_back"),
        ("dolphin", "no_such_back"),
        ("shark S6 U6", "not_now"),
        ("defend", "not_attacked"),
        ("no", "not_attacked"),
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


@cache
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
LINES = lines([*WORDS, *ALSO, *LETTERS, "R7", "t7", "R7.b3", "L7.6", ".", "place R7", "boat T7 V7"], 14)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(line=LINES, number=st.integers(0, 3 * (len(STEPS) + 2) - 1))
@example(line="end end end", number=0)
@example(line="R7..3 T7", number=3)
def test_nothing_that_can_be_typed_breaks_anything(line, number):
    type_in(GAME, moments()[number], line)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(line=LINES)
def test_nothing_that_can_be_written_breaks_anything(line):
    write_down(GAME, line)
