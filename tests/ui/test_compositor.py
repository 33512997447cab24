"""The terminal gets the cells that changed and no more, and shows the same as with Textual's own compositor."""

import random
import re
from typing import Any

import pytest
from rich.cells import cell_len
from rich.style import Style
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate
from textual.app import App
from textual.screen import Screen

from atlantis_tui.ui.canvas import CanvasWidget
from atlantis_tui.ui.compositor import CellUpdate, FineCompositor, FineUpdate
from tests.table.at_table import at_table, new_table, seat_instant_bots
from tests.ui.stage import look, look_name

STYLES = [
    Style(color=ink, bgcolor=ground, bold=bold)
    for ink, bold in (("#ff9a5a", False), ("#dbe7f3", True))
    for ground in ("#081626", "#14507d", "#86c65a")
]
_sequence = re.compile("\x1b\\[([0-9;]*)([A-Za-z])").match


class Terminal:
    """As much of a terminal as is written to here: text, colours, and moves of the cursor."""

    def __init__(self, width, height):
        self.cells: dict[tuple[int, int], Any] = {(x, y): (" ", "") for y in range(height) for x in range(width)}
        self.x = self.y = 0
        self.ink: Any = ""
        self.ground: Any = ""
        self.flags: set[int] = set()

    def feed(self, text):
        at = 0
        while at < len(text):
            if found := _sequence(text, at):
                at = found.end()
                if found[2] == "m":
                    self._colour([int(code or 0) for code in found[1].split(";")])
                elif found[2] == "H":
                    row, _, column = found[1].partition(";")
                    self.y, self.x = int(row) - 1, int(column) - 1
                else:
                    raise AssertionError(f"not expected: {found[0]!r}")
            elif text[at] == "\n":
                self.x, self.y, at = 0, self.y + 1, at + 1
            else:
                style = (self.ink, self.ground, *sorted(self.flags))
                self.cells[self.x, self.y] = (text[at], style)
                for more in range(1, cell_len(text[at])):
                    self.cells[self.x + more, self.y] = ("", style)
                self.x += cell_len(text[at])
                at += 1

    def _colour(self, codes):
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.ink, self.ground, self.flags = "", "", set()
            elif code in (1, 2, 3, 4, 5, 7, 9):
                self.flags.add(code)
            elif code in (38, 48):
                number = 4 if codes[0] == 2 else 2
                value, codes = tuple(codes[:number]), codes[number:]
                self.ink, self.ground = (value, self.ground) if code == 38 else (self.ink, value)
            elif code in (39, 49):
                self.ink, self.ground = ("", self.ground) if code == 39 else (self.ink, "")
            elif code in (*range(30, 38), *range(90, 98)):
                self.ink = code
            elif code in (*range(40, 48), *range(100, 108)):
                self.ground = code - 10
            else:
                raise AssertionError(f"not expected: {code}")

    def text(self):
        rows: dict[int, list[str]] = {}
        for (_x, y), (char, _style) in sorted(self.cells.items(), key=lambda item: item[0][::-1]):
            rows.setdefault(y, []).append(char)
        return ["".join(row) for row in rows.values()]


class Both(FineCompositor):
    """Keeps what each of the two would send, where lines are cut up."""

    def __init__(self):
        super().__init__()
        self.sent: list[tuple[str, str]] = []

    def render_partial_update(self):
        update = Compositor.render_partial_update(self)
        if update is None:
            return None
        fine = FineUpdate(update.chops, update.spans, update.chop_ends)
        assert self.root is not None
        console = self.root.app.console
        self.sent.append((ChopsUpdate.render_segments(update, console), fine.render_segments(console)))
        return fine


class Cells(FineCompositor):
    """Keeps what is sent, and how it was found."""

    def __init__(self):
        super().__init__()
        self.sent: list[tuple[str, str]] = []
        self.kinds: list[type] = []

    def render_partial_update(self):
        update = super().render_partial_update()
        if update is not None:
            assert self.root is not None
            self.kinds.append(type(update))
            self.sent.append(("", update.render_segments(self.root.app.console)))
        return update


class Note(CanvasWidget):
    writing: list[tuple[int, int, str, Style]] = []  # noqa: RUF012

    def blank(self):
        return STYLES[0]

    def paint(self, canvas):
        for x, y, text, style in self.writing:
            canvas.put(x, y, text, style)


class Sheet(Screen[None]):
    CSS = """
    Sheet { layers: under over; overflow: hidden; }
    Note { position: absolute; layer: under; }
    #left { width: 30; height: 8; }
    #right { width: 30; height: 8; offset: 30 0; }
    #over { width: 20; height: 3; offset: 20 3; layer: over; }
    """

    def __init__(self, compositor=Both, notes=("left", "right", "over")):
        super().__init__()
        self._compositor = compositor()
        self.notes = notes

    def compose(self):
        for name in self.notes:
            yield Note(id=name)


class Desk(App[None]):
    def __init__(self, *how, **more):
        super().__init__(**more)
        self.how = how

    def on_mount(self):
        self.push_screen(Sheet(*self.how))


def whole(screen):
    """What the screen shows, sent all at once."""
    terminal = Terminal(*screen.size)
    text = screen._compositor.render_full_update().render_segments(screen.app.console)
    terminal.feed(text.replace("\x1b[?25l", ""))
    return terminal


async def change(pilot, **writing):
    """Writes on notes and returns what was sent for it by Textual's way and by ours."""
    screen = pilot.app.screen
    screen._compositor.sent.clear()
    for name, words in writing.items():
        note = screen.query_one(f"#{name}")
        note.writing = words
        note.repaint()
    await pilot.pause()
    sent = screen._compositor.sent
    return "".join(theirs for theirs, _ in sent), "".join(ours for _, ours in sent)


@pytest.fixture
async def pilot():
    async with Desk().run_test(size=(60, 8)) as pilot:
        await change(pilot, left=[], right=[], over=[])
        yield pilot


def characters(text):
    return re.sub("\x1b\\[[0-9;]*[A-Za-z]", "", text).replace("\n", "")


async def test_one_changed_cell_is_one_character_and_one_move(pilot):
    theirs, ours = await change(pilot, right=[(20, 2, "x", STYLES[1])])
    assert characters(ours) == "x"
    assert ours.count("H") == 1
    assert len(characters(theirs)) > 15, "Textual crops by itself now: this compositor is not needed any more"


async def test_only_what_differs_is_sent_also_when_all_is_painted_anew(pilot):
    _, ours = await change(pilot, left=[(0, 0, "Atlantis", STYLES[2]), (3, 5, "road", STYLES[3])])
    assert characters(ours) == "Atlantisroad"
    _, ours = await change(pilot, left=[(0, 0, "Atlantic", STYLES[2]), (3, 5, "road", STYLES[3])])
    assert characters(ours) == "c"


async def test_nothing_is_sent_for_nothing(pilot):
    writing = [(0, 0, "Atlantis", STYLES[2])]
    await change(pilot, left=writing)
    assert await change(pilot, left=list(writing)) == ("", "")


async def test_what_lies_over_it_is_not_painted_over(pilot):
    await change(pilot, over=[(0, 0, "o" * 20, STYLES[4])])
    _, ours = await change(pilot, left=[(15, 3, "x" * 15, STYLES[1])])
    assert "o" not in characters(ours) or characters(ours).count("o") <= 10
    assert whole(pilot.app.screen).text()[3][15:40] == "x" * 5 + "o" * 20


@pytest.mark.parametrize("signs", ["ab≈▀é ", "ab≈▀漢é "], ids=["narrow", "wide"])
@pytest.mark.parametrize("seed", range(3))
async def test_the_screen_is_the_same_as_with_textuals_own(pilot, seed, signs):
    chance = random.Random(seed)
    screen = pilot.app.screen
    terminals = {"theirs": whole(screen), "ours": whole(screen)}
    bytes_sent = {"theirs": 0, "ours": 0}
    written: dict[str, list[tuple[int, int, str, Style]]] = {"left": [], "right": [], "over": []}
    for _ in range(25):
        for words in written.values():
            if len(words) > 8:
                words.pop(0)
            text = "".join(chance.choices(signs, k=chance.randint(1, 12)))
            words.append((chance.randint(-3, 28), chance.randint(0, 7), text, chance.choice(STYLES)))
        sent = await change(pilot, **{name: list(words) for name, words in written.items()})
        for name, text in zip(("theirs", "ours"), sent, strict=True):
            terminals[name].feed(text)
            bytes_sent[name] += len(text.encode())
        expected = whole(screen)
        assert terminals["ours"].text() == expected.text()
        assert terminals["ours"].cells == expected.cells
        if "漢" not in signs:  # Textual's own loses such a character where a change under it ends in its middle
            assert terminals["theirs"].text() == expected.text()
    assert bytes_sent["ours"] < bytes_sent["theirs"]


# Straight from the cells ----------------------------------------------------------------------------------------------


def kinds(pilot) -> list[type]:
    compositor = pilot.app.screen._compositor
    assert isinstance(compositor, Cells)
    return compositor.kinds


@pytest.mark.parametrize("signs", ["ab≈▀é ", "ab≈▀漢é "], ids=["narrow", "wide"])
@pytest.mark.parametrize("seed", range(3))
async def test_canvases_side_by_side_are_read_cell_by_cell(seed, signs):
    chance = random.Random(seed)
    async with Desk(Cells, ("left", "right")).run_test(size=(60, 8)) as pilot:
        await change(pilot, left=[], right=[])
        screen = pilot.app.screen
        terminal = whole(screen)
        written: dict[str, list[tuple[int, int, str, Style]]] = {"left": [], "right": []}
        for _ in range(25):
            for words in written.values():
                if len(words) > 8:
                    words.pop(0)
                text = "".join(chance.choices(signs, k=chance.randint(1, 12)))
                words.append((chance.randint(-3, 28), chance.randint(0, 7), text, chance.choice(STYLES)))
            kinds(pilot).clear()
            _, sent = await change(pilot, **{name: list(words) for name, words in written.items()})
            assert set(kinds(pilot)) <= {CellUpdate}
            terminal.feed(sent)
            expected = whole(screen)
            assert terminal.text() == expected.text()
            assert terminal.cells == expected.cells


async def test_colours_are_sent_only_where_they_change():
    async with Desk(Cells, ("left", "right")).run_test(size=(60, 8)) as pilot:
        await change(pilot, left=[], right=[])
        _, sent = await change(pilot, left=[(1, 1, "road", STYLES[1]), (1, 3, "road", STYLES[1])])
        assert sent.count("m") == 2, "on and off"
        _, sent = await change(pilot, left=[(1, 1, "r", STYLES[1]), (2, 1, "o", STYLES[2])])
        assert len(re.findall("\x1b\\[(?:38|3[0-7]|9[0-7])[;m]", sent)) == 1, "the ink stays as it is"


async def test_what_lies_over_canvases_is_left_to_textual():
    async with Desk(Cells).run_test(size=(60, 8)) as pilot:
        await change(pilot, left=[(1, 1, "road", STYLES[1])])
        assert set(kinds(pilot)) == {FineUpdate}


async def test_filters_are_left_to_textual(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with Desk(Cells, ("left", "right")).run_test(size=(60, 8)) as pilot:
        await change(pilot, left=[(1, 1, "road", STYLES[1])])
        assert set(kinds(pilot)) == {FineUpdate}


async def test_colours_of_the_terminal_itself_are_left_to_textual_where_it_would_change_them():
    plain = Style(color="red", bgcolor="black")
    for own, kind in ((False, FineUpdate), (True, CellUpdate)):
        async with Desk(Cells, ("left", "right"), ansi_color=own).run_test(size=(60, 8)) as pilot:
            kinds(pilot).clear()
            await change(pilot, left=[(1, 1, "road", plain)])
            assert kinds(pilot) == [kind]


class Sent(FineCompositor):
    """Keeps all that is sent, whole screens too."""

    def __init__(self):
        super().__init__()
        self.sent: list[str] = []

    def render_update(self, *how, **more):
        update = super().render_update(*how, **more)
        if isinstance(update, CompositorUpdate):
            assert self.root is not None
            self.sent.append(update.render_segments(self.root.app.console).replace("\x1b[?25l", ""))
        return update


@pytest.mark.parametrize(
    "how",
    [
        look(),
        look("ansi16", "console"),
        pytest.param(look("mono", "ascii"), marks=pytest.mark.full),
        pytest.param(look("light"), marks=pytest.mark.full),
    ],
    ids=look_name,
)
async def test_the_table_on_the_terminal_is_the_table_in_the_program(monkeypatch, how):
    """Whatever is done there, what was sent bit by bit adds up to what would be sent at once."""
    seat_instant_bots(monkeypatch)
    chance = random.Random(7)
    keys = ["tab", "1", "2", "3", *"fohrsca", "right", "up", "down", "b", "t", "l", "y", "enter", "enter", "backspace"]
    async with at_table(new_table(["you", "bot:random", "bot:random"]), (80, 24), how._replace(motion=False)) as play:
        play.screen._compositor.__class__ = Sent
        play.screen._compositor.sent = []
        await play.asked()
        terminal = whole(play.screen)
        for number in range(70):
            await play.press(chance.choice([*keys, "colon"] if number < 64 else ["backspace"]))
            await play.asked()
            await play.pilot.pause()
            for sent in play.screen._compositor.sent:
                terminal.feed(sent)
            play.screen._compositor.sent.clear()
            if play.on_top:
                assert terminal.text() == whole(play.screen).text()


async def test_moving_the_screen_about_still_works(pilot):
    await change(pilot, left=[(2, 2, "road", STYLES[1])])
    await pilot.resize_terminal(50, 8)
    await pilot.pause()
    assert whole(pilot.app.screen).text()[2].startswith("  road")
    await pilot.resize_terminal(60, 8)
    _, ours = await change(pilot, left=[(2, 2, "roof", STYLES[1])])
    assert characters(ours).strip().endswith("of")
