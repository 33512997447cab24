"""Whatever names a key can be clicked. That no screen names a dead one is tested in test_every_screen.py."""

from __future__ import annotations

import pytest

from atlantis_tui.lesson.opening import open_lesson
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.guarded_page import GuardedPage
from atlantis_tui.ui.named_keys import KeyName, Quote, keys_in, put_told, told
from atlantis_tui.ui.painter import Pen
from tests.games.survive import at_survive as survive
from tests.help.at_help import at_home
from tests.table.at_table import Play, at_table, seat_instant_bots
from tests.ui.named_keys import named_keys
from tests.ui.stage import look

pytestmark = pytest.mark.usefixtures("home", "utc")


@pytest.fixture(autouse=True)
def _bots(monkeypatch):
    seat_instant_bots(monkeypatch)
    monkeypatch.setattr("atlantis_tui.table.turns.TurnLoop.hush", 0)
    monkeypatch.setattr(GuardedPage, "STILL", 0)


# What counts as the name of a key ------------------------------------------------------------------------------------


def test_names_are_found_in_sentences_but_not_where_they_are_words():
    def names(sentence: str) -> list[str]:
        return [part.key for part in told(sentence) if isinstance(part, KeyName)]

    assert names("S swims beside the boat instead.") == ["s"]
    assert names("Tab goes through them, *A* suggests one, Enter sinks it.") == ["tab", "a", "enter"]
    assert names("A shark on the back would take it; E: another piece.") == ["e"]
    assert names("Choose a card F O H R S C A, or 1-9.") == [*"fohrsca", "1", "9"]
    assert names("Left and Right choose other water; ← → too.") == ["left", "right", "left", "right"]
    assert names("Your hand has [R].") == []
    assert names("Wedge W24 to field 4, B’s boat at T7, draw 3 cards.") == []
    assert "".join(told("*A* or *0*, but not *!* or **")) == "A or 0, but not *!* or **"
    assert told(Quote("Nereus D to E")) == ["Nereus D to E"], "what others did is no order"
    assert [part for part in keys_in("+ −") if part != " "] == ["+", "−"]
    assert keys_in("Kept.") == ["Kept."]


def test_the_blanks_beside_a_name_belong_to_it():
    """A letter alone would be hard to hit."""
    style = look().palette.style("white", "black")
    canvas = Canvas(20, 1, style)
    put_told(canvas, 2, 0, told("S swims."), style)
    assert [canvas.at(x, 0) for x in range(1, 5)] == [("key", "s")] * 3 + [None]


# Clicks do it --------------------------------------------------------------------------------------------------------


async def click_name(play: Play, name: str) -> None:
    """A click on the first place where the screen names this key, but for the footer."""
    found = [one for one in named_keys(play.app) if one.name == name and one.y < play.app.size.height - 1]
    assert found, f"{name} is not named:\n{play.text}"
    await play.click_at(found[0].x, found[0].y)


async def test_swimming_and_another_piece_by_mouse():
    async with at_table(survive.drawn_position()) as play:
        plan = play.screen.plan
        await play.press("tab", "right")
        assert "S swims beside the boat" in play.text
        await click_name(play, "S")
        assert plan.swim
        await play.press("backspace")
        while "E: another piece" not in play.text:
            await click_name(play, "Tab") if "Tab" in play.text.splitlines()[-3] else await play.press("tab")
        before = plan.piece
        await click_name(play, "E")
        assert plan.piece != before
        assert plan.piece.at == before.at


async def test_pages_too():
    """In the rule over the seats stand keys, and in a question its answers."""
    async with at_home((80, 24)) as hands:
        await hands.press("n")
        seats = len(hands.screen.seats)
        await hands.click(hands.screen.sheet, ("key", "minus"))
        assert len(hands.screen.seats) == seats - 1
        await hands.click(hands.screen.sheet, ("key", "plus"))
        assert len(hands.screen.seats) == seats


async def test_an_arrow_among_several_is_itself():
    async with at_table(survive.drawn_position()) as play:
        before = play.screen.plan.cursor
        for arrow, back in (("up", "down"), ("left", "right")):
            await play.footer(("key", arrow))
            assert play.screen.plan.cursor != before
            await play.footer(("key", back))
            assert play.screen.plan.cursor == before


async def test_a_notice_can_be_clicked_on_its_keys_and_anywhere_else_it_goes():
    async with at_home((80, 24)) as hands:
        open_lesson(hands.app, "survive")
        coach = await hands.at_lesson()
        coach.mode.go_to(1)
        await hands.until(lambda: coach.mode.speaks)
        coach.say(["Press *6*, then *A*."])
        await hands.settle()
        await hands.click(coach.toast, ("key", "a"))
        assert not coach.toast.display
        assert coach.plan.target is not None


async def test_keys_of_ones_own_are_painted_and_pressed():
    async with at_table(survive.drawn_position()) as play:
        play.app.set_keymap({"survive.swim": "f2"})
        await play.press("tab", "right")
        assert "F2 swims beside the boat" in play.text
        await play.click(play.screen.prompt, ("key", "f2"))
        assert play.screen.plan.swim


async def test_the_words_of_a_heading_are_clicked_like_the_key_they_explain():
    """And the title itself, where the key has no other word."""
    style = look().palette.style("white", "black")
    canvas = Canvas(40, 1, style)
    Pen(canvas, look()).rule(0, 0, 40, "Chat", "*T* write  *M* mute")
    row = "".join(canvas.chars[0])
    hits = {word: {canvas.at(row.index(word) + at, 0) for at in range(len(word))} for word in ("write", "mute", "Chat")}
    assert hits == {"write": {("key", "t")}, "mute": {("key", "m")}, "Chat": {None}}
    async with at_table(survive.drawn_position(), (120, 36)) as play:
        history = play.screen.history
        before = play.text
        row = "".join(history.canvas.chars[0])
        assert "History" in row
        await play.click_at(history.region.x + row.index("History"), history.region.y)
        assert play.text != before
