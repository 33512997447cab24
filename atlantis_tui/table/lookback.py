"""Looking back at a game: its history of one line a turn, the position after each, and sentences on what happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from atlantis_tui.saved.stand_ins import stand_ins
from atlantis_tui.table.widgets.history import HistoryEntry
from atlantis_tui.text.translation import _
from atlantis_tui.ui.bound_keys import is_for

if TYPE_CHECKING:
    from textual.screen import Screen

    from atlantis_tui.table.game_screen import GameScreen
    from core.table import Step


class RivalNews(NamedTuple):
    """What a rival has done since the viewer's own turn: all of it, and what nobody may miss of it."""

    seat: int
    name: str
    told: str
    gist: str


class Lookback:
    """`at` is the step that is looked at; None is the present.

    `open`: the history was laid over the board. Where it stands beside the board, it is open while the past is looked
    at, so that keys have nothing to close that nobody can see.
    """

    def __init__(self, screen: GameScreen) -> None:
        self.screen = screen
        self.at: int | None = None
        self.open = False
        self.kept_entries: list[HistoryEntry] = []
        self.kept_for: tuple[int, int, int | None, str] = (-1, -1, None, "")

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

    def toggle(self) -> None:
        """Y: the history is laid over the board, or put away. Where it stands beside the board, its last entry is
        looked at, or the present again."""
        screen = self.screen
        if not screen.board.history_beside:
            self.open = not self.open
            self.at = self.at if self.open else None
        elif self.at is not None:
            self.at = None
        elif self.entries():
            self.look(-1)
        else:
            screen.say([_("Nobody has moved yet, so there is nothing to look back at.")], good=True)

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
        if self.kept_for != key:
            keep = self.kept_for[1:] == key[1:]
            self.kept_entries = (
                [e for e in self.kept_entries if e.turn < steps[-1].turn - screen.table.state.seats] if keep else []
            )
            first = self.kept_entries[-1].step + 1 if self.kept_entries else 1
            turns: dict[tuple[int, int | None], list[int]] = {}
            for index in range(first, len(steps)):
                turns.setdefault((steps[index].turn, steps[index].mover), []).append(index)
            for (turn, seat), indices in turns.items():
                text = self.turn_text([steps[index] for index in indices])
                if text:
                    self.kept_entries.append(HistoryEntry(indices[-1], turn, seat, text, screen.board.numbered(turn)))
            self.kept_for = key
        return self.kept_entries

    def turn_text(self, steps: Sequence[Step]) -> str:
        """One turn in one line, which says if a bot played it for somebody who was away."""
        text, mover = self.screen.brief(steps), steps[-1].mover
        bots = [one for one in stand_ins(self.screen.table.log.records) if one.seat == mover]
        if text and any(one.played(step) for one in bots for step in steps):
            return _("{text} (by a bot)").format(text=text)
        return text

    def news(self) -> list[RivalNews]:
        """The turns of the others since the viewer's own last one, by rival. What was put on the board before the first
        turn is no news any more."""
        screen = self.screen
        by_seat: dict[int, list[Step]] = {}
        for step in screen.table.steps[self.after_own() :]:
            if step.mover is not None and step.mover != screen.viewer:
                by_seat.setdefault(step.mover, []).append(step)
        found = []
        for seat, steps in by_seat.items():
            told = [(step, screen.table.events(step, screen.viewer)) for step in steps]
            glyphs = screen.look.glyphs
            both = (screen.board.brief(told, glyphs), screen.board.gist(told, glyphs))
            if both[0]:
                found.append(RivalNews(seat, screen.names[seat], *map(_(", ").join, both)))
        return found

    @property
    def untouched(self) -> bool:
        """Whether nothing has come of what the viewer did in this turn: to play no tile, say, changes nothing."""
        table, viewer = self.screen.table, self.screen.viewer
        for step in reversed(table.steps):
            if step.turn != table.state.turn:
                break
            if step.seat == viewer and step.events:
                return False
        return True

    def after_own(self) -> int:
        """The first step after the viewer's last turn; a turn that is not over yet does not count. Once the first turn
        has begun, nothing that was set up before it does."""
        table, viewer = self.screen.table, self.screen.viewer
        steps = table.steps
        first = 1
        if table.state.turn:
            first = next((i for i, step in enumerate(steps) if i and step.turn), len(steps))
        if viewer is None:
            return first
        now = table.state.turn if table.state.to_move == viewer else None
        own = [i for i, step in enumerate(steps) if step.seat == viewer == step.mover and step.turn != now]
        return max(own[-1] + 1 if own else 1, first)

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
