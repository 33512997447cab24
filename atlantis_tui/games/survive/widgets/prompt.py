"""The prompt: who is asked what, and what Enter will do, in three lines."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from atlantis_tui.games.survive.look import own_colours
from atlantis_tui.games.survive.view_model import SurviveView
from atlantis_tui.games.survive.widgets.sentence_parts import Line, SentenceTeller
from atlantis_tui.ui.bound_keys import other
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.panel import Panel
from atlantis_tui.ui.rich_line import put
from atlantis_tui.ui.textual_internals import own_keys


class SurvivePrompt(Panel):
    sight: SurviveView | None = None
    lines: Sequence[Line] = ()

    def shows(self) -> object:
        sight = self.sight
        return sight and (self.look, sight.tone, sight.state, sight.viewer, self.lines, own_keys(self.app))

    def blank(self) -> Style:
        palette = self.look.palette
        return palette.style(palette.text, palette.prompt)

    def paint(self, canvas: Canvas) -> None:
        palette, glyphs, sight = self.look.palette, self.look.glyphs, self.sight
        if sight is None:
            return
        tones = {"plan": palette.land, "sink": palette.take, "peril": own_colours(palette).peril, "told": palette.dim}
        bar = "plain" if palette.flat else tones.get(sight.tone, palette.key)
        for y in range(canvas.height):
            canvas.put(0, y, glyphs.bar, palette.style(bar, palette.prompt))
        teller = SentenceTeller(self.look, sight.state, sight.viewer, other(self.screen), palette.prompt)
        for y, row in enumerate(teller.rows(self.lines, canvas.width - 3, canvas.height)):
            put(canvas, 2, y, row)
