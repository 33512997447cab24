"""Why a player of Survive! had no choice, where the program has answered for that player."""

from __future__ import annotations

from atlantis_tui.text.translation import _
from core.game import Move
from core.survive.rules import Survive


def no_choice(before: Survive, move: Move) -> str:
    """Why the program has answered for the player. Nothing about the back of a tile, which speaks for itself."""
    if move[0] == "sink":
        return _("Only one tile can sink now.")
    if move[0] == "place":
        return _("Only one tile is still free.")
    if before.step == "move":
        return _("None of yours can move now.")
    if move[0] in ("creature", "swim", "boat"):
        return _("Only one move is possible now.")
    return ""
