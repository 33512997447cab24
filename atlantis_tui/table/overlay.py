"""What lies over the board and has keys while it is up: it gets every key before the board does.

The screen asks its overlays from the top one down (`TableScreen.press`), so no game has to know their keys.
"""

from __future__ import annotations

from typing import Protocol


class Overlay(Protocol):
    @property
    def writes(self) -> bool:
        """Whether it has a line to write in just now. Then no key reaches what lies below it."""

    def press(self, key: str) -> bool:
        """Do what a key means while this is up. False: it means nothing here, and the next one is asked."""
