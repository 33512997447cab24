"""What a program has answered for a player because there was no choice: it is told, and before what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.text.no_choice import why_answered
from core.table import Step

if TYPE_CHECKING:
    from atlantis_tui.table.screen import TableScreen


class AnsweredNews:
    """Says each such answer once, when it has been given."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self._from = len(screen.table.steps)
        self._take_backs = screen.take_backs

    def new_steps(self) -> list[Step]:
        """The steps since the last time."""
        screen = self.screen
        steps = screen.table.steps
        if self._take_backs != screen.take_backs:
            self._take_backs, self._from = screen.take_backs, len(steps)
        new, self._from = steps[self._from :], len(steps)
        return new

    def lines(self, step: Step) -> list[str]:
        """Why a step was made for the viewer, and what it did; nothing if the viewer has made it."""
        screen, viewer = self.screen, self.screen.viewer
        why = why_answered(screen.table, step, viewer, screen.wording)
        if not why:
            return []
        after, events = screen.table.view(viewer, step), screen.table.events(step, viewer)
        return [why, *screen.wording.events(events, step.seat, viewer, screen.names, after)]

    def tell(self) -> None:
        screen = self.screen
        lines = list(dict.fromkeys(line for step in self.new_steps() for line in self.lines(step)))
        if lines and screen.past.at is None and not screen.table.over:
            screen.say(lines, good=True)
