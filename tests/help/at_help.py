"""What tests of help, rules, the palette and the first game share: the real app, and hands for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from textual import events
from textual.keys import _character_to_key
from textual.screen import Screen

from atlantis_tui.app import AtlantisApp
from atlantis_tui.lesson.mode import LessonMode
from atlantis_tui.saved.settings import Settings
from atlantis_tui.ui import Look
from core.table import Table
from tests.menu.at_menu import text
from tests.ui.stage import PATIENCE, look, resize

STILL = look(motion=False, hover=False)


class Bare(AtlantisApp):
    """The app with nothing under its tables, which is there sooner than a menu."""

    def get_default_screen(self) -> Screen[Any]:
        return Screen()


class Hands:
    """Keys and clicks go in where a terminal's would; after each of them all that comes of it is waited for."""

    def __init__(self, pilot: Any) -> None:
        self.pilot, self.app = pilot, pilot.app

    @property
    def screen(self) -> Any:
        return self.app.screen

    @property
    def text(self) -> str:
        return text(self.app)

    async def settle(self) -> None:
        for _ in range(4):
            await self.pilot._wait_for_screen()
        self.app.screen._on_timer_update()
        await self.pilot._wait_for_screen()

    async def press(self, *keys: str) -> None:
        for key in keys:
            character = key if len(key) == 1 else {"space": " "}.get(key)
            name = _character_to_key(key) if len(key) == 1 and not key.isalnum() else key
            self.app._driver.send_message(events.Key(name, character))
            await self.settle()

    async def write(self, words: str) -> None:
        await self.press(*("space" if sign == " " else sign for sign in words))

    async def until(self, true: Callable[[], Any]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                await self.pilot._wait_for_screen()
                await asyncio.sleep(0)
        await self.settle()

    async def on(self, kind: type[Any]) -> Any:
        await self.until(lambda: isinstance(self.app.screen, kind) and self.app.screen.is_mounted)
        return self.app.screen

    async def at_lesson(self) -> Any:
        """Until a first game is on top, which is returned."""
        await self.until(lambda: isinstance(getattr(self.screen, "mode", None), LessonMode) and self.screen.is_mounted)
        return self.screen

    async def click(self, widget: Any, hit: Any) -> None:
        """A click in the middle of the cells of a canvas that mean this."""
        canvas = widget.canvas
        cells = [(x, y) for y in range(canvas.height) for x in range(canvas.width) if canvas.at(x, y) == hit]
        assert cells, f"nothing there means {hit}"
        x, y = cells[len(cells) // 2]
        x, y = widget.region.x + x, widget.region.y + y
        for kind in (events.MouseMove, events.MouseDown, events.MouseUp):
            button = 0 if kind is events.MouseMove else 1
            self.app._driver.send_message(kind(None, x, y, 0, 0, button, False, False, False, x, y))
            await self.settle()

    async def card(self) -> str:
        """The card on top, without what shows behind it."""
        self.screen.behind = None
        self.screen.show()
        await self.settle()
        return self.text

    async def resize(self, width: int, height: int) -> None:
        await resize(self.pilot, width, height)
        await self.settle()


@asynccontextmanager
async def at_home(
    size: tuple[int, int] = (80, 24),
    shown: Look = STILL,
    settings: Settings | None = None,
    app: type[AtlantisApp] = AtlantisApp,
) -> AsyncIterator[Hands]:
    """The app at its menu."""
    async with app(shown, settings=settings, discovers=False).run_test(size=size) as pilot:
        hands = Hands(pilot)
        await hands.settle()
        yield hands


@asynccontextmanager
async def at_game(table: Table, size: tuple[int, int] = (80, 24), **more: Any) -> AsyncIterator[Hands]:
    """The app at a table, when the person is asked."""
    async with at_home(size, app=Bare, **more) as hands:
        hands.app.open_table(table)
        await hands.until(lambda: getattr(hands.screen, "mine", False) and not hands.screen.turns.message)
        yield hands
