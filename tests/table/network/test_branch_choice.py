"""Nobody comes back to a table on the network: from its card, and from the list of games, one goes on against bots."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any, cast

import pytest

from atlantis_tui.menu.branch_search import AloneScreen
from atlantis_tui.menu.library import GamesScreen
from atlantis_tui.menu.screen import MenuScreen
from atlantis_tui.network import branch, others_online
from atlantis_tui.network.branch_permission import LeftAlone
from atlantis_tui.network.others_online import StillOn
from atlantis_tui.network.table import NetworkTable
from atlantis_tui.saved import library, paths
from atlantis_tui.table.network import absence, status
from atlantis_tui.table.network.mode import NetworkMode
from atlantis_tui.table.screen import TableScreen
from net.identity import load_identity
from net.session import limits
from tests.lobby.at_lobby import Inn, identity, play_on
from tests.lobby.test_lobby_games import begun
from tests.menu.at_menu import find, resize, text, until
from tests.table.network.at_lan import gathering
from tests.ui.stage import SIZES, golden, look

pytestmark = pytest.mark.usefixtures("home", "utc")


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    monkeypatch.setattr(limits, "AWAY_MS", 0)
    monkeypatch.setattr(absence, "clock", lambda since_ms: "19:42")
    monkeypatch.setattr(status, "clock", lambda since_ms: "19:42")


@pytest.fixture
def ten_minutes_later(monkeypatch):
    monkeypatch.setattr(branch, "AWAY_SECONDS", 0)


async def test_the_card_says_from_when_on_and_then_offers_it(tmp_path, monkeypatch):
    """The link of the host breaks: too early, then late enough, and last the same for the one who waits as host."""
    how = look(motion=False, hover=False)
    async with gathering(tmp_path, "Anna", "Boris") as table:
        await table["Anna"].turn()
        noon = 1_794_830_400
        monkeypatch.setattr(branch, "last_change", lambda path: noon)
        async with table.at("Boris", SIZES[1], how) as play:
            table.cut()
            await play.until(lambda: play.screen.mode.absence.shown)
            monkeypatch.setattr(time, "time", lambda: noon + 60)
            play.screen.mode.chat._quiet()
            for late in (60, branch.AWAY_SECONDS):
                monkeypatch.setattr(time, "time", lambda late=late: noon + late)
                for size in SIZES[1:]:
                    await play.resize(*size)
                    play.screen.hush()
                    table["Boris"].network_table.talk.clear()
                    play.screen.turns.look()
                    await play.settle()
                    name = f"alone_{'early' if late == 60 else 'card'}_{size[0]}x{size[1]}"
                    golden(name, play.text)
                if late == 60:
                    await play.press("a")
                    assert "from 12:10 on you can go on against bots" in play.toast
                    assert play.screen.mode.absence.shown
            table.mend()
            await play.press("a")
            assert play.app.answer == "menu"
            assert getattr(play.app, "alone_next", "") == table["Boris"].network_table.path


async def test_somebody_who_is_not_alone_is_not_offered_it(tmp_path, ten_minutes_later):
    async with gathering(tmp_path, "Anna", "Boris", "Chloe") as table, table.at("Anna") as play:
        await table.leave("Boris")
        await play.until(lambda: play.screen.mode.absence.missing() is not None or play.screen.mine)
        assert "against bots" not in play.text
        play.screen.mode.go_on_alone()
        assert not getattr(play.app, "alone_next", "")
        await table.leave("Chloe")
        await play.until(lambda: bool(play.screen.mode.absence.alone.left_alone))


@pytest.mark.parametrize("here", [1, 0], ids=["one is linked", "nobody is"])
def test_who_is_linked_to_somebody_of_a_game_without_host_is_not_left_alone(monkeypatch, here):
    """Either of them may become host."""
    monkeypatch.setattr(LeftAlone, "free", lambda self: 0)
    people = [SimpleNamespace(seat=seat) for seat in range(3)]
    session = SimpleNamespace(
        role="player", game=object(), seat=0, people=lambda: people, players=lambda: people[1 : 1 + here]
    )
    left = LeftAlone(cast(NetworkTable, SimpleNamespace(session=session, over=False, lost=object())))
    assert bool(left) is not bool(here)


async def test_where_a_guest_and_then_the_host_have_left_the_last_one_may_go_on_at_once(tmp_path):
    """Only the host was linked to the other guest, and has told that he left; then the host says good-bye itself."""
    async with gathering(tmp_path, "Anna", "Boris", "Chloe") as table, table.at("Chloe") as play:
        await table.leave("Boris")
        chloe = table["Chloe"]
        await play.until(lambda: any(one.left for one in chloe.session.people()))
        assert not play.screen.mode.absence.alone.keys()
        await table.leave("Anna")
        await play.until(lambda: chloe.network_table.lost is not None)
        await play.until(lambda: play.screen.mode.absence.shown)
        assert "A against bots" in play.text
        assert [one.left for one in chloe.session.people()] == [True, True, False]


async def test_from_the_card_to_the_new_game(monkeypatch, tmp_path):
    """Jonas says that he leaves, so Mira need not wait. The click does what the key does."""
    async with Inn(monkeypatch, tmp_path) as inn:
        mira, jonas = await begun(inn)
        inn.at_home("Mira")
        async with inn.app(mira) as pilot:
            app = pilot.app
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await until(pilot, lambda: mira.session.game.asked() == 1 or (play_on(mira) and False))
            inn.companies.remove(jonas)
            await jonas.close()
            _move_in(inn)
            await until(pilot, lambda: "against bots" in text(app))
            before = len(mira.table.steps)
            x, y = find(app, "A against bots")
            await pilot.click(app.screen.mode.absence.panel, offset=(x, y - 1))
            await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.table is not None)
            assert not isinstance(app.screen.mode, NetworkMode)
            assert "Bots play for the others now" in text(app)
            assert [spec.partition(":")[0] for spec in app.table.seats] == ["person", "bot"]
            assert len(app.table.steps) >= before
            assert app.network_table is None


async def test_the_list_of_games_offers_it_and_says_why_not(monkeypatch, tmp_path):
    """Too early; then somebody has it open; then given up while it is looked; then the new game."""
    async with Inn(monkeypatch, tmp_path) as inn:
        mira, _jonas = await begun(inn)
        inn.companies.remove(mira)
        path = mira.path
        await mira.close()
        _move_in(inn)
        async with inn.app() as pilot:
            app = pilot.app
            await pilot.press("r")
            await until(pilot, lambda: isinstance(app.screen, GamesScreen) and app.screen.all is not None)
            assert "Atlantis with Jonas" in text(app)
            assert "A against bots" in text(app)
            await pilot.press("a")
            await until(pilot, lambda: "The others may come back: from " in text(app))
            assert isinstance(app.screen, GamesScreen)
            monkeypatch.setattr(branch, "AWAY_SECONDS", 0)

            going = asyncio.Event()
            found: list[StillOn | None] = [StillOn("", "Jonas still has this game on.")]

            async def still_on(gid, others, *, discovers):
                assert list(others.values()) == ["Jonas"]
                await going.wait()
                return found[0]

            monkeypatch.setattr(others_online, "still_on", still_on)
            going.set()
            await pilot.press("a")
            await until(pilot, lambda: "Jonas still has this game on." in text(app))
            found[0] = None
            going.clear()
            await pilot.press("a")
            await until(pilot, lambda: isinstance(app.screen, AloneScreen))
            screen: Any = app.screen
            for size in SIZES[1:]:
                await resize(pilot, *size)
                shown = text(app).replace(screen.name_of_game, "Atlantis with Jonas, Tue 21:40")
                golden(f"alone_looking_{size[0]}x{size[1]}", _same_width(shown))
            await pilot.press("escape")
            assert isinstance(app.screen, GamesScreen)
            games = [game.path for game in library.list_games()]
            assert games == [path], "giving up leaves nothing behind"
            going.set()
            await pilot.press("a")
            await until(pilot, lambda: app.table is not None)
            assert len(library.list_games()) == 2
            app.screen.dismiss("menu")
            await pilot.pause()
            assert isinstance(app.screen, GamesScreen | MenuScreen)


def _move_in(inn: Inn) -> None:
    """Files are Mira's from now on, with the key by which the others know her."""
    inn.at_home("Mira")
    assert load_identity(paths.identity_file(), lambda length: b"Mira".ljust(length)).key == identity("Mira").key


def _same_width(shown: str) -> str:
    return "\n".join(line.rstrip() for line in shown.splitlines())
