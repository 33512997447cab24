"""What can be pressed in a lobby can be clicked: every key that the screen names, and the things themselves."""

import pytest

from tests.lobby.at_lobby import Board, Inn, the_ticket, when
from tests.menu.at_menu import text, until

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def inn(monkeypatch, tmp_path):
    return Inn(monkeypatch, tmp_path)


async def click(pilot, words, after=""):
    """Clicks these words, the first of them below the line with `after`."""
    lines = text(pilot.app).splitlines()
    start = next(number for number, line in enumerate(lines) if after in line)
    y = next(number for number, line in enumerate(lines) if number >= start and words in line)
    await pilot.click(offset=(lines[y].index(words), y))


async def test_a_host_does_everything_with_the_mouse(inn):
    async with inn:
        mira = inn.host(seats=3)
        jonas = await inn.guest("Jonas", mira)
        olja = await inn.guest("Olja", mira)
        async with inn.app(mira) as pilot:
            await until(pilot, lambda: "Olja" in text(pilot.app))
            await click(pilot, "R ready")
            await when(lambda: jonas.session.table.seats[0][4])
            await click(pilot, "R ready")
            await when(lambda: not jonas.session.table.seats[0][4])

            code = mira.runner.code
            await click(pilot, "N new code")
            assert mira.runner.code != code
            await click(pilot, "C copy ticket")
            assert pilot.app.clipboard == the_ticket(mira)

            await click(pilot, "T write")
            await pilot.press(*"hi")
            await click(pilot, "Enter say")
            await when(lambda: "hi" in [line.text for line in jonas.talk])
            await click(pilot, "say something…")
            await pilot.press(*"all")
            await click(pilot, "Enter say")
            await when(lambda: "all" in [line.text for line in jonas.talk])

            await click(pilot, "Jonas")
            await click(pilot, "M mute", after="Chat")
            assert jonas.runner.identity.key in mira.session.muted
            await click(pilot, "M changes that")
            assert jonas.runner.identity.key not in mira.session.muted

            await click(pilot, "Olja")
            await click(pilot, "K kick")
            assert "K once more sends Olja away" in text(pilot.app)
            assert olja.ended is None
            await click(pilot, "K once more")
            await when(lambda: olja.ended is not None)

            await pilot.press("up")  # what was said about that goes
            await click(pilot, "− takes")
            assert len(mira.session.lobby.places) == 2
            jonas.wish(lambda session: session.ready())
            await until(pilot, lambda: "1 of 2 ready" in text(pilot.app))
            inn.monkeypatch.setattr("atlantis_tui.lobby.screen.table_for", lambda game: Board)
            await click(pilot, "Enter begin")
            await until(pilot, lambda: isinstance(pilot.app.screen, Board))


async def test_a_guest_is_ready_writes_and_mutes_with_the_mouse(inn):
    async with inn:
        mira = inn.host(seats=2)
        jonas = await inn.guest("Jonas", mira)
        async with inn.app(jonas) as pilot:
            await until(pilot, lambda: "R ready" in text(pilot.app))
            await click(pilot, "R ready")
            await when(lambda: mira.session.table.seats[1][4])
            await until(pilot, lambda: "R takes ready back" in text(pilot.app))
            await click(pilot, "R takes ready back")
            await when(lambda: not mira.session.table.seats[1][4])
            await click(pilot, "T chat")
            await pilot.press(*"hi")
            await click(pilot, "Enter say")
            await when(lambda: "hi" in [line.text for line in mira.talk])
            await click(pilot, "Mira", after="Seats")
            await click(pilot, "M mute")
            assert jonas.is_muted(mira.runner.identity.key, "Mira")
