"""What tests of the app around the table share: the real app, games that wait, and waiting for what comes later."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from contextlib import asynccontextmanager
from typing import Any

from rich.cells import cell_len
from textual.pilot import Pilot

from atlantis_tui.app import AtlantisApp
from atlantis_tui.saved import game_files
from atlantis_tui.ui import Look
from atlantis_tui.ui.page import Page, PageCanvas
from core.chance import Stream
from tests.ui.stage import look

NOW = 1794823200.0  # 16 Nov 2026, 10:00 UTC


class House(AtlantisApp):
    """The app as it is, but it does not look at the network. What is known of the screens in it is for tests to say."""

    def __init__(self, *args: Any, discovers: bool = False, **more: Any) -> None:
        super().__init__(*args, discovers=discovers, **more)

    @asynccontextmanager
    async def run_test(self, **more: Any) -> Any:
        async with super().run_test(**more) as pilot:
            await _laid_out(pilot)
            yield Patient(pilot)


class Patient:
    """A pilot that waits after everything it does until the screen is laid out, on a slow machine too."""

    def __init__(self, pilot: Pilot[Any]) -> None:
        self.pilot, self.app = pilot, pilot.app

    def __getattr__(self, name: str) -> Any:
        act = getattr(self.pilot, name)

        async def acted(*args: Any, **more: Any) -> None:
            await act(*args, **more)
            await _laid_out(self.pilot)

        return acted


async def _laid_out(pilot: Pilot[Any]) -> None:
    app: Any = pilot.app

    def done() -> bool:
        if not app.is_running or not isinstance(app.screen, Page):
            return True
        sheets = app.screen.query(PageCanvas)
        return len(sheets) == 1 and tuple(app.size) == tuple(sheets.first().size)

    await until(pilot, done)


class Box(House):
    """The app, except that tables are not opened: they are kept in `opened`, those for others in `hosted`."""

    def __init__(self, look: Look = look(), **more: Any) -> None:  # noqa: B008 - nothing in it changes
        super().__init__(look, **more)
        self.hosted: list[Any] = []
        self.opened: list[tuple[list[str], dict[str, Any], str, str]] = []  # seats, options, seed, what was said

    def open_table(self, table: Any, notice: str = "") -> None:
        options = table.log.records[0].body["options"]
        self.opened.append((list(table.seats), options, table.seed, notice))
        table.log.close()

    def host_table(self, wanted: Any = None) -> None:
        self.hosted.append(wanted)

    def host_again(self, path: str) -> None:
        self.hosted.append(path)


async def until(pilot: Any, true: Callable[[], Any]) -> None:
    """Waits for something that another thread or process has to do first."""
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end, text(pilot.app)
        await asyncio.sleep(0.01)
    await pilot.pause()


async def listed(pilot: Any) -> None:
    """Waits until the menu knows all games that it shows."""
    await until(pilot, lambda: menu(pilot).games is not None and all(game.known for game in menu(pilot)._shown()))


async def resize(pilot: Any, width: int, height: int) -> None:
    """Another size of the terminal, and everything laid out for it."""
    await pilot.resize_terminal(width, height)
    await until(pilot, lambda: tuple(pilot.app.screen.sheet.size) == (width, height))


def menu(pilot: Any) -> Any:
    return pilot.app.screen_stack[0]


def text(app: Any) -> str:
    return "\n".join(line.rstrip() for line in lines(app))


def lines(app: Any) -> list[str]:
    """What is on the screen; every line fills its width exactly."""
    found = [strip.text for strip in app.screen._compositor.render_strips()]
    assert {cell_len(line) for line in found} == {app.size.width}
    return found


def find(app: Any, words: str) -> tuple[int, int]:
    for y, line in enumerate(lines(app)):
        if words in line:
            return cell_len(line[: line.index(words)]), y
    raise AssertionError(f"{words!r} is not on the screen:\n{text(app)}")


def colours(app: Any) -> set[str]:
    """Every colour that reaches the terminal."""
    styles = {segment.style for strip in app.screen._compositor.render_strips() for segment in strip}
    return {str(colour.name) for style in styles if style for colour in (style.color, style.bgcolor) if colour}


def sound(app: Any) -> None:
    """What must hold on any screen at any moment."""
    screen: Any = app.screen
    assert isinstance(screen, Page)
    canvas = screen.sheet.canvas
    assert (canvas.width, canvas.height) == tuple(app.size)
    assert all(cell_len("".join(row)) == canvas.width for row in canvas.chars)
    assert len(lines(app)) == app.size.height
    at: Any = screen
    if not screen.is_small and getattr(screen, "games", None):
        assert at.game is None or 0 <= at.game < len(at.games)
        assert 0 <= at.top <= max(0, len(at.games) - 1)


def left_game(seed: str, who: list[str], moves: int, ago: float = 0, **options: Any) -> str:
    """A game that was left after some moves, so many seconds ago; its file."""
    table = game_files.new_table("atlantis", who, options, seed)
    chance = Stream(seed, "left")
    for _ in range(moves):
        prompt = table.state.prompt
        if prompt is None:
            break
        legal = sorted(table.state.legal())
        table.play(prompt.seat, legal[chance.below(len(legal))])
    path = str(table.log.path)  # type: ignore[attr-defined]
    table.log.close()  # type: ignore[attr-defined]
    os.utime(path, (NOW - ago, NOW - ago))
    return path


def three_games() -> None:
    left_game("KELP-7F3", ["you", "bot:normal", "bot:normal"], 24, 600)
    left_game("REEF-2", ["you:Mira", "bot:random"], 7, 90_000)
    left_game("SAND-3", ["you:Mira", "person:Анна-Мария", "bot:random", "bot:normal"], 40, 7 * 86_400)
