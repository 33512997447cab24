"""What a game may add to its replay in games/<game>/replay.py."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from atlantis_tui.games import face
from core.table import Step

if TYPE_CHECKING:
    from atlantis_tui.replay.screen import ReplayScreen
    from atlantis_tui.ui.glyphs import Glyphs


class Extras:
    """The functions of games/<game>/replay.py."""

    arrange: Callable[[ReplayScreen, int, int], None]
    mark: Callable[[Step, Any], tuple[str, str] | None]
    signs: Callable[[Glyphs], Sequence[tuple[str, str]]]  # every mark, and what it means


@cache
def extras(game: str) -> Extras | None:
    found: Extras | None = face("replay", game)
    return found
