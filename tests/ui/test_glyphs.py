"""The signs: every set has all of them, each is one cell wide, and those that must be told apart differ."""

import unicodedata

import pytest
from rich.cells import cell_len

from atlantis_tui.games import look_of, names
from atlantis_tui.ui.glyphs import ASCII, CONSOLE, SETS, UNICODE, Glyphs, nearest_set
from atlantis_tui.ui.painter import _ASCII, _CONSOLE

every_set = pytest.mark.parametrize("glyphs", SETS.values(), ids=list(SETS))

# What a console's font shows for the 32 codes that Python's cp437 takes for control codes.
PICTURES = "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼⌂"

LENGTHS = {"figures": 4, "ghosts": 4, "corners": 4, "box": 4, "spark": 8}
HALVES = ("upper", "lower", "left_half", "right_half")


def texts(glyphs):
    return {field: value for field, value in glyphs._asdict().items() if isinstance(value, str) and field != "name"}


@every_set
def test_every_sign_is_there_and_as_many_as_needed(glyphs):
    for field, text in texts(glyphs).items():
        if field in HALVES and not glyphs.upper:
            assert text == "", field
        else:
            assert len(text) == LENGTHS.get(field, 1), field


def every_sign(glyphs):
    """All signs of a set, and of the games that have signs of their own."""
    own = [look.own_signs(glyphs) for look in map(look_of, names()) if look is not None]
    assert len(own) >= 3
    return {*"".join(texts(glyphs).values()), *"".join(map("".join, own))}


@every_set
def test_every_sign_is_one_cell_wide(glyphs):
    for sign in every_sign(glyphs):
        assert cell_len(sign) == 1, sign
        assert unicodedata.east_asian_width(sign) not in "WF", sign
        assert not unicodedata.combining(sign), sign


@every_set
def test_terminals_agree_that_every_sign_is_one_cell_wide(glyphs):
    wcwidth = pytest.importorskip("wcwidth").wcwidth
    assert {sign: wcwidth(sign) for sign in every_sign(glyphs) if wcwidth(sign) != 1} == {}


@every_set
def test_players_are_told_apart_without_colours(glyphs):
    assert len(set(glyphs.figures)) == 4
    assert glyphs.home != glyphs.away
    assert glyphs.yes != glyphs.no


def test_half_blocks_come_all_or_not_at_all():
    for glyphs in SETS.values():
        assert len({bool(getattr(glyphs, field)) for field in HALVES}) == 1, glyphs.name


def test_ascii_is_ascii():
    assert all(sign.isascii() for sign in every_sign(ASCII))


def test_the_console_has_what_its_font_has():
    assert "".join(every_sign(CONSOLE) - set(PICTURES)).encode("cp437")


@pytest.mark.parametrize(("signs", "written"), [(_ASCII, "ascii"), (_CONSOLE, "cp437")], ids=["ascii", "console"])
def test_signs_in_sentences_are_respelt_cell_for_cell(signs, written):
    for sign, other in signs.items():
        assert cell_len(sign) == cell_len(other) == len(other) == 1
        assert other in PICTURES or other.encode(written)


def test_the_sets_are_found_by_name():
    assert list(SETS) == [glyphs.name for glyphs in (UNICODE, CONSOLE, ASCII)] == ["unicode", "console", "ascii"]
    assert all(isinstance(glyphs, Glyphs) for glyphs in SETS.values())


def test_a_set_that_a_game_does_not_know_gets_the_signs_of_the_one_most_like_it():
    known = {name: name for name in SETS}
    for glyphs in SETS.values():
        assert nearest_set(glyphs, known) == glyphs.name
        assert nearest_set(glyphs._replace(name="new"), known) == glyphs.name
