"""The replay of Atlantis: where the board makes room for the timeline, and the marks on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from atlantis_tui.games.atlantis.look import own_colours, own_signs
from atlantis_tui.games.atlantis.widgets.path_scale import SMALL
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.glyphs import Glyphs
from core.atlantis.components import MAINLAND
from core.table import Step

if TYPE_CHECKING:
    from atlantis_tui.games.atlantis.board import AtlantisBoard
    from atlantis_tui.replay.screen import ReplayScreen


def arrange(screen: ReplayScreen, width: int, height: int) -> None:
    """As at the table, with the timeline in place of the prompt. It needs one line more, which the scores give up."""
    board = cast("AtlantisBoard", screen.board)
    board.scores.tight = False
    if board.path.scale == SMALL:
        screen.put(screen.timeline, 0, height - 4, width, 3)
        return
    screen.put(screen.timeline, 0, height - 5, width, 4)
    if board.path.scale.tile_height > 2:
        column, line, wide, high = screen.place_of(board.signs)
        screen.put(board.signs, column, line - 1, wide, high)
        return
    x = 0 if width >= 108 else (width - 80) // 2
    board.scores.tight = True
    screen.put(board.scores, x + 38, height - 10, 42, 5)
    screen.put(board.hand, x + 1, height - 10, 36, 5)
    if screen.past.open and width < 108:
        screen.put(screen.history, 0, height - 10, width, 5)
    elif not screen.shows_hand and width < 108:
        screen.put(screen.history, x + 1, height - 10, 36, 5)
        screen.history.display, board.hand.display = True, False


def mark(step: Step, look: Look) -> tuple[str, str] | None:
    """A bridge, a figure that came home, a seat that was stuck."""
    palette, glyphs = look.palette, look.glyphs
    for event in step.events:
        if event[0] == "moved" and event[4] == MAINLAND and step.seat is not None:
            return glyphs.home, palette.seats[step.seat]
        if event[0] == "bridged":
            return own_signs(glyphs).bridge, own_colours(palette).bridge
        if event[0] == "stuck":
            return "!", palette.bad
    return None


def signs(glyphs: Glyphs) -> list[tuple[str, str]]:
    return [
        (glyphs.home, _("a figure came home")),
        (own_signs(glyphs).bridge, _("a bridge was laid")),
        ("!", _("somebody was stuck")),
    ]
