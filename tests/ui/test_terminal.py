"""What a terminal can show, and the look chosen for it."""

import pytest

from atlantis_tui.saved import settings
from atlantis_tui.ui.glyphs import SETS
from atlantis_tui.ui.palettes import PALETTES, THEMES
from atlantis_tui.ui.terminal import Wishes, depth, detect, is_utf8, palette

XTERM = {"TERM": "xterm-256color", "LANG": "en_GB.UTF-8"}
TRUE = XTERM | {"COLORTERM": "truecolor"}


def found(environ, **wishes):
    look = detect(environ, True, Wishes(**wishes))
    assert look is not None
    return look


@pytest.mark.parametrize(
    ("environ", "colours"),
    [
        (TRUE, "truecolor"),
        (XTERM | {"COLORTERM": "24bit"}, "truecolor"),
        (XTERM, "256"),
        ({"TERM": "screen-256color"}, "256"),
        ({"TERM": "tmux-256color"}, "256"),
        ({"TERM": "xterm"}, "16"),
        ({"TERM": "linux"}, "16"),
        ({"TERM": "screen"}, "16"),
        ({"TERM": "xterm-direct"}, "truecolor"),
        ({"TERM": "xterm-kitty"}, "truecolor"),
        ({"TERM": "alacritty"}, "truecolor"),
        ({"TERM": "foot"}, "truecolor"),
        ({"TERM": "xterm-ghostty"}, "truecolor"),
        ({"TERM": "vt100"}, "mono"),
        ({"TERM": "vt220"}, "mono"),
    ],
)
def test_how_many_colours(environ, colours):
    assert depth(environ) == colours


@pytest.mark.parametrize(
    ("environ", "name"),
    [
        (TRUE, "dark"),
        (XTERM, "dark256"),
        ({"TERM": "xterm"}, "ansi16"),
        ({"TERM": "vt100"}, "mono"),
        (TRUE | {"NO_COLOR": "1"}, "mono"),
        (TRUE | {"NO_COLOR": ""}, "dark"),
    ],
)
def test_the_theme_follows_the_terminal(environ, name):
    assert found(environ).palette.name == name


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("environ", [TRUE, {"TERM": "xterm"}, TRUE | {"NO_COLOR": "1"}, {"TERM": "linux"}])
def test_a_theme_that_was_asked_for_is_never_overruled(environ, theme):
    assert found(environ, theme=theme).palette.name == theme


def test_dark_with_256_colours_is_the_same_theme_in_colours_it_has():
    assert found(XTERM, theme="dark").palette.name == "dark256"
    assert palette("dark", TRUE).name == "dark"


@pytest.mark.parametrize(
    ("environ", "glyphs"),
    [
        ({"LANG": "en_GB.UTF-8"}, "unicode"),
        ({"LANG": "ru_RU.utf8"}, "unicode"),
        ({"LC_CTYPE": "C.UTF-8", "LANG": "C"}, "unicode"),
        ({}, "unicode"),
        ({"LANG": "C"}, "ascii"),
        ({"LANG": "POSIX"}, "ascii"),
        ({"LANG": "ru_RU.KOI8-R"}, "ascii"),
        ({"LANG": "de_DE"}, "ascii"),
        ({"LANG": "de_DE.ISO-8859-15@euro"}, "ascii"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "C"}, "ascii"),
        ({"LANG": "sr_RS.UTF-8@latin"}, "unicode"),
        ({"TERM": "linux", "LANG": "en_GB.UTF-8"}, "console"),
        ({"TERM": "linux", "LANG": "C"}, "ascii"),
    ],
)
def test_the_signs_follow_the_locale(environ, glyphs):
    assert found({"TERM": "xterm"} | environ).glyphs.name == glyphs
    for name in SETS:
        assert found({"TERM": "xterm"} | environ, glyphs=name).glyphs.name == name
    assert is_utf8(environ) == (glyphs != "ascii")


def test_over_a_line_nothing_moves_and_nothing_hovers_unless_asked_for():
    far = TRUE | {"SSH_CONNECTION": "10.0.0.1 22 10.0.0.2 22"}
    assert found(far)[2:] == (False, False)
    assert found(far, motion=True, hover=True)[2:] == (True, True)
    assert found(TRUE)[2:] == (True, True)
    assert found(TRUE, motion=False)[2:] == (False, True)


def test_without_a_mouse_nothing_hovers():
    assert not found(TRUE, mouse=False).hover


@pytest.mark.parametrize("term", ["dumb", "", "unknown", None])
def test_a_dumb_terminal_has_no_screen(term):
    environ = {} if term is None else {"TERM": term}
    assert detect(environ, True) is None
    assert detect(environ, True, Wishes(theme="dark")) is None


def test_what_is_no_terminal_has_no_screen():
    assert detect(TRUE, False) is None


def test_wishes_of_flags_go_over_those_of_the_settings():
    flags, kept = Wishes(theme="light", motion=False), Wishes(theme="mono", glyphs="ascii", motion=True)
    assert flags.over(kept) == Wishes("light", "ascii", False, None, None)


def test_the_settings_know_every_theme_and_every_set_of_signs():
    assert settings._CHOICES["theme"] == THEMES
    assert set(settings._CHOICES["glyphs"]) == set(SETS)
    assert set(THEMES) <= set(PALETTES)
