"""Text for the room there is."""

from rich.style import Style

from atlantis_tui.text.line_breaks import NARROWEST, broken
from atlantis_tui.ui.fit_text import cut_line, fullest, fullest_line

PLAIN, BOLD = Style(), Style(bold=True)
LONG = [("Enter", BOLD), (" makes the move", PLAIN)]
SHORT = [("Enter", BOLD), (" moves", PLAIN)]


def test_the_fullest_wording_that_fits_is_taken_and_else_the_last():
    texts = ("two words", "one", "none at all")
    assert [fullest(texts, room) for room in (9, 8, 3, 2)] == ["two words", "one", "one", "none at all"]
    assert fullest(("日本語", "ja"), 5) == "ja"  # cells count, not letters


def test_a_line_of_pieces_is_chosen_alike_and_cut_where_none_fits():
    assert fullest_line([LONG, SHORT], 20, "…") == LONG
    assert fullest_line([LONG, SHORT], 11, "…") == SHORT
    assert fullest_line([LONG, SHORT], 8, "…") == [("Enter", BOLD), (" m…", PLAIN)]
    assert cut_line(LONG, 5, "…") == [("Enter", BOLD)]
    assert cut_line(LONG, 0, "…") == []


def test_plain_lines_are_broken_between_words():
    assert broken("a line of words", 16) == ["a line of words"]
    assert broken("a line of some more words", 22, "  ") == ["a line of some more", "  words"]
    assert max(map(len, broken("some words " * 9, 3))) < NARROWEST
