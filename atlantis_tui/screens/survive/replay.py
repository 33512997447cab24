"""What the table of Survive! changes where a game is only looked at: places for the timeline, and marks on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from atlantis_tui.look import Look
from atlantis_tui.screens.survive.arrangement import BESIDE
from atlantis_tui.widgets.survive.lattice import SMALL
from core.survive.parts import VOLCANO, WHIRLPOOL
from core.table import Step

if TYPE_CHECKING:
    from atlantis_tui.screens.replay import ReplayScreen
    from atlantis_tui.screens.table_survive import SurviveTable


def arrange(screen: ReplayScreen, width: int, height: int) -> None:
    """As at the table; the timeline lies where the prompt is and needs a line more, which the panels give it."""
    table = cast("SurviveTable", screen)
    table.prompt.display = False
    if table.sea.scale == SMALL:
        screen.put(screen.timeline, 0, height - 4, width, 3)
        table.players.display = table.hand.display = False
        table.facts.display = not screen.past.open
        if screen.past.open:
            top = 1 + SMALL.height
            screen.put(screen.history, 0, top, width, max(1, height - 4 - top))
        return
    screen.put(screen.timeline, 0, height - 5, width, 4)
    if table.sea.scale.lines > 1:
        table.signs.display = False
        return
    x = 0 if width >= BESIDE else (width - 80) // 2
    top = height - 9
    screen.put(table.players, x + 37, top, 43, 4)
    if width >= BESIDE:
        screen.put(table.hand, x + 1, top + 2, 35, 2)
        screen.put(table.facts, x + 1, top, 35, 2)
    elif screen.past.open:
        screen.put(screen.history, x, top, 80, 4)
    elif screen.shows_hand:
        screen.put(table.facts, x + 1, top, 35, 2)
        screen.put(table.hand, x + 1, top + 2, 35, 2)
    else:
        screen.put(screen.history, x + 1, top, 35, 4)
        screen.history.display = True
        table.facts.display = table.hand.display = False


def mark(step: Step, look: Look) -> tuple[str, str] | None:
    """Somebody saved, the volcano, a whirlpool, somebody lost, a defence."""
    palette, glyphs = look.palette, look.glyphs
    for event in step.events:
        if event[0] == "landed" and step.seat is not None:
            return glyphs.isle, palette.seats[step.seat]
        if event[0] == "shown" and event[3] in (VOLCANO, WHIRLPOOL):
            return ("*" if event[3] == VOLCANO else "@"), palette.peril
        if event[0] == "lost":
            return glyphs.times, palette.peril
        if event[0] == "defended":
            return "!", palette.chain
    return None
