"""The lobby round whole games, on real sockets: to the table and back, once more with seats rotated, and on later."""

import asyncio
import threading

import pytest

from atlantis_tui.lobby.screen import LobbyScreen
from atlantis_tui.menu.screen import MenuScreen
from atlantis_tui.network.lookup import TableLookup
from atlantis_tui.table.screen import TableScreen
from core import games
from net import versions
from net.session.signed_game import Watched
from tests.lobby.at_lobby import HERE, Board, Inn, identity, play_on, play_out, when
from tests.menu.at_menu import listed, text, until

pytestmark = pytest.mark.usefixtures("home", "utc")


@pytest.fixture
def inn(monkeypatch, tmp_path):
    return Inn(monkeypatch, tmp_path)


@pytest.fixture
def board(monkeypatch):
    monkeypatch.setattr("atlantis_tui.lobby.screen.table_for", lambda name: Board)


async def begun(inn, seats=2, **more):
    """Mira and Jonas have begun a game."""
    mira = inn.host("Mira", seats=seats, **more)
    jonas = await inn.guest("Jonas", mira)
    jonas.wish(lambda session: session.ready())
    await when(lambda: any(place.ready for place in mira.session.lobby.places))
    mira.wish(lambda session: session.ready())
    mira.wish(lambda session: session.start())
    await when(lambda: mira.table is not None and jonas.table is not None)
    return mira, jonas


async def test_the_real_table_is_shown_and_left_for_the_menu(inn):
    async with inn:
        mira, jonas = await begun(inn)
        async with inn.app(mira) as pilot:
            app = pilot.app
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            assert app.screen.table is mira.table
            assert app.screen.viewer == 0
            app.screen.dismiss("menu")
            await until(pilot, lambda: isinstance(app.screen, MenuScreen))
            await app.all_left()
            await listed(pilot)
            assert "together" in text(app)
        assert jonas.session.game is not None


async def test_after_a_game_all_see_who_plays_again_and_the_seats_are_rotated(inn, board):
    async with inn:
        mira, jonas = await begun(inn)
        pavel = await inn.guest("Pavel", mira, watches=True)
        async with inn.app(jonas) as pilot:
            app = pilot.app
            await until(pilot, lambda: isinstance(app.screen, Board))
            first = jonas.gid
            await play_out(mira, jonas)
            app.screen.dismiss("lobby")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and "R plays again" in text(app))
            assert "0 of 2 play again" in text(app)
            mira.wish(lambda session: session.want_rematch())
            await until(pilot, lambda: "1 of 2 play again" in text(app))
            await when(lambda: pavel.over)
            await pilot.press("r")
            await until(pilot, lambda: isinstance(app.screen, Board))
            assert jonas.gid != first
            assert [jonas.session.seat, mira.session.seat] == [0, 1]
            await when(lambda: pavel.table is not None and not pavel.over and pavel.gid == jonas.gid)


async def test_one_takes_the_wish_back_and_when_the_other_is_gone_opens_the_table_again(inn, board):
    async with inn:
        mira, jonas = await begun(inn)
        async with inn.app(mira) as pilot:
            app = pilot.app
            await until(pilot, lambda: isinstance(app.screen, Board))
            await play_out(mira, jonas)
            app.screen.dismiss("lobby")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            await pilot.press("r")
            await until(pilot, lambda: "Waiting for Jonas" in text(app))
            await pilot.press("r")
            await until(pilot, lambda: "0 of 2 play again" in text(app))
            inn.companies.remove(jonas)
            await jonas.close()
            await until(pilot, lambda: "Jonas has left" in text(app))
            await pilot.press("enter")
            await until(pilot, lambda: "0 of 1 ready" in text(app))
            assert [place.who for place in mira.session.lobby.places] == ["open", "person"]
            ida = await inn.guest("Ida", mira)
            await until(pilot, lambda: "Ida" in text(app))
            ida.wish(lambda session: session.ready())
            await until(pilot, lambda: "1 of 2 ready" in text(app))
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, Board))
            app.screen.dismiss("lobby")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            await pilot.press("q")
            assert isinstance(app.screen, MenuScreen)


async def test_the_lobby_in_the_middle_of_a_game_leads_back_to_the_table(inn, board):
    async with inn:
        mira, _jonas = await begun(inn)
        async with inn.app(mira) as pilot:
            app = pilot.app
            await until(pilot, lambda: isinstance(app.screen, Board))
            app.screen.dismiss("lobby")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            assert "The game is going on." in text(app)
            await pilot.press("b")
            assert "before the game begins" in text(app)
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, Board))


async def test_who_watches_waits_for_the_deal_whatever_is_pressed(inn, board):
    """There is a game, and no position yet: it has just begun, or its log is read again from the beginning."""
    async with inn:
        mira, _jonas = await begun(inn)
        wanda = await inn.guest("Wanda", mira, watches=True)
        await when(lambda: wanda.table is not None)
        wanda.session.watching.watched = Watched(mira.session.game.chain.links[0].entry)
        async with inn.app(wanda) as pilot:
            assert "It begins." in text(pilot.app)
            await pilot.press("enter", "r", "b", "up", "down", "enter")
            assert isinstance(pilot.app.screen, LobbyScreen)
            pilot.app.screen._to_table()  # as if the game was lost between the look and the key
            assert isinstance(pilot.app.screen, LobbyScreen)


async def test_who_watched_a_game_sees_a_lobby_that_has_more_seats(inn, board):
    async with inn:
        mira, jonas = await begun(inn)
        wanda = await inn.guest("Wanda", mira, watches=True)
        await play_out(mira, jonas)
        mira.wish(lambda session: session.reopen())
        mira.wish(lambda session: session.set_rules("atlantis", {}, 4))
        await when(lambda: wanda.over and len(wanda.session.table.seats) == 4)
        async with inn.app(wanda) as pilot:
            await until(pilot, lambda: isinstance(pilot.app.screen, Board))
            pilot.app.screen.dismiss("lobby")  # where the result of the game leads
            await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))
            assert "4 seats" in text(pilot.app)
            assert [one.who for one in pilot.app.screen.seats] == ["person", "person", "open", "open"]


async def test_a_game_that_was_left_waits_for_the_others_and_goes_on(inn, board):
    async with inn:
        mira, jonas = await begun(inn, seats=3, bots={2: "random"})
        assert play_on(mira)
        await when(lambda: jonas.session.game.last >= 5)
        path = mira.path
        for network_table in (jonas, mira):
            inn.companies.remove(network_table)
            await network_table.close()
        again = inn.again("Mira", path)
        async with inn.app(again) as pilot:
            app = pilot.app
            assert "Waiting for Jonas" in text(app)
            assert "1 of 2 here" in text(app)
            back = await inn.guest("Jonas", again)
            await until(pilot, lambda: isinstance(app.screen, Board))
            assert app.screen.table is again.table
            assert back.session.seat == 1


async def test_the_menu_opens_a_game_played_together_for_the_others(inn, board):
    async with inn:
        mira, jonas = await begun(inn)
        for network_table in (jonas, mira):
            inn.companies.remove(network_table)
            await network_table.close()
        inn.at_home("Jonas")  # any of the players can host it
        inn.monkeypatch.setattr("atlantis_tui.network.ourselves.identity", lambda: jonas.runner.identity)
        async with inn.app() as pilot:
            app = pilot.app
            await listed(pilot)
            await pilot.press("c", "enter")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            assert "Waiting for Mira" in text(app)
            left, told = app.network_table.close, asyncio.Event()

            async def slowly():
                await told.wait()
                await left()

            app.network_table.close = slowly
            await pilot.press("q")
            await until(pilot, lambda: isinstance(app.screen, MenuScreen))
            await pilot.press("c", "enter")  # at once again, while good-bye is still being said
            told.set()
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_a_game_that_cannot_be_hosted_is_refused_in_a_sentence(inn, board):
    async with inn:
        _mira, jonas = await begun(inn)
        inn.at_home("Mira")
        async with inn.app() as pilot:
            await listed(pilot)
            await pilot.press("c", "enter")
            await until(pilot, lambda: "another window" in text(pilot.app))
            assert isinstance(pilot.app.screen, MenuScreen)
        assert jonas.session.game is not None


async def test_hosting_from_the_menu_with_as_many_seats_as_there_can_be(inn, board):
    async with inn:
        inn.at_home("Mira")
        async with inn.app() as pilot:
            app = pilot.app
            await pilot.press("h")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            assert [place.who for place in app.network_table.session.lobby.places] == ["person", "open", "open", "open"]
            jonas = await inn.guest("Jonas", app.network_table)
            await until(pilot, lambda: "Jonas" in text(app))
            await pilot.press("ctrl+q")
        await when(lambda: jonas.lost is not None)
        assert jonas.ended is None, "he may become host himself"


async def test_the_games_that_our_hello_tells_of_are_not_played_where_the_screen_is_drawn(inn, board, monkeypatch):
    played = []
    real = versions.golden_of

    def golden_of(game):
        played.append(threading.current_thread() is threading.main_thread())
        return real(game)

    monkeypatch.setattr(versions, "golden_of", golden_of)
    async with inn:
        inn.at_home("Mira")
        async with inn.app() as pilot:
            versions.golden.cache_clear()
            await pilot.press("h")
            await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))
            assert played == [False] * len(games.names())
            played.clear()
            versions.golden.cache_clear()
            async with TableLookup(identity("Jonas"), discovers=False) as lookout:
                where = (HERE, pilot.app.network_table.runner.port)
                await asyncio.gather(lookout.look(where), lookout.look(where))
            assert played == [False] * len(games.names()), "and once for all"
