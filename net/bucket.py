"""A token bucket: it limits how often something may happen. The caller passes the time in."""

from __future__ import annotations


class Bucket:
    """Starts with `burst` tokens, never holds more, and gains `rate` a second. It counts whole thousandths, so nothing
    is rounded."""

    __slots__ = ("_burst", "_last_ms", "_rate", "_thousandths")

    def __init__(self, rate: int, burst: int, now_ms: int) -> None:
        self._rate = rate
        self._burst = burst * 1000
        self._thousandths = self._burst
        self._last_ms = now_ms

    def take(self, now_ms: int) -> bool:
        """Whether one more is allowed now. If so, it takes a token."""
        self._thousandths = min(self._burst, self._thousandths + max(0, now_ms - self._last_ms) * self._rate)
        self._last_ms = now_ms
        if self._thousandths < 1000:
            return False
        self._thousandths -= 1000
        return True

    def allow(self, rate: int, burst: int) -> None:
        """Sets another rate and burst. Saved tokens stay, and a larger burst has to be saved up first."""
        self._rate, self._burst = rate, burst * 1000

    @property
    def left(self) -> int:
        """How many tokens were left after the last `take`."""
        return self._thousandths // 1000

    def wait_ms(self) -> int:
        """How many milliseconds after the last `take` the next token will be there."""
        return max(0, -(-(1000 - self._thousandths) // self._rate))
