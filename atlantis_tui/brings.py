"""What a game brings of its own: files in its folders, found by its name, so that nothing has to be told about them.

A game that does without one of them is played all the same; whoever asks for it knows what to do then.
"""

from __future__ import annotations

TYPE_CHECKING = False  # typing's own would import typing
if TYPE_CHECKING:
    from typing import Any


def brought(where: str, game: str) -> Any:
    """The module of this game, such as "widgets.{game}.legend", or None where there is no such file.

    A file or another program may call anything a game, so nothing but a plain name is looked for: no path, and none
    of Python's own names such as __init__, which would be found.
    """
    from importlib import import_module

    if not (game.isascii() and game.isidentifier()) or game.startswith("_"):
        return None
    name = f"{__package__}.{where.format(game=game)}"
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if not f"{name}.".startswith(f"{missing.name}."):
            raise  # it is there, but what it needs is not
        return None
