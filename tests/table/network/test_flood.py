"""A host that sends thousands of messages a second, over a real link: the screens of the others are painted once a
frame all the same, keep what they keep within bounds, and obey their person."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from atlantis_tui.lobby.screen import LobbyScreen
from atlantis_tui.network.table import MOST_LINES
from atlantis_tui.ui.canvas import CanvasWidget
from net import messages as m
from net.session import notices
from tests.lobby.at_lobby import Inn, when
from tests.menu.at_menu import until as until_shown
from tests.table.network.at_lan import gathering, until

MANY = 1000
FEW = MANY // 10  # pictures: a screen that is painted for every message has ten times as many


@pytest.fixture
def paintings(monkeypatch):
    """How often each kind of widget was painted. Frames are long, so that a slow machine paints no more of them."""
    monkeypatch.setattr("atlantis_tui.network.news_queue.FRAME", 0.5)
    found: dict[str, int] = {}
    paint = CanvasWidget.painted

    def painted(self: CanvasWidget, width: int, height: int) -> Any:
        found[type(self).__name__] = found.get(type(self).__name__, 0) + 1
        return paint(self, width, height)

    monkeypatch.setattr(CanvasWidget, "painted", painted)
    return found


def link_to(host: Any, guest: Any) -> Any:
    """The host's end of the link to a guest."""
    key = guest.runner.identity.key
    return next(link for link in host.runner._wires.values() if link.who.key == key)


async def flood(host: Any, guest: Any, make: Callable[[int], m.Message]) -> None:
    """All of them, one by one, until they have been heard."""
    link, heard = link_to(host, guest), []
    feed = guest.session.feed

    def hear(number: int, message: m.Message, now: int) -> Any:
        heard.append(type(message))
        return feed(number, message, now)

    guest.session.feed = hear
    for number in range(MANY):
        link.send(make(number))
        await asyncio.sleep(0)  # so that they do not come as one
        await asyncio.sleep(0)
    await until(lambda: sum(kind is type(make(0)) for kind in heard) >= MANY)
    guest.session.feed = feed


def chat(host: Any) -> Callable[[int], m.Message]:
    return lambda number: m.Chat(0, "Anna", f"{number} " + "字" * 400)


def nobodies(host: Any) -> Callable[[int], m.Message]:
    return lambda number: m.Chat(None, f"N{number}", "x" * 500)


def lobby(host: Any) -> Callable[[int], m.Message]:
    table = host.session.table
    return lambda number: replace(table, watching=(f"W{number}", f"V{number % 7}"))


def peers(host: Any) -> Callable[[int], m.Message]:
    return lambda number: m.Peers(tuple((seat, ("here", "away")[number % 2], "-", 0) for seat in (0, 2)), ())


def done(host: Any) -> Callable[[int], m.Message]:
    return lambda number: m.Done(number.to_bytes(32, "big"), "agreed", None)


def refused(host: Any) -> Callable[[int], m.Message]:
    return lambda number: m.Refused("CHAT", "flood", {})


def ask(host: Any) -> Callable[[int], m.Message]:
    game = host.session.game
    target = game.table.back_target(0, alone=False, consent=True)
    return lambda number: game.chain.ask("back", seat=0, to=target.n).message()


def entry(host: Any) -> Callable[[int], m.Message]:
    last = host.session.game.chain.links[-1].entry
    return lambda number: last.message()


# While one writes, the chat is what could disturb; the others are tried under full.
FLOODS = [chat, nobodies, lobby, peers, done, refused, ask, entry]
TALKING = [
    *(pytest.param(make, False, id=make.__name__) for make in FLOODS),
    *(
        pytest.param(make, True, id=f"talking-{make.__name__}", marks=() if make is chat else pytest.mark.full)
        for make in FLOODS
    ),
]


@pytest.mark.parametrize(("make", "talking"), TALKING)
async def test_a_table(tmp_path, paintings, make, talking):
    async with gathering(tmp_path, "Anna", "Boris", "Chloe") as people:
        await people["Anna"].turn()
        async with people.at("Boris") as play:
            await play.asked()
            if talking:
                await play.press("slash")
            paintings.clear()
            network_table = people["Boris"].network_table
            await flood(people["Anna"], people["Boris"], make(people["Anna"]))
            assert max(paintings.values(), default=0) <= FEW, paintings
            assert len(network_table.talk) <= MOST_LINES
            assert len(network_table.runner._news) <= FEW
            if make in (chat, nobodies):
                await until(lambda: any("left out" in line.text for line in network_table.talk))
                assert sum("left out" in line.text for line in network_table.talk) <= 2
                told = sum(isinstance(news, notices.Said) for news in people["Boris"].heard)
                assert told <= FEW
            if talking:
                await play.press("escape")
            await play.press("slash")
            assert play.screen.mode.chat.writes
            await play.press("escape")
            before = len(play.table.steps)
            await play.press("enter", "enter")
            await play.until(lambda: len(play.table.steps) > before)


@pytest.mark.parametrize("make", [chat, nobodies, lobby, refused])
async def test_a_lobby(monkeypatch, tmp_path, home, utc, paintings, make):
    async with Inn(monkeypatch, tmp_path) as inn:
        mira = inn.host("Mira", seats=3)
        jonas = await inn.guest("Jonas", mira)
        async with inn.app(jonas) as pilot:
            paintings.clear()
            await flood(mira, jonas, make(mira))
            await until_shown(pilot, lambda: len(jonas.runner._news) == 0)
            assert max(paintings.values(), default=0) <= FEW, paintings
            assert len(jonas.talk) <= MOST_LINES
            assert isinstance(pilot.app.screen, LobbyScreen)
            await pilot.press("r")
            await when(lambda: mira.session.lobby.places[1].ready or make is lobby)
            if make in (chat, nobodies):
                await until_shown(pilot, lambda: any("left out" in line.text for line in jonas.talk))


async def test_a_host_that_refuses_us_without_end_is_left_once(tmp_path, paintings):
    async with gathering(tmp_path, "Anna", "Boris") as people, people.at("Boris") as play:
        paintings.clear()
        await flood(people["Anna"], people["Boris"], lambda number: m.Refused("JOIN", "full", {}))
        await play.until(lambda: bool(play.screen.mode.halted))
        assert max(paintings.values(), default=0) <= FEW, paintings
        await play.press("q")
        await asyncio.sleep(0)
        assert play.app.answer == "menu"
