"""What must be equal in two programs, so that they play the same games: the rules, how they behave, and the bots.

A compiled core and a pure one are alike in all of this.
"""

from __future__ import annotations

import os
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from core import compiling, games
from net.versions import golden


class ProgramIdentity(NamedTuple):
    rules_version: int
    golden: str  # the hash of games played by the rules, in hexadecimal digits
    sources: str  # the fingerprint of rules and bots
    stale: bool  # whether the compiled core was made of other sources, which the fingerprint does not show


@lru_cache(maxsize=32)
def program_identity(game: str) -> ProgramIdentity:
    """The identity of this program. It stays the same while the program runs, even if somebody changes the sources.

    Raises BadOption if there is no such game."""
    version = games.load(game).rules_version
    stale = compiling.in_use() and bool(compiling.stale())
    return ProgramIdentity(version, golden(game).hex(), fingerprint(game), stale)


def fingerprint(game: str) -> str:
    """A hash of all source files that decide how a game is played and by whom. Changed bots count as other bots."""
    import core

    root = os.path.dirname(os.path.abspath(core.__file__))
    folders = [(root, False), (os.path.join(root, "bots"), True), (os.path.join(root, game), True)]
    found = blake2b(digest_size=16)
    for folder, deep in folders:
        for where, inside, names in os.walk(folder):
            inside[:] = sorted(inside) if deep else []
            for name in sorted(names):
                if name.endswith(".py"):
                    path = os.path.join(where, name)
                    with open(path, "rb") as file:
                        source = file.read()
                    found.update(f"{os.path.relpath(path, root)}\0{len(source)}\0".encode() + source)
    return found.hexdigest()
