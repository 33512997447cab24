"""The signs: every set has all of them, each is one cell wide, and those that must be told apart differ."""

import unicodedata

import pytest
from rich.cells import cell_len

from atlantis_tui.ui.glyphs import ASCII, CONSOLE, SETS, UNICODE, Glyphs
from atlantis_tui.ui.painter import _ASCII, _CONSOLE

every_set = pytest.mark.parametrize("glyphs", SETS.values(), ids=list(SETS))

# What a console's font shows for the 32 codes that Python's cp437 takes for control codes.
PICTURES = "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼⌂"

LENGTHS = {
    "symbols": 7,
    "figures": 4,
    "ghosts": 4,
    "corners": 4,
    "box": 4,
    "spark": 8,
    "troops": 6,
    "ranks": 5,
    "weather": 2,
    "terrain": 4,
    "creatures": 3,
    "hull": 2,
    "block": 2,
    "reach": 2,
}
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


@every_set
def test_every_sign_is_one_cell_wide(glyphs):
    for field, text in texts(glyphs).items():
        for sign in text:
            assert cell_len(sign) == 1, (field, sign)
            assert unicodedata.east_asian_width(sign) not in "WF", (field, sign)
            assert not unicodedata.combining(sign), (field, sign)


@every_set
def test_terminals_agree_that_every_sign_is_one_cell_wide(glyphs):
    wcwidth = pytest.importorskip("wcwidth").wcwidth
    assert {sign: wcwidth(sign) for text in texts(glyphs).values() for sign in text if wcwidth(sign) != 1} == {}


@every_set
def test_players_and_symbols_are_told_apart_without_colours(glyphs):
    assert len(set(glyphs.figures)) == 4
    assert len(set(glyphs.symbols)) in (1, 7)  # ASCII has only the letters
    assert glyphs.home != glyphs.away
    assert glyphs.bridge != glyphs.none
    assert glyphs.yes != glyphs.no
    assert len(set(glyphs.troops)) in (1, 6)
    assert len({glyphs.most, glyphs.over, glyphs.under}) == 3
    assert len({*glyphs.terrain, *glyphs.creatures, glyphs.isle, glyphs.seat}) == 9
    assert glyphs.point != glyphs.spent


def test_half_blocks_come_all_or_not_at_all():
    for glyphs in SETS.values():
        assert len({bool(getattr(glyphs, field)) for field in HALVES}) == 1, glyphs.name


def test_ascii_is_ascii():
    assert all(text.isascii() for text in texts(ASCII).values())


def test_the_console_has_what_its_font_has():
    for text in texts(CONSOLE).values():
        assert "".join(sign for sign in text if sign not in PICTURES).encode("cp437", "replace").count(b"?") == 0, text


@pytest.mark.parametrize(("signs", "written"), [(_ASCII, "ascii"), (_CONSOLE, "cp437")], ids=["ascii", "console"])
def test_signs_in_sentences_are_respelt_cell_for_cell(signs, written):
    for sign, other in signs.items():
        assert cell_len(sign) == cell_len(other) == len(other) == 1
        assert other in PICTURES or other.encode(written)


def test_the_sets_are_found_by_name():
    assert list(SETS) == [glyphs.name for glyphs in (UNICODE, CONSOLE, ASCII)] == ["unicode", "console", "ascii"]
    assert all(isinstance(glyphs, Glyphs) for glyphs in SETS.values())
