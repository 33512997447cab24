"""The games of the house. A game is a folder here with a RULES.md; nothing else has to be told about it."""

from __future__ import annotations

import os
from importlib import import_module

TYPE_CHECKING = False  # typing's own would import typing
if TYPE_CHECKING:
    from core.game import Game


def names() -> list[str]:
    with os.scandir(os.path.dirname(__file__)) as entries:
        return sorted(e.name for e in entries if os.path.exists(os.path.join(e.path, "RULES.md")))


def load(name: str) -> Game:
    known = names()
    if name not in known:
        from core.game import BadOption  # a menu asks for the names alone, before any rules are loaded

        raise BadOption("no_such_game", game=name, games=known)
    found: Game = import_module(f"core.{name}").GAME
    return found
