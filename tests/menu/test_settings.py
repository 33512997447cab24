"""Settings: a small file that is never lost, and the screen that writes it."""

import os
import random
import stat
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlantis_tui.menu.screen import MenuScreen
from atlantis_tui.menu.settings import PLAY, VALUES, SettingsScreen
from atlantis_tui.saved import paths
from atlantis_tui.saved.settings import Settings, UnusableSettings, load, save
from atlantis_tui.text.settings import play_words, theme_words
from atlantis_tui.ui.bound_keys import fit
from atlantis_tui.ui.palettes import THEMES
from tests.menu.at_menu import Box, colours, find, lines, resize, sound, text, until
from tests.ui.stage import EACH_PALETTE, LARGE_SIZES, SIZES, golden, look

pytestmark = pytest.mark.usefixtures("home")
ALL: dict[str, Any] = {
    "theme": "light",
    "glyphs": "ascii",
    "motion": False,
    "hover": True,
    "pace": "fast",
    "payment": "cards",
    "confirmations": "none",
    "name": "Мира",
    "bell": False,
    "turn_command": "notify-send 'your turn'",
    "keys": {"menu.play": "x"},
}


# The file ----------------------------------------------------------------------------------------------------------


def test_without_a_file_everything_is_as_the_terminal_has_it(home):
    assert load() == (Settings(), "")
    assert not home.exists()


def test_what_is_saved_is_loaded_again():
    assert save(ALL) == Settings(**ALL)
    assert load() == (Settings(**ALL), "")
    assert stat.S_IMODE(os.stat(paths.settings_file()).st_mode) == 0o600


def test_an_older_file_still_works(home):
    home.mkdir()
    (home / "settings.toml").write_text('theme = "light"\nmotion = false\nconfirmations = "all"\nname = "Mira"\n')
    assert load() == (Settings(theme="light", motion=False, confirmations="all", name="Mira"), "")


def test_lines_of_ones_own_are_kept(home):
    home.mkdir()
    path = home / "settings.toml"
    path.write_text('# mine\nplanet = "Mars"  # yes\ntheme = "dark"\n\n[keys]\nquit = "x"\n')
    save({"theme": "mono", "name": 'A "quoted" \\ name'})
    assert path.read_text() == (
        '# mine\nplanet = "Mars"  # yes\ntheme = "mono"\nname = "A \\"quoted\\" \\\\ name"\n\n[keys]\nquit = "x"\n'
    )
    save({"theme": None})
    assert tomllib.loads(path.read_text()) == {"planet": "Mars", "name": 'A "quoted" \\ name', "keys": {"quit": "x"}}


@pytest.mark.parametrize("content", [b"theme = ", b"\xff\xfe", b"[[[", b"theme = 'dark'\ntheme = 'dark'", b"= 3"])
def test_a_broken_file_is_named_and_left_alone(home, content):
    home.mkdir()
    path = home / "settings.toml"
    path.write_bytes(content)
    found, wrong = load()
    assert found == Settings()
    assert str(path) in wrong
    assert "\n" not in wrong
    with pytest.raises(UnusableSettings, match=r"settings\.toml"):
        save({"theme": "light"})
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "line",
    ['theme = "purple"', "theme = 3", 'motion = "yes"', "name = 7", 'name = "' + "x" * 21 + '"', "hover = 1",
     'pace = "hasty"', "payment = []", "bell = 0", "turn_command = true", 'turn_command = "a\\nb"', "keys = 1"],
)  # fmt: skip
def test_a_value_that_cannot_be_is_named_and_the_others_count(home, line):
    home.mkdir()
    (home / "settings.toml").write_text(f'{line}\nglyphs = "ascii"\n')
    found, wrong = load()
    assert found == Settings(glyphs="ascii")
    assert line.partition(" ")[0] in wrong


def test_what_only_its_writer_can_change_is_left_to_him(home):
    home.mkdir()
    content = 'name = """\na\nb"""\nother = """\ntheme = "x"\n"""\n'
    (home / "settings.toml").write_text(content)
    with pytest.raises(UnusableSettings, match="by hand"):
        save({"name": "Anna"})
    assert (home / "settings.toml").read_text() == content


def test_a_link_stays_a_link(home, tmp_path):
    home.mkdir()
    real = tmp_path / "dotfiles.toml"
    real.write_text("# far away\n")
    (home / "settings.toml").symlink_to(real)
    save({"motion": True})
    assert (home / "settings.toml").is_symlink()
    assert real.read_text() == "# far away\nmotion = true\n"
    assert sorted(tmp_path.iterdir()) == [real, home]


def test_a_place_that_cannot_be_written_is_named(home):
    home.write_text("in the way")
    with pytest.raises(UnusableSettings, match=r"settings\.toml"):
        save({"motion": True})
    assert "settings.toml" in load()[1]


@settings(deadline=None)  # a disk may be slow
@given(st.binary(max_size=300))
def test_whatever_stands_in_the_file_does_no_harm(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("any") / "settings.toml"
    path.write_bytes(content)
    before, wrong = load(str(path))
    assert isinstance(before, Settings)
    try:
        after = save({"theme": "mono"}, str(path))
    except UnusableSettings:
        assert wrong
        assert path.read_bytes() == content
    else:
        assert after.theme == "mono"
        assert after._replace(theme=None) == before._replace(theme=None)


printable = st.text(st.characters(exclude_categories=("C", "Z")), max_size=20)


@settings(deadline=None, max_examples=20)
@given(
    st.lists(
        st.fixed_dictionaries(
            {}, optional={"name": printable, "motion": st.booleans(), "theme": st.sampled_from(THEMES)}
        ),
        max_size=6,
    )
)
def test_the_last_of_many_changes_counts(tmp_path_factory, changes):
    path = str(tmp_path_factory.mktemp("many") / "settings.toml")
    expected = Settings()
    for change in changes:
        expected = expected._replace(**change)
        assert save(change, path) == expected
    assert load(path)[0] == expected


# The screen ----------------------------------------------------------------------------------------------------------


async def opened(pilot):
    await pilot.press("s")
    await until(pilot, lambda: pilot.app.screen.sample is not None)
    return pilot.app.screen


async def test_the_screen(monkeypatch):
    monkeypatch.setattr(paths, "settings_file", lambda: "~/settings.toml")
    async with Box(settings=Settings(name="Mira")).run_test(size=SIZES[0]) as pilot:
        await opened(pilot)
        await pilot.press("down")
        for size in SIZES:
            await resize(pilot, *size)
            for glyphs in ("unicode", "ascii"):
                pilot.app.set_look(look(glyphs=glyphs))
                await pilot.pause()
                golden(f"settings_{size[0]}x{size[1]}_{glyphs}", text(pilot.app))
        pilot.app.set_look(look())
        for size in LARGE_SIZES:
            await resize(pilot, *size)
            golden(f"settings_{size[0]}x{size[1]}", text(pilot.app))


async def test_on_a_large_screen_each_setting_stands_with_what_it_is_for():
    async with Box(settings=Settings(name="Mira")).run_test(size=LARGE_SIZES[0]) as pilot:
        screen = await opened(pilot)
        for size in ((150, 40), *LARGE_SIZES):
            await resize(pilot, *size)
            shown = " ".join(text(pilot.app).split())
            assert all(play_words(name)[0] in shown for name in PLAY)
            assert "…" not in shown
            await pilot.click(offset=find(pilot.app, "What you are called"))
            assert screen.rows[screen.row] == "name"
            await pilot.press("escape", "down", "down")
            before = screen.value("pace")
            await pilot.press("right")
            assert screen.value("pace") != before


async def test_every_look_is_painted():
    async with Box().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        for one in (*EACH_PALETTE, look(glyphs="ascii")):
            pilot.app.set_look(one)
            assert screen.theme == one.palette.name.removesuffix("256")
            # Every theme is looked at with both kinds of signs; on the last row no other than the one in use is.
            rows = range(len(THEMES)) if one.palette.name == "dark" else ()
            for screen_row in (*rows, len(THEMES)):
                screen.row = screen_row
                screen.show()
                sound(pilot.app)
            await pilot.pause()
            if one.palette.flat:
                assert colours(pilot.app) <= {"default"}


async def test_a_theme_is_looked_at_before_it_is_kept():
    async with Box().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        before = pilot.app.look
        await pilot.press("down")
        assert "Live preview: light" in text(pilot.app)
        assert pilot.app.look == before
        assert "#eaf3f8" in colours(pilot.app)
        await pilot.press("backspace")
        assert screen.looked_at == "dark"
        assert pilot.app.screen is screen
        await pilot.press("down", "enter")
        assert pilot.app.look.palette.name == "light"
        assert load()[0] == Settings(theme="light")
        await pilot.press("backspace")
        assert isinstance(pilot.app.screen, MenuScreen)
        assert "#eaf3f8" in colours(pilot.app)
        assert "#081626" not in colours(pilot.app)


async def test_every_theme_can_be_taken_and_left_again():
    async with Box().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        for theme in THEMES:
            screen.row = THEMES.index(theme)
            await pilot.press("enter")
            assert pilot.app.look.palette.name == theme
            assert load()[0] == Settings(theme=theme)
            sound(pilot.app)
            shown = colours(pilot.app)
            if theme == "mono":
                assert shown <= {"default"}
            elif theme == "ansi16":
                assert not [colour for colour in shown if colour.startswith("#")]
            else:
                assert [colour for colour in shown if colour.startswith("#")]
        await pilot.press("backspace")
        assert isinstance(pilot.app.screen, MenuScreen)
        assert theme == "mono"
        assert colours(pilot.app) <= {"default"}


async def test_other_settings_change_at_once_and_are_kept():
    async with Box().run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("tab", "down", "left", "down", "right", "down", "right", "down", "right", "down", "enter")
        await pilot.press("down", "left")
        look = pilot.app.look
        assert (look.glyphs.name, look.motion, look.hover) == ("ascii", True, False)
        kept = Settings(glyphs="ascii", pace="fast", hover=False, payment="small", confirmations="all", bell=False)
        assert load()[0] == pilot.app.settings == kept
        await pilot.press("z")
        assert load()[0] == pilot.app.settings == Settings()
        assert pilot.app.look.glyphs.name == "unicode"


async def test_bot_moves_at_once_are_no_motion_and_any_pace_is_motion_again():
    async with Box().run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("tab", "down", "down", "left", "left")
        assert pilot.app.look.motion is False
        assert load()[0] == Settings(pace="slow", motion=False)
        await pilot.press("left")
        assert pilot.app.look.motion is True
        assert load()[0] == Settings(pace="fast", motion=True)


async def test_a_command_is_typed_and_one_that_cannot_be_is_refused():
    async with Box().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        screen.row = screen.rows.index("turn_command")
        await pilot.press("enter", "a", "space", "apostrophe", "b", "apostrophe", "enter")
        assert load()[0].turn_command == "a 'b'"
        await pilot.press("enter", "backspace", "enter")
        assert load()[0].turn_command == "a 'b'"
        assert "quotation mark" in text(pilot.app)
        await pilot.press("enter", "ctrl+u", "enter")
        assert load()[0].turn_command == ""


async def test_every_row_is_reached_on_a_small_screen():
    async with Box().run_test(size=(60, 20)) as pilot:
        screen = await opened(pilot)
        for row, name in enumerate(screen.rows):
            screen.row = row - 1
            screen.action_move(1)
            assert screen.row == row
            label = play_words(name)[0] if name in PLAY else theme_words(name)[0]
            assert any(line.startswith(" ▌") and label in line for line in lines(pilot.app)), name


async def test_the_name_is_typed():
    async with Box().run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("tab", "enter", *"Ия", "enter")
        assert load()[0].name == "Ия"
        assert "Ия" in text(pilot.app)
        await pilot.press("enter", "x", "escape")
        assert load()[0].name == "Ия"
        await pilot.press("z")
        assert load()[0].name == "Ия"


async def test_while_a_line_is_written_only_its_own_keys_are_named_and_clicked():
    async with Box(settings=Settings(keys={"settings.keep": "j"})).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("tab", "j", "j")
        assert screen.field.text == "j"
        assert "Type it, then Enter." in text(pilot.app)
        assert lines(pilot.app)[-1].strip() == "Enter keep  Esc as it was"
        await pilot.click(offset=find(pilot.app, "Esc as it was"))
        assert (screen.field, load()[0].name) == (None, "")
        await pilot.press("j", "x")
        await pilot.click(offset=find(pilot.app, "Enter keep"))
        assert (screen.field, load()[0].name) == (None, "x")
        await pilot.press("j", "y")
        await pilot.click(offset=find(pilot.app, "does nothing"))
        assert load()[0] == Settings(name="xy", hover=False)


async def test_a_file_that_cannot_be_written_is_said_and_the_choice_lasts(home):
    home.mkdir()
    (home / "settings.toml").write_text("broken =")
    async with Box().run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("down", "enter")
        assert "settings.toml" in text(pilot.app)
        assert "lasts until you quit" in text(pilot.app)
        assert pilot.app.look.palette.name == "light"
        assert (home / "settings.toml").read_text() == "broken ="


async def test_everything_can_be_clicked():
    async with Box().run_test(size=(120, 36)) as pilot:
        await opened(pilot)
        await pilot.click(offset=find(pilot.app, "○ high contrast"))
        assert pilot.app.look.palette.name == "dark"
        await pilot.click(offset=find(pilot.app, "○ high contrast"))
        assert pilot.app.look.palette.name == "contrast"
        x, y = find(pilot.app, "fast  at once")
        await pilot.click(offset=(x + 6, y))
        assert not pilot.app.look.motion
        await pilot.click(offset=find(pilot.app, "small tiles"))
        assert pilot.app.settings.payment == "small"
        await pilot.click(offset=find(pilot.app, "ASCII"))
        assert pilot.app.look.glyphs.name == "ascii"
        await pilot.click(offset=find(pilot.app, "Bksp back"))
        assert isinstance(pilot.app.screen, MenuScreen)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(1, 4))])
async def test_any_keys_clicks_and_sizes_do_no_harm(seed):
    chance = random.Random(seed)
    keys = ["up", "down", "left", "right", "tab", "enter", "space", "z", "x", "ж", "home", "delete"]
    async with Box().run_test(size=(80, 24)) as pilot:
        app = pilot.app
        for _ in range(25 if seed else 6):
            if isinstance(app.screen, MenuScreen):
                app.push_screen(SettingsScreen())
                await pilot.pause()
            choice = chance.random()
            width, height = app.size
            if choice < 0.3:
                await pilot.click(offset=(chance.randrange(width), chance.randrange(max(1, height - 1))))
            elif choice < 0.4:
                await resize(pilot, *chance.choice([(80, 24), (120, 36), (60, 20), (30, 9), (99, 41)]))
            else:
                await pilot.press(*chance.choices(keys, k=4))
            sound(app)
            assert load()[1] == ""


def test_everything_has_its_words():
    assert all(all(theme_words(theme)) for theme in THEMES)
    for name in PLAY:
        label, words, sentence = play_words(name)
        assert label
        assert sentence
        assert set(words) == set(VALUES.get(name, ()))


# Any file at all -----------------------------------------------------------------------------------------------------


def any_toml(chance):
    """A file of settings as somebody in a hurry might leave it: right, wrong, and half of each."""
    names = [*Settings._fields, "keys.menu.play", '"menu.play"', "planet", "keys", "", "theme ", "тема"]
    ids = ['"menu.play"', "menu.new", '"table.hint"', "no.such", "'app.quit'", "keys", ""]
    plain = ['"dark"', '"light"', "true", "false", "0", "-1", "1e400", "nan", "[]", "{}", '""', "'x'", '"x,y"', '"n"',
             '"\\u0000"', '"ctrl+q"', "1979-05-27", '"""', "[[", "9" * 5000, '"\\ud800"', '"' + "я" * 600 + '"',
             "{a = {b = 1}}", "[" * 50 + "]" * 50, '"fast"', '"cards"', '"none"', '"ascii"', "x"]  # fmt: skip
    lines = []
    for _ in range(chance.randrange(8)):
        kind = chance.random()
        if kind < 0.55:
            lines.append(f"{chance.choice(names)} = {chance.choice(plain)}")
        elif kind < 0.75:
            lines += ["[keys]", *(f"{chance.choice(ids)} = {chance.choice(plain)}" for _ in range(chance.randrange(4)))]
        elif kind < 0.9:
            lines.append(
                chance.choice(["", "# a line of mine", "[other]", "[keys.menu]", "[[keys]]", "\t", "= 1", "\x85"])
            )
        else:
            lines.append("".join(chr(chance.choice([9, 34, 39, 61, 91, 93, 0, 127, 0x2028, 233])) for _ in range(5)))
    content = chance.choice(["\n", "\r\n", "\n\n"]).join(lines).encode("utf-8", "surrogatepass")
    if chance.random() < 0.1:
        content = content[: chance.randrange(len(content) + 1)] + chance.randbytes(3)
    return content


def harmless(path, content):
    """Neither reading nor changing such a file goes wrong, and what was in it before is in it afterwards."""
    path.write_bytes(content)
    before, wrong = load(str(path))
    assert isinstance(before, Settings)
    assert path.read_bytes() == content
    assert "\n" not in wrong
    try:
        parsed = tomllib.loads(content.decode())
    except (ValueError, RecursionError):
        assert before == Settings()
        assert str(path) in wrong
        parsed = None
    fitted = fit(before.keys)
    assert set(fitted.keymap) | set(fitted.wrong) == set(before.keys)
    try:
        after = save({"theme": "mono", "keys": {"menu.play": "f9"}}, str(path))
    except UnusableSettings:
        assert path.read_bytes() == content
        return False
    assert parsed is not None
    assert after.theme == "mono"
    assert after.keys["menu.play"] == "f9"
    assert after._replace(theme=None, keys={}) == before._replace(theme=None, keys={})
    kept = tomllib.loads(path.read_text("utf-8"))
    assert {name: value for name, value in kept.items() if name not in ("theme", "keys")} == {
        name: value for name, value in parsed.items() if name not in ("theme", "keys")
    }
    return True


def test_any_file_is_read_and_never_spoiled(tmp_path):
    chance = random.Random(6)
    saved = sum(harmless(tmp_path / "settings.toml", any_toml(chance)) for _ in range(100))
    assert 15 < saved < 85  # both happen


@pytest.mark.full
def test_very_many_files_are_read_and_never_spoiled(tmp_path):
    chance = random.Random(66)
    for _ in range(20_000):
        harmless(tmp_path / "settings.toml", any_toml(chance))


@pytest.mark.parametrize("seed", [*range(2), *(pytest.param(seed, marks=pytest.mark.full) for seed in range(2, 80))])
async def test_the_app_starts_with_any_file(home, seed):
    chance = random.Random(seed)
    home.mkdir()
    content = any_toml(chance)
    (home / "settings.toml").write_bytes(content)
    found, wrong = load()
    async with Box(settings=found, notice=wrong).run_test(size=(80, 24)) as pilot:
        sound(pilot.app)
        pilot.app.push_screen(SettingsScreen())
        await pilot.pause()
        sound(pilot.app)
        assert (home / "settings.toml").read_bytes() == content


def test_a_file_that_is_too_long_is_not_cut(home):
    home.mkdir()
    content = 'theme = "dark"\n' + "# mine\n" * 20_000
    (home / "settings.toml").write_text(content)
    assert load()[0] == Settings()
    assert "too long" in load()[1]
    with pytest.raises(UnusableSettings, match="too long"):
        save({"theme": "light"})
    assert (home / "settings.toml").read_text() == content
