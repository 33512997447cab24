"""A screen that is one canvas. It paints itself whole, sends only what changed, and a click hits what is painted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from atlantis_tui.ui import Look
from atlantis_tui.ui.bindings import obey
from atlantis_tui.ui.bound_keys import USUAL, other
from atlantis_tui.ui.canvas import Canvas, CanvasWidget
from atlantis_tui.ui.compositor import FineCompositor
from atlantis_tui.ui.painter import Pen, respell
from atlantis_tui.ui.textual_internals import use_compositor
from atlantis_tui.ui.too_small import paint_small, too_small

if TYPE_CHECKING:
    from atlantis_tui.app import AtlantisApp
    from atlantis_tui.ui.line_edit import LineEdit


class Page(Screen[str]):
    """Subclasses implement `draw` and `pressed`. A hit `("key", name)` presses that key, so footers need no code."""

    app: AtlantisApp
    hover: Any = None  # what lies under the mouse
    field: LineEdit | None = None  # the line of text being edited; while it is there it takes all keys

    def __init__(self) -> None:
        super().__init__()
        use_compositor(self, FineCompositor())

    def compose(self) -> ComposeResult:
        yield PageCanvas()

    @property
    def look(self) -> Look:
        return self.app.look

    @property
    def sheet(self) -> PageCanvas:
        return self.query_one(PageCanvas)

    @property
    def is_small(self) -> bool:
        return too_small(*self.size)

    def draw(self, pen: Pen) -> None:
        """Paint everything anew."""
        raise NotImplementedError

    def pressed(self, hit: Any) -> None:
        """Called for a click on something that is not a key."""

    def scrolled(self, by: int) -> None:
        """Called when the mouse wheel turns."""

    def show(self) -> None:
        """Paint the screen anew. A worker may call this after its screen is gone."""
        for sheet in self.query(PageCanvas):
            sheet.repaint()

    def edited(self) -> None:
        """Called when a key kept the text of the field (see `typed`): store the text."""

    # The mouse -------------------------------------------------------------------------------------------------------

    def pointed(self, hit: Any) -> None:
        if hit != self.hover and self.look.hover:
            self.hover = hit
            self.show()

    def clicked(self, hit: Any) -> None:
        if self.is_small or hit is None:
            return
        if isinstance(hit, tuple) and hit[0] == "key":
            self.app.simulate_key(hit[1])
        else:
            self.pressed(hit)

    # Keys ------------------------------------------------------------------------------------------------------------

    async def on_key(self, event: events.Key) -> None:
        if self.is_small:
            # Do nothing that the player cannot see.
            event.stop()
            event.prevent_default()
            if event.key in ("q", "Q", "upper_q"):
                self.app.exit(return_code=0)
        elif self.field is not None and event.key not in ("ctrl+q", "ctrl+z", "ctrl+c"):
            event.stop()
            event.prevent_default()
            self.typed(event)
        else:
            await obey(self, event)

    def on_paste(self, event: events.Paste) -> None:
        if self.field is not None:
            self.field.insert(event.text)
            self.show()

    def typed(self, event: events.Key) -> None:
        """Give the field a key. Enter, Tab, Up and Down keep the text; Esc drops it."""
        field = self.field
        assert field is not None
        answer = field.key(event.key, event.character)
        if answer:
            if answer == "keep":
                self.edited()
            self.field = None
        self.show()


class PageCanvas(CanvasWidget):
    """The canvas of a page."""

    @property
    def page(self) -> Page:
        screen = self.screen
        assert isinstance(screen, Page)
        return screen

    def blank(self) -> Style:
        palette = self.page.look.palette
        return palette.style(palette.text, palette.sea)

    def paint(self, canvas: Canvas) -> None:
        look = self.page.look
        if too_small(canvas.width, canvas.height):
            paint_small(canvas, look)
        else:
            # While somebody writes a line, the keys of the line apply, and those cannot be changed.
            self.page.draw(Pen(canvas, look, other(self.page) if self.page.field is None else USUAL))
            respell(canvas, look.glyphs.name)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self.page.pointed(self.hit(event))

    def on_leave(self) -> None:
        self.page.pointed(None)

    def on_click(self, event: events.Click) -> None:
        self.page.clicked(self.hit(event))

    def on_mouse_scroll_up(self) -> None:
        self.page.scrolled(-1)

    def on_mouse_scroll_down(self) -> None:
        self.page.scrolled(1)
