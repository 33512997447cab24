"""The board of Survive!: the island in its sea, the chosen hex, tiles and treasures, the players and the signs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from atlantis_tui.games.survive.layout import arrange
from atlantis_tui.games.survive.text.history import brief, gist
from atlantis_tui.games.survive.view_builder import SurviveViewBuilder
from atlantis_tui.games.survive.widgets.board import IslandBoard
from atlantis_tui.games.survive.widgets.hand import KeptTiles
from atlantis_tui.games.survive.widgets.hex_panel import Facts
from atlantis_tui.games.survive.widgets.players import SurvivePlayers
from atlantis_tui.games.survive.widgets.signs import SurviveSigns
from atlantis_tui.table.board import GameBoard
from atlantis_tui.ui.canvas import CanvasWidget

if TYPE_CHECKING:
    from atlantis_tui.games.survive.plan import SurvivePlan
    from atlantis_tui.games.survive.view_model import SurviveView
    from atlantis_tui.table.board import ToldStep
    from atlantis_tui.table.game_screen import GameScreen
    from atlantis_tui.ui.glyphs import Glyphs


class SurviveBoard(GameBoard):
    small = False  # there is room for the island and little else
    panel = False  # then: players, tiles and treasures are shown instead of the prompt
    whole_hex = False  # all of the chosen hex is told, instead of what stands below

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        self.views = SurviveViewBuilder(screen)
        self.sea = IslandBoard()
        self.facts = Facts()
        self.hand = KeptTiles()
        self.players = SurvivePlayers()
        self.signs = SurviveSigns()

    @property
    def widgets(self) -> list[CanvasWidget]:
        return [self.sea, self.facts, self.hand, self.players, self.signs]

    def lay_out(self, width: int, height: int) -> None:
        arrange(self, width, height)

    def show(self, plan: SurvivePlan | None) -> SurviveView:
        view = self.views.view(plan)
        for widget in (self.sea, self.facts, self.hand, self.players, self.signs):
            widget.sight = view
        return view

    def brief(self, steps: Sequence[ToldStep], glyphs: Glyphs) -> list[str]:
        return brief(steps, glyphs)

    def gist(self, steps: Sequence[ToldStep], glyphs: Glyphs) -> list[str]:
        return gist(steps, glyphs)


BOARD = SurviveBoard
