"""How long a turn has taken, and who waits for whom: told in the header, and by nothing that moves by itself."""

from __future__ import annotations

from typing import Any

import pytest

from atlantis_tui.table.turn_time import TurnTime
from core import games
from tests.table.at_table import at_table, new_table, seat_instant_bots
from tests.table.network.at_lan import gathering

pytestmark = pytest.mark.usefixtures("home")


def later(play: Any, seconds: float) -> None:
    """So much time passes while nobody does anything."""
    now = play.screen.turn_time.now
    play.screen.turn_time.now = lambda: now() + seconds


def top(play: Any) -> str:
    return str(play.text.splitlines()[0])


async def test_a_turn_of_yours_tells_its_minutes_as_soon_as_you_do_something(monkeypatch):
    seat_instant_bots(monkeypatch)
    async with at_table(new_table(["you", "bot:random"]), size=(120, 36)) as play:
        await play.asked()
        later(play, 59)
        await play.press("tab")
        assert " min" not in top(play)
        later(play, 121)
        before = play.text
        await play.settle()
        assert play.text == before  # nothing is painted for it
        await play.press("backspace", "backspace")
        assert "your turn, 3 min" in top(play)
        await play.press("enter", "enter")
        await play.asked()
        await play.press("1")
        assert " min" not in top(play)


async def test_of_several_at_one_keyboard_it_says_whose_turn_it_is():
    async with at_table(new_table(["you:Anna", "person:Boris"]), size=(120, 36)) as play:
        screen = play.screen
        screen.viewer = 0
        screen.show()
        later(play, 60)
        screen.show()
        await play.settle()
        assert "Anna, 1 min" in screen.header.notes


def test_another_turn_or_another_player_begins_anew():
    clock = [0.0]
    time = TurnTime(lambda: clock[0])
    for asked, seconds, minutes in (((1, 0), 61, 1), ((1, 0), 61, 2), ((1, 1), 30, 0), ((1, 0), 60, 1), ((2, 0), 0, 0)):
        time.look(asked)
        clock[0] += seconds
        assert time.minutes == minutes


@pytest.mark.parametrize("game", games.names())
async def test_others_who_wait_for_you_are_named(tmp_path, game):
    async with gathering(tmp_path, "Anna", "Boris", game=game) as people:
        first, other = sorted(("Anna", "Boris"), key=lambda name: not people[name].mine)
        async with people.at(first) as play:
            await play.asked()
            later(play, 130)
            play.screen.show()
            await play.settle()
            assert play.screen.header.notes == (f"{other} waits for you, 2 min", "your turn, 2 min")
            assert "2 min" in top(play)
