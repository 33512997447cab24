"""A page that comes by itself, and so takes no answer for a moment: the Enter before may have been a double one."""

from __future__ import annotations

from time import monotonic

from atlantis_tui.ui.page import Page


class StillPage(Page):
    STILL = 0.4  # seconds

    def __init__(self) -> None:
        super().__init__()
        self._since = monotonic()

    def on_screen_resume(self) -> None:
        self._since = monotonic()

    @property
    def still(self) -> bool:
        """Nothing is answered yet."""
        return monotonic() - self._since < self.STILL
