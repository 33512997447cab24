"""The panel with a question of another player. The game goes on while nobody answers it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.panel import Panel
from atlantis_tui.ui.wrap import wrap

Button = tuple[str, str, str]  # a key as shown, what it does, its action


class QuestionPanel(Panel):
    """A click on a button hits its action."""

    DEFAULT_CSS = "QuestionPanel { position: absolute; display: none; }"

    text = ""
    short = ""  # the same for one line
    buttons: Sequence[Button] = ()

    def shows(self) -> object:
        return self.look, self.text, self.short, tuple(self.buttons)

    def blank(self) -> Style:
        palette = self.look.palette
        return palette.style(palette.text, palette.surf)

    def paint(self, canvas: Canvas) -> None:
        palette, glyphs, pen = self.look.palette, self.look.glyphs, Pen(canvas, self.look)
        bar = palette.style("plain" if palette.flat else palette.key, palette.surf)
        for y in range(canvas.height):
            canvas.put(0, y, glyphs.bar, bar)
        if canvas.height == 1:
            x = canvas.width - 1
            for key, word, action in reversed(self.buttons):
                x = pen.right(x, 0, f" {key} {word} ", palette.key, palette.button, True, action) - 1
            canvas.put(2, 0, cut(self.short, x - 2, glyphs.dots), self.blank())
            return
        rows = wrap(self.text, canvas.width - 4)[: canvas.height - 1]
        for y, row in enumerate(rows):
            canvas.put(2, y, row, self.blank())
        x = 2
        for key, word, action in self.buttons:
            x = pen.button(x, min(canvas.height - 1, len(rows) + 1), key, word, False, action) + 2
