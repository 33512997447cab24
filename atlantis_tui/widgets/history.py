"""What happened, newest last, as sentences. One entry can be chosen to look back at the position after it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len

from atlantis_tui.look.canvas import Canvas, start_of
from atlantis_tui.widgets.panel import Panel
from atlantis_tui.widgets.plot import readable
from atlantis_tui.words import _


class Entry(NamedTuple):
    step: int  # of the table's steps
    turn: int
    seat: int | None
    text: str
    number: int  # of the turn, as people count


class History(Panel):
    """Clicks hit ("step", index)."""

    entries: Sequence[Entry] = ()
    chosen: int | None = None  # a step

    def shows(self) -> object:
        return self.look, self.entries, self.chosen

    def paint(self, canvas: Canvas) -> None:
        palette, glyphs = self.look.palette, self.look.glyphs
        self.title(canvas, canvas.width, _("History"), "Y")
        rows: list[tuple[Entry, int, str]] = []
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


@lru_cache(maxsize=1024)
def wrap(text: str, width: int) -> list[str]:
    """Lines of at most so many cells, broken between words (a longer word is cut). Nobody may change the list."""
    width = max(2, width)  # a letter may need two
    lines: list[str] = []
    line = ""
    for word in text.split():
        while cell_len(word) > width:
            if line:
                lines.append(line)
                line = ""
            head = start_of(word, width)
            lines.append(head)
            word = word[len(head) :]
        if line and cell_len(line) + 1 + cell_len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return [*lines, line] if line or not lines else lines
