"""What is cut on purpose has its whole text a key away, and how cuts are found. What may be cut: cut_texts.py."""

from __future__ import annotations

from typing import Any

import pytest

from atlantis_tui.games.atalia.text import names as atalia_names
from atlantis_tui.help.command_palette import PaletteScreen
from atlantis_tui.help.rules import RulesScreen
from atlantis_tui.lobby.tables import TablesScreen
from atlantis_tui.menu.library import GamesScreen
from atlantis_tui.replay.opening import replay_of
from atlantis_tui.replay.screen import ReplayScreen
from atlantis_tui.table.curtain import CurtainScreen
from atlantis_tui.table.result import ResultScreen
from atlantis_tui.table.screen import TableScreen
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.guarded_page import GuardedPage
from atlantis_tui.ui.wrap import wrap
from core.atalia.components import FACES, FIELDS, TROOPS_IN_ALL
from core.atalia.terrain import PLAIN
from tests.games.atalia import at_atalia as atalia
from tests.games.survive import at_survive as survive
from tests.help.at_help import Bare, Hands, at_game, at_home
from tests.lobby.at_lobby import Said
from tests.lobby.at_lobby import table as near
from tests.menu.at_menu import House, left_game, until
from tests.replay.at_replay import played
from tests.table.at_table import new_table, seat_instant_bots
from tests.ui.cut_texts import CutText, cuts, wrongly_cut
from tests.ui.every_screen import FOUR, LONG
from tests.ui.stage import finished, look

pytestmark = pytest.mark.usefixtures("home", "utc")
SMALL = (60, 20)
STILL = look(motion=False, hover=False)


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)
    monkeypatch.setattr(GuardedPage, "STILL", 0)


def whole(text: str) -> str:
    """What is on the screen as one line, so that it does not matter where lines end."""
    return " ".join(text.replace("▐", " ").replace("▌", " ").split())


# How cuts are found --------------------------------------------------------------------------------------------------


def test_whatever_loses_its_end_is_found():
    style = STILL.palette.style("white", "black")
    with cuts() as found:
        assert cut("whirlpool", 6) == "whirl…"
        assert cut("whirlpool", 9) == "whirlpool"
        assert cut("Redeploy", 4, "") == "Rede"
        assert wrap("a shark, a whale and a boat", 10, 2) == ["a shark, a", "whale and…"]
        Canvas(6, 1, style).put(2, 0, "volcano", style)
        Canvas(6, 1, style).put(2, 0, "sea     ", style)
    assert [(one.text, one.left) for one in found] == [
        ("whirlpool", "whirl…"),
        ("Redeploy", "Rede"),
        ("whale and a boat", "whale and…"),
        ("volcano", "volc"),
    ]


def test_a_cut_needs_a_reason_and_a_name_must_be_one():
    place = "table/result.py _made_of"
    name, word = CutText(place, "Wilhelmina", "Wilhel…"), CutText(place, "points", "poi…")
    elsewhere = CutText("menu/settings.py draw", "Wilhelmina", "Wilhel…")
    assert wrongly_cut([name, word, elsewhere], ["Wilhelmina"]) == [str(word), str(elsewhere)]


# A key away ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [lambda: new_table(FOUR), lambda: survive.new_game(FOUR)], ids=["atlantis", "survive"])
async def test_the_help_over_a_table_has_all_names_whole(make):
    async with at_home(SMALL, app=Bare) as hands:
        hands.app.open_table(make())
        await hands.until(lambda: isinstance(hands.screen, (CurtainScreen, TableScreen)))
        if isinstance(hands.screen, CurtainScreen):
            await hands.press("enter")
        await hands.on(TableScreen)
        assert not all(name in hands.text for name in LONG)
        await hands.press("?")
        assert [name for name in LONG if name in hands.text] == list(LONG)


async def test_the_help_over_a_result_and_a_replay_has_them_too():
    async with at_home(SMALL) as hands:
        hands.app.push_screen(ResultScreen(finished(4, "KELP-7F3"), LONG, 0))
        await hands.on(ResultScreen)
        await hands.press("?")
        assert [name for name in LONG if name in hands.text] == list(LONG)
        await hands.press("?")
        hands.app.push_screen(replay_of(played(*FOUR)))
        await hands.on(ReplayScreen)
        await hands.press("?")
        assert [name for name in LONG if name in hands.text] == list(LONG)


async def test_short_names_need_no_room_in_the_help():
    async with at_game(new_table(("you", "bot:random")), SMALL) as hands:
        await hands.press("?")
        assert "At the table" not in hands.text


async def test_the_page_of_signs_has_the_words_that_cards_and_fields_shorten():
    async with at_game(atalia.new_game(), SMALL) as hands:
        await hands.press("?", "s")
        await hands.on(RulesScreen)
        seen = ""
        for _ in range(9):
            seen += hands.text
            await hands.press("pagedown")
        words = [atalia_names.tactic(face) for face in range(TROOPS_IN_ALL, FACES)]
        words += [atalia_names.terrain(number) for number in range(PLAIN + 1, FIELDS)]
        assert [word for word in words if word not in whole(seen)] == []


async def test_the_cursor_on_a_table_has_its_name_and_its_host_whole():
    app: Any = House(STILL, discovers=True)
    app._near = Said(near("a", "Attic"), near("k", "Kitchen table by the win", host=LONG[2]))
    async with app.run_test(size=SMALL) as pilot:
        hands = Hands(pilot)
        await hands.press("tab", "down")
        assert f"Kitchen table by the win, hosted by {LONG[2]}" in whole(hands.text)
        shown = TablesScreen()
        app.push_screen(shown)
        await until(pilot, lambda: app.screen is shown and shown.near is not None)
        while shown.chosen is None or shown.chosen.label != "k":
            await hands.press("down")
        assert "Kitchen table by the win" in hands.text
        assert f"hosted by {LONG[2]}" in whole(hands.text)


async def test_the_cursor_on_a_game_has_all_names_whole():
    left_game("OVER-1", list(FOUR), 10_000)
    async with at_home(SMALL) as hands:
        hands.app.push_screen(GamesScreen())
        await hands.on(GamesScreen)
        await hands.until(lambda: hands.screen.all is not None)
        assert f"{LONG[0]}, {LONG[1]}, {LONG[2]} and {LONG[3]}." in whole(hands.text)


async def test_the_cursor_on_a_move_of_the_palette_has_it_whole():
    async with at_game(atalia.new_game(), SMALL) as hands:
        await hands.press("ctrl+p")
        shown = await hands.on(PaletteScreen)
        for _ in range(12):
            assert " ".join(shown.entries[shown.at].text.split()) in whole(await hands.card())
            await hands.press("down")
