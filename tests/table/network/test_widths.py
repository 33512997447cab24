"""Words and names of other people stay in their box, in a terminal that draws every sign as wide as any does and in one
that draws them as narrow as any does."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Any

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlantis_tui.lobby.screen import LobbyScreen
from net.names import clean_chat, width
from net.session import notices
from tests.lobby.at_lobby import Inn
from tests.menu.at_menu import resize as resize_app
from tests.menu.at_menu import until as until_shown
from tests.table.network.at_lan import gathering, until
from tests.ui.stage import SIZES

SAID = {
    "skin tones": "\U0001f44d\U0001f3fd\U0001f44d\U0001f3ff " * 12,
    "families": "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466" * 20,
    "flags": "\U0001f1e9\U0001f1ea\U0001f1eb\U0001f1f7" * 20,
    "hearts and keys": "\u2764\ufe0f1\ufe0f\u20e3#\ufe0f\u20e3\u263a\ufe0f" * 20,
    "marks": "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319A\u0335\u0331\u0309\u0305L" * 12,
    "Hindi": "\u0939\u093f\u0928\u094d\u0926\u0940 \u092e\u0947\u0902 \u0915\u0939\u0940\u0902 \u0915\u094b\u0908 " * 8,
    "Tamil": "\u0ba4\u0bae\u0bbf\u0bb4\u0bcd \u0b95\u0bc6\u0bbe " * 10,
    "Burmese": "\u1019\u103c\u1014\u103a\u1019\u102c\u1005\u102c" * 10,
    "Hangul in pieces": "\u1112\u1161\u11ab\u1100\u1173\u11af \u1161\u11ab\u1112\u119e " * 10,
    "Thai": "\u0e20\u0e32\u0e29\u0e32\u0e44\u0e17\u0e22\u0e14\u0e35\u0e33" * 10,
    "wide": "\u6728\u6751\u62d3\u54c9" * 40,
    "wide between narrow": "a\u6728" * 120,
    "hexagrams": "\u4dc0\u2630\U0001d300" * 30,
    "direction": "\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627 " * 15,
}
ALL = list(SAID.values())


def lavish(text: str) -> int:
    """Cells in a terminal that puts nothing together."""
    return sum(_lavish(sign) for sign in text)


def _lavish(sign: str) -> int:
    code = ord(sign)
    if 0x1F1E6 <= code <= 0x1F1FF or 0x4DC0 <= code <= 0x4DFF or 0x2630 <= code <= 0x2637:
        return 2
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def frugal(text: str) -> int:
    """Cells in a terminal that puts together whatever it can."""
    cells = 0
    flag = joined = False
    for sign in text:
        code = ord(sign)
        letter = 0x1F1E6 <= code <= 0x1F1FF
        if 0x1F3FB <= code <= 0x1F3FF or 0x1160 <= code <= 0x11FF or unicodedata.category(sign) in ("Mn", "Me", "Mc"):
            pass
        elif code == 0x200D:
            joined = True
            continue
        elif not joined and not (letter and flag):
            cells += 2 if letter or unicodedata.east_asian_width(sign) in "WF" else 1
        flag, joined = letter and not flag, False
    return cells


def in_its_box(lines: list[str], wide: int) -> None:
    """Every row ends at the edge of the screen, whatever draws it."""
    for line in lines:
        assert (lavish(line), frugal(line)) == (wide, wide), line
        assert cells_in_pyte(line) == wide, line


@lru_cache(maxsize=4096)
def cells_in_pyte(line: str) -> int:
    screen = pyte.Screen(2 * len(line) + 2, 1)
    for sign in line:  # one by one: pyte leaves out what comes with a mark that it does not know
        screen.draw(sign)
    return int(screen.cursor.x)


def rows(app: Any) -> list[str]:
    return [strip.text for strip in app.screen._compositor.render_strips()]


def test_the_two_terminals_differ_where_terminals_do():
    for name in ("skin tones", "families", "flags", "Hindi", "Tamil", "Burmese", "Hangul in pieces"):
        assert lavish(SAID[name]) > frugal(SAID[name]), name


@settings(deadline=None, derandomize=True, database=None, max_examples=300)
@given(st.one_of(st.text(st.characters(), max_size=60), st.sampled_from(ALL), st.text("".join(ALL), max_size=60)))
def test_no_terminal_draws_more_than_was_measured(text):
    cleaned = clean_chat(text)
    assert frugal(cleaned) <= lavish(cleaned) <= width(cleaned)


@pytest.mark.parametrize(
    "size", [(80, 24), *(pytest.param(size, marks=pytest.mark.full) for size in SIZES if size != (80, 24))], ids=str
)
async def test_at_a_table(tmp_path, size):
    names = (
        "\u092a\u094d\u0930\u093f\u092f\u093e \u0926\u0947\u0935\u0940",
        "Bo\U0001f44d\U0001f3fd\U0001f1e9\U0001f1ea",
    )
    async with gathering(tmp_path, *names) as people, people.at(names[1], size) as play:
        network_table = people[names[1]].network_table
        for number, text in enumerate(ALL):
            people[names[1]].runner.tell(notices.Said(number % 2 or None, text, text))
            await until(lambda number=number: len(network_table.talk) == number + 1)  # type: ignore[misc]
            await play.settle()
            in_its_box(rows(play.app), size[0])  # the bubble, or the panel beside the board
        chat = play.screen.mode.chat
        assert (chat.standing if size == (120, 36) else chat.bubble).display
        await play.press("slash")
        for _ in range(30):
            in_its_box(rows(play.app), size[0])
            await play.press("pageup")
        await play.press("escape")
        for text in ALL:
            play.screen.say([f"{clean_chat(text)}.", *play.screen.names])
            await play.settle()
            in_its_box(rows(play.app), size[0])  # the toast


async def test_in_a_lobby(monkeypatch, tmp_path, home, utc):
    async with Inn(monkeypatch, tmp_path) as inn:
        mira = inn.host("Mira", seats=4)
        jonas = await inn.guest("\u0939\u093f\u0928\u094d\u0926\u0940", mira)
        await inn.guest("\U0001f44d\U0001f3fd\U0001f1e9\U0001f1ea\u1112\u1161", mira, watches=True)
        await until_seen(jonas)
        async with inn.app(jonas) as pilot:
            assert isinstance(pilot.app.screen, LobbyScreen)
            for size in SIZES:
                await resize_app(pilot, *size)
                for text in ALL:
                    before = jonas.talk[-1] if jonas.talk else None
                    jonas.runner.tell(notices.Said(None, text, text))
                    await until_shown(pilot, lambda before=before: jonas.talk[-1:] not in ([], [before]))  # type: ignore[misc]
                    pilot.app.screen._say(clean_chat(text))
                    await pilot.pause()
                    in_its_box(rows(pilot.app), size[0])
                for _ in range(10):
                    await pilot.press("pageup")
                    in_its_box(rows(pilot.app), size[0])


async def until_seen(network_table: Any) -> None:
    await until(lambda: network_table.session.table is not None and network_table.session.table.watching)
