"""Somebody is gone from a lobby: all read whether they left or lost the link, the host and every guest alike."""

from contextlib import AsyncExitStack

import pytest

from tests.lobby.at_lobby import Inn, when
from tests.lobby.test_lost_host import attentive_guest, cut, mend, told
from tests.plain.test_network_evening import sits  # noqa: F401 - a fixture

pytestmark = pytest.mark.usefixtures("home")


async def reads(table, words):
    await when(lambda: words in told(table))


async def leaves(inn, mira, olja):
    inn.companies.remove(olja)
    await olja.close()


async def is_sent_away(inn, mira, olja):
    mira.wish(lambda session: session.kick(olja.runner.identity.key))


async def loses_the_link(inn, mira, olja):
    cut(olja)


@pytest.mark.parametrize(
    ("how", "words"),
    [(leaves, "Olja left."), (is_sent_away, "Olja left."), (loses_the_link, "Olja lost the link.")],
)
async def test_who_left_and_who_lost_the_link_are_told_apart_on_every_screen(monkeypatch, tmp_path, how, words):
    inn = Inn(monkeypatch, tmp_path)
    async with inn:
        mira = inn.host("Mira", seats=3)
        jonas = await attentive_guest(inn, "Jonas", mira)
        olja = await inn.guest("Olja", mira)
        pavel = await inn.guest("Pavel", mira, watches=True)
        await when(lambda: all(len(one.session.table.watching) == 1 for one in (mira, jonas)))
        await how(inn, mira, olja)
        for one in (mira, jonas, pavel):
            await reads(one, words)
            assert [line for line in told(one) if line.startswith("Olja") and line != "Olja came in."] == [words]


async def test_the_next_on_that_seat_is_not_taken_for_somebody_who_left(monkeypatch, tmp_path):
    inn = Inn(monkeypatch, tmp_path)
    async with inn:
        mira = inn.host("Mira", seats=3)
        jonas = await attentive_guest(inn, "Jonas", mira)
        olja = await inn.guest("Olja", mira)
        await when(lambda: "Olja came in." in told(jonas))  # only who was seen is missed
        await leaves(inn, mira, olja)
        await when(lambda: "Olja left." in told(jonas))
        bea = await inn.guest("Bea", mira)
        await when(lambda: "Bea came in." in told(jonas))
        cut(bea)
        for one in (mira, jonas):
            await reads(one, "Bea lost the link.")
        mend(bea)
        await when(lambda: told(jonas).count("Bea came in.") == 2)


async def test_it_is_said_in_lines_of_text_too(sits):  # noqa: F811 - the fixture
    async with AsyncExitStack() as stack:
        anna = await stack.enter_async_context(sits("Anna", seats=4))
        boris = await stack.enter_async_context(sits("Boris", anna))
        await boris.reads("you (not ready)")
        chloe = await stack.enter_async_context(sits("Chloe", anna))
        dora = await stack.enter_async_context(sits("Dora", anna))
        for one in (anna, boris):
            await one.reads("Dora (not ready)")
        boris.type("ready")
        await boris.reads("you (ready)")
        dora.type("quit")
        await dora.running
        await dora.runner.close()
        for one in (anna, boris):
            await one.reads("Dora left.\n")
        await boris.reads("Type ready again.")
        cut(chloe)
        for one in (anna, boris):
            await one.reads("Chloe lost the link.\n")
        mend(chloe)
