"""Keys, clicks, pastes and resizes by chance at the table of Survive!: the game is sound and nothing breaks."""

from __future__ import annotations

import random

import pytest

from atlantis_tui.bots import hints
from atlantis_tui.table.curtain import CurtainScreen
from tests.games.atlantis import test_chaos as chaos
from tests.games.survive.at_survive import game_where, new_game
from tests.table.at_table import at_table, seat_instant_bots
from tests.ui.stage import look

chaos.KEYS["survive"] = [*chaos.ALL, *"123456", *["a"] * 4, *["n"] * 3, *"eesdh", *["left", "right"] * 3]
chaos.LINES["survive"] = [
    *chaos.ANY_LINES,
    *("K8", "R7 T7", "boat T7 V7", "end", "sink K8", "shark S6 U6", "no", "place K4", "x99", "dolphin", "D8.9 T7"),
]


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)
    monkeypatch.setattr(CurtainScreen, "STILL", 0)
    monkeypatch.setattr(hints, "ask", chaos.soon)
    monkeypatch.setattr("atlantis_tui.table.turns.TurnLoop.hush", 0)


@chaos.for_a_while_or_longer
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(1, 6))])
async def test_keys_and_clicks_by_chance(seed, steps):
    seats = ["you", *["bot:random"] * (1 + seed % 3)]
    async with at_table(new_game(seats, f"CHAOS-{seed}"), (80, 24), look(motion=False)) as play:
        await play.asked()
        await chaos.run(play, seed, steps)
        play.check()


@chaos.for_a_while_or_longer
@pytest.mark.parametrize("seed", [3, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(10, 16))])
async def test_keys_and_clicks_by_chance_in_the_middle_of_a_game(seed, steps):
    after = 150 + 20 * (seed % 5)
    table = game_where(lambda state: state.step == "move" and bool(state.tiles_kept(0)), after=after)
    size = [(120, 36), (80, 24), (160, 50)][seed % 3]
    async with at_table(table, size, look(motion=False)) as play:
        await play.asked()
        await chaos.run(play, seed, steps)
        play.check()


@chaos.for_a_while_or_longer
async def test_keys_and_clicks_by_chance_in_ascii_with_everything_forgotten(steps):
    table = new_game(["you", "bot:random", "bot:random"], "CHAOS-9", owner_remembers=False)
    async with at_table(table, (60, 20), look("mono", "ascii", motion=False)) as play:
        await play.asked()
        await chaos.run(play, 99, steps)
        play.check()


async def test_two_people_at_one_keyboard_see_nothing_of_each_other():
    async with at_table(new_game(["you:Anna", "person:Борис"], "CHAOS-7"), (80, 24), look(motion=False)) as play:
        chance = random.Random(7)
        for _ in range(8):
            await play.on(CurtainScreen)
            await play.press("enter")
            await play.until(lambda: play.screen.mine)
            viewer = play.screen.viewer
            for _ in range(10):
                keys = [key for key in chaos.KEYS["survive"] if key not in ("enter", "colon", "n", "u")]
                await play.press(chance.choice(keys))
                chaos.sound(play)
                assert play.screen.viewer == viewer
                assert play.screen.board.hand.sight.viewer == viewer
            await play.press(*["backspace"] * 8)
            while play.screen.viewer == viewer and play.screen.mine:
                await play.press("enter")
        play.check()
