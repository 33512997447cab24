"""Positions whose outcome is known beforehand, the printed examples of the rulebook among them.

The numbers (A02 …) name the position and stay the same for ever; those missing were never given.
"""

import pytest

from core.atlantis.components import ATLANTIS, HEIGHTS, MAINLAND, PLACES
from core.atlantis.payment import crossing
from core.chance import Stream
from tests.core.atlantis_positions import dealt, scene, tile

# --- A01, the set-up


@pytest.mark.parametrize(("seats", "deck"), [(2, 96), (3, 90), (4, 83)])
def test_a01_the_set_up(seats, deck):
    state, _ = dealt(seats, "a01")
    assert len(state.symbols) == PLACES == 53
    assert HEIGHTS == (2,) * 10 + (1,) * 10 + (2,) * 6 + (0,) + (2,) * 6 + (1,) * 10 + (2,) * 10
    assert [height and 1 + state.under[at] for at, height in enumerate(HEIGHTS)] == list(HEIGHTS)
    assert [hand.size for hand in state.hands] == [4, 5, 6, 7][:seats]
    assert state.deck == deck
    (gap,) = state.gaps
    assert (gap.first, gap.last, gap.bridged) == (26, 26, False)
    assert gap.price == min(state.values[25], state.values[27])


# --- A02 and A03, the first printed example: chains, and what is taken


def test_a02_two_equal_cards_lead_over_a_held_place_to_the_next_free_one():
    game = scene(
        "9:C1 10:F4 11:H2 12:A6 13:O3 14:R7 15:H5", "s0 [9,-1,-1] HH", "s1 [11,12,-1]", "s2 [13,-1,-1]", cards="F"
    )
    first = game.play("1 H")
    assert first == [("moved", 0, 2, 9, 11)]
    assert game.step == "chain"
    assert game.refused("done") == "chain_open"
    then = game.play("on H")
    assert then == [("moved", 0, 2, 11, 15), ("took", tile("R7"), 14), ("drew", (0,))]
    assert game.state.discard[2] == 2
    assert game.hand(0) == "F"
    assert game.tiles(0) == ["R7"]
    assert game.gaps() == [(14, 14, 3)]


def test_a02_one_card_of_a_chain_is_not_enough():
    game = scene("9:C1 10:F4 11:H2 12:A6 13:O3 14:R7 15:H5", "s0 [9,53,53] H", "s1 [11,12,-1]", "s2 [13,-1,-1]")
    assert game.plays == []
    assert game.refused("1 H") == "chain_no_card"


def test_a03_held_tiles_are_left_and_the_next_free_one_is_taken():
    game = scene(
        "8:C1 9:S2 10:F4 11:H2 12:A6 13:O3 14:R7", "s0 [8,-1,-1] O", "s1 [11,-1,-1]", "s2 [12,-1,-1]", cards="F"
    )
    assert ("took", tile("F4"), 10) in game.play("1 O")
    assert game.state.figures[0] == [13, -1, -1]
    assert game.tiles(0) == ["F4"]
    assert game.gaps() == [(10, 10, 2)]  # between S2 and H2, though a figure stands on the helmet


# --- A04, the second printed example: several gaps, a bridge, and what merges


def the_second_example(**kwargs):
    return scene(
        "5:F6 7:A1 8:O4 10:C6 12:S3 14:C5 15:R2", "s0 [5,-1,-1] RAAA t[5,4]", "s1 [14,-1,-1]", cards="F", **kwargs
    )


def test_a04_a_way_over_several_gaps_costs_their_sum_and_the_bridged_one_nothing():
    game = the_second_example(bridges=[11])
    assert game.gaps() == [(6, 6, 1), (9, 9, 4), (11, 11, 0), (13, 13, 3)]
    game.play("1 R")
    assert game.state.figures[0][0] == 15
    assert game.state.cost() == 8
    assert game.legal == ["pay 5 A A A", "pay 5 4"]
    assert game.refused("pay 4 A A A") == "pays_too_little"
    events = game.play("pay 5 4")
    assert events == [
        ("paid", 8, (tile("F5"), tile("F4")), ()),
        ("took", tile("S3"), 12),
        ("drew", (0,)),
    ]  # 9 for 8: no change is given
    assert game.tiles(0) == ["S3"]
    assert game.hand(0) == "FAAA"


def test_a04_the_merged_gap_keeps_its_bridge():
    game = the_second_example(bridges=[11])
    game.play("1 R", "pay 5 A A A")
    assert game.tiles(0) == ["F4", "S3"]
    assert game.gaps()[-1] == (11, 13, 0)
    assert game.state.gaps[-1].bridged


def test_a04_without_the_bridge_the_merged_gap_would_cost_5():
    game = scene("5:F6 7:A1 8:O4 10:C6 14:C5 15:R2")
    assert game.gaps()[-1] == (11, 13, 5)


# --- A05, a chain to the Mainland


def test_a05_a_chain_may_end_on_the_mainland():
    game = scene("30:F2 31:O3 32:R4 33:O5", "s0 [30,-1,-1] RF", "s1 [32,-1,-1]", cards="HH")
    game.play("1 R")
    events = game.play("on F")
    assert events == [("moved", 0, 0, 32, MAINLAND), ("took", tile("O5"), 33), ("drew", (2, 2))]
    assert game.gaps() == []
    assert game.path() == "30:F2 31:O3 32:R4"


def test_a05_a_card_without_its_symbol_ahead_leads_there_too():
    game = scene("30:F2 31:O3 32:R4 33:O5", "s0 [30,-1,-1] RF", "s1 [32,-1,-1]", cards="HH")
    assert "1 F" in game.legal
    assert ("took", tile("O5"), 33) in game.play("1 F")
    assert game.state.figures[0] == [MAINLAND, -1, -1]


# --- A07, nothing behind


def test_a07_nothing_behind_gives_nothing():
    game = scene("0:F2 1:O3 2:R4", "s0 [-1,-1,-1] F", cards="H")
    assert game.play("1 F") == [("moved", 0, 0, ATLANTIS, 0), ("drew", (2,))]
    assert game.tiles(0) == []


def test_a07_behind_are_only_held_tiles():
    game = scene("0:F2 1:O3 2:R4", "s0 [-1,-1,-1] O", "s1 [0,-1,-1]", cards="H")
    assert game.play("1 O") == [("moved", 0, 1, ATLANTIS, 1), ("drew", (2,))]
    assert game.path() == "0:F2 1:O3 2:R4"


# --- A08 and A09, moves that cannot be made


def test_a08_the_card_that_is_played_cannot_pay():
    game = scene("10:F2 12:O1", "s0 [10,53,53] O", cards="FH")
    assert game.legal == ["stuck"]
    assert game.refused("1 O") == "cannot_pay"
    assert game.play("stuck") == [("stuck", (1,)), ("drew", (0, 2))]  # two, and none for those at home
    assert game.hand(0) == "FOH"
    assert game.state.seat == 1


def test_a08_another_card_can():
    game = scene("10:F2 12:O1", "s0 [10,53,53] OA")
    assert game.legal == ["1 O", "1 A"]
    game.play("1 O")
    assert game.state.figures[0][0] == 12
    assert game.legal == ["pay A"]


def test_a08_and_the_other_way_round():
    game = scene("10:F2 12:O1", "s0 [10,53,53] OA")
    game.play("1 A")
    assert game.state.figures[0][0] == MAINLAND
    assert game.legal == ["pay O"]
    game.play("pay O")
    assert game.state.outcome is not None


def test_a09_a_chain_that_cannot_be_finished_may_not_be_dealt():
    game = scene("10:F2 11:O3 12:R1", "s0 [10,53,53] O", "s1 [11,-1,-1]")
    assert game.legal == ["stuck"]
    assert game.refused("1 O") == "chain_no_card"


def test_a09_one_that_can_be_finished_may_and_then_nobody_may_pass():
    game = scene("10:F2 11:O3 12:R1", "s0 [10,53,53] OF", "s1 [11,-1,-1]")
    assert game.legal == ["1 F", "1 O"]
    assert game.refused("stuck") == "can_move"
    assert game.refused("done") == "not_done"
    game.play("1 O", "on F")
    assert game.state.figures[0] == [MAINLAND] * 3
    other = scene("10:F2 11:O3 12:R1", "s0 [10,53,53] OF", "s1 [11,-1,-1]")
    other.play("1 F")
    assert other.state.figures[0] == [MAINLAND] * 3


# --- A10 and A11, purchases


@pytest.mark.parametrize(("value", "number"), [(2, 1), (3, 1), (5, 2), (7, 3)])
def test_a10_a_tile_buys_half_its_value_in_cards(value, number):
    game = scene("10:F2 11:O3", "s0 [10,-1,-1] - t[1,2,3,5,7]", cards="HHH")
    assert [line for line in game.legal if line.startswith("buy")] == ["buy 2", "buy 3", "buy 5", "buy 7"]
    assert game.play(f"buy {value}") == [("bought", value, (2,) * number)]
    assert game.hand(0) == "H" * number
    assert sorted(game.state.tiles[0]) == [v for v in (1, 2, 3, 5, 7) if v != value]
    assert game.state.seat == 0


def test_a10_a_tile_of_value_1_buys_nothing():
    game = scene("10:F2 11:O3", "s0 [10,-1,-1] - t[1,2,3,5,7]")
    assert game.refused("buy 1") == "buys_nothing"


def test_a10_only_once_a_turn_and_not_after_a_card_was_played():
    game = scene("10:F2 11:O3 12:R1 14:R2", "s0 [10,-1,-1] R t[2,3,5]", "s1 [12,-1,-1]", cards="RR")
    game.play("buy 2")
    assert game.refused("buy 3") == "bought_already"
    assert not any(line.startswith("buy") for line in game.legal)
    game.play("1 R")
    assert game.refused("buy 3") == "chain_open"
    game.play("on R")
    assert game.refused("buy 3") == "pay_first"


def test_a11_a_purchase_that_does_not_help():
    game = scene("10:F7 12:O7", "s0 [10,53,53] O t[5]", cards="OOFH")
    assert game.legal == ["stuck", "buy 5"]
    game.play("buy 5")
    assert (game.hand(0), game.tiles(0)) == ("OOO", [])
    assert game.legal == ["stuck"]
    assert game.play("stuck") == [("stuck", (1, 1, 1)), ("drew", (0, 2))]
    assert game.hand(0) == "FOOOH"
    assert game.state.seat == 1


def test_a11_nobody_has_to_buy():
    game = scene("10:F7 12:O7", "s0 [10,53,53] O t[5]", cards="FH")
    assert game.play("stuck") == [("stuck", (1,)), ("drew", (0, 2))]
    assert (game.hand(0), game.tiles(0)) == ("FOH", ["F5"])


# --- A12 and A13, the ends of the path


def test_a12_no_gap_remains_beside_atlantis():
    game = scene("3:F5 4:O2 5:R6", "s0 [3,-1,-1] O", "s1 [-1,-1,-1] R")
    assert ("took", tile("F5"), 3) in game.play("1 O")  # the place it has just left
    assert game.gaps() == []
    assert game.play("1 R")[0] == ("moved", 0, 3, ATLANTIS, 5)
    assert game.state.seat == 0  # seat 1 paid nothing, and its turn is over


@pytest.mark.parametrize("bridges", [[], [26]], ids=["no bridge", "a bridge"])
def test_a13_the_water_of_the_start_goes_with_the_last_tile_before_it(bridges):
    game = scene("25:F5 27:O2 28:R6", "s0 [25,-1,-1] O t[2]", bridges=bridges)
    assert game.gaps() == [(26, 26, 0 if bridges else 2)]
    game.play("1 O", *([] if bridges else ["pay 2"]))
    assert game.tiles(0) == (["F2", "F5"] if bridges else ["F5"])
    assert game.gaps() == []
    assert game.state.bridges == []


# --- A15, what cannot pay


def test_a15_the_tile_of_this_turn_cannot_pay():
    game = scene("10:F2 11:C7 13:O4", "s0 [10,53,53] O")
    assert game.legal == ["stuck"]
    assert game.refusal("1 O") == ("cannot_pay", {"figure": 0, "card": 1, "at": 13, "cost": 4, "funds": 0})


# --- A16 to A20, the end; A16 is the third printed example


def test_a16_the_others_cross_for_what_the_path_costs_after_the_last_tile():
    game = scene(
        "40:F6 42:A1 43:O4 45:C6 46:H5 48:S1 49:R5",
        "s0 [48,53,53] A",
        "s1 [40,46,53] - t[7]",
        "s2 [45,53,53] H",
        cards="FFOO",
    )
    events = game.play("1 A")
    assert events == [
        ("moved", 0, 6, 48, MAINLAND),
        ("took", tile("R5"), 49),
        ("drew", (0, 0, 1, 1)),
        ("ended", 0),
        ("ferried", 1, 7, (7,), ()),
        ("ferried", 2, 1, (), (2,)),
    ]
    assert game.gaps() == [(41, 41, 1), (44, 44, 4), (47, 47, 1)]
    assert game.state.outcome == ((5 + 4, 0, 0), (0,))
    assert game.state.prompt is None
    assert game.legal == []


def test_a16_old_tiles_and_other_cards_of_the_ender_count_too():
    game = scene("48:S1 49:R5", "s0 [48,53,53] ACC t[7,2]", cards="FFOO")
    game.play("1 A")
    assert game.scores[0] == 5 + 4 + 7 + 2 + 2


def test_a16_points_after_crossing_tell_beforehand_what_the_end_counts():
    game = scene(
        "40:F6 42:A1 43:O4 45:C6 46:H5 48:S1 49:R5",
        "s0 [48,53,53] A",
        "s1 [40,46,53] - t[7]",
        "s2 [45,53,53] H",
        cards="FFOO",
    )
    assert [game.state.after_crossing(seat) for seat in range(3)] == [1, 0, 0]
    game.play("1 A")
    assert [game.state.after_crossing(seat) for seat in range(3)] == [9, 0, 0]


def test_a17_who_is_too_poor_gives_all_and_has_less_than_nothing():
    # Three gaps of 3 before the one figure that is not at home.
    game = scene("40:F3 42:F3 44:F3 46:F7 48:A1", "s0 [48,53,53] A", "s1 [40,53,53] H t[2]", cards="FFFF")
    events = game.play("1 A")
    assert game.gaps() == [(41, 41, 3), (43, 43, 3), (45, 45, 3)]
    assert events[-1] == ("ferried", 1, 9, (2,), (2,))
    assert game.scores[1] == -6
    assert (game.tiles(1), game.hand(1)) == ([], "")


@pytest.mark.parametrize(
    ("tiles", "cards", "owed", "left"),
    [
        ((7, 6), 3, 7, 9),
        ((5, 4), 2, 6, 5),
        ((5, 3), 0, 6, 0),
        ((3, 3), 2, 5, 3),
        ((4,), 0, 0, 4),
        ((7,), 0, 7, 0),
    ],
)
def test_a18_as_little_as_possible_is_overpaid(tiles, cards, owed, left):
    purse = [0] * 8
    for value in tiles:
        purse[value] += 1
    given, number = crossing(purse, cards, owed)
    assert sum(tiles) + cards - sum(given) - number == left


def test_a20_equal_best_points_are_a_shared_win():
    # Seat 0 comes home with R5 and four cards; seat 1 has been holding as much, and its last figure costs nothing.
    game = scene("47:C2 48:S1 49:R5", "s0 [48,53,53] A", "s1 [53,53,47] - t[7,2]", "s2 [53,53,47]", cards="FFFF")
    game.play("1 A")
    assert game.state.outcome == ((9, 9, 0), (0, 1))


# --- A22 and A23, empty piles


def test_a22_with_both_piles_empty_the_cards_just_played_are_all_there_is_to_draw():
    game = scene("0:F2 1:O3", "s0 [0,53,-1] R", "s1 [1,-1,-1]", deck=0)
    assert game.play("1 R")[-2:] == [("reshuffled", 1), ("drew", (3,))]  # of the three that are due
    assert game.state.seat == 1
    assert game.state.outcome is None


def test_a22_nothing_at_all_to_draw():
    game = scene("0:F2 1:O3", "s0 [0,-1,-1]", "s1 [1,-1,-1] R", deck=0)
    assert game.play("stuck") == [("stuck", ()), ("drew", ())]
    assert game.state.seat == 1
    assert game.state.outcome is None


def test_a23_a_whole_idle_round_ends_the_game():
    game = scene("10:F2 12:O1", "s0 [10,53,53] - t[1]", "s1 [12,53,53]", deck=0)
    assert game.play("stuck") == [("stuck", ()), ("drew", ())]
    assert game.state.outcome is None
    assert game.play("stuck") == [
        ("stuck", ()),
        ("drew", ()),
        ("ended", None),
        ("ferried", 0, 1, (1,), ()),
        ("ferried", 1, 0, (), ()),
    ]
    assert game.state.outcome == ((0, 0), (0, 1))


def test_a23_a_turn_that_draws_from_the_discard_pile_alone_is_not_idle():
    game = scene("10:F2 12:O1", "s0 [10,53,53]", "s1 [12,53,53]", deck=0, discard="A")
    assert game.play("stuck") == [("stuck", ()), ("reshuffled", 1), ("drew", (6,))]
    assert game.play("stuck") == [("stuck", ()), ("drew", ())]
    assert game.state.outcome is None


# --- A24 and A26, bridges


def test_a24_nobody_has_to_lay_a_bridge():
    game = scene("10:F2 12:O5", "s0 [10,53,53] O bridge")
    assert game.legal == ["stuck", "bridge 11"]
    game.play("stuck")
    assert game.state.seat == 1


def test_a24_who_can_move_after_laying_it_must():
    game = scene("10:F2 12:O5", "s0 [10,53,53] O bridge")
    assert game.play("bridge 11") == [("bridged", 11)]
    assert game.legal == ["1 O"]
    assert game.refused("stuck") == "can_move"
    game.play("1 O")
    assert game.state.figures[0][0] == 12
    assert game.hand(0) == "FOH"  # drew three, paid none


@pytest.mark.parametrize(("answer", "owed"), [("done", 6), ("bridge 11", 0)])
def test_a26_a_bridge_after_the_tile_was_taken(answer, owed):
    game = scene("10:F6 11:O5 12:R7 13:C7", "s0 [10,11,53] R bridge", cards="HH")
    events = game.play("2 R")
    assert events == [("moved", 1, 3, 11, 12), ("took", tile("O5"), 11)]
    assert game.gaps() == [(11, 11, 6)]
    assert game.step == "after"
    assert game.legal == ["done", "bridge 11"]
    game.play(answer)
    assert game.hand(0) == "HH"
    assert game.state.seat == 1
    assert game.state.crossing_cost(0) == owed


# --- A27 and A28, in whole games


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a27_never_two_figures_on_one_tile(seats):
    for seed in range(20):
        state, dealer = dealt(seats, f"a27 {seed}")
        choose = Stream("a27", seats, seed)
        while state.outcome is None:
            moves = state.legal()
            state.apply(moves[choose.below(len(moves))])
            while state.asks:
                state.answer(dealer.answer(state.asks))
            if state.step == "turn":
                standing = [at for figures in state.figures for at in figures if at not in (ATLANTIS, MAINLAND)]
                assert len(standing) == len(set(standing))


@pytest.mark.parametrize(
    ("figures", "number"),
    [
        ("[0,-1,-1]", 1),
        ("[0,53,-1]", 2),
        ("[0,53,53]", 3),
        ("[1,-1,-1]", 2),  # from 1 an amphora leads to the Mainland, and who arrives there counts at once
        ("[1,53,-1]", 3),
        ("[1,53,53]", 4),
    ],
)
def test_a28_one_card_and_one_for_every_figure_at_home(figures, number):
    game = scene("0:F2 1:A1 2:O2", f"s0 {figures} A", cards="CCCC")
    assert ("drew", (5,) * number) in game.play("1 A")


# --- A29, bought cards as money


def test_a29_bought_cards_can_pay():
    game = scene("10:F2 12:O1", "s0 [10,53,53] - t[4]", cards="OO")
    game.play("buy 4")
    assert game.legal == ["1 O"]
    assert game.refused("stuck") == "can_move"
    game.play("1 O")
    assert game.legal == ["pay O"]
    game.play("pay O")
    assert game.state.figures[0][0] == 12


def test_a29_or_not_where_the_option_says_so():
    game = scene("10:F2 12:O1", "s0 [10,53,53] - t[4]", cards="OOFH", bought_cards_can_pay=False)
    game.play("buy 4")
    assert game.legal == ["stuck"]
    assert game.refusal("1 O") == ("cannot_pay", {"figure": 0, "card": 1, "at": 12, "cost": 1, "funds": 0})
    assert game.play("stuck") == [("stuck", (1, 1)), ("drew", (0, 2))]


def test_a29_then_an_old_card_pays_while_a_bought_one_is_played():
    game = scene("10:F2 12:O1", "s0 [10,53,53] O t[4]", cards="OOFHR", bought_cards_can_pay=False)
    game.play("buy 4")
    assert game.legal == ["1 O"]
    game.play("1 O", "pay O")
    assert game.hand(0) == "FOHR"
    assert game.state.removed[1] == 1
