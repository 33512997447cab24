"""The chat on screen: the newest lines for a moment, the last lines beside the board, or all lines."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.cells import cell_len
from rich.style import Style

from atlantis_tui.text.translation import _
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.panel import Panel
from atlantis_tui.ui.wrap import wrap

if TYPE_CHECKING:
    from atlantis_tui.network.talk import ChatLine
    from atlantis_tui.ui import Look

CLOCK = 6  # cells for the time of a line
BAR = 2  # cells for the bar at the left of the bubble
TALK = "mode_key('talk')"  # what a click does


class ChatRow(NamedTuple):
    """One row of a line that is wrapped: its number within the line, and its text without the speaker."""

    line: ChatLine
    number: int
    text: str


def rows_of(lines: Sequence[ChatLine], width: int) -> list[ChatRow]:
    """The lines wrapped into rows, with room for the speaker before the first row of each."""
    found: list[ChatRow] = []
    for line in lines:
        # The speaker is painted separately, so a text of the same width stands in for the name.
        mark = "_" * (cell_len(_said_by(line)) + 1) if line.name else ""
        if len(mark) > width - 8:  # hardly anything has room behind a long name
            found.append(ChatRow(line, 0, ""))
            found += [ChatRow(line, number, row) for number, row in enumerate(wrap(line.text, width), 1)]
            continue
        for number, row in enumerate(wrap(mark + line.text, width)):
            found.append(ChatRow(line, number, row.removeprefix(mark) if number == 0 else row))
    return found


def _said_by(line: ChatLine) -> str:
    return _("{name}:").format(name=line.speaker)


class ChatView(Panel):
    """What all views of the chat share. A click opens the talk, and the wheel scrolls where there is more to see."""

    lines: Sequence[ChatLine] = ()
    back = 0  # how many of the last rows are hidden
    wheel: Callable[[int], None] = staticmethod(lambda by: None)

    def shows(self) -> object:
        return self.look, tuple(self.lines), self.back

    def on_mouse_scroll_up(self) -> None:
        self.wheel(1)

    def on_mouse_scroll_down(self) -> None:
        self.wheel(-1)

    def _row(self, canvas: Canvas, x: int, y: int, row: ChatRow, ground: str) -> None:
        paint_row(canvas, self.look, x, y, row, ground, TALK)


class ChatBubble(ChatView):
    """The newest lines of the chat, whole. Where even one has no room, its last row says how to read on."""

    DEFAULT_CSS = "ChatBubble { position: absolute; display: none; }"

    more = ""  # what is said where a line has no room

    def blank(self) -> Style:
        palette = self.look.palette
        return palette.style(palette.text, palette.surf)

    def paint(self, canvas: Canvas) -> None:
        palette, glyphs = self.look.palette, self.look.glyphs
        canvas.fill(0, 0, canvas.width, canvas.height, self.blank(), hit=TALK)
        rows = self.rows_for(canvas.width)
        whole = len(rows) <= canvas.height
        for y, row in enumerate(rows if whole else rows[: canvas.height - 1]):
            self._row(canvas, BAR, y, row, palette.surf)
        if not whole:
            loud = palette.style("plain" if palette.flat else palette.key, palette.surf, True)
            canvas.put(BAR, canvas.height - 1, cut(self.more, canvas.width - BAR, glyphs.dots), loud, TALK)
        for y in range(canvas.height):
            canvas.put(0, y, glyphs.bar, palette.style("plain" if palette.flat else palette.key, palette.surf), TALK)

    def rows_for(self, width: int) -> list[ChatRow]:
        return rows_of(self.lines, width - BAR - 1)


class StandingChat(ChatView):
    """The last lines beside the board. A line is shown whole or not at all, but for one that has no room alone."""

    DEFAULT_CSS = "StandingChat { position: absolute; display: none; }"

    key = "/"
    more = ""

    def shows(self) -> object:
        return *super().shows(), self.key  # type: ignore[misc]

    def paint(self, canvas: Canvas) -> None:
        palette = self.look.palette
        canvas.fill(0, 0, canvas.width, canvas.height, self.blank(), hit=TALK)
        self.title(canvas, canvas.width, _("Talk"), self.key)
        if not self.lines:
            dim = palette.style(palette.dim, palette.sea)
            for y, text in enumerate(
                wrap(_("Nothing has been said since you came."), canvas.width - 2, canvas.height - 1), 1
            ):
                canvas.put(1, y, text, dim, TALK)
        room = canvas.height - 1
        shown = self.shown_rows(canvas.width, room)
        for y, row in enumerate(shown[:room], 1):
            self._row(canvas, 1, y, row, palette.sea)
        if len(shown) > room:
            loud = palette.style("plain" if palette.flat else palette.key, palette.sea, True)
            canvas.put(0, room, " " * canvas.width, self.blank(), TALK)
            canvas.put(1, room, cut(self.more, canvas.width - 1, self.look.glyphs.dots), loud, TALK)

    def shown_rows(self, width: int, room: int) -> list[ChatRow]:
        """The rows that are shown; more than there is room for only if one line alone is too long."""
        rows = self.rows(width)
        last = max(min(room, len(rows)), len(rows) - self.back)
        found = rows[max(0, last - room) : last]
        first = next((at for at, row in enumerate(found) if row.number == 0), None)
        if first is not None:
            return found[first:]
        return [row for row in rows if found and row.line is found[-1].line]

    def rows(self, width: int) -> list[ChatRow]:
        return rows_of(self.lines, width - 2)

    def read(self, width: int, height: int) -> set[int]:
        """The lines that can be read whole, by their ids."""
        shown = self.shown_rows(width, height - 1)
        whole = shown if len(shown) < height else []
        rows = self.rows(width)
        ends = {id(row.line): row for row in rows}  # the last row of each line
        return {id(row.line) for row in whole if ends[id(row.line)] == row}


class ChatPanel(ChatView):
    """All lines of the chat, the newest last, above a line to write in."""

    DEFAULT_CSS = "ChatPanel { position: absolute; display: none; }"

    def paint(self, canvas: Canvas) -> None:
        palette = self.look.palette
        self.title(canvas, canvas.width, _("Talk: what you type goes to all"), _("Esc closes"))
        loud = palette.style("plain" if palette.flat else palette.key, palette.sea, True)
        canvas.put(1, canvas.height - 1, self.look.glyphs.choose_right, loud)  # the field stands beside it
        dim = palette.style(palette.dim, palette.sea)
        if not self.lines:
            canvas.put(2, 1, cut(_("Nothing has been said since you came."), canvas.width - 3), dim)
        for y, row in enumerate(self.shown_rows(canvas.width, canvas.height - 2), 1):
            if row.number == 0:
                canvas.put(1, y, time.strftime("%H:%M", time.localtime(row.line.when)), dim)
            self._row(canvas, 1 + CLOCK, y, row, palette.sea)

    def shown_rows(self, width: int, room: int) -> list[ChatRow]:
        rows = self.rows(width)
        last = max(min(room, len(rows)), len(rows) - self.back)
        return rows[max(0, last - room) : last]

    def rows(self, width: int) -> list[ChatRow]:
        return rows_of(self.lines, width - 2 - CLOCK)

    def read(self, width: int, height: int) -> set[int]:
        """The lines whose end is on show, by their ids."""
        ends = {id(row.line): row for row in self.rows(width)}
        return {id(row.line) for row in self.shown_rows(width, height - 2) if ends[id(row.line)] == row}


def paint_row(canvas: Canvas, look: Look, x: int, y: int, row: ChatRow, ground: str, hit: Any) -> None:
    palette = look.palette
    if row.number == 0 and row.line.name:
        name = cut(_said_by(row.line), canvas.width - x, look.glyphs.dots)
        x = canvas.put(x, y, name, _name_style(look, row.line, ground), hit) + 1
    ink = palette.dim if row.line.told and not palette.flat else palette.text
    canvas.put(x, y, row.text, palette.style(ink, ground), hit)


def _name_style(look: Look, line: ChatLine, ground: str) -> Style:
    palette = look.palette
    colour = palette.seats[line.seat] if line.seat is not None else palette.select
    return palette.style("plain" if palette.flat else readable(palette, colour, ground), ground, True)
