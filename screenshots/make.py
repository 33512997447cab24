"""Builds the pictures in this folder, always the same ones: fixed seeds, fixed moves, a fixed clock.

    python screenshots/make.py [FOLDER]

Each is drawn cell by cell from what the program would send to a terminal, so that it does not depend on anybody's font:
blocks, frames and the dots of plots are shapes, and only letters and signs are text. A test builds them anew and
compares. After a change that is meant, run this and look at the pictures before they are kept.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import groupby
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path.insert(0, str(ROOT))

from rich.cells import cell_len  # noqa: E402
from rich.color import Color  # noqa: E402
from rich.style import Style  # noqa: E402
from textual.strip import Strip  # noqa: E402

from atlantis_tui import words  # noqa: E402
from atlantis_tui.app import AtlantisApp  # noqa: E402
from atlantis_tui.look import Look  # noqa: E402
from atlantis_tui.look.glyphs import SETS  # noqa: E402
from atlantis_tui.look.palettes import PALETTES  # noqa: E402
from atlantis_tui.screens.asking import Asking  # noqa: E402
from core import games  # noqa: E402
from core.log import FileLog, MemoryLog  # noqa: E402
from core.table import Log, Table, header  # noqa: E402

SEATS = ["you", "bot:normal", "bot:normal", "bot:normal"]
NOW = 1_767_265_200.0  # the first of January 2026, 11 o'clock in UTC
SIZES = {"80x24": (80, 24), "120x36": (120, 36)}
MIDDLE = 41  # the turn that is shown, with the way of figure 3 over a held place
WAY = ("3", "h", "o")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in asyncio.run(pictures()).items():
        (folder / f"{name}.svg").write_text(text, "utf-8", newline="\n")


async def pictures() -> dict[str, str]:
    """Every picture by its name."""
    found: dict[str, str] = {}
    with _fixed(), tempfile.TemporaryDirectory() as home:
        os.environ["ATLANTIS_HOME"] = home
        _waiting_games(Path(home) / "games")
        for name, size in SIZES.items():
            found[f"menu_{name}"] = await _picture(size, "dark", None, _listed)
            found[f"opening_{name}"] = await _picture(size, "dark", _table(1), _nothing)
            found[f"targets_{name}"] = await _picture(size, "dark", _table(MIDDLE), _keys("3"))
            found[f"preview_{name}"] = await _picture(size, "dark", _table(MIDDLE), _keys(*WAY))
            found[f"payment_{name}"] = await _picture(size, "dark", _table(MIDDLE), _keys(*WAY, *["right"] * 4))
            found[f"result_{name}"] = await _picture(size, "dark", _table(10_000), _result)
        small = SIZES["80x24"]
        for name, palette, glyphs in (
            ("16_colours", "ansi16", "console"),
            ("mono", "mono", "unicode"),
            ("ascii", "mono", "ascii"),
            ("light", "light", "unicode"),
        ):
            found[f"{name}_80x24"] = await _picture(small, palette, _table(MIDDLE), _keys(*WAY), glyphs)
    return found


# The games ------------------------------------------------------------------------------------------------------------


def _table(turn: int, log: Log | None = None) -> Table:
    """The recorded game, at the beginning of a turn."""
    seed, *turns = (HERE / "game.txt").read_text("utf-8").splitlines()
    game = games.load("atlantis")
    table = Table(log or MemoryLog(header(game, SEATS, {}, seed)))
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
        words.speak([])
        self.clock, time.time = time.time, lambda: NOW
        self.seat_bots = Asking.seat_bots
        Asking.seat_bots = _stay_away  # type: ignore[method-assign, assignment]

    def __exit__(self, *error: object) -> None:
        time.time = self.clock
        Asking.seat_bots = self.seat_bots  # type: ignore[method-assign]
        os.environ.clear()
        os.environ.update(self.environ)
        time.tzset()


def _stay_away(asking: Asking) -> None:
    pass


@asynccontextmanager
async def _running(size: tuple[int, int], look: Look, table: Table | None) -> AsyncIterator[Any]:
    app = AtlantisApp(look, table)
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
    from atlantis_tui.screens.result import ResultScreen

    while not isinstance(pilot.app.screen, ResultScreen):
        await pilot.pause()


# The pictures ---------------------------------------------------------------------------------------------------------

WIDE, HIGH = 10, 20  # of a cell
HALF = {
    "▀": ((0, 0, 2, 1),),
    "▄": ((0, 1, 2, 1),),
    "▌": ((0, 0, 1, 2),),
    "▐": ((1, 0, 1, 2),),
    "█": ((0, 0, 2, 2),),
    "▗": ((1, 1, 1, 1),),
    "▖": ((0, 1, 1, 1),),
    "▝": ((1, 0, 1, 1),),
    "▘": ((0, 0, 1, 1),),
    "▛": ((0, 0, 2, 1), (0, 1, 1, 1)),
    "▜": ((0, 0, 2, 1), (1, 1, 1, 1)),
    "▙": ((0, 0, 1, 1), (0, 1, 2, 1)),
    "▟": ((1, 0, 1, 1), (0, 1, 2, 1)),
}  # in halves of a cell: x, y, width, height
EIGHTHS = "▁▂▃▄▅▆▇█"
SHADES = {"░": 0.25, "▒": 0.5, "▓": 0.75}
LINES = {"─": ((0, 10, 10, 1.5),), "═": ((0, 8, 10, 1.5), (0, 11.5, 10, 1.5)), "│": ((4.25, 0, 1.5, 20),)}
LINES |= {
    "╞": ((0, 3, 1.5, 14), (0, 8, 10, 1.5), (0, 11.5, 10, 1.5)),
    "╡": ((8.5, 3, 1.5, 14), (0, 8, 10, 1.5), (0, 11.5, 10, 1.5)),
    "┈": ((1, 10, 2, 1), (6, 10, 2, 1)),
}
TERMINAL = (
    "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff"
)
FONT = "'DejaVu Sans Mono','Cascadia Mono','SF Mono',Menlo,Consolas,'Liberation Mono',monospace"


class Picture:
    """Strips of a screen as SVG."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self.colours: dict[str, str] = {}  # to the class that has it
        self.grounds: dict[str, list[str]] = {}  # by colour, the pieces of one path each
        self.shapes: dict[str, list[str]] = {}
        self.texts: list[str] = []

    def draw(self, strips: Sequence[Strip]) -> str:
        width, height = self.size[0] * WIDE, self.size[1] * HIGH
        for y, strip in enumerate(strips):
            # However the line was put together, equal neighbours are one run.
            signs = [(sign, self._look(style or Style())) for text, style, _control in strip for sign in text]
            x = 0
            for how, run in groupby(signs, key=lambda pair: pair[1]):
                text = "".join(sign for sign, _ in run)
                self._run(x, y, text, *how)
                x += cell_len(text)
        for colour in (*self.grounds, *self.shapes):
            self._class(colour)
        css = "".join(f".{name}{{fill:{colour}}}" for colour, name in self.colours.items())
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">',
                f"<style>text{{font:16px {FONT};white-space:pre}}.b{{font-weight:bold}}{css}</style>",
                f'<path class="{self._class("#000000")}" d="M0 0h{width}v{height}h-{width}z"/>',
                *self._paths(self.grounds),
                *self._paths(self.shapes),
                *self.texts,
                "</svg>",
                "",
            ]
        )

    def _paths(self, by_colour: dict[str, list[str]]) -> list[str]:
        return [f'<path class="{self._class(colour)}" d="{"".join(d)}"/>' for colour, d in by_colour.items()]

    def _look(self, style: Style) -> tuple[str, str, bool]:
        """Ink, ground, and whether it is bold."""
        ink, ground = self._rgb(style.color, "#cccccc"), self._rgb(style.bgcolor, "#000000")
        if style.reverse:
            ink, ground = ground, ink
        if style.dim:
            ink = _mixed(ink, ground, 0.45)
        return ink, ground, bool(style.bold)

    def _run(self, x: int, y: int, text: str, ink: str, ground: str, bold: bool) -> None:
        if ground != "#000000":
            self._rect(x * WIDE, y * HIGH, cell_len(text) * WIDE, HIGH, ground, self.grounds)
        letters, start = "", x
        for sign in text:
            shape = self._shape(x, y, sign, ink, ground)
            if shape or sign == " ":
                self._text(start, y, letters, ink, bold)
                letters = ""
            else:
                start = start if letters else x
                letters += sign
            x += cell_len(sign)
        self._text(start, y, letters, ink, bold)

    def _shape(self, x: int, y: int, sign: str, ink: str, ground: str) -> bool:
        left, top = x * WIDE, y * HIGH
        if sign in HALF:
            for x2, y2, wide2, high2 in HALF[sign]:
                self._rect(left + x2 * WIDE // 2, top + y2 * HIGH // 2, wide2 * WIDE // 2, high2 * HIGH // 2, ink)
        elif sign in EIGHTHS:
            part = HIGH * (EIGHTHS.index(sign) + 1) / 8
            self._rect(left, top + HIGH - part, WIDE, part, ink)
        elif sign in SHADES:
            self._rect(left, top, WIDE, HIGH, _mixed(ground, ink, SHADES[sign]))
        elif sign in LINES:
            for dx, dy, wide, high in LINES[sign]:
                self._rect(left + dx, top + dy, wide, high, ink)
        elif 0x2800 <= ord(sign) < 0x2900:
            for bit, (column, row) in enumerate(((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))):
                if ord(sign) >> bit & 1:
                    self._rect(left + 1.5 + 5 * column, top + 1.5 + 5 * row, 2, 2, ink)
        else:
            return False
        return True

    def _rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        colour: str,
        layer: dict[str, list[str]] | None = None,
    ) -> None:
        pieces = (self.shapes if layer is None else layer).setdefault(colour, [])
        pieces.append(f"M{x:g} {y:g}h{width:g}v{height:g}h-{width:g}z")

    def _text(self, x: int, y: int, text: str, colour: str, bold: bool) -> None:
        if not text:
            return
        shown = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        kind = f"{self._class(colour)} b" if bold else self._class(colour)
        # So wide and no other, whatever the font.
        length = f' textLength="{cell_len(text) * WIDE}"' + (
            "" if text.isascii() else ' lengthAdjust="spacingAndGlyphs"'
        )
        self.texts.append(f'<text x="{x * WIDE}" y="{y * HIGH + 15}" class="{kind}"{length}>{shown}</text>')

    def _class(self, colour: str) -> str:
        return self.colours.setdefault(colour, f"c{len(self.colours)}")

    @staticmethod
    def _rgb(colour: Color | None, usual: str) -> str:
        if colour is None or colour.is_default:
            return usual
        if colour.triplet is not None:
            return colour.triplet.hex
        assert colour.number is not None
        return f"#{TERMINAL.split()[colour.number]}"


def _mixed(one: str, other: str, part: float) -> str:
    pairs = zip(_parts(one), _parts(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def _parts(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
