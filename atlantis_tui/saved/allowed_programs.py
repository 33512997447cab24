"""Which programs may be started: those a person has named here.

A saved game says which command sat at a seat, and saved games are passed around: one from a stranger must not start
anything. So a command counts only in the folder in which somebody typed it, and that is remembered.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress

from atlantis_tui.saved.paths import settings_file

_in_this_run: set[tuple[str, str]] = set()


def allow(spec: str) -> None:
    """A person has asked for this seat, now and here."""
    here = _here(spec)
    if here not in _in_this_run and here not in _remembered():
        with suppress(OSError):  # then it will have to be named again next time
            os.makedirs(os.path.dirname(_file()), exist_ok=True)
            with open(os.open(_file(), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "a") as file:
                file.write(json.dumps(here) + "\n")
    _in_this_run.add(here)


def is_allowed(spec: str) -> bool:
    """Our own bots always are."""
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
            with suppress(ValueError, TypeError):
                folder, spec = json.loads(line)
                found.add((folder, spec))
    return found
