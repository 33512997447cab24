"""Looking back at a game: its history of one line a turn, the position after each, and sentences on what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from atlantis_tui.table.widgets.history import HistoryEntry
from atlantis_tui.ui.bound_keys import is_for

if TYPE_CHECKING:
    from textual.screen import Screen

    from atlantis_tui.table.game_screen import GameScreen
    from core.table import Step


class Lookback:
    """`at` is the step that is looked at; None is the present. `open`: the player has opened the history."""

    def __init__(self, screen: GameScreen) -> None:
        self.screen = screen
        self.at: int | None = None
        self.open = False
        self._entries: list[HistoryEntry] = []
        self._entries_of: tuple[int, int, int | None, str] = (-1, -1, None, "")

    # Looking back ----------------------------------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        """The step whose position the board shows."""
        return self.screen.table.steps[-1 if self.at is None else self.at]

    @property
    def entry(self) -> HistoryEntry | None:
        """The entry of the turn that is looked at."""
        return next((entry for entry in self.entries() if entry.step == self.at), None)

    def look(self, by: int) -> None:
        """Look one entry earlier or later. After the last entry comes the present."""
        indices = [entry.step for entry in self.entries()]
        if not indices:
            return
        at = indices.index(self.at) if self.at in indices else len(indices)
        at = max(0, at + by)
        self.look_at(indices[at] if at < len(indices) else None)

    def look_at(self, step: int | None) -> None:
        self.screen.hush()
        self.screen.leave_present()
        self.at = step
        self.screen.show()

    writes = False

    def press(self, key: str) -> bool:
        """While the past is looked at, or the history lies open, the arrows look further."""
        by = look_step(self.screen, key) if self.open or self.at is not None else 0
        if by:
            self.look(by)
        return bool(by)

    # The history -----------------------------------------------------------------------------------------------------

    def entries(self) -> list[HistoryEntry]:
        """The history, one entry a turn. Only entries of the last turns are made again."""
        screen = self.screen
        steps = screen.table.steps
        key = (*screen.position, screen.viewer, screen.look.glyphs.name)
        if self._entries_of != key:
            keep = self._entries_of[1:] == key[1:]
            self._entries = (
                [e for e in self._entries if e.turn < steps[-1].turn - screen.table.state.seats] if keep else []
            )
            first = self._entries[-1].step + 1 if self._entries else 1
            turns: dict[tuple[int, int | None], list[int]] = {}
            for index in range(first, len(steps)):
                turns.setdefault((steps[index].turn, steps[index].mover), []).append(index)
            for (turn, seat), indices in turns.items():
                text = screen.brief([steps[index] for index in indices])
                if text:
                    self._entries.append(HistoryEntry(indices[-1], turn, seat, text, screen.board.numbered(turn)))
            self._entries_of = key
        return self._entries

    def recap(self) -> list[str]:
        """The turns of the others since the viewer's own last one, a line each."""
        return [entry.text for entry in self.others()]

    def others(self) -> list[HistoryEntry]:
        """The entries of the others' turns since the viewer's own last one."""
        viewer, first = self.screen.viewer, self.after_own()
        return [entry for entry in self.entries() if entry.step >= first and entry.seat != viewer]

    def after_own(self) -> int:
        """The first step after the viewer's last turn. A turn that is not over yet does not count."""
        table, viewer = self.screen.table, self.screen.viewer
        if viewer is None:
            return 1
        now = table.state.turn if table.state.to_move == viewer else None
        own = [i for i, step in enumerate(table.steps) if step.seat == viewer == step.mover and step.turn != now]
        return own[-1] + 1 if own else 1

    # Sentences -------------------------------------------------------------------------------------------------------

    def story(self, first: int, viewer: int | None = None) -> list[str]:
        """Sentences for all steps from this one on, as the viewer may know them."""
        screen = self.screen
        seat = screen.viewer if viewer is None else viewer
        told: list[str] = []
        for step in screen.table.steps[first:]:
            after = screen.table.view(seat, step)
            told += screen.wording.events(screen.table.events(step, seat), step.seat, seat, screen.names, after)
        return told

    def since(self, seat: int) -> int:
        """The first step after this seat's last one in its own turn. Its answers in others' turns do not count."""
        steps = self.screen.table.steps
        for index in range(len(steps) - 1, 0, -1):
            if steps[index].seat == seat == steps[index].mover:
                return index + 1
        return 1


def look_step(screen: Screen[Any], key: str) -> int:
    """Which way a key looks through what lies over the board: -1 earlier, 1 later, 0 if it is no such key.

    A game may use these keys itself while nothing lies over its board.
    """
    if is_for(screen, "table.look.earlier", key):
        return -1
    return 1 if is_for(screen, "table.look.later", key) else 0
