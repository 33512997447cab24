"""The board of Atalia: the nine fields in their line, the hand, the players and the signs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from atlantis_tui.games.atalia.layout import arrange
from atlantis_tui.games.atalia.text.history import brief, gist
from atlantis_tui.games.atalia.view_builder import AtaliaViewBuilder, has_ended
from atlantis_tui.games.atalia.widgets.hand import AtaliaHand
from atlantis_tui.games.atalia.widgets.line import BattleLine
from atlantis_tui.games.atalia.widgets.players import AtaliaPlayers
from atlantis_tui.games.atalia.widgets.signs import AtaliaSigns
from atlantis_tui.table.board import GameBoard
from atlantis_tui.ui.canvas import CanvasWidget

if TYPE_CHECKING:
    from atlantis_tui.games.atalia.plan import AtaliaPlan
    from atlantis_tui.games.atalia.view_model import AtaliaView
    from atlantis_tui.table.board import ToldStep
    from atlantis_tui.table.game_screen import GameScreen
    from atlantis_tui.ui.glyphs import Glyphs


class AtaliaBoard(GameBoard):
    best = True  # what both sides can still reach is shown

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        self.views = AtaliaViewBuilder(screen)
        self.line = BattleLine()
        self.hand = AtaliaHand()
        self.players = AtaliaPlayers()
        self.signs = AtaliaSigns()

    @property
    def widgets(self) -> list[CanvasWidget]:
        return [self.line, self.hand, self.players, self.signs]

    def lay_out(self, width: int, height: int) -> None:
        arrange(self, width, height)

    def show(self, plan: AtaliaPlan | None) -> AtaliaView:
        view = self.views.view(plan)._replace(best=self.best)
        for widget in (self.line, self.hand, self.players, self.signs):
            widget.sight = view
        return view

    def brief(self, steps: Sequence[ToldStep], glyphs: Glyphs) -> list[str]:
        return brief(steps, glyphs)

    def gist(self, steps: Sequence[ToldStep], glyphs: Glyphs) -> list[str]:
        return gist(steps, glyphs)

    def numbered(self, turn: int) -> int:
        """The number that the history shows for a turn. In a series every game begins with turn 1."""
        ends = [step.turn for step in self.screen.table.steps if has_ended(step) and step.turn < turn]
        return turn - max(ends, default=0)


BOARD = AtaliaBoard
