"""How things look: the canvas everything is painted on, colours, glyphs, and what the terminal can show."""

from __future__ import annotations

from typing import NamedTuple

from atlantis_tui.ui.glyphs import Glyphs
from atlantis_tui.ui.palettes import Palette


class Look(NamedTuple):
    """What was chosen for this terminal. The app holds one; widgets read `self.app.look` whenever they paint."""

    palette: Palette
    glyphs: Glyphs
    motion: bool = True  # bot moves are shown step by step
    hover: bool = True  # the mouse previews without a click
