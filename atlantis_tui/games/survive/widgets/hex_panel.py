"""What there is on the chosen hex, or what the planned move comes to, in words."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_tui.games.survive.view_model import SurviveView
from atlantis_tui.games.survive.widgets.sentence_parts import Line, SentenceTeller
from atlantis_tui.ui.bound_keys import other
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.panel import Panel


class Facts(Panel):
    sight: SurviveView | None = None
    heading = ""
    lines: Sequence[Line] = ()
    compact = False  # heading and the first line side by side

    def shows(self) -> object:
        sight = self.sight
        return sight and (self.look, sight.state, sight.viewer, self.heading, self.lines, self.compact)

    def paint(self, canvas: Canvas) -> None:
        sight, palette = self.sight, self.look.palette
        if sight is None:
            return
        teller = SentenceTeller(self.look, sight.state, sight.viewer, other(self.screen), palette.sea)
        if self.compact:
            bold = palette.style("plain" if palette.flat else palette.select, palette.sea, True)
            x = canvas.put(1, 0, self.heading, bold) + 2
            for y, line in enumerate(self.lines[: canvas.height]):
                teller.put(canvas, x if y == 0 else 1, y, line, canvas.width - (x if y == 0 else 1) - 1)
            return
        Pen(canvas, self.look).rule(0, 0, canvas.width, self.heading)
        for y, line in enumerate(self.lines[: canvas.height - 1], 1):
            teller.put(canvas, 1, y, line, canvas.width - 1)
