"""Tables near you: the list as the network tells of it, and the way to a table on real sockets."""

from dataclasses import replace
from typing import Any

import pytest

from atlantis_tui.lobby.screen import LobbyScreen
from atlantis_tui.lobby.tables import TableRequest, TablesScreen
from atlantis_tui.menu.screen import MenuScreen
from atlantis_tui.network.lookup import TableLookup
from atlantis_tui.saved.settings import Settings
from atlantis_tui.text.keys import describe
from net.messages import MAX_TABLE, write
from tests.lobby.at_lobby import CODE, HOSTILE, Board, Inn, Said, harmless, identity, shown, table, the_ticket, when
from tests.menu.at_menu import House, find, resize, sound, text, until
from tests.ui.stage import LARGE_SIZES, SIZES, golden, look

pytestmark = pytest.mark.usefixtures("home", "utc")


@pytest.fixture
def inn(monkeypatch, tmp_path):
    monkeypatch.setattr("atlantis_tui.lobby.screen.table_for", lambda name: Board)
    return Inn(monkeypatch, tmp_path)


# The list ------------------------------------------------------------------------------------------------------------


def four():
    return Said(
        table("attic", "Attic", 2, 2, "code", "playing", ms=138, host="Pavel"),
        table("k", "Kitchen table", ms=0, host="Jonas"),
        table("mira-laptop", "Mira’s laptop", 3, 4, "code", ms=5),
        table("old", "", 1, 4, why="The two programs play Atlantis by different rules: update the other program."),
    )


def app_with(near, **more):
    more.setdefault("settings", Settings(name="Mira"))  # whoever has no name is asked for it first
    app: Any = House(look(motion=False), discovers=True, **more)
    app._near = near
    return app


async def opened(pilot, screen):
    pilot.app.push_screen(screen)
    await until(pilot, lambda: pilot.app.screen is screen and screen.is_mounted and screen.near is not None)


async def test_the_tables():
    async with app_with(four()).run_test(size=(80, 24)) as pilot:
        await opened(pilot, TablesScreen())
        await pilot.press("down")
        for size in (*SIZES, *LARGE_SIZES):
            await resize(pilot, *size)
            golden(f"tables_{size[0]}x{size[1]}", text(pilot.app))
            sound(pilot.app)
        await pilot.press("up")
        for size in SIZES[1:]:
            await resize(pilot, *size)
            golden(f"tables_{size[0]}x{size[1]}_playing", text(pilot.app))


async def test_tables_come_and_go_under_the_cursor():
    near = Said()
    async with app_with(near).run_test(size=(80, 24)) as pilot:
        app: Any = pilot.app
        screen: Any = TablesScreen()
        await opened(pilot, screen)
        assert "Looking" in text(app)
        await pilot.press("enter")
        assert "There is no table to choose yet" in text(app)
        near.looked = True
        near.tell()
        await pilot.press("up")
        assert "No table is near." in text(app)
        near.rows = four().rows
        near.tell()
        await pilot.press("down", "down", "down", "down")
        assert screen.chosen.label == "old"
        await pilot.press("enter")
        assert "update the other program" in text(app)
        near.rows = [table("a", "Aaa"), *near.rows]
        near.tell()
        await pilot.pause()
        assert screen.chosen.label == "old"
        near.rows = near.rows[:2]
        near.tell()
        await pilot.pause()
        assert screen.chosen.name == "Aaa"
        near.rows, near.trouble = [], "no_interface"
        near.tell()
        await pilot.press("up")
        assert "There is no network here" in text(app)
        await pilot.press("backspace")
        assert isinstance(app.screen, MenuScreen)
        assert len(near.hear) == 1  # the menu's own


def test_the_page_of_keys_says_what_the_keys_do():
    assert describe("tables.filter") == "tables of one game, or all"
    assert describe("lobby.page") == "next page or seat"  # a small lobby has two pages


async def test_many_tables_are_scrolled_and_filtered_by_game():
    games = ("atalia", "atlantis")
    rows = [table(f"t{number:02}", f"Table {number:02}", game=games[number % 2]) for number in range(20)]
    async with app_with(Said(*rows)).run_test(size=(80, 24)) as pilot:
        screen: Any = TablesScreen()
        await opened(pilot, screen)
        await pilot.press("end")
        assert "Table 19" in text(pilot.app)
        assert "Table 00" not in text(pilot.app)
        await pilot.press("f")
        assert {row.listing.game for row in screen.found} == {"atalia"}
        await pilot.press("f")
        assert {row.listing.game for row in screen.found} == {"atlantis"}
        await pilot.press("f", "home")
        assert len(screen.found) == 20
        assert "Table 00" in text(pilot.app)
        await pilot.click(offset=find(pilot.app, "Table 02"))
        assert screen.chosen.name == "Table 02"


async def test_what_strangers_say_is_never_a_mark_or_a_placeholder():
    async with app_with(Said(table("k", "*x* ~y~ {0} {table}"))).run_test(size=(80, 24)) as pilot:
        await opened(pilot, TablesScreen())
        assert "*x* ~y~ {0} {table} is open." in text(pilot.app)
        for name in HOSTILE:
            pilot.app._near.rows = [table(name, name, host=name), table("k", "an honest one")]
            pilot.app._near.tell()
            await pilot.press("up")
            assert "an honest one" in text(pilot.app)
            harmless(text(pilot.app))


# On the way ----------------------------------------------------------------------------------------------------------


async def test_by_address_with_a_wrong_and_a_right_code(inn):
    async with inn:
        mira = inn.host(seats=3)
        inn.at_home("Jonas")
        async with inn.app() as pilot:
            app = pilot.app
            await pilot.press("j")
            assert isinstance(app.screen, TablesScreen)
            await pilot.press("a", *"127.0.0.1:1", "enter")
            await until(pilot, lambda: "There is no table at that address" in text(app))
            await pilot.press("a", *["backspace"] * 2)
            await pilot.press(*f":{mira.runner.port}", "enter")
            await until(pilot, lambda: "The code of Kitchen table" in text(app))
            await pilot.press(*"12", "enter")
            await until(pilot, lambda: "A code has six digits" in text(app))
            await pilot.press(*"000000", "enter")
            await until(pilot, lambda: "That is not the code of this table" in text(app))
            await until(pilot, lambda: app.screen.field is not None)
            mira.runner._gatekeeper._pasts.clear()  # who guessed has to wait a moment; a test need not
            await pilot.press(*"482", "space", *"917", "enter")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            assert len(app.screen_stack) == 2
            await when(lambda: [place.who for place in mira.session.lobby.places] == ["person", "person", "open"])
            assert any("wrong code" in line.text for line in mira.talk)
            await pilot.press("q")
            assert isinstance(app.screen, MenuScreen)


async def test_by_ticket_from_the_command_line_without_a_code(inn):
    async with inn:
        mira = inn.host(seats=3)
        inn.at_home("Jonas")
        wanted = TableRequest(the_ticket(mira), player="Jonas")
        async with inn.app(first=lambda app: app.push_screen(TablesScreen(wanted))) as pilot:
            await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))
            await when(lambda: mira.session.lobby.places[1].name == "Jonas")


async def test_a_code_that_is_not_given_gives_up(inn):
    async with inn:
        mira = inn.host(seats=3)
        inn.at_home("Jonas")
        async with inn.app() as pilot:
            await pilot.press("j", "a", *f"127.0.0.1:{mira.runner.port}", "enter")
            await until(pilot, lambda: "The code of" in text(pilot.app))
            await pilot.press("escape")
            assert pilot.app.screen.joining.asks is None
            assert "The code of" not in text(pilot.app)
            await pilot.press("backspace")
            assert isinstance(pilot.app.screen, MenuScreen)


async def test_a_table_of_a_name_is_waited_for_and_joined(inn):
    async with inn:
        mira = inn.host(seats=3, door="open")
        near = Said()
        inn.at_home("Jonas")
        app = app_with(
            near, first=lambda app: app.push_screen(TablesScreen(TableRequest("kitchen TABLE", watches=True)))
        )
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: near.hear)
            assert "Looking for kitchen TABLE" in text(app)
            app.discovers = False
            found = table("k", "Kitchen table")
            place = ("127.0.0.1", mira.runner.port)
            near.rows = [found._replace(seen=found.seen._replace(addresses=(place,)))]
            near.tell()
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            await when(lambda: len(mira.session.table.watching) == 1)


async def test_a_table_of_a_name_that_never_comes(inn, monkeypatch):
    monkeypatch.setattr("atlantis_tui.lobby.tables.PATIENCE", 0.01)
    app = app_with(Said(), first=lambda app: app.push_screen(TablesScreen(TableRequest("Barn"))))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: 'There is no table "Barn"' in text(app))


async def test_who_played_comes_back_without_a_code_and_a_stranger_does_not(inn):
    async with inn:
        mira = inn.host(seats=2)
        jonas = await inn.guest("Jonas", mira)
        jonas.wish(lambda session: session.ready())
        await when(lambda: mira.session.lobby.places[1].ready)
        mira.wish(lambda session: session.ready())
        mira.wish(lambda session: session.start())
        await when(lambda: jonas.table is not None)
        inn.companies.remove(jonas)
        await jonas.close()
        address = f"127.0.0.1:{mira.runner.port}"
        inn.at_home("Jonas")
        inn.monkeypatch.setattr("atlantis_tui.network.ourselves.identity", lambda: jonas.runner.identity)
        async with inn.app() as pilot:
            await pilot.press("j", "a", *address, "enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, Board))
            assert pilot.app.screen.mode.network_table.session.seat == 1
        inn.monkeypatch.undo()
        inn.at_home("Zoe")
        async with inn.app() as pilot:
            await pilot.press("j", "a", *address, "enter")
            await until(pilot, lambda: "you have no seat in it" in text(pilot.app))


async def test_who_has_a_code_is_not_let_in_to_a_table_that_says_it_needs_none(inn):
    """It may be another one, that answers in the place of the table that is meant."""
    async with inn:
        eve = inn.host(door="open")
        inn.at_home("Jonas")
        wanted = TableRequest(f"127.0.0.1:{eve.runner.port}", "123456")
        async with inn.app(first=lambda app: app.push_screen(TablesScreen(wanted))) as pilot:
            await until(pilot, lambda: "says that it needs no code, so somebody else may answer" in text(pilot.app))
            assert eve.session.peers == {}


async def begun(inn, **more):
    """A table where Mira and Jonas play, and what it says about itself to strangers."""
    mira = inn.host(seats=2, **more)
    jonas = await inn.guest("Jonas", mira)
    jonas.wish(lambda session: session.ready())
    await when(lambda: mira.session.lobby.places[1].ready)
    mira.wish(lambda session: session.ready())
    mira.wish(lambda session: session.start())
    await when(lambda: jonas.table is not None)
    return mira, jonas, await seen_at(mira)


async def seen_at(mira):
    async with TableLookup(identity("Zoe"), discovers=False) as lookout:
        return await lookout.look(("127.0.0.1", mira.runner.port))


@pytest.mark.parametrize("how", ["key", "click"])
async def test_a_running_table_is_watched_from_the_menu_and_the_list_by_key_and_by_click(inn, how):
    async with inn:
        mira, _jonas, seen = await begun(inn, door="open")
        assert (seen.info.state, seen.host) == ("playing", "Mira")
        inn.at_home("Zoe")
        near = Said(table("a", "Attic"), table("k", "Kitchen table")._replace(seen=seen._replace(ms=0)))
        async with app_with(near).run_test(size=(80, 24)) as pilot:
            app: Any = pilot.app
            app.discovers = False
            await until(pilot, lambda: near.hear)
            if how == "key":
                await pilot.press("tab", "down")
                assert "Kitchen table: a game is being played. Enter goes there to watch." in text(app)
            await (pilot.press("enter") if how == "key" else pilot.click(offset=find(app, "Kitchen table")))
            await until(pilot, lambda: "a game is being played, and you have no seat in it." in text(app))
            for size in SIZES[1:]:
                await resize(pilot, *size)
                golden(f"tables_{size[0]}x{size[1]}_offer", shown(pilot, mira))
            await resize(pilot, 80, 24)
            await pilot.press("backspace")
            assert "Kitchen table is playing. Enter watches, and sees what everybody may see." in text(app)
            await pilot.press("up")
            assert "sit down" in text(app)
            await pilot.click(offset=find(app, "Kitchen table"))
            assert "Enter watch  A address" in text(app)
            await pilot.click(offset=find(app, "Kitchen table"))
            await until(pilot, lambda: isinstance(app.screen, Board))
            assert app.screen.mode.network_table.session.role == "spectator"
            await when(lambda: len(mira.session.table.watching) == 1)


async def test_who_has_no_seat_is_offered_to_watch_and_gives_the_code_once(inn):
    """Whether a game is played there, or all seats are taken; by address, with the code that was given already."""
    async with inn:
        mira, _jonas, _seen = await begun(inn)
        inn.at_home("Zoe")
        wanted = TableRequest(f"127.0.0.1:{mira.runner.port}", CODE)
        async with inn.app(first=lambda app: app.push_screen(TablesScreen(wanted))) as pilot:
            await until(pilot, lambda: "and you have no seat in it." in text(pilot.app))
            assert "asked for the code" not in text(pilot.app)
            await pilot.click(offset=find(pilot.app, "Enter watch  Bksp"))
            await until(pilot, lambda: isinstance(pilot.app.screen, Board))
            assert pilot.app.screen.mode.network_table.session.role == "spectator"


async def test_who_only_has_the_address_is_offered_to_watch_before_the_code_is_asked_for(inn):
    async with inn:
        mira, _jonas, _seen = await begun(inn)
        inn.at_home("Zoe")
        async with inn.app() as pilot:
            await pilot.press("j", "a", *f"127.0.0.1:{mira.runner.port}", "enter")
            await until(pilot, lambda: "Enter watches; you are asked for the code." in text(pilot.app))
            await pilot.press("w")
            await until(pilot, lambda: "The code of Kitchen table" in text(pilot.app))
            await pilot.press(*CODE, "enter")
            await until(pilot, lambda: isinstance(pilot.app.screen, Board))
            assert pilot.app.screen.mode.network_table.session.role == "spectator"


async def test_who_has_a_seat_in_a_running_game_is_led_back_to_it(inn):
    async with inn:
        mira, jonas, seen = await begun(inn)
        inn.companies.remove(jonas)
        await jonas.close()
        inn.at_home("Jonas")
        inn.monkeypatch.setattr("atlantis_tui.network.ourselves.identity", lambda: jonas.runner.identity)
        near = Said(table("k", "Kitchen table")._replace(seen=seen))
        async with app_with(near).run_test(size=(80, 24)) as pilot:
            app: Any = pilot.app
            app.discovers = False
            await until(pilot, lambda: near.hear)
            await pilot.press("tab")
            assert "Kitchen table: your game. Enter goes back to your seat." in text(app)
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, Board))
            assert app.screen.mode.network_table.session.seat == 1
            await when(lambda: mira.session.player(1) is not None)


async def test_a_table_tells_who_hosts_however_long_the_names_are(inn):
    """At first, in a game, and as a guest tells it; the message stays small enough for strangers."""
    async with inn:
        mira, jonas, seen = await begun(inn, name="\U0001d4d0" * 20)
        assert seen.host == "\U0001d4d0" * 16
        assert jonas.runner._table_info().host == seen.host
        lobby = inn.host("Zoe")
        assert (await seen_at(lobby)).host == "Zoe"
        lobby.session.lobby.name = "\U0001d4d1" * 24
        lobby.wish(lambda session: session.seat_bot(1, "easy"))
        told = lobby.runner._table_info()
        assert len(write(told)) <= MAX_TABLE
        assert len(write(replace(mira.runner._table_info(), name=told.name, game="g" * 32))) <= MAX_TABLE


async def test_a_full_table_says_so(inn):
    async with inn:
        mira = inn.host(seats=2, bots={1: "easy"}, door="open")
        inn.at_home("Jonas")
        async with inn.app() as pilot:
            await pilot.press("j", "a", *f"127.0.0.1:{mira.runner.port}", "enter")
            await until(pilot, lambda: "All seats of this table are taken" in text(pilot.app))
            assert "Enter watches, and sees what everybody may see." in text(pilot.app)
            assert mira.runner.code is None
            assert CODE not in text(pilot.app)
