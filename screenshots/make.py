"""Builds the pictures in this folder, always the same ones: fixed seeds, fixed moves, a fixed clock.

    python screenshots/make.py [FOLDER [NAME...]]

Each is drawn cell by cell from what the program would send to a terminal (atlantis_tui/replay/export/svg.py). A test
builds them anew and compares. After a change that is meant, run this and look at the pictures before they are kept.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path.insert(0, str(ROOT))

from atlantis_tui.app import AtlantisApp  # noqa: E402
from atlantis_tui.replay.export.svg import Picture  # noqa: E402
from atlantis_tui.table.turns import TurnLoop  # noqa: E402
from atlantis_tui.text import translation  # noqa: E402
from atlantis_tui.ui import Look  # noqa: E402
from atlantis_tui.ui.glyphs import SETS  # noqa: E402
from atlantis_tui.ui.palettes import PALETTES  # noqa: E402
from core import games  # noqa: E402
from core.log import FileLog, MemoryLog  # noqa: E402
from core.table import Table, TableLog, header  # noqa: E402

Prepare = Callable[[Any], Awaitable[None]]  # of a running app
SEATS = ["you", "bot:normal", "bot:normal", "bot:normal"]
NOW = 1_767_265_200.0  # the first of January 2026, 11 o'clock in UTC
SIZES = {"80x24": (80, 24), "120x36": (120, 36)}
MIDDLE = 41  # the turn that is shown, with the way of figure 3 over a held place
WAY = ("3", "h", "o")
CHOSEN = ("n", "tab", "tab", "enter")  # no red tile, the second piece, and where it could go
TWO = ["you", "bot:normal"]  # at Atalia
BOARD, SINK = 17, 9  # turns of Survive! that are shown: an explorer far from a boat, and a tile that may sink
WEDGE, PROOF = 52, 44  # its turns that are shown: a card that wins a field, and a claim that does not hold


def main(folder: Path, names: Collection[str] = ()) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in asyncio.run(pictures(names)).items():
        (folder / f"{name}.svg").write_text(text, "utf-8", newline="\n")


async def pictures(names: Collection[str] = ()) -> dict[str, str]:
    """The pictures of these names, or all of them."""
    found: dict[str, str] = {}

    async def take(name: str, how: str, table: Table | None, prepare: Prepare, glyphs: str = "unicode") -> None:
        if not names or name in names:
            found[name] = await _picture(SIZES[name.rpartition("_")[2]], how, table, prepare, glyphs)

    with _fixed(), tempfile.TemporaryDirectory() as home:
        os.environ["ATLANTIS_HOME"] = home
        _waiting_games(Path(home) / "games")
        for name in SIZES:
            await take(f"menu_{name}", "dark", None, _listed)
            await take(f"opening_{name}", "dark", _table(1), _nothing)
            await take(f"targets_{name}", "dark", _table(MIDDLE), _keys("3"))
            await take(f"preview_{name}", "dark", _table(MIDDLE), _keys(*WAY))
            await take(f"payment_{name}", "dark", _table(MIDDLE), _keys(*WAY, *["right"] * 4))
            await take(f"result_{name}", "dark", _table(10_000), _result)
            await take(f"survive_setup_{name}", "dark", _island(0), _keys("a"))
            await take(f"survive_move_{name}", "dark", _island(BOARD), _keys(*CHOSEN))
            await take(f"survive_sink_{name}", "dark", _island(SINK), _keys("n", "tab"))
            await take(f"survive_result_{name}", "dark", _island(10_000), _result)
            await take(f"atalia_card_{name}", "dark", _line(WEDGE), _keys("g", "g"))
            await take(f"atalia_preview_{name}", "dark", _line(WEDGE), _keys("g", "g", "5"))
            await take(f"atalia_refused_{name}", "dark", _line(PROOF), _keys("9", "x"))
            await take(f"atalia_result_{name}", "dark", _line(10_000), _result)
        await take("first_game_80x24", "dark", None, _first_game)
        for name, palette, glyphs in (
            ("16_colours", "ansi16", "console"),
            ("mono", "mono", "unicode"),
            ("ascii", "mono", "ascii"),
            ("light", "light", "unicode"),
        ):
            await take(f"{name}_80x24", palette, _table(MIDDLE), _keys(*WAY), glyphs)
            await take(f"survive_{name}_80x24", palette, _island(BOARD), _keys(*CHOSEN), glyphs)
            await take(f"atalia_{name}_80x24", palette, _line(WEDGE), _keys("g", "g", "5"), glyphs)
    return found


# The games ------------------------------------------------------------------------------------------------------------


def _table(turn: int, log: TableLog | None = None) -> Table:
    """The recorded game, at the beginning of a turn."""
    return _recorded("game.txt", "atlantis", SEATS, turn, log)


def _line(turn: int) -> Table:
    """The same of Atalia."""
    return _recorded("atalia.txt", "atalia", TWO, turn)


def _island(turn: int) -> Table:
    """The same of Survive!, whose turns are counted from the set-up, which is 0."""
    return _recorded("survive.txt", "survive", SEATS, turn + 1)


def _recorded(file: str, name: str, seats: list[str], turn: int, log: TableLog | None = None) -> Table:
    seed, *turns = (HERE / file).read_text("utf-8").splitlines()
    game = games.load(name)
    table = Table(log or MemoryLog(header(game, seats, {}, seed)))
    for line in turns[: turn - 1]:
        for written in line.split(", "):
            assert table.state.prompt is not None
            table.play(table.state.prompt.seat, game.read(written))
    return table


def _waiting_games(folder: Path) -> None:
    """Games that were left, for the menu."""
    for number, (turn, hours) in enumerate(((29, 14), (13, 30), (45, 200))):
        seed = (HERE / "game.txt").read_text("utf-8").split("\n", 1)[0]
        path = folder / f"atlantis-{number}.atl"
        log = FileLog.create(path, header(games.load("atlantis"), SEATS[: 4 - number // 2], {}, seed), sync=False)
        if number < 2:
            _table(turn, log)
        else:
            Table(log)
        log.close()
        os.utime(path, (NOW - hours * 3600,) * 2)


# The app --------------------------------------------------------------------------------------------------------------


class _fixed:
    """The same clock, time zone and environment everywhere, and bots that do not even sit down."""

    def __enter__(self) -> None:
        self.environ = dict(os.environ)
        for name in ("NO_COLOR", "SSH_CONNECTION", "LANGUAGE", "LC_ALL", "LC_MESSAGES"):
            os.environ.pop(name, None)
        os.environ |= {"TZ": "UTC", "LANG": "C.UTF-8", "TEXTUAL_COLOR_SYSTEM": "truecolor"}
        time.tzset()
        translation.speak([])
        self.clock, time.time = time.time, lambda: NOW
        self.seat_bots = TurnLoop.seat_bots
        TurnLoop.seat_bots = _stay_away  # type: ignore[method-assign, assignment]

    def __exit__(self, *error: object) -> None:
        time.time = self.clock
        TurnLoop.seat_bots = self.seat_bots  # type: ignore[method-assign]
        os.environ.clear()
        os.environ.update(self.environ)
        time.tzset()


def _stay_away(turns: TurnLoop) -> None:
    pass


async def _still_looking() -> None:
    """Whatever tables there are on the network where the pictures are made."""
    await asyncio.Event().wait()


@asynccontextmanager
async def _running(size: tuple[int, int], look: Look, table: Table | None) -> AsyncIterator[Any]:
    app = AtlantisApp(look, table)
    app.near = _still_looking  # type: ignore[method-assign]
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


async def _picture(
    size: tuple[int, int],
    palette: str,
    table: Table | None,
    prepare: Callable[[Any], Awaitable[None]],
    glyphs: str = "unicode",
) -> str:
    look = Look(PALETTES[palette], SETS[glyphs], motion=False, hover=False)
    async with _running(size, look, table) as pilot:
        await prepare(pilot)
        await pilot.pause()
        strips = pilot.app.screen._compositor.render_strips()
    return Picture(size).draw(strips)


async def _nothing(pilot: Any) -> None:
    pass


def _keys(*keys: str) -> Callable[[Any], Awaitable[None]]:
    async def press(pilot: Any) -> None:
        await pilot.press(*keys)

    return press


async def _listed(pilot: Any) -> None:
    """Until the menu knows how all games stand."""
    while True:
        await pilot.pause()
        shown = pilot.app.screen.games
        if shown and all(game.known for game in shown):
            return


async def _result(pilot: Any) -> None:
    from atlantis_tui.table.result import ResultScreen

    while not isinstance(pilot.app.screen, ResultScreen):
        await pilot.pause()


async def _first_game(pilot: Any) -> None:
    """Its third step."""
    from atlantis_tui.table.screen import TableScreen

    await _listed(pilot)
    await pilot.press("l")
    while not isinstance(pilot.app.screen, TableScreen):
        await pilot.pause()
    await pilot.press("space", "space")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE, sys.argv[2:])
