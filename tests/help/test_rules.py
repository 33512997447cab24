"""All rules on a screen: one text with plain mode, parts, search, examples and signs in every look."""

import re
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from atlantis_tui.games import about
from atlantis_tui.help.rules import RulesScreen
from atlantis_tui.plain.game import rules as plain_rules
from atlantis_tui.text import rulebook
from core import games
from core.game import option_text
from tests.ui.stage import LOOKS, SIZES, Stage, drawn, golden, look, look_name, resize

ROOT = Path(__file__).parent.parent.parent


def rules(**more):
    return RulesScreen("atlantis", **more)


every_game = pytest.mark.parametrize("game", games.names())
every_size = pytest.mark.parametrize("size", SIZES, ids=str)


class Painted(RulesScreen):
    """Rules that need no app: their size and look are told."""

    def __init__(self, size, look, game="atlantis"):
        super().__init__(game)
        self._given = size, look

    @property
    def size(self):
        from textual.geometry import Size

        return Size(*self._given[0])

    @property
    def look(self):
        return self._given[1]

    @property
    def width(self):
        return self._width(self.size.width)[1]


def squeezed(text):
    return re.sub(r"\s+", "", text)


def words_of(part):
    """What a part says: its paragraphs, and the cells of its tables."""
    for block in part.paragraphs:
        if isinstance(block, rulebook.RulebookTable):
            yield from (cell for row in (block.head[1:], *block.rows) for cell in row)
        else:
            yield block.removeprefix("- ")


def table_of_tiles():
    part = next(part for part in rulebook.parts("survive") if part.number == 6)
    return next(block for block in part.paragraphs if isinstance(block, rulebook.RulebookTable))


@every_game
@every_size
def test_every_word_of_the_rules_is_on_it(game, size):
    screen = Painted(size, look(), game)
    text = squeezed("".join(line.text for line in screen.lines(screen.width)))
    for part in rulebook.parts(game):
        assert squeezed(part.title) in text
        for words in words_of(part):
            assert squeezed(words) in text


@every_game
def test_plain_mode_has_the_same_text(game):
    said = squeezed("".join(plain_rules(game))).casefold()
    for part in rulebook.parts(game):
        for words in words_of(part):
            assert squeezed(words).casefold() in said


@every_game
def test_rules_have_neither_markup_nor_names_of_the_program(game):
    screen = Painted((80, 24), look(), game)
    shown = [line.text for line in screen.lines(screen.width) if not line.sign]
    for line in (*shown, *plain_rules(game)):
        assert not re.search(r"[`*_|]|--|\btrue\b|\bfalse\b", line), line


@every_game
def test_an_optional_rule_is_called_in_the_rules_as_on_the_screens(game):
    """In the file its name for the command line stands beside it; the file is all that tells of both."""
    told = [str(line) for part in rulebook.parts(game) if part.title == "Options" for line in part.paragraphs]
    file = (ROOT / "core" / game / "RULES.md").read_text("utf-8").replace("\n  ", " ")
    for option in games.load(game).options:
        title, values, _sentence = about(game).options()[option.name]
        assert f"**{title}** (`{option.name}`)" in file
        line = next(line for line in told if title in line)
        if line.startswith(f"- {title}:"):  # the others are challenges, which share a line
            assert [name for name in values.values() if name not in line] == []
            assert all(f"(`{option_text(value)}`)" in file for value in option.values)


@every_size
def test_a_table_is_a_table(size):
    """Under each head stand its numbers, and they end where the head ends."""
    table, screen = table_of_tiles(), Painted(size, look(), "survive")
    lines = [line.text for line in screen.lines(screen.width)]
    at = next(number for number, line in enumerate(lines) if line.startswith(table.head[0]))
    head, rule, *rows = lines[at : at + 2 + len(table.rows)]
    assert rule == "─" * len(head)
    for told, row in zip(rows, table.rows, strict=True):
        assert told.startswith(row[0])
        for name, cell in zip(table.head[1:], row[1:], strict=True):
            end = head.index(name) + len(name)
            assert told[:end].split()[-1] == (cell or "–"), (told, name)
    assert max(map(len, (head, *rows))) <= screen.width


def test_a_table_without_room_goes_over_several_lines():
    table, screen = table_of_tiles(), Painted((60, 20), look(), "survive")
    lines = [line.text for line in screen._table(table, 36)]
    assert max(map(len, lines)) <= 36
    assert squeezed("".join(line[:12] for line in lines)).count("defence") == 2


def test_plain_mode_tells_a_table_in_sentences():
    said = plain_rules("survive", "6")
    assert "Shark: beach 3, forest 2, mountain 1." in said
    assert "Volcano: mountain 1." in said


@pytest.mark.parametrize("look", LOOKS, ids=look_name)
def test_every_look_and_size_paints_every_line_inside(look):
    for size in SIZES if look_name(look) in ("dark-unicode", "mono-ascii") else SIZES[:1]:
        screen = Painted(size, look)
        x, width = screen._width(size[0])
        assert x + width <= size[0]
        lines = screen._text()
        for line in lines:
            assert line.indent + cell_len(line.text) <= width
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


async def test_two_digits_in_a_row_are_one_number(monkeypatch):
    clock = [100.0]
    monkeypatch.setattr("atlantis_tui.help.rules.monotonic", lambda: clock[0])
    app = Stage(RulesScreen("survive"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen: Any = app.shown
        last = len(screen.parts) - 1
        assert last > 10
        for keys, part in (("1", 1), ("0", 10), (str(last), last), ("45", 5), ("2", 2)):
            await pilot.press(*keys)
            assert screen._part == part, keys
            clock[0] += 0.1
        await pilot.press("1")
        clock[0] += 60
        await pilot.press("2")
        assert screen._part == 2, "much later it is another number"


async def test_the_list_of_parts_can_be_clicked():
    app = Stage(rules())
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        await pilot.click(offset=app.find("5  Bridges"))
        assert "5  Bridges" in app.lines[2][34:]
        assert app.lines[9][1] == "▌"


@every_size
async def test_parts_and_the_search_can_be_clicked_in_the_prompt(size):
    """Also those whose number no key has."""
    app = Stage(RulesScreen("survive"))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen: Any = app.shown
        y = size[1] - 2
        for number in (4, 12):
            x = next(x for x in range(size[0]) if screen.sheet.canvas.at(x, y) == ("part", number))
            await pilot.click(offset=(x, y))
            assert f"{number}  {screen.parts[number].title}" in app.text
            assert screen._part == number
        row = screen.sheet.canvas.hits[y]
        if ("key", "slash") in row:
            await pilot.click(offset=(row.index(("key", "slash")), y))
            assert screen.field is not None
        else:
            assert size[0] == 60, "there the footer names it"


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
