"""A game from a log, with what a table forgets: who took something back, and what the players agreed on."""

from __future__ import annotations

from typing import NamedTuple

from atlantis_tui.saved.perspective import Eyes
from atlantis_tui.saved.perspective import events as heard
from atlantis_tui.saved.perspective import view as look
from core.dealers import BESIDE
from core.frames import Record
from core.game import Event, State
from core.table import Step, Table, TableLog


class Back(NamedTuple):
    n: int  # the number of its record
    seat: int
    turn: int  # in which it was said
    to: int  # the turn that is played again


class Agreed(NamedTuple):
    """A record that changes no position: who plays for whom, who is host, who lets whom take back."""

    n: int  # the number of its record
    turn: int  # in which it was said
    record: Record


class Replayed(Table):
    def __init__(self, log: TableLog) -> None:
        self.backs: list[Back] = []
        self.agreed: list[Agreed] = []
        super().__init__(log)

    def replay(self, record: Record) -> None:
        turn = self.state.turn
        super().replay(record)
        if record.kind == "back" and record.seat is not None:
            self.backs.append(Back(record.n, record.seat, turn, self.state.turn))
        elif record.kind in BESIDE:
            self.agreed.append(Agreed(record.n, turn, record))


class ReplayTable(Replayed):
    """The table of a replay screen. Views and events are always those of `eyes`."""

    def __init__(self, log: TableLog, eyes: Eyes = None) -> None:
        super().__init__(log)
        self.eyes = eyes

    def view(self, seat: int | None, step: Step | None = None) -> State:
        return look(self, self.steps[-1] if step is None else step, self.eyes)

    def events(self, step: Step, seat: int | None) -> list[Event]:
        return heard(self, step, self.eyes)
