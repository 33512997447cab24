"""A stage for one screen: the smallest app that has a look, with what tests of screens need around it.

    async with Stage(ResultScreen(table, names, 0)).run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")

Goldens are the text of a screen in `golden/`. `ATLANTIS_GOLDEN=write` writes them anew; read the difference before it
is kept.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from difflib import unified_diff
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from atlantis_tui.saved.settings import Settings
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.glyphs import SETS
from atlantis_tui.ui.page import Page
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.palettes import PALETTES
from core import games
from core.chance import Stream
from core.game import Move
from core.log import MemoryLog
from core.table import Table, header

SIZES = ((60, 20), (80, 24), (120, 36))
LARGE_SIZES = ((160, 45), (200, 60))  # where pages have columns side by side
GOLDEN = Path(__file__).parent.parent / "golden"
NOT_YET = object()
PATIENCE = 30  # seconds; only a test that fails ever waits so long


def look(palette: str = "dark", glyphs: str = "unicode", **more: Any) -> Look:
    return Look(PALETTES[palette], SETS[glyphs], **more)


LOOKS = [look(palette, glyphs) for palette in PALETTES for glyphs in SETS]
EACH_PALETTE = [look(palette, "console" if palette == "ansi16" else "unicode") for palette in PALETTES]


def look_name(look: Look) -> str:
    return f"{look.palette.name}-{look.glyphs.name}"


class Stage(App[None]):
    """Shows one screen and keeps what it was dismissed with in `answer`."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, shown: Screen[Any], look: Look = look()) -> None:  # noqa: B008 - nothing in it changes
        with pytest.MonkeyPatch.context() as patch:
            patch.delenv("NO_COLOR", raising=False)  # looks without colours have their own palette
            super().__init__(ansi_color=look.palette.ansi or look.palette.flat)
        self.look = look
        self.settings = Settings(confirmations="none")
        self.shown = shown
        self.answer: Any = NOT_YET

    def on_mount(self) -> None:
        self.push_screen(self.shown, self._answered)

    def _answered(self, answer: Any) -> None:
        self.answer = answer

    @property
    def text(self) -> str:
        """What is on the screen, without trailing blanks."""
        return "\n".join(line.rstrip() for line in self.lines)

    @property
    def lines(self) -> list[str]:
        """What is on the screen; every line fills its width exactly."""
        lines = [strip.text for strip in self.screen._compositor.render_strips()]
        assert {cell_len(line) for line in lines} == {self.size.width}
        return lines

    def find(self, words: str) -> tuple[int, int]:
        """Where some words stand."""
        for y, line in enumerate(self.lines):
            if words in line:
                return cell_len(line[: line.index(words)]), y
        raise AssertionError(f"{words!r} is not on the screen:\n{self.text}")

    def style_of(self, words: str) -> Any:
        """How the first cell of some words is painted."""
        x, y = self.find(words)
        strip = self.screen._compositor.render_strips()[y]
        return next(iter(strip.crop(x, x + 1))).style


async def resize(pilot: Pilot[Any], width: int, height: int) -> None:
    """Another size of the terminal. The app has it at once, but a screen is laid out for it only some time later."""
    await pilot.resize_terminal(width, height)
    async with asyncio.timeout(PATIENCE):
        while tuple(pilot.app.screen._compositor.size) != (width, height):
            await pilot._wait_for_screen()
            await asyncio.sleep(0)
    await pilot.pause()


def drawn(screen: Page, size: tuple[int, int], look: Look = look()) -> Canvas:  # noqa: B008
    """A page painted without an app, for what needs no keys: a hundred times as fast."""
    canvas = Canvas(size[0], size[1], look.palette.style(look.palette.text, look.palette.sea))
    screen.draw(Pen(canvas, look))
    assert {cell_len("".join(row)) for row in canvas.chars} == {size[0]}
    return canvas


def golden(name: str, text: str) -> None:
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("ATLANTIS_GOLDEN") == "write":
        path.write_text(f"{text}\n", "utf-8")
    assert path.exists(), f"there is no {path.name} yet"
    before, now = path.read_text("utf-8"), f"{text}\n"
    if now != before:  # every line that differs, also where pytest would cut them
        pytest.fail("\n".join(unified_diff(before.splitlines(), now.splitlines(), path.name, "now", lineterm="")))


def in_order(moves: Sequence[Move]) -> list[Move]:
    """So that the order in which they are found does not matter."""
    return sorted(moves, key=lambda move: [-1 if part is None else part for part in move])


@lru_cache
def finished(seats: int, seed: str, game: str = "atlantis", **options: Any) -> Table:
    """A game played to its end by chance, always the same for the same seed. Nobody may change it."""
    rules = games.load(game)
    table = Table(MemoryLog(header(rules, ["you", *["bot:random"] * (seats - 1)], options, seed)))
    chance = Stream(seed, "play")
    while (prompt := table.state.prompt) is not None:
        moves = in_order(table.state.legal())
        table.play(prompt.seat, moves[chance.below(len(moves))])
    return table
