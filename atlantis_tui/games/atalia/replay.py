"""The replay of Atalia: where the board makes room for the timeline, and the marks on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from atlantis_tui.games.atalia.layout import BESIDE
from atlantis_tui.games.atalia.look import own_signs
from atlantis_tui.games.atalia.widgets.scale import SMALL
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.glyphs import Glyphs
from core.table import Step

if TYPE_CHECKING:
    from atlantis_tui.games.atalia.board import AtaliaBoard
    from atlantis_tui.replay.screen import ReplayScreen


def arrange(screen: ReplayScreen, width: int, height: int) -> None:
    """As at the table, with the timeline in place of the prompt. It needs one more line, free below the cards."""
    board = cast("AtaliaBoard", screen.board)
    board.players.tight = False
    if board.line.scale == SMALL:
        screen.put(screen.timeline, 0, height - 4, width, 3)
        return
    screen.put(screen.timeline, 0, height - 5, width, 4)
    if board.line.scale.lines > 1:
        return
    x = 0 if width >= BESIDE else (width - 80) // 2
    board.players.tight = True
    screen.put(board.players, x + 46, height - 10, 34, 5)
    screen.put(board.hand, x, height - 10, 45, 5)
    if screen.past.open and width < BESIDE:
        screen.put(screen.history, 0, height - 10, width, 5)
    elif not screen.shows_hand and width < BESIDE:
        screen.put(screen.history, x + 1, height - 10, 43, 5)
        screen.history.display, board.hand.display = True, False


def mark(step: Step, look: Look) -> tuple[str, str] | None:
    """The end of a game, a claim, a tactic."""
    palette, glyphs = look.palette, look.glyphs
    signs = own_signs(glyphs)
    kinds = {event[0]: event for event in step.events}
    if "won" in kinds:
        winner = kinds["won"][1]
        return glyphs.home, palette.seats[winner] if winner is not None else palette.key
    if "claimed" in kinds and step.seat is not None:
        return signs.claim, palette.seats[step.seat]
    if kinds.keys() & {"weather", "scouted", "redeployed", "deserted", "betrayed"}:
        return signs.guile, palette.chain
    return None


def signs(glyphs: Glyphs) -> list[tuple[str, str]]:
    return [
        (own_signs(glyphs).claim, _("a field was claimed")),
        (own_signs(glyphs).guile, _("a tactic was played")),
        (glyphs.home, _("a game was won")),
    ]
