"""A row of bars. Each bar shows what is left, and above it what was lost; the row leaves room for bars to come.

Without eighths of a block the heights are rounded. Without colours, signs tell the two parts apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.colours import ink_on, mixed

SCALE = 5  # columns for the numbers at the left


class Bar(NamedTuple):
    label: str
    value: int
    lost: int = 0
    mark: str = ""  # stands above a bar that deserves a look


def whole_for(bars: Sequence[Bar], certain: int) -> int:
    """The top of the scale: a quarter or a half of `certain` if no bar is higher than that, else `certain`."""
    highest = max((bar.value + bar.lost for bar in bars), default=certain)
    return next((certain // part for part in (4, 2) if highest <= certain // part), certain)


class Bars:
    """Paints bars on a scale up to `whole`, where `certain` is 100 %. `places` is how many bars there will be.

    Clicks hit ("bar", index).
    """

    def __init__(
        self, bars: Sequence[Bar], places: int, whole: int, certain: int, chosen: int | None, look: Look
    ) -> None:
        self.bars, self.places, self.whole, self.chosen = bars, max(1, places), whole, chosen
        self.percent = 100 * whole // certain
        self.palette, self.glyphs = look.palette, look.glyphs
        self.blocks = bool(look.glyphs.upper)

    def paint(self, canvas: Canvas, x: int, y: int, width: int, height: int, word: str) -> None:
        """Paint in `height` lines. The last line holds the labels, and `word`, which says what they are."""
        self.canvas, self.x, self.y = canvas, x + SCALE, y
        self.columns, self.rows = width - SCALE - 1, height - 1
        # With more bars than columns, show those round the chosen one.
        self.shown = min(self.places, self.columns)
        middle = self.chosen if self.chosen is not None else len(self.bars)
        self.first = max(0, min(middle - self.shown // 2, self.places - self.shown))
        self._grid(x)
        for index in range(self.first, min(len(self.bars), self.first + self.shown)):
            self._bar(index)
        dim = self.palette.style(self.palette.dim, self.palette.sea)
        canvas.put(x, y + self.rows, word, dim)
        self._labels()

    def span(self, index: int) -> tuple[int, int]:
        """The first column of a bar, and its width."""
        at = index - self.first
        start, end = at * self.columns // self.shown, (at + 1) * self.columns // self.shown
        return self.x + start, max(1, end - start - 1) if self.columns >= 2 * self.shown else end - start

    def _grid(self, x: int) -> None:
        palette, canvas = self.palette, self.canvas
        thin = "┈" if self.glyphs.braille else self.glyphs.none
        half = f"{self.percent / 2:g}"
        half += " " if len(half) < SCALE - 1 else ""
        for row, label in ((0, f"{self.percent}%"), ((self.rows - 1) // 2, half), (self.rows - 1, "0 ")):
            canvas.put_right(x + SCALE - 1, self.y + row, label, palette.style(palette.dim, palette.sea))
            canvas.put(self.x, self.y + row, thin * (self.columns + 1), palette.style(palette.rule, palette.sea))

    def _bar(self, index: int) -> None:
        bar, palette, canvas = self.bars[index], self.palette, self.canvas
        x, width = self.span(index)
        chosen = index == self.chosen
        ink = mixed(palette, palette.chain, palette.sea, 0.15 if chosen else 0.5)
        loss = palette.bad if chosen else mixed(palette, palette.bad, palette.sea, 0.4)
        style = palette.style(loss if bar.mark else ink, palette.sea)
        full, part = self._height(bar.value)
        gone, _rest = self._height(bar.value + bar.lost)
        for row in range(full):
            canvas.put(x, self._row(row), ("█" if self.blocks else "#") * width, style)
        if part:
            canvas.put(x, self._row(full), part * width, style)
        stands = full + bool(part)
        top = max(stands, gone + (bar.lost > 0 and bool(_rest)))
        for row in range(stands, top):
            canvas.put(x, self._row(row), ("░" if self.blocks else ":") * width, palette.style(loss, palette.sea))
        if bar.mark:
            self._chip(x, width, self._row(min(top, self.rows - 1)), bar.mark, chosen)
        canvas.mark(x, self.y, width, self.rows + 1, ("bar", index))

    def _height(self, value: int) -> tuple[int, str]:
        """How many full rows a value fills, and the sign that stands above them."""
        eighths = (2 * value * 8 * self.rows + self.whole) // (2 * self.whole)
        full, rest = divmod(eighths, 8)
        if self.glyphs.braille:
            return full, self.glyphs.spark[rest - 1] if rest else ""
        if self.blocks:
            return (full + 1, "") if rest > 5 else (full, self.glyphs.lower if rest > 1 else "")
        return (full + 1, "") if rest > 3 else (full, "_" if rest else "")

    def _row(self, up: int) -> int:
        return self.y + self.rows - 1 - up

    def _chip(self, x: int, width: int, y: int, mark: str, chosen: bool) -> None:
        palette = self.palette
        text = f" {mark} " if width >= 3 else mark
        ground = palette.select if chosen else mixed(palette, palette.bad, palette.sea, 0.4)
        style = palette.style(ink_on(palette, ground), ground, True)
        if palette.flat:
            style = palette.style("plain", "reverse" if chosen else "plain", True)
        self.canvas.put(x + max(0, width - cell_len(text)) // 2, y, text, style)

    def _labels(self) -> None:
        """Label the chosen bar, then the marked ones, then the first and the last, then as many others as fit."""
        palette, taken = self.palette, set[int]()
        shown = range(self.first, min(len(self.bars), self.first + self.shown))
        marked = [index for index in shown if self.bars[index].mark]
        chosen = [self.chosen] if self.chosen in shown else []
        for index in dict.fromkeys([*chosen, *marked, *shown[:1], *shown[-1:], *shown]):
            label = self.bars[index].label
            x, width = self.span(index)
            start = x + (width - cell_len(label)) // 2
            start = max(self.x, min(start, self.x + self.columns - cell_len(label)))
            cells = range(start - 1, start + cell_len(label) + 1)
            if taken.intersection(cells):
                continue
            taken.update(cells[1:-1])
            style = palette.style(palette.dim, palette.sea)
            if index == self.chosen:
                style = palette.style("plain" if palette.flat else palette.key, self._under(), True)
            elif index in marked:
                style = palette.style(palette.text, palette.sea)
            self.canvas.put(start, self.y + self.rows, label, style, ("bar", index))

    def _under(self) -> str:
        return "reverse" if self.palette.flat else self.palette.sea
