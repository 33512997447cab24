"""The curtain: whoever is not asked sees nothing, and nothing opens it by accident."""

import pytest

from atlantis_tui.table.curtain import CurtainScreen
from tests.ui.stage import EACH_PALETTE, LOOKS, NOT_YET, SIZES, Stage, drawn, golden, look, look_name, resize

STORY = [
    "Mira plays a statue: figure 2 goes from place 12 to place 20. Mira pays 1 for the water with a flag. "
    "Mira takes statue 5 from place 11; the water there costs 4. Mira draws 1 card.",
    "Nereus plays a ring: figure 1 goes from Atlantis to place 7. Nereus takes flag 2 from place 6.",
    "Thetis is stuck and shows this hand: 2 flags and a ring. Thetis draws 2 cards.",
]

pytestmark = pytest.mark.usefixtures("at_once")


@pytest.fixture
def at_once(monkeypatch):
    """Screens that answer from the first moment."""
    monkeypatch.setattr(CurtainScreen, "STILL", 0)


def curtain(story=STORY, seat=3, name="Anna", others=("Mira",)):
    return CurtainScreen(seat, name, others, story)


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_it_looks_as_it_did(size, glyphs):
    app = Stage(curtain(), look("dark" if glyphs == "unicode" else "mono", glyphs))
    async with app.run_test(size=size):
        golden(f"curtain_{size[0]}x{size[1]}_{glyphs}", app.text)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("look", LOOKS, ids=look_name)
def test_it_is_complete_in_every_look_and_size(look, size):
    canvas = drawn(curtain(), size, look)
    told = canvas.text()
    for words in ("Anna, it is your turn", "Mira, please look away.", "Since your last turn", "Mira plays a statue"):
        assert words in told
    assert told.count("show my hand") == told.count("Bksp pause") == 2
    if look.glyphs.name == "ascii":
        assert told.isascii()
    line = next(y for y, row in enumerate(canvas.chars) if "Anna" in "".join(row))
    frame = canvas.chars[line].index(look.glyphs.left_half or "|")
    assert canvas.styles[line][frame] == look.palette.style(look.palette.seats[3], look.palette.surf)


@pytest.mark.parametrize("look", EACH_PALETTE, ids=look_name)
async def test_every_palette_paints(look):
    app = Stage(curtain(), look)
    async with app.run_test(size=(80, 24)):
        assert app.text == drawn(curtain(), (80, 24), look).text()


async def test_only_enter_opens_it():
    app = Stage(curtain())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("space", "a", "1", "y", "tab", "down", "o", "right", "f1")
        await pilot.click(offset=(40, 4))
        assert app.answer is NOT_YET
        await pilot.press("enter")
        assert app.answer is True


@pytest.mark.parametrize("key", ["backspace", "escape"])
async def test_pause(key):
    app = Stage(curtain())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        assert app.answer == "pause"


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(("words", "answer"), [("Enter show my hand", True), ("Bksp pause", "pause")])
async def test_the_buttons(size, words, answer):
    app = Stage(curtain())
    async with app.run_test(size=size) as pilot:
        await pilot.click(offset=app.find(words))
        assert app.answer == answer


@pytest.mark.parametrize(("words", "answer"), [("Enter show my hand", True), ("Bksp pause", "pause")])
async def test_the_footer_can_be_clicked_too(words, answer):
    app = Stage(curtain())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.click(offset=(app.lines[23].index(words), 23))
        assert app.answer == answer


async def test_the_enter_of_the_person_before_opens_nothing(monkeypatch):
    monkeypatch.setattr(CurtainScreen, "STILL", 60)
    app = Stage(curtain())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "enter")
        await pilot.click(offset=app.find("Enter show my hand"))
        assert app.answer is NOT_YET
        monkeypatch.setattr(CurtainScreen, "STILL", 0)
        await pilot.press("enter")
        assert app.answer is True


async def test_a_long_story_is_scrolled():
    story = [f"This is what happened as number {number}, and it took its time." for number in range(1, 31)]
    app = Stage(curtain(story))
    async with app.run_test(size=(60, 20)) as pilot:
        assert "number 1," in app.text
        assert "number 30," not in app.text
        assert "↑↓ more" in app.text
        await pilot.press("down")
        assert "of 60" in app.text
        await pilot.press(*["pagedown"] * 9)
        assert "number 30," in app.text
        assert "number 1," not in app.text
        await pilot.press("down")
        last = app.text
        await resize(pilot, 120, 36)
        assert "number 30," in app.text
        await resize(pilot, 60, 20)
        assert app.text == last
        await pilot.press(*["pageup"] * 8)
        assert "number 1," in app.text
        assert app.answer is NOT_YET


async def test_nothing_happened_yet():
    app = Stage(curtain([], others=()))
    async with app.run_test(size=(80, 24)):
        assert "The game begins" in app.text
        assert "Nothing has happened yet." in app.text
        assert "look away" not in app.text


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_long_and_cyrillic_names(size):
    others = ("Константин Великолепный", "木村拓哉と仲間たち", "Bartholomew")
    app = Stage(curtain(seat=0, name="Александра Константинопольская", others=others))
    async with app.run_test(size=size):
        assert "Александра Константинопольская," in app.text
        assert "Bartholomew" in app.text
        assert app.text.count("show my hand") == 2


async def test_nothing_but_water_is_behind_it():
    app = Stage(curtain([]))
    async with app.run_test(size=(80, 24)):
        assert set("".join(app.lines[:3])) <= set("▀ ")


async def test_the_water_in_sixteen_colours():
    app = Stage(curtain([]), look("ansi16", "console"))
    async with app.run_test(size=(80, 24)):
        assert "≈" in app.text
