"""Tables on the network as they look: waiting for somebody, a question, talk, and what somebody sees who watches."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from atlantis_tui.games.atlantis.widgets.hand import AtlantisHand
from atlantis_tui.network import host
from atlantis_tui.table.network import absence, status
from atlantis_tui.table.network.result import CompanyResult
from atlantis_tui.ui.canvas import CanvasWidget
from net.session import limits, notices
from tests.table.at_table import Play
from tests.table.network.at_lan import Gathering, gathering, reads, until
from tests.ui.stage import EACH_PALETTE, SIZES, golden, look, look_name


@pytest.fixture(autouse=True)
def _same_time(monkeypatch):
    monkeypatch.setattr(absence, "clock", lambda since_ms: "19:42")
    monkeypatch.setattr(status, "clock", lambda since_ms: "19:42")
    monkeypatch.setattr("atlantis_tui.table.network.chat_panel.time.strftime", lambda form, when: "19:42")
    monkeypatch.setattr(limits, "AWAY_MS", 0)
    monkeypatch.setattr(host, "addresses", lambda runner: ["192.168.1.5", "10.0.0.7"])
    ticket = "atl://{}:4711#3KSWL6YCEQUUURYUKWUNGJRBR4XPNV3BTCDTIVQPBA"
    monkeypatch.setattr(host, "ticket", lambda runner, address: ticket.format(address))


async def some_turns(table: Gathering) -> None:
    for name in ("Anna", "Boris", "Chloe", "Anna"):
        await table[name].turn()
    for person in table.people.values():
        person.network_table.talk.clear()  # who came in when, as each of them happened to hear it


@asynccontextmanager
async def waiting(table: Gathering, size: tuple[int, int], how: Any) -> AsyncIterator[Play]:
    async with table.at("Anna", size, how) as play:
        await table.leave("Boris")
        await play.until(lambda: play.screen.mode.absence.shown)
        play.screen.mode.chat._quiet()
        await play.settle()
        yield play


@asynccontextmanager
async def lost(table: Gathering, size: tuple[int, int], how: Any) -> AsyncIterator[Play]:
    async with table.at("Boris", size, how) as play:
        table.cut()
        await play.until(lambda: play.screen.mode.absence.shown)
        play.screen.mode.chat._quiet()
        await play.settle()
        yield play
        table.mend()


@asynccontextmanager
async def question(table: Gathering, size: tuple[int, int], how: Any) -> AsyncIterator[Play]:
    async with table.at("Boris", size, how) as play:
        await play.asked()
        table["Anna"].runner.wish(lambda session: session.ask_back())
        await play.until(lambda: play.screen.mode.questions.open)
        yield play


@asynccontextmanager
async def asking(table: Gathering, size: tuple[int, int], how: Any) -> AsyncIterator[Play]:
    """What the one who asks sees, when one of two has agreed."""
    async with table.at("Anna", size, how) as play:
        play.screen.action_take_back()
        await until(lambda: table["Boris"].network_table.question is not None)
        asked = table["Boris"].network_table.question
        assert asked is not None
        table["Boris"].runner.wish(lambda session: session.answer(asked.hash, True))
        await play.until(lambda: "Agreed: Boris" in play.text)
        play.screen.hush()
        play.screen.mode.chat._quiet()
        yield play


@asynccontextmanager
async def voting(table: Gathering, size: tuple[int, int], how: Any) -> AsyncIterator[Play]:
    """Chloe has asked for a bot, and agreed to it; Anna has not answered."""
    async with waiting(table, size, how) as play:
        table["Chloe"].runner.wish(lambda session: session.vote(1))
        await play.until(lambda: play.screen.mode.absence.asked)
        play.screen.mode.chat._quiet()
        yield play


@asynccontextmanager
async def invite(table: Gathering, size: tuple[int, int], how: Any) -> AsyncIterator[Play]:
    async with table.at("Anna", size, how) as play:
        monkey: Any = table["Anna"].runner
        monkey.set_door("code")
        monkey._gatekeeper.code, monkey.port = "877198", 4711
        await play.press("j")
        yield play


@asynccontextmanager
async def chat(table: Gathering, size: tuple[int, int], how: Any) -> AsyncIterator[Play]:
    async with table.at("Boris", size, how) as play:
        await play.asked()
        for name, text in (("Anna", "good evening"), ("Chloe", "is it really my turn after this one of Boris?")):
            await says(table, name, text)
        await play.settle()
        yield play


async def says(table: Gathering, name: str, text: str) -> None:
    """Until Boris has heard it."""
    table[name].runner.wish(lambda session: session.chat(text))
    await until(lambda: text in [line.text for line in table["Boris"].network_table.talk])


@asynccontextmanager
async def talk(table: Gathering, size: tuple[int, int], how: Any) -> AsyncIterator[Play]:
    async with chat(table, size, how) as play:
        table["Boris"].network_table.talk[:] = [line for line in table["Boris"].network_table.talk if not line.told]
        await play.press("slash")
        await play.write("soon")
        play.screen.mode.chat.field.cursor_blink = False
        yield play


@asynccontextmanager
async def watching(table: Gathering, size: tuple[int, int], how: Any) -> AsyncIterator[Play]:
    await table.watch("Wanda")
    steps = len(table["Anna"].network_table.table.steps)  # type: ignore[union-attr]
    await until(lambda: len(table["Wanda"].network_table.table.steps) == steps)  # type: ignore[union-attr]
    async with table.at("Wanda", size, how) as play:
        yield play


STATES: dict[str, Callable[..., Any]] = {
    "waiting": waiting,
    "lost": lost,
    "question": question,
    "asking": asking,
    "voting": voting,
    "invite": invite,
    "chat": chat,
    "talk": talk,
    "watching": watching,
}


LATER = ("lost", "voting", "chat", "talk", "watching")  # with the slow tests


@pytest.mark.parametrize(
    "state", [pytest.param(state, marks=pytest.mark.full if state in LATER else ()) for state in STATES]
)
async def test_it_looks_as_it_did(tmp_path, state):
    """All sizes in one game, as an opened table costs more than a look at it."""
    how = look(motion=False, hover=False)
    async with gathering(tmp_path, "Anna", "Boris", "Chloe") as table:
        await some_turns(table)
        async with STATES[state](table, SIZES[1], how) as play:
            for size in SIZES:
                await play.resize(*size)
                play.screen.turns.look()
                await play.settle()
                golden(f"lan_{state}_{size[0]}x{size[1]}_unicode", play.text)
            play.app.look = look("mono", "ascii", motion=False, hover=False)
            play.app.ansi_color = True
            for widget in play.screen.query(CanvasWidget):
                widget.repaint()
            await play.resize(80, 24)
            play.screen.show()
            await play.settle()
            assert play.text.isascii()
            golden(f"lan_{state}_80x24_ascii", play.text)
            for other in EACH_PALETTE if state in LATER else ():
                play.app.look = other._replace(motion=False, hover=False)
                for widget in play.screen.query(CanvasWidget):
                    widget.repaint()
                await play.settle()
                assert play.app.lines, look_name(other)


@pytest.mark.parametrize("game", ["survive", "atalia"])
async def test_talk_stands_beside_every_board_that_has_room(tmp_path, game):
    how = look(motion=False, hover=False)
    async with gathering(tmp_path, "Anna", "Boris", game=game) as table, table.at("Boris", SIZES[2], how) as play:
        for text in ("good evening", "is it really my turn after this one of yours, or did I miss anything?"):
            await says(table, "Anna", text)
        for size in reversed(SIZES[1:]):
            await play.resize(*size)
            await says(table, "Anna", f"hello at {size[0]}?")
            await reads(play, f"hello at {size[0]}?")
            play.screen.mode.chat._quiet()
            await play.settle()
            golden(f"lan_chat_{game}_{size[0]}x{size[1]}_unicode", play.text)


async def further(play: Play) -> None:
    """Until somebody has moved, or the game is over."""
    seen = play.table.steps[-1].n
    await play.until(lambda: play.table.steps[-1].n > seen or play.table.over)


async def test_nobody_who_watches_sees_what_is_sealed(tmp_path, monkeypatch):
    """Every painting of a hand is watched, through a whole game."""
    painted = []
    paint = AtlantisHand.paint

    def watched(self, canvas):
        paint(self, canvas)
        if self.sight is not None and self.sight.watching:
            painted.append((self.sight.viewer, "".join(char for row in canvas.chars for char in row)))

    monkeypatch.setattr(AtlantisHand, "paint", watched)
    async with gathering(tmp_path, "Anna", "Boris") as table:
        await table.watch("Wanda")
        async with table.at("Wanda", shown=look(motion=False, hover=True)) as play:
            for name in ("Anna", "Boris"):
                table[name].plays_by_itself()
            real: Any = table["Anna"].network_table.table
            while not play.table.over:
                await further(play)
                if not play.table.over:
                    state = play.screen.view_of(play.table.steps[-1])
                    same = {step.n: step for step in real.steps}.get(play.table.steps[-1].n)
                    if same is not None and not real.over:
                        public = same.state.view(None)
                        assert [hand.held for hand in state.hands] == [hand.held for hand in public.hands]
                    if play.table.state.turn < 8:
                        await play.press("1", "enter", "u", "i", "y", "y")
                    assert not play.screen.mine
                    assert play.screen.plan.moves() is None
            result: Any = await play.on(CompanyResult)
            assert "wins" in play.text or "share the win" in play.text
            table["Wanda"].network_table.rematch = (0, 7)  # as a host that names a seat that this game has not
            result.show()
            assert result._who() == "Anna and Player 8"
            await play.press("enter", "v")
            assert play.app.screen is result, "the players decide, and nobody's hand was seen"
            assert "The players decide" in play.text
            assert len(painted) > 1
            assert all(viewer is None and not any(f"×{n}" in text for n in range(9)) for viewer, text in painted)
            assert not any(isinstance(news, notices.Misbehaved) for news in table["Anna"].heard)


async def test_who_watches_may_talk_and_goes_without_being_asked(tmp_path):
    async with gathering(tmp_path, "Anna", "Boris") as table:
        await table.watch("Wanda")
        async with table.at("Wanda") as play:
            assert "WATCHING" in play.text
            await play.press("t")
            await play.write("well done")
            await play.press("enter")
            await until(lambda: [line.text for line in table["Anna"].network_table.talk[-1:]] == ["well done"])
            assert table["Anna"].network_table.talk[-1].name == "Wanda"
            await play.press("escape", "q")
            assert play.app.answer == "menu"


@pytest.mark.full
async def test_a_long_name_breaks_no_line(tmp_path):
    names = ("Александра Константиновн", "木村拓哉と仲間たち", "Chloe")
    async with gathering(tmp_path, *names) as table:
        for name in names[:1]:
            await table[name].turn()
        async with table.at(names[0]) as play:
            table[names[1]].runner.wish(lambda session: session.chat("長い" * 60))
            await play.until(
                lambda: bool(table[names[0]].network_table.talk) and table[names[0]].network_table.talk[-1].name != ""
            )
            await play.press("t")
            for size in SIZES:
                await play.resize(*size)
                assert len(play.app.lines) == size[1]
            await play.press("escape")
            await table.leave(names[1])
            await play.until(lambda: play.screen.mode.absence.shown)
            for size in SIZES:
                await play.resize(*size)
                assert len(play.app.lines) == size[1]
