"""Hints for Atalia: every reason that is told is true, and is told of what the mover can know."""

from __future__ import annotations

from typing import Any

import pytest

from core.advice import advise
from core.atalia import GAME
from core.atalia.advice import MOST, reasons
from core.atalia.claims import best
from core.atalia.components import NOBODY, TACTICS, TROOPS, TROOPS_IN_ALL
from core.atalia.equivalence import alike, movement
from core.atalia.formations import FLUSH, WEDGE, Formation, Ground, strength
from core.atalia.highlights import marks
from core.atalia.rules import Atalia
from core.chance import Stream
from core.game import Move, Reason
from core.log import MemoryLog
from core.table import Table, header
from tests.core.atalia_laid import HIS, MINE, card, laid
from tests.core.test_contract import Case, cases, make_twin, play

ATALIA = [case for case in cases() if case.game is GAME]


def prompts(case: Case, seed: int, step: int) -> list[Atalia]:
    found = [one.before for one in play(case, seed).steps if len(one.before.legal()) > 1]
    return [state.view(state.seat) for state in found[::step] if isinstance(state, Atalia)]


def lay(text: str, field: int) -> Move:
    return ("lay", card(text), field - 1)


def why(state: Atalia, *moves: Move) -> dict[str, dict[str, Any]]:
    return {reason.id: dict(reason.params) for reason in reasons(state.view(state.seat), moves)}


# What a card makes of its field --------------------------------------------------------------------------------------


def test_a_wedge_that_nothing_unseen_beats():
    state = laid({3: ("R8 R9", "B2 G4")}, "R10 V1")
    told = why(state, lay("R10", 3), ("claim", 2), ("draw", 0))
    assert list(told)[:2] == ["claims", "unbeatable"]
    assert told["claims"] == {"fields": (2,)}
    assert told["unbeatable"] == {"rank": WEDGE, "total": 27}


def test_a_formation_that_could_still_be_beaten_is_only_finished():
    told = why(laid({3: ("R7 R8", "B9 B10")}, "R9 V1"), lay("R9", 3))
    assert told["finishes"] == {"rank": WEDGE, "total": 24}
    assert "unbeatable" not in told


def test_a_formation_below_the_one_that_lies_there():
    told = why(laid({3: ("G3 B4", "R8 R9 R10")}, "V5 V1"), lay("V5", 3))
    assert told["falls_short"] == {"rank": WEDGE, "total": 27}


def test_what_the_hand_can_make_of_a_field():
    told = why(laid({3: ("R8", "B2")}, "R9 R10 V1"), lay("R9", 3))
    assert told["hand_finishes"] == {"rank": WEDGE, "total": 27}


def test_how_many_troops_would_finish_a_formation():
    told = why(laid({3: ("R8", "R10 B2")}, "R9 V1 V2"), lay("R9", 3))
    assert told["few_finish"] == {"rank": WEDGE, "cards": 1}  # R7; R10 lies open


def test_a_card_that_spoils_what_was_begun():
    assert why(laid({3: ("R8 R9", "B2")}, "V1 A5"), lay("V1", 3))["spoils"] == {"rank": WEDGE}
    assert why(laid({3: ("R2 R9", "B2")}, "V1 A5"), lay("V1", 3))["spoils"] == {"rank": FLUSH}
    assert "spoils" not in why(laid({3: ("R8 R9", "B2")}, "R10 A5"), lay("R10", 3))


def test_a_card_for_another_field_and_one_for_none():
    state = laid({3: ("R8 R9", "B2"), 5: ("G4", "A1")}, "R10 V1")
    told = why(state, lay("R10", 5))
    assert told["needed_elsewhere"] == {"card": card("R10"), "field": 2, "rank": WEDGE}
    assert why(state, lay("V1", 7))["fits_nowhere"] == {"card": card("V1")}


def test_a_field_that_is_lost_anyway_takes_what_nobody_needs():
    told = why(laid({3: ("B1", "R8 R9 R10"), 5: ("G8 G9", "")}, "V1 G10"), lay("V1", 3))
    assert told["lost_anyway"] == {"field": 2}
    assert told["fits_nowhere"] == {"card": card("V1")}


# Why this field ------------------------------------------------------------------------------------------------------


def test_a_claim_that_wins():
    state = laid({3: ("R8 R9", "B2 G4")}, "R10 V1", "00.......")
    assert next(iter(why(state, lay("R10", 3), ("claim", 2)))) == "wins_by_row"
    state = laid({3: ("R8 R9", "B2 G4")}, "R10 V1", "0...0.0.0")
    assert next(iter(why(state, lay("R10", 3), ("claim", 2)))) == "wins_by_five"


def test_rows_of_both_sides():
    sides = {3: ("R8", "B2 G4"), 6: ("A9", "A1")}
    assert why(laid(sides, "R9 V1", "00......."), lay("R9", 3))["third_in_row"] == {"field": 2}
    assert why(laid(sides, "R9 V1", "11......."), lay("R9", 3))["fights_row"] == {"field": 2}
    assert why(laid(sides, "R9 V1", "1..1..1.1"), lay("R9", 3))["fights_fifth"] == {"field": 2}
    assert why(laid(sides, "R9 V1", "0..0..0.0"), lay("R9", 3))["fifth_field"] == {"field": 2}
    assert why(laid(sides, "R9 V1", "0........"), lay("R9", 3))["row_open"] == {"fields": (0, 1, 2)}
    assert "row_open" not in why(laid(sides, "R9 V1", "01......."), lay("R9", 3)), "one of the three is the other's"


def test_a_proven_field_stops_the_row_of_the_other():
    state = laid({3: ("R8 R9", "B2 G4")}, "R10 V1", "11.......")
    assert why(state, lay("R10", 3), ("claim", 2))["stops_row"] == {"field": 2}


def test_a_card_after_which_the_other_can_claim():
    """R7 and R10 were all that could still have beaten the triple."""
    state = laid({3: ("R8 R9", "G9 A9 B9"), 5: ("", "R7"), 6: ("V4", "")}, "R10 V1")
    told = why(state, lay("R10", 6))
    assert told["lets_claim"] == {"fields": (2,)}
    assert "lets_claim" not in why(state, lay("V1", 6))


# Tactics, drawing and putting back -----------------------------------------------------------------------------------


def test_what_tactics_are_good_for():
    state = laid({3: ("B8 B9", "R1 R2 R3")}, "V1 Fog Mud Deserter Traitor Redeploy Scout")
    assert why(state, lay("Fog", 3))["fog_over"] == {"rank": WEDGE}
    assert why(state, lay("Fog", 3))["spoils"] == {"rank": WEDGE}
    assert why(state, lay("Mud", 3))["reopens"] == {"field": 2}
    assert why(state, ("deserter", card("R1"), 2))["reopens"] == {"field": 2}, "R1 is gone, but R4 would do"
    assert why(state, ("deserter", card("R2"), 2))["breaks"] == {"rank": WEDGE, "field": 2}
    broken = why(laid({3: ("", "R1 R3")}, "V1 Deserter"), ("deserter", card("R1"), 2))
    assert "takes_card" in broken, "R3 alone can still become a wedge"
    told = why(laid({3: ("R8", "G9 B9 R9")}, "V1 Traitor"), ("traitor", card("R9"), 2, 2))
    assert told["reopens"] == {"field": 2}, "A9 would do"
    assert told["few_finish"] == {"rank": WEDGE, "cards": 2}
    assert list(why(state, ("scout",))) == ["scouts"]
    assert why(state, ("deserter", card("R2"), 2))["tactic_ahead"] == {}


def test_a_card_that_leaves_its_field():
    state = laid({3: ("B8 V1", "R2"), 5: ("V2", "A1")}, "V9 Redeploy")
    told = why(state, ("redeploy", card("V1"), 2, 4))
    assert told["frees"] == {"field": 2}
    assert told["hand_finishes"] == {"rank": FLUSH, "total": 12}
    state = laid({3: ("B8 B9", "R2"), 5: ("V2", "A1")}, "V9 Redeploy")
    assert why(state, ("redeploy", card("B9"), 2, None))["leaves_field"] == {"card": card("B9"), "field": 2}


def test_why_a_card_is_drawn():
    state = laid({3: ("R8 R9", "B2")}, "R2 V1 A5 A6 A7 W1", top="V10")
    state.step = "draw"
    assert why(state, ("draw", TROOPS)) == {"takes_known": {"card": card("V10")}}
    assert why(state, ("draw", TACTICS)) == {"no_tactic": {"held": 0}}
    state = laid({3: ("R8 R9", "B2")}, "R2 V1 A5 A6 A7 Fog")
    state.step = "draw"
    told = why(state, ("draw", TROOPS))
    # Red troops, and tens and sevens of other colours; not R2, which is in the hand.
    assert told["troops_finish"] == {"cards": 7 + 5 + 5 - 1}
    assert told["enough_tactics"] == {"held": 1}
    assert why(state, ("draw", TACTICS)) == {"another_tactic": {"held": 1}}


def test_why_a_card_is_put_back():
    state = laid({3: ("R8 R9", "B2")}, "R2 V1 A5 D Fog")
    state.leaders_played[MINE] = 1
    state.step, state.returning, state.scouted = "return", 2, 1
    assert why(state, ("return", TACTICS, card("D"))) == {"second_leader": {"card": card("D")}}
    assert why(state, ("return", TACTICS, card("Fog"))) == {"spare_tactic": {"card": card("Fog"), "held": 2}}
    assert why(state, ("return", TROOPS, card("V1"))) == {"fits_nowhere": {"card": card("V1")}}


# All of them, in games by chance -------------------------------------------------------------------------------------


def assert_true(view: Atalia, move: Move, reason: Reason) -> None:
    """Checks what a reason says in another way than it was found."""
    seat, rival = view.seat, 1 - view.seat
    p = reason.params
    ahead = view.copy()
    ahead.advance(move)
    field = p.get("field", move[-1] if move[0] in ("lay", "redeploy", "traitor") else None)
    if reason.id in ("unbeatable", "finishes"):
        assert ahead.formation(seat, move[-1]) == (p["rank"], p["total"])
        assert (reason.id == "unbeatable") == (move[-1] in ahead.claimable(seat))
    elif reason.id == "falls_short":
        assert ahead.formation(rival, move[-1]) == (p["rank"], p["total"])
        assert move[-1] not in ahead.claimable(seat)
    elif reason.id == "hand_finishes":
        assert not ahead.complete(seat, field)
        held = sum(1 << troop for troop in ahead.hand(seat, TROOPS).faces() if troop >= 0)
        ground = ahead.ground(field)
        found = best(ahead.sides[seat][field], ground, held)
        assert found == strength(Formation(p["rank"], p["total"]), ground)
    elif reason.id in ("keeps_open", "few_finish"):
        way = ahead.reach(seat, field)
        assert way is not None
        assert way[0].rank == p["rank"]
    elif reason.id == "spoils" and move[1] < TROOPS_IN_ALL:
        before = view.reach(seat, move[-1])
        assert before is not None
        assert before[0].rank == p["rank"]
    elif reason.id == "lost_anyway":
        assert field in view.claimable(rival) or field in ahead.claimable(rival)
    elif reason.id == "lets_claim":
        assert set(p["fields"]) <= set(ahead.claimable(rival)) - set(view.claimable(rival))
    elif reason.id in ("third_in_row", "fights_row", "stops_row"):
        owner = view.copy()
        owner.owners[field] = seat if reason.id == "third_in_row" else rival
        assert owner.longest_row(owner.owners[field]) >= 3
    elif reason.id == "row_open":
        assert {view.owners[one] for one in p["fields"]} == {seat, NOBODY}
    elif reason.id == "proves":
        assert field in ahead.claimable(seat)
    elif reason.id in ("breaks", "reopens"):
        assert view.reach(rival, field) != ahead.reach(rival, field) or not ahead.complete(rival, field)


@pytest.mark.parametrize("case", ATALIA[::3], ids=str)
def test_there_is_always_a_true_reason_and_never_too_many(case):
    told: set[str] = set()
    for number, view in enumerate(prompts(case, 1, 3)):
        moves = view.legal()
        for move in moves[number % 5 :: 5]:
            found = reasons(view, (move,))
            assert 1 <= len(found) <= MOST, move
            told.update(reason.id for reason in found)
            if view.step == "play":
                for reason in found:
                    assert_true(view, move, reason)
    assert len(told) >= 10


def test_reasons_are_made_of_the_view_alone():
    """Games with the same play in public and other faces under it have the same hints."""
    compared = 0
    for case in (ATALIA[0], ATALIA[-1]):
        game, choose = play(case, 2), Stream("advice twins", str(case))
        for length in (4, 15, 30, 45):
            state: Any = game.steps[length - 1].after
            if state.prompt is None or len(state.legal()) < 2:
                continue
            seat = state.prompt.seat
            _swaps, twin = make_twin(game, length, seat, choose)
            if twin is None:
                continue
            compared += 1
            views = [state.view(seat), twin.states[-1].view(seat)]
            for move in views[0].legal():
                assert reasons(views[0], (move,)) == reasons(views[1], (move,))
            assert advise(GAME, views[0], "t", iterations=8) == advise(GAME, views[1], "t", iterations=8)
    assert compared >= 4


def test_a_hint_tells_the_whole_turn():
    state = laid({3: ("R8 R9", "B2 G4"), 5: ("A1", "V3")}, "R10 V1 G7 W2", "0........")
    best_hint = advise(GAME, state.view(MINE), "whole", iterations=60)[0]
    if best_hint.moves[0] == lay("R10", 3):
        assert best_hint.moves[1] == ("claim", 2)
    assert best_hint.moves[-1][0] == "draw"
    assert [move[0] for move in best_hint.moves].count("lay") == 1


# What is one to a person ---------------------------------------------------------------------------------------------


def test_left_and_right_are_the_same_on_a_bare_table():
    state = laid({}, "R8 B3")
    assert alike(state, lay("R8", 2)) == alike(state, lay("R8", 8)) != alike(state, lay("R8", 3))
    assert alike(state, lay("R8", 2)) != alike(state, lay("B3", 2))
    begun = laid({1: ("", "G4")}, "R8 B3")
    assert alike(begun, lay("R8", 2)) != alike(begun, lay("R8", 8))


def test_a_card_on_one_bare_field_or_another_is_one_proposal_whatever_is_drawn():
    state = laid({1: ("", "G4")}, "R8 B3")
    turn = [lay("R8", 2), ("draw", 0)]
    assert movement(state, turn) == movement(state, [lay("R8", 5), ("draw", 1)])
    assert movement(state, turn) != movement(state, [lay("R8", 1), ("draw", 0)])
    assert movement(state, turn) != movement(state, [lay("B3", 2), ("draw", 0)])


# What is remembered --------------------------------------------------------------------------------------------------


def test_marks_of_a_game():
    table = Table(MemoryLog(header(GAME, ["you", "bot:random"], {}, "MARKS")))
    choose = Stream("marks")
    claims: dict[tuple[int, int], int] = {}
    strongest = [0, 0]
    while (prompt := table.state.prompt) is not None:
        legal = table.state.legal()
        move = legal[0] if legal[0][0] == "claim" else legal[choose.below(len(legal))]
        state = table.state
        assert isinstance(state, Atalia)
        if move[0] == "claim":
            made = state.formation(prompt.seat, move[1])
            assert made is not None
            strongest[prompt.seat] = max(strongest[prompt.seat], strength(made, Ground()))
            claims[state.turn, prompt.seat] = claims.get((state.turn, prompt.seat), 0) + 1
        table.play(prompt.seat, move)
    found = marks(table.steps)
    assert found["strongest_formation"] == strongest
    assert found["most_claims"] == [
        max((number for (_turn, owner), number in claims.items() if owner == seat), default=0) for seat in (MINE, HIS)
    ]
    assert max(strongest) > 0
    assert 0 <= max(found["earliest_claim"]) <= 3
