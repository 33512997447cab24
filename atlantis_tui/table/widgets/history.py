"""The panel with the history, the newest turn last. Choosing an entry shows the position after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from atlantis_tui.text.translation import _
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.panel import Panel
from atlantis_tui.ui.wrap import wrap


class HistoryEntry(NamedTuple):
    step: int  # of the table's steps
    turn: int
    seat: int | None
    text: str
    number: int  # the number that people give to the turn


class History(Panel):
    """Clicks hit ("step", index)."""

    entries: Sequence[HistoryEntry] = ()
    chosen: int | None = None  # a step

    def shows(self) -> object:
        return self.look, self.entries, self.chosen

    def paint(self, canvas: Canvas) -> None:
        palette, glyphs = self.look.palette, self.look.glyphs
        self.title(canvas, canvas.width, _("History"), "Y")
        rows: list[tuple[HistoryEntry, int, str]] = []
        for entry in self.entries:
            for number, text in enumerate(wrap(entry.text, canvas.width - 7)):
                rows.append((entry, number, text))
        room = canvas.height - 1
        last = len(rows)
        if self.chosen is not None:
            ends = [i + 1 for i, row in enumerate(rows) if row[0].step == self.chosen]
            last = max(min(room, len(rows)), ends[-1]) if ends else last
        first = max(0, last - room)
        # The first entry is shown whole or not at all.
        first = next((row for row in range(first, last) if rows[row][1] == 0), first)
        for y, (entry, number, text) in enumerate(rows[first:last], 1):
            chosen = entry.step == self.chosen
            ground = palette.focus if chosen else palette.sea
            hit = ("step", entry.step)
            canvas.fill(0, y, canvas.width, 1, palette.style(palette.text, ground), hit=hit)
            if chosen:
                canvas.put(0, y, glyphs.bar, palette.style("plain" if palette.flat else palette.key, ground), hit)
            if number == 0:
                canvas.put_right(4, y, str(entry.number), palette.style(palette.dim, ground), hit)
                if entry.seat is not None:
                    colour = readable(palette, palette.seats[entry.seat], ground)
                    canvas.put(5, y, glyphs.figures[entry.seat], palette.style(colour, ground, True), hit)
            canvas.put(7, y, text, palette.style(palette.text, ground), hit)
