"""The toolkit: how things look. It holds the canvas that everything is painted on, colours, glyphs, and what the
terminal can show. It knows no game and no network."""

from __future__ import annotations

from typing import NamedTuple

from atlantis_tui.ui.glyphs import Glyphs
from atlantis_tui.ui.palettes import Palette


class Look(NamedTuple):
    """The look chosen for this terminal. The app holds one; widgets read `self.app.look` whenever they paint."""

    palette: Palette
    glyphs: Glyphs
    motion: bool = True  # show bots' moves step by step
    hover: bool = True  # the mouse previews without a click
