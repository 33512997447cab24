"""How moves are written and typed: what a line means, what may be left out of it, and what is told to nonsense."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from core.atlantis import GAME
from core.atlantis.components import MAINLAND, PLACES, SYMBOLS
from core.atlantis.notation import NAMES, split
from core.atlantis.rules import Atlantis
from core.chance import Stream
from core.game import AmbiguousMove, GameError, Move, UnreadableMove
from tests.core.atlantis_positions import Scene, dealt, scene
from tests.core.storms import lines, type_in, write_down


def parse(game: Scene, line: str) -> tuple[list[Move], str]:
    """What a line means to the seat that is asked, which sees only its own hand."""
    return GAME.parse(game.state.view(game.state.seat), line)


def moves(game: Scene, line: str) -> list[str]:
    found, rest = parse(game, line)
    assert rest == ""
    return [GAME.text(move) for move in found]


def typed(game: Scene, line: str) -> list[str]:
    """Plays a line as a table does: payments without a choice are made at once, and what is left is read from there."""
    played = []
    while line:
        found, line = parse(game, line)
        for move in found:
            game.play(GAME.text(move))
            played.append(GAME.text(move))
            while (only := game.state.forced()) is not None:
                game.play(GAME.text(only))
                played.append(f"({GAME.text(only)})")
    return played


def refused(game: Scene, line: str) -> str:
    with pytest.raises(GameError) as caught:
        parse(game, line)
    return caught.value.reason.id


# --- Written moves


def every_move() -> list[Move]:
    payments = [
        ("pay", tuple(sorted(tiles, reverse=True)), cards)
        for number in range(3)
        for tiles in combinations_with_replacement(range(1, 8), number)
        for size in range(3)
        for cards in combinations_with_replacement(range(7), size)
        if tiles or cards
    ]
    return [
        *(("play", figure, card) for figure in range(3) for card in range(7)),
        *(("on", card) for card in range(7)),
        *(("bridge", at) for at in range(PLACES)),
        *(("buy", value) for value in range(1, 8)),
        ("stuck",),
        ("done",),
        *payments,
        ("pay", (7,) * 20, (0,) * 30 + (6,) * 30),
    ]


def test_every_move_can_be_read_from_what_is_written():
    written = {GAME.text(move) for move in every_move()}
    assert len(written) == len(every_move())
    for move in every_move():
        assert GAME.moves[move[0]].fault(move) is None
        assert GAME.read(GAME.text(move)) == move
        assert GAME.read(f"  {GAME.text(move).lower()} ") == move


@pytest.mark.parametrize(
    ("move", "written"),
    [
        (("play", 1, 0), "2 F"),
        (("on", 3), "on R"),
        (("pay", (5, 4), (0, 0)), "pay 5 4 F F"),
        (("pay", (), (6,)), "pay A"),
        (("bridge", 26), "bridge 26"),
        (("bridge", 0), "bridge 0"),
        (("buy", 5), "buy 5"),
        (("stuck",), "stuck"),
        (("done",), "done"),
    ],
)
def test_moves_are_written_so(move, written):
    assert GAME.text(move) == written


@pytest.mark.parametrize(
    "line", ["", " ", "1", "F", "FF", "1 FF", "on", "on FF", "pay", "bridge", "buy", "1 F 2 F", "x"]
)
def test_what_is_not_one_whole_move_cannot_be_read(line):
    with pytest.raises(UnreadableMove):
        GAME.read(line)


# --- Typed lines


def at_the_water(**kwargs) -> Scene:
    """Three figures apart, some money, and water ahead of each; the flag at 30 is held."""
    return scene(
        "20:S6 24:C2 26:H3 28:F3 30:F4 32:R2 34:O5",
        "s0 [24,26,28] FFRHA t[5,4,4] bridge",
        "s1 [30,-1,-1]",
        **kwargs,
    )


def test_a_whole_turn_may_stand_in_one_line():
    game = at_the_water(cards="OO")
    line = "buy 5 bridge 29 3 F R pay A H"
    assert parse(game, line) == ([("buy", 5)], "bridge 29 3 FR pay HA")  # and the cards bought are seen first
    assert typed(game, line) == ["buy 5", "bridge 29", "3 F", "on R", "pay H A"]
    assert game.state.figures[0] == [24, 26, 32]
    assert game.state.seat == 1


def test_a_line_is_played_to_its_end():
    game = scene("8:S7 10:F6 11:H2 13:O3", "s0 [10,-1,-1] HOR t[5,4] bridge", "s1 [11,-1,-1]", cards="AA")
    assert typed(game, "buy 5 bridge 9 1 ho pay 4") == ["buy 5", "bridge 9", "1 H", "on O", "pay 4"]
    assert game.state.figures[0][0] == 13
    assert game.state.seat == 1


def test_the_second_moment_for_the_bridge_can_be_typed_too():
    for last in ("done", "bridge 10"):
        game = scene("8:S7 10:F6 11:H2", "s0 [10,-1,-1] H bridge")
        assert typed(game, f"1 H {last}") == ["1 H", "done" if last == "done" else "bridge 9"]
        assert game.state.seat == 1


@pytest.mark.parametrize(
    "line",
    ["1 H O", "1 HO", "1ho", "1H O", "1 h,o", "1 H + O", "1 H on O", "1 h ON o", "HO", "h o", "H on O"],
)
def test_cards_of_a_chain_may_be_typed_in_many_ways(line):
    game = scene("10:F6 11:H2 13:O3", "s0 [10,53,53] HOR t[2]", "s1 [11,-1,-1]")
    assert moves(game, line) == ["1 H", "on O"]


@pytest.mark.parametrize("line", ["R", "r", "on R", "on r", "ON R"])
def test_in_an_open_chain_the_card_alone_will_do(line):
    game = scene("10:F6 11:H2 12:R3 14:O4", "s0 [10,53,53] HRO", "s1 [11,-1,-1]")
    game.play("1 H")
    assert moves(game, line) == ["on R"]


def test_in_an_open_chain_no_other_figure_can_go():
    game = scene("10:F6 11:H2 12:R3", "s0 [10,-1,53] HR", "s1 [11,-1,-1]")
    game.play("1 H")
    assert refused(game, "2 R") == "chain_open"


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("bridge 11", "bridge 11"),
        ("br 11", "bridge 11"),
        ("bri11", "bridge 11"),
        ("BRIDGE 12", "bridge 11"),  # any place of the water will do
        ("buy 4", "buy 4"),
        ("bu4", "buy 4"),
        ("1 o", "1 O"),
        ("1o", "1 O"),
        ("o", "1 O"),
    ],
)
def test_words_may_be_cut_short(line, meant):
    game = scene("10:F2 13:O5", "s0 [10,53,53] OHH t[4] bridge")
    assert moves(game, line) == [meant]


@pytest.mark.parametrize("line", ["stuck", "st", "STU", "stuc"])
def test_stuck_may_be_cut_short(line):
    assert moves(scene("10:F2 12:O5", "s0 [10,53,53] O"), line) == ["stuck"]


@pytest.mark.parametrize("line", ["done", "d", "DO", "don"])
def test_done_may_be_cut_short(line):
    game = scene("8:S7 10:F2 11:O5", "s0 [10,-1,-1] O bridge")
    game.play("1 O")
    assert moves(game, line) == ["done"]


@pytest.mark.parametrize(
    "line", ["pay 2 1 H R", "pay 21HR", "p 1 2 r h", "pa2,1+H+R", "PAY 12 rh", "pay H 2 R 1", "pay h2r1", "p HR 21"]
)
def test_a_payment_may_be_typed_in_any_order(line):
    game = scene("10:F5 12:O6", "s0 [10,53,53] OHHR t[2,1,7]")
    game.play("1 O")
    assert moves(game, line) == ["pay 2 1 H R"]


def test_b_alone_is_neither_bridge_nor_buy():
    game = scene("10:F2 13:O5", "s0 [10,53,53] OHH t[4] bridge")
    assert refused(game, "b 4") == "unreadable_word"


def test_s_and_o_are_cards_not_words():
    game = scene("10:F2 11:S5 12:O1", "s0 [10,53,53] SO")
    assert moves(game, "s") == ["1 S"]
    assert moves(game, "o") == ["1 O"]


# --- What may be left out


def test_the_figure_may_be_left_out_where_only_one_can_go():
    game = scene("10:F2 12:O5 13:R1", "s0 [10,13,53] O")
    # From 10 the olive leads over water that cannot be paid for; from 13 it leads home.
    assert moves(game, "O") == ["2 O"]


def test_or_where_all_that_can_go_stand_in_one_place():
    game = scene("10:F2 11:O5", "s0 [-1,-1,53] O")
    assert moves(game, "O") == ["1 O"]
    game = scene("10:F2 11:O5", "s0 [53,-1,-1] O")
    assert moves(game, "O") == ["2 O"]


def test_or_where_only_one_can_go_the_whole_way():
    game = scene("10:F2 11:O5 12:H1 13:R2", "s0 [10,12,53] ORF", "s1 [11,-1,-1]")
    # With the olive the second figure is home at once; only the first one goes on with a ring.
    assert moves(game, "OR") == ["1 O", "on R"]
    with pytest.raises(AmbiguousMove) as caught:
        parse(game, "O")
    assert caught.value.readings == ["1 O", "2 O"]


def test_several_places_are_several_readings():
    game = scene("10:F2 11:O5 12:R1", "s0 [10,-1,11] RR")
    with pytest.raises(AmbiguousMove) as caught:
        parse(game, "R")
    assert caught.value.readings == ["1 R", "2 R", "3 R"]
    assert caught.value.reason == ("ambiguous", {"readings": ["1 R", "2 R", "3 R"]})
    same = scene("10:F2 11:O5 12:R1", "s0 [10,-1,-1] RR")
    with pytest.raises(AmbiguousMove) as caught:
        parse(same, "R")
    assert caught.value.readings == ["1 R", "2 R"]


def test_where_nobody_can_go_it_says_so():
    assert refused(scene("10:F7 12:O7", "s0 [10,-1,53] OH"), "OO") == "nobody_can"
    assert refused(scene("10:F7 12:O7", "s0 [10,53,53] OH"), "O") == "cannot_pay"
    assert refused(scene("10:F7 12:O7", "s0 [10,-1,53] OH"), "R") == "no_such_card"


def test_the_card_may_be_left_out_where_only_one_can_be_played():
    game = scene("10:F2 12:O5 13:R1", "s0 [10,13,53] O")
    assert moves(game, "2") == ["2 O"]
    assert refused(game, "1") == "figure_stays"
    assert refused(game, "3") == "figure_home"


def test_else_the_cards_are_the_readings():
    game = scene("10:F2 11:O5 12:R1", "s0 [10,53,53] ROC")
    with pytest.raises(AmbiguousMove) as caught:
        parse(game, "1")
    assert caught.value.readings == ["1 O", "1 R", "1 C"]


def test_the_payment_may_be_left_out_where_it_leaves_no_choice():
    game = scene("8:S7 10:F2 12:O5", "s0 [10,-1,-1] O t[4] bridge", cards="H")
    found, rest = parse(game, "1 O bridge 9")
    assert (found, rest) == ([("play", 0, 1)], "bridge 9")
    assert typed(game, "1 O bridge 9") == ["1 O", "(pay 4)", "bridge 9"]
    assert game.state.seat == 1


def test_it_may_be_typed_all_the_same():
    game = scene("8:S7 10:F2 12:O5", "s0 [10,-1,-1] O t[4] bridge", cards="H")
    found, rest = parse(game, "1 O pay 4 bridge 9")
    assert (found, rest) == ([("play", 0, 1)], "bridge 9")
    assert parse(game, "1 O pay 4") == ([("play", 0, 1)], "")
    assert typed(game, "1 O pay 4 bridge 9") == ["1 O", "(pay 4)", "bridge 9"]


def test_but_not_another_one():
    game = scene("8:S7 10:F2 12:O5", "s0 [10,-1,-1] O t[4] bridge")
    assert refused(game, "1 O pay 5") == "no_such_tile"
    assert refused(game, "1 O pay H H") == "no_such_card"


def test_a_payment_with_a_choice_is_part_of_the_line():
    game = scene("10:F2 12:O5", "s0 [10,-1,-1] OHH t[4]")
    assert moves(game, "1 O pay HH") == ["1 O", "pay H H"]
    assert moves(game, "1 O") == ["1 O"]


# --- What is left of a line


def test_where_chance_speaks_the_rest_is_left():
    game = scene("10:F2 12:O5", "s0 [10,-1,-1] OHH t[4] bridge", cards="FF")
    assert parse(game, "buy 4 br 11 1o") == ([("buy", 4)], "bridge 11 1 O")
    assert parse(game, "br 11 buy 4 1 o pay 2 F f d") == ([("bridge", 11), ("buy", 4)], "1 O pay 2 FF done")
    assert parse(game, "buy 4 o stuck 3") == ([("buy", 4)], "O stuck 3")


def test_a_rest_means_what_it_meant():
    for rest in ("1 O", "O", "on FR", "pay 5 4 FF", "pay H", "bridge 3", "buy 5", "stuck", "done", "2"):
        game = scene("10:F2 12:O5", "s0 [10,-1,-1] OHH t[4] bridge", cards="FF")
        assert parse(game, f"buy 4 {rest}") == ([("buy", 4)], rest)


def test_nothing_of_a_line_is_played_in_the_turn_of_another():
    game = scene("0:F2 1:O3", "s0 [-1,-1,-1] F", "s1 [-1,-1,-1] O")
    assert parse(game, "1 F 1 O") == ([("play", 0, 0)], "1 O")
    silent = scene("10:F7 12:O7", "s0 [10,53,53] - bridge", "s1 [12,53,53]", deck=0)
    # No hand to show, nothing to draw: chance is not even asked, and the turn is over.
    assert parse(silent, "stuck stuck") == ([("stuck",)], "stuck")


def test_a_card_too_many_is_refused_wherever_the_movement_ends():
    assert refused(scene("0:F2 1:O3", "s0 [-1,-1,-1] FO"), "1 FO") == "place_free"
    assert refused(scene("8:S7", "s0 [8,-1,-1] OO"), "1 OO") == "place_free"
    assert refused(scene("0:F2 2:O3", "s0 [0,-1,-1] OHH t[4]"), "1 OH") == "place_free"


def test_a_line_is_refused_whole_for_what_no_chance_can_put_right():
    assert refused(scene("0:F2 1:O3", "s0 [-1,-1,-1] FO"), "1 F pay 3") == "nothing_to_pay"
    assert refused(scene("0:F2 1:O3 2:R4", "s0 [0,-1,-1] OF bridge"), "1 O bridge 2") == "no_gap"


def test_letters_that_lead_nowhere_together_are_told_why():
    assert refused(scene("0:F2 1:O3 5:R1", "s0 [-1,5,53] FO"), "FO") == "place_free"


def test_trading_is_buying():
    game = scene("10:F2 12:O5", "s0 [10,53,53] O t[4]")
    assert GAME.parse(game.state, "trade 4") == GAME.parse(game.state, "buy 4") == ([("buy", 4)], "")


def test_cards_and_figures_may_be_called_as_the_screen_calls_them():
    game = scene("10:F2 12:O5", "s0 [10,53,53] O t[4]")
    assert moves(game, "figure 1 olive branch") == moves(game, "1 olive") == moves(game, "olive") == ["1 O"]
    assert parse(game, "trade tile 4 figure 1 with olive") == parse(game, "buy 4 1 O")
    for name, letter in zip(NAMES, SYMBOLS, strict=True):
        assert split(f"2 {name}") == split(f"2 {name}s") == split(f"2 {letter}")


def test_a_line_is_refused_whole_for_what_is_wrong_before_chance_speaks():
    game = scene("10:F2 12:O5", "s0 [10,53,53] OHH t[4] bridge")
    assert refused(game, "bridge 11 bridge 11") == "bridge_used"
    assert refused(game, "bridge 11 stuck") == "can_move"
    assert refused(game, "bridge 11 3 O") == "figure_home"
    assert game.state.bridge_left[0]


# --- In any position


@cache
def positions() -> list[Atlantis]:
    """A few hundred, from whole games of all kinds."""
    found = []
    for seed in range(9):
        state, dealer = dealt(2 + seed % 3, f"notation {seed}")
        choose = Stream("notation", seed)
        while state.outcome is None:
            found.append(state.copy())
            legal = state.legal()
            state.apply(legal[choose.below(len(legal))])
            while state.asks:
                state.answer(dealer.answer(state.asks))
    return found


def test_every_legal_move_can_be_typed_in_its_full_form_and_without_spaces():
    for state in positions():
        view = state.view(state.seat)
        for move in state.legal():
            line = GAME.text(move)
            assert GAME.parse(view, line) == ([move], "")
            assert GAME.parse(view, line.lower()) == ([move], "")
            if move[0] in ("play", "buy", "bridge") or (move[0] == "pay" and move[1]):
                assert GAME.parse(view, line.replace(" ", "")) == ([move], "")


def readings(state: Atlantis, line: str) -> list[str] | None:
    """What an ambiguous line may mean; an empty list for what cannot be played; None for what means one thing."""
    try:
        GAME.parse(state, line)
    except AmbiguousMove as error:
        return error.readings
    except GameError:
        return []
    return None


def test_every_reading_offered_means_one_thing():
    offered = 0
    for state in positions():
        hand = state.hands[state.seat].held
        lines = [letter for letter, held in zip(SYMBOLS, hand, strict=True) if held]
        lines += [one + other for one in lines for other in lines] + ["1", "2", "3"]
        for line in lines:
            found = readings(state, line)
            if not found:
                continue
            offered += 1
            meant = [GAME.parse(state, reading) for reading in found]
            assert len(meant) > 1
            assert all(rest == "" for _, rest in meant)
            assert len({tuple(moves) for moves, _ in meant}) == len(meant)
            assert all(line in reading.replace(" ", "") for reading in found)
    assert offered > 200


def test_a_line_without_a_figure_means_a_figure_that_can_go_that_way():
    for state in positions():
        if state.step != "turn":
            continue
        plays = [move for move in state.legal() if move[0] == "play"]
        for card in range(7):
            starts = {state.figures[state.seat][figure] for _, figure, symbol in plays if symbol == card}
            found = readings(state, SYMBOLS[card])
            if found is None:
                ((_, figure, _),), rest = GAME.parse(state, SYMBOLS[card])
                assert rest == ""
                assert starts == {state.figures[state.seat][figure]}
            else:
                assert len(starts) == len(found) != 1


def test_reading_a_line_changes_nothing():
    for state in positions()[::11]:
        before = state.public(), [hand.faces() for hand in state.hands]
        for move in state.legal():
            GAME.parse(state, GAME.text(move))
        assert (state.public(), [hand.faces() for hand in state.hands]) == before


# --- Whatever is typed


@cache
def moments() -> list[Atlantis]:
    """One of every kind, on the full state and as seen by the asked seat; and when nobody is asked."""
    chain = scene("10:F6 11:H2 12:R3", "s0 [10,-1,53] HR", "s1 [11,-1,-1]")
    chain.play("1 H")
    paying = scene("10:F2 12:O5", "s0 [10,53,53] OHHR t[4,1,1] bridge")
    paying.play("1 O")
    after = scene("8:S7 10:F2 11:O5", "s0 [10,-1,-1] OO t[4] bridge")
    after.play("1 O")
    over = scene("13:O4", "s0 [13,53,53] O")
    over.play("1 O")
    asking = scene("0:F2 1:O3", "s0 [-1,-1,-1] F")
    asking.state.apply(("play", 0, 0))
    stuck = scene("10:F2 12:O5", "s0 [10,53,53]", deck=0)
    games = [at_the_water(), chain, paying, after, over, asking, stuck]
    return [state for game in games for state in (game.state, game.state.view(game.state.seat), game.state.view(1))]


WORDS = ["pay", "bridge", "buy", "stuck", "done", "on", "p", "br", "bu", "st", "d", *SYMBOLS, *SYMBOLS.lower()]
LINES = lines([*WORDS, "1F"], 99)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(line=LINES, number=st.integers(0, 20))
@example(line="O", number=12)
@example(line="1", number=12)
@example(line="on R", number=18)
def test_nothing_that_can_be_typed_breaks_anything(line, number):
    type_in(GAME, moments()[number], line)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(line=LINES)
def test_nothing_that_can_be_written_breaks_anything(line):
    write_down(GAME, line)


def test_the_mainland_is_no_place_for_a_bridge():
    with pytest.raises(UnreadableMove):
        GAME.read(f"bridge {MAINLAND}")
