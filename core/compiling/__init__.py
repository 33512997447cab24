"""The compiled core: the same sources as extension modules, which Python loads instead of them where they exist.

This file tells which modules are compiled, which core is in use, and whether extension modules are older than their
sources. `python -m core.compiling` makes them, hook.py makes them for a wheel, and mypyc_marks.py has the words that
only mypyc reads.
"""

from __future__ import annotations

import os
from hashlib import blake2b
from importlib.machinery import EXTENSION_SUFFIXES

ROOM = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SUFFIX = EXTENSION_SUFFIXES[0]  # of the extension modules that this Python loads; others have another
VARIABLE = "ATLANTIS_COMPILE"  # 0: never, 1: also for `pip install -e`; else for wheels only
SHARED = "core.compiling.core"  # mypyc puts all code into one library of this name, with its own ending

# What runs in every move of a playout. The other files beside the games write to disk, talk to callers or load games by
# name; they would win little, and tests put stand-ins into some of them.
ALONE = ("chance", "fields", "game", "hidden")
# These files of a game make words, or look at a game when it is over.
LEFT = ("__init__", "advice", "export", "highlights", "meaning", "notation")
KEPT = "made_of"  # beside the extension modules, with the suffix of their Python: the sources that they were made of


def sources(room: str = ROOM) -> list[str]:
    """Returns the modules that are compiled, as paths below core: a few by name, then the folders of games and bots."""
    found = [f"{name}.py" for name in ALONE]
    for folder in sorted(os.listdir(room)):
        if folder == "bots" or os.path.exists(os.path.join(room, folder, "RULES.md")):
            names = sorted(os.listdir(os.path.join(room, folder)))
            found += [f"{folder}/{name}" for name in names if name.endswith(".py") and name[:-3] not in LEFT]
    return found


def in_use(room: str = ROOM) -> bool:
    """Whether this Python runs the compiled core."""
    return os.path.exists(os.path.join(room, "hidden" + SUFFIX))


def extensions(room: str = ROOM, suffix: str = "") -> list[str]:
    """Returns the extension modules below core as paths, of every Python or of the one with this suffix."""
    endings = (suffix,) if suffix else (".so", ".pyd")
    found = []
    for folder, _, names in os.walk(room):
        found += [
            os.path.relpath(os.path.join(folder, name), room).replace(os.sep, "/")
            for name in names
            if name.endswith(endings) and not name.startswith(KEPT)
        ]
    return sorted(found)


def stale(room: str = ROOM) -> list[str]:
    """Returns the extension modules of this Python that were not made of the source that lies beside them now.

    The contents decide and not the times, because copies and checkouts change times.
    """
    made_of = _made_of(room)
    found = []
    for name in extensions(room, SUFFIX):
        source = name.removesuffix(SUFFIX) + ".py"
        if name != shared_library() and (source not in made_of or made_of[source] != digest(room, source)):
            found.append(name)
    return found


def shared_library() -> str:
    return SHARED.removeprefix("core.").replace(".", "/") + "__mypyc" + SUFFIX


def digest(room: str, source: str) -> str | None:
    try:
        with open(os.path.join(room, source), "rb") as file:
            return blake2b(file.read(), digest_size=16).hexdigest()
    except FileNotFoundError:
        return None


def record_name() -> str:
    """The file that tells which sources the extension modules of this Python were made of, as a path below core."""
    return f"compiling/{KEPT}{SUFFIX}.txt"


def _made_of(room: str) -> dict[str, str]:
    try:
        with open(os.path.join(room, record_name()), encoding="utf-8") as file:
            pairs = [line.split() for line in file]
    except FileNotFoundError:
        return {}
    return {pair[1]: pair[0] for pair in pairs if len(pair) == 2}


def clean(room: str = ROOM) -> int:
    """Removes the extension modules of every Python, and returns how many there were."""
    found = extensions(room)
    records = [f"compiling/{name}" for name in os.listdir(os.path.join(room, "compiling")) if name.startswith(KEPT)]
    for name in (*found, *records):
        os.remove(os.path.join(room, name))
    return len(found)
