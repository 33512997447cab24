"""The line of nine fields, painted as one widget: lanes with cards, what both sides have and can reach, plates, decks.

A click hits ("slot", seat, field, slot) where a card lies or could lie, ("plate", field), ("field", field) anywhere
else in a lane, and ("deck", deck).
"""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_tui.games.atalia.field_facts import FieldFacts
from atlantis_tui.games.atalia.view_model import AtaliaView
from atlantis_tui.games.atalia.widgets.gutter import paint_gutter, row_names
from atlantis_tui.games.atalia.widgets.lanes import Lanes
from atlantis_tui.games.atalia.widgets.planned import paint_plan
from atlantis_tui.games.atalia.widgets.scale import MEDIUM, LineScale
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.panel import Panel


class BattleLine(Panel):
    """`sight` is set by the screen, which then calls `repaint`."""

    sight: AtaliaView | None = None
    scale: LineScale = MEDIUM
    _ground: tuple[object, Canvas] | None = None  # all that does not depend on what is planned, and what it shows

    def __init__(self) -> None:
        super().__init__()
        self._known = FieldFacts()

    def shows(self) -> object:
        return self.sight and (self.look, self.scale, self.sight)

    def headings(self) -> Sequence[str]:
        return row_names()

    def paint(self, canvas: Canvas) -> None:
        sight = self.sight
        if sight is None:
            return
        found = self._known.lanes(sight.state, sight.best)
        lanes = Lanes(canvas, self.look, self.scale, sight)
        about = sight.state, sight.names, sight.viewer, sight.below, sight.best
        shown = (self.look, self.scale, about, canvas.width, canvas.height)
        if self._ground is None or self._ground[0] != shown:
            lanes.paint(found)
            paint_gutter(canvas, self.look, self.scale, sight)
            ground = Canvas(canvas.width, canvas.height, self.blank())
            ground.take(canvas)
            self._ground = (shown, ground)
        else:
            canvas.take(self._ground[1])
        after = self._known.lanes(sight.after, sight.best) if sight.after is not None else found
        paint_plan(lanes, found, after)
