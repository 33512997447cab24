"""Playing at the table of Atalia: cards and fields, previews, claims and refusals, guile, Scout, drawing, take-back."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from atlantis_tui.games.atalia import status
from atlantis_tui.games.atalia.example import card_of
from atlantis_tui.help.screen import keys_of
from atlantis_tui.table.curtain import CurtainScreen
from atlantis_tui.table.result import ResultScreen
from core.atalia.components import COLOURS, DESERTER, FIELDS, MUD, REDEPLOY, SCOUT, TROOPS_IN_ALL, colour_of
from core.atalia.rules import Atalia
from core.atalia.schema import BY_ROW
from tests.games.atalia.at_atalia import drawn_position, game_where, laid_out, new_game
from tests.table.at_table import Play, at_table, seat_instant_bots
from tests.ui.stage import look

PLACES = "R8 R1 G3 B3 A9 V9 "


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)
    monkeypatch.setattr(CurtainScreen, "STILL", 0)


def prompt(play: Play) -> str:
    return "\n".join("".join(row) for row in play.screen.prompt.canvas.chars)


def own(play: Play, kind: str) -> list[tuple[object, ...]]:
    return [step.move for step in play.table.steps if step.seat == 0 and step.move and step.move[0] == kind]


# Cards and fields -----------------------------------------------------------------------------------------------------


async def test_a_letter_chooses_the_next_card_of_its_colour():
    async with at_table(drawn_position()) as play:
        await play.press("r")
        assert play.screen.plan.card == card_of("R1")
        await play.press("R")
        assert play.screen.plan.card == card_of("R8")
        await play.press("r")
        assert play.screen.plan.card == card_of("R1")
        await play.press("w")
        assert "no white card" in play.toast
        assert play.screen.plan.card == card_of("R1")
        await play.press("t")
        assert play.screen.plan.card == SCOUT


async def test_help_names_no_key_that_waits_for_another_step():
    async with at_table(drawn_position()) as play:
        named = {key.does for key in keys_of(play.screen)}
        assert {"next of a colour", "claim a field"} <= named
        assert not {"draw a troop", "no more claims"} & named


async def test_a_card_shows_what_it_makes_wherever_it_may_be_laid():
    async with at_table(drawn_position()) as play:
        await play.press("r", "r")
        assert set(play.screen.board.line.sight.legal) == {2, 3, 6}
        for words in ("3 =Hs25", "4 =Wd24", "7 ≤Hs36"):
            assert words in play.text
        assert "Field 3: it makes =Hs25. Field 7: it can lead to ≤Hs36 at best." in prompt(play)


async def test_a_field_without_cards_of_ones_own_has_nothing_yet():
    async with at_table(new_game()) as play:
        await play.asked()
        play.screen.plan.cursor = 3
        play.screen.show()
        await play.settle()
        assert "Field 4: nothing yet, at best" in prompt(play)


async def test_a_card_on_a_field_is_shown_and_nothing_is_done():
    async with at_table(drawn_position()) as play:
        before = play.table.state.digest()
        await play.press("r", "r", "4")
        assert "PREVIEW - nothing is done yet" in play.text
        assert "Wedge 24, complete" in prompt(play)
        assert "you win the field" in prompt(play)
        assert "4-5-6 are three in a row, the game is yours" in prompt(play)
        assert play.table.state.digest() == before
        await play.press("enter")
        assert own(play, "lay") == [("lay", card_of("R8"), 3)]


async def test_below_the_hand_stands_what_each_card_makes_on_the_field_of_the_cursor():
    async with at_table(drawn_position()) as play:
        await play.press("4")
        assert "makes on 4" in play.text
        row = "".join(play.screen.board.hand.canvas.chars[5]).split()
        assert row == ["=Ba17", "=Wd24", "=Hs19", "=Hs19", "=Hs25", "=Hs25"]


@pytest.mark.parametrize("field", [1, 2])
async def test_a_full_or_claimed_field_is_refused_with_the_rule(field):
    async with at_table(drawn_position()) as play:
        await play.press("r", str(field))
        assert ("3 cards already" if field == 1 else "claimed") in play.toast
        assert play.screen.plan.moves() is None


async def test_the_same_by_clicks():
    async with at_table(drawn_position()) as play:
        await play.click(play.screen.board.hand, ("card", card_of("R8")))
        await play.click(play.screen.board.line, ("slot", 0, 3, 2))
        assert play.screen.plan.moves() == [("lay", card_of("R8"), 3)]
        await play.click(play.screen.board.line, ("plate", 2))
        assert play.screen.plan.moves() == [("lay", card_of("R8"), 2)]
        await play.footer("do")
        assert own(play, "lay") == [("lay", card_of("R8"), 2)]


async def test_arrows_go_through_the_fields_where_the_card_may_lie():
    async with at_table(drawn_position()) as play:
        await play.press("r", "r")
        seen = []
        for _ in range(4):
            await play.press("right")
            seen.append(play.screen.plan.cursor)
        assert seen == [2, 3, 6, 2]


async def test_enter_proposes_and_only_the_second_one_plays():
    async with at_table(new_game()) as play:
        await play.asked()
        steps = len(play.table.steps)
        await play.press("enter")
        assert len(play.table.steps) == steps
        planned = play.screen.plan.moves()
        assert planned is not None
        await play.press("enter")
        assert play.table.steps[steps].move == planned[0]


async def test_backspace_takes_back_step_by_step_what_was_planned():
    async with at_table(drawn_position()) as play:
        plan = play.screen.plan
        await play.press("r", "r", "4", "c")
        assert plan.claims == (3,)
        await play.press("backspace")
        assert (plan.claims, plan.cursor, plan.card) == ((), 3, card_of("R8"))
        await play.press("backspace")
        assert (plan.cursor, plan.card) == (None, card_of("R8"))
        await play.press("backspace")
        assert plan.card is None


async def test_moves_can_be_typed_a_whole_turn_in_a_line():
    async with at_table(new_game()) as play:
        await play.asked()
        first = play.view.known_cards(0)[0]
        text = f"{COLOURS[colour_of(first)]}{first % 10 + 1}"
        await play.press("colon")
        await play.write(f"{text} 4 draw troops")
        await play.press("enter")
        assert (play.screen.plan.card, play.screen.plan.cursor) == (first, 3)
        assert play.moves == [None]
        await play.press("enter")
        assert [move[0] for move in play.moves[1:3]] == ["lay", "draw"]


async def test_the_best_can_be_switched_off_and_nothing_moves():
    async with at_table(drawn_position()) as play:
        assert "≤Hst 29" in play.text
        with_best = play.app.lines
        await play.press("h")
        assert "≤Hst 29" not in play.text
        assert "H best on" in play.text
        changed = [y for y, (one, two) in enumerate(zip(with_best, play.app.lines, strict=True)) if one != two]
        assert set(changed) == {6, 8, 23}
        await play.press("H")
        assert play.app.lines == with_best


# Claims ---------------------------------------------------------------------------------------------------------------


async def test_a_field_that_can_be_proved_is_marked_and_claimed_after_the_play():
    async with at_table(drawn_position()) as play:
        assert "8✔=▲" in play.text
        assert "8 is yours after the play: Phalanx 15; Nereus gets no more than Host 21." in prompt(play)
        await play.press("g", "3", "enter")
        assert play.screen.plan.step == "claim"
        assert "Claim field 8: Phalanx 15" in prompt(play)
        await play.press("c")
        assert own(play, "claim") == [("claim", 7)]
        assert play.table.state.owners[7] == 0


async def test_c_plans_the_winning_claim_together_with_the_play():
    async with at_table(drawn_position()) as play:
        await play.press("r", "r", "4", "c")
        assert play.screen.plan.moves() == [("lay", card_of("R8"), 3), ("claim", 3)]
        assert "Then claim field 4: 4-5-6 are three in a row, the game is yours." in prompt(play)
        assert "C claim too" not in play.text, "a won game has no further claims"


async def test_a_claim_that_does_not_hold_shows_the_cards_that_would_beat_it():
    async with at_table(drawn_position(step="claim")) as play:
        await play.press("1")
        sight = play.screen.board.line.sight
        assert sight.refusal.field == 0
        assert sight.refusal.cards == (card_of("V9"),)
        for words in ("CLAIM REFUSED", "1✖", "✖beats", "♦V    9"):
            assert words in play.text
        assert "in your own hand, but only cards on the table are proof" in prompt(play)
        await play.press("tab")
        assert play.screen.board.line.sight.refusal.cards == (card_of("V6"),)
        assert "Wedge 21" in prompt(play)
        await play.press("backspace")
        assert play.screen.board.line.sight.refusal is None
        assert not own(play, "claim")


async def test_x_says_why_a_field_can_be_claimed():
    async with at_table(drawn_position()) as play:
        await play.press("8", "x")
        assert "Field 8 is yours to claim." in play.toast
        assert "gets no more than Host 21" in play.toast


async def test_e_claims_nothing_more():
    async with at_table(drawn_position(step="claim", hand="R8 R1 G3 B3 A9 V9")) as play:
        await play.press("e")
        assert own(play, "done") == [("done",)]
        assert play.screen.plan.step == "draw"


async def test_what_the_other_could_claim_is_told():
    async with at_table(laid_out({4: ("R1 G2 B9", "A6 R6 B6")}, "R8 R3", his_first=(4,))) as play:
        assert "4!" in play.text
        assert "has proof for field 4" in prompt(play)


async def test_with_claims_at_the_start_they_come_before_the_play():
    async with at_table(drawn_position(step="claim", claim_at="start"), size=(120, 36)) as play:
        assert "now, before you play" in prompt(play)
        await play.press("8", "enter")
        assert play.table.state.owners[7] == 0
        assert play.screen.plan.step == "play"


# Tactics --------------------------------------------------------------------------------------------------------------


async def test_traitor_takes_a_troop_over():
    async with at_table(drawn_position(PLACES + "traitor")) as play:
        plan = play.screen.plan
        await play.press("t")
        assert "TRAITOR - nothing is done yet" in play.text
        targets = play.screen.board.line.sight.targets
        assert len(targets) == 12
        assert all(seat == 1 and play.table.state.owners[field] < 0 for seat, field, _slot in targets)
        await play.press("4", "down")
        assert plan.target == (card_of("R6"), 3)
        await play.press("enter")
        assert plan.taken
        await play.press("3", "enter")
        assert own(play, "traitor") == [("traitor", card_of("R6"), 3, 2)]
        assert card_of("R6") in play.table.state.sides[0][2]


async def test_traitor_by_clicks_on_the_cards_themselves():
    async with at_table(drawn_position(PLACES + "traitor")) as play:
        await play.click(play.screen.board.hand, ("card", card_of("traitor")))
        await play.click(play.screen.board.line, ("slot", 1, 0, 1))
        assert play.screen.plan.target == (card_of("V8"), 0)
        await play.click(play.screen.board.line, ("slot", 1, 0, 1))
        assert play.screen.plan.taken
        await play.click(play.screen.board.line, ("slot", 0, 3, 2))
        assert play.screen.plan.moves() == [("traitor", card_of("V8"), 0, 3)]


async def test_deserter_tells_what_the_best_there_comes_to():
    async with at_table(drawn_position(PLACES + "deserter", guile=())) as play:
        await play.press("t", "8", "up")
        assert play.screen.plan.card == DESERTER
        await play.press("enter")
        assert [move[0] for move in play.moves if move][:1] == ["deserter"]
        assert len(play.table.state.removed) == 2


async def test_redeploy_may_take_a_card_out_of_the_game():
    async with at_table(drawn_position(PLACES + "redeploy")) as play:
        assert "out of the game" not in play.text
        await play.press("t", "7", "enter")
        assert play.screen.plan.card == REDEPLOY
        assert "out of the game" in play.text
        await play.click(play.screen.board.players, ("out",))
        assert play.screen.plan.moves() == [("redeploy", card_of("A10"), 6, None)]
        await play.press("4")
        assert play.screen.plan.moves() == [("redeploy", card_of("A10"), 6, 3)]
        await play.press("0", "enter")
        assert card_of("A10") in play.table.state.removed


async def test_mud_opens_a_place_on_both_sides_before_it_is_laid():
    async with at_table(drawn_position(PLACES + "mud")) as play:
        assert "Mud1" not in "".join(play.screen.board.line.canvas.chars[6])
        await play.press("t", "1")
        assert play.screen.plan.card == MUD
        assert play.screen.board.line.sight.after.need(0) == 4
        assert "Mud1" in "".join(play.screen.board.line.canvas.chars[6])
        assert "at best" in prompt(play)


async def test_a_tactic_that_may_not_be_played_says_why():
    async with at_table(drawn_position(PLACES + "fog", played=(3, 2), fog=())) as play:
        await play.press("t")
        assert "until your opponent has caught up" in play.toast
        assert play.screen.plan.card is None


# Drawing and Scout ----------------------------------------------------------------------------------------------------


def scouting(state: Atalia) -> bool:
    return state.step == "play" and any(move[0] == "scout" for move in state.legal()) and state.cards_in(1) > 2


async def test_scout_draws_three_and_puts_two_back():
    async with at_table(game_where(scouting)) as play:
        await play.asked()
        while play.screen.plan.card != SCOUT:
            await play.press("t")
        await play.press("enter")
        assert "SCOUT - draw 1 of 3" in play.text
        await play.press("d")
        assert "SCOUT - draw 2 of 3" in play.text
        assert "Drawn:" in prompt(play)
        await play.press("t")
        await play.click(play.screen.board.line, ("deck", 0))
        assert "SCOUT - draw 3 of 3" in play.text, "the first click only chooses it"
        await play.click(play.screen.board.line, ("deck", 0))
        assert "SCOUT - nothing is put back yet" in play.text
        assert len(play.view.known_cards(0)) == 9
        await play.press("enter")
        back = play.screen.plan.returns
        assert len(back) == 2
        assert "↑1" in play.text
        assert "↑2" in play.text
        await play.press("tab")
        assert play.screen.plan.returns == back[::-1]
        await play.click(play.screen.board.hand, ("card", back[0]))
        assert play.screen.plan.returns == (back[1],)
        await play.click(play.screen.board.hand, ("card", back[0]))
        await play.press("enter")
        assert [move[2] for move in own(play, "return")] == [back[1], back[0]]
        play.check()


async def test_a_deck_is_chosen_by_key_or_click_and_enter_takes_a_troop():
    async with at_table(new_game()) as play:
        await play.asked()
        await play.press("enter", "enter")
        assert play.screen.plan.step == "draw"
        await play.press("d")
        await play.asked()
        await play.press("enter", "enter")
        await play.click(play.screen.board.line, ("deck", 1))
        assert "Enter takes a tactic" in prompt(play)
        await play.press("backspace")
        assert "Enter takes a troop" in prompt(play)
        await play.click(play.screen.board.line, ("deck", 1))
        await play.click(play.screen.board.line, ("deck", 1))
        await play.asked()
        await play.press("enter", "enter", "enter")
        assert own(play, "draw") == [("draw", 0), ("draw", 1), ("draw", 0)]


async def test_drawing_before_playing_is_refused():
    async with at_table(new_game()) as play:
        await play.asked()
        await play.press("d")
        assert "First play a card" in play.toast
        await play.click(play.screen.board.line, ("deck", 1))
        assert "First play a card" in play.toast


async def test_cards_just_drawn_have_a_mark():
    async with at_table(new_game()) as play:
        await play.asked()
        await play.press("enter", "enter", "d")
        await play.asked()
        assert len(play.screen.board.hand.sight.fresh) == 1
        assert "+" in "".join(play.screen.board.hand.canvas.chars[2])


async def test_a_take_back_leads_to_the_choice_before():
    async with at_table(new_game()) as play:
        await play.asked()
        hand = play.view.known_cards(0)
        await play.press("enter", "enter")
        await play.press("u")
        assert play.view.known_cards(0) == hand
        assert play.screen.plan.step == "play"
        play.check()


async def test_what_the_other_did_is_marked_and_told():
    async with at_table(new_game()) as play:
        await play.asked()
        await play.press("enter", "enter", "enter")
        await play.asked()
        assert len(play.screen.board.line.sight.told) == 1
        assert "Since then: ■ Nereus" in prompt(play)
        await play.press("r")
        assert not play.screen.board.line.sight.told


# Whole games ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"tactics": False}, {"terrain": "house"}, {"claim_at": "start"}], ids=str)
async def test_enter_alone_plays_a_whole_game(options):
    async with at_table(new_game(seed="REEF-1", **options)) as play:
        while await play.asked():
            before = len(play.table.steps)
            for _ in range(4):
                await play.press("enter")
                if len(play.table.steps) > before:
                    break
            assert len(play.table.steps) > before, prompt(play)
        play.check()
        result = await play.on(ResultScreen)
        assert "The fields" in play.text
        result.dismiss("menu")
        await play.settle()


async def test_the_end_of_a_game_of_the_series_is_seen_before_the_next():
    async with at_table(new_game(seed="REEF-2", series=3)) as play:
        while play.screen.board.views.between is None:
            await play.until(lambda: play.screen.mine or play.screen.board.views.between is not None)
            if play.screen.board.views.between is None:
                await play.press("enter")
        assert play.table.state.epoch == 1
        state = play.screen.board.line.sight.state
        assert max(state.longest_row(0), state.longest_row(1)) >= 3 or max(state.fields_of(0), state.fields_of(1)) >= 5
        assert "Enter goes on to game 2" in prompt(play)
        played = play.table.state.turn - 1
        assert f"turn {played} " in play.text
        assert "Series:" in prompt(play)
        assert not play.screen.mine
        await play.press("r", "1", "c")
        assert play.screen.plan.moves() is None
        await play.press("enter")
        assert play.screen.board.views.between is None
        await play.asked()
        assert play.screen.board.line.sight.state.cards_laid <= 1
        turn = play.table.state.turn - played
        assert turn in (1, 2)
        assert f"turn {turn} " in play.text
        assert f"turn {played + turn} " not in play.text
        assert [entry.number for entry in play.screen.past.entries() if entry.turn > played] == [1][: turn - 1]


def test_at_one_keyboard_the_winner_is_named():
    def won(people: list[int], names: list[str], viewer: int) -> str:
        size = SimpleNamespace(width=80)
        table = cast(Any, SimpleNamespace(people=people, names=names, viewer=viewer, size=size))
        return status._victory(table, 0, BY_ROW).partition(" - ")[0]

    assert won([0], ["You", "Nereus"], 0) == "YOU WIN"
    assert won([0, 1], ["Anna", "Boris"], 0) == won([0, 1], ["Anna", "Boris"], 1) == "ANNA WINS"
    assert won([0, 1], ["You", "Boris"], 1) == "YOU WIN"


async def test_the_sign_of_somebody_who_is_away_is_no_field():
    async with at_table(drawn_position()) as play:
        players, circle = play.screen.board.players, play.app.look.glyphs.away
        players.sight = players.sight._replace(links=("", "away"))
        players.repaint()
        row = next(line for line in players.canvas.text().splitlines() if "Nereus" in line)
        assert f"Nereus{circle} " in row
        assert row.count(circle) == 1 + 5 - play.view.fields_of(1)


async def test_c_before_the_play_says_what_the_field_lacks_or_when_claims_come():
    async with at_table(drawn_position()) as play:
        await play.press("c")
        assert "Claims come after the play" in play.toast
        await play.press("3", "c")
        assert "field 3: a claim needs" in play.toast
        await play.press("8", "c")
        assert "Claims come after the play" in play.toast  # it could be claimed, but not yet


async def test_two_people_each_see_their_own_side_at_the_bottom():
    async with at_table(new_game(["you:Anna", "person:Boris"])) as play:
        sides = set()
        for _ in range(4):
            await play.on(CurtainScreen)
            await play.press("enter")
            await play.until(lambda: play.screen.mine)
            viewer = play.screen.viewer
            assert play.screen.board.line.sight.below == viewer
            assert play.screen.board.hand.sight.state.known_cards(1 - viewer) == []
            sides.add(viewer)
            await play.press("enter", "enter", "d")
        assert sides == {0, 1}


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 36)], ids=str)
@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_every_card_and_every_field_is_hit_where_it_is_painted(size, glyphs):
    """Nothing that is painted as one thing means another."""
    how = look("dark" if glyphs == "unicode" else "mono", glyphs, motion=False, hover=False)
    async with at_table(drawn_position(), size, how) as play:
        canvas, scale = play.screen.board.line.canvas, play.screen.board.line.scale
        for seat in (0, 1):
            for field in range(FIELDS):
                for slot, face in enumerate(play.view.sides[seat][field]):
                    x, y = scale.lane(field), scale.slots[1 - seat][slot]
                    words = "".join(canvas.chars[y][x : x + scale.card])
                    assert {canvas.at(column, y) for column in range(x, x + scale.card)} == {
                        ("slot", seat, field, slot)
                    }
                    if face < TROOPS_IN_ALL:
                        assert f"{COLOURS[colour_of(face)]}" in words
                        assert words.split()[-1].lstrip(COLOURS).endswith(str(face % 10 + 1))
        for number, face in enumerate(play.view.known_cards(0)):
            x, y = play.where(play.screen.board.hand, ("card", face))
            assert play.screen.board.hand.region.contains(x, y), number
