"""The panel with a question of another player. The game goes on while nobody answers it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.fit_text import fullest
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.panel import Panel
from atlantis_tui.ui.wrap import wrap

Button = tuple[str, str, str]  # a key as shown, what it does, its action


class QuestionPanel(Panel):
    """A click on a button hits its action."""

    DEFAULT_CSS = "QuestionPanel { position: absolute; display: none; }"

    text = ""
    note = ""  # who has agreed so far, or what happens without an answer
    short: Sequence[str] = ()  # the text for one line, the fullest wording first
    buttons: Sequence[Button] = ()

    def shows(self) -> object:
        return self.look, self.text, self.note, self.short, tuple(self.buttons)

    def needed(self, width: int) -> int:
        """The rows that it needs, with a blank one above the buttons."""
        return len(wrap(self.text, width - 4)) + len(wrap(self.note, width - 4)) + 2

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
            canvas.put(2, 0, cut(fullest(self.short, x - 2), x - 2, glyphs.dots), self.blank())
            return
        room, dots = canvas.width - 4, glyphs.dots
        note = wrap(self.note, room, max(1, canvas.height - 3))
        rows, left = wrap(self.text, room), max(1, canvas.height - 1 - len(note))
        if len(rows) > left:  # the moves are long; the history has all of them
            rows = [*rows[: left - 1], cut(" ".join(rows[left - 1 :]), room, dots)]
        quiet = palette.style(palette.text if palette.flat else palette.dim, palette.surf)
        for y, row in enumerate(rows):
            canvas.put(2, y, row, self.blank())
        for y, row in enumerate(note, len(rows)):
            canvas.put(2, y, row, quiet)
        rows += note
        x = 2
        for key, word, action in self.buttons:
            x = pen.button(x, min(canvas.height - 1, len(rows) + 1), key, word, False, action) + 2
