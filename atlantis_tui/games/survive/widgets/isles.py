"""The four safe islands in the corners of the board, with who has been saved there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.style import Style

from atlantis_tui.games.survive.widgets.pieces import loud, saved_at
from atlantis_tui.text.translation import _
from atlantis_tui.ui.colours import mixed
from core.survive.components import EXPLORERS, FIRST_SAFE, ROWS, SAFE

if TYPE_CHECKING:
    from atlantis_tui.games.survive.widgets.board import Sea


class Isles:
    def __init__(self, sea: Sea) -> None:
        self.sea = sea
        self.canvas, self.palette, self.glyphs, self.scale = sea.canvas, sea.palette, sea.glyphs, sea.scale
        self.colours = sea.colours
        self.long, self.short = 5 * self.scale.half - 1, 2 * self.scale.half - 1  # cells beside the outermost rows
        self.bare = self.palette.flat or not self.glyphs.upper

    def _lines(self, isle: int) -> list[tuple[int, int, int]]:
        """x, y and width of each of its lines."""
        scale = self.scale
        north, west = isle < 2, isle % 2 == 0
        outer = range(1, scale.top(1)) if north else range(scale.top(ROWS - 1), scale.top(ROWS))
        inner = outer.stop if north else outer.start - 1
        found = [(y, self.long) for y in outer]
        found = [*found, (inner, self.short)] if north else [(inner, self.short), *found]
        end = scale.left + scale.half * 24 - 1
        return [(scale.left if west else end - width, y, width) for y, width in found]

    def paint(self) -> None:
        palette, canvas = self.palette, self.canvas
        ground, ink = self.colours.isle
        if palette.flat:
            ground = "plain"
        for isle in range(len(SAFE)):
            for x, y, width in self._lines(isle):
                canvas.fill(x, y, width, 1, palette.style(ink, ground), hit=FIRST_SAFE + isle)
            self._counts(isle, ground)
            self._name(isle, palette.style(ink, ground, True))

    def _name(self, isle: int, style: Style, cost: str = "") -> None:
        """Its name stands on the short line; with two lines a row, on the outermost."""
        lines = self._lines(isle)
        north, west = isle < 2, isle % 2 == 0
        if self.scale.lines > 1:
            x, y, width = lines[0] if north else lines[-1]
            text = _("ISLE {name}").format(name=SAFE[isle])
            text = f"{text} {cost}" if cost else text
            at = x + 1 if west else x + width - 1 - len(text)
        else:
            x, y, width = lines[-1] if north else lines[0]
            full = _("ISLE")
            text = full if len(full) <= width else SAFE[isle]
            text = f"{text}{cost}" if cost else text
            text = text[: width - len(cost)] + cost if cost and len(text) > width else text
            at = x if west else x + width - len(text)
        self.canvas.put(at, y, text, style, FIRST_SAFE + isle)

    def _counts(self, isle: int, ground: str) -> None:
        """How many of each colour are there: the number stands before the sign, as no treasure does."""
        sea, palette, glyphs = self.sea, self.palette, self.glyphs
        state, lines = sea.state, self._lines(isle)
        if self.scale.lines > 1:
            x, y, width = lines[-2] if isle < 2 else lines[1]
        else:
            x, y, width = lines[0] if isle < 2 else lines[-1]
        pitch = min(6, (width - 2) // 4) if width >= 12 else 2
        at = x + (1 if pitch > 2 else 0)
        faint = palette.style("dim" if palette.flat else mixed(palette, self.colours.isle[1], ground, 0.55), ground)
        preview = sea.preview if sea.layer > 1 else None
        coming = preview.moved if preview is not None and preview.at == FIRST_SAFE + isle else frozenset()
        if self.bare and pitch > 2:
            self.canvas.put(x, y, "(", palette.style("plain" if palette.flat else self.colours.isle[1], ground))
            self.canvas.put(
                x + width - 1, y, ")", palette.style("plain" if palette.flat else self.colours.isle[1], ground)
            )
        for colour in range(len(state.spots) // EXPLORERS):
            many = saved_at(state, colour, FIRST_SAFE + isle)
            more = sum(explorer // EXPLORERS == colour for explorer in coming)
            seat, sign = colour % state.seats, glyphs.figures[colour]
            number = str(many + more) if many + more < 10 else "+"
            if not many + more:
                self.canvas.put(at, y, f" {glyphs.away}" if self.bare else f"{glyphs.none}{sign}", faint)
            elif more:
                self.canvas.put(at, y, f"{number}{sign}", loud(palette, palette.land))
            elif palette.flat:
                self.canvas.put(at, y, f"{number}{sign}", palette.style("plain", "plain", True))
            else:
                own = seat == sea.sight.viewer
                chip = (palette.ink, palette.seats[colour]) if own else (palette.seats[colour], palette.chip)
                self.canvas.put(at, y, number, palette.style(self.colours.isle[1], ground, True))
                self.canvas.put(at + 1, y, sign, palette.style(*chip, True))
            at += pitch

    def paint_plan(self, spots: Iterable[int]) -> None:
        """The islands among these places: reachable ones, and the chosen one."""
        palette, sea = self.palette, self.sea
        sight = sea.sight
        ground = "plain" if palette.flat else self.colours.isle[0]
        for spot in spots:
            if spot < FIRST_SAFE:
                continue
            preview = sea.preview if sea.layer > 1 and sea.preview is not None and sea.preview.at == spot else None
            if preview is not None:
                self._counts(spot - FIRST_SAFE, ground)
            mark = sight.marks.get(spot)
            cost = preview.cost if preview is not None else mark.cost if mark is not None else ""
            bright = palette.select if sea.layer > 1 and spot == sight.cursor else palette.land
            self._name(spot - FIRST_SAFE, loud(palette, bright), cost)
