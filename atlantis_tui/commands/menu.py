"""`atlantis` without a command: open the menu, or without a screen begin a game in plain mode."""

from __future__ import annotations

from atlantis_tui import launch
from atlantis_tui.commands.flags import guarded, read_flags


def run(argv: list[str]) -> int:
    return guarded(lambda: _run(argv))


def _run(argv: list[str]) -> int:
    _words, flags = read_flags("play", argv, valued=launch.VALUED, bare=(*launch.BARE, launch.NO_DISCOVERY))
    if launch.has_screen(flags):
        return launch.open_menu(flags)
    from atlantis_tui.commands.play import run as play

    return play([word for word in argv if word != launch.NO_DISCOVERY])
