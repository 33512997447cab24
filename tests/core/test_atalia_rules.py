"""The rules of Atalia, part by part as RULES.md numbers them. What is settled beforehand is in the fixtures."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from core.atalia import GAME, start
from core.atalia.components import (
    ALL_TROOPS,
    FIELDS,
    NOBODY,
    SCOUT,
    TACTIC_CARDS,
    TACTICS,
    TROOP_CARDS,
    TROOPS,
    TROOPS_IN_ALL,
    colour_of,
    deck_of,
    lowest_value,
    value_of,
)
from core.atalia.formations import Ground
from core.atalia.rules import Atalia
from core.atalia.schema import BY_FIVE, BY_ROW
from core.atalia.terrain import CASTLE, GROUNDS, TERRAINS
from core.chance import Open, Roll, SeededDealer, Shuffle, Stream
from core.hidden import ALL
from tests.core import atalia_brute as brute
from tests.core.atalia_positions import Scene, cards, dealt, opened, scene


def played_through(seed: str, **options):
    """A whole game by chance: every position, and what happened before it."""
    state, dealer = dealt(seed, **options)
    choose = Stream("atalia rules", seed)
    yield state, []
    while state.outcome is None:
        moves = state.legal()
        state.apply(moves[choose.below(len(moves))])
        while state.asks:
            state.answer(dealer.answer(state.asks))
        yield state, state.take_events()


# --- 1 and 2, the box and setting up


def test_there_are_sixty_troops_and_ten_tactics():
    assert {(colour_of(troop), value_of(troop)) for troop in TROOP_CARDS} == set(product(range(6), range(1, 11)))
    assert len(TACTIC_CARDS) == 10
    assert {deck_of(card) for card in TROOP_CARDS} == {TROOPS}
    assert {deck_of(card) for card in TACTIC_CARDS} == {TACTICS}


def test_each_player_is_dealt_seven_troops_and_who_begins_is_drawn():
    first = Counter[int]()
    for seed in range(40):
        state, _ = dealt(f"first {seed}")
        assert [state.hand(seat, TROOPS).size for seat in (0, 1)] == [7, 7]
        assert [state.hand(seat, TACTICS).size for seat in (0, 1)] == [0, 0]
        assert state.deck == [46, 10]
        assert state.first == state.seat
        assert (state.step, state.turn) == ("play", 1)
        first[state.first] += 1
    assert min(first[0], first[1]) > 8


def test_what_chance_is_asked_at_the_start():
    asks = start(2, GAME.settle({})).asks
    assert asks[:3] == [Roll("first", 0, 2), Shuffle("troops", 0, TROOP_CARDS), Shuffle("tactics", 0, TACTIC_CARDS)]
    assert asks[3:] == [Open("troops", 0, at, 1 << at % 2) for at in range(14)]


def test_without_tactics_there_is_one_deck_alone():
    state, _ = dealt("alone", tactics=False)
    assert state.deck == [46, 0]
    game = Scene(state, SeededDealer("alone"))
    assert not [ask for ask in start(2, GAME.settle({"tactics": False})).asks if ask.place == "tactics"]
    assert {line.split()[0][0] for line in game.legal} <= set("RGBAWV")


def test_all_seventy_cards_stay_in_the_game():
    every: list[dict[str, Any]] = [{}, {"tactics": False}, {"terrain": "house"}, {"claim_at": "start"}]
    for seed, options in enumerate(every):
        tactics = 10 if options.get("tactics", True) else 0
        for state, _ in played_through(f"cards {seed}", **options):
            where = [card for side in state.sides for lying in side for card in lying]
            where += [*state.removed, *(card for _, card in state.guile)]
            where += cards("fog") * sum(state.fog) + cards("mud") * sum(state.mud)
            where += [card for seat in (0, 1) for card in state.hand_cards(seat)]
            where += [card for top in state.tops for card in top.faces]
            assert len(where) == len(set(where))
            assert len(where) + sum(state.deck) == 60 + tactics
            assert sum(card < TROOPS_IN_ALL for card in where) + state.deck[TROOPS] == 60


# --- 3, a turn


def test_a_turn_is_a_card_claims_and_a_draw():
    game = scene("4: R10 R9", hand="R8 G1", his="B1", troops="V1 V2")
    assert game.play("R8 4") == [("laid", cards("R8")[0], 3)]
    assert game.step == "claim"
    assert game.legal == ["claim 4", "done"]
    assert game.play("claim 4") == [("claimed", 3)]
    assert game.step == "draw"
    assert game.play("draw troops") == [("drew", TROOPS, cards("V1")[0])]
    assert game.hand(0) == "G1 V1"
    assert (game.state.seat, game.step, game.state.turn) == (1, "play", 2)


def test_claims_are_not_asked_about_where_there_is_nothing_to_claim():
    game = scene(hand="R8")
    game.play("R8 4")
    assert game.step == "draw"


def test_claiming_is_never_a_must():
    game = scene("4: R10 R9", hand="R8")
    game.play("R8 4", "done")
    assert game.step == "draw"
    assert game.state.owners == [NOBODY] * 9
    assert game.refused("claim 4") == "claims_over"


def test_several_fields_may_be_claimed_in_a_turn_in_any_order():
    game = scene("2: R10 R9 R8", "6: G10 G9 G8", hand="fog")
    game.play("fog 9", "claim 6")
    assert game.legal == ["claim 2", "done"]
    game.play("claim 2")
    assert game.step == "draw"  # there is no other, so nobody is asked


def test_a_side_takes_three_cards_and_no_fourth():
    game = scene("4: R1 G2 B4", hand="V1")
    assert game.refusal("V1 4") == ("side_full", {"field": 3, "need": 3})
    assert "V1 4" not in game.legal
    assert "V1 5" in game.legal


def test_everybody_lays_on_the_own_side():
    game = scene(hand="R1", his="G1")
    game.play("R1 4", "draw troops", "G1 4")
    assert (game.side(0, 4), game.side(1, 4)) == ("R1", "G1")


def test_with_seven_cards_nothing_is_drawn():
    game = scene(hand="R1 R2 R3 R4 R5 R6 R7 R8", his="G1")
    game.play("R1 4")
    assert game.state.seat == 1
    assert game.state.hand_size(0) == 7


def test_whoever_has_fewer_than_seven_must_draw_and_only_one():
    game = scene(hand="R1 R2 R3", his="G1")
    game.play("R1 4")
    assert game.legal == ["draw troops", "draw tactics"]
    assert game.refused("pass") == "not_now"
    assert game.refused("done") == "not_now"
    game.play("draw tactics")
    assert game.state.seat == 1
    assert game.hand(0).endswith("alexander")


def test_a_hand_never_grows_beyond_seven_at_the_end_of_a_turn():
    for seed in range(4):
        for state, _ in played_through(f"seven {seed}"):
            if state.step == "play":
                assert max(state.hand_size(0), state.hand_size(1)) <= 7


# --- 5.1, when tactics may be played


def test_a_tactic_is_played_instead_of_a_troop():
    game = scene(hand="fog R1")
    game.play("fog 4")
    assert game.step == "draw"
    assert game.refused("R1 4") == "one_card"


def test_with_as_many_or_fewer_tactics_another_may_be_played_and_one_ahead_not():
    for mine, his in product(range(4), repeat=2):
        game = scene(hand="fog R1", played=(mine, his))
        assert ("fog 4" in game.legal) == (mine <= his)


def test_every_kind_of_tactic_counts():
    for card, move in (("fog", "fog 1"), ("mud", "mud 1"), ("cavalry", "cavalry 1"), ("scout", "scout")):
        game = scene(hand=card)
        game.play(move)
        assert game.state.tactics_played == [1, 0]
    for card, move in (("redeploy", "redeploy R1 1 2"), ("deserter", "deserter G1 1"), ("traitor", "traitor G1 1 1")):
        game = scene("1: R1 / G1", hand=card)
        game.play(move)
        assert game.state.tactics_played == [1, 0]
        assert game.state.guile == [[0, cards(card)[0]]]


# --- 5.2 to 5.4, cards that lie in formations


def test_morale_lies_in_a_formation_like_a_troop():
    game = scene("4: R9 R8", hand="alexander")
    game.play("alexander 4")
    assert game.claims == [4]


@pytest.mark.parametrize("card", ["alexander", "darius", "cavalry", "shield"])
def test_morale_needs_a_free_place(card):
    game = scene("4: R1 G2 B4", hand=card)
    assert game.refused(f"{card} 4") == "side_full"
    assert f"{card} 4" not in game.legal
    assert f"{card} 5" in game.legal


def test_each_player_may_play_a_leader():
    game = scene(hand="alexander", his="darius R1")
    game.play("alexander 4", "draw troops", "darius 4")
    assert game.state.leaders_played == [1, 1]


def test_cavalry_and_shield_are_no_leaders():
    game = scene(hand="cavalry shield", leaders=(1, 0), played=(0, 5))
    game.play("cavalry 4", "draw troops")
    assert game.state.leaders_played == [1, 0]


def test_a_leader_of_the_opponent_counts_at_its_best():
    game = scene("4: R9 R8 R7 / L B9", hand="fog", seen="B8 B7 B10")
    game.play("fog 1")
    assert game.claims == [4]
    game = scene("4: R9 R8 R7 / L B9", hand="fog", seen="B8 B7")
    game.play("fog 1")
    assert game.refusal("claim 4").params["cards"] == cards("B10")


# --- 5.5 and 5.6, weather


def test_fog_and_mud_may_lie_anywhere_that_is_not_claimed_also_both():
    game = scene("1: R1 R2 R3 / G1 G2 G3", "3: mud", hand="fog", owners={5: 0})
    assert game.legal == [f"fog {field}" for field in range(1, 10) if field != 5]
    game.play("fog 3")
    assert game.state.ground(2) == Ground(need=4, sums_only=True)
    assert game.state.ground(1) == Ground()


def test_mud_makes_room_for_a_fourth_card_on_both_sides():
    game = scene("4: R1 R2 R3 / G1 G2 G3", hand="mud R9", his="V9")
    game.play("mud 4", "draw troops")
    assert [field + 1 for field in game.state.free_fields(1)] == list(range(1, 10))
    game.play("V9 4")
    assert game.state.complete(1, 3)
    assert not game.state.complete(0, 3)


def test_fog_and_mud_together_are_the_sum_of_four():
    game = scene("4: R1 R2 R3 R4 mud fog / G10 V9 A8 B1", hand="G1 shield")
    assert game.state.formation(0, 3) == (1, 10)
    assert game.state.formation(1, 3) == (1, 28)


def test_mud_is_told_as_weather_and_never_leaves():
    game = scene("4: R1 / G1", hand="mud", his="deserter redeploy")
    assert game.play("mud 4") == [("weather", cards("mud")[0], 3)]
    game.play("draw troops")
    assert game.refused("deserter mud 4") == "weather_stays"
    assert game.refused("redeploy mud 4 out") == "weather_stays"


# --- 5.7, Scout


def test_scout_draws_one_card_at_a_time_and_each_is_seen_before_the_next():
    game = scene(hand="scout R1 R2", troops="V1 V2 V3", tactics="fog mud")
    game.play("scout")
    for number, (deck, hand) in enumerate(
        [("troops", "R1 R2 V1"), ("tactics", "R1 R2 V1 fog"), ("tactics", "R1 R2 V1 fog mud")]
    ):
        assert (game.step, game.state.scouting) == ("scout", 3 - number)
        assert "draw troops" in game.legal
        game.play(f"draw {deck}")
        assert game.hand(0) == hand
    assert game.step == "return"


def test_scout_puts_any_two_cards_back_each_on_its_own_deck():
    game = scene(hand="scout R1 R2", his="B1 B2", troops="V1 V2 V3 V4", tactics="fog")
    game.play("scout", "draw troops", "draw troops", "draw tactics")
    assert game.legal == [f"return {card}" for card in ("R1", "R2", "V1", "V2", "fog")]
    assert game.refusal(("return", TACTICS, cards("R1")[0])).id == "not_held_to_return"
    assert game.play("return R1", "return fog") == [
        ("returned", TROOPS, cards("R1")[0]),
        ("returned", TACTICS, cards("fog")[0]),
    ]
    assert [game.state.cards_in(deck) for deck in (0, 1)] == [3, 1]
    assert game.state.deck == [2, 0]


def test_what_scout_put_back_is_drawn_first_the_last_one_before_the_other():
    game = scene(hand="scout R1 R2", his="B1 B2 B3", troops="V1 V2 V3 V4 V5", tactics="")
    game.play("scout", *["draw troops"] * 3, "return R1", "return V2")
    game.play("B1 1", "draw troops")
    assert game.hand(1) == "B2 B3 V2"
    game.play("R2 1", "draw troops")
    assert game.hand(0) == "R1 V1 V3"
    game.play("B2 1", "draw troops")
    assert game.hand(1) == "B3 V2 V4"
    assert opened(game)[-3:] == ["troops top", "troops top", "troops"]


def test_scout_may_draw_what_lies_on_top():
    game = scene(hand="scout R1", troops="V1 V2", tactics="fog")
    game.state.tops[TROOPS].append(cards("G9")[0], 0b10)
    game.play("scout", "draw troops", "draw troops")
    assert game.hand(0) == "R1 G9 V1"
    assert game.state.cards_in(TROOPS) == 1


def test_scout_replaces_the_draw_of_the_turn_and_claims_come_after_it():
    game = scene("4: R10 R9 R8", hand="scout G1", his="B1", troops="V1 V2 V3 V4")
    game.play("scout", *["draw troops"] * 3, "return V1")
    assert game.step == "return"
    game.play("return V2")
    assert game.claims == [4]
    game.play("claim 4")
    assert (game.state.seat, game.step) == (1, "play")
    assert game.hand(0) == "G1 V3"


def test_the_next_turn_draws_again():
    game = scene(hand="scout G1", his="B1", troops="V1 V2 V3 V4 V5", tactics="")
    game.play("scout", *["draw troops"] * 3, "return V1", "return V2", "B1 1", "draw troops", "G1 1")
    assert game.step == "draw"


def test_scout_lies_beside_the_decks():
    game = scene(hand="scout")
    assert game.play("scout") == [("scouted",)]
    assert game.state.guile == [[0, SCOUT]]


# --- 5.8, Redeploy


def test_redeploy_moves_a_card_of_mine_or_takes_it_out():
    game = scene("2: R1 L", "5: G1", hand="redeploy")
    wanted = [f"redeploy {card} 2 {to}" for card in ("R1", "alexander") for to in (1, 3, 4, 5, 6, 7, 8, 9, "out")]
    assert [line for line in game.legal if " 2 " in line] == wanted
    game.play("redeploy alexander 2 5")
    assert (game.side(0, 2), game.side(0, 5)) == ("R1", "G1 alexander")


def test_a_card_that_is_out_stays_seen():
    game = scene("2: R1", hand="redeploy")
    assert game.play("redeploy R1 2 out") == [("redeployed", cards("R1")[0], 1, None)]
    assert game.state.removed == cards("R1")
    assert not game.state.unseen & brute.bits(cards("R1"))


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("redeploy R1 2 2", "same_field"),
        ("redeploy R1 2 5", "side_full"),
        ("redeploy R1 2 6", "field_claimed"),
        ("redeploy V9 6 3", "field_claimed"),
        ("redeploy G9 2 3", "not_there"),
        ("redeploy B1 2 3", "not_there"),
        ("redeploy fog 2 3", "weather_stays"),
    ],
)
def test_what_redeploy_cannot_do(move, reason):
    game = scene("2: R1 fog / B1", "5: G1 G2 G3", "6: V9", hand="redeploy", owners={6: 0})
    assert game.refused(move) == reason
    assert move not in game.legal


def test_redeploy_needs_a_card_on_the_table():
    assert scene("6: V9", hand="redeploy", owners={6: 0}).legal == ["pass"]


# --- 5.9, Deserter


def test_deserter_takes_a_troop_or_a_tactic_of_the_opponent():
    game = scene("2: R1 / B1 L", hand="deserter")
    assert game.legal == ["deserter B1 2", "deserter alexander 2"]
    assert game.play("deserter alexander 2") == [("deserted", cards("alexander")[0], 1)]
    assert game.state.removed == cards("alexander")
    assert game.side(1, 2) == "B1"


@pytest.mark.parametrize(
    ("move", "reason"),
    [("deserter R1 2", "not_there"), ("deserter fog 2", "weather_stays"), ("deserter V9 6", "field_claimed")],
)
def test_what_deserter_cannot_do(move, reason):
    game = scene("2: R1 fog / B1", "6: / V9", hand="deserter", owners={6: 1})
    assert game.refused(move) == reason
    assert game.legal == ["deserter B1 2"]


def test_a_deserted_card_makes_the_side_incomplete_again():
    game = scene("4: R9 R8 R7 / B10 B9 B8", hand="deserter", seen="B7")
    game.play("deserter B9 4")
    assert not game.state.complete(1, 3)
    assert game.claims == [4]  # B9 lies among the seen


# --- 5.10, Traitor


def test_a_traitor_may_stay_on_the_field_it_came_from():
    game = scene("2: R1 / B1 B2", hand="traitor")
    game.play("traitor B1 2 2")
    assert (game.side(0, 2), game.side(1, 2)) == ("R1 B1", "B2")


def test_a_traitor_is_a_troop_only():
    game = scene("2: / B1 L K S", hand="traitor")
    assert {line.split()[1] for line in game.legal} == {"B1"}


def test_a_traitor_needs_a_troop_and_a_place():
    assert scene("2: / L", hand="traitor").legal == ["pass"]
    owners = dict.fromkeys((1, 3, 4, 5, 7, 8, 9), 0) | {6: 1}
    assert scene("2: R1 R2 R4 / B1", hand="traitor", owners=owners).legal == ["pass"]


def test_a_betrayed_troop_was_laid_now():
    game = scene("4: R9 R8 / B1 R7 B2", hand="traitor", his="B3")
    before = game.state.cards_laid
    game.play("traitor R7 4 4")
    assert game.state.laid[0][3] == before + 1
    assert game.state.laid[1][3] <= before


# --- 6, ties


def test_a_card_that_left_and_came_back_makes_a_side_late():
    game = scene("4: R5 B6 G7 / A7 V5 W6", hand="redeploy G8", his="B1 B2 B3")
    assert game.state.tie_goes_to(3) == 0
    game.play("redeploy G7 4 5", "draw troops", "B1 1", "done", "draw troops")
    assert game.state.tie_goes_to(3) == 1
    game.state.sides[0][4].clear()
    game.state.hand(0, TROOPS).add(cards("G7")[0])
    game.play("G7 4")
    assert game.state.formation(0, 3) == game.state.formation(1, 3)
    assert game.state.tie_goes_to(3) == 1


def test_after_mud_the_fourth_card_decides():
    game = scene("4: R5 B6 G7 / A7 V5 W6 mud", hand="R8 R1", his="W8 W1")
    assert game.state.tie_goes_to(3) is None
    game.play("R1 1", "draw troops", "W8 4", "done", "draw troops", "R8 4")
    assert game.state.formation(0, 3) == game.state.formation(1, 3)
    assert game.state.tie_goes_to(3) == 1


def test_fields_are_proved_one_by_one():
    """Both could be beaten with the same card, and neither is claimed for that."""
    game = scene("4: R2 R5 R9 / B8 G8", "6: V2 V5 V9 / A8 W8", hand="fog", seen="R8")
    game.play("fog 1")
    assert game.claims == []
    assert game.refusal("claim 4").params["cards"] == game.refusal("claim 6").params["cards"] == cards("V8")


def test_cards_put_back_by_scout_are_unseen():
    game = scene("4: R2 R5 R9 / B8 G8", hand="fog", seen="R8 A8 V8", troops="")
    game.state.tops[TROOPS].append(cards("W8")[0], 0b01)
    game.play("fog 1")
    assert game.refused("claim 4") == "he_could_win"


def test_what_is_claimed_is_what_trying_everything_proves():
    checked = 0
    every: list[dict[str, Any]] = [{}, {"terrain": "house"}, {"tactics": False, "terrain": "house"}]
    for seed, options in enumerate(every):
        for number, (state, _) in enumerate(played_through(f"proof {seed}", **options)):
            if state.unseen.bit_count() > 28 or number % 2:
                continue
            for seat, field in product((0, 1), range(FIELDS)):
                if state.ground(field).need - len(state.sides[1 - seat][field]) <= 2:
                    assert state.proven(seat, field) == proven_by_trying(state, seat, field)
                    checked += 1
    assert checked > 300


def proven_by_trying(state: Atalia, seat: int, field: int) -> bool:
    """RULES 6, with every set of unseen troops."""
    ground = GROUNDS[state.terrain[field]][state.fog[field]][state.mud[field]]
    mine, his = state.sides[seat][field], state.sides[1 - seat][field]
    if len(mine) < ground.need:
        return False
    lying = [card for side in state.sides for cards_there in side for card in cards_there] + state.removed
    unseen = ALL_TROOPS & ~brute.bits(card for card in lying if card < TROOPS_IN_ALL)
    best = brute.best(his, ground, unseen)
    if best is None:
        return True
    merits = brute.merit(brute.made(mine, ground), ground), brute.merit(best, ground)
    if merits[0] != merits[1]:
        return bool(merits[0] > merits[1])
    beside = [at for at in (field - 1, field + 1) if 0 <= at < FIELDS and state.terrain[at] == CASTLE]
    if beside and state.owners[beside[0]] != NOBODY:
        return state.owners[beside[0]] == seat
    return len(his) < ground.need or state.laid[seat][field] < state.laid[1 - seat][field]


# --- 7, the end and a series


@pytest.mark.parametrize(
    ("owned", "claim", "how"),
    [
        ([1, 2], 3, BY_ROW),
        ([1, 3], 2, BY_ROW),
        ([8, 9], 7, BY_ROW),
        ([1, 2, 4, 5], 7, BY_FIVE),
        ([1, 2, 4, 5], 3, BY_ROW),
        ([1, 2], 4, None),
        ([1, 2, 5, 6], 9, BY_FIVE),
        ([1, 3, 5], 7, None),
    ],
)
def test_three_side_by_side_or_any_five_win(owned, claim, how):
    game = scene(f"{claim}: R10 R9 R8", hand="fog", owners=dict.fromkeys(owned, 0))
    game.play(f"fog {next(field for field in range(1, 10) if field not in [*owned, claim])}")
    events = game.play(f"claim {claim}")
    assert [event[2] for event in events if event[0] == "won"] == ([] if how is None else [how])
    assert (game.state.outcome is not None) == (how is not None)


def test_fields_of_the_other_between_break_a_row():
    game = scene("3: R10 R9 R8", hand="fog", owners={1: 0, 2: 1, 4: 0})
    game.play("fog 9", "claim 3")
    assert game.state.outcome is None


def won_by(seat, series=3, **options) -> Scene:
    """The first game of a series, one claim before its end."""
    owners = {1: seat, 2: seat, 9: 1 - seat}
    game = scene("3: R10 R9 R8 / G10 G9 G8", hand="fog", his="mud", owners=owners, series=series, **options)
    if seat:
        game.last_laid(3, 6, 3)
        game.play("fog 8", "draw troops", "mud 8", "claim 3")
    else:
        game.play("fog 8", "claim 3")
    return game


@pytest.mark.parametrize("seat", [0, 1])
def test_the_winner_of_a_game_begins_the_next_one_of_the_series(seat):
    game = won_by(seat)
    state = game.state
    assert state.points == ([5, 1] if seat == 0 else [1, 5])
    assert (state.epoch, state.first, state.seat, state.step) == (1, seat, seat, "play")
    assert state.owners == [NOBODY] * 9
    assert state.tactics_played == state.leaders_played == [0, 0]
    assert state.deck == [46, 10]
    assert state.hand_size(0) == state.hand_size(1) == 7
    assert not any(state.fog + state.mud)
    assert state.outcome is None


def test_what_is_told_when_the_next_game_begins():
    game = scene("3: R10 R9 R8", hand="fog", owners={1: 0, 2: 0}, series=3)
    game.play("fog 8")
    assert game.play("claim 3") == [("claimed", 2), ("won", 0, BY_ROW, 5, 0), ("began", 0, 1)]


def test_each_game_of_a_series_is_dealt_anew():
    for options in ({}, {"terrain": "house"}):
        hands, terrains, points, epochs = set(), set(), [0, 0], []
        for state, events in played_through("series", series=3, **options):
            for event in events:
                if event[0] == "won":
                    points = [had + won for had, won in zip(points, event[3:], strict=True)]
                    epochs.append(event)
            if state.step == "play" and state.cards_laid == 0 and not sum(state.tactics_played):
                hands.add(tuple(state.hand_cards(0)))
                terrains.add(tuple(state.terrain))
        assert len(epochs) == 3
        assert len(hands) == 3
        assert len(terrains) == (3 if options else 1)
        assert state.outcome.scores == tuple(points)
        assert state.outcome.winners == tuple(seat for seat in (0, 1) if points[seat] == max(points))


@pytest.mark.parametrize("first", [0, 1])
def test_after_a_draw_the_other_begins(first):
    game = scene(owners={1: 0, 2: 1}, troops="", tactics="", series=3)
    game.state.first = first
    game.play("pass", "pass")
    assert game.state.points == [1, 1]
    assert (game.state.first, game.state.seat) == (1 - first, 1 - first)


def test_the_last_game_of_a_series_ends_it():
    game = won_by(0, series=1)
    assert game.state.outcome == ((5, 1), (0,))
    assert game.state.prompt is None


def test_the_most_points_win_a_series_not_the_most_games():
    game = scene("3: R10 R9 R8", hand="fog", owners={1: 0, 2: 0, 4: 1, 5: 1, 7: 1, 9: 1}, series=3)
    game.state.epoch, game.state.points = 2, [5, 9]
    game.play("fog 8", "claim 3")
    assert game.state.outcome == ((10, 13), (1,))


# --- 8, terrain of our own


def test_the_nine_terrains_are_shuffled_and_seen_by_all():
    state, _ = dealt("land", terrain="house")
    assert sorted(state.terrain) == list(range(9)) != state.terrain
    asks = [ask for ask in start(2, state.options).asks if ask.place == "terrain"]
    assert asks[1:] == [Open("terrain", 0, field, ALL) for field in range(9)]
    assert dealt("land")[0].terrain == [0] * 9


@pytest.mark.parametrize(("terrain", "need", "muddy"), [("plain", 3, 4), ("bridge", 2, 3), ("marsh", 4, 4)])
def test_bridge_and_marsh_change_how_many_cards_are_a_formation(terrain, need, muddy):
    state = scene(f"4: {terrain}").state
    assert state.need(3) == need
    state.mud[3] = 1
    assert state.need(3) == muddy


def test_no_mud_on_a_marsh():
    game = scene("4: marsh", hand="mud")
    assert game.refusal("mud 4") == ("mud_on_marsh", {"field": 3})
    assert "mud 4" not in game.legal
    assert "mud 5" in game.legal


def test_two_cards_claim_a_bridge():
    game = scene("4: R10 bridge", hand="R9")
    game.play("R9 4")
    assert game.claims == [4]


@pytest.mark.parametrize(
    ("terrain", "mine", "his", "claims"),
    [
        ("plain", "R10 R9 R8", "G9 B9 V9", [4]),
        ("mist", "R8 R7 R6", "G9 B9 V9", []),
        ("mist", "R10 R9 R8", "G9 B8 V9", [4]),
        ("forest", "R10 R9 R8", "G2 B2 V2", []),
        ("forest", "R10 R9 R7", "G1 B2 V3", []),
        ("ravine", "R10 R9 R8", "G3 G2 G1", []),
        ("ravine", "R3 R2 R1", "G10 G9 G8", [4]),
        ("ravine", "R3 G3 B3", "V1 W1 A2", [4]),
        ("village", "R10 R9 R8", "G2 B2 V2", []),
        ("village", "R2 B2 G2", "V10 V9 V8", [4]),
        ("castle", "R10 R9 R8", "G9 B9 V9", [4]),
    ],
)
def test_terrain_changes_what_wins(terrain, mine, his, claims):
    game = scene(f"4: {mine} {terrain} / {his}", hand="fog")
    game.play("fog 9")
    assert game.claims == claims


def test_the_steep_slope_takes_no_card_above_seven():
    game = scene("4: slope / V9", "5: G9", hand="R7 R8 cavalry shield alexander redeploy traitor")
    on_it = [line for line in game.legal if line.endswith(" 4")]
    assert on_it == ["R7 4", "alexander 4", "shield 4"]
    for move in ("R8 4", "cavalry 4", "redeploy G9 5 4", "traitor V9 4 4"):
        assert game.refused(move) == "too_high"
    assert "fog 4" in scene("4: slope", hand="fog").legal


def test_on_the_slope_unseen_troops_and_leaders_are_seven_at_most():
    game = scene("4: R7 R6 R5 slope", hand="fog")
    game.play("fog 9")
    assert game.claims == [4]
    assert scene("4: L R1 G3 slope").state.formation(0, 3) == (2, 6)
    assert scene("4: L R7 R4 slope").state.formation(0, 3) == (3, 18)
    assert lowest_value(cards("cavalry")[0]) == 8


@pytest.mark.parametrize(("owner", "claims"), [({}, []), ({5: 0}, [4]), ({5: 1}, [])])
def test_the_owner_of_the_castle_wins_ties_beside_it(owner, claims):
    game = scene("4: R5 B6 G7 / A7 V5 W6", "5: castle", hand="fog", owners=owner)
    game.last_laid(4, 6, 3)
    game.play("fog 9")
    assert game.claims == claims


@pytest.mark.parametrize(("owner", "claims"), [({}, [4]), ({3: 0}, [4]), ({3: 1}, [])])
def test_the_castle_of_the_other_takes_ties_also_where_cards_are_to_come(owner, claims):
    game = scene("3: castle", "4: R10 R9 R8 / B10", hand="fog", owners=owner)
    game.play("fog 9")
    assert game.claims == claims


def test_a_castle_says_nothing_two_fields_away_nor_on_its_own():
    for field in (2, 6):
        game = scene("4: castle", f"{field}: R5 B6 G7 / A7 V5 W6", hand="fog", owners={4: 1})
        game.play("fog 9")
        assert game.claims == [field]


def test_a_castle_claimed_in_this_turn_helps_at_once_and_takes_no_field_back():
    game = scene("3: castle R10 R9 R8", "4: R5 B6 G7 / A7 V5 W6", hand="fog", owners={2: 1})
    game.last_laid(4, 6, 3)
    game.play("fog 9")
    assert game.claims == [3]
    game.play("claim 3")
    assert game.claims == [4]
    assert game.state.owners[1] == 1


def test_at_a_standstill_all_is_awarded_at_once_whatever_the_castle():
    fields = ["3: R10 R9 R8 castle / V1 A1", "4: R5 B6 G7 / A7 V5 W6"]
    game = scene(*fields, troops="", tactics="")
    game.last_laid(4, 6, 3)
    events = game.play("pass", "done", "pass", "done")
    assert [event for event in events if event[0] == "awarded"] == [("awarded", 0, 2), ("awarded", 1, 3)]


def test_every_ground_is_what_its_terrain_and_weather_say():
    for number, name in enumerate(TERRAINS):
        for fog, mud in product((0, 1), repeat=2):
            ground = GROUNDS[number][fog][mud]
            assert ground.sums_only == bool(fog or name == "mist")
            assert ground.need == (4 if name == "marsh" else 2 + mud if name == "bridge" else 3 + mud)
            assert ground.colours == (name != "forest")
            assert ground.highest == (7 if name == "slope" else 10)
            assert ground.lower_wins == (name == "ravine")
            assert ground.triples_first == (name == "village")


# --- 9, claims at the start


def test_with_claims_at_the_start_a_turn_begins_with_them_and_then_plays():
    game = scene("4: R10 R9 R8", hand="R1", his="G1 G2", claim_at="start")
    game.play("R1 1", "draw troops", "G1 1", "draw troops")
    assert game.step == "claim"
    assert game.refused("G2 1") == "not_now"
    game.play("done")
    assert game.step == "play"
    assert game.refused("claim 4") == "claims_at_start"


def test_with_claims_at_the_start_a_pass_is_preceded_by_them_too():
    game = scene("4: R10 R9 R8", his="G1", troops="", tactics="", claim_at="start")
    game.play("pass", "G1 1")
    assert game.claims == [4]
    game.play("claim 4")
    assert game.legal == ["pass"]
    game.play("pass")
    assert game.state.passes == 0  # something was claimed


def test_with_claims_at_the_start_a_claim_ends_the_game_before_the_play():
    game = scene("3: R10 R9 R8", hand="R1", his="G1", owners={1: 0, 2: 0}, claim_at="start")
    game.play("R1 9", "draw troops", "G1 9", "draw troops", "claim 3")
    assert game.state.outcome == ((5, 0), (0,))
