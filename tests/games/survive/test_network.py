"""The table of Survive! on the network: setting up, a turn, and what is not known of the others."""

from __future__ import annotations

import pytest

from atlantis_tui.table.network.questions import Questions
from core.hidden import SEALED
from core.survive.components import EXPLORERS, LAND
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
