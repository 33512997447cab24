"""Which turns of a game a bot played for somebody who was away, as its log tells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.frames import Record
from core.table import Step


class StandIn(NamedTuple):
    """A bot that played for somebody who was away."""

    seat: int  # for whom
    by: int  # whose program ran the bot
    first: int  # the record from which on
    last: int | None  # the record before which it ended; None: it plays still

    def played(self, step: Step) -> bool:
        return step.seat == self.seat and self.first < step.n and (self.last is None or step.n < self.last)


def stand_ins(records: Iterable[Record]) -> list[StandIn]:
    """All of them, in order. Anybody may have written the file, so a record that makes no sense counts for nothing."""
    found: list[StandIn] = []
    for record in records:
        body = record.body if record.kind == "proxy" and isinstance(record.body, dict) else {}
        seat = record.seat if record.kind == "takeover" else body.get("seat")
        if type(seat) is not int:
            continue
        ends = [one.seat == seat and one.last is None for one in found]
        found = [one._replace(last=record.n) if end else one for one, end in zip(found, ends, strict=True)]
        if type(by := body.get("by")) is int:
            found.append(StandIn(seat, by, record.n, None))
    return found


class Absent(NamedTuple):
    """What a bot did for a person who is back now."""

    by: tuple[int, ...]  # whose programs ran it
    turns: int


def absent(records: Sequence[Record], steps: Sequence[Step], seat: int, n: int) -> Absent:
    """What bots did for this seat until its takeover in record `n`."""
    before = [record for record in records if record.n < n]
    since = max((one.n for one in before if (one.kind, one.seat) == ("takeover", seat)), default=0)
    found = [one for one in stand_ins(before) if one.seat == seat and one.first > since]
    turns = {step.turn for step in steps if step.n < n and any(one.played(step) for one in found)}
    return Absent(tuple(dict.fromkeys(one.by for one in found)), len(turns))
