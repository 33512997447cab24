"""The menu: one key to play, and the games that wait."""

import random
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from atlantis_tui.menu.screen import ITEMS, MenuScreen, places
from atlantis_tui.menu.settings import SettingsScreen
from atlantis_tui.replay.past_result import PastResult
from atlantis_tui.saved import game_files
from atlantis_tui.saved.game_files import UnfinishedGame
from atlantis_tui.saved.settings import Settings
from atlantis_tui.saved.waiting_text import moment, standing
from atlantis_tui.table.screen import TableScreen
from atlantis_tui.text.sentences import title
from atlantis_tui.ui.island_picture import has_picture
from tests.lobby.at_lobby import Said, table
from tests.menu.at_menu import (
    NOW,
    Box,
    House,
    colours,
    find,
    left_game,
    listed,
    resize,
    sound,
    text,
    three_games,
    until,
)
from tests.ui.stage import EACH_PALETTE, LARGE_SIZES, LOOKS, SIZES, golden, look, look_name

pytestmark = pytest.mark.usefixtures("home", "utc")


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    monkeypatch.setattr("atlantis_tui.menu.lists.time.time", lambda: NOW)


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_menu_with_games_that_wait(size, glyphs):
    three_games()
    async with Box(look(glyphs=glyphs)).run_test(size=size) as pilot:
        await listed(pilot)
        golden(f"menu_{size[0]}x{size[1]}_{glyphs}", text(pilot.app))


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_first_start(size):
    async with Box().run_test(size=size) as pilot:
        await listed(pilot)
        assert "Welcome." in text(pilot.app)
        if size[0] < 80:
            pilot.app.screen.table = 0  # the other page
            pilot.app.screen.show()
        assert "No unfinished game." in text(pilot.app)
        assert "Not looked for" in text(pilot.app)


@pytest.mark.parametrize("look", LOOKS, ids=look_name)
async def test_every_look_is_painted(look):
    left_game("KELP-7F3", ["you", "bot:normal"], 5)
    async with Box(look).run_test(size=(80, 24)) as pilot:
        await listed(pilot)
        sound(pilot.app)
        assert "Play now" in text(pilot.app)
        assert ("▀" in text(pilot.app).split("Play now")[0]) == has_picture(look)
        if look.palette.flat:
            assert colours(pilot.app) <= {"default"}
        if look.palette.ansi:
            assert not [colour for colour in colours(pilot.app) if colour.startswith("#")]
        if look.glyphs.name == "ascii":
            assert text(pilot.app).isascii()


async def test_no_color_shows_no_colour_and_everything_else(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with Box(look("mono")).run_test(size=(80, 24)) as pilot:
        await listed(pilot)
        assert colours(pilot.app) <= {"default"}
        assert "Play now" in text(pilot.app)


async def test_a_theme_that_was_asked_for_is_stronger_than_no_color(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with Box(look("dark")).run_test(size=(80, 24)) as pilot:
        assert "#ffd166" in colours(pilot.app)


async def test_the_menu_is_there_before_the_games_are_listed(monkeypatch):
    asked = []

    def list_unfinished():
        asked.append(1)
        return []

    monkeypatch.setattr(game_files, "list_unfinished", list_unfinished)
    seen = []
    real = MenuScreen.draw

    def draw(self, pen):
        seen.append(len(asked))
        real(self, pen)

    monkeypatch.setattr(MenuScreen, "draw", draw)
    async with Box().run_test(size=(80, 24)) as pilot:
        await listed(pilot)
    assert seen[0] == 0


@pytest.mark.parametrize("keys", [("c", "enter"), ("tab", "enter"), ("c", "down", "up", "enter")])
async def test_what_is_typed_for_the_list_before_it_is_there_is_done_when_it_is(monkeypatch, keys):
    left_game("LATER", ["you", "bot:random"], 3)
    there, real = threading.Event(), game_files.list_unfinished
    monkeypatch.setattr(game_files, "list_unfinished", lambda: there.wait() and real())
    async with Box().run_test(size=(80, 24)) as pilot:
        try:
            await pilot.press(*keys)
            assert not pilot.app.opened, "Enter began another game"
            assert "Your games are being listed." in text(pilot.app)
        finally:
            there.set()
        await until(pilot, lambda: pilot.app.opened)
        assert [game[2] for game in pilot.app.opened] == ["LATER"]


async def test_a_key_that_names_something_else_drops_what_waits_for_the_list(monkeypatch):
    left_game("LATER", ["you", "bot:random"], 3)
    there, real = threading.Event(), game_files.list_unfinished
    monkeypatch.setattr(game_files, "list_unfinished", lambda: there.wait() and real())
    async with Box().run_test(size=(80, 24)) as pilot:
        try:
            await pilot.press("c", "p")
            assert [game[2] for game in pilot.app.opened] != ["LATER"]
        finally:
            there.set()
        await listed(pilot)
        assert len(pilot.app.opened) == 1
        assert pilot.app.screen.game is None


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_nothing_jumps_when_the_games_come(monkeypatch, size):
    three_games()
    async with Box().run_test(size=size) as pilot:
        await listed(pilot)
        after = text(pilot.app).splitlines()
        pilot.app.screen.games = None
        pilot.app.screen.show()
        await pilot.pause()
        before = text(pilot.app).splitlines()
        kept = [y for y, line in enumerate(before) if line.strip() and line in after[y]]
        changed = [y for y in range(len(before)) if before[y] != after[y] and y not in kept]
        at = places(size[0], size[1], True)
        assert all(at.list_y <= y <= at.list_y + at.list_rows for y in changed), changed


async def test_enter_plays_at_once_against_two_bots():
    async with Box().run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        ((seats, options, seed, _),) = pilot.app.opened
        assert seats == ["you", "bot:normal", "bot:normal"]
        assert options == {"paid_cards": "removed", "bought_cards_can_pay": True, "atlantis_figures_pay": True}
        assert seed


async def test_the_players_name_comes_from_the_settings():
    async with Box(settings=Settings(name="Mira")).run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        assert pilot.app.opened[0][0][0] == "you:Mira"


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_everything_can_be_clicked(size):
    three_games()
    async with Box().run_test(size=size) as pilot:
        await listed(pilot)
        await pilot.click(offset=find(pilot.app, "Play now"))
        assert len(pilot.app.opened) == 1
        if size[0] < 80:
            await pilot.press("tab")
        await pilot.click(offset=find(pilot.app, "turn 4"))
        assert len(pilot.app.opened) == 2
        await pilot.press("tab")
        await pilot.click(offset=find(pilot.app, "New game"))
        assert "NEW GAME" in text(pilot.app)
        await pilot.press("backspace")
        await pilot.click(offset=find(pilot.app, "Settings"))
        assert "SETTINGS" in text(pilot.app)
        await pilot.press("backspace")
        await pilot.click(offset=find(pilot.app, "Enter open"))  # the footer
        assert "SETTINGS" in text(pilot.app)


async def test_keys_reach_every_item_and_every_game():
    three_games()
    async with Box().run_test(size=(80, 24)) as pilot:
        await listed(pilot)
        screen = pilot.app.screen
        seen = []
        for _ in range(len(ITEMS) + 2):
            seen.append(ITEMS[screen.item])
            await pilot.press("down")
        assert list(dict.fromkeys(seen)) == list(ITEMS)
        await pilot.press("c", "down", "down", "down", "down")
        assert screen.game == 2
        await pilot.press("tab", "up")
        assert (screen.game, ITEMS[screen.item]) == (None, ITEMS[-2])
        await pilot.press("tab")
        assert screen.game == 0
        await pilot.press("tab")
        assert screen.game is None


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_another_game_is_chosen_from_anywhere_and_the_prompt_says_what_it_is(size):
    three_games()
    async with Box().run_test(size=size) as pilot:
        await listed(pilot)
        names = [title(name) for name in pilot.app.screen.names]
        for keys in ([], ["down"], ["end"], ["c"]):
            await pilot.press(*keys)
            for name in [*names[1:], names[0]]:
                await pilot.press("right")
                shown = text(pilot.app)
                assert f"‹ {name} ›" in shown
                if keys != ["c"]:  # there the prompt tells of the game that waits
                    assert re.search(rf"First game +{name}", shown)
                    assert re.search(rf"{name}: .*\d players?, .*\d min", shown)
            await pilot.press("left", "right")
            assert f"‹ {names[0]} ›" in text(pilot.app)


async def test_l_says_of_which_game_it_is():
    async with Box().run_test(size=(80, 24)) as pilot:
        await pilot.press("right")
        screen = pilot.app.screen
        screen.item = ITEMS.index("learn")
        screen.show()
        await pilot.pause()
        assert f"A first game of {title(screen.names[1])} explains itself" in text(pilot.app)


async def test_going_on_with_a_game():
    three_games()
    async with Box().run_test(size=(80, 24)) as pilot:
        await listed(pilot)
        await pilot.press("c", "down", "enter")
        ((seats, _, seed, said),) = pilot.app.opened
        assert (seats, seed, said) == (["you:Mira", "bot:random"], "REEF-2", "")


async def test_many_games_are_scrolled():
    for number in range(30):
        left_game(f"MANY-{number}", ["you", "bot:random"], number % 4, number * 100_000)
    async with Box().run_test(size=(80, 24)) as pilot:
        await listed(pilot)
        assert "and 26 more" in text(pilot.app)
        await pilot.press("c", "end")
        assert pilot.app.screen.game == 29
        await listed(pilot)
        assert len([line for line in text(pilot.app).splitlines() if " : " in line]) == 4
        assert "more" not in text(pilot.app)
        sound(pilot.app)
        await pilot.press("home")
        assert (pilot.app.screen.game, pilot.app.screen.top) == (0, 0)
        pilot.app.screen.scrolled(5)
        await pilot.pause()
        assert (pilot.app.screen.game, pilot.app.screen.top) == (5, 5)
        sound(pilot.app)


async def test_a_torn_game_goes_on_and_it_is_said():
    path = left_game("TORN", ["you", "bot:random"], 9)
    Path(path).write_bytes(Path(path).read_bytes() + b"half a rec")
    async with Box().run_test(size=(80, 24)) as pilot:
        await listed(pilot)
        await pilot.press("c", "enter")
        assert "torn off in mid-writing" in pilot.app.opened[0][3]


async def test_a_damaged_game_is_gone_on_with_only_after_it_was_said():
    path = Path(left_game("HURT", ["you", "bot:random"], 9))
    data = bytearray(path.read_bytes())
    data[len(data) * 2 // 3] ^= 1
    path.write_bytes(data)
    async with Box().run_test(size=(80, 24)) as pilot:
        await listed(pilot)
        assert "damaged" in text(pilot.app)
        await pilot.press("c", "enter")
        assert pilot.app.opened == []
        assert "goes on from its last good move" in text(pilot.app)
        await pilot.press("enter")
        assert "the damaged file stays as it is" in pilot.app.opened[0][3]
        assert path.read_bytes() == data
        assert path.with_name(path.name.replace(".atl", "-saved.atl")).exists()


async def test_a_game_that_is_open_elsewhere_is_refused_in_a_sentence():
    path = left_game("BUSY", ["you", "bot:random"], 3)
    table, _ = game_files.resume_table(path)
    async with Box().run_test(size=(80, 24)) as pilot:
        await listed(pilot)
        await pilot.press("c", "enter")
        assert "another window" in text(pilot.app)
        table.log.close()  # type: ignore[attr-defined]
        await pilot.press("enter")
        assert len(pilot.app.opened) == 1


async def test_files_that_are_no_games_do_no_harm(home):
    games = home / "games"
    games.mkdir(parents=True)
    (games / "letter.atl").write_text("Dear Sir")
    (games / "empty.atl").touch()
    (games / "folder.atl").mkdir()
    (games / "notes.txt").write_text("x")
    async with Box().run_test(size=(80, 24)) as pilot:
        await listed(pilot)
        assert pilot.app.screen.games == []


async def test_what_is_wrong_with_the_settings_is_said_at_first():
    async with Box(notice="settings.toml cannot be read.").run_test(size=(80, 24)) as pilot:
        assert "settings.toml cannot be read." in text(pilot.app)
        await pilot.press("down")
        assert "settings.toml cannot be read." not in text(pilot.app)


async def test_hover_paints_a_row_and_moves_nothing():
    async with Box().run_test(size=(80, 24)) as pilot:
        await listed(pilot)
        before = text(pilot.app)
        await pilot.hover(offset=find(pilot.app, "Settings"))
        assert pilot.app.screen.hover == ("item", "settings")
        assert text(pilot.app) == before
    async with Box(look(hover=False)).run_test(size=(80, 24)) as pilot:
        await pilot.hover(offset=find(pilot.app, "Settings"))
        assert pilot.app.screen.hover is None


async def test_on_a_large_screen_the_items_have_air(home):
    three_games()
    async with Box().run_test(size=LARGE_SIZES[0]) as pilot:
        await listed(pilot)
        for size in LARGE_SIZES:
            await resize(pilot, *size)
            golden(f"menu_{size[0]}x{size[1]}", text(pilot.app))
        await pilot.click(offset=find(pilot.app, "Settings"))
        assert isinstance(pilot.app.screen, SettingsScreen)


@pytest.mark.parametrize("size", [(59, 20), (60, 19), (48, 14), (26, 6), (10, 3), (1, 1)], ids=str)
@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_too_small_says_so_and_does_nothing_unseen(size, glyphs):
    async with Box(look(glyphs=glyphs)).run_test(size=size) as pilot:
        await pilot.press("enter", "n", "s")
        assert pilot.app.opened == []
        assert isinstance(pilot.app.screen, MenuScreen)
        if size in ((48, 14), (26, 6)):
            golden(f"small_{size[0]}x{size[1]}_{glyphs}", text(pilot.app))
        await resize(pilot, 80, 24)
        await pilot.pause()
        assert "Play now" in text(pilot.app)
        sound(pilot.app)


async def test_q_leaves_also_where_it_is_too_small():
    app = Box()
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.press("q")
    assert app.return_code == 0


@pytest.mark.parametrize(
    "look",
    [EACH_PALETTE[0], *(pytest.param(look, marks=pytest.mark.full) for look in EACH_PALETTE[1:])],
    ids=look_name,
)
async def test_a_storm_of_sizes_keeps_everything(look):
    three_games()
    chance = random.Random(7)
    async with Box(look).run_test(size=(80, 24)) as pilot:
        await listed(pilot)
        await pilot.press("c", "down")
        for _ in range(25):
            size = chance.choice([(60, 20), (80, 24), (120, 36), (200, 60), (30, 8), (61, 47), (140, 20)])
            await resize(pilot, *size)
            sound(pilot.app)
        await resize(pilot, 80, 24)
        await pilot.pause()
        assert pilot.app.screen.game == 1
        sound(pilot.app)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(1, 5))])
async def test_any_keys_and_clicks_do_no_harm(seed):
    three_games()
    chance = random.Random(seed)
    keys = ["up", "down", "left", "right", "tab", "shift+tab", "enter", "space", "backspace", "escape", "home", "end"]
    keys += [*"pncsedz+-?:xыж", "f1", "ctrl+a", "pageup"]
    async with Box().run_test(size=(80, 24)) as pilot:
        await listed(pilot)
        for _ in range(40):
            if chance.random() < 0.3:
                width, height = pilot.app.size
                await pilot.click(offset=(chance.randrange(width), chance.randrange(height)))
                if not pilot.app.is_running:
                    return  # it was on Quit
            elif chance.random() < 0.1:
                await resize(pilot, *chance.choice([(80, 24), (120, 36), (60, 20), (40, 12), (80, 24)]))
            else:
                await pilot.press(*chance.choices(keys, k=4))
            if isinstance(pilot.app.screen, TableScreen):  # the first game, which has tests of its own
                await pilot.press("q")
                await until(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
            sound(pilot.app)


async def test_coming_back_from_a_table_lists_the_games_anew():
    async with Box().run_test(size=(80, 24)) as pilot:
        await listed(pilot)
        await pilot.press("s")
        left_game("LATER", ["you", "bot:random"], 3)
        await pilot.press("backspace")
        await until(pilot, lambda: pilot.app.screen.games)
        assert len(pilot.app.screen.games) == 1


async def test_playing_now_opens_the_table_and_leaving_it_comes_back(home):
    app = House(look(motion=False))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, MenuScreen))
        (path,) = (home / "games").iterdir()
        assert app.table_path == str(path.resolve())
        app.screen.dismiss("menu")
        await until(pilot, lambda: isinstance(app.screen, MenuScreen) and app.screen.games)
        assert app.table is None
        game_files.resume_table(str(path))[0].log.close()  # type: ignore[attr-defined]  # its lock is gone


@pytest.mark.parametrize("wish", ["again", "same"])
async def test_a_table_may_ask_for_the_next_game(home, wish):
    app = House(look(motion=False))
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_table(game_files.new_table("atlantis", ["you", "bot:random"], {"paid_cards": "discard"}, "KELP-7F3"))
        await pilot.pause()
        first = app.screen
        first.dismiss(wish)
        await until(pilot, lambda: app.table is not None and app.screen not in (first, app.screen_stack[0]))
        assert app.table is not None
        assert app.table.seats == ["you", "bot:random"]
        assert app.table.log.records[0].body["options"]["paid_cards"] == "discard"
        assert (app.table.seed == "KELP-7F3") == (wish == "same")
        assert len(list((home / "games").iterdir())) == 2
        assert len(app.screen_stack) == 2


async def test_the_last_result_is_a_key_away(home):
    three_games()
    async with Box().run_test(size=(80, 24)) as pilot:
        await listed(pilot)
        assert "last result" not in text(pilot.app)
        await pilot.press("w")
        assert "No game is over yet." in text(pilot.app)
        left_game("OVER-1", ["you:Mira", "bot:random"], 10_000)
        await pilot.press("s", "backspace")
        await until(pilot, lambda: pilot.app.screen.ended)
        await pilot.click(offset=find(pilot.app, "last result"))
        assert isinstance(pilot.app.screen, PastResult)
        assert pilot.app.screen.table.seed == "OVER-1"
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, MenuScreen)
        assert pilot.app.opened == []


def waiting(points, seats, **known):
    game = UnfinishedGame("x.atl", NOW, "atlantis", seats)
    game.points = points
    return game


@pytest.mark.parametrize(
    ("points", "seats", "short", "long"),
    [
        ((35, 27), ["you", "bot:random"], "35 : 27", "you lead 35 : 27"),
        ((27, 35, 12), ["bot:random", "you", "bot:random"], "35 : 27 : 12", "you lead 35 : 27"),
        ((5, 9), ["you", "bot:random"], "5 : 9", "you are behind 5 : 9"),
        ((-3, -12), ["you", "bot:random"], "−3 : −12", "you lead −3 : −12"),
        ((9, 9), ["you", "bot:random"], "9 : 9", "level at 9"),
        ((3, 9, 4), ["you", "person:Anna", "bot:random"], "9 : 4 : 3", "9 : 4 : 3"),
        ((), ["you", "bot:random"], "", ""),
    ],
)
def test_how_a_game_stands(points, seats, short, long):
    assert standing(waiting(points, seats), False, "−") == short
    assert standing(waiting(points, seats), True, "−") == long


@pytest.mark.parametrize(
    ("ago", "told"),
    [(0, "10:00"), (3600 * 9, "01:00"), (3600 * 11, "yesterday"), (3600 * 40, "14 Nov"), (86400 * 400, "2025-10-12")],
)
def test_when_a_game_was_left(ago, told):
    assert moment(NOW - ago, NOW) == told


# Tables near you -----------------------------------------------------------------------------------------------------


def network(*rows):
    app: Any = Box(discovers=True)
    app._near = Said(*rows)
    return app


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_menu_with_tables_near(size):
    three_games()
    app = network(table("k", "Kitchen table"), table("m", "Mira’s laptop", 3, 4, "code"))
    async with app.run_test(size=size) as pilot:
        await listed(pilot)
        await until(pilot, lambda: "2 near you" in text(app))
        await pilot.press("tab", "down")
        golden(f"menu_{size[0]}x{size[1]}_tables", text(app))
        sound(app)


async def test_the_cursor_stays_on_its_table_when_another_appears_above_it():
    app = network(table("m", "Mira’s laptop"))
    async with app.run_test(size=(80, 24)) as pilot:
        await listed(pilot)
        await until(pilot, lambda: "1 near you" in text(app))
        await pilot.press("tab")
        app._near.rows.insert(0, table("k", "Kitchen table"))
        app._near.tell()
        assert app.screen.tables[app.screen.table].name == "Mira’s laptop"


async def test_a_click_takes_the_place_of_what_waits_for_the_list(monkeypatch):
    left_game("LATER", ["you", "bot:random"], 3)
    there, real = threading.Event(), game_files.list_unfinished
    app = network(table("k", "Kitchen table"))
    clicked = []
    app.join_table = lambda found, returns=False: clicked.append(found.name)
    async with app.run_test(size=(80, 24)) as pilot:
        await listed(pilot)
        await until(pilot, lambda: "1 near you" in text(app))
        monkeypatch.setattr(game_files, "list_unfinished", lambda: there.wait() and real())
        app.screen.on_screen_resume()
        try:
            await pilot.press("c")
            app.screen.pressed(("table", 0))
        finally:
            there.set()
        await until(pilot, lambda: not app.screen.listing)
        assert (clicked, app.opened) == (["Kitchen table"], [])


@pytest.mark.parametrize("game", ["checkers", "__init__", "../boxes", "x" * 32, ""])
async def test_a_table_may_call_its_game_anything(game):
    app = network(table("k", "Kitchen table", game=game))
    async with app.run_test(size=(80, 24)) as pilot:
        await listed(pilot)
        await until(pilot, lambda: "1 near you" in text(app))
        assert "Kit" in text(app)  # a long name of a game leaves little room
        sound(app)


async def test_tables_come_and_go_in_their_places(monkeypatch):
    three_games()
    app = network()
    async with app.run_test(size=(80, 24)) as pilot:
        await listed(pilot)
        near = app._near
        await until(pilot, lambda: near.hear)
        assert "Looking…" in text(app)
        near.looked = True
        near.tell()
        await pilot.pause()
        assert "None just now." in text(app)
        assert "none near" in text(app)
        before = text(app).splitlines()
        near.rows = [table(str(number), f"Table {number}") for number in range(3)]
        near.tell()
        await pilot.pause()
        assert "J all 3" in text(app)
        at = places(80, 24, True)
        changed = [y for y, line in enumerate(text(app).splitlines()) if line != before[y]]
        assert set(changed) <= {at.near_y, at.near_y + 1, at.near_y + 2, at.items + 1}
        screen = app.screen
        await pilot.press("tab", "down")
        assert (screen.table, screen.game) == (1, None)
        await pilot.press("down")
        assert (screen.table, screen.game) == (None, 0)
        await pilot.press("up", "up")
        assert (screen.table, screen.game) == (0, None)
        await pilot.press("tab")
        assert (screen.table, screen.game) == (None, 0)
        await pilot.press("tab", "tab", "down")
        near.rows = near.rows[:1]
        near.tell()
        await pilot.pause()
        assert screen.table == 0
        near.rows, near.trouble = [], "no_multicast"
        near.tell()
        await pilot.pause()
        assert (screen.table, screen.game) == (None, None)
        assert "No look at the network" in text(app)
        await pilot.press("n")
        assert near.hear == []  # nobody looks while the menu is not there


async def test_enter_on_a_table_goes_there(monkeypatch):
    came = []
    monkeypatch.setattr("atlantis_tui.lobby.tables.TableJoin.come", lambda self, seen, watches: came.append(seen))
    app = network(table("k", "Kitchen table"))
    app.settings = Settings(name="Mira")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Kitchen table" in text(app))
        await pilot.click(offset=find(app, "Kitchen table"))
        assert "TABLES NEAR YOU" in text(app)
        assert [seen.name for seen in came] == ["Kitchen table"]
        await pilot.press("backspace", "j")
        assert "TABLES NEAR YOU" in text(app)
        assert len(came) == 1


async def test_the_network_is_looked_at_after_the_first_picture(monkeypatch):
    seen = []
    real = MenuScreen.draw

    def draw(self, pen):
        seen.append(self.near is not None)
        real(self, pen)

    monkeypatch.setattr(MenuScreen, "draw", draw)
    async with network(table("k", "Kitchen table")).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: seen[-1])
    assert seen[0] is False


def test_the_menu_loads_nothing_of_the_network():
    code = (
        "import sys, atlantis_tui.app, atlantis_tui.menu.screen;"
        "print(*({'zeroconf', 'ifaddr', 'cryptography', 'spake2', 'msgpack', 'net', 'core'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == ""


def together(home):
    """A game that two people left, in the home of one of them."""
    path = left_game("REEF-9", ["person:Mira", "person:Jonas"], 5)
    kept = home / "games" / f"lan-{'ab' * 16}.atl"
    Path(path).rename(kept)
    return str(kept)


async def test_a_game_played_together_is_gone_on_with_by_opening_its_table(home, monkeypatch):
    path = together(home)
    monkeypatch.setattr(game_files, "is_played_together", lambda about: True)
    app = network()
    async with app.run_test(size=(80, 24)) as pilot:
        await listed(pilot)
        assert "together" in text(app)
        await pilot.press("c")
        assert "Go on together: Enter opens the table of Mira and Jonas." in text(app)
        await pilot.press("enter")
        assert app.hosted == [path]
        # If the others are at it already, one goes there.
        came = []
        monkeypatch.setattr("atlantis_tui.lobby.tables.TableJoin.come", lambda self, seen, watches: came.append(seen))
        app._near.rows = [table("k", "Attic", state="playing", gid=bytes.fromhex("ab" * 16))]
        app._near.tell()
        await pilot.press("enter")
        assert [seen.name for seen in came] == ["Attic"]
        assert app.hosted == [path]
