"""Lines over time, colours that can be read, and large digits."""

import pytest

from atlantis_tui.ui import digits
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.colours import contrast, ink_on, mixed, readable
from atlantis_tui.ui.glyphs import ASCII, UNICODE
from atlantis_tui.ui.palettes import PALETTES
from atlantis_tui.ui.plot import Plot, PlotLine, scale
from tests.ui.stage import LOOKS, look, look_name


def drawn(lines, look=look(), width=40, height=8, **more):  # noqa: B008
    canvas = Canvas(width, height, look.palette.style(look.palette.text, look.palette.sea))
    Plot(lines, look, **more).paint(canvas, 0, 0, width, height)
    return canvas


def line(*values, mark="▲", name="Anna", colour="#ff9a5a"):
    return PlotLine(values, mark, name, colour)


def test_a_line_in_dots():
    assert drawn([line(*range(0, 41, 4))], width=30, height=6).text().splitlines() == [
        "40 ┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈⣀⠤⠒⠉ ▲ Anna",
        "               ⣀⠤⠒⠉",
        "20 ┈┈┈┈┈┈┈⢀⣀⠤⠔⠊┈┈┈┈┈┈┈┈",
        "      ⢀⡠⠔⠊⠁",
        " 0 ⡠⠔⠊⠁┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈",
        "   1       5         11",
    ]


def test_a_line_in_signs():
    rising = line(*range(0, 41, 4), mark="@")
    assert drawn([rising], look("mono", "ascii"), width=30, height=6).text().splitlines() == [
        "40 .................@@@ @ Anna",
        "                @@@@",
        "20 .......@@@@@@.......",
        "      @@@@",
        " 0 @@@.................",
        "   1       5         11",
    ]


@pytest.mark.parametrize("look", LOOKS, ids=look_name)
def test_every_look_draws_it(look):
    canvas = drawn([line(1, 5, -3), line(2, 2, 40, mark="■", name="Boris", colour=look.palette.seats[1])], look)
    assert "Anna" in canvas.text()
    assert "Boris" in canvas.text()


@pytest.mark.parametrize("palette", ["mono", "dark"])
def test_without_colours_lines_are_told_apart_by_their_signs(palette):
    text = drawn([line(1, 20, 40), line(30, 20, 10, mark="■", name="Boris")], look(palette)).text()
    assert (text.count("▲") > 1) == (text.count("■") > 1) == (palette == "mono")


def test_the_line_given_last_lies_on_top():
    one, other = line(0, 10, 20), line(0, 10, 20, mark="■", name="Boris", colour="#6cc8ff")
    for lines in ([one, other], [other, one]):
        canvas = drawn(lines)
        dots = [
            canvas.styles[y][x].color.name
            for y in range(canvas.height)
            for x in range(canvas.width)
            if 0x2800 < ord(canvas.chars[y][x] or " ") < 0x2900
        ]
        assert set(dots) == {lines[-1].colour}


def test_names_stand_at_their_lines_and_never_on_each_other():
    lines = [line(0, 20, name=name) for name in ("Anna", "Boris", "Clara", "David")]
    rows = drawn(lines, height=6).text().splitlines()
    assert [row.split()[-1] for row in rows[:4]] == ["Anna", "Boris", "Clara", "David"]
    low = (
        drawn([line(20, -20, name=name) for name in ("Anna", "Boris", "Clara", "David")], height=6).text().splitlines()
    )
    assert [row.split()[-1] for row in low[1:5]] == ["Anna", "Boris", "Clara", "David"]


def test_long_and_wide_names_are_cut():
    canvas = drawn([line(0, 20, name="Константинопольская"), line(5, 5, name="木村拓哉と仲間たち")])
    assert "▲ Констан…" in canvas.text()
    assert "▲ 木村拓…" in canvas.text()


def test_one_value_is_a_dot_and_no_trouble():
    assert drawn([line(5)], height=4).text().startswith(" 5 ⠁")
    assert drawn([line(5)], look("mono"), height=4).text().startswith(" 5 ▲")


def test_the_last_value_may_have_no_number():
    assert drawn([line(*range(60))], numbered=58).text().splitlines()[-1].split()[-1] == "58"


def test_too_little_room_paints_nothing():
    assert drawn([line(1, 2)], width=10, height=8).text().strip() == ""
    assert drawn([line(1, 2)], width=40, height=2).text().strip() == ""


@pytest.mark.parametrize(
    ("values", "rows", "found"),
    [
        ([-4, 43], 6, (-5, 45, 20)),
        ([0, 22], 6, (0, 25, 10)),
        ([-4, 43], 13, (-5, 45, 10)),
        ([0, 0], 6, (0, 5, 5)),
        ([-30, -20], 6, (-30, 5, 20)),
        ([3, 412], 6, (0, 415, 200)),
    ],
)
def test_scales(values, rows, found):
    assert scale(values, rows) == found


def test_marks_of_the_scale_never_stand_side_by_side():
    for high in range(5, 300, 5):
        for rows in range(4, 25):
            low, top, step = scale([-7, high], rows)
            assert step * (rows - 1) * 10 >= 19 * (top - low)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_words_in_colours_can_be_read(palette):
    if palette.flat or palette.ansi:
        assert readable(palette, "red", "black") == "red"
        assert mixed(palette, "red", "black", 0.5) == "red"
        assert ink_on(palette, palette.key) == palette.ink
        return
    for ground in (palette.sea, palette.prompt, palette.surf, palette.bad_ground):
        for colour in (*palette.seats, palette.pay, palette.land, palette.chain, palette.bad, palette.foam):
            assert contrast(readable(palette, colour, ground), ground) >= 4.5
    assert contrast(ink_on(palette, palette.key), palette.key) >= 4.5


def test_a_colour_that_can_be_read_stays_as_it_is():
    dark = PALETTES["dark"]
    assert [readable(dark, colour, dark.sea) for colour in dark.seats] == list(dark.seats)


def number(value, glyphs):
    canvas = Canvas(digits.width(value), digits.HEIGHT, look().palette.style("#ffffff", "#000000"))
    digits.paint(canvas, 0, 0, value, canvas.styles[0][0], glyphs)
    return canvas.text().splitlines()


def test_large_digits():
    assert number(43, UNICODE) == ["█ █ ▀▀█", "▀▀█  ▀█", "  ▀ ▀▀▀"]
    assert number(-17, UNICODE) == ["    ▄█  ▀▀█", "▀▀▀  █    █", "    ▀▀▀   ▀"]
    assert number(43, ASCII) == ["     _", "|_|  _|", "  |  _|"]
    assert number(-20, ASCII) == ["     _   _", " _   _| | |", "    |_  |_|"]


def test_all_digits_are_different():
    for glyphs in (UNICODE, ASCII):
        assert len({tuple(number(value, glyphs)) for value in range(10)}) == 10
