"""How long somebody thought, many times over: the mean exactly, and how it is spread to about three in a hundred.

Kept as counts of ranges whose width grows with the time, so that a million games need no more room than ten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from time import thread_time_ns
from typing import Any, Self

from core.bots import Bot
from core.game import Move, State

FINE = 5  # bits of a time that are kept


class Times:
    def __init__(self) -> None:
        self.count = 0
        self.total = 0  # nanoseconds
        self._ranges: Counter[int] = Counter()

    def add(self, nanoseconds: int) -> None:
        self.count += 1
        self.total += nanoseconds
        shift = max(0, nanoseconds.bit_length() - FINE)
        self._ranges[(shift << FINE) + (nanoseconds >> shift)] += 1

    def merge(self, other: Times) -> None:
        self.count += other.count
        self.total += other.total
        self._ranges.update(other._ranges)

    @property
    def mean(self) -> float:
        """Nanoseconds."""
        return self.total / self.count if self.count else 0.0

    def percentile(self, percent: int) -> float:
        """So many in a hundred took no longer than this; nanoseconds."""
        rest = -(-self.count * percent // 100)
        for key in sorted(self._ranges):
            rest -= self._ranges[key]
            if rest <= 0:
                shift, first = key >> FINE, key & ((1 << FINE) - 1)
                return float((first << shift) + (1 << shift) // 2)  # the middle of its range
        return 0.0

    def pack(self) -> list[Any]:
        return [self.count, self.total, [list(pair) for pair in sorted(self._ranges.items())]]

    @classmethod
    def unpack(cls, packed: Any) -> Self:
        """Raises ValueError or TypeError for what `pack` has not made."""
        times = cls()
        times.count, times.total, ranges = packed
        times._ranges.update(dict(ranges))
        numbers = [times.count, times.total, *times._ranges, *times._ranges.values()]
        if not all(type(number) is int and number >= 0 for number in numbers):
            raise ValueError("not times")
        if times.count != times._ranges.total():
            raise ValueError("not times")
        return times


class Timed:
    """A bot, and how long it thinks: in time of the processor, which others who are busy beside it do not lengthen."""

    def __init__(self, bot: Bot, times: Times) -> None:
        self._bot = bot
        self._times = times
        pick: Callable[[list[Move]], Move] | None = getattr(bot, "pick", None)
        if pick is not None:  # a bot that needs no view: then neither does this one
            self.pick = self._timed(pick)

    def choose(self, view: State) -> Move:
        began = thread_time_ns()
        move = self._bot.choose(view)
        self._times.add(thread_time_ns() - began)
        return move

    def _timed(self, pick: Callable[[list[Move]], Move]) -> Callable[[list[Move]], Move]:
        def timed(moves: list[Move]) -> Move:
            began = thread_time_ns()
            move = pick(moves)
            self._times.add(thread_time_ns() - began)
            return move

        return timed
