"""What the table of Survive! tells is told whole and at once: losses, warnings, answers to a key."""

from __future__ import annotations

import pytest

from core.survive.components import BEACH, FOREST, HEXES, SHARK, hex_text
from core.survive.rules import Survive
from tests.games.survive.at_survive import ME, NEREUS, at, die, drawn_position, new_game
from tests.table.at_table import at_table, seat_instant_bots


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)
    monkeypatch.setattr("atlantis_tui.table.turns.TurnLoop.hush", 0)


def last_beach(state: Survive) -> None:
    """The only beach by the water is K8, and an explorer of one's own stands on it beside two others."""
    for hex_ in range(HEXES):
        if state.terrain[hex_] == BEACH and hex_ != at("K8"):
            state.terrain[hex_] = FOREST
    state.spots[4] = at("K8")
    state.work_out()


async def test_what_a_tile_that_had_to_sink_has_cost_is_read_without_a_key():
    async with at_table(drawn_position(change=last_beach, seed="Z1")) as play:
        await play.press("n")
        assert ("show", 0) in play.moves, "a shark comes up"
        assert "Your 3, an explorer of Nereus and an explorer of Thetis are lost to the shark" in play.toast_on_screen
        assert "The die shows a shark." in play.toast_on_screen


async def test_enter_after_placing_says_that_its_proposal_is_another_tile():
    """The cursor stays where one's own explorer was just put."""
    async with at_table(new_game()) as play:
        await play.asked()
        await play.press("enter")
        assert play.toast == "", "nothing is on the lake"
        await play.press("enter")
        await play.asked()
        plan = play.screen.plan
        taken = plan.cursor
        await play.press("enter")
        assert plan.target not in (None, taken)
        assert f"{hex_text(taken)} is taken: {hex_text(plan.target)} is proposed instead." in play.toast_on_screen
        placed = len(play.moves)
        await play.press("enter")
        assert len(play.moves) > placed, "a second Enter takes the proposal, as everywhere"


async def test_enter_for_the_first_boat_says_that_its_proposal_is_another_hex():
    async with at_table(new_game(["you", "bot:random"])) as play:
        await play.asked()
        while play.view.step == "place":
            await play.press("a", "enter")
            await play.asked()
        land = play.screen.plan.cursor
        await play.press("enter")
        proposed = play.screen.plan.target
        assert proposed not in (None, land)
        assert f"No boat goes on land: {hex_text(proposed)} is proposed." in play.toast_on_screen


@pytest.mark.parametrize(
    ("step", "line", "then"),
    [
        ("tile", "dolphin D7 C6 end R7 P7", "D7 → C6 swimming, R7 → P7"),
        ("place", "6 E8 5 G8", "5 g8"),
        ("sink", "sink K8 end", "end"),
        ("die", "shark S6 U6 end", "end"),
    ],
)
async def test_the_rest_of_a_typed_line_stands_in_the_prompt_whatever_is_planned_first(step, line, then):
    change = die(SHARK) if step == "die" else None
    async with at_table(new_game() if step == "place" else drawn_position(step, change=change)) as play:
        await play.asked()
        await play.paste(line)
        assert play.screen.plan.moves() is not None
        assert f"Then: {then}." in play.text


async def test_the_rest_of_a_typed_line_leaves_the_warning_in_the_prompt():
    folk = {ME: {"K8": [0]}, NEREUS: {"J9": [0]}}
    async with at_table(drawn_position("sink", folk=folk)) as play:
        await play.asked()
        await play.paste("sink K8 end")
        prompt = play.screen.prompt.canvas.text()
        assert "a serpent L7" in prompt
        assert "Then: end." in prompt


async def test_who_types_a_number_for_a_value_is_told_so_and_nothing_is_planned():
    async with at_table(new_game()) as play:
        await play.asked()
        await play.paste("place E8.a6")
        assert "a6 is number 6 of your explorers" in play.toast_on_screen
        assert play.screen.plan.moves() is None
