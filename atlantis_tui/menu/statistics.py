"""Statistics on a screen: how your games went, against whom, your records, and your points over time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len
from textual import work
from textual.binding import Binding, BindingType
from textual.worker import get_current_worker

from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.canvas import cut
from atlantis_tui.ui.fit_text import fullest
from atlantis_tui.ui.large_page import is_large
from atlantis_tui.ui.page import Page
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.wrap import wrap

if TYPE_CHECKING:
    from atlantis_tui.statistics.finished_games import PlayedGames
    from atlantis_tui.statistics.tally import PlayerTally


COLUMN = 46  # columns that the table of one game needs beside others


class StatisticsScreen(Page):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", show=False, id="statistics.previous"),
        Binding("right,tab", "turn(1)", show=False, id="statistics.next"),
        Binding("backspace", "dismiss", show=False, id="statistics.back"),
        Binding("escape", "dismiss", show=False, id="statistics.back.slow"),
        Binding("q,Q", "dismiss", show=False, id="statistics.back.quit"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.kept: PlayedGames | None = None  # None: not read yet
        self.tallies: list[PlayerTally] = []  # one for each game that was played
        self.at = 0
        self.looking = True  # records are still being computed
        self.trouble = ""

    def on_mount(self) -> None:
        self.count()

    @work(exclusive=True, group="statistics")
    async def count(self) -> None:
        """First count what the first and last records of the files tell, then what takes longer."""
        from atlantis_tui.statistics import marks
        from atlantis_tui.statistics.finished_games import kept
        from atlantis_tui.statistics.tally import by_game, count

        try:
            self.kept = await asyncio.to_thread(kept)
        except OSError as error:
            self.trouble = _("The games cannot be read: {reason}.").format(reason=error.strerror)
            self.show()
            return
        games = by_game(self.kept)
        self.tallies = [count(name, some, {}) for name, some in games.items()]
        self.show()
        worker = get_current_worker()

        def looked(_done: int, _all: int) -> None:
            if worker.is_cancelled:  # nobody is watching any more, and the program must not wait for this at its end
                raise asyncio.CancelledError

        new = [game for some in games.values() for game, _seat in some]
        known = await asyncio.to_thread(marks.of_games, new, looked)
        self.tallies = [count(name, some, known) for name, some in games.items()]
        self.looking = False
        self.show()

    def action_turn(self, by: int) -> None:
        if self.tallies:
            self.at = (self.at + by) % len(self.tallies)
            self.show()

    def scrolled(self, by: int) -> None:
        self.action_turn(by)

    # Painting --------------------------------------------------------------------------------------------------------

    def draw(self, pen: Pen) -> None:
        from atlantis_tui.statistics.text import name

        width, height = pen.canvas.width, pen.canvas.height
        tally = self.tallies[self.at] if self.tallies else None
        right = f"{self.at + 1}/{len(self.tallies)}" if len(self.tallies) > 1 else ""
        pen.header(_("STATISTICS"), name(tally) if tally is not None else "", right)
        box = min(width, 100)
        x = (width - box) // 2 + 1
        if tally is not None and is_large(width, height):
            self._draw_columns(pen)
        elif tally is not None:
            self._draw_tally(pen, x, 2, box - 2, height - 4, tally)
        elif self.kept is not None:
            text = _("No finished game of yours yet. Play one to its end, and it is counted here.")
            for row, line in enumerate(wrap(text, box - 6)):
                pen.put(x + 2, 3 + row, line, pen.palette.dim, pen.palette.sea)
        self._draw_prompt(pen, height - 3, tally)
        pen.footer(
            (
                *((("", "←→", _("other game")),) if len(self.tallies) > 1 else ()),
                ("backspace", _("Bksp"), _("back")),
            )
        )

    def _draw_columns(self, pen: Pen) -> None:
        """As many games side by side as there is room for, the chosen one among them."""
        from atlantis_tui.statistics.text import name

        width, bottom = pen.canvas.width, pen.canvas.height - 5
        shown = min(len(self.tallies), (width - 2) // (COLUMN + 4))
        wide = min(150 if shown == 1 else 64, (width - 2) // shown - 4)
        first = min(max(0, self.at - shown + 1), len(self.tallies) - shown)
        x = (width - shown * (wide + 4) + 4) // 2
        for number in range(first, first + shown):
            if len(self.tallies) > 1:
                hit = ("tally", number)
                ground = pen.row(x, 2, wide, number == self.at, self.hover == hit, hit)
                ink = pen.bright(ground) if number == self.at else pen.palette.text
                pen.put(x + 2, 2, name(self.tallies[number]), ink, ground, True, hit)
            self._draw_tally(pen, x, 4, wide, bottom, self.tallies[number])
            x += wide + 4

    def pressed(self, hit: Any) -> None:
        self.at = hit[1]
        self.show()

    def _draw_tally(self, pen: Pen, x: int, top: int, width: int, bottom: int, tally: PlayerTally) -> None:
        from atlantis_tui.statistics.text import best, rows

        palette, sea = pen.palette, pen.palette.sea
        wide = width >= 90
        records = [(f"{name}: {value}  ({when})", f"{name}: {value}") for name, value, when in best(tally)]
        table = rows(tally, _("who"))
        left = min(60, width // 2 - 1) if wide else width
        room = bottom - top - 1 if wide else max(2, bottom - top - 1 - len(records) - 8)
        more = max(0, len(table) - room)
        pen.rule(x, top, left, _("Against"), ngettext("{n} more", "{n} more", more).format(n=more) if more else "")
        self._draw_rows(pen, x, top + 1, left, table[:room])
        y = top + 1 + min(len(table), room)
        column, top = (x + left + 2, top) if wide else (x, y + 1)
        side = width - left - 2 if wide else width
        pen.rule(column, top, side, _("Records"))
        none = _("They are being worked out.") if self.looking else _("There are none.")
        shown = records or [(none, none)]
        for row, wordings in enumerate(shown):
            line = cut(fullest(wordings, side - 3), side - 3, pen.glyphs.dots)
            pen.put(column + 2, top + 1 + row, line, palette.text, sea)
        self._draw_plot(pen, column, top + 2 + len(shown), side, bottom, tally)

    def _draw_rows(self, pen: Pen, x: int, y: int, width: int, rows: Sequence[Sequence[str]]) -> None:
        """Paint a table. The first row is its head; numbers are aligned at the right."""
        palette, sea = pen.palette, pen.palette.sea
        sizes = [max(cell_len(row[at]) for row in rows) for at in range(1, len(rows[0]))]
        name = width - sum(sizes) - 2 * len(sizes) - 3
        for number, row in enumerate(rows):
            ink = palette.dim if number == 0 else palette.text
            pen.put(x + 2, y + number, cut(row[0], name, pen.glyphs.dots), ink, sea, number > 0)
            end = x + width - 1
            for cell, size in zip(reversed(row[1:]), reversed(sizes), strict=True):
                pen.right(end, y + number, cell.replace("-", pen.glyphs.minus), ink, sea)
                end -= size + 2

    def _draw_plot(self, pen: Pen, x: int, y: int, width: int, bottom: int, tally: PlayerTally) -> None:
        from atlantis_tui.statistics.text import LATELY, curve
        from atlantis_tui.ui.plot import Plot, PlotLine

        (points, many), height = curve(tally), min(12 if pen.canvas.height < 40 else 20, bottom - y)
        if len(points) < 2 or height < 4:
            return
        mean = _("mean of {n} games").format(n=LATELY)
        pen.rule(x, y, width, _("Points over time"), mean if many else "")
        palette = pen.palette
        ink = palette.seats[0] if not palette.flat else palette.text
        line = PlotLine(points, pen.glyphs.bullet, _("points"), ink)
        Plot([line], pen.look).paint(pen.canvas, x + 2, y + 1, width - 3, height - 1)

    def _draw_prompt(self, pen: Pen, y: int, tally: PlayerTally | None) -> None:
        from atlantis_tui.statistics.text import left_out, summary

        if self.trouble:
            pen.prompt(y, ["{trouble}", ""], pen.palette.bad, trouble=self.trouble)
            return
        line, params = _("Your games are being counted."), {}
        if tally is not None:
            line = _("*{games}*, {won} won ({part} %), {points} points on average.")
            params = dict(summary(tally))
        elif self.kept is not None:
            line = _("A victory that two share counts half for each.")
        kept = self.kept.of(tally.game) if self.kept is not None and tally is not None else self.kept
        params["left_out"] = left_out(kept) if kept is not None else ""
        # a parameter, because the name of a file in it may contain anything
        pen.prompt(y, [line, "{left_out}"], **params)
