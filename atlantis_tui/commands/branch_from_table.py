"""Plain mode at a network table whose person types `alone`: the table is left, and the game goes on against bots."""

from __future__ import annotations

from collections.abc import Callable

from atlantis_tui import launch
from atlantis_tui.commands import resume
from atlantis_tui.plain.network_keyboard import AloneWished


def or_alone(command: Callable[[], int], *, discovers: bool) -> int:
    """Run a command that sits at a table, and what `alone` asks for there. By then the table is left and its file is
    closed, so it is what somebody does who types `atlantis resume FILE --alone`."""
    try:
        return command()
    except AloneWished as wish:
        return resume.run([wish.path, "--alone", "--plain", *([] if discovers else [launch.NO_DISCOVERY])])
