"""How others come to the table is a key away in a game: the code, the address and the host's ticket."""

from __future__ import annotations

from typing import Any

import pytest

from atlantis_tui.help.command_palette import commands
from atlantis_tui.network import host
from atlantis_tui.table.network.mode import NetworkMode
from atlantis_tui.ui.bound_keys import bindings
from core import games
from net.codes import code_text
from tests.table.network.at_lan import gathering
from tests.ui.stage import SIZES, golden

GAMES = games.names()


@pytest.fixture
def table(tmp_path):
    return lambda *names, **more: gathering(tmp_path, *names, **more)


@pytest.fixture
def addresses(monkeypatch):
    found = ["192.168.1.5", "10.0.0.7"]
    monkeypatch.setattr(host, "addresses", lambda runner: found)
    return found


def shown(play) -> str:
    """What the card says, without its frame and where its lines break."""
    return "".join(sign for sign in play.screen.mode.invitation.panel.canvas.text() if sign not in "▌▐ \n")


@pytest.mark.parametrize("game", GAMES)
async def test_the_host_sees_code_address_and_ticket_and_copies_it(table, game, addresses):
    async with table("Anna", "Boris", game=game) as people, people.at("Anna", SIZES[-1]) as play:
        runner = people["Anna"].runner
        await play.press("j")
        assert play.screen.mode.invitation.open
        assert "nobody needs one" in play.text
        await play.press("escape")
        assert not play.screen.mode.invitation.open
        runner.set_door("code")
        ticket = host.ticket(runner, addresses[0])
        for size in SIZES:
            await play.resize(*size)
            await play.press("j")
            assert code_text(runner.code) in play.text
            assert f"192.168.1.5:{runner.port}" in shown(play), "as typed"
            assert ticket in shown(play), f"whole, at {size}"
            assert "J close" in play.text
            await play.press("j")
            assert not play.screen.mode.invitation.open
        await play.press("j", "c")
        assert play.app.clipboard == ticket
        assert "is in the clipboard" in play.text
        await play.press("c")
        assert play.app.clipboard == host.ticket(runner, addresses[1])
        assert "10.0.0.7" in play.text
        await play.click(play.screen.mode.invitation.panel, "mode_key('copy_ticket')")
        assert play.app.clipboard == ticket
        await play.click(play.screen.mode.invitation.panel, "mode_key('invite')")
        assert not play.screen.mode.invitation.open


async def test_a_guest_sees_what_the_host_has_told(table):
    async with table("Anna", "Boris") as people, people.at("Boris") as play:
        await play.press("j")
        assert "ask Anna" in play.text
        assert f"127.0.0.1:{people.port}" in shown(play)
        assert "atl://" not in play.text
        people["Boris"].session.table_code = "123456"
        await play.press("j", "J")
        assert "123 456" in play.text
        for size in SIZES[1:]:
            await play.resize(*size)
            golden(f"lan_invited_{size[0]}x{size[1]}", play.text.replace(f":{people.port}", ":47624"))
        await play.press("c")
        assert play.app.clipboard == "", "a guest has no ticket"
        await play.press("slash")
        assert not play.screen.mode.invitation.open, "another key closes it, and does its own work"
        assert play.screen.mode.chat.writes
        await play.press("escape")
        play.screen.turns.look()
        await play.settle()
        await play.footer("mode_key('invite')")
        assert play.screen.mode.invitation.open


async def test_who_watches_sees_it_too(table):
    async with table("Anna", "Boris") as people:
        await people.watch("Wanda")
        async with people.at("Wanda") as play:
            await play.footer("mode_key('invite')")
            assert "ask Anna" in play.text
            assert f"127.0.0.1:{people.port}" in shown(play)


@pytest.mark.parametrize("game", GAMES)
async def test_it_is_among_the_commands_and_no_game_has_its_key(table, game):
    async with table("Anna", "Boris", game=game) as people, people.at("Boris") as play:
        found = {entry.text: entry for entry in commands(play.screen)}
        assert found["code and address"].key == "J"
        assert found["code and address"].action == (play.screen, "mode_key('invite')")
        screen: Any = type(play.screen)
        keys = {key for bound in bindings(screen).values() for key in bound.keys}
        assert not keys & set(bindings(screen, NetworkMode)["table.invite"].keys)
