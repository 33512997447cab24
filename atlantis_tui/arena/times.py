"""How long a bot thought, over many decisions: the exact mean, and percentiles to about three percent.

Times are counted in ranges whose width grows with the time, so that a million games need no more room than ten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from time import thread_time_ns
from typing import Any, Self

from core.bots import Bot
from core.game import Move, State

MOST_COUNTED = 1 << 53  # no number in a file of results is so great; with greater ones floats lose count
FINE = 5  # how many leading bits of a time we keep


class ThinkingTimes:
    def __init__(self) -> None:
        self.count = 0
        self.total = 0  # nanoseconds
        self._ranges: Counter[int] = Counter()

    def add(self, nanoseconds: int) -> None:
        self.count += 1
        self.total += nanoseconds
        shift = max(0, nanoseconds.bit_length() - FINE)
        self._ranges[(shift << FINE) + (nanoseconds >> shift)] += 1

    def merge(self, other: ThinkingTimes) -> None:
        self.count += other.count
        self.total += other.total
        self._ranges.update(other._ranges)

    @property
    def mean(self) -> float:
        """The mean in nanoseconds."""
        return self.total / self.count if self.count else 0.0

    def percentile(self, percent: int) -> float:
        """The time that `percent` in a hundred decisions did not exceed, in nanoseconds."""
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
        """Raises ValueError or TypeError for anything that `pack` did not make."""
        times = cls()
        times.count, times.total, ranges = packed
        times._ranges.update(dict(ranges))
        numbers = [times.count, times.total, *times._ranges, *times._ranges.values()]
        if not all(type(number) is int and 0 <= number < MOST_COUNTED for number in numbers):
            raise ValueError("not times")
        if any(key >= 64 << FINE for key in times._ranges):  # no range begins behind 64 bits
            raise ValueError("not times")
        if times.count != times._ranges.total():
            raise ValueError("not times")
        return times


class TimedBot:
    """A bot together with its thinking times. They are processor time, which other busy programs do not lengthen."""

    def __init__(self, bot: Bot, times: ThinkingTimes) -> None:
        self._bot = bot
        self._times = times
        pick: Callable[[list[Move]], Move] | None = getattr(bot, "pick", None)
        if pick is not None:  # the bot picks without a view, so this wrapper does too
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
