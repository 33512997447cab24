"""Sitting down at a table in a test: a game on screen, hands for keys and mouse, and positions to begin with.

    async with at_table(new_table(["you", "bot:random"]), size=(80, 24)) as play:
        await play.asked()              until the person is asked
        await play.press("1", "f", "enter")
        await play.click(play.screen.board.hand, ("card", 3))

Keys and clicks go in where a terminal's would. Nothing waits for time to pass: `until` looks again whenever the table
shows something new.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import Any, cast

import pytest
from textual import events
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.screen import Screen

from atlantis_tui.games import table_for
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import CanvasWidget
from core import games
from core.atlantis.rules import Atlantis
from core.bots import make_bot
from core.chance import Stream
from core.game import Move
from core.log import MemoryLog
from core.table import Table, header
from tests.ui.idle import at_rest
from tests.ui.stage import EACH_PALETTE, GOLDEN, LOOKS, PATIENCE, SIZES, Stage, golden, look, look_name, resize

GAME = games.load("atlantis")


def new_table(seats: Sequence[str], seed: str = "KELP", **options: Any) -> Table:
    return Table(MemoryLog(header(GAME, seats, options, seed)))


def random_play(table: Table, enough: Callable[[Table], bool], seed: str = "play") -> bool:
    """Plays on by chance until enough is played; whether that ever came. Bridges are kept for a while."""
    chance = Stream(seed, table.seed)
    while not enough(table):
        prompt = table.state.prompt
        if prompt is None:
            return False
        moves = table.state.legal()
        if chance.below(40):
            moves = [move for move in moves if move[0] != "bridge"] or moves
        table.play(prompt.seat, moves[chance.below(len(moves))])
    return True


@lru_cache(maxsize=64)
def _found(seats: tuple[str, ...], wanted: Callable[[Atlantis], bool], seeds: int, after: int) -> tuple[Any, ...]:
    def enough(table: Table) -> bool:
        state = cast(Atlantis, table.state)
        return len(table.steps) > after and state.outcome is None and state.seat == 0 and wanted(state)

    for number in range(seeds):
        table = new_table(seats, f"SEED-{number}")
        if random_play(table, enough):
            return tuple(table.log.records)
    raise AssertionError("there is no such position in any of these games")


def table_where(
    wanted: Callable[[Atlantis], bool], seats: Sequence[str] = ("you", "bot:random"), seeds: int = 60, after: int = 0
) -> Table:
    """The first table, in games played by chance, at which seat 0 is asked and the position is of the wanted kind."""
    return Table(copy_of(_found(tuple(seats), wanted, seeds, after)))


def pinned(name: str, wanted: Callable[[Atlantis], bool], seats: Sequence[str], after: int = 0) -> Table:
    """The same, but the moves are kept in a file of that name, so that goldens change with the screen alone."""
    path = GOLDEN / f"table_{name}.moves"
    if os.environ.get("ATLANTIS_GOLDEN") == "write" and not path.exists():
        found = table_where(wanted, seats, after=after)
        moves = [found.game.text(step.move) for step in found.steps if step.move is not None and not step.forced]
        path.write_text("\n".join([found.seed, *moves]) + "\n", "utf-8")
    seed, *moves = path.read_text("utf-8").splitlines()
    table = new_table(seats, seed)
    for move in moves:
        assert table.state.prompt is not None
        table.play(table.state.prompt.seat, table.game.read(move))
    assert wanted(cast(Atlantis, table.state))
    return table


def copy_of(records: Sequence[Any]) -> MemoryLog:
    """A log with the same records, to be played on."""
    log = MemoryLog()
    for record in records:
        log.append(record.kind, record.seat, record.digest, record.body, record.opened)
    return log


def replayed(table: Table) -> Table:
    """The same game, from nothing but its records."""
    return Table(copy_of(table.log.records))


class InstantBot:
    """A bot that has answered before anybody could look, where processes are not the matter."""

    level = "random"

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat = table, seat
        self.bot = make_bot(self.level, table.game, f"{table.seed} {seat}")

    @classmethod
    async def start(cls, spec: str, table: Table, seat: int, names: Sequence[str], **more: Any) -> InstantBot:
        return cls(table, seat)

    async def choose(self) -> Move:
        return self.bot.choose(self.table.view(self.seat))

    async def close(self) -> None:
        pass


class Play:
    def __init__(self, app: Stage, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot
        # Tests look into everything, also at what is there only at times.
        self.screen = cast(Any, app.shown)
        self.table = cast(Any, self.screen.table)
        self._shown = asyncio.Event()
        show = self.screen.show

        def shown() -> None:
            show()
            self._shown.set()

        self.screen.show = shown

    # Waiting ---------------------------------------------------------------------------------------------------------

    async def settle(self) -> None:
        """Until everything that was sent has been dealt with and laid out."""
        await at_rest(self.app)

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                self._shown.clear()
                await self._shown.wait()
        await self.settle()

    async def asked(self) -> bool:
        """Until the person is asked; False if the game ended instead."""
        await self.until(lambda: (self.screen.mine and not self.screen.turns.message) or self.table.over)
        return not self.table.over

    async def on(self, kind: type[Screen[Any]]) -> Any:
        """Until a screen of that kind is on top, which is returned."""
        async with asyncio.timeout(PATIENCE):
            while not isinstance(self.app.screen, kind):
                await self.pilot._wait_for_screen()
                await asyncio.sleep(0)
        await self.settle()
        return self.app.screen

    # Keys ------------------------------------------------------------------------------------------------------------

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.send(key)
            await self.settle()

    def send(self, key: str) -> None:
        """A key, without waiting for what comes of it."""
        character = key if len(key) == 1 else {"space": " "}.get(key)
        name = _character_to_key(key) if len(key) == 1 and not key.isalnum() else key
        assert self.app._driver is not None
        self.app._driver.send_message(events.Key(name, character))

    async def write(self, text: str) -> None:
        await self.press(*("space" if char == " " else char for char in text))

    async def paste(self, text: str) -> None:
        assert self.app._driver is not None
        self.app._driver.send_message(events.Paste(text))
        await self.settle()

    # The mouse -------------------------------------------------------------------------------------------------------

    async def mouse(self, x: int, y: int, *kinds: type[events.MouseEvent], button: int = 1) -> None:
        button = 0 if kinds == (events.MouseMove,) else button
        assert self.app._driver is not None
        for kind in kinds:
            self.app._driver.send_message(kind(None, x, y, 0, 0, button, False, False, False, x, y))
            await self.settle()

    async def click_at(self, x: int, y: int, button: int = 1) -> None:
        await self.mouse(x, y, events.MouseMove)
        await self.mouse(x, y, events.MouseDown, events.MouseUp, button=button)

    def where(self, widget: CanvasWidget, hit: Any) -> tuple[int, int]:
        """A cell on the screen at which this is hit, in the middle of such cells."""
        canvas = widget.canvas
        cells = [(x, y) for y in range(canvas.height) for x in range(canvas.width) if canvas.at(x, y) == hit]
        assert cells, f"nothing there means {hit}"
        x, y = cells[len(cells) // 2]
        return widget.region.x + x, widget.region.y + y

    async def click(self, widget: CanvasWidget, hit: Any, button: int = 1) -> None:
        await self.click_at(*self.where(widget, hit), button=button)

    async def hover(self, widget: CanvasWidget, hit: Any) -> None:
        await self.mouse(*self.where(widget, hit), events.MouseMove)

    async def footer(self, action: Any) -> None:
        await self.click(self.screen.footer, action)

    async def resize(self, width: int, height: int) -> None:
        await resize(self.pilot, width, height)
        await self.settle()

    # What there is to see --------------------------------------------------------------------------------------------

    @property
    def on_top(self) -> bool:
        """Whether the table is what is seen."""
        return bool(self.app.screen is self.screen)

    @property
    def text(self) -> str:
        return self.app.text

    @property
    def toast(self) -> str:
        """The words of the toast, if there is one."""
        toast = self.screen.toast
        return " ".join(toast.lines) if toast.display else ""

    @property
    def toast_on_screen(self) -> str:
        """The words of it that can be read."""
        region = self.screen.toast.region
        rows = self.app.lines[region.y : region.bottom] if self.toast else []
        return " ".join(" ".join(row[region.x + 1 : region.right] for row in rows).split())

    @property
    def view(self) -> Any:
        """The position as seat 0 may see it: of whatever game is played."""
        return self.table.view(0)

    @property
    def moves(self) -> list[Any]:
        """What was played, by anybody, so far."""
        return [step.move for step in self.table.steps]

    def check(self) -> None:
        """What must hold at any moment: the log is the game, and it is sound."""
        again = replayed(self.table)
        assert again.state.digest() == self.table.state.digest()
        assert [step.move for step in again.steps] == self.moves
        for record, other in zip(self.table.log.records, again.log.records, strict=True):
            assert record == other


@asynccontextmanager
async def at_table(table: Table, size: tuple[int, int] = (80, 24), shown: Look | None = None) -> AsyncIterator[Play]:
    app = Stage(table_for(table.game.name)(table), shown or look(motion=False, hover=False))
    async with app.run_test(size=size) as pilot:
        play = Play(app, pilot)
        await play.settle()
        yield play
        if app.screen is play.screen:
            play.screen.dismiss("menu")
            await play.settle()


def seat_instant_bots(monkeypatch: pytest.MonkeyPatch, bot: type[InstantBot] = InstantBot) -> None:
    monkeypatch.setattr("atlantis_tui.bots.process.BotSeat", bot)


def still(glyphs: str) -> Look:
    """The look of pictures that are compared: nothing moves in it, and the mouse is nowhere."""
    return look("dark" if glyphs == "unicode" else "mono", glyphs, motion=False, hover=False)


def looks_as_it_did(play: Play, name: str, size: tuple[int, int], glyphs: str) -> None:
    golden(f"{name}_{size[0]}x{size[1]}_{glyphs}", play.text)
    assert glyphs != "ascii" or play.text.isascii()


async def looks_as_it_did_at_every_size(play: Play, name: str) -> None:
    """As it stands, at the sizes of the goldens, in both looks that are kept."""
    for size in SIZES:
        await play.resize(*size)
        for glyphs in ("unicode", "ascii"):
            await look_through(play, still(glyphs))
            looks_as_it_did(play, name, size, glyphs)


async def look_through(play: Play, how: Look) -> None:
    """The same position in other colours and glyphs."""
    play.app.look = how
    play.app.ansi_color = how.palette.ansi or how.palette.flat
    play.screen.styles.background = how.palette.ground
    play.screen.show()
    if play.toast:
        play.screen.toast.repaint()
    await play.settle()


# Every palette once, with ascii and console among the glyphs; and all the others.
SOME_LOOKS = [*EACH_PALETTE, look(glyphs="ascii")]
OTHER_LOOKS = [how for how in LOOKS if how not in SOME_LOOKS]
some_or_other_looks = pytest.mark.parametrize(
    "looks", [SOME_LOOKS, pytest.param(OTHER_LOOKS, marks=pytest.mark.full)], ids=["some", "others"]
)


def some_or_other_sizes(more: Sequence[tuple[int, int]]) -> pytest.MarkDecorator:
    """A third of these; the others under full, with the usual sizes, at which goldens are compared in every run."""
    some = more[::3]
    others = [*SIZES, *(size for size in more if size not in some)]
    return pytest.mark.parametrize(
        "sizes", [some, pytest.param(others, marks=pytest.mark.full)], ids=["some", "others"]
    )


async def paint_every_look(play: Play, looks: Sequence[Look] = LOOKS) -> None:
    """As it stands, in these colours and glyphs: ascii is ascii, and without colours there are none."""
    for how in looks:
        await look_through(play, how._replace(motion=False, hover=False))
        assert how.glyphs.name != "ascii" or play.text.isascii(), look_name(how)
        if how.palette.flat:
            for strip in play.screen._compositor.render_strips():
                for segment in strip:
                    assert segment.style.color is None or segment.style.color.is_default
                    assert segment.style.bgcolor is None or segment.style.bgcolor.is_default
