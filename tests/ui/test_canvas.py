"""The canvas: what is painted where, what is cut off, what a click hits, and which cells have changed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style

from atlantis_tui.ui.canvas import Canvas, cut, start_of

PLAIN = Style(color="white", bgcolor="black")
LOUD = Style(color="black", bgcolor="yellow")


def canvas(width=10, height=3):
    return Canvas(width, height, PLAIN)


def painted(width, *puts):
    """One line after these (x, text)."""
    sheet = canvas(width, 1)
    for x, text in puts:
        sheet.put(x, 0, text, LOUD)
    return "".join(sheet.chars[0])


def width_of(sheet, y=0):
    return cell_len("".join(sheet.chars[y]))


def test_a_mark_that_may_need_a_cell_of_its_own_is_not_painted():
    assert painted(8, (1, "\u0939\u093f\u0928\u094d\u0926\u0940.")) == " \u0939\u0928\u094d\u0926.   "
    assert painted(8, (1, "\U0001f44d\U0001f3fd!")) == " \U0001f44d!    "
    assert painted(4, (0, "e\u0301a")) == "e\u0301a  "


@given(
    st.text(st.sampled_from("ab \u6728\U0001f44d\u0301\u0939\u093f\u200d\ufe0f\u2764"), max_size=20),
    st.integers(-2, 24),
)
def test_the_start_of_a_text_is_as_much_as_fits(text, width):
    start = start_of(text, width)
    assert text.startswith(start)
    assert cell_len(start) <= max(0, width)
    assert start == text or width < 0 or cell_len(text[: len(start) + 1]) > width


# What is painted ------------------------------------------------------------------------------------------------------


def test_text_is_written_and_the_column_after_it_returned():
    sheet = canvas()
    assert sheet.put(2, 1, "road", LOUD) == 6
    assert sheet.text() == "\n  road\n"
    assert sheet.styles[1][1:7] == [PLAIN, LOUD, LOUD, LOUD, LOUD, PLAIN]


def test_text_can_end_before_a_column():
    sheet = canvas()
    sheet.put_right(10, 0, "12", LOUD)
    assert "".join(sheet.chars[0]) == "        12"


@pytest.mark.parametrize(
    ("x", "shown"),
    [(-2, "land      "), (-6, " " * 10), (-60, " " * 10), (7, "       isl"), (10, " " * 10), (99, " " * 10)],
)
def test_what_lies_outside_is_cut_off(x, shown):
    assert painted(10, (x, "island")) == shown


@pytest.mark.parametrize("y", [-1, 3, 100])
def test_lines_outside_are_not_painted_but_counted(y):
    sheet = canvas()
    assert sheet.put(1, y, "漢字", LOUD) == 5
    assert sheet.text() == "\n\n"


def test_cutting_off_does_not_change_the_column_after_it():
    assert canvas().put(-3, 0, "island", LOUD) == 3
    assert canvas().put(8, 0, "island", LOUD) == 14


def test_an_area_is_filled_as_far_as_it_lies_inside():
    sheet = canvas(4, 3)
    sheet.fill(2, -1, 9, 3, LOUD, "~", hit="sea")
    assert sheet.text() == "  ~~\n  ~~\n"
    assert sheet.at(3, 1) == "sea"
    assert sheet.at(1, 1) is None


def test_colours_change_under_the_same_characters():
    sheet = canvas()
    sheet.put(0, 0, "abc", PLAIN)
    sheet.restyle(-1, 0, 3, LOUD)
    sheet.restyle(8, 0, 9, LOUD)
    sheet.restyle(0, 7, 9, LOUD)
    assert sheet.text() == "abc\n\n"
    assert [style is LOUD for style in sheet.styles[0]] == [True, True, *[False] * 6, True, True]


def test_nothing_painted_is_nothing_hit_and_later_things_lie_over_earlier_ones():
    sheet = canvas()
    sheet.put(0, 0, "abcd", LOUD, hit="under")
    sheet.put(1, 0, "b", LOUD, hit="over")
    sheet.put(2, 0, "c", LOUD)
    assert [sheet.at(x, 0) for x in range(5)] == ["under", "over", "under", "under", None]
    assert sheet.at(-1, 0) is None
    assert sheet.at(0, -1) is None
    assert sheet.at(10, 0) is None
    assert sheet.at(0, 3) is None


def test_an_area_can_be_marked_without_painting():
    sheet = canvas()
    sheet.mark(-1, 1, 3, 9, "door")
    assert sheet.text() == "\n\n"
    assert [sheet.at(x, 2) for x in range(3)] == ["door", "door", None]
    assert sheet.at(0, 0) is None


# Characters of other widths ------------------------------------------------------------------------------------------


def test_a_wide_character_takes_two_cells():
    sheet = canvas()
    assert sheet.put(0, 0, "a漢b", LOUD, hit="name") == 4
    assert sheet.chars[0][:5] == ["a", "漢", "", "b", " "]
    assert sheet.at(2, 0) == "name"


@pytest.mark.parametrize("text", ["é", "е́", "☕️", "👩‍👩‍👧"])
def test_marks_join_the_character_before_them(text):
    sheet = canvas()
    assert sheet.put(1, 0, f"{text}x", LOUD) == 1 + cell_len(text) + 1
    assert sheet.chars[0][1] == text
    assert width_of(sheet) == 10


@pytest.mark.parametrize("text", ["́", "​", "​ab", "‍字"])
def test_marks_without_a_character_take_no_cell(text):
    sheet = canvas()
    assert sheet.put(3, 0, text, LOUD) == 3 + cell_len(text)
    assert width_of(sheet) == 10


@pytest.mark.parametrize(
    ("x", "shown"), [(-1, " 字   "), (-2, "字    "), (-3, "      "), (3, "   漢 "), (4, "    漢"), (5, "      ")]
)
def test_half_a_wide_character_at_the_edge_is_blank(x, shown):
    line = painted(6, (x, "漢字"))
    assert cell_len(line) == 6
    assert line.ljust(1) == shown.rstrip() + " " * (6 - cell_len(shown.rstrip()))


@pytest.mark.parametrize(("x", "shown"), [(1, "ax 字b"), (2, "a x字b"), (0, "x漢字b"), (3, "a漢x b"), (5, "a漢字x")])
def test_writing_over_half_of_a_wide_character_leaves_a_blank(x, shown):
    assert painted(6, (0, "a漢字b"), (x, "x")) == shown


words = st.text(st.sampled_from("ab≈漢字é́​👩‍ "), max_size=8)


@given(st.lists(st.tuples(st.integers(-6, 14), words), max_size=6))
def test_a_line_is_always_as_wide_as_the_canvas(puts):
    sheet = canvas(12, 1)
    for x, text in puts:
        assert sheet.put(x, 0, text, LOUD) == x + cell_len(text)
    assert len(sheet.chars[0]) == len(sheet.styles[0]) == len(sheet.hits[0]) == 12
    strip = sheet.strip(0)
    assert strip.cell_length == 12
    # Marks may join over the border of two texts, but then they take no cells either.
    assert sum(max(cell_len(char), 0) for char in sheet.chars[0]) == 12


# Cutting --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("Atlantis", 8, "Atlantis"),
        ("Atlantis", 7, "Atlant…"),
        ("Атлантида", 5, "Атла…"),
        ("漢字漢字", 6, "漢字…"),
        ("漢字漢字", 5, "漢字…"),
        ("Atlantis", 1, "…"),
        ("Atlantis", 0, ""),
        ("Atlantis", -3, ""),
        ("", 0, ""),
    ],
)
def test_text_is_cut_visibly(text, width, shown):
    assert cut(text, width) == shown


@given(words, st.integers(0, 12))
def test_cut_text_is_never_wider_than_asked(text, width):
    assert cell_len(cut(text, width)) <= width


# Changes --------------------------------------------------------------------------------------------------------------


def spans(before, after):
    return [tuple(region) for region in after.changes(before)]


def pair(width=40, height=3):
    return canvas(width, height), canvas(width, height)


def test_equal_canvases_have_no_changes():
    before, after = pair()
    before.put(1, 1, "road", LOUD)
    after.put(1, 1, "road", LOUD)
    assert spans(before, after) == []


def test_a_change_is_as_wide_as_what_changed():
    before, after = pair()
    before.put(5, 1, "road", PLAIN)
    after.put(5, 1, "roof", PLAIN)
    assert spans(before, after) == [(7, 1, 2, 1)]


def test_a_new_colour_is_a_change():
    before, after = pair()
    after.restyle(3, 0, 2, LOUD)
    assert spans(before, after) == [(3, 0, 2, 1)]


def test_what_only_a_click_hits_is_no_change():
    before, after = pair()
    after.mark(0, 0, 9, 2, "door")
    assert spans(before, after) == []


def test_near_changes_are_one_span_and_far_ones_are_two():
    before, after = pair()
    for x in (0, 6, 30):
        after.put(x, 2, "x", PLAIN)
    assert spans(before, after) == [(0, 2, 7, 1), (30, 2, 1, 1)]


def test_a_change_never_cuts_a_wide_character():
    before, after = pair()
    before.put(4, 0, "漢漢", PLAIN)
    after.put(4, 0, "字漢", PLAIN)
    assert spans(before, after) == [(4, 0, 2, 1)]
    second = canvas(40, 3)
    second.put(4, 0, "字漢", PLAIN)
    second.restyle(7, 0, 1, LOUD)
    assert spans(after, second) == [(6, 0, 2, 1)]


@given(
    st.lists(st.tuples(st.integers(0, 38), words), max_size=5),
    st.lists(st.tuples(st.integers(0, 38), words), max_size=5),
)
def test_painting_the_changes_alone_gives_the_new_canvas(old, new):
    before, after = pair(40, 1)
    for sheet, puts in ((before, old), (after, new)):
        for x, text in puts:
            sheet.put(x, 0, text, PLAIN)
    row = before.chars[0][:]
    for x, _y, width, _height in after.changes(before):
        row[x : x + width] = after.chars[0][x : x + width]
        assert after.chars[0][x] != "", "a span begins in the middle of a character"
        assert x + width == 40 or after.chars[0][x + width] != "", "a span ends in the middle of a character"
    assert row == after.chars[0]
