"""Who comes to tables for the first time by a command is asked for a name: on the screen, or here in lines of text.

Only a person at a terminal is asked. A program that types, and one whose seat a bot plays, keeps the system's name.
"""

from __future__ import annotations

import sys
from contextlib import suppress

from atlantis_tui import games as faces
from atlantis_tui.network import ourselves
from atlantis_tui.plain.typed_lines import read_line
from atlantis_tui.saved import settings
from atlantis_tui.text.sentences import choice
from atlantis_tui.text.translation import _
from net.names import clean_name

TRIES = 3


def is_unnamed(player: str | None, plays: str | None) -> bool:
    """Whether a person comes who has given no name, neither now nor before."""
    return player is None and plays is None and not clean_name(settings.load()[0].name)


def at_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def ask_name(player: str | None, plays: str | None) -> str | None:
    """The name for this time: the given one, or the one that somebody at a terminal types, which is kept."""
    if not is_unnamed(player, plays) or not at_terminal():
        return player
    usual = ourselves.suggested_name()
    words = _("What shall the others call you?")
    if usual:
        words = _("What shall the others call you? Enter takes {name}.").format(name=usual)
    for _number in range(TRIES):
        print(words, flush=True)
        typed = read_line(sys.stdin)
        name = clean_name(typed or usual)[: settings.LONGEST_NAME].strip()
        if name and ":" not in typed:
            with suppress(settings.UnusableSettings):  # it counts for this time
                settings.save({"name": name})
            return name
        words = _("Write a name first: letters, digits, spaces or signs.")
    return player


def ask_game(usual: str) -> str:
    """Which game somebody at a terminal wants to host."""
    known = faces.names()
    print(_("Which game: {games}? Enter takes {game}.").format(games=choice(known), game=usual), flush=True)
    for _number in range(TRIES):
        typed = read_line(sys.stdin).lower()
        found = [name for name in known if typed and name.startswith(typed)]
        if not typed or len(found) == 1:
            return found[0] if found else usual
        print(_("That is none of them: type {games}.").format(games=choice(known)), flush=True)
    return usual
