"""What Pearls adds to a replay: a place for the timeline, and marks on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.games.pearls.look import own_colours, own_signs
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.glyphs import Glyphs
from core.table import Step

if TYPE_CHECKING:
    from atlantis_tui.replay.screen import ReplayScreen


def arrange(screen: ReplayScreen, width: int, height: int) -> None:
    screen.put(screen.timeline, 0, height - 5, width, 4)


def mark(step: Step, look: Look) -> tuple[str, str] | None:
    for event in step.events:
        if event[0] == "opened":
            return own_signs(look.glyphs).pearl, own_colours(look.palette).pearl
        if event[0] == "swapped":
            return own_signs(look.glyphs).shell, look.palette.dim
    return None


def signs(glyphs: Glyphs) -> list[tuple[str, str]]:
    own = own_signs(glyphs)
    return [(own.pearl, _("a shell opened")), (own.shell, _("a shell was swapped"))]
