"""How long the table has waited for whoever is asked, in whole minutes.

It is looked at only when the table is shown for another reason, and its words change once a minute at most. So an idle
screen stays as it is: over a slow link nothing is sent for it, and nobody is hurried by a clock that runs.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

MINUTE = 60.0  # seconds


class TurnTime:
    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self.now = now
        self._asked: object = None  # the turn, and who is asked in it
        self._since = now()

    def look(self, asked: object) -> None:
        """Begin anew if it is somebody else who is asked now, or another turn."""
        if asked != self._asked:
            self._asked, self._since = asked, self.now()

    @property
    def minutes(self) -> int:
        return int((self.now() - self._since) // MINUTE)
