"""The mode of a table: its keys are there in that mode alone, and what lies over the board gets a key first."""

from __future__ import annotations

from typing import Any

import pytest
from textual.binding import Binding

from atlantis_tui.games import table_for
from atlantis_tui.lesson.mode import LessonMode
from atlantis_tui.table.mode import LocalMode
from atlantis_tui.table.network.mode import NetworkMode
from atlantis_tui.ui.bound_keys import fit, is_for, scopes
from core import games
from net.session import limits
from tests.table.at_table import at_table, new_table
from tests.table.network.at_lan import gathering

GAMES = games.names()


def ids(screen: Any) -> set[str]:
    return {binding.id for all_on_it in screen._bindings.key_to_bindings.values() for binding in all_on_it}


def own_ids(mode: Any) -> set[str]:
    return {binding.id for binding in mode.BINDINGS}


async def test_a_table_of_ones_own_has_no_keys_for_others():
    async with at_table(new_table(["you", "bot:random"])) as play:
        assert type(play.screen.mode) is LocalMode
        assert ids(play.screen).isdisjoint(own_ids(NetworkMode) | own_ids(LessonMode))
        assert "table.do" in ids(play.screen)


async def test_a_table_on_the_network_has_them(tmp_path):
    async with gathering(tmp_path, "Anna", "Boris") as people, people.at("Anna") as play:
        assert {"table.talk", "table.no", "table.vote", "table.pause"} <= ids(play.screen)
        assert is_for(play.screen, "table.wait", "w"), "which the game has a use for while no card is up"


# Keys of cards, which a game may have a use for while no card is up.
SHARED = ("table.no", "table.vote", "table.wait", "table.pause", "table.alone", "table.copy")


@pytest.mark.parametrize("mode", [NetworkMode, LessonMode])
@pytest.mark.parametrize("game", GAMES)
def test_the_keys_of_a_mode_are_looked_through_with_those_of_every_game(game, mode):
    own = {one for one in own_ids(mode) if one not in SHARED}
    bound = {binding.id for binding in table_for(game).BINDINGS if isinstance(binding, Binding)}
    assert any(own | bound <= set(scope) for scope in scopes())


def test_a_key_of_the_coach_may_not_be_one_of_a_game():
    assert set(fit({"coach.next": "1"}).wrong) == {"coach.next"}


@pytest.mark.parametrize("game", GAMES)
async def test_the_card_has_the_key_that_the_player_chose(tmp_path, game, monkeypatch):
    monkeypatch.setattr(limits, "AWAY_MS", 0)
    async with gathering(tmp_path, "Anna", "Boris", game=game) as people, people.at("Boris") as play:
        play.app.set_keymap({"table.wait": "f9", "table.pause": "f10"})
        people.cut()
        await play.until(lambda: play.screen.mode.absence.shown)
        await play.press("w", "p")
        assert play.screen.mode.absence.shown
        await play.press("f9")
        assert not play.screen.mode.absence.shown
        await play.press("f10")
        assert play.app.answer == "menu"
        people.mend()
