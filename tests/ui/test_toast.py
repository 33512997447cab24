"""A few words over the table: what was refused and why, or good news."""

import pytest
from textual.app import ComposeResult
from textual.screen import Screen

from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.panel import Panel
from atlantis_tui.ui.toast import Toast, paint_toast
from tests.ui.stage import EACH_PALETTE, LOOKS, Stage, golden, look, look_name

REFUSED = [
    "Not with a flag alone",
    "Place 21 is held by Thetis. On a held place another card must follow, up to a free place or the Mainland, "
    "and be paid for.",
]


class Ground(Panel):
    def paint(self, canvas):
        canvas.fill(0, 0, canvas.width, canvas.height, self.blank(), "~")


class Place(Screen[None]):
    """A screen that shows a toast as the table does."""

    CSS = "Place { layers: ground over; } Place > * { position: absolute; } Toast { layer: over; offset: 37 14; }"

    def compose(self) -> ComposeResult:
        yield Ground()
        yield Toast()

    def on_key(self) -> None:
        self.toast.hush()

    @property
    def toast(self):
        return self.query_one(Toast)


def lines_of(app):
    """The cells of the toast's place."""
    return [line[37:79].rstrip() for line in app.lines[14:20]]


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_it_looks_as_it_did(glyphs):
    place = Place()
    app = Stage(place, look("dark" if glyphs == "unicode" else "mono", glyphs))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "~" * 80 in app.lines[14]
        place.toast.say(REFUSED)
        await pilot.pause()
        golden(f"toast_80x24_{glyphs}", app.text)


@pytest.mark.parametrize("good", [False, True])
@pytest.mark.parametrize("look", LOOKS, ids=look_name)
def test_every_look(look, good):
    palette, glyphs = look.palette, look.glyphs
    canvas = Canvas(42, 6, palette.style(palette.text, palette.sea))
    paint_toast(canvas, 0, 0, 42, 6, REFUSED, look, good)
    sign = glyphs.yes if good else glyphs.no
    lines = canvas.text().splitlines()
    assert lines[0] == f"{glyphs.bar} {sign} Not with a flag alone"
    assert lines[5] == f"{glyphs.bar} any key goes on"
    ground = palette.good_ground if good else palette.bad_ground
    if not palette.flat:
        assert canvas.styles[0][2] == palette.style(palette.land if good else palette.bad, ground, True)
    assert canvas.styles[1][2] == palette.style(palette.text, ground)


@pytest.mark.parametrize("look", EACH_PALETTE, ids=look_name)
async def test_every_palette_paints(look):
    place = Place()
    app = Stage(place, look)
    async with app.run_test(size=(80, 24)) as pilot:
        place.toast.say(REFUSED)
        await pilot.pause()
        assert lines_of(app)[0].endswith("Not with a flag alone")


async def test_the_next_key_takes_it_away():
    place = Place()
    app = Stage(place)
    async with app.run_test(size=(80, 24)) as pilot:
        before = app.text
        place.toast.say(REFUSED)
        await pilot.pause()
        assert app.text != before
        await pilot.press("x")
        assert app.text == before


async def test_a_click_takes_it_away():
    place = Place()
    app = Stage(place)
    async with app.run_test(size=(80, 24)) as pilot:
        place.toast.say(REFUSED)
        await pilot.pause()
        await pilot.click(offset=(50, 16))
        assert not place.toast.display


async def test_it_goes_by_itself_if_it_is_told_to():
    place = Place()
    app = Stage(place)
    async with app.run_test(size=(80, 24)) as pilot:
        place.toast.say(REFUSED, seconds=0.05)
        while place.toast.display:
            await pilot.pause(0.01)
        place.toast.say(REFUSED, seconds=0.05)
        place.toast.say(["Another thing"])  # the first one's time does not count for the second
        await pilot.pause(0.2)
        assert place.toast.display


async def test_what_is_said_next_replaces_it():
    place = Place()
    app = Stage(place)
    async with app.run_test(size=(80, 24)) as pilot:
        place.toast.say(REFUSED)
        await pilot.pause()
        place.toast.say(["All is well"], good=True)
        await pilot.pause()
        assert "All is well" in app.text
        assert "flag" not in app.text


async def test_one_long_sentence_is_wrapped_by_cells():
    place = Place()
    app = Stage(place)
    async with app.run_test(size=(80, 24)) as pilot:
        place.toast.say(["Константин 木村拓哉と仲間たち木村拓哉と仲間たち не может заплатить за воду"])
        await pilot.pause()
        assert lines_of(app)[0].startswith("▌ ✖ Константин")
        assert "заплатить" in app.text


async def test_what_does_not_fit_ends_in_dots():
    place = Place()
    app = Stage(place)
    async with app.run_test(size=(80, 24)) as pilot:
        place.toast.styles.height = 3
        place.toast.say([" ".join(f"word{number}" for number in range(60))])
        await pilot.pause()
        lines = lines_of(app)
        assert lines[2].endswith("…")
        assert lines[3].startswith("~")
        place.toast.say(["Four words in all"])
        await pilot.pause()
        assert lines_of(app)[2] == "▌ any key goes on"
