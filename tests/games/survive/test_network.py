"""The table of Survive! on the network: setting up, a turn, and what is not known of the others."""

from __future__ import annotations

import pytest

from atlantis_tui.table.network.questions import Questions
from core.hidden import SEALED
from core.survive.components import BOX, EXPLORERS, LAND, SHARK
from tests.games.survive.at_survive import drawn_position, threat
from tests.table.network.at_lan import gathering, reads


@pytest.fixture(autouse=True)
def _at_leisure(monkeypatch):
    monkeypatch.setattr(Questions, "still", 0)


async def test_two_people_and_a_bot_set_up_and_move(tmp_path):
    async with gathering(tmp_path, "Anna", "Boris", bots=1, game="survive") as people:
        boris = people["Boris"]
        async with people.at("Boris") as play:
            people["Anna"].plays_by_itself()
            for _ in range(12):
                await play.asked()
                assert "Place a" in play.text
                await play.press("a", "enter")
                await play.until(lambda: not play.screen.mine or play.screen.plan.target is None)
            await play.until(lambda: play.table.state.turn > 1 and play.screen.mine)
            sight = play.screen.board.sea.sight
            mine = range(boris.seat * EXPLORERS, (boris.seat + 1) * EXPLORERS)
            for explorer in range(3 * EXPLORERS):
                assert (sight.state.treasure(explorer) == SEALED) == (explorer not in mine)
            for terrain in LAND:
                for seat in {0, 1, 2} - {boris.seat}:
                    assert not sum(sight.state.hand_of(seat, terrain).held)
            if play.view.step == "tile":
                await play.press("n")
            await reads(play, "Your turn: move.")
            steps = len(play.table.steps)
            await play.press("n")
            await play.until(lambda: len(play.table.steps) > steps)
            await reads(play, "Sink a tile.")
            await play.press("a", "enter")
            await play.until(lambda: any(step.move is not None and step.move[0] == "sink" for step in play.table.steps))


async def test_the_rest_is_placed_on_the_network_too_and_a_key_stops_it(tmp_path):
    async with gathering(tmp_path, "Anna", "Boris", bots=1, game="survive") as people:
        boris = people["Boris"]

        def placed() -> int:
            return sum(spot != BOX for spot in play.table.state.spots[boris.seat * 10 : boris.seat * 10 + 10])

        async with people.at("Boris") as play:
            await people["Anna"].move()
            await play.asked()
            await play.press("r")
            await people["Anna"].move()
            await play.until(lambda: placed() == 2)
            assert "Placing the rest for you:" in play.text
            await play.press("x")
            assert not play.screen.delegating
            assert "Placed for you:" in play.toast
            people["Anna"].plays_by_itself()
            await play.asked()
            assert placed() == 2
            await play.press("r")
            await play.until(lambda: play.table.state.turn > 0)
            assert placed() == 10
            assert not play.screen.delegating


async def test_a_defence_is_asked_for_although_the_last_turn_is_still_told(tmp_path):
    async with gathering(tmp_path, "Anna", "Boris", bots=2, game="survive") as people:
        seat = people["Boris"].seat
        mover = (seat + 1) % 4
        async with people.at("Boris") as play:
            table = play.screen.table
            asked = drawn_position(
                "defend",
                folk={seat: {"D7": [0]}, mover: {"K6": [0]}},
                boats=(),
                aboard=(),
                tiles=((seat, 1, "no_shark"),),
                change=threat(mover, SHARK, "F5", "D7", asked=seat),
            ).steps[-1]
            table.steps[-1] = table.steps[-1]._replace(state=asked.state)
            play.screen.changed()
            play.screen.turns.message = ["Somebody has done this and that"]
            play.screen.show()
            await play.settle()
            prompt = play.screen.prompt.canvas.text()
            assert "a shark to D7" in prompt
            assert "leaves the game" in prompt
            assert "Your turn" not in play.text
