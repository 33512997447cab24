"""The chat of a table on the network: a line to write in, all lines so far, and new lines for a moment."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from atlantis_tui.table.network.chat_panel import ChatBubble, ChatPanel
from atlantis_tui.text.translation import _
from net.names import MAX_CHAT

if TYPE_CHECKING:
    from textual.timer import Timer
    from textual.widgets import Input

    from atlantis_tui.network.table import ChatLine, NetworkTable
    from atlantis_tui.table.screen import TableScreen

STAYS = 7.0  # seconds that a new line is shown


class TableChat:
    """`field` exists only while the person writes."""

    def __init__(self, screen: TableScreen, company: NetworkTable) -> None:
        self.screen, self.company = screen, company
        self.panel = ChatPanel(classes="over")
        self.bubble = ChatBubble(classes="over")
        self.field: Input | None = None
        self._seen: ChatLine | None = company.talk[-1] if company.talk else None  # the last line that was shown
        self._clock: Timer | None = None

    @property
    def writes(self) -> bool:
        return self.field is not None

    # Hearing ---------------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show new lines."""
        lines = self.company.talk
        if self.writes:
            self._seen = lines[-1] if lines else None
            self.panel.lines = tuple(lines)
            self.panel.repaint()
            return
        if not lines or lines[-1] is self._seen or not self.screen.is_mounted:
            return
        fresh = time.time() - STAYS
        self._seen = lines[-1]
        self.bubble.lines = [line for line in lines[-4:] if line.when >= fresh or line is lines[-1]]
        self.bubble.display = True
        self.bubble.repaint()
        if self._clock is not None:
            self._clock.stop()
        self._clock = self.screen.set_timer(STAYS, self._quiet)

    def _quiet(self) -> None:
        self._clock = None
        self.bubble.display = False

    # Speaking --------------------------------------------------------------------------------------------------------

    async def begin(self) -> None:
        from textual.widgets import Input

        if self.writes:
            return
        self._quiet()
        self.field = Input(
            placeholder=_("to all at the table; Enter says it, Esc closes"),
            max_length=MAX_CHAT,
            compact=True,
            classes="over",
        )
        field, self.panel.back = self.field, 0
        self.panel.display = True
        self.place(*self.screen.size)
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
        """Scroll with the arrows, and close an empty line with Backspace."""
        if self.field is None:
            return False
        self.screen.hush()
        if key in ("up", "down", "pageup", "pagedown"):
            self.scroll({"up": 1, "down": -1, "pageup": 5, "pagedown": -5}[key])
            return True
        if key == "backspace" and not self.field.value:
            self.screen.call_later(self.screen.action_back)
            return True
        return False

    def say(self, text: str) -> None:
        wrong = self.company.wish(lambda session: session.chat(text))
        if wrong:
            self.screen.say([wrong])
        elif self.field is not None:
            self.field.value = ""

    def scroll(self, by: int) -> None:
        """Scroll so many lines back, or forward if negative."""
        room = self.panel.size.height - 2
        most = max(0, len(self.panel.rows(self.panel.size.width)) - room)
        self.panel.back = max(0, min(self.panel.back + by, most))
        self.panel.repaint()

    async def close(self) -> None:
        if self.field is not None:
            field, self.field = self.field, None
            self.panel.display = False
            await field.remove()

    def place(self, width: int, height: int) -> None:
        """Put the chat where the history lies, above the prompt, which stays readable."""
        screen = self.screen
        if width >= 80 and height >= 24:
            top = height - (13 if width >= 120 and height >= 36 else 11)
            screen.put(self.bubble, *screen.beside, 2)
        else:
            top = height - 9
            screen.put(self.bubble, 0, 0, width, 1)
        line = height - 5
        screen.put(self.panel, 0, top, width, line + 1 - top)
        if self.field is not None:
            screen.put(self.field, 3, line, width - 4, 1)
