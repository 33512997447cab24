"""A lobby whose host is lost: all are told what happened, and become host, wait or leave. Nobody is thrown out."""

import json
import subprocess
import sys
from typing import Any

import pytest

from atlantis_tui.lobby.screen import LobbyScreen
from atlantis_tui.lobby.tables import TableRequest, TablesScreen
from atlantis_tui.menu.screen import MenuScreen
from atlantis_tui.network import company_file, ourselves
from atlantis_tui.saved import paths
from tests.lobby.at_lobby import HERE, Inn, identity, when
from tests.menu.at_menu import NOW, find, resize, sound, text, until
from tests.ui.stage import SIZES, golden

pytestmark = pytest.mark.usefixtures("home", "utc")


@pytest.fixture
def inn(monkeypatch, tmp_path):
    return Inn(monkeypatch, tmp_path)


def cut(*tables):
    """Every link breaks, and nobody finds anybody until it is mended."""
    for table in tables:
        runner: Any = table.runner
        runner._dial = lambda action, runner=runner: runner._do(runner.session.undialed(action.seat))
        for link in runner.links.all:
            link.abort()


def mend(*tables):
    for table in tables:
        del table.runner._dial


def guest_sees(pilot, table):
    """What is on a guest's screen, with the same port in it every time."""
    return text(pilot.app).replace(f"port {table.runner.port}", "port 47625")


def told(table):
    return [line.text for line in table.talk]


async def attentive_guest(inn, name, host):
    """A guest who has seen who is there, and so is told who comes after that and who leaves."""
    guest = await inn.guest(name, host)
    await when(lambda: guest._company._there is not None)
    return guest


def _knows_all(guest):
    """Whether this guest's program knows that Jonas is ready and Pavel watches, and the code."""
    table = guest.session.table
    return guest.code is not None and table is not None and table.seats[1][4] and table.watching == ("Pavel",)


def _knows_where(one, other):
    """Whether the host has told one of these guests where the other is; without that nobody finds anybody."""
    _address, port = one.session.company.address(other.runner.identity.key)
    return port == other.runner.port


async def company(inn):
    """Mira hosts, Jonas is ready, Pavel watches, and a bot has the third of four seats."""
    mira = inn.host("Mira", seats=4, bots={2: "easy"})
    jonas = await attentive_guest(inn, "Jonas", mira)
    pavel = await inn.guest("Pavel", mira, watches=True)
    jonas.wish(lambda session: session.ready())
    await when(lambda: all(_knows_all(table) for table in (jonas, pavel)))
    return mira, jonas, pavel


async def test_what_happened_is_on_a_card_and_nothing_that_one_wants_to_say_vanishes(inn, monkeypatch):
    monkeypatch.setattr("atlantis_tui.network.table.time.time", lambda: NOW)
    async with inn:
        mira, jonas, pavel = await company(inn)
        async with inn.app(jonas) as pilot:
            app = pilot.app
            await pilot.press("t", *"hello")  # is being written when it happens
            cut(mira, jonas, pavel)
            await until(pilot, lambda: jonas.lost_between_games and "being looked for" not in text(app))
            await pilot.press("enter")
            assert "Nobody hears that now: the host is gone. H makes you the host." in text(app)
            await pilot.press("down")
            for size in SIZES:
                await resize(pilot, *size)
                golden(f"lobby_lost_{size[0]}x{size[1]}", guest_sees(pilot, jonas))
                sound(app)
            await resize(pilot, 80, 24)
            for key in ("r", "t", "y", "enter"):
                await pilot.press(key)
                assert "Nobody hears that now" in text(app), key
                await pilot.press("down")
            await pilot.press("w")
            for size in SIZES[1:]:
                await resize(pilot, *size)
                golden(f"lobby_lost_{size[0]}x{size[1]}_waits", guest_sees(pilot, jonas))
            assert not app.screen.host_card.shown
            mend(mira, jonas, pavel)
            await until(pilot, lambda: "Mira, who is the host, is back." in text(app))
            await until(pilot, lambda: "Jonas" in text(app) and "R says that you are ready" in text(app))
            await pilot.press("t")
            assert app.screen.field.text == "hello", "what was written is kept"
            await pilot.press("enter")
            await when(lambda: mira.spoken is not None)
            assert mira.spoken.text == "hello"


async def test_who_watches_reads_that_a_player_can_become_host(inn, monkeypatch):
    monkeypatch.setattr("atlantis_tui.network.table.time.time", lambda: NOW)
    async with inn:
        mira, jonas, pavel = await company(inn)
        async with inn.app(pavel) as pilot:
            cut(mira, jonas, pavel)
            await until(pilot, lambda: pilot.app.screen.host_card.shown)
            for size in SIZES[1:]:
                await resize(pilot, *size)
                golden(f"lobby_lost_{size[0]}x{size[1]}_watcher", guest_sees(pilot, pavel))
                sound(pilot.app)
            await pilot.press("h")
            assert not pavel.session.hosting
            await pilot.click(offset=find(pilot.app, "W wait "))
            assert "Waiting for a host. Q leaves." in text(pilot.app)
            mend(mira, jonas, pavel)


async def test_the_card_comes_again_for_the_next_loss_and_goes_when_the_host_is_back(inn):
    async with inn:
        mira, jonas, pavel = await company(inn)
        async with inn.app(jonas) as pilot:
            for how in ("mouse", "key"):
                cut(mira, jonas)
                await until(pilot, lambda: pilot.app.screen.host_card.shown)
                await (pilot.click(offset=find(pilot.app, "W wait ")) if how == "mouse" else pilot.press("escape"))
                assert isinstance(pilot.app.screen, LobbyScreen)
                assert not pilot.app.screen.host_card.shown
                mend(mira, jonas)
                await until(pilot, lambda: not pilot.app.screen.host_card.lost)
            cut(mira, jonas)
            await until(pilot, lambda: pilot.app.screen.host_card.shown)
            mend(mira, jonas)
            await until(pilot, lambda: not pilot.app.screen.host_card.shown)
        assert pavel.ended is None


@pytest.mark.parametrize("how", ["key", "mouse"])
async def test_a_player_becomes_host_of_the_same_table(inn, how):
    async with inn:
        mira, jonas, pavel = await company(inn)
        async with inn.app(jonas) as pilot:
            cut(mira, jonas, pavel)
            await until(pilot, lambda: pilot.app.screen.host_card.shown)
            await (pilot.press("h") if how == "key" else pilot.click(offset=find(pilot.app, "H become host")))
            await until(pilot, lambda: jonas.session.hosting and jonas.lost is None)
            lobby = jonas.session.lobby
            assert (lobby.name, lobby.game, len(lobby.places)) == ("Kitchen table", "atlantis", 4)
            assert lobby.places[2].level == "easy"
            assert lobby.places[jonas.session.seat].name == "Jonas"
            await until(pilot, lambda: "Come in" in text(pilot.app))
            assert "KITCHEN TABLE" in text(pilot.app)
            assert any(line.startswith("You are the host now. The code is ") for line in told(jonas))
            assert not pilot.app.screen.host_card.lost


@pytest.mark.full  # who looks for a host tries again every few seconds
async def test_the_others_come_along_to_whoever_became_host_and_are_told(inn):
    async with inn:
        mira, jonas, _pavel = await company(inn)
        olja = await inn.guest("Olja", mira)
        await when(lambda: "Olja" in olja.session.table.seats[3][1])
        await when(lambda: _knows_where(olja, jonas) and _knows_where(jonas, olja))
        async with inn.app(olja) as pilot:
            app = pilot.app
            mira.runner.links.stop_listening()  # she is gone as if killed
            cut(mira)
            await until(pilot, lambda: app.screen.host_card.shown)
            await when(lambda: jonas.lost_between_games)
            jonas.wish(lambda session: session.take_over())
            await until(pilot, lambda: not app.screen.host_card.lost)
            await until(pilot, lambda: "Jonas is the host now." in text(app))
            await until(pilot, lambda: "hosted by Jonas" in text(app))
            assert "KITCHEN TABLE" in text(app)
            await when(lambda: jonas.session.table.watching == ("Pavel",))
            code = jonas.runner.code
            await until(pilot, lambda: f"Join code {code[:3]} {code[3:]}" in text(app))
            # A guest changes their name too.
            await pilot.press("y", *["backspace"] * 4, *"Oli", "enter")
            await until(pilot, lambda: "You are called Oli now." in text(app))
            assert "Olja is called Oli now." in " ".join(told(jonas))


def _program_is_lost(kept):
    """What the host at whose home we are keeps of its table is as a program left it that is no more."""
    company_file.keep(kept)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    with open(paths.company_file(), encoding="utf-8") as file:
        content = json.load(file)
    with open(paths.company_file(), "w", encoding="utf-8") as file:
        json.dump({**content, "pid": ended.pid}, file)


async def test_the_host_that_was_lost_sits_down_at_its_old_table_without_the_code(inn):
    """She need not guess that hosting again would lead there."""
    async with inn:
        mira, jonas, pavel = await company(inn)
        kept = company_file.company_of(mira.session, mira.runner.port)
        mira.runner.links.stop_listening()
        cut(mira, jonas, pavel)
        await when(lambda: jonas.lost_between_games)
        jonas.wish(lambda session: session.take_over())
        await when(lambda: jonas.session.hosting and jonas.lost is None)
        inn.at_home("Mira")
        _program_is_lost(kept)
        inn.monkeypatch.setattr(ourselves, "identity", lambda: identity("Mira"))
        async with inn.app() as pilot:
            app = pilot.app
            app.push_screen(TablesScreen(TableRequest(f"{HERE}:{jonas.runner.port}", None, False, "Mira", None)))
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            assert [place.name for place in jonas.session.lobby.places][:2] == ["Mira", "Jonas"]
            assert not any("code" in line for line in told(jonas)[-1:])


@pytest.mark.parametrize("how", ["q", "backspace", "mouse"])
async def test_who_does_not_want_to_wait_leaves(inn, how):
    async with inn:
        mira, jonas, pavel = await company(inn)
        async with inn.app(jonas) as pilot:
            cut(mira, jonas, pavel)
            await until(pilot, lambda: pilot.app.screen.host_card.shown)
            await (pilot.click(offset=find(pilot.app, "Q leave")) if how == "mouse" else pilot.press(how))
            assert isinstance(pilot.app.screen, MenuScreen)


async def test_who_watches_is_told_and_cannot_become_host(inn):
    async with inn:
        mira, jonas, pavel = await company(inn)
        async with inn.app(pavel) as pilot:
            cut(mira, jonas, pavel)
            await until(pilot, lambda: pilot.app.screen.host_card.shown)
            assert "Mira lost the link" in text(pilot.app)
            assert "H become host" not in text(pilot.app)
            await pilot.press("h")
            assert "Only a player can become host" in text(pilot.app)
            assert not pavel.session.hosting
            mend(mira, jonas, pavel)
            await until(pilot, lambda: not pilot.app.screen.host_card.lost)


async def test_a_host_who_said_good_bye_has_closed_the_table_and_it_is_said_so(inn, monkeypatch):
    monkeypatch.setattr("atlantis_tui.network.table.time.time", lambda: NOW)
    async with inn:
        mira, jonas, _pavel = await company(inn)
        async with inn.app(jonas) as pilot:
            inn.companies.remove(mira)
            await mira.close()
            await until(pilot, lambda: pilot.app.screen.host_card.shown)
            for size in ((80, 24), (120, 36)):
                await resize(pilot, *size)
                golden(f"lobby_closed_{size[0]}x{size[1]}", guest_sees(pilot, jonas))
            await pilot.press("w")
            assert "Mira closed the table" in text(pilot.app)
