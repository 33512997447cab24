"""How often something may happen: so many at once, so many a second after that. It knows no clock."""

from __future__ import annotations


class Bucket:
    """`burst` tokens at first and at most, and `rate` more each second. Whole thousandths, so nothing is rounded."""

    __slots__ = ("_burst", "_last_ms", "_rate", "_thousandths")

    def __init__(self, rate: int, burst: int, now_ms: int) -> None:
        self._rate = rate
        self._burst = burst * 1000
        self._thousandths = self._burst
        self._last_ms = now_ms

    def take(self, now_ms: int) -> bool:
        """Whether one more is allowed now; it is counted if so."""
        self._thousandths = min(self._burst, self._thousandths + max(0, now_ms - self._last_ms) * self._rate)
        self._last_ms = now_ms
        if self._thousandths < 1000:
            return False
        self._thousandths -= 1000
        return True

    def allow(self, rate: int, burst: int) -> None:
        """Another measure from now on. What was saved up stays, and more has to be saved up first."""
        self._rate, self._burst = rate, burst * 1000

    @property
    def left(self) -> int:
        """How many were still allowed after the last `take`."""
        return self._thousandths // 1000

    def wait_ms(self) -> int:
        """How long after the last `take` the next one will be allowed."""
        return max(0, -(-(1000 - self._thousandths) // self._rate))
