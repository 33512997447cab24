"""The frames of a replay, painted without a terminal."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from textual.app import App
from textual.strip import Strip

from atlantis_tui.ui import Look

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from atlantis_tui.replay.screen import ReplayScreen

Size = tuple[int, int]


class Frame(NamedTuple):
    """One position as it would be on a screen, a strip a line."""

    number: int  # from 1
    step: int
    turn: int
    strips: list[Strip]

    @property
    def text(self) -> str:
        return "\n".join(strip.text.rstrip() for strip in self.strips)


class Projector(App[None]):
    """An app without a terminal that shows one replay and hands out every frame."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, screen: ReplayScreen, look: Look) -> None:
        # A palette without colours has none already; Textual would take them from the others too.
        no_color = os.environ.pop("NO_COLOR", None)
        try:
            super().__init__(ansi_color=look.palette.ansi or look.palette.flat)
        finally:
            if no_color is not None:
                os.environ["NO_COLOR"] = no_color
        self.look, self.film = look, screen
        self.wrong: BaseException | None = None

    def get_default_screen(self) -> ReplayScreen:
        return self.film

    def _handle_exception(self, error: Exception) -> None:
        self.wrong = self.wrong or error
        super()._handle_exception(error)

    def _print_error_renderables(self) -> None:
        """Print nothing: `film` raises the error, and a traceback of Textual would show all variables."""


def film(screen: ReplayScreen, size: Size, look: Look, by: str, take: Callable[[Frame, int], None]) -> None:
    """Paint the replay stop by stop. `take` gets each frame and the number of all frames."""
    app = Projector(screen, look)
    screen.by = by

    async def run(pilot: Pilot[Any]) -> None:
        try:
            await pilot._wait_for_screen()
            stops = screen.stops.by(by)
            for number, step in enumerate(stops, 1):
                screen.go(step)
                strips = screen._compositor.render_strips()
                take(Frame(number, step, screen.table.steps[step].turn, strips), len(stops))
        except BaseException as error:
            app.wrong = error
        app.exit()

    app.run(headless=True, mouse=False, size=size, auto_pilot=run)
    if app.wrong is not None:
        raise app.wrong
