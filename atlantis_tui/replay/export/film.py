"""The frames of a replay, painted without a terminal."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from textual.strip import Strip

from atlantis_tui.table.result import ResultScreen
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.textual_internals import SilentApp, shown, shown_lines

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
    result: bool = False  # not the board, but the result of the game

    @property
    def text(self) -> str:
        return "\n".join(strip.text.rstrip() for strip in self.strips)


class FilmedResult(ResultScreen):
    """The result of a game as the end of its film, where nobody is asked what comes next."""

    def __init__(self, screen: ReplayScreen) -> None:
        you = screen.own if screen.own is not None and screen.names[screen.own] == _("You") else None
        super().__init__(screen.table, screen.names, you)

    def ask(self, pen: Pen) -> None:
        """Ask nothing."""


class Projector(SilentApp[None]):
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

    def keep_error(self, error: Exception) -> None:
        self.wrong = self.wrong or error  # `film` raises it


def length(screen: ReplayScreen, by: str) -> int:
    """How many frames a film has."""
    return len(screen.stops.by(by)) + _has_result(screen)


def _has_result(screen: ReplayScreen) -> bool:
    return screen.table.over and not screen.forged


def film(screen: ReplayScreen, size: Size, look: Look, by: str, take: Callable[[Frame, int], None]) -> None:
    """Paint the replay stop by stop, and last the result. `take` gets each frame and the number of all frames."""
    app = Projector(screen, look)
    screen.by = by

    async def run(pilot: Pilot[Any]) -> None:
        try:
            await shown(pilot)
            count = length(screen, by)
            for number, step in enumerate(screen.stops.by(by), 1):
                screen.go(step)
                strips = shown_lines(screen)
                take(Frame(number, step, screen.table.steps[step].turn, strips), count)
            if _has_result(screen):
                result = FilmedResult(screen)
                await app.push_screen(result)
                await shown(pilot)
                last = len(screen.table.steps) - 1
                turn = screen.table.steps[last].turn
                take(Frame(count, last, turn, shown_lines(result), True), count)
        except BaseException as error:
            app.wrong = error
        app.exit()

    app.run(headless=True, mouse=False, size=size, auto_pilot=run)
    if app.wrong is not None:
        raise app.wrong
