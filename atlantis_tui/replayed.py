"""A game as it is in a log, with what a table forgets once it is done: that something was taken back, and by whom."""

from __future__ import annotations

from typing import NamedTuple

from core.frames import Record
from core.table import Log, Table


class Back(NamedTuple):
    n: int  # the number of its record
    seat: int
    turn: int  # in which it was said
    to: int  # the turn that is played again


class Replayed(Table):
    def __init__(self, log: Log) -> None:
        self.backs: list[Back] = []
        super().__init__(log)

    def _replay(self, record: Record) -> None:
        turn = self.state.turn
        super()._replay(record)
        if record.kind == "back" and record.seat is not None:
            self.backs.append(Back(record.n, record.seat, turn, self.state.turn))
