"""Leave a screen that other screens may cover. Textual always takes the topmost screen away, whoever asks."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen


def uncover(screen: Screen[Any]) -> bool:
    """Take away the screens that cover this one, such as help. Returns False if this one is gone already."""
    app = screen.app
    if screen not in app.screen_stack:
        return False
    while app.screen is not screen:
        app.pop_screen()
    return True


def leave(screen: Screen[Any], answer: str | None = None) -> None:
    """Dismiss a screen together with the screens that cover it. Does nothing if it is gone already."""
    if uncover(screen):
        screen.dismiss(answer)
