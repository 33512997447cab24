"""Hints: the best moves, each with its chance and what it is good for. They never lie over the road."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style

from atlantis_tui.look.canvas import Canvas, cut
from atlantis_tui.widgets.history import wrap
from atlantis_tui.widgets.panel import Panel
from atlantis_tui.words import _


class Row(NamedTuple):
    move: str
    chance: int  # in hundredths
    why: str


class Hints(Panel):
    """Clicks hit ("hint", index)."""

    DEFAULT_CSS = "Hints { position: absolute; display: none; }"

    rows: Sequence[Row] = ()
    chosen: int | None = None

    def shows(self) -> object:
        return self.look, tuple(self.rows), self.chosen

    def blank(self) -> Style:
        palette = self.look.palette
        return palette.style(palette.text, palette.surf)

    def paint(self, canvas: Canvas) -> None:
        if not self.rows:
            self._thinking(canvas)
            return
        lines = 2 if canvas.height >= 2 * len(self.rows) else 1
        y = 0
        if canvas.height > lines * len(self.rows):
            self._head(canvas)
            y = 1
        for number, row in enumerate(self.rows):
            self._row(canvas, y + lines * number, lines, number, row)

    def _thinking(self, canvas: Canvas) -> None:
        palette = self.look.palette
        loud = palette.style("plain" if palette.flat else palette.key, palette.surf, True)
        for y in range(canvas.height):
            canvas.put(0, y, self.look.glyphs.bar, loud)
        x = canvas.put(2, 0, _("Hints"), loud) + 1
        room = canvas.width - 3
        first = cut(_("are being thought about …"), canvas.width - 1 - x, self.look.glyphs.dots)
        canvas.put(x, 0, first, self.blank())
        quiet = palette.style(palette.dim, palette.surf)
        for y, words in enumerate(
            wrap(_("Play on, or press Esc, and they are forgotten."), room)[: canvas.height - 1], 1
        ):
            canvas.put(2, y, words, quiet)

    def _head(self, canvas: Canvas) -> None:
        palette = self.look.palette
        canvas.put(2, 0, _("Hints"), palette.style("plain" if palette.flat else palette.key, palette.surf, True))
        quiet = palette.style(palette.dim, palette.surf)
        canvas.put_right(canvas.width - 1, 0, _("chance to win"), quiet)

    def _row(self, canvas: Canvas, y: int, lines: int, number: int, row: Row) -> None:
        palette, glyphs = self.look.palette, self.look.glyphs
        chosen = number == self.chosen
        ground = palette.focus if chosen else palette.surf
        hit = ("hint", number)
        canvas.fill(0, y, canvas.width, lines, palette.style(palette.text, ground), hit=hit)
        loud = palette.style("plain" if palette.flat else palette.key, ground, True)
        if chosen:
            for line in range(lines):
                canvas.put(0, y + line, glyphs.bar, loud, hit)
        canvas.put(2, y, str(number + 1), loud, hit)
        chance = _("{percent} %").format(percent=row.chance)
        bright = palette.style(palette.text if palette.flat else palette.select, ground, True)
        end = canvas.width - 1
        canvas.put_right(end, y, chance, bright, hit)
        room = end - cell_len(chance) - 1 - 4
        quiet = palette.style(palette.dim2 if chosen else palette.dim, ground)
        x = canvas.put(4, y, cut(row.move, room, glyphs.dots), bright if chosen else self._plain(ground), hit)
        if lines == 2:
            canvas.put(4, y + 1, cut(row.why, canvas.width - 5, glyphs.dots), quiet, hit)
        elif (left := end - cell_len(chance) - 2 - (x + 2)) >= 8:
            canvas.put(x + 2, y, cut(row.why, left, glyphs.dots), quiet, hit)

    def _plain(self, ground: str) -> Style:
        return self.look.palette.style(self.look.palette.text, ground)
