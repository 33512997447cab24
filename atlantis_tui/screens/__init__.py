"""One file a screen. Each is loaded when it is opened, so that the first is there at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from atlantis_tui.screens.table import TableScreen


def table_for(game: str) -> type[TableScreen]:
    """The screen on which a game is played, found by the game's name."""
    from importlib import import_module

    found: type[TableScreen] = import_module(f"atlantis_tui.screens.table_{game}").SCREEN
    return found
