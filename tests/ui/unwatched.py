"""What Textual does again and again for a terminal, left out where there is no terminal.

An app under test has nobody who watches it: what Textual paints after every key is thrown away, and a test that wants
to see the screen asks for all its lines. So the canvases are painted, as always, but not turned into output. And every
app parses the same style sheets: here they are parsed once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest
from textual._compositor import Compositor
from textual.css.stylesheet import Stylesheet

from atlantis_tui.ui.canvas import CanvasWidget

_render_update = Compositor.render_update
_parse = Stylesheet.parse


def render_update(self: Any, full: bool = False, screen_stack: Any = None, simplify: bool = False) -> Any:
    """Instead of Textual's: canvases that nobody painted yet are painted, and nothing is sent."""
    if full:  # for a picture of the screen
        return _render_update(self, full, screen_stack, simplify)
    for widget in self.visible_widgets:
        if isinstance(widget, CanvasWidget):
            assert widget.canvas
    self._dirty_regions.clear()
    return None


@lru_cache(maxsize=64)
def _parsed_with(variables: frozenset[tuple[str, str]]) -> dict[Any, Any]:
    """The rules of every style sheet that was parsed with these variables."""
    return {}


def parse(self: Any) -> None:
    """Instead of Textual's: what an earlier app parsed is not parsed again."""
    own, self._parse_cache = self._parse_cache, _parsed_with(frozenset(self._variables.items()))
    try:
        _parse(self)
    finally:
        self._parse_cache = own


def paint_for_nobody(patch: pytest.MonkeyPatch) -> None:
    """Let no app paint what nobody asks for."""
    patch.setattr(Compositor, "render_update", render_update)


def share_styles(patch: pytest.MonkeyPatch) -> None:
    """Let no app parse what another one parsed."""
    patch.setattr(Stylesheet, "parse", parse)
