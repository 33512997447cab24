"""The rules of Atlantis, one sentence at a time, where the known positions do not tell them already."""

from itertools import combinations

import pytest

from core.atlantis import GAME
from core.atlantis.components import (
    ATLANTIS,
    CARDS,
    HEIGHTS,
    MAINLAND,
    MISSING_A,
    MISSING_B,
    SYMBOLS,
    TILE,
    TILE_PLACES,
    TILES_A,
    TILES_B,
    WATER,
)
from core.atlantis.payment import crossing, payments
from core.chance import Open, Shuffle, Stream
from core.hidden import ALL
from tests.core.atlantis_positions import counts, dealt, faces, scene, tile


def kinds(events):
    return [event[0] for event in events]


def bridges_offered(game):
    return [line for line in game.legal if line.startswith("bridge")]


# --- What is in the box


@pytest.mark.parametrize("tiles", [TILES_A, TILES_B], ids=["A", "B"])
def test_a_letter_has_six_tiles_of_every_symbol_and_of_every_value(tiles):
    assert len(tiles) == len(set(tiles)) == 42
    for symbol in range(7):
        assert sum(face // TILE == symbol for face in tiles) == 6
    for value in range(1, 8):
        assert sum(face % TILE == value for face in tiles) == 6
    assert sum(face % TILE for face in tiles) == 168


def test_every_symbol_lacks_one_value_in_each_letter():
    for symbol in range(7):
        assert MISSING_A[symbol] == (symbol + 4) % 7 + 1
        assert MISSING_B[symbol] == symbol + 1
        assert {face % TILE for face in TILES_A if face // TILE == symbol} == set(range(1, 8)) - {MISSING_A[symbol]}
        assert {face % TILE for face in TILES_B if face // TILE == symbol} == set(range(1, 8)) - {MISSING_B[symbol]}
        both = sorted(face % TILE for face in TILES_A + TILES_B if face // TILE == symbol)
        assert len(both) == 12
        assert sum(both.count(value) == 2 for value in range(1, 8)) == 5


def test_every_tile_seen_in_the_printed_examples_is_there():
    assert {tile(text) for text in ("F1", "F4", "O4", "O3", "H2", "H5", "A6", "R7")} <= set(TILES_A)
    assert {tile(text) for text in ("S3", "C5", "R2", "R5", "S1")} <= set(TILES_B)


def test_there_are_fifteen_cards_of_each_of_seven_symbols():
    assert len(CARDS) == 105
    assert [CARDS.count(symbol) for symbol in range(7)] == [15] * 7
    assert SYMBOLS == "FOHRSCA"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_tiles_of_a_letter_lie_on_their_side_of_the_water(seats):
    state, dealer = dealt(seats, "tiles")
    laid: dict[str, list[int]] = {"A": [], "B": []}
    for place, height in enumerate(HEIGHTS):
        letter, lowest, top = TILE_PLACES[place]
        assert letter == ("A" if place < WATER else "B")
        if height:
            assert top - lowest + 1 == height
            laid[letter] += [dealer.face(letter, 0, index) for index in range(lowest, top)]
            laid[letter].append(state.symbols[place] * TILE + state.values[place])
    assert sorted(laid["A"]) == sorted(TILES_A)
    assert sorted(laid["B"]) == sorted(TILES_B)


def test_seats_and_options_are_those_of_the_rules():
    assert GAME.seat_counts == (2, 3, 4)
    assert {option.name: option.values for option in GAME.options} == {
        "paid_cards": ("removed", "discard"),
        "bought_cards_can_pay": (True, False),
        "atlantis_figures_pay": (True, False),
    }


# --- The set-up


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_begins_on_atlantis_with_a_bridge_and_seat_0_begins(seats):
    state, _ = dealt(seats, "set-up")
    assert state.figures == [[ATLANTIS] * 3] * seats
    assert state.bridge_left == [True] * seats
    assert state.tiles == [[]] * seats
    assert state.bridges == []
    assert state.discard == state.removed == [0] * 7
    assert state.prompt == (0, "turn")
    assert state.turn == 1


def test_tops_are_shown_to_all_and_opening_hands_to_their_owners_alone():
    asks = GAME.new(3).asks
    assert [ask[:2] for ask in asks if isinstance(ask, Shuffle)] == [("A", 0), ("B", 0), ("cards", 0)]
    opened = [ask for ask in asks if isinstance(ask, Open)]
    assert all(ask.to == ALL for ask in opened if ask.place in "AB")
    assert [ask.to for ask in opened if ask.place == "cards"] == [0b001] * 4 + [0b010] * 5 + [0b100] * 6


def test_the_lower_tile_of_a_stack_is_asked_for_only_when_the_top_is_taken():
    asks = GAME.new(2).asks
    opened = {(ask.place, ask.at) for ask in asks if isinstance(ask, Open)}
    for place, height in enumerate(HEIGHTS):
        letter, lowest, top = TILE_PLACES[place]
        if height == 2:
            assert (letter, lowest) not in opened
            assert (letter, top) in opened
    game = scene("0:R6/F2 1:O3", "s0 [0,-1,-1] O")
    game.state.apply(("play", 0, 1))
    assert game.state.asks == [Open("A", 0, 0, ALL)]
    assert game.state.prompt is None


# --- Playing a card


def test_the_next_tile_ahead_counts_never_one_behind_or_underneath():
    game = scene("3:R1 5:O2 6:R3/F1 7:R4 8:R5", "s0 [5,-1,-1] R", bridges=[4])
    game.play("1 R")
    assert game.state.figures[0][0] == 7


def test_a_free_place_ends_the_movement():
    game = scene("0:F2 1:O3 2:R4", "s0 [-1,-1,-1] FO", "s1 [-1,-1,-1] OO")
    game.play("1 F")
    assert game.state.seat == 1
    assert game.refused("on O") == "no_chain"


def test_ones_own_figures_are_in_the_way_too():
    game = scene("0:F2 1:O3 2:O4", "s0 [-1,1,53] OO")
    game.play("1 O")
    assert game.step == "chain"
    game.play("on O")
    assert game.state.figures[0] == [2, 1, 53]


def test_a_chain_goes_on_from_the_place_it_has_reached():
    game = scene("0:F1 1:O2 2:F3 3:H4 4:O5 5:F6", "s0 [-1,-1,-1] FFOH", "s1 [0,2,4]")
    game.play("1 F", "on F")
    assert game.state.figures[0][0] == 2
    assert game.plays == ["on O", "on H"]
    game.play("on O")
    assert game.step == "chain"
    assert game.plays == ["on H"]  # none ahead: the Mainland
    game.play("on H")
    assert game.state.figures[0] == [MAINLAND, -1, -1]


def test_atlantis_and_the_mainland_hold_any_number():
    game = scene("0:F2", "s0 [53,53,-1] O", "s1 [53,-1,-1]", "s2 [-1,-1,-1]")
    assert game.plays == ["3 O"]
    game.play("3 O")
    assert game.state.figures[0] == [MAINLAND] * 3


def test_a_figure_at_home_never_moves_again():
    game = scene("0:F2 1:O3", "s0 [53,0,-1] O")
    assert game.plays == ["2 O", "3 O"]
    assert game.refusal("1 O") == ("figure_home", {"figure": 0})


def test_only_cards_of_the_hand_can_be_played():
    game = scene("0:F2 1:O3", "s0 [-1,-1,-1] O")
    assert game.refusal("1 F") == ("no_such_card", {"card": 0})


def test_a_chain_that_could_only_end_on_a_held_place_is_no_move():
    game = scene("0:F1 1:O2 2:O3", "s0 [-1,53,53] FO", "s1 [0,1,-1]")
    # The flag leads to 0, the olive on to 1, and there the hand is empty; the olive leads to 1, the flag home.
    assert game.plays == ["1 O"]
    assert game.refused("1 F") == "chain_no_end"
    game.play("1 O")
    assert game.plays == ["on F"]


def test_within_a_chain_no_card_may_lead_to_a_dead_end():
    game = scene("0:F1 1:O2 2:H3", "s0 [-1,53,53] FOH", "s1 [0,1,2]")
    game.play("1 F")
    # By way of 1 the helmet would be the last card and end on 2, which is held; from 2 the olive leads home.
    assert game.plays == ["on H"]
    assert game.refusal("on O") == ("chain_no_end", {"figure": 0, "card": 1, "at": 1})
    game.play("on H", "on O")
    assert game.state.figures[0] == [MAINLAND] * 3


def test_a_chain_must_be_payable_to_its_end():
    # One card for the held place before the water, one for the place beyond it, and nothing left to pay with.
    game = scene("0:F3 1:O1 3:H3", "s0 [0,53,53] OH", "s1 [1,-1,-1]")
    assert game.plays == ["1 H"]
    assert game.refused("1 O") == "chain_no_end"
    rich = scene("0:F3 1:O1 3:H3", "s0 [0,53,53] OH t[1]", "s1 [1,-1,-1]")
    assert rich.plays == ["1 O", "1 H"]
    rich.play("1 O")
    assert rich.plays == ["on H"]
    rich.play("on H")
    assert rich.legal == ["pay 1"]


def test_where_one_card_cannot_be_paid_another_may_do_for_the_same_figure():
    game = scene("10:F2 11:H4 13:O5", "s0 [10,53,53] OH")
    assert game.plays == ["1 H"]
    assert game.refused("1 O") == "cannot_pay"


def test_the_whole_movement_is_paid_as_one_sum_at_its_end():
    game = scene("0:F2 2:O3 4:H5", "s0 [0,-1,-1] OH t[5]", "s1 [2,-1,-1]")
    game.play("1 O")
    assert game.step == "chain"  # nothing is paid on the way
    game.play("on H")
    assert (game.step, game.state.cost()) == ("pay", 5)
    assert game.legal == ["pay 5"]


def test_a_movement_that_costs_nothing_asks_for_no_payment():
    game = scene("0:F2 1:O3", "s0 [0,-1,-1] O t[5]")
    assert "paid" not in kinds(game.play("1 O"))


# --- Taking a tile


def test_water_and_held_places_are_skipped_and_only_the_top_is_taken():
    game = scene("0:F2 2:S4/R6 4:C1 6:H3", "s0 [0,-1,-1] H", "s1 [4,-1,-1]", bridges=[1, 3, 5])
    assert game.play("1 H")[1:3] == [("took", tile("R6"), 2), ("turned", tile("S4"), 2)]
    assert game.path() == "0:F2 2:S4 4:C1 6:H3"
    assert game.state.under[2] == 0


def test_the_place_just_left_counts_as_free():
    game = scene("0:F2 1:S4/R6 2:H3", "s0 [1,0,-1] H")
    assert game.play("1 H")[1:3] == [("took", tile("R6"), 1), ("turned", tile("S4"), 1)]


def test_a_place_whose_last_tile_is_taken_becomes_water():
    game = scene("0:F2 1:R6 2:H3", "s0 [1,-1,-1] H")
    game.play("1 H")
    assert game.gaps() == [(1, 1, 2)]


def test_whoever_reaches_the_mainland_takes_the_last_free_tile():
    game = scene("0:F2 1:R6 2:H3 3:S1", "s0 [0,-1,-1] F", "s1 [3,2,-1]")
    assert ("took", tile("R6"), 1) in game.play("1 F")


def test_the_tile_that_comes_up_counts_at_once():
    game = scene("0:F2 1:S5/R6 2:H3 4:C7", "s0 [1,-1,-1] H", "s1 [-1,-1,-1] S")
    game.play("1 H")
    game.play("1 S")
    assert game.state.figures[1][0] == 1  # the statue was under the ring


def test_a_tile_that_comes_up_at_the_water_changes_its_price():
    game = scene("0:F7 2:O6/H2 3:C4", "s0 [2,-1,-1] C")
    assert game.gaps() == [(1, 1, 2)]
    game.play("1 C")
    assert game.gaps() == [(1, 1, 6)]
    game = scene("0:F7 2:H2/O6 4:C4", "s0 [2,-1,-1] C t[6]")
    assert game.gaps() == [(1, 1, 6), (3, 3, 4)]
    game.play("1 C", "pay 6")
    assert game.gaps() == [(1, 1, 2), (3, 3, 2)]


# --- The end of a turn


def test_first_the_tile_then_the_bridge_then_the_cards():
    game = scene("0:F2 1:S4/R1 3:H3", "s0 [1,-1,-1] HH bridge", deck=0, discard="O")
    events = game.play("1 H", "pay H", "bridge 2")
    assert kinds(events) == ["moved", "paid", "took", "turned", "bridged", "reshuffled", "drew"]
    assert game.dealer.shuffled == [(1, 2)]


def test_the_ender_takes_and_draws_before_the_others_cross():
    game = scene("1:R6 2:H3", "s0 [2,53,53] H", "s1 [1,-1,-1]", cards="FFFF")
    events = game.play("1 H")
    assert kinds(events) == ["moved", "took", "drew", "ended", "ferried"]
    assert len(events[2][1]) == 4


def test_the_turn_passes_to_the_left():
    game = scene("0:F2 1:O3 2:H4", "s0 [-1,-1,-1] F", "s1 [-1,-1,-1] O", "s2 [-1,-1,-1] H")
    seats = []
    for line in ("1 F", "1 O", "1 H"):
        seats.append(game.state.seat)
        game.play(line)
    assert seats == [0, 1, 2]
    assert game.state.seat == 0
    assert game.state.turn == 4


# --- Stuck


def test_who_is_stuck_shows_the_hand_and_draws_two_whatever_is_at_home():
    game = scene("10:F2 12:O3", "s0 [10,53,53] OO", cards="HHHH")
    assert game.play("stuck") == [("stuck", (1, 1)), ("drew", (2, 2))]
    assert game.tiles(0) == []
    assert game.path() == "10:F2 12:O3"


def test_who_can_go_to_the_mainland_is_not_stuck():
    game = scene("10:F2 11:O3", "s0 [10,53,53] F")
    assert game.legal == ["1 F"]
    assert game.refusal("stuck") == ("can_move", {"figure": 0, "card": 0})


def test_who_can_move_some_figure_is_not_stuck():
    game = scene("10:F2 12:O3", "s0 [10,-1,-1] F")
    # The flag would lead the first figure home over water it cannot pay for, and the others to where that one stands.
    assert game.plays == []
    game = scene("10:F2 12:O3", "s0 [12,-1,-1] F")
    assert game.plays == ["1 F", "2 F", "3 F"]
    assert game.refused("stuck") == "can_move"


def test_who_has_no_card_is_stuck():
    game = scene("10:F2 12:O3", "s0 [-1,-1,-1]", cards="HH")
    assert game.legal == ["stuck"]
    assert game.play("stuck") == [("stuck", ()), ("drew", (2, 2))]


def test_after_showing_the_hand_no_bridge_can_be_laid():
    game = scene("10:F2 12:O3", "s0 [10,53,53] O bridge", "s1 [12,-1,-1]")
    game.play("stuck")
    assert game.state.seat == 1
    assert game.state.bridge_left[0]


# --- The price of water


def test_the_lower_of_both_sides_is_the_price():
    assert scene("10:F2 12:O5").gaps() == [(11, 11, 2)]
    assert scene("10:F5 12:O2").gaps() == [(11, 11, 2)]


def test_how_wide_the_water_is_does_not_matter():
    assert scene("10:F4 12:O5").gaps() == [(11, 11, 4)]
    assert scene("10:F4 40:O5").gaps() == [(11, 39, 4)]


def test_a_figure_on_the_border_changes_nothing():
    assert scene("10:F4 12:O5", "s0 [10,12,-1]").gaps() == [(11, 11, 4)]


def test_only_the_top_tile_of_a_border_counts():
    assert scene("10:A1/F4 12:A1/O5").gaps() == [(11, 11, 4)]


def test_the_price_is_that_of_before_the_tile_was_taken():
    # The border itself is taken: the movement cost 5, and the merged water costs 2 only afterwards.
    game = scene("8:F2 10:H5 12:O6", "s0 [10,-1,-1] O t[5]", bridges=[])
    game.play("1 O")
    assert game.state.cost() == 5
    game.play("pay 5")
    assert game.gaps() == [(9, 11, 2)]


def test_water_beside_atlantis_or_the_mainland_costs_nothing_and_is_no_gap():
    game = scene("10:F4 11:O5", "s0 [-1,-1,-1] OC t[7]")
    assert game.gaps() == []
    assert set(game.state.toll) == {0}
    game.play("1 O")
    assert game.state.seat == 1


def test_with_no_tile_left_every_card_leads_to_the_mainland():
    game = scene("", "s0 [-1,-1,53] FOHRSCA")
    assert game.plays == [f"{figure} {letter}" for figure in (1, 2) for letter in SYMBOLS]
    game.play("1 R")
    assert game.state.figures[0] == [53, -1, 53]
    assert game.tiles(0) == []


def test_the_last_tile_of_all_can_be_taken():
    game = scene("30:F2", "s0 [-1,-1,-1] R", bridges=[])
    assert ("took", tile("F2"), 30) in game.play("1 R")
    assert game.path() == ""
    assert game.gaps() == []


# --- Paying


def test_tiles_count_their_value_and_cards_one_in_any_mix():
    game = scene("10:F5 12:O6", "s0 [10,-1,-1] OHHHHH t[3,2,7]")
    game.play("1 O")
    assert set(game.legal) == {
        "pay 3 2",
        "pay 3 H H",
        "pay 2 H H H",
        "pay H H H H H",
        "pay 7",
    }
    assert game.legal[0] == "pay 3 2"  # exact, and without a card


def test_a_payment_of_which_something_could_be_left_out_is_refused():
    game = scene("10:F5 12:O6", "s0 [10,-1,-1] OHHHHH t[3,2,7,5]")
    game.play("1 O")
    for line in ("pay 7 2", "pay 5 3", "pay 5 H", "pay 3 2 H", "pay 7 5"):
        assert game.refused(line) == "pays_too_much"
    for line in ("pay 3 H", "pay 2 H H", "pay H H H H"):
        assert game.refused(line) == "pays_too_little"


def test_overpaying_is_allowed_where_nothing_can_be_left_out_and_no_change_is_given():
    game = scene("10:F5 12:O6", "s0 [10,-1,-1] O t[4,4]")
    game.play("1 O")
    assert game.legal == ["pay 4 4"]
    assert game.play("pay 4 4")[0] == ("paid", 5, (4, 4), ())
    assert game.tiles(0) == ["F5"]


def test_which_symbols_pay_is_the_players_choice():
    game = scene("10:F2 12:O6", "s0 [10,-1,-1] OHHRS")
    game.play("1 O")
    assert len(game.legal) == 1
    game.play("pay R S")
    assert game.state.removed == counts("RS")
    assert "R" not in game.hand(0)


def test_tiles_that_pay_leave_the_game_the_oldest_of_a_value_first():
    game = scene("10:F5 12:O6", "s0 [10,-1,-1] O t[R5,S5,C2]")
    game.play("1 O")
    assert game.play("pay 5")[0] == ("paid", 5, (tile("R5"),), ())
    assert game.tiles(0) == ["S5", "C2", "F5"]


@pytest.mark.parametrize(("where", "removed", "discard"), [("removed", "H", "O"), ("discard", "", "OH")])
def test_cards_that_pay_leave_the_game_or_are_discarded(where, removed, discard):
    game = scene("10:F1 12:O6", "s0 [10,-1,-1] OH", paid_cards=where)
    game.play("1 O", "pay H")
    assert game.state.removed == counts(removed)
    assert game.state.discard == counts(discard)


def test_discarded_payments_can_be_drawn_again():
    game = scene("10:F1 12:O6", "s0 [10,53,-1] OH", paid_cards="discard", deck=0)
    assert game.play("1 O", "pay H")[-2:] == [("reshuffled", 2), ("drew", (1, 2))]


def test_a_tile_taken_earlier_can_pay():
    game = scene("10:F2 11:C7 12:S1 14:O4", "s0 [10,53,53] SO", "s1 [-1,-1,-1]", cards="FFF")
    game.play("1 S")
    assert game.tiles(0) == ["C7"]
    game.play("stuck")
    game.play("1 O")
    assert "pay 7" in game.legal


def test_without_the_option_bought_cards_may_be_played_but_never_pay():
    game = scene("10:F2 12:O5", "s0 [10,53,53] OHC t[4]", cards="HS", bought_cards_can_pay=False)
    game.play("buy 4", "1 O")
    # Of the two helmets one was bought; which of them pays is all the same.
    assert game.legal == ["pay H C"]
    assert game.refusal("pay H H") == ("bought_card", {"card": 2})
    assert game.refusal("pay H S") == ("bought_card", {"card": 4})
    assert game.refusal("pay H R") == ("no_such_card", {"card": 3})
    game.play("pay H C")
    assert game.state.removed == counts("HC")


def test_without_the_option_a_chain_is_judged_by_the_old_cards():
    path = "10:F2 11:H3 13:O1"
    game = scene(path, "s0 [10,53,53] S t[4]", "s1 [11,-1,-1]", cards="HO", bought_cards_can_pay=False)
    game.play("buy 4")
    assert game.plays == ["1 O", "1 H"]  # the old statue pays 1
    poor = scene(path, "s0 [10,53,53] - t[6]", "s1 [11,-1,-1]", cards="HOS", bought_cards_can_pay=False)
    poor.play("buy 6")
    assert poor.plays == []
    assert poor.refused("1 H") == "chain_no_end"


def test_the_limit_on_bought_cards_ends_with_the_turn():
    game = scene("10:F2 12:O1", "s0 [10,53,53] - t[4]", "s1 [-1,-1,-1]", cards="OOFF", bought_cards_can_pay=False)
    game.play("buy 4")
    assert game.plays == []
    game.play("stuck", "stuck")
    assert game.state.seat == 0
    game.play("1 O", "pay O")
    assert game.state.figures[0][0] == 12


@pytest.mark.parametrize("seed", range(40))
def test_payments_are_all_that_nothing_can_be_left_out_of_the_best_first(seed):
    choose = Stream("payments", seed)
    values = [1 + choose.below(7) for _ in range(choose.below(7))]
    cards, cost = choose.below(7), 1 + choose.below(20)
    purse = bytes([0] + [values.count(value) for value in range(1, 8)])
    expected = set()
    for number in range(len(values) + 1):
        for chosen in combinations(sorted(values, reverse=True), number):
            for paid in range(cards + 1):
                total = sum(chosen) + paid
                least = 1 if paid else min(chosen, default=0)
                if total >= cost and total - least < cost:
                    expected.add((total, paid, number, chosen))
    assert [way for way in payments(purse, cost) if way[1] <= cards] == sorted(expected)


# --- Buying


def test_a_purchase_needs_a_card_to_draw():
    game = scene("10:F2 12:O3", "s0 [10,53,53] - t[7]", deck=0)
    assert game.legal == ["stuck"]
    assert game.refused("buy 7") == "no_cards_left"


def test_a_purchase_brings_fewer_cards_where_fewer_are_left():
    game = scene("10:F2 12:O3", "s0 [10,53,53] - t[7]", cards="HS", deck=2)
    assert game.play("buy 7") == [("bought", 7, (2, 4))]
    assert game.tiles(0) == []


def test_a_purchase_draws_from_the_pile_as_it_is():
    game = scene("10:F2 12:O3", "s0 [10,53,53] - t[7]", cards="H", deck=1, discard="SS")
    assert game.play("buy 7") == [("reshuffled", 2), ("bought", 7, (2, 4, 4))]
    assert game.dealer.shuffled == [(4, 4)]


def test_one_can_buy_only_with_tiles_one_has():
    assert scene("0:F2", "s0 [-1,-1,-1] F").refused("buy 5") == "no_tiles"
    assert scene("0:F2", "s0 [-1,-1,-1] F t[4]").refused("buy 5") == "no_such_tile"


def test_the_bought_with_tile_leaves_the_game():
    game = scene("0:F2", "s0 [-1,-1,-1] F t[R4,S4]")
    assert game.play("buy 4")[0][:2] == ("bought", tile("R4"))
    assert game.tiles(0) == ["S4"]
    assert game.state.worth[0] == 4


# --- Bridges


def test_a_bridge_before_or_after_buying_serves_the_same_move():
    for first, second in (("buy 4", "bridge 11"), ("bridge 11", "buy 4")):
        game = scene("10:F5 12:O6", "s0 [10,-1,-1] O t[4] bridge", cards="HH")
        game.play(first, second, "1 O")
        assert game.state.figures[0][0] == 12
        assert game.state.seat == 1
        assert not game.state.bridge_left[0]


def test_no_bridge_within_a_movement():
    game = scene("8:S7 10:F5 11:H2 13:O6", "s0 [10,-1,-1] HO t[7] bridge", "s1 [11,-1,-1]")
    game.play("1 H")
    assert game.refused("bridge 9") == "chain_open"
    game.play("on O")
    assert game.refused("bridge 12") == "pay_first"
    game.play("pay 7")
    assert game.step == "after"


def test_a_bridge_may_be_laid_after_reaching_the_mainland():
    game = scene("8:S7 10:F5 11:H2", "s0 [11,8,-1] H bridge")
    game.play("1 H")
    assert game.step == "after"
    assert bridges_offered(game) == ["bridge 9"]
    game.play("bridge 9")
    assert game.state.seat == 1


def test_no_bridge_when_the_game_ends():
    game = scene("8:S7 10:F5 11:H2", "s0 [11,53,53] H bridge", "s1 [8,-1,-1]")
    game.play("1 H")
    assert game.state.outcome is not None


@pytest.mark.parametrize(
    ("path", "seat", "bridges", "asked"),
    [
        ("8:S7 10:F5 11:H2", "s0 [10,-1,-1] H bridge", [], True),
        ("8:S7 10:F5 11:H2", "s0 [10,-1,-1] H", [], False),  # the bridge is gone
        ("8:S7 10:F5 11:H2", "s0 [10,-1,-1] H bridge", [9], False),  # all water is bridged
        ("8:S7 9:H2", "s0 [8,-1,-1] H bridge", [], False),  # there is none
    ],
)
def test_the_second_moment_exists_only_with_a_bridge_and_open_water(path, seat, bridges, asked):
    game = scene(path, seat, bridges=bridges)
    game.play("1 H")
    assert game.state.prompt == ((0, "after") if asked else (1, "turn"))


def test_after_the_movement_only_the_bridge_is_still_open():
    game = scene("8:S7 10:F5 11:H2", "s0 [10,-1,-1] HH t[5] bridge")
    game.play("1 H")
    for line in ("1 H", "on H", "pay 5", "buy 5", "stuck"):
        assert game.refused(line) == "after_moving"


def test_everybody_has_one_bridge():
    game = scene("8:S7 10:F5 12:H2", "s0 [12,-1,-1] H bridge", "s1 [-1,-1,-1] H")
    game.play("bridge 9")
    assert game.refused("bridge 11") == "bridge_used"
    assert bridges_offered(game) == []
    game.play("1 H")
    assert game.state.seat == 1  # not asked again
    assert game.refused("bridge 11") == "bridge_used"


def test_no_second_bridge_on_the_same_water():
    game = scene("8:S7 12:H2 14:O5", "s0 [8,-1,-1] H bridge", bridges=[10])
    assert bridges_offered(game) == ["bridge 13"]
    assert game.refused("bridge 9") == "gap_bridged"
    assert game.refused("bridge 10") == "gap_bridged"


def test_a_bridge_needs_a_gap():
    game = scene("8:S7 10:H2", "s0 [8,-1,-1] H bridge")
    for place in (0, 8, 10, 11, 52):
        assert game.refusal(f"bridge {place}") == ("no_gap", {"at": place})


def test_a_bridge_is_named_by_the_first_place_of_its_water():
    game = scene("8:S7 12:H2", "s0 [8,-1,-1] H bridge")
    assert game.refusal("bridge 10") == ("bridge_place", {"at": 10, "first": 9})


def test_everybody_crosses_a_bridge_for_nothing():
    game = scene("7:C7 8:S7 10:O5 11:O6", "s0 [-1,-1,-1] O bridge", "s1 [7,8,-1] OO")
    game.play("bridge 9", "1 O")
    assert game.state.seat == 1
    game.play("2 O", "on O")
    assert game.state.figures[1] == [7, 11, -1]
    assert game.state.seat == 0


def test_two_bridges_may_meet_by_merging():
    game = scene("8:S7 10:F5 12:H2 13:O4", "s0 [10,-1,-1] O", "s1 [12,-1,-1]", bridges=[9, 11])
    game.play("1 O")
    assert game.gaps() == [(9, 11, 0)]
    assert sorted(game.state.bridges) == [9, 11]
    assert game.state.open_gaps() == []


def test_a_widened_gap_keeps_its_bridge():
    game = scene("7:A3 8:S7 10:F5 11:O4", "s0 [10,8,-1] O", bridges=[9])
    game.play("1 O")
    assert game.gaps() == [(9, 10, 0)]
    game = scene("7:A3 8:S7 10:F5 11:O4", "s0 [8,-1,-1] O", "s1 [10,-1,-1]", bridges=[9])
    game.play("1 O")
    assert game.gaps() == [(8, 9, 0)]


def test_a_bridge_is_lost_with_an_end_of_the_path_that_is_dropped():
    at_atlantis = scene("8:S7 10:F5 11:O4", "s0 [8,-1,-1] F", bridges=[9])
    at_atlantis.play("1 F")
    assert at_atlantis.state.bridges == []
    assert at_atlantis.path() == "10:F5 11:O4"
    at_the_mainland = scene("8:S7 10:F5", "s0 [8,-1,-1] O", bridges=[9])
    at_the_mainland.play("1 O")
    assert at_the_mainland.state.bridges == []
    assert at_the_mainland.path() == "8:S7"


def test_a_bridge_elsewhere_stays_when_an_end_is_dropped():
    game = scene("8:S7 10:F5 12:O4", "s0 [8,-1,-1] F", "s1 [12,-1,-1]", bridges=[9, 11])
    game.play("1 F")
    assert game.state.bridges == [11]
    assert game.gaps() == [(11, 11, 0)]


def test_a_bridge_beside_the_first_stack_stays_when_its_top_is_taken():
    game = scene("8:C3/S7 10:F5 11:O4", "s0 [8,-1,-1] O", "s1 [10,-1,-1]", bridges=[9])
    game.play("1 O")
    assert game.path() == "8:C3 10:F5 11:O4"
    assert game.state.bridges == [9]
    assert game.gaps() == [(9, 9, 0)]


def test_a_bridge_beside_the_last_stack_stays_when_its_top_is_taken():
    game = scene("8:S7 10:C3/F5", "s0 [8,-1,-1] O", bridges=[9])
    game.play("1 O")
    assert game.path() == "8:S7 10:C3"
    assert game.state.bridges == [9]
    assert game.gaps() == [(9, 9, 0)]


@pytest.mark.parametrize(("bridges", "ferried"), [([9], (2, (2,))), ([9, 11], (0, ())), ([], (7, (7,)))])
def test_a_bridge_stays_to_the_end_and_the_final_crossing_uses_it(bridges, ferried):
    game = scene("8:S7 10:F5 12:H2 13:O4", "s0 [13,53,53] O", "s1 [8,53,53] - t[7,2]", bridges=bridges)
    owed, tiles = ferried
    assert game.play("1 O")[-1] == ("ferried", 1, owed, tiles, ())


def test_an_unused_bridge_is_worth_nothing():
    game = scene("13:O4", "s0 [13,53,53] O bridge", "s1 [53,53,-1] bridge", cards="FFFF")
    game.play("1 O")
    assert game.scores == (4 + 4, 0)


# --- The end


def test_the_round_is_not_completed():
    game = scene("12:F3 13:O4", "s0 [13,53,53] O", "s1 [12,53,53] F", "s2 [-1,-1,-1] F")
    game.play("1 O")
    assert game.state.outcome is not None
    assert game.refused("1 F") == "game_over"


def test_the_others_neither_draw_nor_take_nor_lay_bridges():
    game = scene("10:F3 12:O4 13:H5 14:C6", "s0 [14,53,53] C", "s1 [10,53,53] FF bridge", cards="HHHH")
    events = game.play("1 C")
    # The hand of seat 1 paid 3 with two cards: too poor.
    assert events[-1] == ("ferried", 1, 3, (), (0, 0))
    assert game.state.bridge_left[1]
    assert game.tiles(1) == []
    assert game.scores[1] == -1


@pytest.mark.parametrize(("option", "owed"), [(True, 3 * 3), (False, 3)])
def test_figures_still_on_atlantis_pay_or_not_by_option(option, owed):
    game = scene("10:F3 12:O4 13:H1", "s0 [12,53,53] F", "s1 [10,-1,-1] - t[7,2]", atlantis_figures_pay=option)
    assert game.state.crossing_cost(1) == owed
    assert game.play("1 F")[-1][:3] == ("ferried", 1, owed)
    assert game.scores[1] == (0 if option else 9 - 7)


def test_every_figure_pays_for_itself_and_the_sum_may_be_pooled():
    game = scene("9:C2 10:F3 12:O4 13:H1", "s0 [13,53,53] F", "s1 [9,10,53] - t[6]", "s2 [12,53,53]")
    # H1 goes, so that O4 is the last land.
    assert game.play("1 F")[-2:] == [("ferried", 1, 6, (6,), ()), ("ferried", 2, 0, (), ())]


def test_even_less_than_nothing_can_be_the_best():
    game = scene("10:F3 12:O4", "s0 [10,53,53]", "s1 [-1,53,53]", deck=0)
    game.play("stuck", "stuck")
    assert game.state.outcome == ((-3, -3), (0, 1))


def test_all_hands_are_open_after_the_end():
    game = scene("13:O4", "s0 [13,53,53] OH", "s1 [53,53,-1] SS", cards="FFFF")
    game.play("1 O")
    spectator = game.state.view(None)
    assert spectator.hands[0].faces() == faces("FFFFH")
    assert spectator.hands[1].faces() == faces("SS")


@pytest.mark.parametrize("seed", range(40))
def test_the_final_crossing_leaves_as_much_as_any_payment_would(seed):
    choose = Stream("crossing", seed)
    for _ in range(10):
        tiles = [1 + choose.below(7) for _ in range(choose.below(7))]
        cards, owed = choose.below(6), choose.below(30)
        wealth = sum(tiles) + cards
        purse = [tiles.count(value) for value in range(8)]
        given, number = crossing(purse, cards, owed)
        assert all(given.count(value) <= purse[value] for value in given)
        assert 0 <= number <= cards
        if wealth < owed:
            assert sum(given) + number == wealth
            continue
        best = min(
            max(sum(some), owed)
            for size in range(len(tiles) + 1)
            for some in combinations(tiles, size)
            if sum(some) + cards >= owed
        )
        assert sum(given) + number == best


def as_if_it_ended_now(state):
    """The scores of the final crossing, with every figure where it is and all hands open."""
    ended = state.copy()
    for hand in ended.hands:
        hand.lay_open()
    ended._count()
    return list(ended.outcome.scores)


@pytest.mark.parametrize("atlantis_figures_pay", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_points_after_crossing_are_what_the_end_would_count_at_any_moment(seats, atlantis_figures_pay):
    for seed in range(4):
        state, dealer = dealt(seats, f"standing {seed}", atlantis_figures_pay=atlantis_figures_pay)
        choose = Stream("standing", seed)
        while state.outcome is None:
            if state.asks:
                state.answer(dealer.answer(state.asks))
                continue
            if state.moving < 0:
                now = [state.after_crossing(seat) for seat in range(seats)]
                assert now == as_if_it_ended_now(state)
                seen = state.view(1)
                assert [seen.after_crossing(seat) for seat in range(seats)] == now, "all of it is public"
            moves = state.legal()
            state.advance(moves[choose.below(len(moves))])
        assert [state.after_crossing(seat) for seat in range(seats)] == list(state.outcome.scores)


def test_a_figure_under_way_owes_what_it_has_crossed():
    game = scene("10:F3 12:O4 13:H1", "s0 [10,53,53] OS t[2]", "s1 [-1,-1,-1] F")
    assert game.state.after_crossing(0) == 2 + 2 - 3
    game.play("1 O")
    assert game.step == "pay"
    assert game.state.after_crossing(0) == 2 + 1 - 3, "the card is gone, and 3 are still to pay"


# --- The deck


def test_an_empty_deck_is_renewed_only_when_a_card_must_be_drawn():
    game = scene("0:F2 1:O3 2:H4", "s0 [-1,-1,-1] F", "s1 [-1,-1,-1] O", cards="S", deck=1, discard="CC")
    assert kinds(game.play("1 F")) == ["moved", "drew"]
    assert (game.state.deck, game.state.epoch) == (0, 0)
    game.dealer.next_orders = [faces("COFC")]
    assert game.play("1 O")[-2:] == [("reshuffled", 4), ("drew", (5,))]
    assert (game.state.deck, game.state.epoch, game.state.discard) == (3, 1, [0] * 7)


def test_it_is_renewed_in_the_middle_of_a_draw_with_the_cards_of_this_turn():
    game = scene("0:F2 1:O3 2:H4", "s0 [0,53,53] H", cards="S", deck=1, discard="C")
    game.dealer.next_orders = [faces("HC")]
    assert game.play("1 H")[-2:] == [("reshuffled", 2), ("drew", (4, 2, 5))]
    assert game.dealer.shuffled == [(2, 5)]
    assert (game.state.deck, game.state.drawn) == (0, 2)


def test_paid_cards_do_not_come_back():
    game = scene("0:F1 2:H4", "s0 [0,53,-1] HR", deck=0)
    assert game.play("1 H", "pay R")[-2:] == [("reshuffled", 1), ("drew", (2,))]


def test_there_is_no_limit_to_a_hand():
    game = scene("10:F7 12:O7", "s0 [10,53,53] O", "s1 [-1,53,53]", cards="OO" + "CC")
    game.play("stuck", "stuck", "stuck")
    assert game.state.hands[0].size == 5
    big = scene("0:F2 1:F3", "s0 [-1,-1,-1] " + "F" * 60)
    big.play("1 F")
    assert big.state.hands[0].size == 60


# --- Nothing happens any more


def idle(game, turns):
    for _ in range(turns):
        assert game.state.outcome is None
        game.play("stuck")


def test_the_game_ends_when_a_whole_round_was_idle():
    game = scene("10:F2 12:O3", "s0 [10,53,53]", "s1 [12,53,53]", "s2 [-1,53,53]", deck=0)
    idle(game, 3)
    assert game.state.outcome is not None


def test_cards_that_can_be_drawn_are_something():
    game = scene("10:F2 12:O3", "s0 [10,53,53]", "s1 [12,53,53]", cards="O", deck=1)
    game.play("stuck")  # drew the olive, and cannot pay with it as well
    assert game.state.hands[0].size == 1
    idle(game, 1)
    assert game.state.idle == 1
    idle(game, 1)
    assert game.state.outcome is not None


def test_a_purchase_is_something():
    game = scene("10:F7 12:O7", "s0 [10,53,53] - t[2]", "s1 [12,53,53]", cards="O", deck=1)
    game.play("buy 2", "stuck")
    assert game.state.idle == 0
    idle(game, 1)
    assert game.state.outcome is None
    idle(game, 1)
    assert game.state.outcome is not None


def test_a_bridge_is_something():
    game = scene("10:F7 12:O7", "s0 [10,53,53] - bridge", "s1 [12,53,53]", deck=0)
    game.play("bridge 11", "stuck")
    assert game.state.idle == 0
    idle(game, 1)
    assert game.state.outcome is None
    idle(game, 1)
    assert game.state.outcome is not None


def test_a_move_is_something():
    game = scene("10:F7 12:O7 13:S1", "s0 [10,-1,53]", "s1 [12,53,53] S", deck=0)
    game.play("stuck")
    assert game.state.idle == 1
    game.play("1 S")
    assert game.state.idle == 0


def test_idle_turns_must_follow_one_another():
    game = scene("10:F7 12:O7", "s0 [10,53,53]", "s1 [12,53,53]", "s2 [-1,53,53] - bridge", deck=0)
    idle(game, 2)
    game.play("bridge 11", "stuck")
    idle(game, 3)
    assert game.state.outcome is not None


# --- Who knows what


def test_a_shown_hand_stays_known_until_its_cards_are_played():
    game = scene("10:F7 12:O7", "s0 [10,53,53] OOC t[4]", "s1 [-1,53,53]", cards="AORSFF")
    game.play("buy 4", "stuck")
    for view in (game.state.view(1), game.state.view(None)):
        assert view.hands[0].held == counts("OOOCA")
        assert view.hands[0].sealed == 2
    assert game.state.view(0).hands[0].held == counts("OOOCARS")
    game.play("stuck")
    game.state.tiles[0] = [7]
    game.state.work_out()
    game.play("1 O")
    assert game.state.view(1).hands[0].held == counts("OOCA")
    assert game.state.view(1).hands[0].sealed == 2
    game.play("pay 7")
    assert game.state.view(1).hands[0].held == counts("OOCA")  # and a sealed one came for each that was due
    assert game.state.view(1).hands[0].sealed == 5


def test_of_equal_cards_the_shown_ones_are_played_first():
    game = scene("10:F1 12:O7", "s0 [10,53,53] C", "s1 [-1,53,53]", cards="OC" + "FF")
    game.play("stuck", "stuck")
    game.play("1 C")  # one of two crowns, of which one was shown
    assert game.state.view(1).hands[0].held == counts("")
    assert game.state.view(0).hands[0].held == counts("OC")


def test_what_was_drawn_is_seen_by_its_owner_alone():
    game = scene("0:F2", "s0 [-1,-1,-1] F", cards="H")
    (event,) = [event for event in game.play("1 F") if event[0] == "drew"]
    drew = GAME.events["drew"]
    assert drew.view(event, 0, 0) == ("drew", (2,))
    assert drew.view(event, 0, 1) == drew.view(event, 0, None) == ("drew", (-1,))
    assert game.state.view(0).hands[0].faces() == [2]
    assert game.state.view(1).hands[0].faces() == game.state.view(None).hands[0].faces() == [-1]


def test_what_was_bought_is_seen_by_its_owner_alone():
    game = scene("0:F2", "s0 [-1,-1,-1] F t[R5]", cards="HS")
    (event,) = game.play("buy 5")
    bought = GAME.events["bought"]
    assert bought.view(event, 0, 0) == ("bought", tile("R5"), (2, 4))
    assert bought.view(event, 0, 1) == ("bought", tile("R5"), (-1, -1))


def test_everything_else_that_happens_is_for_all_to_see():
    open_to_all = set(GAME.events) - {"drew", "bought"}
    for name in open_to_all:
        assert not any(field.sees for field in GAME.events[name].fields)
    for kind in GAME.moves.values():
        assert not any(field.sees for field in kind.fields)


def test_collected_tiles_and_counts_are_public():
    game = scene("0:F2 1:O3", "s0 [0,-1,-1] OHHH t[R5,S2]", "s1 [1,-1,-1] CC t[A7]", discard="FF")
    spectator = game.state.view(None)
    assert spectator.tiles == game.state.tiles
    assert [hand.size for hand in spectator.hands] == [4, 2]
    assert [sum(hand.held) for hand in spectator.hands] == [0, 0]
    assert (spectator.deck, spectator.discard) == (game.state.deck, game.state.discard)
