"""Carry out a key's binding before the screen gets the next key."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual import events
    from textual.screen import Screen


async def obey(screen: Screen[str], event: events.Key) -> None:
    """Carry out at once what a key is bound to.

    Usually Textual first passes the key on to the app, and meanwhile the screen already gets the next keys. If the
    first key opens a field, that field would miss what was typed fast, or pasted.
    """
    if screen.is_current and await screen.app._check_bindings(event.key):
        event.stop()
        event.prevent_default()
