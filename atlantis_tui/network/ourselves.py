"""Who we are at a table on the network: our key, our name, and a name for our table."""

from __future__ import annotations

import os

from atlantis_tui.network import company_file
from atlantis_tui.saved import game_files, paths
from atlantis_tui.text.command_error import CommandError
from atlantis_tui.text.sentences import quoted
from atlantis_tui.text.translation import _
from net.identity import Identity, load_identity
from net.names import clean_name


def identity() -> Identity:
    return load_identity(paths.identity_file(), os.urandom)


# Names of accounts that say nothing about the person who uses them.
NOBODY = frozenset(
    [
        "root",
        "toor",
        "admin",
        "administrator",
        "user",
        "username",
        "guest",
        "test",
        "tester",
        "demo",
        "me",
        "player",
        "pi",
        "ubuntu",
        "debian",
        "fedora",
        "centos",
        "alpine",
        "arch",
        "kali",
        "vagrant",
        "docker",
        "ec2-user",
        "core",
        "nobody",
        "daemon",
        "default",
        "owner",
        "pc",
        "student",
        "home",
    ]
)


def suggested_name() -> str:
    """The name that the system has for the person, if it is one; otherwise ""."""
    name = _system_name()
    return "" if name.casefold() in NOBODY else name


def player_name(given: str | None, plays: str | None = None) -> str:
    """Our name: the given one, the one in the settings, or the one that the system has."""
    from atlantis_tui.saved.settings import load

    if given is not None:
        return checked_name(given)
    return clean_name(load()[0].name) or _system_name() or _("Player")


def _system_name() -> str:
    from getpass import getuser

    try:
        return clean_name(getuser())
    except (KeyError, OSError, ImportError):
        return ""


def table_name(given: str | None) -> str:
    """The name of a new table: the given one, that of our table that was lost a short time ago, or a new one."""
    if given is not None:
        return checked_name(given)
    lost = company_file.kept()
    return (lost.name if lost is not None else "") or game_files.new_seed()


def checked_name(given: str) -> str:
    """The name as others may see it. Raises CommandError if it is none."""
    name = clean_name(given)
    if not name or ":" in given:
        raise CommandError(
            _('"{name}" is not a name: write letters, digits, spaces or signs.').format(name=quoted(given))
        )
    return name
