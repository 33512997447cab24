"""The list of games. A folder in core with a RULES.md is a game; nothing else registers it."""

from __future__ import annotations

import os
from importlib import import_module

TYPE_CHECKING = False  # typing.TYPE_CHECKING would cost the import of typing
if TYPE_CHECKING:
    from core.game import Game


def names() -> list[str]:
    with os.scandir(os.path.dirname(__file__)) as entries:
        return sorted(e.name for e in entries if os.path.exists(os.path.join(e.path, "RULES.md")))


def load(name: str) -> Game:
    known = names()
    if name not in known:
        from core.game import BadOption  # menus only need the names, so load no rules before

        raise BadOption("no_such_game", game=name, games=known)
    found: Game = import_module(f"core.{name}").GAME
    return found
