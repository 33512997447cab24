"""Positions whose outcome is known beforehand, the printed cases of the rulebook among them.

The numbers (T01 …) name the position and stay the same for ever; those missing were never given. A position is judged
where a game judges it: seat 0 lays Fog or Mud out of the way at field 9 and may then claim, or is told why not.
"""

from itertools import pairwise, permutations

import pytest

from core.atalia.components import ALEXANDER, TROOP_CARDS
from core.atalia.formations import FLUSH, RUN, SUM, TRIPLE, WEDGE, Ground, formation, strength
from core.atalia.schema import BY_FIVE, BY_ROW, BY_STANDSTILL
from tests.core.atalia_positions import Scene, cards, scene

PLAIN, UNDER_MUD = Ground(), Ground(need=4)


def made(text, ground=PLAIN):
    return formation(cards(text), ground)


def judged(*fields, hand="", out_of_the_way="fog", **more) -> Scene:
    """Seat 0 has played somewhere else, and is about to claim."""
    game = scene(*fields, hand=f"{hand} {out_of_the_way}", **more)
    game.play(f"{out_of_the_way} 9")
    return game


# --- T01, the ranks

T01 = [
    ("R1 R2 R3", (WEDGE, 6)),
    ("R10 B10 G10", (TRIPLE, 30)),
    ("R1 B1 G1", (TRIPLE, 3)),
    ("R10 R9 R7", (FLUSH, 26)),
    ("R1 R2 R4", (FLUSH, 7)),
    ("R10 B9 G8", (RUN, 27)),
    ("R1 B2 G3", (RUN, 6)),
    ("R10 B10 G9", (SUM, 29)),
]


def test_t01_each_formation_beats_the_next_in_whatever_order_its_cards_lie():
    for text, rank in T01:
        assert {formation(order, PLAIN) for order in permutations(cards(text))} == {rank}
    strengths = [strength(made(text), PLAIN) for text, _ in T01]
    assert all(one > other for one, other in pairwise(strengths))


def test_t01_ten_and_one_do_not_join():
    assert made("R10 R1 R2") == (FLUSH, 13)


# --- T02 to T07, claims


def test_t02_a_triple_beats_a_flush():
    assert judged("4: G4 B4 R4 / A10 A8 A1").claims == [4]


EIGHTS = "4: R2 R5 R9 / B8 G8"


def test_t03_no_eight_is_left():
    assert judged(EIGHTS, seen="R8 A8 V8 W8").claims == [4]


def test_t03_an_eight_is_left():
    game = judged(EIGHTS, seen="R8 A8 V8")
    reason = game.refusal("claim 4")
    assert reason.id == "he_could_win"
    assert reason.params["best"] == (TRIPLE, 24)
    assert reason.params["cards"] == cards("W8")


def test_t03_the_last_eight_in_my_own_hand_is_no_proof():
    assert judged(EIGHTS, seen="R8 A8 V8", hand="W8").refused("claim 4") == "he_could_win"


def test_t04_the_best_there_is_can_only_be_equalled_and_i_was_first():
    assert judged("4: R10 R9 R8 / B10 B9").claims == [4]
    assert judged("4: R10 R9 R8").claims == [4]


def equal_runs(mine, his) -> Scene:
    game = scene("4: R5 B6 G7 / A7 V5 W6", hand="fog", his="mud")
    game.last_laid(4, mine, his)
    return game


def test_t06_of_two_equal_formations_the_earlier_may_claim():
    game = equal_runs(3, 6)
    game.play("fog 9")
    assert game.claims == [4]


def test_t06_the_later_may_not_and_the_other_must_wait_for_the_turn():
    game = equal_runs(6, 3)
    game.play("fog 9")
    assert game.claims == []
    assert game.refused("claim 4") == "tie_is_his"
    game.play("draw troops", "mud 9")
    assert game.state.seat == 1
    assert game.claims == [4]


def test_t07_an_incomplete_side_claims_nothing():
    game = judged("4: R10 R9", seen="R8 R7 R6 R5 R4 R3 R2 R1")
    assert game.refusal("claim 4") == ("incomplete", {"field": 3, "have": 2, "need": 3})


# --- T08, wild cards


@pytest.mark.parametrize(
    ("text", "rank"),
    [
        ("L R9 R8", (WEDGE, 27)),
        ("L R9 B9", (TRIPLE, 27)),
        ("L R2 R9", (FLUSH, 21)),
        ("L R1 B2", (RUN, 6)),
        ("K R9 R7", (WEDGE, 24)),
        ("K R8 B8", (TRIPLE, 24)),
        ("S R4 R5", (WEDGE, 12)),
        ("S R2 B2", (TRIPLE, 6)),
        ("K S R9", (FLUSH, 20)),
        ("S R9 R5", (FLUSH, 17)),
    ],
)
def test_t08_wild_cards_are_the_best_for_their_owner(text, rank):
    assert made(text) == rank


def test_t08_a_leader_copies_a_card_that_lies_on_the_table():
    fields = ["4: L R9 R8 / B10 B9 B8", "5: R10"]
    assert judged(*fields).claims == [4]
    game = scene(*fields, hand="fog")
    game.last_laid(4, 6, 3)
    game.play("fog 9")
    assert game.refused("claim 4") == "tie_is_his"


# --- T10, Fog


def test_t10_in_fog_only_sums_count():
    assert judged("4: R10 B9 G8 fog / A1 V6", out_of_the_way="mud").claims == [4]
    assert judged("4: R10 B9 G8 fog / A10 V7", out_of_the_way="mud").claims == [4]
    assert judged("4: R10 B9 G8 fog / A10 V8", out_of_the_way="mud").refusal("claim 4").params["best"] == (SUM, 28)


@pytest.mark.parametrize(("mine", "his", "claims"), [(3, 6, [4]), (6, 3, [])])
def test_t10_fog_does_not_change_who_was_first(mine, his, claims):
    game = scene("4: R5 B6 G7 / A10 V4 W4", hand="fog")
    game.last_laid(4, mine, his)
    game.play("fog 4")
    assert game.claims == claims


# --- T11, Mud


@pytest.mark.parametrize(
    ("text", "rank"),
    [
        ("R4 R5 R6 R7", (WEDGE, 22)),
        ("R4 R5 R6 B7", (RUN, 22)),
        ("R5 B5 G5 A5", (TRIPLE, 20)),
        ("R5 B5 G5 A6", (SUM, 21)),
        ("R1 R2 R3 R9", (FLUSH, 15)),
    ],
)
def test_t11_four_cards_make_a_formation_in_the_mud(text, rank):
    assert made(text, UNDER_MUD) == rank


def test_t11_three_cards_are_not_enough_any_more():
    game = scene("4: R10 R9 R8 / G1 B2 W5", hand="mud")
    game.play("mud 4")
    assert game.refusal("claim 4") == ("incomplete", {"field": 3, "have": 3, "need": 4})


def test_t11_what_a_fourth_card_can_make():
    assert judged("4: R9 B9 G9 A9 mud / V10 V9 V8", seen="V7").claims == [4]
    game = judged("4: R9 B9 G9 A9 mud / V10 V9 V8")
    assert game.refusal("claim 4").params["best"] == (WEDGE, 34)


# --- T13, too few unseen


def test_t13_with_two_unseen_troops_nobody_fills_three_places():
    mine = cards("R1 B2 G4")
    unseen = cards("A10 A9")
    seen = " ".join(_text(card) for card in TROOP_CARDS if card not in mine + unseen)
    assert judged("4: R1 B2 G4", seen=seen, troops="").claims == [4]
    assert judged("4: R1 B2 G4 / A8", seen=seen.replace("A8", ""), troops="").refused("claim 4") == "he_could_win"


def _text(card):
    return f"{'RGBAWV'[card // 10]}{card % 10 + 1}"


# --- T14 and T15, what limits tactics


def in_turn(*moves) -> Scene:
    """Both play what they hold, and draw troops after it."""
    game = scene(hand="fog cavalry deserter G1 G2 G3", his="mud shield traitor B1 B2 B3")
    for move in moves:
        game.play(move)
        if game.step == "claim":
            game.play("done")
        if game.step == "draw":
            game.play("draw troops")
    return game


def test_t14_nobody_is_two_tactics_ahead():
    game = in_turn("fog 9", "B1 1")
    assert game.state.tactics_played == [1, 0]
    assert game.refusal("cavalry 1") == ("tactics_ahead", {"mine": 1, "theirs": 0})


def test_t14_once_the_other_has_caught_up_another_may_be_played():
    game = in_turn("fog 9", "mud 9", "cavalry 1")
    assert game.state.tactics_played == [2, 1]


def test_t14_the_other_may_go_ahead_too_but_not_further():
    game = in_turn("fog 9", "mud 9", "G1 1", "shield 1")
    assert game.state.tactics_played == [1, 2]
    game.play("cavalry 2", "draw troops")
    assert game.state.tactics_played == [2, 2]
    game = in_turn("fog 9", "mud 9", "G1 1", "shield 1", "G2 1")
    assert game.refused("traitor G1 1 1") == "tactics_ahead"


def test_t14_a_deserted_tactic_still_counts():
    game = in_turn("cavalry 1", "mud 9", "G1 2", "shield 1", "deserter shield 1", "B1 2")
    assert game.state.tactics_played == [2, 2]
    assert cards("shield")[0] in game.state.removed


def test_t15_nobody_plays_a_second_leader():
    game = scene("3: L", hand="darius G1", leaders=(1, 0), played=(1, 1))
    assert game.refused("darius 4") == "second_leader"
    assert not [line for line in game.legal if "darius" in line]


def test_t15_not_even_when_the_first_has_gone():
    game = scene(hand="alexander darius redeploy", his="fog mud shield B1")
    game.play("alexander 3", "draw troops", "fog 9", "draw troops", "redeploy alexander 3 out", "draw troops")
    game.play("mud 9", "draw troops")
    assert game.state.removed == [ALEXANDER]
    assert game.refused("darius 4") == "second_leader"


# --- T16, Scout


def test_t16_scout_draws_three_and_puts_two_back_instead_of_the_draw():
    game = scene(hand="scout R1 R2 R3 R4 R5 R6", his="B1", troops="G1 G2 G3", tactics="fog mud")
    game.play("scout", "draw troops", "draw tactics", "draw troops")
    assert game.hand(0) == "R1 R2 R3 R4 R5 R6 G1 G2 fog"
    game.play("return R1", "return fog")
    assert game.state.hand_size(0) == 7
    assert game.state.seat == 1


@pytest.mark.parametrize(("troops", "tactics", "returned"), [("G1", "fog", 1), ("G1", "", 0), ("", "fog", 0)])
def test_t16_with_fewer_cards_left_one_less_is_put_back(troops, tactics, returned):
    game = scene(hand="scout R1 R2", troops=troops, tactics=tactics)
    game.play("scout", *(["draw troops"] if troops else []), *(["draw tactics"] if tactics else []))
    assert game.state.returning == returned
    for _ in range(returned):
        assert game.step == "return"
        game.play("return R1")
    assert game.state.seat == 1


def test_t16_with_no_card_left_scout_cannot_be_played():
    assert scene(hand="scout R1", troops="", tactics="").refused("scout") == "nothing_to_draw"


# --- T18 and T19, what guile can touch


def test_t18_a_traitor_completes_a_formation_that_is_claimed_at_once():
    game = scene("4: R9 R8", "6: / R10 B1", hand="traitor")
    game.play("traitor R10 6 4")
    assert game.side(0, 4) == "R9 R8 R10"
    assert game.side(1, 6) == "B1"
    assert game.claims == [4]


@pytest.mark.parametrize(
    ("fields", "more", "move", "reason"),
    [
        (["4: R9", "6: / L"], {}, "traitor alexander 6 4", "only_troops"),
        (["4: R9", "6: / R10"], {"owners": {6: 1}}, "traitor R10 6 4", "field_claimed"),
        (["4: R9", "6: / R10"], {"owners": {4: 0}}, "traitor R10 6 4", "field_claimed"),
        (["4: R9 R8 R1", "6: / R10"], {}, "traitor R10 6 4", "side_full"),
    ],
)
def test_t18_what_a_traitor_cannot_do(fields, more, move, reason):
    assert scene(*fields, hand="traitor G1", **more).refused(move) == reason


@pytest.mark.parametrize(
    "move",
    [
        "G1 4",
        "shield 4",
        "fog 4",
        "mud 4",
        "deserter B9 4",
        "traitor B9 4 5",
        "traitor B1 5 4",
        "redeploy R1 4 5",
        "redeploy R1 4 out",
        "redeploy R2 5 4",
    ],
)
def test_t19_nothing_touches_a_claimed_field(move):
    game = scene(
        "4: R1 / B9", "5: R2 / B1", hand="G1 shield fog mud deserter traitor redeploy", owners={4: 1}, played=(0, 1)
    )
    assert game.refused(move) == "field_claimed"
    assert move not in game.legal


# --- T20 and T21, the end


def test_t20_three_in_a_row_end_the_game_at_once():
    game = judged("5: R10 R9 R8", "7: G10 G9 G8", owners={3: 0, 4: 0, 1: 1, 2: 1})
    assert game.claims == [5, 7]
    assert game.play("claim 5")[-2:] == [("won", 0, BY_ROW, 5, 2), ("ended",)]
    assert game.state.outcome == ((5, 2), (0,))
    assert game.legal == []


def test_t21_any_five_fields_end_it():
    game = judged("8: R10 R9 R8", owners={1: 0, 2: 0, 4: 0, 6: 0, 5: 1})
    assert ("won", 0, BY_FIVE, 5, 1) in game.play("claim 8")
    assert game.state.outcome == ((5, 1), (0,))


# --- T22, passing


def nowhere_to_go(hand) -> Scene:
    """Nine sides that are full or claimed; opposite lies what beats them."""
    rows = ["RGB", "GBA", "BAW", "AWV", "WVR", "VRG"]
    fields = [f"{at}: {a}1 {b}3 {c}5 / {a}2 {b}4 {c}6" for at, [a, b, c] in enumerate(map(list, rows), 1)]
    return scene(*fields, hand=hand, owners={7: 0, 8: 1, 9: 0})


def test_t22_with_no_free_place_a_pass_is_all_that_is_left():
    game = nowhere_to_go("R7 R8 R9 R10 G7 G8 G9")
    assert game.legal == ["pass"]
    assert game.refused("R7 1") == "side_full"
    game.play("pass")
    assert game.state.seat == 1
    assert game.state.hand_size(0) == 7


def test_t22_claims_stay_possible_in_a_turn_that_passes():
    game = nowhere_to_go("R7 R8 R9 R10 G7 G8 G9")
    game.state.sides[0][3] = cards("G10 B10 A10")
    game.play("pass")
    assert game.claims == [4]
    game.play("claim 4")
    assert game.state.owners[3] == 0


def test_t22_below_seven_cards_a_pass_draws():
    game = nowhere_to_go("R7 R8")
    game.play("pass", "draw troops")
    assert game.state.hand_size(0) == 3


def test_t22_with_a_playable_tactic_there_is_no_pass():
    game = nowhere_to_go("R7 R8 R9 R10 G7 G8 fog")
    assert game.refusal("pass").id == "must_play"
    assert {line.split()[0] for line in game.legal} == {"fog"}


# --- T23, the advanced rule


def test_t23_claims_come_at_the_start_of_the_next_turn():
    game = scene("4: R10 R9", hand="R8", his="mud G1", claim_at="start")
    game.play("R8 4")
    assert game.step == "draw"
    assert game.refused("claim 4") == "claims_at_start"
    game.play("draw troops", "G1 9", "draw troops")
    assert (game.state.seat, game.claims) == (0, [4])
    game.play("claim 4")
    assert game.step == "play"


def test_t23_and_mud_in_between_undoes_them():
    game = scene("4: R10 R9", hand="R8", his="mud G1", claim_at="start")
    game.play("R8 4", "draw troops", "mud 4", "draw troops")
    assert (game.state.seat, game.step) == (0, "play")
    assert game.refusal("claim 4") == ("incomplete", {"field": 3, "have": 3, "need": 4})


# --- T24, drawing


def test_t24_with_both_decks_empty_play_goes_on():
    game = scene(hand="R1 R2", his="G1", troops="", tactics="")
    game.play("R1 1")
    assert (game.state.seat, game.step) == (1, "play")


@pytest.mark.parametrize(("troops", "tactics", "left"), [("", "fog mud", "tactics"), ("G1 G2", "", "troops")])
def test_t24_with_one_deck_empty_the_other_must_be_used(troops, tactics, left):
    game = scene(hand="R1 R2", troops=troops, tactics=tactics)
    game.play("R1 1")
    assert game.legal == [f"draw {left}"]
    assert game.state.forced() == game.state.legal()[0]
    assert game.refused("draw troops" if left == "tactics" else "draw tactics") == "deck_empty"


# --- T25, the guard


MINE_TO_PROVE = "4: R10 G10 B10 / A1 W2 V4"


def standstill(*fields, mine, his, **more) -> Scene:
    """Nobody holds a card or has one to draw. `mine` and `his` are the fields that are claimed already."""
    owners = dict.fromkeys(mine, 0) | dict.fromkeys(his, 1)
    return scene(*fields, owners=owners, troops="", tactics="", **more)


def test_t25_two_passes_award_what_is_proven_and_more_fields_win():
    game = standstill(MINE_TO_PROVE, mine=[1, 3, 7], his=[2, 5, 6, 8])
    game.play("pass", "done")
    assert (game.state.seat, game.step) == (1, "play")
    assert game.play("pass") == [("passed",), ("awarded", 0, 3), ("won", None, BY_STANDSTILL, 4, 4), ("ended",)]
    game = standstill(MINE_TO_PROVE, mine=[1, 3, 7, 9], his=[2, 5, 8])
    game.play("pass", "done")
    assert game.play("pass")[1:] == [("awarded", 0, 3), ("won", 0, BY_STANDSTILL, 5, 3), ("ended",)]
    assert game.state.outcome == ((5, 3), (0,))


def test_t25_a_field_may_be_awarded_to_either():
    game = standstill("4: A1 W2 V4 / R10 G10 B10", mine=[1, 3, 7], his=[2, 6, 8])
    game.play("pass")
    assert game.refused("claim 4") == "not_now"  # the turn is over
    assert game.play("pass", "done")[-3:] == [("awarded", 1, 3), ("won", 1, BY_STANDSTILL, 3, 5), ("ended",)]


def test_t25_with_as_many_fields_it_is_a_draw():
    game = standstill("4: R10 / A1 W2", mine=[1, 3, 6, 8], his=[2, 5, 7, 9])
    game.play("pass")
    assert game.play("pass") == [("passed",), ("won", None, BY_STANDSTILL, 4, 4), ("ended",)]
    assert game.state.outcome == ((4, 4), (0, 1))


def test_t25_three_in_a_row_count_for_more_than_fields():
    game = standstill(MINE_TO_PROVE, mine=[5, 6], his=[1, 2, 8, 9])
    game.play("pass", "done")
    assert game.play("pass")[-2:] == [("won", 0, BY_STANDSTILL, 5, 4), ("ended",)]


def test_t25_a_pass_with_a_claim_is_no_standstill():
    game = standstill(MINE_TO_PROVE, mine=[1, 3, 7], his=[2, 5, 8])
    game.play("pass", "claim 4", "pass")
    assert (game.state.outcome, game.state.passes) == (None, 1)
    game.play("pass")
    assert game.state.outcome is not None


def test_t25_a_pass_with_a_draw_is_no_standstill():
    game = scene(troops="R1", tactics="")
    game.play("pass", "draw troops", "pass")
    assert (game.state.outcome, game.state.passes) == (None, 1)
    game.play("R1 1", "pass")
    assert (game.state.outcome, game.state.passes) == (None, 1)


# --- T26, unplayed tactics


def test_t26_a_leader_in_the_opponents_hand_stops_no_claim():
    assert judged("4: R9 R8 R7 / B10 B9", seen="B8", his="alexander").claims == [4]
