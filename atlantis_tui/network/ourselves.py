"""Who we are at a table on the network: our key, our name, and a name for our table."""

from __future__ import annotations

import os

from atlantis_tui.saved import game_files, paths
from atlantis_tui.text.complaint import CommandError
from atlantis_tui.text.sentences import quoted
from atlantis_tui.text.translation import _
from net.identity import Identity, load_identity
from net.names import clean_name


def identity() -> Identity:
    return load_identity(paths.identity_file(), os.urandom)


def player_name(given: str | None, plays: str | None = None) -> str:
    """Our name: the given one, the one in the settings, or the one that the system has."""
    from getpass import getuser

    from atlantis_tui.saved.settings import load

    if given is not None:
        return _name(given)
    found = clean_name(load()[0].name)
    if not found:
        try:
            found = clean_name(getuser())
        except (KeyError, OSError, ImportError):
            found = ""
    return found or _("Player")


def table_name(given: str | None) -> str:
    return game_files.new_seed() if given is None else _name(given)


def _name(given: str) -> str:
    name = clean_name(given)
    if not name or ":" in given:
        raise CommandError(
            _('"{name}" is not a name: write letters, digits, spaces or signs.').format(name=quoted(given))
        )
    return name
