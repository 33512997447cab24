"""Whoever hosts or joins for the first time is asked for a name, once; whoever hosts also for the game."""

from __future__ import annotations

import os
import pty

import pytest

from atlantis_tui import launch
from atlantis_tui.commands import asked_name
from atlantis_tui.lobby.screen import LobbyScreen
from atlantis_tui.lobby.tables import TablesScreen
from atlantis_tui.menu.name_card import NameCard
from atlantis_tui.menu.screen import MenuScreen
from atlantis_tui.network import ourselves
from atlantis_tui.saved import settings
from atlantis_tui.saved.settings import Settings
from tests.menu.at_menu import Box, House, find, resize, text, until
from tests.ui.stage import SIZES, drawn, golden, look

pytestmark = pytest.mark.usefixtures("home", "utc")


@pytest.fixture(autouse=True)
def _system(monkeypatch):
    monkeypatch.setattr("getpass.getuser", lambda: "bea")


def test_whoever_hosts_a_certain_game_is_told_so_too():
    assert "Before you host" in drawn(NameCard("Bea", hosts=True), SIZES[0]).text()
    assert "Before you join" in drawn(NameCard("Bea"), SIZES[0]).text()


async def test_the_first_time_somebody_hosts_and_never_again():
    app = House(look(), settings=Settings(game="survive"))
    async with app.run_test(size=SIZES[1]) as pilot:
        await pilot.press("h")
        await until(pilot, lambda: isinstance(app.screen, NameCard))
        for size in SIZES:
            await resize(pilot, *size)
            golden(f"name_host_{size[0]}x{size[1]}", text(app))
        await pilot.press("tab")
        for size in SIZES[1:]:
            await resize(pilot, *size)
            golden(f"name_host_game_{size[0]}x{size[1]}", text(app))
        await pilot.press("escape")
        assert isinstance(app.screen, MenuScreen), "who goes back hosts nothing"
        assert app.network_table is None
        await pilot.press("h")
        await until(pilot, lambda: isinstance(app.screen, NameCard))
        await pilot.press("ctrl+u", "enter")
        assert "Write a name first" in text(app)
        await pilot.press(*"Be:a", "enter")
        assert "That is not a name" in text(app)
        await pilot.press("ctrl+u", *"Bea", "down", "right", "up", *"!", "enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        assert app.network_table is not None
        assert (app.network_table.names[0], app.network_table.session.table.game) == ("Bea!", "atlantis")
        kept = settings.load()[0]
        assert (kept.name, kept.game) == ("Bea!", "atlantis")
        app.screen.dismiss("menu")
        await until(pilot, lambda: isinstance(app.screen, MenuScreen))
        await pilot.press("h")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_the_first_time_somebody_joins_all_with_the_mouse():
    app = House(look())
    async with app.run_test(size=SIZES[1]) as pilot:
        await pilot.press("j")
        await until(pilot, lambda: isinstance(app.screen, NameCard))
        for size in SIZES[1:]:
            await resize(pilot, *size)
            golden(f"name_join_{size[0]}x{size[1]}", text(app))
        await pilot.click(offset=find(app, "Enter go on"))
        await until(pilot, lambda: isinstance(app.screen, TablesScreen))
        assert settings.load()[0].name == "bea"
        await pilot.press("backspace", "j")
        assert isinstance(app.screen, TablesScreen)


async def test_the_game_is_chosen_with_the_mouse_and_a_file_that_cannot_be_written_stops_nobody(monkeypatch):
    def no_disk(*_args, **_more):
        raise settings.UnusableSettings("no disk")

    monkeypatch.setattr(settings, "save", no_disk)
    app = House(look())
    async with app.run_test(size=SIZES[1]) as pilot:
        await pilot.press("h")
        await until(pilot, lambda: isinstance(app.screen, NameCard))
        x, y = find(app, "‹ Atlantis ›")
        await pilot.click(offset=(x, y))
        assert "‹ Survive! ›" in text(app)
        await pilot.click(offset=find(app, "bea "))
        await pilot.press(*"trix")
        await pilot.click(offset=find(app, "Enter open the table"))
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        assert app.network_table is not None
        assert app.network_table.names[0] == "beatrix"
        assert app.network_table.session.table.game == "survive"  # type: ignore[union-attr]


async def test_a_table_whose_seats_are_named_asks_nothing():
    from atlantis_tui.network.host import NewTableRequest

    class Hosts(Box):
        host_table = House.host_table

        def _host(self, opened, path=""):
            self.hosted.append(opened)

    app = Hosts()
    async with app.run_test(size=SIZES[1]):
        app.host_table(NewTableRequest("Reef", "atlantis", {}, 2, player="Ida"))
        assert len(app.hosted) == 1


@pytest.mark.parametrize(("user", "suggested"), [("bea", "bea"), ("root", ""), ("pi", ""), ("Ubuntu", ""), ("", "")])
def test_the_name_of_an_account_that_is_nobodys_is_not_suggested(monkeypatch, user, suggested):
    monkeypatch.setattr("getpass.getuser", lambda: user)
    assert ourselves.suggested_name() == suggested


# In lines of text ----------------------------------------------------------------------------------------------------


@pytest.fixture
def terminal(monkeypatch):
    """What is typed at a terminal, whose screen is pytest's."""
    ours, theirs = pty.openpty()
    stdin = os.fdopen(theirs, "r")
    monkeypatch.setattr("sys.stdin", stdin)
    monkeypatch.setattr(asked_name, "at_terminal", lambda: True)
    yield lambda typed: os.write(ours, typed.encode())
    stdin.close()
    os.close(ours)


def test_at_a_terminal_one_types_it_or_takes_the_one_of_the_system(terminal, capsys):
    terminal("x:y\n Carl \n")
    assert asked_name.ask_name(None, None) == "Carl"
    said = capsys.readouterr().out
    assert said == (
        "What shall the others call you? Enter takes bea.\nWrite a name first: letters, digits, spaces or signs.\n"
    )
    assert settings.load()[0].name == "Carl"
    assert asked_name.ask_name(None, None) is None, "there is a name now"
    os.unlink(str(os.environ["ATLANTIS_HOME"]) + "/settings.toml")
    terminal("\n")
    assert asked_name.ask_name(None, None) == "bea"


def test_who_gives_a_name_is_not_asked_nor_is_a_bot(terminal, capsys):
    assert asked_name.ask_name("Ida", None) == "Ida"
    assert asked_name.ask_name(None, "hard") is None
    assert capsys.readouterr().out == ""


def test_the_game_is_chosen_by_its_first_letters(terminal, capsys):
    terminal("x\nsur\n")
    assert asked_name.ask_game("atlantis") == "survive"
    assert "That is none of them" in capsys.readouterr().out
    terminal("\n")
    assert asked_name.ask_game("atalia") == "atalia"


def test_a_pipe_is_never_asked(monkeypatch, capsys):
    read, write = os.pipe()
    os.close(write)
    with os.fdopen(read) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        assert not asked_name.at_terminal()
        assert asked_name.ask_name(None, None) is None
        assert not launch.has_screen({})
    assert capsys.readouterr().out == ""
