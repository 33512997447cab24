"""Keys that are obeyed before the next one is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual import events
    from textual.screen import Screen


async def obey(screen: Screen[str], event: events.Key) -> None:
    """Does at once what a key is bound to.

    Usually that waits until the app has the key, and meanwhile the screen is given those after it. A field that is to
    be opened by then would miss what was typed fast, or pasted.
    """
    if screen.is_current and await screen.app._check_bindings(event.key):
        event.stop()
        event.prevent_default()
