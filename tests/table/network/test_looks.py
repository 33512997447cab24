"""Tables on the network as they look: waiting for somebody, a question, talk, and what somebody sees who watches."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from atlantis_tui.games.atlantis.widgets.hand import AtlantisHand
from atlantis_tui.table.network import absence, status
from atlantis_tui.table.network.result import CompanyResult
from atlantis_tui.ui.canvas import CanvasWidget
from net.session import limits, notices
from tests.table.at_table import Play
from tests.table.network.at_lan import Gathering, gathering, until
from tests.ui.stage import EACH_PALETTE, SIZES, golden, look, look_name


@pytest.fixture(autouse=True)
def _same_time(monkeypatch):
    monkeypatch.setattr(absence, "clock", lambda since_ms: "19:42")
    monkeypatch.setattr(status, "clock", lambda since_ms: "19:42")
    monkeypatch.setattr("atlantis_tui.table.network.chat_panel.time.strftime", lambda form, when: "19:42")
    monkeypatch.setattr(limits, "AWAY_MS", 0)


async def some_turns(table: Gathering) -> None:
    for name in ("Anna", "Boris", "Chloe", "Anna"):
        await table[name].turn()


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
        table["Anna"].shell.wish(lambda session: session.ask_back())
        await play.until(lambda: play.screen.mode.questions.open)
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
    table[name].shell.wish(lambda session: session.chat(text))
    await until(lambda: text in [line.text for line in table["Boris"].company.talk])


@asynccontextmanager
async def talk(table: Gathering, size: tuple[int, int], how: Any) -> AsyncIterator[Play]:
    async with chat(table, size, how) as play:
        table["Boris"].company.talk[:] = [line for line in table["Boris"].company.talk if not line.told]
        await play.press("slash")
        await play.write("soon")
        play.screen.mode.chat.field.cursor_blink = False
        yield play


@asynccontextmanager
async def watching(table: Gathering, size: tuple[int, int], how: Any) -> AsyncIterator[Play]:
    await table.watch("Wanda")
    steps = len(table["Anna"].company.table.steps)  # type: ignore[union-attr]
    await until(lambda: len(table["Wanda"].company.table.steps) == steps)  # type: ignore[union-attr]
    async with table.at("Wanda", size, how) as play:
        yield play


STATES: dict[str, Callable[..., Any]] = {
    "waiting": waiting,
    "lost": lost,
    "question": question,
    "chat": chat,
    "talk": talk,
    "watching": watching,
}


LATER = ("lost", "chat", "talk", "watching")  # with the slow tests


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
            real: Any = table["Anna"].company.table
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
            result = await play.on(CompanyResult)
            assert "wins" in play.text or "share the win" in play.text
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
            await until(lambda: [line.text for line in table["Anna"].company.talk[-1:]] == ["well done"])
            assert table["Anna"].company.talk[-1].name == "Wanda"
            await play.press("escape", "q")
            assert play.app.answer == "menu"


@pytest.mark.full
async def test_a_long_name_breaks_no_line(tmp_path):
    names = ("Александра Константиновн", "木村拓哉と仲間たち", "Chloe")
    async with gathering(tmp_path, *names) as table:
        for name in names[:1]:
            await table[name].turn()
        async with table.at(names[0]) as play:
            table[names[1]].shell.wish(lambda session: session.chat("長い" * 60))
            await play.until(lambda: bool(table[names[0]].company.talk) and table[names[0]].company.talk[-1].name != "")
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
