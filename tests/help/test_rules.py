"""All rules on a screen: one text with plain mode, parts, search, examples and signs in every look."""

import re
from typing import Any

import pytest

from atlantis_tui.help.rules import RulesScreen
from atlantis_tui.plain import game
from atlantis_tui.text import rulebook
from tests.ui.stage import LOOKS, SIZES, Stage, drawn, golden, look, look_name, resize


def rules(**more):
    return RulesScreen("atlantis", **more)


class Painted(RulesScreen):
    """Rules that need no app: their size and look are told."""

    def __init__(self, size, look):
        super().__init__("atlantis")
        self._given = size, look

    @property
    def size(self):
        from textual.geometry import Size

        return Size(*self._given[0])

    @property
    def look(self):
        return self._given[1]


def squeezed(text):
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_word_of_the_rules_is_on_it(size):
    screen = Painted(size, look())
    width = screen._width(size[0])[1]
    text = squeezed("".join(line.text for line in screen.lines(width)))
    for part in rulebook.parts("atlantis"):
        assert squeezed(part.title) in text
        for paragraph in part.paragraphs:
            assert squeezed(paragraph.removeprefix("- ")) in text


def test_plain_mode_has_the_same_text():
    said = squeezed("".join(game.rules("atlantis")))
    for part in rulebook.parts("atlantis"):
        assert squeezed("".join(part.paragraphs)) in said


@pytest.mark.parametrize("look", LOOKS, ids=look_name)
def test_every_look_and_size_paints_every_line_inside(look):
    for size in SIZES if look_name(look) in ("dark-unicode", "mono-ascii") else SIZES[:1]:
        screen = Painted(size, look)
        x, width = screen._width(size[0])
        assert x + width <= size[0]
        lines = screen._text()
        for line in lines:
            assert line.indent + len(line.text) <= width
            assert line.example is None or line.indent + line.example.width <= width
        signs = 0
        for top in range(0, len(lines), size[1] - 4):
            screen.top = top
            told = drawn(screen, size, look).text()
            signs += told.count("olive branch")
            if look.glyphs.name == "ascii":
                assert re.sub("[↑↓·]", "", told).isascii()
        assert signs


@pytest.mark.parametrize(
    ("size", "glyphs"),
    [((80, 24), "unicode"), ((120, 36), "unicode"), ((80, 24), "ascii")],
    ids=str,
)
async def test_it_looks_as_it_did(size, glyphs):
    app = Stage(rules(part=4), look("dark" if glyphs == "unicode" else "mono", glyphs))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        golden(f"rules_{size[0]}x{size[1]}_{glyphs}", app.text)
        await pilot.press("s")
        golden(f"rules_signs_{size[0]}x{size[1]}_{glyphs}", app.text)


async def test_numbers_go_to_parts_and_the_ends_are_ends():
    app = Stage(rules())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "─ Atlantis ─" in app.lines[2]
        for key, name in (("3", "3  A turn"), ("7", "7  The end"), ("1", "1  What is in the box")):
            await pilot.press(key)
            assert name in app.lines[2]
        await pilot.press("home", "up")
        assert "─ Atlantis ─" in app.lines[2]
        first = app.text
        await pilot.press("pagedown", "pageup")
        assert app.text == first
        await pilot.press("end", "down", "down")
        assert "100 %" in app.lines[0]
        last = app.text
        await pilot.press("pagedown")
        assert app.text == last


async def test_the_list_of_parts_can_be_clicked():
    app = Stage(rules())
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        await pilot.click(offset=app.find("5  Bridges"))
        assert "5  Bridges" in app.lines[2][34:]
        assert app.lines[9][1] == "▌"


async def test_search():
    app = Stage(rules())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("slash", *"MIRRORS")
        assert "mirrors" in app.text
        await pilot.press("enter")
        assert '1 line with "MIRRORS".' in app.text
        await pilot.press("slash", *"bridge", "enter")
        screen: Any = app.shown
        places = screen._places()
        assert len(places) > 5
        assert screen.found_at == places[0]
        await pilot.press("p")
        assert screen.found_at == places[-1]
        assert screen.top <= places[-1] < screen.top + screen._room()
        await pilot.press("n", "n", "n")
        assert screen.found_at == places[2]
        assert app.style_of("bridge").bold
        await pilot.press("backspace")
        assert "lines with" not in app.text
        await pilot.press("slash", *"unheard of".replace(" ", "_"), "enter")
        assert "Nothing with" in app.text
        await pilot.press("escape", "escape")
        assert app.answer is None


async def test_it_keeps_its_place_in_another_size():
    app = Stage(rules(part=6))
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        assert "6  The Mainland" in app.text
        await resize(pilot, 60, 20)
        assert app.lines[-1].strip().endswith("? help")
        await pilot.press("6")
        assert "6  The Mainland" in app.lines[2]
