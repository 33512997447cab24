"""The history of a replay, the steps where it can stop, and the chances that a review has found."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from atlantis_tui.replay.timeline import Chances
from atlantis_tui.table.lookback import Lookback
from atlantis_tui.table.widgets.history import History, HistoryEntry
from atlantis_tui.text.translation import _
from core.table import Step, Table

if TYPE_CHECKING:
    from atlantis_tui.replay.screen import ReplayScreen
    from core.review import Reviewed


class ReplayHistory(History):
    """The panel with the history. It marks the turn that the step on show belongs to."""

    @property
    def chosen(self) -> int | None:
        return self._chosen

    @chosen.setter
    def chosen(self, step: int | None) -> None:
        self._chosen = next((entry.step for entry in self.entries if entry.step >= (step or 0)), None)

    _chosen: int | None = None


class ReplayLookback(Lookback):
    """The history of the whole game as the eyes of the moment see it. Choosing an entry goes there."""

    screen: ReplayScreen

    def look_at(self, step: int | None) -> None:
        self.screen.stop()
        self.screen.hush()
        self.screen.go(step or 0)

    def entries(self) -> list[HistoryEntry]:
        screen, steps = self.screen, self.screen.table.steps
        key = (len(steps), 0, screen.table.eyes, screen.look.glyphs.name)
        if self.kept_for != key:
            self.kept_for, self.kept_entries = key, [HistoryEntry(0, 0, None, _("the deal"), 0)]
            for (turn, seat), group in groupby(range(1, len(steps)), key=lambda i: (steps[i].turn, steps[i].mover)):
                indices = list(group)
                text = self.turn_text([steps[index] for index in indices])
                if text:
                    self.kept_entries.append(HistoryEntry(indices[-1], turn, seat, text, turn))
        return self.kept_entries


def kept_chances(table: Table, seat: int) -> Chances:
    """The chances that a review has found, by the step from which on they hold; None where the review has stopped."""
    from atlantis_tui.review.cache import ReviewCache
    from core.review import ITERATIONS, turns

    own = turns(table, seat)
    found: list[Reviewed] = list(ReviewCache(table, seat, own, ITERATIONS).found)
    chances: list[tuple[int, int | None]] = [(one.turn.last, one.after) for one in found]
    if found and len(found) < len(own):
        chances.append((own[len(found)].first, None))
    return tuple(chances)


class ReplayStops:
    """The steps where a replay can stop: the deal, and every turn's end ("turn") or every event ("event")."""

    def __init__(self, steps: Sequence[Step]) -> None:
        last = len(steps) - 1
        turns = groupby(range(1, len(steps)), key=lambda index: (steps[index].turn, steps[index].mover))
        self._by = {
            "turn": [0, *(list(group)[-1] for _turn, group in turns)],
            "event": [index for index, step in enumerate(steps) if index in (0, last) or step.events],
        }

    def by(self, what: str) -> list[int]:
        return self._by[what]

    def beyond(self, at: int, by: int, what: str) -> int | None:
        """The next stop after a step, or before it."""
        found = [stop for stop in self._by[what] if (stop > at if by > 0 else stop < at)]
        return None if not found else found[0] if by > 0 else found[-1]

    def near(self, step: int, what: str) -> int:
        return min(self._by[what], key=lambda stop: (abs(stop - step), stop))
