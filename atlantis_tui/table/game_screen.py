"""One game on screen, whether it is played there (screen.py) or only looked at (replay/screen.py).

It has the game's board, and around it a header, a footer, the history, and a toast for a few words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from textual import events
from textual.screen import Screen
from textual.widget import Widget

from atlantis_tui.games import board_for, text_for
from atlantis_tui.table.board import GameBoard
from atlantis_tui.table.lookback import Lookback
from atlantis_tui.table.widgets.history import History
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import CanvasWidget
from atlantis_tui.ui.compositor import FineCompositor
from atlantis_tui.ui.panel import Footer, Header
from atlantis_tui.ui.textual_internals import use_compositor
from atlantis_tui.ui.toast import Toast
from atlantis_tui.ui.too_small import NEED, TooSmall, too_small
from core.game import Reason, State
from core.table import Step, Table

if TYPE_CHECKING:
    from atlantis_tui.saved.settings import Settings


class GameScreen(Screen[str]):
    DEFAULT_CSS = """
    GameScreen { overflow: hidden; layers: board over; }
    GameScreen > * { position: absolute; }
    GameScreen > .over { layer: over; }
    """

    names: list[str]  # of all seats
    people: list[int]  # the seats of those who play at this screen
    viewer: int | None  # the seat whose cards are shown; None: nobody's

    def __init__(self, table: Table) -> None:
        super().__init__()
        use_compositor(self, FineCompositor())
        self.table = table
        self.wording = text_for(table.game.name)
        self.take_backs = 0  # so that an answer to an old question is dropped
        self.past = self.make_lookback()
        self.board: GameBoard = board_for(table.game.name)(self)
        self._views: dict[tuple[int, int, int | None, bool], tuple[Step, State]] = {}

    def forget_views(self) -> None:
        """Positions may be other ones now."""
        self._views = {}

    def make_lookback(self) -> Lookback:
        return Lookback(self)

    @property
    def look(self) -> Look:
        return self.app.look  # type: ignore[attr-defined, no-any-return]

    @property
    def settings(self) -> Settings:
        return self.app.settings  # type: ignore[attr-defined, no-any-return]

    # Set-up ----------------------------------------------------------------------------------------------------------

    def compose(self) -> list[Widget]:
        self.header = Header()
        self.footer = Footer()
        self.history = self.make_history()
        self.toast = Toast(classes="over")
        self.too_small = TooSmall(classes="over")
        around = [self.header, *self.board.widgets, *self.own_widgets(), self.history, self.footer]
        return [*around, *self.panels(), self.toast, *self.top_panels(), self.too_small]

    def make_history(self) -> History:
        return History()

    def own_widgets(self) -> list[CanvasWidget]:
        """What stands beside the board."""
        return []

    def panels(self) -> list[CanvasWidget]:
        """What lies over the board at times, and under the toast."""
        return []

    def top_panels(self) -> list[CanvasWidget]:
        """What lies over the toast too."""
        return []

    def on_mount(self) -> None:
        self.toast.display = False
        self.styles.background = self.look.palette.ground
        self.place()
        self.begin()

    def begin(self) -> None:
        """Everything is in its place and shown."""

    def on_resize(self, event: events.Resize) -> None:
        self.place()

    def place(self) -> None:
        """Put everything in its place for the size of the screen, and show it."""
        width, height = self.size
        if not width:
            return
        self.too_small.display = too_small(width, height)
        width, height = max(width, NEED[0]), max(height, NEED[1])
        self.put(self.header, 0, 0, width, 1)
        self.put(self.footer, 0, height - 1, width, 1)
        self.put(self.toast, *self.toast_place)
        self.board.lay_out(width, height)
        self.toast.place = self.place_of(self.toast)
        self.toast.grow()
        self.lay_out(width, height)
        self.show()

    def lay_out(self, width: int, height: int) -> None:
        """Put what this screen has beside the board in its place; the board has its own by now."""

    @staticmethod
    def put(widget: Widget, x: int, y: int, width: int, height: int) -> None:
        widget.styles.offset = (x, y)
        widget.styles.width = width
        widget.styles.height = height

    @property
    def beside(self) -> tuple[int, int, int]:
        """Where words may lie that do not belong to the board: column, line, width."""
        return self.toast_place[:3]

    @property
    def toast_place(self) -> tuple[int, int, int, int]:
        """The same with its height: where toasts lie, but for one that had to grow."""
        return self.toast.place or self.place_of(self.toast)

    @staticmethod
    def place_of(widget: Widget) -> tuple[int, int, int, int]:
        """Where a widget was put: column, line, width, height."""
        styles = widget.styles
        size = [int(one.value) if one is not None else 0 for one in (styles.width, styles.height)]
        return int(styles.offset.x.value), int(styles.offset.y.value), size[0], size[1]

    def around_board(self) -> list[CanvasWidget]:
        """All that is shown between header and footer."""
        every = (*self.board.widgets, *self.own_widgets(), self.history)
        return [widget for widget in every if widget.display]

    # What a board asks; a table answers otherwise --------------------------------------------------------------------

    @property
    def mine(self) -> bool:
        """Whether the viewer is asked for a move."""
        return False

    @property
    def offers_hints(self) -> bool:
        """Whether hints are on show and none is chosen. Nothing that is planned counts meanwhile."""
        return False

    @property
    def message(self) -> Sequence[str]:
        """What the last turn of somebody else did, as long as that is told."""
        return ()

    @property
    def links(self) -> tuple[str, ...]:
        """How each seat is connected, on the network."""
        return ()

    @property
    def watching(self) -> bool:
        """Whether the person at this screen only watches."""
        return False

    # What there is to see --------------------------------------------------------------------------------------------

    @property
    def side(self) -> int | None:
        """The seat from whose side of the table the board is seen, where that makes a difference."""
        return self.viewer

    @property
    def position(self) -> tuple[int, int]:
        """Tells the present position from every other there was at this table."""
        return self.table.steps[-1].n, self.take_backs

    def view_of(self, step: Step) -> State:
        """The position after a step as the viewer may see it. Nobody may change it: it is worked out once and kept."""
        key = (id(step), step.n, self.viewer, self.table.over)
        if key not in self._views:
            if len(self._views) > 8:
                self._views = {}
            # The step is kept too, so that no other can come to have its id.
            self._views[key] = step, self.table.view(self.viewer, step)
        return self._views[key][1]

    def brief(self, steps: Sequence[Step]) -> str:
        """The steps of one turn in one line."""
        seat = steps[-1].mover
        said = self.brief_words(steps)
        return f"{self.names[seat] if seat is not None else ''} " + said if said else ""

    def brief_words(self, steps: Sequence[Step]) -> str:
        """The same without saying who did it."""
        said = self.board.brief([(step, self.table.events(step, self.viewer)) for step in steps], self.look.glyphs)
        return _(", ").join(said)

    def show(self) -> None:
        """Show what there is to see now; called after every change."""
        if not self.is_mounted:
            return
        self.show_board()
        self.history.entries, self.history.chosen = self.past.entries(), self.past.at
        for one in (self.header, *self.board.widgets, *self.own_widgets(), self.history, self.footer):
            if one.display:
                one.repaint()

    def show_board(self) -> None:
        """Give the board, the header and the footer what there is to see now."""
        raise NotImplementedError

    def say(
        self,
        lines: Sequence[str],
        good: bool = False,
        reason: Reason | None = None,
        instead: str = "",
        seconds: float | None = None,
    ) -> None:
        """Show a toast. Without `seconds` it stays until a key or a click."""
        self.toast.say(lines, good=good, seconds=seconds, reason=reason, instead=instead)
        self.toast.display = True

    def hush(self) -> None:
        if self.toast.display:
            self.toast.display = False

    def leave_present(self) -> None:
        """The past is about to be looked at: put aside what belongs to the present."""

    # Keys and mouse --------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """No key does what cannot be seen. (Textual calls this after the handler of a subclass.)"""
        if self.too_small.display:
            event.stop()
            event.prevent_default()
            if event.key in ("q", "Q", "upper_q"):
                self.app.exit()

    async def click_around(self, widget: CanvasWidget, hit: Any) -> bool:
        """Do what a click on footer, header, history or the name of a key means. False: it was on something else."""
        if isinstance(hit, tuple) and hit[0] == "key":
            self.app.simulate_key(hit[1])
        elif widget in (self.footer, self.header):
            await self.run_action(hit)
        elif widget is self.history:
            self.past.look_at(hit[1])
        else:
            return False
        return True
