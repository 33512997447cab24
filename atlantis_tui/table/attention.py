"""Call a player who looks elsewhere: the bell, the title of the terminal's window, a command of the player's own.

turn_call.look(app, ...)    whenever a table is shown; calls once a turn
show_title(app, "...")      set the title of the window; an empty one brings back the title from before
"""

from __future__ import annotations

import os
import shlex
import subprocess
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from atlantis_tui.text.translation import _

if TYPE_CHECKING:
    from textual.app import App

    from atlantis_tui.saved.settings import Settings

_NO_TITLES = ("linux", "dumb")  # terminals without titles, which might print the codes for one
LONGEST = 80


class TurnCall:
    """Remembers for one table to which turn the player was called."""

    def __init__(self) -> None:
        self._called: object = None  # the turn to which the person was called

    def look(self, app: App[Any], settings: Settings, game: str, turn: object, *, mine: bool, waited: bool) -> None:
        """Say over the window whose turn it is, and call a person whose turn it is after waiting for others."""
        title = _("{game}: your turn") if mine else "{game}"
        show_title(app, title.format(game=game))
        if mine and self._called != turn:
            self._called = turn
            if waited:
                your_turn(app, settings)


def your_turn(app: App[Any], settings: Settings) -> None:
    """Call the person: ring, and run the command that the settings name, if there is one."""
    if settings.bell:
        app.bell()
    command = settings.turn_command
    if command.strip():
        # A thread waits for the command, so that the program can end before the command does.
        threading.Thread(target=_run, args=(command,), daemon=True).start()


def _run(command: str) -> None:
    """Run a program with its arguments, without a shell, and ignore how it ends."""
    nowhere = subprocess.DEVNULL
    with suppress(OSError, ValueError):
        subprocess.run(
            shlex.split(command), stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True, check=False
        )


def show_title(app: App[Any], title: str) -> None:
    """Set the title of the terminal's window. An empty title brings back the one from before."""
    set_title = getattr(app, "set_title", None)
    if set_title is not None and os.environ.get("TERM", "") not in _NO_TITLES:
        set_title("".join(sign for sign in title if sign.isprintable())[:LONGEST])
