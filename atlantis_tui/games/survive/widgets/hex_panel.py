"""What there is on the chosen hex, or what the planned move comes to, in words."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from atlantis_tui.games.survive.view_model import SurviveView
from atlantis_tui.games.survive.widgets.sentence_parts import Line, Order, Said, SentenceTeller
from atlantis_tui.text.translation import _
from atlantis_tui.ui.bound_keys import other
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.fit_text import cut_line
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.panel import Panel
from atlantis_tui.ui.rich_line import Piece, put
from atlantis_tui.ui.rich_line import width as width_of


class Facts(Panel):
    """Where not all of it has room, the last row ends with the key that shows all."""

    sight: SurviveView | None = None
    heading = ""
    lines: Sequence[Line] = ()
    compact = False  # heading and the first line side by side

    def shows(self) -> object:
        sight = self.sight
        return sight and (self.look, sight.state, sight.viewer, self.heading, self.lines, self.compact)

    def paint(self, canvas: Canvas) -> None:
        palette = self.look.palette
        if self.sight is None:
            return
        rows, _cut = self._rows(canvas.width, canvas.height)
        if self.compact:
            bold = palette.style("plain" if palette.flat else palette.select, palette.sea, True)
            x = canvas.put(1, 0, self.heading, bold) + 2
            for y, row in enumerate(rows):
                put(canvas, x if y == 0 else 1, y, row)
            return
        Pen(canvas, self.look).rule(0, 0, canvas.width, self.heading)
        for y, row in enumerate(rows, 1):
            put(canvas, 1, y, row)

    @property
    def is_cut(self) -> bool:
        """Whether there is no room for all of it in the place that the widget has."""
        _x, _y, width, height = self.screen.place_of(self) if self.is_mounted else (0, 0, 0, 0)  # type: ignore[attr-defined]
        return bool(self.sight is not None and width and self._rows(width, height)[1])

    def _rows(self, width: int, height: int) -> tuple[list[list[Piece]], bool]:
        """The rows below the heading, or beside it and below, and whether something is left out."""
        assert self.sight is not None
        teller = SentenceTeller(
            self.look, self.sight.state, self.sight.viewer, other(self.screen), self.look.palette.sea
        )
        if self.compact:
            first = width - cell_len(self.heading) - 4
            return self._fitted(teller, [first, *[width - 2] * (height - 1)])
        return self._fitted(teller, [width - 1] * (height - 1))

    def _fitted(self, teller: SentenceTeller, rooms: Sequence[int]) -> tuple[list[list[Piece]], bool]:
        """A row for each line; where there are too few, the lines in few words, and as many in a row as it takes."""
        dots = self.look.glyphs.dots
        if not rooms:
            return [], False  # the widget gets its new size only after its shape
        if len(self.lines) <= len(rooms):
            fitting = [teller.fitting(line, room) for line, room in zip(self.lines, rooms, strict=False)]
            cut = any(width_of(teller.fewest(line)) > room for line, room in zip(self.lines, rooms, strict=False))
            return fitting, cut
        rows: list[list[Piece]] = [[]]
        for line in self.lines:
            said = teller.fewest(line)
            fits = width_of(rows[-1]) + 2 + width_of(said) <= rooms[len(rows) - 1]
            if rows[-1] and not fits and len(rows) == len(rooms):
                tails = [Said(f"{dots} {{key}}", {"key": Order(key)}) for key in (_("*H* all"), "*H*")]
                more = teller.fitting(tails, rooms[-1] - width_of(rows[-1]) - 1)
                room = rooms[-1] - 1 - width_of(more)
                rows[-1] = [*cut_line(rows[-1], room, ""), (" ", teller.plain), *more]
                return rows, True
            if rows[-1] and not fits:
                rows.append([])
            rows[-1] += [*([("  ", teller.plain)] if rows[-1] else []), *said]
        return [cut_line(row, room, dots) for row, room in zip(rows, rooms, strict=False)], False
