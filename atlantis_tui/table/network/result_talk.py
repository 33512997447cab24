"""Talk on the result of a game on the network: new lines come up above the prompt; in its place one is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.table.network.chat_panel import paint_row, rows_of
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.canvas import cut
from atlantis_tui.ui.line_edit import LineEdit
from net.names import MAX_CHAT

if TYPE_CHECKING:
    from textual import events
    from textual.timer import Timer

    from atlantis_tui.network.table import NetworkTable
    from atlantis_tui.network.talk import ChatLine
    from atlantis_tui.ui.page import Page
    from atlantis_tui.ui.painter import Pen

STAYS = 7.0  # seconds that a new line is shown
FEW = 2  # rows of new lines
MANY = 7  # rows of all lines, above the one that is written
SCROLLS = {"up": 1, "down": -1, "pageup": 5, "pagedown": -5}
HIT = ("key", "slash")  # what a click does


class ResultTalk:
    """The page paints it, gives it its keys while `writes`, and tells it that there is news."""

    def __init__(self, page: Page, network_table: NetworkTable) -> None:
        self.page, self.network_table = page, network_table
        self._last = network_table.unread[-1] if network_table.unread else None  # of the lines that came up
        self._fresh: list[ChatLine] = []  # what comes up now
        self._clock: Timer | None = None
        self._back = 0  # how many of the last rows are hidden
        self._most = 0  # how many of them can be

    @property
    def writes(self) -> bool:
        return self.page.field is not None

    def begin(self, draft: str = "") -> None:
        self.page.field = LineEdit("chat", draft, MAX_CHAT)
        self._back, self._fresh = 0, []
        self.page.show()

    def heard(self) -> None:
        """Show new lines: for a moment, unless all are on show. Until they are read the header counts them."""
        unread = self.network_table.unread
        if self.writes or not unread or unread[-1] is self._last:
            return
        self._last = unread[-1]
        self._fresh = [*self._fresh, unread[-1]][-FEW:]
        if self._clock is not None:
            self._clock.stop()
        self._clock = self.page.set_timer(STAYS, self._quiet)

    def _quiet(self) -> None:
        self._clock, self._fresh = None, []
        self.page.show()

    # Keys ------------------------------------------------------------------------------------------------------------

    def typed(self, event: events.Key) -> None:
        """Enter says the line and leaves room for the next one; in an empty line it closes the talk, as Esc does."""
        field = self.page.field
        assert field is not None
        if event.key in SCROLLS:
            self._back = max(0, min(self._back + SCROLLS[event.key], self._most))
        elif event.key in ("tab", "shift+tab"):
            return
        elif answer := field.key(event.key, event.character):
            text = field.text.strip()
            if answer == "keep" and text:
                self._say(text)
            else:
                self.page.field = None

    def _say(self, text: str) -> None:
        self._back = 0
        if wrong := self.network_table.wish(lambda session: session.chat(text)):
            self.network_table.tell(wrong)  # beside the line, which can be said again
        else:
            self.page.field = LineEdit("chat", "", MAX_CHAT)

    # Painting --------------------------------------------------------------------------------------------------------

    def mark(self, key: str) -> str:
        """What the header says of lines that nobody has read."""
        count = len(self.network_table.unread)
        return ngettext("{n} unread: {key}", "{n} unread: {key}", count).format(n=count, key=key) if count else ""

    def paint(self, pen: Pen) -> None:
        bottom = pen.canvas.height - 2
        if self.writes:
            self._paint_all(pen, bottom)
        elif self._fresh:
            palette, width = pen.palette, pen.canvas.width
            rows = rows_of(self._fresh, width - 3)[-FEW:]
            pen.fill(0, bottom - len(rows), width, len(rows), palette.surf, HIT)
            for y, row in enumerate(rows, bottom - len(rows)):
                pen.put(0, y, pen.glyphs.bar, palette.key, palette.surf, hit=HIT)
                paint_row(pen.canvas, pen.look, 2, y, row, palette.surf, HIT)

    def _paint_all(self, pen: Pen, bottom: int) -> None:
        palette, width, field = pen.palette, pen.canvas.width, self.page.field
        assert field is not None
        lines = self.network_table.talk
        rows = rows_of(lines, width - 3)
        room = min(MANY, max(1, len(rows)))
        self._most = max(0, len(rows) - room)
        last = len(rows) - min(self._back, self._most)
        top = bottom - room - 1
        pen.fill(0, top, width, room + 1, palette.sea)
        pen.rule(0, top, width, _("Talk: what you type goes to all"), _("*Esc* closes"))
        if not lines:
            words = _("Nothing has been said since you came.")
            pen.put(2, top + 1, cut(words, width - 3, pen.glyphs.dots), palette.dim, palette.sea)
        shown = rows[max(0, last - room) : last]
        for y, row in enumerate(shown, top + 1):
            paint_row(pen.canvas, pen.look, 2, y, row, palette.sea, None)
        read = {id(row.line) for row in shown}
        self.network_table.unread[:] = [line for line in self.network_table.unread if id(line) not in read]
        pen.put(0, bottom, pen.glyphs.bar, palette.key, palette.sea)
        pen.field(1, bottom, width - 2, field.text, field.cursor)
