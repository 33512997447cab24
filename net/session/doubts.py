"""As the host: seats that say they have voted for another host, so that we have to ask to be confirmed.

Such a word is hearsay, so it must not cost much. A seat that says it often is heard less and less often. A seat that
says it and then does not vote in a later term either is dropped in the end (terms.py).
"""

from __future__ import annotations

from collections.abc import Collection

from net.session import limits

_USUAL = 4  # doubts of one seat in a game; after these, each confirmation waits twice as long


class Doubt:
    """One seat says that it has voted for another. What followed from that."""

    def __init__(self) -> None:
        self.open = False
        self.term = 0  # in which the seat says it has voted
        self.due_ms = 0  # we do not ask to be confirmed before this time
        self.times = 0  # how often the seat has said so
        self.unanswered = 0  # our questions since then that the seat got and did not vote for


class Doubts:
    """The doubts of one game, by seat. `Terms` owns it."""

    def __init__(self) -> None:
        self._of: dict[int, Doubt] = {}

    def clear(self) -> None:
        self._of.clear()

    def told(self, seat: int, term: int, now: int) -> None:
        """This seat says that it has voted for another in this term."""
        doubt = self._of.setdefault(seat, Doubt())
        doubt.term = term
        if not doubt.open:
            doubt.open, doubt.unanswered, doubt.times = True, 0, doubt.times + 1
            doubt.due_ms = max(doubt.due_ms, now)

    def due(self, linked: Collection[int | None], now: int) -> list[int]:
        """The terms of the open doubts for which it is time to ask. Doubts of seats that are not linked are closed."""
        for seat, doubt in self._of.items():
            doubt.open = doubt.open and seat in linked
        return [doubt.term for doubt in self._of.values() if doubt.open and now >= doubt.due_ms]

    def not_voted(self, seat: int, term: int) -> None:
        """This seat got our question of this term and did not vote. That counts unless it has voted as late itself."""
        doubt = self._of.get(seat)
        if doubt is not None and doubt.term < term:
            doubt.unanswered += 1

    def without_a_vote(self) -> list[int]:
        """Seats whose doubt is open and that have let too many of our questions pass."""
        return [seat for seat, doubt in self._of.items() if doubt.open and doubt.unanswered >= limits.CONFIRMATIONS]

    def close(self, seat: int) -> None:
        self._of[seat].open = False

    def confirmed(self, now: int) -> None:
        """A host was voted in a later term: the open doubts are settled. The next one of the same seat has to wait."""
        for doubt in self._of.values():
            if doubt.open:
                wait = limits.VOTE_AGAIN_MS << min(max(0, doubt.times - _USUAL), 8)
                doubt.open, doubt.due_ms = False, now + wait
