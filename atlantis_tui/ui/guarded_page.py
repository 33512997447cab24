"""A page that opens by itself. It ignores answers for a moment, because the player may just have hit Enter twice."""

from __future__ import annotations

from time import monotonic

from atlantis_tui.ui.page import Page


class GuardedPage(Page):
    STILL = 0.4  # seconds

    def __init__(self) -> None:
        super().__init__()
        self._since = monotonic()

    def on_screen_resume(self) -> None:
        self.be_still()

    def be_still(self) -> None:
        """From now on it is too early again: a key that is held down is not pressed twice."""
        self._since = monotonic()

    @property
    def still(self) -> bool:
        """Whether it is too early to take an answer."""
        return monotonic() - self._since < self.STILL
