"""What others call themselves and say can do nothing to a terminal."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net import names
from net.names import (
    MAX_CHAT,
    MAX_MARKS,
    MAX_NAME,
    alike,
    clean_chat,
    clean_name,
    dangerous,
    distinct,
    is_unsteady,
    skeleton,
    told_apart,
    width,
)

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


# Signs of which one terminal makes more cells than another, and what is shown in their place.
UNSTEADY = {
    "skin tones": ("\U0001f44d\U0001f3fd ok \U0001f3ff", "\U0001f44d ok"),
    "a family": ("\U0001f469\u200d\U0001f469\u200d\U0001f467", "\U0001f469\U0001f469\U0001f467"),
    "a flag": ("\U0001f1e9\U0001f1ea!", "DE!"),
    "a key": ("1\ufe0f\u20e3 #\u20e3", "1 #"),
    "a heart": ("\u2764\ufe0f", "\u2764"),
    "Hangul in pieces": ("\u1112\u1161\u11ab \u1161\u11ab", "\ud55c"),
    "old Hangul": ("\u1112\u119e\u11ab", "\u1112"),
    "hexagrams": ("a\u4dc0b\u2630\U0001d360", "a\ufffdb\ufffd\ufffd"),
    "a letter of a flag with a mark": ("\U0001f1e6\u0301", "\u00c1"),
}


@pytest.mark.parametrize(("given", "left"), UNSTEADY.values(), ids=UNSTEADY)
def test_what_terminals_draw_in_other_widths_is_taken_out(given, left):
    assert clean_chat(given) == left
    assert clean_name(given) == left


def test_vowels_beside_their_letter_stay_in_the_text_and_take_a_cell():
    hindi = "\u0939\u093f\u0928\u094d\u0926\u0940"
    assert clean_chat(hindi) == hindi
    assert width(hindi) == 5
    assert [sign for sign in hindi if is_unsteady(sign)] == ["\u093f", "\u0940"]


# Look-alikes ---------------------------------------------------------------------------------------------------------

SAME = {
    "case": ("Anna", "aNNA"),
    "Cyrillic": ("Boris", "\u0412\u043er\u0456\u0455"),
    "Greek": ("Boris", "\u0392\u03bfris"),
    "capitals of Greek": ("HANNA", "\u0397\u0391\u039d\u039d\u0391"),
    "Armenian": ("Sara o", "\u054fara \u0585"),
    "Cherokee": ("Jack", "\u13aback"),
    "Lisu": ("Bert", "\ua4d0ert"),
    "wide letters": ("Anna", "\uff21\uff4e\uff4e\uff41"),
    "letters of mathematics": ("Anna", "\U0001d49cnna"),
    "letters in squares": ("Anna", "\U0001f170nna"),
    "small capitals": ("Anna", "\u1d00nna"),
    "marks": ("Zoe", "Zo\u00eb"),
    "a mark of its own": ("Zoe", "Zoe\u0323"),
    "blanks and signs": ("Mira", "M-i r.a"),
    "nought": ("Olga", "0lga"),
    "one": ("Lili", "1I|i"),
    "dotless": ("Mira", "M\u0131ra"),
    "two for one": ("Tom", "Torn"),
    "two for one of another script": ("Will", "\u03bdvill"),
    "Carian": ("Carol", "\U000102a2arol"),
    "Deseret": ("Carol", "\U00010415arol"),
    "Greek small capitals": ("Carol", "Ca\u1d26ol"),
    "Latin omega": ("Willow", "Willo\ua7b7"),
    "a sign of Hebrew": ("Carol", "Caro\u05c0"),
    "a rune": ("Mira", "M\u16c1ra"),
    "a sign of a programming language": ("Anna", "\u237ann\u237a"),
    "another of Armenian": ("Anna", "A\u057c\u057ca"),
    "Canadian syllables": ("Bert", "\u15f7ert"),
    "small letters of Cherokee": ("Zoe", "\uab93oe"),
    "hooks": ("Bob", "\u0253o\u0253"),
    "brackets": ("Anna", "\U0001f110nna"),
    "figures of a screen": ("Olga", "\U0001fbf0lga"),
    "Arabic figures": ("Olga", "\u0665lga"),
}


def test_letters_that_are_two_in_one_are_these_two():
    assert skeleton("\u01c8") == skeleton("lj")
    assert skeleton("\u042e") == skeleton("IO")


COLONS = ":\uff1a\u2236\ua789\u05c3\u0589\u02d0\ufe55"


@pytest.mark.parametrize("colon", COLONS, ids=ascii)
def test_a_name_cannot_look_like_a_name_and_what_it_says(colon):
    """Else who watches as "Carol: bye," would say in Carol's name whatever it says."""
    assert clean_name(f"Carol{colon} I must go, bye,") == "Carol I must go, bye,"
    assert clean_name(f"{colon} {colon}") == ""
    assert clean_chat(f"Carol{colon} bye") == f"Carol{colon} bye"


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME)
def test_names_that_look_the_same_are_the_same(one, other):
    assert alike(one, other)
    assert alike(other, one)
    assert distinct(other, ["Kim", one]) == f"{other} 2"


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Anne"), ("Anna", "Anna 2"), ("\u738b\u5c0f\u660e", "\u738b\u5927\u660e"), ("P1", "P2"),
                       ("\U0001f600", "\U0001f601"), ("\u041e\u043b\u044f", "\u041a\u043e\u043b\u044f")],
)  # fmt: skip
def test_other_names_are_other_names(one, other):
    assert not alike(one, other)
    assert distinct(one, [other]) == one


def test_names_of_case_alone_are_alike_in_every_script():
    assert alike("\u0397\u03bb\u03af\u03b1\u03c2", "\u03b7\u03bb\u03af\u03b1\u03c2")  # H and n, by their looks
    assert distinct("\u0397\u03bb\u03af\u03b1\u03c2", ["\u03b7\u03bb\u03af\u03b1\u03c2"]).endswith(" 2")


def test_names_are_told_apart_in_their_order():
    assert told_apart(["Anna", "\u0410nna", "Boris", "anna"]) == ["Anna", "\u0410nna 2", "Boris", "anna 3"]
    assert told_apart(["...", "!?", ""]) == ["...", "!? 2", "3"]


def test_every_look_alike_has_one_letter():
    signs = "".join(names._ALIKE.values())
    assert len(set(signs)) == len(signs)
    for letter, them in names._ALIKE.items():
        for sign in them:
            assert skeleton(sign) == letter


@QUIET
@given(st.text(st.characters(), max_size=30), st.lists(st.text(st.characters(), max_size=8), max_size=8))
def test_whatever_people_call_themselves_they_are_told_apart(name, taken):
    found = distinct(clean_name(name), [clean_name(one) for one in taken])
    assert not any(alike(found, clean_name(one)) for one in taken)
    assert found
    assert width(found) <= MAX_NAME


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
