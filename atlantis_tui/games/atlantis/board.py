"""The board of Atlantis: the path with the figures, the hand, the scores and the signs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from atlantis_tui.games.atlantis.layout import arrange
from atlantis_tui.games.atlantis.text.history import brief, gist
from atlantis_tui.games.atlantis.view_builder import AtlantisViewBuilder
from atlantis_tui.games.atlantis.widgets.hand import AtlantisHand
from atlantis_tui.games.atlantis.widgets.path import Path
from atlantis_tui.games.atlantis.widgets.scores import ScorePanel
from atlantis_tui.games.atlantis.widgets.signs import AtlantisSigns
from atlantis_tui.table.board import GameBoard
from atlantis_tui.ui.canvas import CanvasWidget

if TYPE_CHECKING:
    from atlantis_tui.games.atlantis.plan import AtlantisPlan
    from atlantis_tui.games.atlantis.view_model import AtlantisView
    from atlantis_tui.table.board import ToldStep
    from atlantis_tui.table.game_screen import GameScreen
    from atlantis_tui.ui.glyphs import Glyphs


class AtlantisBoard(GameBoard):
    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        self.views = AtlantisViewBuilder(screen)
        self.path = Path()
        self.hand = AtlantisHand()
        self.scores = ScorePanel()
        self.signs = AtlantisSigns()

    @property
    def widgets(self) -> list[CanvasWidget]:
        return [self.path, self.hand, self.scores, self.signs]

    def lay_out(self, width: int, height: int) -> None:
        arrange(self, width, height)

    def show(self, plan: AtlantisPlan | None) -> AtlantisView:
        view = self.views.view(plan)
        for widget in (self.path, self.hand, self.scores, self.signs):
            widget.sight = view
        return view

    def brief(self, steps: Sequence[ToldStep], glyphs: Glyphs) -> list[str]:
        return brief(steps, glyphs)

    def gist(self, steps: Sequence[ToldStep], glyphs: Glyphs) -> list[str]:
        return gist(steps, glyphs)


BOARD = AtlantisBoard
