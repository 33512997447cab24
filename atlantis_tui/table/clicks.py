"""The grammar of the mouse at every table.

The mouse over a thing shows what a click on it would plan (hover.py), a click plans it, a second click on the same
target does it, and the right button goes back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual import events

from atlantis_tui.ui.canvas import CanvasWidget

if TYPE_CHECKING:
    from atlantis_tui.table.screen import TableScreen

RIGHT = 3  # the button


class TableClicks:
    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen

    def moved(self, event: events.MouseMove) -> None:
        screen = self.screen
        if screen.look.hover:
            widget = event.widget if event.widget in screen.board.widgets else None
            screen.hover.point(widget, widget.hit(event) if isinstance(widget, CanvasWidget) else None)

    async def clicked(self, event: events.Click) -> None:
        screen = self.screen
        hovered = screen.hover.drop()
        screen.hush()
        if not screen.turns.hurry():
            if event.button == RIGHT:
                await screen.action_back()
            elif isinstance(event.widget, CanvasWidget) and (hit := event.widget.hit(event)) is not None:
                await self._clicked_on(event.widget, hit)
        if hovered:
            screen.show()

    async def _clicked_on(self, widget: CanvasWidget, hit: Any) -> None:
        screen = self.screen
        if await screen.click_around(widget, hit):
            return
        if widget is screen.hints:
            if hit[1] == screen.hinting.chosen:
                screen.submitter.enter()
            else:
                screen.hinting.choose(hit[1])
        elif widget in screen.mode.panels():
            await screen.run_action(hit)
        elif widget in screen.board.widgets:
            if not self._does(widget, hit):
                screen.click(widget, hit)
            elif why := screen.why_no_click():
                screen.say([why])
            else:
                screen.submitter.enter()

    def _does(self, widget: CanvasWidget, hit: Any) -> bool:
        """Whether a click on this does what is planned."""
        screen = self.screen
        shown = screen.mine and screen.past.at is None and not screen.hinting.offered
        return shown and screen.plan.moves() is not None and screen.is_target(widget, hit)
