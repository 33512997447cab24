"""Keys of one's own: which wishes are met, what the screens then say, and the screen on which they are chosen."""

import random
import string
import tomllib
from typing import Any

import pytest

from atlantis_tui.menu.keys import KeysScreen, listed
from atlantis_tui.menu.new_game import NewGameScreen
from atlantis_tui.menu.screen import MenuScreen
from atlantis_tui.menu.settings import SettingsScreen
from atlantis_tui.saved import paths
from atlantis_tui.saved.settings import Settings, load, save
from atlantis_tui.ui import bound_keys
from atlantis_tui.ui.bound_keys import OwnKeys, every, fit, parsed, scopes, shown
from atlantis_tui.ui.textual_internals import key_name
from tests.menu.at_menu import Box, find, lines, resize, sound, text
from tests.table.at_table import at_table, new_table
from tests.ui.stage import SIZES, golden, look

pytestmark = pytest.mark.usefixtures("home")


# What there is -------------------------------------------------------------------------------------------------------


def test_every_screen_is_looked_through():
    found = {id.partition(".")[0] for id in every()}
    assert found >= {"app", "menu", "newgame", "settings", "keys", "table", "atlantis", "curtain", "result", "review"}


def test_no_two_bindings_of_a_screen_share_a_key():
    for scope in scopes():
        taken: dict[str, bound_keys.KeyBinding] = {}
        for bound in scope.values():
            for key in bound.keys:
                assert taken.setdefault(key, bound).action == bound.action, (key, taken[key].id, bound.id)


def test_every_binding_of_ours_has_an_id():
    from textual.binding import Binding
    from textual.screen import Screen

    scopes()
    rest: list[Any] = [Screen]
    while rest:
        kind = rest.pop()
        rest += kind.__subclasses__()
        if kind.__module__.startswith("atlantis_tui."):
            for binding in Binding.make_bindings(kind.__dict__.get("BINDINGS", ())):
                assert binding.id, (kind, binding)


def test_q_and_backspace_mean_the_same_wherever_both_lead_back():
    """Only at a table Bksp takes a step of a plan back, and after a game on the network it leads to the lobby. Footers
    name both keys there."""
    leads_back = 0
    for scope in scopes():
        does = {key: bound.action for bound in scope.values() for key in bound.keys}
        places = {id.partition(".")[0] for id in scope} - {"app"}
        if "backspace" in does and not places & {"table", "lesson"} and "result.host" not in scope:
            assert does["q"] == does["Q"] == does["backspace"], places
            leads_back += 1
    assert leads_back > 12


# Which wishes can be met ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wishes", "keymap"),
    [
        ({}, {}),
        ({"menu.play": "x"}, {"menu.play": "x,X"}),
        ({"menu.play": "X"}, {"menu.play": "x,X"}),
        ({"menu.play": "x, f6 ,%"}, {"menu.play": "x,X,f6,percent_sign"}),
        ({"menu.play": "n", "menu.new": "p"}, {"menu.play": "n,N", "menu.new": "p,P"}),
        ({"menu.play": "ctrl+g"}, {"menu.play": "ctrl+g"}),
        ({"menu.play": "ж"}, {"menu.play": "ж,Ж"}),
        ({"menu.play": "colon"}, {"menu.play": "colon"}),  # which is another's on another screen only
        ({"table.back": "escape"}, {"table.back": "escape"}),  # both do the same
    ],
    ids=str,
)
def test_wishes_that_are_met(wishes, keymap):
    assert fit(wishes) == (keymap, {})


@pytest.mark.parametrize(
    ("wishes", "keymap", "wrong"),
    [
        ({"menu.play": "n"}, {}, {"menu.play": ("N", "menu.play", "menu.new")}),
        ({"table.hint": "h"}, {}, {"table.hint": ("H", "table.hint", "atalia.best")}),
        ({"menu.play": "ctrl+q"}, {}, {"menu.play": ("Ctrl+Q", "app.quit")}),
        ({"app.quit": "f1"}, None, {"app.quit": ("F1", "app.help")}),
        ({"menu.play": "x", "menu.new": "x"}, {"menu.play": "x,X"}, {"menu.new": ("X", "menu.play", "menu.new")}),
        ({"menu.dance": "x"}, {}, {"menu.dance": ('"menu.dance"',)}),
        ({"menu.play": "foo"}, {}, {"menu.play": ('"foo"', "menu.play")}),
        ({"menu.play": ""}, {}, {"menu.play": ("menu.play",)}),
        ({"menu.play": "x,,y"}, {}, {"menu.play": ("menu.play",)}),
        ({"menu.play": "ctrl+foo+x"}, {}, {"menu.play": ("menu.play",)}),
        # A wish that is not met keeps its old key, which another one wished for.
        (
            {"table.type": "i", "table.hint": "b"},
            {},
            {"table.hint": ("atalia.card.2",), "table.type": ("table.hint",)},
        ),
    ],
    ids=str,
)
def test_wishes_that_are_not_met_are_named(wishes, keymap, wrong):
    found = fit(wishes)
    if keymap is not None:
        assert found.keymap == keymap
    assert set(found.wrong) == set(wrong)
    for id, words in wrong.items():
        assert "\n" not in found.wrong[id]
        assert found.wrong[id].endswith(".")
        assert all(word in found.wrong[id] for word in words), found.wrong[id]


def test_all_wishes_that_are_met_can_live_together():
    chance = random.Random(7)
    some = [*"abcdefghijklmnopqrstuvwxyz123", "enter", "tab", "escape", "f2", "ctrl+q", "nix", "", "?"]
    ids = [*every(), "no.such"]
    met = 0
    for _ in range(60):
        wishes = {chance.choice(ids): ",".join(chance.choices(some, k=chance.randint(1, 2))) for _ in range(8)}
        found = fit(wishes)
        assert set(found.keymap) | set(found.wrong) == set(wishes)
        assert not set(found.keymap) & set(found.wrong)
        met += len(found.keymap)
        for scope in scopes():
            taken: dict[str, bound_keys.KeyBinding] = {}
            for bound in scope.values():
                for key in found.keymap.get(bound.id, ",".join(bound.keys)).split(","):
                    assert taken.setdefault(key, bound).action == bound.action
    assert met > 60


@pytest.mark.parametrize(
    ("key", "name"),
    [("p", "P"), ("question_mark", "?"), ("f2", "F2"), ("ctrl+g", "Ctrl+G"), ("shift+tab", "Shift+Tab"), ("up", "↑"),
     ("enter", "Enter"), ("colon", ":"), ("ж", "Ж"), ("ß", "ß"), ("plus", "+"), ("+", "+"), ("delete", "Del")],
)  # fmt: skip
def test_what_stands_on_a_key(key, name):
    assert shown(key) == name


def test_a_letter_is_meant_in_both_sizes():
    assert parsed("x") == parsed("X") == ("x", "X")
    assert parsed("ß") == ("ß",)
    assert parsed("5") == ("5",)
    assert parsed("latin_small_letter_x") == ("x", "X")
    assert parsed("ctrl+X") == ("ctrl+x",)


def test_every_key_that_can_be_pressed_has_a_name_that_can_be_kept():
    signs = [sign for sign in string.printable if not sign.isspace()]
    own = [key for bound in every().values() for key in bound.keys]
    assert [key for key in (*map(key_name, signs), *own) if key not in parsed(key)] == []
    assert [sign for sign in signs if sign != "," and key_name(sign) not in parsed(sign)] == []


@pytest.mark.parametrize("text", ["", " ", "nix", "<ignore>", "<any>", "Enter", "ctrl+", "x y", "ctrl+ ", "\t"])
def test_what_is_no_key(text):
    assert parsed(text) == ()


def test_arrows_that_stand_together_are_named_one_by_one():
    other = OwnKeys({}, {"↑": "K", "Enter": "X"})
    assert [other.painted(word) for word in ("↑↓", "Enter", "↑", "→", "N")] == ["K↓", "X", "K", "→", "N"]


def test_sentences_name_other_keys():
    other = OwnKeys({}, {"Enter": "F7", "B": "X", "X": "B", "A": "G", "3": "9", "Bksp": "Enter"})
    said = "Enter lays it, Bksp keeps it, B or X. A bridge costs 3, Between."
    assert other.told(said) == "F7 lays it, Enter keeps it, X or B. A bridge costs 3, Between."
    assert OwnKeys().told(said) == said
    assert OwnKeys({}, {":": "F7"}).told(said) == said


# On the screens ------------------------------------------------------------------------------------------------------


async def test_another_key_does_it_and_the_old_one_no_more():
    async with Box(settings=Settings(keys={"menu.new": "x", "newgame.back": "f2"})).run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        assert isinstance(pilot.app.screen, MenuScreen)
        await pilot.press("x")
        assert isinstance(pilot.app.screen, NewGameScreen)
        await pilot.press("backspace")
        assert isinstance(pilot.app.screen, NewGameScreen)
        await pilot.press("f2")
        assert isinstance(pilot.app.screen, MenuScreen)
        await pilot.press("X")
        assert isinstance(pilot.app.screen, NewGameScreen)


async def test_the_menu_names_the_new_keys():
    async with Box(settings=Settings(keys={"menu.quit": "f6", "menu.up": "k", "menu.open": "o"})).run_test(
        size=(80, 24)
    ) as pilot:
        assert pilot.app.notice == ""
        footer = lines(pilot.app)[-1]
        assert "F6 quit" in footer
        assert "K↓ choose" in footer
        assert "O open" in footer
        assert any("F6 Quit" in line for line in lines(pilot.app))
        await pilot.press("q")
        assert pilot.app.return_code is None
        await pilot.click(offset=find(pilot.app, "F6 quit"))
        assert pilot.app.return_code == 0


async def test_prompts_name_the_new_keys():
    async with Box(settings=Settings(keys={"settings.keep": "j"})).run_test(size=(80, 24)) as pilot:
        await pilot.press("s", "down")
        assert "J keeps it" in text(pilot.app)
        assert "J keep " in lines(pilot.app)[-1]


async def test_a_wish_that_cannot_be_is_said_in_the_menu_and_the_others_count():
    wishes = {"menu.play": "n", "menu.settings": "e"}
    async with Box(settings=Settings(keys=wishes)).run_test(size=(80, 24)) as pilot:
        said = " ".join(text(pilot.app).split())
        assert "menu.play and menu.new" in said
        await pilot.press("e")
        assert isinstance(pilot.app.screen, SettingsScreen)


async def test_the_table_names_and_takes_the_new_keys():
    async with at_table(new_table(["you", "bot:random"]), size=(80, 24)) as play:
        play.app.set_keymap(fit({"table.history": "f6", "table.do": "f7", "table.hint": "f8"}).keymap)
        await play.asked()
        play.screen.show()
        await play.settle()
        footer = play.app.lines[-1]
        assert "F7 propose" in footer
        assert "F7 proposes a move" in play.text
        assert "F6 log" in footer
        await play.press("y")
        assert not play.screen.past.open
        await play.press("f6")
        assert play.screen.past.open
        await play.press("f6", "f7")
        assert play.screen.plan.moves() is not None
        assert bound_keys.is_for(play.screen, "table.hint", "f8")
        assert not bound_keys.is_for(play.screen, "table.hint", "i")
        assert bound_keys.is_for(play.screen, "table.leave", "q")


# Choosing them -------------------------------------------------------------------------------------------------------


async def opened(pilot, id):
    pilot.app.push_screen(KeysScreen())
    await pilot.pause()
    return await chosen(pilot, id)


async def chosen(pilot, id):
    screen = pilot.app.screen
    assert isinstance(screen, KeysScreen)
    screen.at = next(n for n, line in enumerate(screen.lines) if line.bound is not None and line.bound.id == id)
    screen.show()
    await pilot.pause()
    return screen


async def test_the_screen(monkeypatch):
    monkeypatch.setattr(paths, "settings_file", lambda: "~/settings.toml")
    some = {"menu.up": ["up"], "menu.open": ["enter", "space"], "menu.new": ["n", "N"], "table.hint": ["i", "I"],
            "table.type": ["colon"], "settings.keep": ["enter", "space"], "app.quit": ["ctrl+q"]}  # fmt: skip
    monkeypatch.setattr(
        bound_keys, "every", lambda: {id: bound_keys.KeyBinding(id, tuple(own), id) for id, own in some.items()}
    )
    async with Box(look(), settings=Settings(keys={"menu.new": "x"})).run_test(size=SIZES[0]) as pilot:
        await opened(pilot, "menu.new")
        for size in SIZES:
            await resize(pilot, *size)
            golden(f"keys_{size[0]}x{size[1]}", text(pilot.app))


def test_every_group_of_keys_has_its_title():
    ids = {id.partition(".")[0] for id in every()}
    assert not ids & {line.title for line in listed()}


async def test_a_key_is_chosen_by_pressing_it_and_delete_gives_the_old_one_back():
    save({"keys": {"table.hint": "k"}})
    async with Box(settings=load()[0]).run_test(size=(80, 24)) as pilot:
        await pilot.press("s", "k")
        screen = await chosen(pilot, "menu.new")
        await pilot.press("enter")
        assert "press a key" in text(pilot.app)
        await pilot.press("X")
        assert load()[0].keys == {"table.hint": "k", "menu.new": "x"}
        await pilot.press("backspace", "backspace", "n")
        assert isinstance(pilot.app.screen, MenuScreen)
        assert any("X  New" in line for line in lines(pilot.app))
        await pilot.press("x")
        assert isinstance(pilot.app.screen, NewGameScreen)
        screen = await opened(pilot, "menu.new")
        await pilot.press("enter", "escape")  # leaves it as it is
        assert pilot.app.screen is screen
        assert not screen.asking
        assert load()[0].keys == {"table.hint": "k", "menu.new": "x"}
        await pilot.press("delete")
        assert load()[0].keys == {"table.hint": "k"}
        assert pilot.app._keymap == {"table.hint": "k,K"}
        await pilot.press("enter", "n")  # the old key is no wish
        assert load()[0].keys == {"table.hint": "k"}
        await pilot.press("backspace", "backspace", "n")
        assert isinstance(pilot.app.screen, NewGameScreen)


async def test_any_key_can_be_one_that_has_no_other_meaning_there():
    async with Box().run_test(size=(80, 24)) as pilot:
        await opened(pilot, "menu.new")
        for pressed in ("enter", "f1"):
            await pilot.press("enter", pressed)
            assert isinstance(pilot.app.screen, KeysScreen)
            assert "cannot be both menu.new and" in text(pilot.app)
        await pilot.press("enter", "p")
        assert "P cannot be both menu.new and menu.play" in text(pilot.app)
        assert load()[0].keys == {}
        assert not pilot.app._keymap
        for pressed in ("f6", "slash", "1"):
            await pilot.press("enter", pressed)
            assert load()[0].keys == {"menu.new": pressed}


async def test_a_click_is_no_answer():
    async with Box(settings=Settings(keys={"keys.back.slow": "f6"})).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot, "menu.new")
        await pilot.press("enter")
        assert lines(pilot.app)[-1].strip() == "Esc as it was"
        await pilot.click(offset=find(pilot.app, "Esc as it was"))
        assert pilot.app.screen is screen
        assert not screen.asking
        await pilot.press("enter")
        screen.scrolled(1)
        assert (screen.asking, screen.trouble) == (False, "")
        assert load()[0].keys == {}


async def test_a_wish_that_cannot_be_met_is_told_where_it_is_chosen():
    wishes = {"menu.new": "p", "table.history": "f6", "table.hint": "1"}
    async with Box(settings=Settings(keys=wishes)).run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        assert "1 of your own" in text(pilot.app)
        await pilot.press("k")
        await resize(pilot, 60, 20)
        screen = await chosen(pilot, "table.hint")
        assert "1 cannot be both table.hint and atalia.field.1 on" in text(pilot.app)
        assert "table.hint stays as it was." in text(pilot.app)
        await pilot.press("enter", "k")
        assert "Kept." in text(pilot.app)  # though another one still cannot be met
        assert (screen.trouble, load()[0].keys) == ("", {"table.hint": "k"})


async def test_the_mouse_chooses_too():
    async with Box().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot, "menu.new")
        at = find(pilot.app, "menu.play")
        await pilot.click(offset=at)
        assert screen.bound.id == "menu.play"
        await pilot.click(offset=at)
        assert screen.asking
        await pilot.press("g")
        assert load()[0].keys == {"menu.play": "g"}
        await pilot.click(offset=find(pilot.app, "Bksp back"))
        assert isinstance(pilot.app.screen, MenuScreen)


async def test_a_file_that_cannot_be_written_is_said(home):
    home.mkdir()
    (home / "settings.toml").write_text("broken =")
    async with Box().run_test(size=(80, 24)) as pilot:
        await opened(pilot, "menu.new")
        await pilot.press("enter", "x")
        assert "settings.toml" in text(pilot.app)
        assert (home / "settings.toml").read_text() == "broken ="
        await pilot.press("backspace", "x")
        assert isinstance(pilot.app.screen, NewGameScreen)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(1, 6))])
async def test_any_keys_and_clicks_do_no_harm(seed):
    chance = random.Random(seed)
    some = ["up", "down", "pagedown", "home", "end", "enter", "delete", "x", "g", "1", "f2", "tab", "escape", "ж"]
    async with Box().run_test(size=(80, 24)) as pilot:
        app = pilot.app
        for _ in range(15 if seed else 4):
            if not isinstance(app.screen, KeysScreen):
                app.push_screen(KeysScreen())
                await pilot.pause()
            width, height = app.size
            if chance.random() < 0.3:
                await pilot.click(offset=(chance.randrange(width), chance.randrange(1, height - 1)))
            elif chance.random() < 0.1:
                await resize(pilot, *chance.choice([(80, 24), (60, 20), (30, 9), (99, 41)]))
            else:
                await pilot.press(*chance.choices(some, k=3))
            sound(app)
            assert load()[0].keys == app.settings.keys
            assert not fit(app.settings.keys).wrong


# The file ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        '[keys]\n"menu.play" = "x"\n',
        "[keys]\nmenu.play = 'x'\n",
        '[keys.menu]\nplay = "x"\n',
        'keys = {"menu.play" = "x"}\n',
        'keys.menu.play = "x"\n',
    ],
)
def test_ids_may_be_written_in_any_way(home, content):
    home.mkdir()
    (home / "settings.toml").write_text(content)
    assert load() == (Settings(keys={"menu.play": "x"}), "")


def test_other_lines_of_the_table_stay(home):
    home.mkdir()
    path = home / "settings.toml"
    path.write_text('theme = "dark"\n\n[keys]  # mine\n# hint\nmenu.play = "x"\nno.such = "y"\n\n[other]\na = 1\n')
    save({"keys": {"menu.play": "z", "menu.new": "comma"}})
    assert path.read_text() == (
        'theme = "dark"\n\n[keys]  # mine\n# hint\n"menu.play" = "z"\nno.such = "y"\n"menu.new" = "comma"\n\n'
        "[other]\na = 1\n"
    )
    save({"keys": {"menu.play": None, "menu.new": None}, "theme": None})
    assert tomllib.loads(path.read_text()) == {"keys": {"no": {"such": "y"}}, "other": {"a": 1}}


@pytest.mark.parametrize("content", ["keys = 3\n", "[keys]\n'menu.play' = 3\n", "[[keys]]\na = 1\n"])
def test_keys_that_cannot_be_are_named(home, content):
    home.mkdir()
    (home / "settings.toml").write_text(content)
    found, wrong = load()
    assert found == Settings()
    assert "keys" in wrong
