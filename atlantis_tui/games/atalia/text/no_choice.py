"""Why a player of Atalia had no choice, where the program has answered for that player."""

from __future__ import annotations

from atlantis_tui.games.atalia.text import names as named
from atlantis_tui.text.translation import _
from core.atalia.rules import Atalia
from core.game import Move


def no_choice(before: Atalia, move: Move) -> str:
    """Why the program has drawn for the player. Nothing in a game that has only one deck."""
    if move[0] != "draw" or not before.options["tactics"]:
        return ""
    return _("Only {deck} are left to draw.").format(deck=named.deck(move[1]))
