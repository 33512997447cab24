"""Bots of Atalia: worlds that agree with all that was seen, fields weighed as a person would, and claims never missed.

What holds for the bots of every game is in test_bots.py.
"""

from __future__ import annotations

from typing import Any

import pytest

from core.atalia import GAME
from core.atalia.components import CAVALRY, DARIUS, FIELDS, NOBODY, TACTIC_CARDS, TACTICS, TROOP_CARDS, TROOPS
from core.atalia.evaluate import SURE, FieldOutlook, evaluate, lead
from core.atalia.holding import HELD, hold, playable
from core.atalia.prospects import WHOLE, against, chance, prospect
from core.atalia.rollout import importance, rollout
from core.atalia.rules import Atalia
from core.atalia.sample import sample
from core.atalia.terrain import SLOPE
from core.bots import CHANCE, knowledge, make_bot
from core.bots import normal as normal_file
from core.bots.easy import BLUR as EASY_BLUR
from core.chance import SeededDealer, Stream
from core.game import Move
from core.hidden import SEALED
from tests.core.atalia_laid import HIS, MINE, card, cards, laid
from tests.core.test_contract import Case, bytes_of, cases, differences, play

ATALIA = [case for case in cases() if case.game is GAME]
THINKERS = ("normal", "hard:25")
ALL_CARDS = sorted((*TROOP_CARDS, *TACTIC_CARDS))


def prompts(case: Case, seed: int, step: int) -> list[Atalia]:
    found = [one.before for one in play(case, seed).steps if len(one.before.legal()) > 1]
    return [state for state in found[::step] if isinstance(state, Atalia)]


def whole(world: Atalia) -> list[int]:
    """Every card of the box, wherever it is."""
    dealer = world.instant
    assert dealer is not None
    found = [one for side in world.sides for lying in side for one in lying]
    found += world.removed + [one for _seat, one in world.guile]
    found += [one for one, there in ((card("Fog"), world.fog), (card("Mud"), world.mud)) if any(there)]
    for deck in world.decks:
        place = ("troops", "tactics")[deck]
        found += dealer.faces(place, world.epoch, world.drawn[deck], world.drawn[deck] + world.deck[deck])
        found += world.tops[deck].faces
        for seat in (0, 1):
            found += world.hand(seat, deck).faces()
    return sorted(found)


# Worlds --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ATALIA[::2], ids=str)
def test_a_world_is_whole_and_looks_like_the_view_it_was_made_of(case):
    stream = Stream("worlds", str(case))
    every = ALL_CARDS if case.options["tactics"] else list(TROOP_CARDS)
    for state in prompts(case, 3, 9):
        for seat in (0, 1):
            view = state.view(seat)
            untouched = bytes_of(view)
            world = sample(view, stream)
            assert bytes_of(view) == untouched
            assert whole(world) == every
            assert world.legal() == state.legal() or seat != state.seat
            assert differences(world.view(seat), view) == []


def test_what_was_put_back_lies_there_and_is_the_next_to_be_drawn():
    state = laid({1: ("R5", "")}, "R6 R7 B1 B2 B3 B4", top="A9 V10")
    for number in range(12):
        world = sample(state.view(MINE), Stream("top", number))
        assert world.tops[TROOPS].faces == cards("A9 V10")
        assert whole(world) == ALL_CARDS, "and nowhere else"
        world.step = "draw"
        world.advance(("draw", TROOPS))
        assert world.hand(MINE, TROOPS).held[card("V10")] == 1


def test_a_card_that_was_put_back_is_known_in_the_hand_that_drew_it():
    state = laid({1: ("R5", "")}, "R6 R7 B1 B2 B3 B4 B5", his="G1 G2 G3 G4 G5 G6", top="V10")
    state.seat, state.step = HIS, "draw"
    state.advance(("draw", TROOPS))
    state.answer(SeededDealer("any").answer(state.asks))
    view = state.view(MINE)
    assert view.hand(HIS, TROOPS).sealed == 6
    held = [sample(view, Stream("known", number)).hand(HIS, TROOPS).held for number in range(12)]
    assert all(hand[card("V10")] == 1 and sum(hand) == 7 for hand in held)
    assert len({tuple(hand) for hand in held}) > 6, "and the others are any"


def test_what_somebody_else_put_back_may_be_any_card_that_was_not_seen():
    state = laid({1: ("R5", "R1")}, "R6 R7 B1 B2 B3 B4")
    state.tops[TROOPS].append(card("V10"), 1 << HIS)
    state.deck[TROOPS] -= 1
    state.drawn[TROOPS] += 1
    view = state.view(MINE)
    assert view.tops[TROOPS].faces == [SEALED]
    tops = {sample(view, Stream("sealed", number)).tops[TROOPS].faces[0] for number in range(60)}
    assert len(tops) > 20
    assert not tops & set(cards("R5 R1 R6 R7 B1 B2 B3 B4"))


# What fields are worth -----------------------------------------------------------------------------------------------


def chances(state: Atalia, seat: int = MINE) -> list[int]:
    return FieldOutlook(state, seat).chances


def test_a_field_that_nothing_beats_is_as_good_as_owned_and_one_that_is_beaten_as_good_as_lost():
    state = laid({4: ("R8 R9 R10", "B1 G5"), 6: ("R1 G2 B9", "A8 A9 A10")}, "V1 V2 V3")
    found = chances(state)
    assert found[3] > WHOLE * 9 // 10
    assert found[5] < WHOLE // 10
    assert found[0] == WHOLE // 2, "nothing lies there"


@pytest.mark.parametrize("case", ATALIA[::3], ids=str)
def test_what_one_side_has_of_a_field_the_other_has_not(case):
    """But for what rounding and ties on fresh fields leave."""
    for state in prompts(case, 4, 5):
        for mine, his in zip(chances(state, 0), chances(state, 1), strict=True):
            assert abs(mine + his - WHOLE) <= 16


def test_cards_in_the_hand_count_more_than_those_that_may_come_and_those_that_lie_elsewhere_nothing():
    here = {5: ("R8 R9", "G3 B3")}
    with_it = chances(laid(here, "R10 B1 B2 A1 V3"))[4]
    without = chances(laid(here, "B1 B2 A1 V3 V5"))[4]
    gone = chances(laid({**here, 1: ("", "R10 R7")}, "B1 B2 A1 V3 V5"))[4]
    assert with_it > without > gone


def test_strengths_are_beaten_by_those_above_and_equal_ones_only_for_whoever_has_the_tie():
    theirs = ((300, 256), (200, 512), (100, 256))
    assert [against(theirs, True)[one] for one in (99, 100, 199, 200, 300, 301)] == [0, 256, 256, 768, 1024, 1024]
    assert [against(theirs, False)[one] for one in (100, 101, 200, 201, 300, 301)] == [0, 256, 256, 768, 768, 1024]


def test_a_chance_is_what_the_prospect_says():
    for case in ATALIA[:3]:
        for state in prompts(case, 5, 11):
            look = FieldOutlook(state)
            for field in look.open:
                mine = prospect(state.sides[MINE][field], look.grounds[field], look.means[MINE])
                beaten = sum(share * look.rivals[field][one] for one, share in mine) >> 10
                quick = chance(state.sides[MINE][field], look.grounds[field], look.means[MINE], look.rivals[field])
                assert abs(quick - beaten) <= 12
                assert 0 <= quick <= WHOLE


def test_what_can_be_relied_on_grows_with_the_cards_that_lie():
    assert list(SURE) == sorted(SURE)
    assert SURE[-1] == WHOLE


def test_a_row_that_is_nearly_certain_is_worth_more_than_fields_apart():
    half = WHOLE // 2
    apart = [WHOLE, half, WHOLE, half, WHOLE, half, half, half, half]
    row = [WHOLE, WHOLE, WHOLE, half, half, half, half, half, half]
    assert lead(row) > lead(apart) + 100
    assert lead([WHOLE - one for one in row]) == -lead(row)


def test_a_field_that_would_win_the_game_for_either_looks_worth_most():
    half = [WHOLE // 2] * FIELDS
    for owner in (MINE, HIS):
        owners = [owner, owner, -1, -1, -1, -1, -1, -1, -1]
        worth = importance(half, owners)
        assert worth.index(max(worth[2:])) == 2
    four = importance(half, [0, -1, 0, -1, 0, -1, 0, -1, -1])
    assert min(four[1], four[8]) > importance(half, [0, -1, 0, -1, 0, -1, -1, -1, -1])[8] + 1000


def test_tactics_in_hand_are_worth_something_but_no_second_leader():
    state = laid({1: ("R5", "")}, "R6 L Traitor")
    both = hold(state, MINE)
    state.leaders_played[MINE] = 1
    assert hold(state, MINE) < both
    assert hold(laid({}, "R1 R6 B3 G4 D"), MINE) == HELD[DARIUS] > HELD[CAVALRY]
    assert hold(laid({}, "R6"), MINE) == 0


def test_tactics_that_have_to_wait_are_worth_less_and_at_last_less_than_nothing():
    state = laid({1: ("R5", "")}, "R1 R6 B3 G4 Traitor Fog")
    now = hold(state, MINE)
    state.tactics_played[MINE] = 1
    waiting = hold(state, MINE)
    state.hands[2 * HIS + TACTICS].add(SEALED)
    state.hands[2 * HIS + TACTICS].add(SEALED)
    assert hold(state, MINE) > waiting, "the rival can be expected to play one"
    state.tactics_played[HIS] = 1
    assert hold(state, MINE) > now > 0 > waiting
    assert [playable(state, MINE, before) for before in range(5)] == sorted(
        (playable(state, MINE, before) for before in range(5)), reverse=True
    )


def test_every_tactic_more_costs_more_when_none_can_be_played():
    found = []
    for hand in (
        "R1 R6 B3 G4 A4",
        "R1 R6 B3 G4 Fog",
        "R1 R6 B3 Fog Mud",
        "R1 R6 Fog Mud Scout",
        "R1 Fog Mud Scout Redeploy",
    ):
        state = laid({1: ("R5", "")}, hand)
        state.tactics_played[MINE] = 1
        found.append(hold(state, MINE))
    assert found == sorted(set(found), reverse=True)


def test_a_hand_without_troops_is_no_fault_where_there_are_none_to_draw():
    state = laid({1: ("R5", "")}, "Fog Mud Scout Redeploy Traitor")
    before = hold(state, MINE)
    state.deck[TROOPS] = 0
    assert hold(state, MINE) > before + 300


def test_troops_too_high_for_the_only_free_field_are_no_troops():
    low, high = (laid({1: ("R5", "")}, f"{troops} Fog") for troops in ("R1 R2 B3 B4", "R8 R9 B9 B10"))
    for state in (low, high):
        state.terrain[4] = SLOPE
        state.owners = [HIS if field != 4 else NOBODY for field in range(FIELDS)]
    assert hold(low, MINE) > hold(high, MINE) + 300


def test_points_of_the_games_before_count_in_a_series():
    state = laid({1: ("R5", "B5")}, "R6", series=3)
    before = evaluate(state)
    state.points = [5, 2]
    assert evaluate(state)[MINE] > before[MINE]
    assert sum(evaluate(state)) == CHANCE


# The first look ------------------------------------------------------------------------------------------------------


def look(state: Atalia) -> dict[Move, int]:
    view = state.view(state.seat)
    moves = view.legal()
    return dict(zip(moves, rollout(view, moves), strict=True))


def lay(text: str, field: int) -> Move:
    return ("lay", card(text), field - 1)


def test_a_card_looks_best_where_it_finishes_something():
    found = look(laid({3: ("R8 R9", "B2 G4"), 7: ("G1", "A9")}, "R10 B3 V6 V1"))
    assert max(found, key=lambda move: found[move]) == lay("R10", 3)


def test_a_card_that_another_field_waits_for_looks_dear():
    state = laid({3: ("R8 R9", "B7 B8 B9"), 7: ("G1", "A9")}, "R10 V10 V6")
    found = look(state)
    assert found[lay("V10", 7)] > found[lay("R10", 7)] + 500


@pytest.mark.parametrize("tactic", ["Deserter", "Traitor"])
def test_guile_looks_best_against_what_it_breaks(tactic):
    state = laid({3: ("B8 B9", "R8 R9 R10"), 7: ("G1", "A2")}, f"B10 V6 {tactic}")
    found = {move: worth for move, worth in look(state).items() if move[0] == tactic.lower()}
    assert max(found, key=lambda move: found[move])[2] == 2


def test_fog_looks_best_over_a_formation_of_low_cards():
    state = laid({3: ("G8 B9 V10", "R1 R2 R3"), 7: ("G1", "A2")}, "B3 V6 Fog")
    found = {move: worth for move, worth in look(state).items() if move[1:2] == (card("Fog"),)}
    assert max(found, key=lambda move: found[move]) == lay("Fog", 3)


def test_what_helps_nowhere_is_put_back_first():
    state = laid({3: ("R8 R9", "B7 B8 B9"), 7: ("G5", "A9")}, "R10 G6 V1 A1 D")
    state.leaders_played[MINE] = 1
    state.step, state.returning, state.scouted = "return", 2, 1
    found = look(state)
    order = sorted(found, key=lambda move: -found[move])
    assert order[0] == ("return", TACTICS, DARIUS)
    assert order[-1] == ("return", TROOPS, card("R10"))


def test_what_can_never_be_played_is_put_back_before_troops():
    state = laid({3: ("R8 R9", "B7 B8 B9"), 7: ("G5", "A9")}, "R10 G6 V1 A1 Fog Traitor")
    state.tactics_played[MINE] = 2
    state.step, state.returning, state.scouted = "return", 2, 1
    found = look(state)
    assert sorted(found, key=lambda move: -found[move])[0] == ("return", TACTICS, card("Fog"))


def test_a_tactic_looks_worse_to_draw_the_less_it_can_be_played():
    def drawing(hand: str, *played: int) -> int:
        state = laid({3: ("R8 R9", "B7 B8 B9")}, hand)
        state.tactics_played = list(played)
        state.step = "draw"
        return look(state)["draw", TACTICS]

    troops = "R10 G6 V1 A1 A3 A5"
    assert drawing(troops, 0, 0) > 0 > drawing(troops, 1, 0) > drawing(troops, 2, 0)
    assert drawing("R10 G6 V1 A1 A3 Fog", 0, 0) > drawing("R10 G6 V1 A1 A3 Fog", 1, 0)
    assert drawing("R10 G6 V1 Fog Mud Scout", 0, 1) < -EASY_BLUR, "too few troops are left, whatever easy thinks"


# How they play -------------------------------------------------------------------------------------------------------


def test_normal_always_tries_what_looks_best_at_once(monkeypatch):
    """Whatever the noise: among many moves that do harm it may be the only one that does not."""
    known = knowledge(GAME)
    assert known is not None
    view = laid({}, "R10 G6 V1 A1").view(MINE)
    best = lay("V1", 6)
    assert len(view.legal()) > 30
    patched = known._replace(
        rollout=lambda view, moves: [int(move == best) for move in moves],
        evaluate=lambda state: [CHANCE, 0] if card("V1") in state.sides[MINE][5] else [0, CHANCE],
    )
    monkeypatch.setattr(normal_file, "knowledge", lambda game: patched)
    for seed in range(8):
        assert make_bot("normal", GAME, f"tried {seed}").choose(view) == best


def claims_of_a_game(names: tuple[str, str], seed: str, **options: Any) -> tuple[int, int]:
    """How often a claim was asked for, and how often one was made."""
    state = GAME.new(2, GAME.settle(options))
    assert isinstance(state, Atalia)
    state.play_at_once(SeededDealer(seed), events=False)
    bots = [make_bot(name, GAME, f"{seed} {seat}") for seat, name in enumerate(names)]
    asked = made = 0
    while state.outcome is None:
        move = bots[state.seat].choose(state.view(state.seat))
        if state.step == "claim":
            asked += 1
            made += move[0] == "claim"
        state.apply(move)
    return asked, made


@pytest.mark.parametrize("claim_at", ["end", "start"])
@pytest.mark.parametrize("numbers", [(0,), pytest.param((1, 2), marks=pytest.mark.full)], ids=["", "more"])
def test_no_claim_is_ever_missed(claim_at, numbers):
    for number in numbers:
        asked, made = claims_of_a_game(("normal", "normal"), f"claims {number}", claim_at=claim_at)
        assert asked == made > 0
    asked, made = claims_of_a_game(("hard:3", "normal"), "claims", claim_at=claim_at)
    assert asked == made > 0


@pytest.mark.parametrize("level", THINKERS)
@pytest.mark.parametrize("owners", ["00.......", "0....0.00"], ids=["three in a row", "five"])
def test_a_win_in_one_is_taken(level, owners):
    """R8 makes field 3 a wedge that nothing beats."""
    state = laid({3: ("R9 R10", "B2 G4"), 4: ("B6", "A1"), 5: ("V9", "A2")}, "R8 B7 B5 V10 V8 G1", owners)
    for seed in range(4):
        ahead = state.copy()
        assert make_bot(level, GAME, f"win {seed}").choose(ahead.view(MINE)) == lay("R8", 3)
        ahead.advance(lay("R8", 3))
        assert make_bot(level, GAME, f"win {seed}").choose(ahead.view(MINE)) == ("claim", 2)
        ahead.advance(("claim", 2))
        assert ahead.outcome is not None
        assert ahead.outcome.winners == (MINE,)


@pytest.mark.parametrize("level", THINKERS)
@pytest.mark.parametrize("tactic", ["Deserter", "Traitor", "Mud"])
def test_a_loss_in_one_is_prevented_where_it_can_be(level, tactic):
    """The rival will begin the next turn with the claim of the third field in a row, unless something is done there."""
    sides = {3: ("B8", "R8 R9 R10"), 6: ("V9 V8", "A1"), 7: ("G9", "A2 G2")}
    state = laid(sides, f"V7 G8 A7 W1 {tactic}", "11.......", claim_at="start")
    assert state.proven(HIS, 2)
    for seed in range(4):
        move = make_bot(level, GAME, f"loss {seed}").choose(state.view(MINE))
        ahead = state.copy()
        ahead.advance(move)
        assert not ahead.proven(HIS, 2), move


@pytest.mark.parametrize("level", THINKERS)
def test_the_only_cards_that_deny_a_row_are_not_given_away(level):
    """As long as B10 is unseen the third field in a row cannot be claimed; nothing else beats what lies there."""
    sides = {3: ("B8 B9", "R6 R7 R8"), 6: ("V9 V8", "A1"), 7: ("G9 A9", "A2 G2"), 8: ("", "B7")}
    state = laid(sides, "B10 V7 G8 A7 W10", "11.......")
    for seed in range(4):
        move = make_bot(level, GAME, f"given {seed}").choose(state.view(MINE))
        ahead = state.copy()
        ahead.advance(move)
        assert ahead.owners[2] == MINE or not ahead.proven(HIS, 2), move


@pytest.mark.parametrize("level", THINKERS)
def test_a_useless_card_goes_where_all_is_lost(level):
    """Every field but the first waits for what it has begun; there the rival has won already."""
    sides = {1: ("G1", "R8 R9 R10")}
    sides |= {field: (f"{colour}8 {colour}9", "") for field, colour in zip(range(2, 6), "GBAV", strict=True)}
    state = laid(sides, "W2 G10 B10 A10", "......01.")
    state.owners[8] = MINE
    chosen = make_bot(level, GAME, "useless").choose(state.view(MINE))
    assert chosen != lay("W2", 2)
    assert chosen[1] != card("W2") or chosen[2] == 0
