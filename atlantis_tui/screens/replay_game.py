"""What a game may add to the replay of it, found by the game's name: screens/<game>/replay.py."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, cast

from core.table import Step

if TYPE_CHECKING:
    from atlantis_tui.screens.replay import ReplayScreen


class Extras:
    """What a game adds for replays."""

    arrange: Callable[[ReplayScreen, int, int], None]
    mark: Callable[[Step, Any], tuple[str, str] | None]


@cache
def extras(game: str) -> Extras | None:
    name = f"atlantis_tui.screens.{game}.replay"
    try:
        known = find_spec(name)
    except ModuleNotFoundError:  # not even a folder
        known = None
    return None if known is None else cast(Extras, import_module(name))
