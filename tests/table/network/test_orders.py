"""Things at a table on the network that happen while something else lies over the screen they are about.

Whatever the order, the screens that lie on one another are the menu, the lobby and at most one table.
"""

import asyncio

import pytest

from atlantis_tui.games import table_for
from atlantis_tui.help.command_palette import PaletteScreen
from atlantis_tui.help.screen import HelpScreen
from atlantis_tui.lobby.screen import LobbyScreen
from atlantis_tui.lobby.tables import TablesScreen
from atlantis_tui.menu.screen import MenuScreen
from atlantis_tui.network.news import TableEnded
from atlantis_tui.review.screen import ReviewScreen
from atlantis_tui.table.network.mode import NetworkMode
from atlantis_tui.table.network.result import CompanyResult
from atlantis_tui.table.result import ResultScreen
from atlantis_tui.table.screen import TableScreen
from net.refusal import Refusal
from net.session import notices
from tests.lobby.at_lobby import CODE, HERE, Inn, play_out, when
from tests.menu.at_menu import text, until

pytestmark = pytest.mark.usefixtures("home", "utc")


@pytest.fixture
def inn(monkeypatch, tmp_path):
    monkeypatch.setattr(ResultScreen, "STILL", 0)
    return Inn(monkeypatch, tmp_path)


def kinds(app):
    """The screens that lie over the menu, the lowest first."""
    assert isinstance(app.screen_stack[0], MenuScreen)
    return [next(kind for kind in KINDS if isinstance(screen, kind)) for screen in app.screen_stack[1:]]


KINDS = (LobbyScreen, TableScreen, CompanyResult, ReviewScreen, HelpScreen, PaletteScreen, TablesScreen)


def keys(word):
    return [{".": "full_stop", ":": "colon"}.get(sign, sign) for sign in word]


def news(network_table, *told):
    """This is what the network says."""
    for one in told:
        network_table.remember(one)
        for hear in tuple(network_table._heard):
            hear(one)


async def come(inn, **more):
    mira = inn.host("Mira", seats=2, **more)
    jonas = await inn.guest("Jonas", mira)
    jonas.wish(lambda session: session.ready())
    await when(lambda: any(place.ready for place in mira.session.lobby.places))
    return mira, jonas


def start(mira):
    mira.wish(lambda session: session.ready())
    mira.wish(lambda session: session.start())


async def at(pilot, *wanted):
    await until(pilot, lambda: kinds(pilot.app) == list(wanted) and pilot.app.screen.is_mounted)


@pytest.mark.parametrize(("key", "over"), [("question_mark", HelpScreen), ("ctrl+p", PaletteScreen)])
async def test_a_game_begins_while_something_lies_over_the_lobby(inn, key, over):
    async with inn:
        mira, jonas = await come(inn)
        async with inn.app(jonas) as pilot:
            app = pilot.app
            titles: list[str] = []
            inn.monkeypatch.setattr(app, "set_title", titles.append)
            await pilot.press(key)
            await at(pilot, LobbyScreen, over)
            start(mira)
            await at(pilot, LobbyScreen, TableScreen)
            titles.clear()
            news(jonas, notices.Begun(jonas.gid), notices.Said(0, "Mira", "Hello"))  # once more, late
            await pilot.pause()
            await at(pilot, LobbyScreen, TableScreen)
            assert set(titles) == {"Atlantis"}  # the lobby below says no more what it is called
            await pilot.press(key)
            await at(pilot, LobbyScreen, TableScreen, over)
            news(jonas, TableEnded(Refusal("refused", why="kicked")))
            await pilot.pause()
            await at(pilot, LobbyScreen, TableScreen, over)
            await pilot.press("escape")
            news(jonas, TableEnded(Refusal("refused", why="kicked")))  # now only the table lies over the lobby
            await pilot.pause()
            await at(pilot, LobbyScreen, TableScreen)
            await until(pilot, lambda: "STOPPED" in text(app))
            await pilot.press("q")
            await until(pilot, lambda: app.network_table is None)
            await at(pilot)
            assert titles[-1] == ""
            assert "does not want you" in text(app)


async def test_help_lies_over_the_tables_when_we_have_come_in(inn):
    async with inn:
        mira = inn.host("Mira", seats=3)
        inn.at_home("Jonas")
        async with inn.app() as pilot:
            app = pilot.app
            await pilot.press("j")
            await at(pilot, TablesScreen)
            await pilot.press("a", *keys(f"{HERE}:{mira.runner.port}"), "enter")
            await until(pilot, lambda: app.screen.field is not None and app.screen.field.name == "code")
            read = asyncio.Event()
            inn.monkeypatch.setattr(app, "all_left", read.wait)
            await pilot.press(*CODE, "enter", "question_mark")
            await at(pilot, TablesScreen, HelpScreen)
            read.set()
            await at(pilot, LobbyScreen)
            await pilot.press("question_mark", "question_mark", "q")
            await until(pilot, lambda: app.network_table is None)
            await at(pilot)
            await when(lambda: [place.who for place in mira.session.lobby.places] == ["person", "open", "open"])


async def test_the_program_ends_on_the_way_to_a_table(inn):
    async with inn:
        mira = inn.host("Mira", seats=3)
        inn.at_home("Jonas")
        async with inn.app() as pilot:
            await pilot.press("j")
            await at(pilot, TablesScreen)
            pilot.app.screen.joining.look(f"{HERE}:{mira.runner.port}", False, CODE)
            await pilot.press("ctrl+q")
        assert pilot.app.crash is None
        await when(lambda: [place.who for place in mira.session.lobby.places] == ["person", "open", "open"])


async def test_the_next_game_begins_while_somebody_still_reads(inn):
    async with inn:
        mira, jonas = await come(inn)
        async with inn.app(jonas) as pilot:
            start(mira)
            await at(pilot, LobbyScreen, TableScreen)
            await play_out(mira, jonas)
            await at(pilot, LobbyScreen, TableScreen, CompanyResult)
            first = pilot.app.screen_stack[2]
            inn.monkeypatch.setattr(ReviewScreen, "ITERATIONS", 1)
            await pilot.press("enter", "enter", "v")
            await at(pilot, LobbyScreen, TableScreen, CompanyResult, ReviewScreen)
            await pilot.press("question_mark")
            await at(pilot, LobbyScreen, TableScreen, CompanyResult, ReviewScreen, HelpScreen)
            mira.wish(lambda session: session.want_rematch())
            await at(pilot, LobbyScreen, TableScreen)
            assert pilot.app.screen is not first
            assert pilot.app.screen.table is jonas.table
        assert pilot.app.crash is None


async def test_a_key_is_pressed_before_the_table_is_there(inn):
    async with inn:
        mira, jonas = await come(inn)
        async with inn.app(jonas) as pilot:
            start(mira)
            await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
            pilot.app.pop_screen()
            pilot.app.push_screen(table_for("atlantis")(jonas.table, NetworkMode(jonas)))
            assert not pilot.app.screen.is_mounted
            for key in ("enter", "u", "question_mark", "ctrl+p"):
                await pilot.app._check_bindings(key, priority=key in ("question_mark", "ctrl+p"))
            assert kinds(pilot.app) == [LobbyScreen, TableScreen]
            await at(pilot, LobbyScreen, TableScreen)
        assert pilot.app.crash is None
