"""The chat on screen: the newest lines for a moment, or all lines."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.style import Style

from atlantis_tui.text.translation import _
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.panel import Panel
from atlantis_tui.ui.wrap import wrap

if TYPE_CHECKING:
    from atlantis_tui.network.table import ChatLine

CLOCK = 6  # cells for the time of a line


class ChatBubble(Panel):
    """The newest lines of the chat, each cut to one row."""

    DEFAULT_CSS = "ChatBubble { position: absolute; display: none; }"

    lines: Sequence[ChatLine] = ()

    def shows(self) -> object:
        return self.look, tuple(self.lines)

    def blank(self) -> Style:
        palette = self.look.palette
        return palette.style(palette.text, palette.surf)

    def paint(self, canvas: Canvas) -> None:
        palette, glyphs = self.look.palette, self.look.glyphs
        for y, line in enumerate(self.lines[-canvas.height :]):
            canvas.put(0, y, glyphs.bar, palette.style("plain" if palette.flat else palette.key, palette.surf))
            x = 2
            if line.name:
                x = canvas.put(x, y, _("{name}:").format(name=line.speaker), name_style(self, line, palette.surf)) + 1
            canvas.put(x, y, cut(line.text, canvas.width - x - 1, glyphs.dots), self.blank())


class ChatPanel(Panel):
    """All lines of the chat, the newest last, above a line to write in. `back`: how many of the last are hidden."""

    DEFAULT_CSS = "ChatPanel { position: absolute; display: none; }"

    lines: Sequence[ChatLine] = ()
    back = 0

    def shows(self) -> object:
        return self.look, tuple(self.lines), self.back

    def paint(self, canvas: Canvas) -> None:
        palette = self.look.palette
        self.title(canvas, canvas.width, _("Talk: what you type goes to all"), _("Esc closes"))
        loud = palette.style("plain" if palette.flat else palette.key, palette.sea, True)
        canvas.put(1, canvas.height - 1, self.look.glyphs.choose_right, loud)  # the field stands beside it
        rows = self.rows(canvas.width)
        room = canvas.height - 2
        last = max(min(room, len(rows)), len(rows) - self.back)
        dim = palette.style(palette.dim, palette.sea)
        if not rows:
            canvas.put(2, 1, cut(_("Nobody has said anything yet."), canvas.width - 3), dim)
        for y, (line, number, text) in enumerate(rows[max(0, last - room) : last], 1):
            x = 1 + CLOCK
            if number == 0:
                canvas.put(1, y, time.strftime("%H:%M", time.localtime(line.when)), dim)
                if line.name:
                    x = (
                        canvas.put(x, y, _("{name}:").format(name=line.speaker), name_style(self, line, palette.sea))
                        + 1
                    )
            canvas.put(x, y, text, dim if line.told else self.blank())

    def rows(self, width: int) -> list[tuple[ChatLine, int, str]]:
        """The lines wrapped into rows, with the name before the first row of each."""
        found: list[tuple[ChatLine, int, str]] = []
        for line in self.lines:
            name = _("{name}:").format(name=line.speaker) + " " if line.name else ""
            # The name is painted separately, so a text of the same width stands in for it.
            mark = "_" * cell_len(name)
            for number, row in enumerate(wrap(mark + line.text, width - 2 - CLOCK)):
                found.append((line, number, row.removeprefix(mark) if number == 0 else row))
        return found


def name_style(panel: Panel, line: ChatLine, ground: str) -> Style:
    palette = panel.look.palette
    colour = palette.seats[line.seat] if line.seat is not None else palette.select
    return palette.style("plain" if palette.flat else readable(palette, colour, ground), ground, True)
