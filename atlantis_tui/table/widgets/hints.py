"""The panel with hints: the best moves, each with its chance to win and its reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style

from atlantis_tui.text.translation import _
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.panel import Panel
from atlantis_tui.ui.wrap import wrap

INDENT = 4  # cells before a move, and before its reasons


class HintRow(NamedTuple):
    move: str
    short: str  # the same in fewer words
    chance: int  # in hundredths
    why: tuple[str, ...]  # the most important first


def fitting(reasons: Sequence[str], width: int, lines: int) -> list[str]:
    """As many whole reasons as fit into so many lines, as these lines; half a reason would be none."""
    told: list[str] = []
    for reason in reasons:
        if max(map(cell_len, reason.split())) < width and len(_wrapped([*told, reason], width)) <= lines:
            told.append(reason)
    return _wrapped(told, width)


def _wrapped(reasons: Sequence[str], width: int) -> list[str]:
    return list(wrap(_("; ").join(reasons), width)) if reasons else []


class Hints(Panel):
    """Clicks hit ("hint", index)."""

    DEFAULT_CSS = "Hints { position: absolute; display: none; }"

    rows: Sequence[HintRow] = ()
    chosen: int | None = None
    planned = False  # the board shows a move that Enter makes

    def shows(self) -> object:
        return self.look, tuple(self.rows), self.chosen, self.planned

    def blank(self) -> Style:
        palette = self.look.palette
        return palette.style(palette.text, palette.surf)

    def paint(self, canvas: Canvas) -> None:
        if not self.rows:
            self._thinking(canvas)
            return
        y = 0
        if canvas.height > 2 * len(self.rows):
            self._head(canvas)
            y = 1
        for number, (row, lines) in enumerate(zip(self.rows, self._heights(canvas, canvas.height - y), strict=True)):
            self._row(canvas, y, lines, number, row)
            y += lines

    def _heights(self, canvas: Canvas, room: int) -> list[int]:
        """The number of lines for each hint: the chosen one gets all it needs, the others share the rest."""
        heights = [1] * len(self.rows)
        if room < 2 * len(self.rows) and self.chosen is None:
            return heights
        needed = [len(self._move(canvas, row)) + len(_wrapped(row.why, canvas.width - INDENT - 1)) for row in self.rows]
        if self.chosen is not None:
            heights[self.chosen] = min(needed[self.chosen], 1 + room - len(heights))
        while sum(heights) < room and (short := [n for n, height in enumerate(heights) if height < needed[n]]):
            heights[min(short, key=lambda number: heights[number])] += 1
        return heights

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
        words = _("Play on, or press Esc, and they are forgotten.")
        if self.planned:
            words = _("Enter makes the move on show without them; Esc forgets them.")
        for y, line in enumerate(wrap(words, room)[: canvas.height - 1], 1):
            canvas.put(2, y, line, quiet)

    def _head(self, canvas: Canvas) -> None:
        palette = self.look.palette
        canvas.put(2, 0, _("Hints"), palette.style("plain" if palette.flat else palette.key, palette.surf, True))
        quiet = palette.style(palette.dim, palette.surf)
        canvas.put_right(canvas.width - 1, 0, _("chance to win"), quiet)

    def _row(self, canvas: Canvas, y: int, lines: int, number: int, row: HintRow) -> None:
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
        room = self._room(canvas, row)
        quiet = palette.style(palette.dim2 if chosen else palette.dim, ground)
        move = self._move(canvas, row)
        if len(move) > max(1, lines - 1):  # there is always room for one reason
            told = max(1, lines - 1)
            move = [*move[: told - 1], cut(" ".join(move[told - 1 :]), room, glyphs.dots)]
        for line, text in enumerate(move, y):
            x = canvas.put(INDENT, line, text, bright if chosen else self._plain(ground), hit)
        for line, text in enumerate(fitting(row.why, canvas.width - INDENT - 1, lines - len(move)), y + len(move)):
            canvas.put(INDENT, line, text, quiet, hit)
        if lines == 1:
            left = end - cell_len(chance) - 2 - (x + 2)
            canvas.put(x + 2, y, "".join(fitting(row.why, left, 1)), quiet, hit)

    def _room(self, canvas: Canvas, row: HintRow) -> int:
        """How many cells a move has beside its chance."""
        return canvas.width - 2 - cell_len(_("{percent} %").format(percent=row.chance)) - INDENT

    def _move(self, canvas: Canvas, row: HintRow) -> list[str]:
        """A move in lines; its short form if the long one needs several."""
        room = self._room(canvas, row)
        return [row.move] if cell_len(row.move) <= room else list(wrap(row.short, room))

    def _plain(self, ground: str) -> Style:
        return self.look.palette.style(self.look.palette.text, ground)
