"""A new game: who sits where, which rules, and the seed."""

import random
from typing import Any

import pytest

from atlantis_tui.menu.new_game import NewGameScreen
from atlantis_tui.menu.new_game_painter import CARDS, places
from atlantis_tui.menu.screen import MenuScreen
from atlantis_tui.saved import game_files
from atlantis_tui.saved.settings import Settings
from atlantis_tui.table.screen import TableScreen
from atlantis_tui.text.setup import character, level_word, option_words
from atlantis_tui.ui.page import PageCanvas
from core import games
from core.bots import LEVELS, levels
from core.log import FileLog
from tests.menu.at_menu import Box, House, colours, find, menu, resize, sound, text, until
from tests.table.at_table import seat_instant_bots
from tests.ui.stage import EACH_PALETTE, LARGE_SIZES, SIZES, golden, look, look_name

pytestmark = pytest.mark.usefixtures("home")
USUAL = {"paid_cards": "removed", "bought_cards_can_pay": True, "atlantis_figures_pay": True}


@pytest.fixture(autouse=True)
def seeds(monkeypatch):
    """KELP-1, KELP-2 …"""
    given = iter(range(1, 1000))
    monkeypatch.setattr(game_files, "new_seed", lambda: f"KELP-{next(given)}")


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_screen(size, glyphs):
    async with Box(look(glyphs=glyphs)).run_test(size=size) as pilot:
        await pilot.press("n", "plus", "down", "right", "left", "up")
        golden(f"newgame_{size[0]}x{size[1]}_{glyphs}", text(pilot.app))


@pytest.mark.parametrize("look", [*EACH_PALETTE, look(glyphs="ascii")], ids=look_name)
async def test_every_look_is_painted(look):
    async with Box(look).run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "down", "down", "down")
        sound(pilot.app)
        shown = text(pilot.app)
        assert "NEW GAME" in shown
        assert "may pay at once" in shown
        if look.palette.flat:
            assert colours(pilot.app) <= {"default"}
        if look.glyphs.name == "ascii":
            assert shown.isascii()


async def test_the_row_under_the_cursor_has_one_ground_from_end_to_end():
    async with Box(look()).run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "tab")
        screen = pilot.app.screen
        assert isinstance(screen, NewGameScreen)
        canvas = screen.query_one(PageCanvas).canvas
        grounds = {}
        for y, row in enumerate(canvas.chars):
            if any(f" {figure} " in "".join(row) for figure in pilot.app.look.glyphs.figures):
                x = next(x for x, char in enumerate(row) if char in pilot.app.look.glyphs.figures)
                grounds[y] = [canvas.styles[y][at].bgcolor for at in (x - 1, x, x + 1)]
        assert len(grounds) >= 3
        assert all(len({str(ground) for ground in three}) == 1 for three in grounds.values())
        assert len({str(three[0]) for three in grounds.values()}) == 2, "the row under the cursor, and the others"


async def test_enter_begins_with_you_and_two_bots():
    async with Box(settings=Settings(name="Mira")).run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "enter")
        assert pilot.app.opened == [(["you:Mira", "bot:normal", "bot:normal"], USUAL, "KELP-1", "")]
        assert isinstance(pilot.app.screen, MenuScreen)


async def test_a_game_that_was_set_up_is_free_as_soon_as_it_is_left(monkeypatch):
    """The screen where it was set up is gone by then."""
    seat_instant_bots(monkeypatch)
    async with House(look(motion=False)).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        await pilot.press("n", "enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        path = app.table_path
        app.screen.dismiss("menu")
        await until(pilot, lambda: isinstance(app.screen, MenuScreen) and app.table is None)
        FileLog.open(path).close()  # as another window does


async def test_seats_and_levels_are_changed_by_keys():
    async with Box().run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "tab", "tab", "down", "left", "plus", "enter")  # seat 2 random, 3 a person, a fourth
        assert pilot.app.opened[0][0] == ["you", "bot:random", "person", "bot:normal"]


async def test_every_level_is_there_with_its_character():
    async with Box().run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        screen = pilot.app.screen
        seen = []
        for _ in LEVELS:
            await pilot.press("tab")
            level = screen.seats[1].level
            seen.append(level)
            assert f"{level}: {character(level)}" in text(pilot.app)
        assert sorted(seen) == sorted(LEVELS)
        assert len({character(level) for level in LEVELS}) == len(LEVELS)


async def test_only_one_seat_can_be_you():
    async with Box().run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        screen = pilot.app.screen
        seen = set()
        for _ in range(5):
            await pilot.press("right")
            seen.add(screen.seats[1].who)
        assert seen == {"person", "bot", "network"}
        await pilot.press("up", "right", "down", "left")
        assert [seat.who for seat in screen.seats].count("you") <= 1


@pytest.mark.parametrize(("key", "count"), [("plus", 4), ("minus", 2)])
async def test_the_number_of_seats_stays_in_the_book(key, count):
    async with Box().run_test(size=(80, 24)) as pilot:
        await pilot.press("n", key, key, key, key, "enter")
        assert len(pilot.app.opened[0][0]) == count


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_how_many_play_is_chosen_with_the_mouse(size):
    async with Box().run_test(size=size) as pilot:
        await pilot.press("n")
        for sign, count in (("+", 4), ("+", 4), ("−", 3), ("−", 2), ("−", 2), ("+", 3)):
            x, y = find(pilot.app, f" {sign} ")
            await pilot.click(offset=(x + 1, y))
            assert len(pilot.app.screen.seats) == count
            assert f"− {count} play  +" in text(pilot.app).replace(" −  ", " − ")


async def test_another_game_is_for_the_same_people():
    """Whoever has no seat in a game for two has it again in the next one."""
    async with Box(settings=Settings(name="Mira")).run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "left", "e", *"Boris", "enter", "down", "tab")  # seat 2 a person, seat 3 hard
        screen = pilot.app.screen
        before = list(screen.seats)
        assert [seat.spec for seat in before] == ["you:Mira", "person:Boris", "bot:hard"]
        await pilot.press("home", "up", "up", "up")
        assert screen.row == ("game", 0)
        for name in screen.names[1:]:
            await pilot.press("right")
            assert screen.game.name == name
            assert screen.seats == before[: len(screen.seats)]
            assert len(screen.seats) in screen.game.seat_counts
        await pilot.press("right")
        assert screen.seats == before
        await pilot.click(offset=find(pilot.app, "ATALIA"))
        assert [seat.name for seat in screen.seats] == ["Mira", "Boris"]


async def test_what_was_set_up_is_there_when_one_comes_back():
    async with Box(settings=Settings(name="Mira")).run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "left", "e", *"Boris", "enter", "down", "tab", "down", "right", "d")
        screen = pilot.app.screen
        before = screen.specs, dict(screen.options), screen.seed
        assert before[0] == ["you:Mira", "person:Boris", "bot:hard"]
        assert before[1] != screen.game.settle({})
        await pilot.press("backspace", "n")
        screen = pilot.app.screen
        assert (screen.specs, screen.options, screen.seed) == before
        await pilot.press("enter")  # begins it
        ((seats, options, seed, _),) = pilot.app.opened
        assert (seats, options, seed) == before
        await pilot.press("n")
        assert (pilot.app.screen.specs, pilot.app.screen.options) == before[:2]
        assert pilot.app.screen.seed != before[2], "another game of the same kind"


async def test_a_game_chosen_in_the_menu_since_is_the_one_that_is_set_up():
    async with Box(settings=Settings(name="Mira")).run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "left", "e", *"Boris", "enter", "backspace")
        pilot.app.settings = Settings(name="Miranda")
        await pilot.press("right", "n")
        assert pilot.app.screen.game.name == menu(pilot).game_name
        assert [seat.name for seat in pilot.app.screen.seats][:2] == ["Miranda", "Boris"]


async def test_you_have_a_seat_in_every_game():
    async with Box(settings=Settings(name="Mira")).run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        screen = pilot.app.screen
        screen.seats = [screen.seats[1], screen.seats[2], screen.seats[0]]
        for name in screen.names:
            screen._choose(name)
            assert [seat.name for seat in screen.seats if seat.who == "you"] == ["Mira"]


@pytest.mark.parametrize("game", games.names())
def test_options_scroll_only_where_no_row_is_free(game):
    """Of what stands above them nothing is blank then, and nothing stands in the way of anything."""
    rules = games.load(game)
    options = len(rules.options)
    for width, height in ((60, 20), (60, 30), (79, 50), (80, 24), (80, 28), (100, 32), (120, 36), (200, 60)):
        for seats in rules.seat_counts:
            at = places(width, height, seats, options)
            first, end = at.seats, at.prompt if at.cards >= 0 else at.seed
            room = (end - at.options - 1) // at.option_step
            beside = at.options_x >= at.x + at.width
            assert beside or at.options >= first + seats + 2
            assert at.seed + 3 < at.prompt
            assert at.seed >= first + at.seat_step * seats + 2
            assert room > 0
            if room < options:
                above = 1 if at.cards < 0 else at.cards + CARDS
                assert (first, at.options) == (above, first + seats + 2)
                assert at.cards in (-1, 2)


async def test_the_wheel_goes_through_the_lines():
    async with Box().run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        pilot.app.screen.scrolled(1)
        assert pilot.app.screen.row == ("seat", 2)


async def test_the_cursor_does_not_stay_on_a_seat_that_is_gone():
    async with Box().run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "down", "minus")
        assert pilot.app.screen.row == ("seat", 1)


async def test_names_are_typed():
    async with Box().run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "left", "e", *"Boris", "enter", "up", "e", *"Ann", "backspace", *"na", "enter")
        assert pilot.app.opened == []  # that Enter ended the field
        await pilot.press("enter")
        assert pilot.app.opened[0][0] == ["you:Anna", "person:Boris", "bot:normal"]


async def test_a_name_may_be_pasted_and_is_cut():
    async with Box().run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "up", "e")
        pilot.app.screen.field.insert("Александра\nКонстантинопольская\x00")
        await pilot.press("down", "enter")
        assert pilot.app.opened[0][0][0] == "you:Александра Константи"
        sound(pilot.app)


async def test_letters_in_a_field_are_text_and_esc_leaves_it_as_it_was():
    async with Box().run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "up", "e", *"ed", "escape")
        assert pilot.app.screen.field is None
        assert pilot.app.screen.seats[0].name == ""
        await pilot.press("e", *["backspace"] * 3)  # on an empty field
        assert pilot.app.screen.field is not None
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, NewGameScreen)


async def test_two_people_with_one_name_are_told_so_and_do_not_begin():
    async with Box().run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "left", "e", *"Anna", "enter", "up", "e", *"anna", "enter", "enter")
        assert "Two seats have the same name" in text(pilot.app)
        assert pilot.app.opened == []


async def test_options_are_changed_and_the_book_is_left():
    async with Box().run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        assert " as in the book" in text(pilot.app)
        await pilot.press("down", "down", "right", "down", "down", "left")
        assert "not as in the book" in text(pilot.app)
        await pilot.press("enter")
        options = pilot.app.opened[0][1]
        assert options == {"paid_cards": "discard", "bought_cards_can_pay": True, "atlantis_figures_pay": False}


async def test_the_seed_is_diced_or_typed():
    async with Box().run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "d")
        assert "KELP-2" in text(pilot.app)
        await pilot.press("e", "ctrl+u", *"Meer", "enter", "enter")
        assert pilot.app.opened[0][2] == "Meer"


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_everything_can_be_clicked(size):
    async with Box().run_test(size=size) as pilot:
        app = pilot.app
        await pilot.click(offset=find(app, "New game"))
        await pilot.click(offset=find(app, "Thetis"))
        await pilot.click(offset=find(app, "random "))
        assert app.screen.seats[2].level == "random"
        x, y = find(app, "‹")
        await pilot.click(offset=(x, y))
        assert app.screen.seats[2].who == "person"
        await pilot.click(offset=find(app, "E name"))
        assert app.screen.field is not None
        await pilot.press(*"Ida")
        await pilot.click(offset=find(app, "leave the game"))
        assert app.screen.seats[2].name == "Ida"
        assert app.screen.options["paid_cards"] == "discard"
        await pilot.click(offset=find(app, "D dice"))
        assert app.screen.seed == "KELP-2"
        await pilot.click(offset=find(app, "KELP-2     "))
        await pilot.press("!", "enter")
        await pilot.click(offset=find(app, "Enter begin"))
        assert app.opened[0][0] == ["you", "bot:normal", "person:Ida"]
        assert app.opened[0][2] == "KELP-2!"


async def test_back_goes_to_the_menu():
    async with Box().run_test(size=(80, 24)) as pilot:
        for key in ("backspace", "escape"):
            await pilot.press("n")
            assert isinstance(pilot.app.screen, NewGameScreen)
            await pilot.press(key)
            assert isinstance(pilot.app.screen, MenuScreen)


async def test_what_cannot_be_written_is_said(home):
    home.mkdir()
    (home / "games").write_text("in the way")
    async with Box().run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "enter")
        assert pilot.app.opened == []
        assert "cannot be" in text(pilot.app)


async def test_a_storm_of_sizes_keeps_everything():
    chance = random.Random(3)
    async with Box().run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "plus", "e", *"MY-SEED")
        for _ in range(30):
            await resize(pilot, chance.randrange(1, 180), chance.randrange(1, 60))
            sound(pilot.app)
        await resize(pilot, 80, 24)
        await pilot.pause()
        assert pilot.app.screen.field.text.endswith("MY-SEED")
        assert len(pilot.app.screen.seats) == 4


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(1, 4))])
async def test_any_keys_and_clicks_do_no_harm(seed):
    chance = random.Random(seed)
    keys = ["up", "down", "left", "right", "tab", "shift+tab", "enter", "plus", "minus", "e", "d", "end", "home", "ж"]
    async with Box().run_test(size=(80, 24)) as pilot:
        app = pilot.app
        for _ in range(40):
            if isinstance(app.screen, MenuScreen):
                app.push_screen(NewGameScreen())
                await pilot.pause()
            if chance.random() < 0.4:
                await pilot.click(offset=(chance.randrange(80), chance.randrange(22)))
            else:
                await pilot.press(*chance.choices(keys, k=4))
            sound(app)
            if isinstance(app.screen, NewGameScreen):
                screen = app.screen
                assert len(screen.seats) in screen.game.seat_counts
                assert screen.row in screen.rows
                assert screen.game.settle(screen.options) == screen.options
                assert sum(seat.who == "you" for seat in screen.seats) <= 1


def test_every_bot_and_every_option_has_its_words():
    for name in games.names():
        game = games.load(name)
        assert all(level_word(level) and character(level) for level in levels(game))
        for option in game.options:
            label, values, sentence = option_words(name, option.name)
            assert label
            assert sentence.endswith(".")
            assert set(values) == set(option.values)


def test_an_option_nobody_has_worded_yet_is_shown_all_the_same():
    assert option_words("atlantis", "dear_bridges")[0] == "Dear bridges"


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", games.names())
async def test_the_option_at_the_cursor_is_seen_however_many_there_are(game, size):
    async with Box(settings=Settings(game=game)).run_test(size=size) as pilot:
        await pilot.press("n")
        screen = pilot.app.screen
        seen = set()
        for row in screen.rows:
            screen._go(row)
            await pilot.pause()
            if row[0] == "option":
                shown = text(pilot.app)
                assert option_words(game, row[1])[0] in shown
                told = " ".join(line.removeprefix("▌").strip() for line in shown.splitlines()[-3:-1])
                assert option_words(game, row[1])[2] in told
                assert "Seed" in shown
                seen.add(row[1])
        assert seen == {option.name for option in games.load(game).options}


async def test_on_a_large_screen_each_option_stands_with_what_it_does(home):
    async with Box().run_test(size=LARGE_SIZES[0]) as pilot:
        await pilot.press("n", "plus", "down")
        for size in LARGE_SIZES:
            await resize(pilot, *size)
            golden(f"newgame_{size[0]}x{size[1]}", text(pilot.app))
        for game in games.names():
            pilot.app.push_screen(NewGameScreen(game))
            await pilot.pause()
            for size in ((150, 40), *LARGE_SIZES):
                await resize(pilot, *size)
                shown = " ".join(text(pilot.app).split())
                assert all(option_words(game, option.name)[0] in shown for option in games.load(game).options)
                assert "…" not in shown
            await pilot.press("backspace")


# A seat for somebody on the network ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_seat_for_the_network(size):
    async with Box().run_test(size=size) as pilot:
        await pilot.press("n", "plus", "down", "down", "right")
        golden(f"newgame_{size[0]}x{size[1]}_network", text(pilot.app))
        sound(pilot.app)


async def test_enter_opens_the_lobby_with_the_seats_as_they_were_chosen():
    app = Box(settings=Settings(name="Mira"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "right", "plus", "down", "tab", "d", "e")
        screen: Any = app.screen
        assert (screen.field, screen.row) == (None, ("seat", 2))  # a seed is nobody's to choose
        assert ("seed", 0) not in screen.rows
        await pilot.press("down", "down", "right", "enter")
        assert isinstance(app.screen, MenuScreen)
    ((name, game, options, seats, bots, you, player),) = app.hosted
    assert (game, seats, bots, you, player) == ("atlantis", 4, {2: "hard", 3: "normal"}, 0, "Mira")
    assert name
    assert options["paid_cards"] == "discard"
    assert app.opened == []


async def test_a_table_on_the_network_has_you_and_nobody_else_at_this_keyboard():
    app = Box()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "right", "down", "left")
        assert "a screen of their own" in text(app)
        await pilot.press("enter", "right", "up", "up", "left")
        assert "one seat is you" in text(app)
        await pilot.press("enter")
        assert isinstance(app.screen, NewGameScreen)
        assert app.hosted == []
