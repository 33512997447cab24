"""The chat of a table on the network: a line to write in, all lines so far, the last lines beside the board where there
is room, and a mark that counts what nobody has read yet.

A line is read when it can be seen whole: in the open talk, or beside the board while nothing covers it. New lines also
come up for a moment where nothing stands beside the board, but that is not reading.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from atlantis_tui.table.network.chat_panel import TALK, ChatBubble, ChatPanel, StandingChat, rows_of
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.bound_keys import other
from atlantis_tui.ui.too_small import NEED
from net.names import MAX_CHAT

if TYPE_CHECKING:
    from textual.timer import Timer
    from textual.widgets import Input

    from atlantis_tui.network.table import NetworkTable
    from atlantis_tui.network.talk import ChatLine
    from atlantis_tui.table.screen import TableScreen
    from atlantis_tui.ui.canvas import CanvasWidget

STAYS = 7.0  # seconds that a new line is shown
LEAST = 9  # lines of a history that can give some of them to the chat
FEW = 2  # rows of new lines that cover nobody's score; one line alone may have more
MARK_ROOM = 14  # cells for the mark at the end of the header, where a panel lies over the header


class TableChat:
    """`field` exists only while the person writes."""

    def __init__(self, screen: TableScreen, network_table: NetworkTable) -> None:
        self.screen, self.network_table = screen, network_table
        self.panel = ChatPanel(classes="over")
        self.bubble = ChatBubble(classes="over")
        self.standing = StandingChat()
        for view in (self.panel, self.standing):
            view.wheel = self.scroll
        self.field: Input | None = None
        self._seen: ChatLine | None = (
            network_table.talk[-1] if network_table.talk else None
        )  # the last line that was shown
        self._clock: Timer | None = None

    @property
    def writes(self) -> bool:
        return self.field is not None

    @property
    def _open(self) -> ChatPanel | StandingChat | None:
        """The view in which lines are read now."""
        return self.panel if self.writes else self.standing if self.standing.display else None

    # Hearing ---------------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show new lines."""
        lines = self.network_table.talk
        view = self._open
        if view is not None:
            self._seen = lines[-1] if lines else None
            self._put_lines(view)
            return
        if not lines or lines[-1] is self._seen or not self.screen.is_mounted:
            return
        fresh = time.time() - STAYS
        self._seen = lines[-1]
        self.bubble.lines = [line for line in lines[-4:] if line.when >= fresh or line is lines[-1]]
        self.bubble.display = True
        self._place_bubble()
        self.bubble.repaint()
        if self._clock is not None:
            self._clock.stop()
        self._clock = self.screen.set_timer(STAYS, self._quiet)

    def show_no_more(self) -> None:
        """Do not pop up the lines told so far, because a toast shows them."""
        self._seen = self.network_table.talk[-1] if self.network_table.talk else None

    def _quiet(self) -> None:
        self._clock = None
        self.bubble.display = False

    def _put_lines(self, view: ChatPanel | StandingChat) -> None:
        """Show all lines. Somebody who reads older ones goes on seeing those."""
        width, before = self.screen.place_of(view)[2], view.lines
        if view.back and before:
            new = [line for line in self.network_table.talk if line.when > before[-1].when]
            view.back += len(rows_of(new, width - 2))
        view.lines = tuple(self.network_table.talk)
        key = other(self.screen).painted("/")
        if isinstance(view, StandingChat):
            view.key, view.more = key, self._more(key)
        view.repaint()

    @staticmethod
    def _more(key: str) -> str:
        return _("{key} shows all of it").format(key=key)

    # What is read, and what is not -----------------------------------------------------------------------------------

    def look(self) -> None:
        """Note what can be read now, and let the header count the rest."""
        unread, view = self.network_table.unread, self._open
        if unread and view is not None and self._can_be_seen(view):
            _x, _y, width, height = self.screen.place_of(view)
            read = view.read(width, height)
            unread[:] = [line for line in unread if id(line) not in read]
        header, count = self.screen.header, len(unread)
        words = ngettext("{n} unread: {key}", "{n} unread: {key}", count)
        header.mark = words.format(n=count, key=other(self.screen).painted("/")) if count else ""
        header.mark_action = TALK

    def _can_be_seen(self, view: CanvasWidget) -> bool:
        """Whether nothing covers it: no help or other screen, no toast, question, card or hint."""
        screen = self.screen
        if screen.app.screen is not screen or not view.display:
            return False
        above = [screen.toast, screen.too_small, *screen.panels()]
        return not any(
            one.display and one is not view and one is not self.bubble and self._overlap(one, view)
            for one in above[: 2 if view is self.panel else None]
        )

    def _overlap(self, one: CanvasWidget, two: CanvasWidget) -> bool:
        if one is self.screen.too_small:
            return True
        (x, y, width, height), (x2, y2, width2, height2) = self.screen.place_of(one), self.screen.place_of(two)
        return x < x2 + width2 and x2 < x + width and y < y2 + height2 and y2 < y + height

    # Speaking --------------------------------------------------------------------------------------------------------

    async def begin(self) -> None:
        from textual.widgets import Input

        if self.writes:
            return
        self._quiet()
        self.panel.back = 0
        self.panel.lines = tuple(self.network_table.talk)
        self.field = Input(
            placeholder=_("to all at the table; Enter says it, Esc closes"),
            max_length=MAX_CHAT,
            compact=True,
            classes="over",
        )
        field = self.field
        self.panel.display = True
        self.place(*self.screen.size)
        self._go_to_unread()
        await self.screen.mount(field)
        field.focus()
        self.refresh()

    async def submitted(self, line: str) -> None:
        """Say the line, or close the chat if it is empty."""
        if line:
            self.say(line)
        else:
            await self.close()

    def press(self, key: str) -> bool:
        """Scroll with the arrows. Backspace in an empty line does nothing: held down, it would next undo a plan."""
        if self.field is None:
            return False
        self.screen.hush()
        if key in ("up", "down", "pageup", "pagedown"):
            self.scroll({"up": 1, "down": -1, "pageup": 5, "pagedown": -5}[key])
            return True
        return key == "backspace" and not self.field.value

    def say(self, text: str) -> None:
        wrong = self.network_table.wish(lambda session: session.chat(text))
        if wrong:
            self.screen.say([wrong])
        elif self.field is not None:
            self.field.value = ""

    def scroll(self, by: int) -> None:
        """Scroll so many lines back, or forward if negative."""
        view = self._open
        if view is None:
            return
        _x, _y, width, height = self.screen.place_of(view)
        most = max(0, len(view.rows(width)) - self._room(view, height))
        view.back = max(0, min(view.back + by, most))
        view.repaint()
        self.look()
        self.screen.header.repaint()

    @staticmethod
    def _room(view: ChatPanel | StandingChat, height: int) -> int:
        return height - (2 if isinstance(view, ChatPanel) else 1)

    def _go_to_unread(self) -> None:
        """Begin with the first line that was not read, if they have no room together."""
        unread = {id(line) for line in self.network_table.unread}
        _x, _y, width, height = self.screen.place_of(self.panel)
        rows = self.panel.rows(width)
        first = next((at for at, row in enumerate(rows) if id(row.line) in unread), len(rows))
        self.panel.back = max(0, len(rows) - first - self._room(self.panel, height))

    async def close(self) -> None:
        if self.field is not None:
            field, self.field = self.field, None
            self.panel.display = False
            await field.remove()

    def place(self, width: int, height: int) -> None:
        """Put the talk where the history lies, above the prompt, which stays readable, and the last lines under the
        history, where that has a place of its own."""
        screen = self.screen
        top = height - (13 if width >= 120 and height >= 36 else 11 if width >= 80 and height >= 24 else 9)
        if screen.board.panels_top is not None:
            top = screen.board.panels_top - 1
        line = height - 5
        screen.put(self.panel, 0, top, width, line + 1 - top)
        if self.field is not None:
            screen.put(self.field, 3, line, width - 4, 1)
        self._place_standing()
        self._place_bubble()

    def _place_standing(self) -> None:
        screen = self.screen
        x, y, width, height = screen.place_of(screen.history)
        self.standing.display = screen.board.history_beside and height >= LEAST
        if self.standing.display:
            share = max(5, height * 2 // 5)
            screen.put(screen.history, x, y, width, height - share)
            screen.put(self.standing, x, y + height - share, width, share)
            self._quiet()
            self._put_lines(self.standing)

    def _place_bubble(self) -> None:
        """New lines come up beside the board, or over its first lines. As many are shown as cover little of it."""
        screen, bubble = self.screen, self.bubble
        width, height = screen.size
        if width >= 80 and height >= 24:
            x, y, wide, room = screen.toast_place
        else:
            x, y, wide, room = 0, 0, max(width, NEED[0]) - MARK_ROOM, 4
        while len(bubble.lines) > 1 and len(bubble.rows_for(wide)) > FEW:
            bubble.lines = bubble.lines[1:]
        bubble.more = self._more(other(screen).painted("/"))
        screen.put(bubble, x, y, wide, max(1, min(room, len(bubble.rows_for(wide)))))
