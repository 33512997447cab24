"""The files: where each kind lies, whether we can write it, and whether the settings are sound."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator

from atlantis_tui.doctor import Fact
from atlantis_tui.saved import paths, settings
from atlantis_tui.text.translation import _, ngettext


def facts(wishes: settings.Settings, trouble: str) -> Iterator[Fact]:
    for name, place in paths.every().items():
        yield _place(name, place)
    yield _state(trouble)
    yield from _keys(wishes)
    yield from _games()
    reports = _count(paths.reports_dir(), "")
    if reports:
        told = ngettext("{n} report of a failure", "{n} reports of failures", reports).format(n=reports)
        yield Fact("files", "failures", told)
    yield from _identity()


def _place(name: str, path: str) -> Fact:
    there = path
    while not os.path.lexists(there) and os.path.dirname(there) != there:
        there = os.path.dirname(there)
    # To make a folder we need the folder above it. A file that exists is replaced as a whole, so its folder counts.
    folder = there if os.path.isdir(there) else os.path.dirname(there)
    in_the_way = there != path and not os.path.isdir(there)
    if in_the_way:
        return Fact("files", name, path, _("{path} is in the way of a folder: move it.").format(path=there))
    if not os.access(folder, os.W_OK | os.X_OK):
        return Fact(
            "files", name, path, _("Nothing can be written there: see to it that {path} is yours.").format(path=folder)
        )
    return Fact("files", name, path)


def _state(trouble: str) -> Fact:
    path = paths.settings_file()
    if trouble:
        return Fact(
            "files", "settings file", trouble, _("Mend or remove {path}: it is never overwritten.").format(path=path)
        )
    return Fact("files", "settings file", _("sound") if os.path.exists(path) else _("none yet: all is as shipped"))


def _keys(wishes: settings.Settings) -> Iterator[Fact]:
    if not wishes.keys:
        return
    from atlantis_tui.ui.bound_keys import fit

    fitted = fit(wishes.keys)
    n = len(fitted.keymap)
    yield Fact("files", "keys", ngettext("{n} of your own", "{n} of your own", n).format(n=n))
    for wrong in fitted.wrong.values():
        yield Fact("files", "keys", wrong, _("Change it in the settings, or below [keys] in their file."))


def _games() -> Iterator[Fact]:
    from atlantis_tui.saved.game_files import ENDING

    try:
        number = _count(paths.games_dir(), ENDING, strict=True)
    except OSError as error:
        why = error.strerror or type(error).__name__
        yield Fact(
            "files", "number of games", why, _("See to it that {path} can be read.").format(path=paths.games_dir())
        )
    else:
        yield Fact("files", "number of games", str(number))


def _identity() -> Iterator[Fact]:
    """Whether the identity exists and others cannot read it; never what is in it."""
    path = paths.identity_file()
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        yield Fact("files", "identity file", _("none yet: it comes with the first table on the network"))
    except OSError as error:
        yield Fact(
            "files", "identity file", error.strerror or type(error).__name__, _("See to it that it can be read.")
        )
    else:
        open_to_all = stat.S_IMODE(mode) & 0o077
        advice = _("Others on this machine can read it: chmod 600 {path}").format(path=path) if open_to_all else ""
        yield Fact("files", "identity file", _("there"), advice)


def _count(folder: str, ending: str, strict: bool = False) -> int:
    try:
        return sum(1 for name in os.listdir(folder) if name.endswith(ending) and not name.startswith("."))
    except FileNotFoundError:
        return 0
    except OSError:
        if strict:
            raise
        return 0
