"""News on its way to a front: in order, none lost that says something of its own, and looks once a frame."""

import asyncio

import pytest

from atlantis_tui.network import news as n
from atlantis_tui.network import news_queue as posting
from atlantis_tui.network.news_queue import NewsQueue
from net.session import notices

FOR_EVER = 3600.0


@pytest.fixture
def post(monkeypatch):
    monkeypatch.setattr(posting, "FRAME", FOR_EVER)
    return lambda: NewsQueue()


def said(number):
    return notices.Said(0, "Anna", str(number))


async def waiting(post):
    return [await post.get() for _ in range(len(post._ready))]


async def test_what_only_asks_for_a_look_is_told_once_before_somebody_looks(post):
    one = post()
    for _ in range(1000):
        one.put(notices.LobbyChanged())
        one.put(notices.LinksChanged())
    assert await waiting(one) == [notices.LobbyChanged(), notices.LinksChanged()]
    for _ in range(1000):
        one.put(notices.LobbyChanged())
    assert (await waiting(one), len(one)) == ([], 1), "the frame is not over"


async def test_what_was_held_comes_before_what_cannot_wait(post):
    one = post()
    for number in range(3):
        one.put(said(number))
    one.put(notices.LobbyChanged())
    one.put(notices.LobbyChanged())
    assert await waiting(one) == [said(0)], "who comes in now is not told before what was said"
    one.put(notices.Applied(7, "move", 1))
    assert await waiting(one) == [said(1), said(2), notices.LobbyChanged(), notices.Applied(7, "move", 1)]
    one.put(n.HostFound())
    assert await waiting(one) == [n.HostFound()]


async def test_lines_within_a_frame_come_together_at_its_end(monkeypatch):
    monkeypatch.setattr(posting, "FRAME", 0.01)
    one = NewsQueue()
    for number in range(50):
        one.put(said(number))
    assert await waiting(one) == [said(0)]
    assert await one.get() == said(1)
    assert await waiting(one) == [said(number) for number in range(2, 50)]


async def test_an_error_and_the_end_do_not_wait(post):
    one = post()
    error = ValueError()
    one.put(said(0))
    one.put(said(1))
    one.put(error)
    one.put(notices.Misbehaved(0, "flood", None))
    one.put(notices.Misbehaved(1, "flood", None))
    one.close()
    assert await waiting(one) == [
        *(said(0), said(1), error),
        *(notices.Misbehaved(0, "flood", None), notices.Misbehaved(1, "flood", None), None),
    ]


async def test_who_waits_is_woken(post):
    one = post()
    waiting_for = asyncio.create_task(one.get())
    await asyncio.sleep(0)
    one.put(n.HostFound())
    assert await waiting_for == n.HostFound()
