"""What others call themselves and say can do nothing to a terminal."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.names import MAX_CHAT, MAX_MARKS, MAX_NAME, clean_chat, clean_name, dangerous, distinct, width

QUIET = settings(deadline=None, derandomize=True, database=None, max_examples=300)

PLAIN = ["Anna", "Zoë", "Дмитрий", "Ελένη", "王小明", "محمد", "O'Neil-2", "😀 fan", "a_b (c)", "नमस्ते"]


@pytest.mark.parametrize("name", PLAIN)
def test_names_of_the_world_stay_as_they_are(name):
    assert clean_name(name) == name
    assert not dangerous(name)
    assert clean_chat(name) == name


ATTACKS = {
    "clear the screen": ("\x1b[2JAnna", "[2JAnna"),
    "one-byte CSI": ("\x9b31mAnna", "31mAnna"),
    "set the title": ("\x1b]0;owned\x07Anna", "]0;ownedAnna"),
    "bell, backspace": ("An\x07\x08na", "Anna"),
    "new lines": ("An\r\nna", "An na"),
    "line separator": ("An\u2028na", "An na"),
    "right-to-left override": ("\u202eannA", "annA"),
    "isolates": ("\u2066An\u2069na", "Anna"),
    "Arabic letter mark": ("An\u061cna", "Anna"),
    "zero width": ("A\u200bn\u200cn\u200da\ufeff", "Anna"),
    "soft hyphen": ("An\xadna", "Anna"),
    "word joiner": ("An\u2060na", "Anna"),
    "tags": ("Anna\U000e0041\U000e007f", "Anna"),
    "variation selectors": ("Anna\ufe0f\U000e0100", "Anna"),
    "Hangul filler": ("An\u3164na\u115f", "Anna"),
    "delete": ("An\x7fna", "Anna"),
    "tab and spaces": ("  An \t  na  ", "An na"),
    "non-breaking and wide spaces": ("An\xa0\u3000na", "An na"),
    "private use": ("An\ue000na", "An\ufffdna"),
    "marks on nothing": ("\u0301\u0301Anna", "Anna"),
}


@pytest.mark.parametrize(("given", "left"), ATTACKS.values(), ids=ATTACKS)
def test_nothing_reaches_the_terminal_but_what_can_be_seen(given, left):
    assert clean_name(given) == left
    assert clean_chat(given) == left


def test_a_flood_of_marks_is_cut():
    name = clean_name("a" + "\u0300\u0316" * 40 + "b")
    assert sum(unicodedata.combining(sign) > 0 for sign in name) <= MAX_MARKS
    assert name.endswith("b")


def test_half_surrogates_do_not_get_through():
    assert clean_name("An\ud800na") == "Anna"
    assert dangerous("\udfff")


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ("x" * 24, "x" * 24),
        ("x" * 25, "x" * 24),
        ("字" * 12, "字" * 12),
        ("字" * 13, "字" * 12),
        ("x" + "字" * 12, "x" + "字" * 11),
        ("x" * 23 + " y", "x" * 23),
    ],
)
def test_a_name_is_at_most_24_cells_wide(given, left):
    assert clean_name(given) == left


def test_a_line_of_chat_has_at_most_500_characters():
    assert clean_chat("x" * 500) == "x" * 500
    assert clean_chat("x" * 501) == "x" * 500
    assert clean_chat("x" * 499 + "  y") == "x" * 499
    assert clean_chat("x" * 10_000_000) == "x" * 500


@pytest.mark.parametrize("nothing", ["", "   ", "\x1b", "\u200b\u202e", "\n\t"])
def test_nothing_may_be_left(nothing):
    assert clean_name(nothing) == ""


def test_two_who_have_one_name_are_told_apart():
    assert distinct("Anna", ["Boris"]) == "Anna"
    assert distinct("Anna", ["anna"]) == "Anna 2"
    assert distinct("Anna", ["Anna", "ANNA 2"]) == "Anna 3"
    assert distinct("x" * 24, ["x" * 24]) == "x" * 22 + " 2"
    assert distinct("", []) == "2"


@QUIET
@given(st.text(st.characters(), max_size=80))
def test_cleaning_is_enough_and_once_is_enough(text):
    for clean in (clean_name, clean_chat):
        cleaned = clean(text)
        assert not dangerous(cleaned)
        assert clean(cleaned) == cleaned
        assert "  " not in cleaned
        assert cleaned == cleaned.strip()
    assert width(clean_name(text)) <= MAX_NAME
    assert len(clean_name(text)) <= MAX_NAME
    assert len(clean_chat(text)) <= MAX_CHAT


def test_every_control_and_format_character_is_stopped():
    """Whatever this Python's Unicode calls control, format or surrogate comes out of no name."""
    for code in range(0x110000):
        sign = chr(code)
        if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp"):
            assert sign not in clean_name(f"a{sign}b"), hex(code)
