"""Leaving a screen that need not be the topmost one: Textual takes away whatever lies on top, not who asks for it."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen


def uncover(screen: Screen[Any]) -> bool:
    """Takes away what lies over a screen, such as help; False if it is itself gone already."""
    app = screen.app
    if screen not in app.screen_stack:
        return False
    while app.screen is not screen:
        app.pop_screen()
    return True


def leave(screen: Screen[Any], answer: str | None = None) -> None:
    """Dismisses a screen, and with it what lies over it. Once it is gone this does nothing."""
    if uncover(screen):
        screen.dismiss(answer)
