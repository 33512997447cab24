"""The board of a game on screen: the game's own widgets, where they stand, and what they show.

A table and a replay both have one (`GameScreen.board`). Each game brings its own in games/<game>/board.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.widget import Widget

    from atlantis_tui.table.game_screen import GameScreen
    from atlantis_tui.ui.canvas import CanvasWidget
    from atlantis_tui.ui.glyphs import Glyphs
    from core.game import Event
    from core.table import Step

    ToldStep = tuple[Step, Sequence[Event]]  # a step with its events as the reader may know them


class GameBoard:
    """A subclass makes its widgets in its constructor. `lay_out` also finds places for what lies beside the board."""

    hints_place = (0, 0, 0, 0)  # where a table shows hints: column, line, width, height
    panels_top: int | None = None  # the line where what lies below a large board begins
    shows_prompt = True  # there is room for the prompt of a table
    history_beside = False  # the history has a place of its own, and lies over nothing

    def __init__(self, screen: GameScreen) -> None:
        self.screen = screen

    @property
    def widgets(self) -> list[CanvasWidget]:
        """The game's own widgets."""
        raise NotImplementedError

    def lay_out(self, width: int, height: int) -> None:
        """Put the widgets, the history and the toast in their places for this size of the screen."""
        raise NotImplementedError

    def show(self, plan: Any) -> Any:
        """Give the widgets what there is to see now, and return that. `plan` is the game's own; a replay has None."""
        raise NotImplementedError

    def brief(self, steps: Sequence[ToldStep], glyphs: Glyphs) -> list[str]:
        """What the steps of one turn did, in a few words each, for the history."""
        raise NotImplementedError

    def gist(self, steps: Sequence[ToldStep], glyphs: Glyphs) -> list[str]:
        """Of the same what nobody may miss, for where there is less room."""
        return self.brief(steps, glyphs)

    def numbered(self, turn: int) -> int:
        """The number that people give to a turn."""
        return turn

    def put(self, widget: Widget, x: int, y: int, width: int, height: int) -> None:
        self.screen.put(widget, x, y, width, height)

    def put_over(self, x: int, y: int, width: int, height: int) -> None:
        """Put the toast, and hints, over this part of the board."""
        self.put(self.screen.toast, x, y, width, height)
        self.hints_place = x, y, width, height
