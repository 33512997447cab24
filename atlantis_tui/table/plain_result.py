"""The result of a game that brings no result of its own (games/<game>/result.py): its scores."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.colours import readable
from core.table import Table


class ScoreResult:
    """The scores of a finished table."""

    def __init__(self, table: Table, names: Sequence[str], viewer: int | None) -> None:
        self.table, self.names, self.viewer = table, names, viewer
        assert table.state.outcome is not None
        self.scores, self.winners = table.state.outcome
        self.order = sorted(range(len(self.scores)), key=lambda seat: -self.scores[seat])

    @property
    def title(self) -> str:
        return _("The scores")

    def ending(self, names: Sequence[str]) -> list[str]:
        return [_("The game ended on turn {turn}.").format(turn=self.table.state.turn)]

    def parts(self) -> list[tuple[str, str, list[int]]]:
        return [(_("points"), "purse", [max(0, score) for score in self.scores])]

    def points(self) -> list[list[int]]:
        return [[0, score] for score in self.scores]

    def counted(self) -> list[str]:
        return []

    def facts(self) -> list[tuple[str, int, str]]:
        return []

    def story(self) -> tuple[str, list[tuple[str, int, str]]]:
        return "", []

    def paint(self, canvas: Canvas, x: int, y: int, width: int, look: Look) -> None:
        """Paint a line of headings, and a line for each seat, the best first."""
        palette, glyphs = look.palette, look.glyphs
        canvas.put_right(x + width - 2, y, _("score"), palette.style(palette.dim, palette.sea))
        for row, seat in enumerate(self.order, y + 1):
            mine = seat == self.viewer
            ground = palette.sea if palette.flat or not mine else palette.prompt
            text = palette.style(palette.text, ground)
            canvas.fill(x, row, width, 1, text)
            if seat in self.winners:
                canvas.put(x, row, glyphs.turn, palette.style(readable(palette, palette.key, ground), ground, True))
            own = palette.style(readable(palette, palette.seats[seat], ground), ground, True)
            canvas.put(x + 2, row, glyphs.figures[seat], own)
            bright = palette.style(palette.text if palette.flat else palette.select, ground, True)
            canvas.put(x + 4, row, cut(self.names[seat], 24, glyphs.dots), bright if mine else text)
            self.row(canvas, x, row, width, look, seat, ground)
            canvas.put_right(x + width - 2, row, str(self.scores[seat]).replace("-", glyphs.minus), bright)

    def row(self, canvas: Canvas, x: int, y: int, width: int, look: Look, seat: int, ground: str) -> None:
        """Paint what a game adds to the line of a seat, between name and score."""
