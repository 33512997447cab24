"""Which programs we may start: only those that a person named on this machine.

A saved game says which command played at a seat, and people pass saved games around. A game from a stranger must not
start anything. So a command is allowed only in the folder where somebody typed it, and we remember that.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress

from atlantis_tui.saved.paths import settings_file
from atlantis_tui.saved.whole_file import UNREADABLE

_in_this_run: set[tuple[str, str]] = set()


def allow(spec: str) -> None:
    """Remember that a person asked for this seat, now and in this folder."""
    here = _here(spec)
    if here not in _in_this_run and here not in _remembered():
        with suppress(OSError):  # then the person has to name it again next time
            os.makedirs(os.path.dirname(_file()), exist_ok=True)
            with open(os.open(_file(), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "a") as file:
                file.write(json.dumps(here) + "\n")
    _in_this_run.add(here)


def is_allowed(spec: str) -> bool:
    """Whether this seat may run here. Our own bots always may."""
    if not spec.startswith("cmd:"):
        return True
    here = _here(spec)
    return here in _in_this_run or here in _remembered()


def _here(spec: str) -> tuple[str, str]:
    return os.getcwd(), spec


def _file() -> str:
    return os.path.join(os.path.dirname(settings_file()), "programs.jsonl")


def _remembered() -> set[tuple[str, str]]:
    found = set()
    with suppress(OSError), open(_file(), encoding="utf-8", errors="replace") as file:
        for line in file:
            with suppress(*UNREADABLE):
                folder, spec = json.loads(line)
                found.add((folder, spec))
    return found
