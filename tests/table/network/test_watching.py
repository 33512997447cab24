"""Who watches, and what they see: the players know who looks on, and whoever looks on knows who is away."""

from __future__ import annotations

from dataclasses import replace

import pytest

from atlantis_tui.network.table import NetworkTable
from atlantis_tui.table.network import absence, status
from net.session import limits, notices
from net.session.meeting import Meeting
from net.session.peers import PersonState
from tests.table.network.at_lan import gathering, reads, until
from tests.ui.stage import golden, look

LARGE, USUAL, SMALL = (120, 36), (80, 24), (60, 20)


@pytest.fixture(autouse=True)
def _same_time(monkeypatch):
    monkeypatch.setattr(absence, "clock", lambda since_ms: "19:42")
    monkeypatch.setattr(status, "clock", lambda since_ms: "19:42")


async def test_players_see_who_watches(tmp_path):
    async with (
        gathering(tmp_path, "Anna", "Boris") as table,
        table.at("Anna", shown=look(motion=False, hover=False)) as play,
    ):
        assert "watch" not in play.text
        await table.watch("Wanda")
        await reads(play, "Reef   you are the host   Wanda watches")
        assert "Wanda watches now." in play.text
        play.screen.mode.chat._quiet()
        for size in (LARGE, USUAL):
            await play.resize(*size)
            golden(f"lan_watched_{size[0]}x{size[1]}", play.text)
        await play.resize(*SMALL)
        assert "Wanda watches" in play.text.splitlines()[0]
        await table.watch("Xaver")
        await play.resize(*LARGE)
        await reads(play, "Wanda and Xaver watch")
        play.screen.mode.chat._quiet()
        await play.resize(*SMALL)
        assert "2 watch" in play.text.splitlines()[0]
        for name in ("Wanda", "Xaver"):
            await table.leave(name)
        await play.until(lambda: "watch" not in play.text.splitlines()[0])
        talk = table["Anna"].network_table.talk  # the title may be painted before the news of it is told
        await play.until(lambda: "Xaver watches no longer." in [line.text for line in talk])


async def test_the_next_game_may_have_more_seats_before_this_screen_has_heard_of_it(tmp_path, monkeypatch):
    """News waits while a machine sleeps, and the session is in another game by then."""
    async with gathering(tmp_path, "Anna", "Boris") as table, table.at("Boris") as play:
        more = tuple(PersonState(seat, f"P{seat}", "away", 0, None) for seat in range(6))
        monkeypatch.setattr(Meeting, "people", lambda self: more)
        monkeypatch.setattr(NetworkTable, "gid", b"another")
        play.screen.mode.hear(notices.LinksChanged())
        play.screen.turns.look()
        await play.settle()
        assert play.screen.mode.links() == ("", "")
        assert not any("is away" in line.text for line in table["Boris"].network_table.talk)


async def test_who_watches_goes_to_the_lobby_with_the_others(tmp_path):
    """The end of the game may never have come here, where its host was lost. A game that is read again is no end."""
    async with gathering(tmp_path, "Anna", "Boris") as table:
        await table.watch("Wanda")
        async with table.at("Wanda") as play:
            session, mode = table["Wanda"].session, play.screen.mode
            assert session.table is not None
            session.watching.watched = None
            assert session.table.state == "playing"
            assert not mode.is_another_game()
            session.table = replace(session.table, state="lobby")
            assert mode.is_another_game()


async def test_who_watches_sees_who_is_away_and_is_asked_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "AWAY_MS", 0)
    async with gathering(tmp_path, "Anna", "Boris", "Chloe") as table:
        await table["Anna"].turn()
        await table.watch("Wanda")
        async with table.at("Wanda", shown=look(motion=False, hover=False)) as play:
            assert "WATCHING" in play.text
            await table.leave("Boris")
            await reads(play, "WAITING for Boris")
            play.screen.mode.chat._quiet()
            for size in (LARGE, USUAL):
                await play.resize(*size)
                golden(f"lan_watching_away_{size[0]}x{size[1]}", play.text)
            await play.resize(*USUAL)
            assert not play.screen.mode.absence.shown
            before = [line.text for line in table["Wanda"].network_table.talk]
            await play.press("v", "w", "n")
            assert [line.text for line in table["Wanda"].network_table.talk] == before
            table.come_back("Boris")
            await play.until(lambda: "WATCHING" in play.text)
            assert "Boris is back." in [line.text for line in table["Wanda"].network_table.talk]
            table.cut()
            await reads(play, "LOOKING FOR THE HOST")
            assert play.screen.mode.links()[0] == "away"
            table.mend()
            await until(lambda: table["Wanda"].network_table.lost is None)
