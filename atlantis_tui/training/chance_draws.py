"""Chance one answer at a time: what may come next, and how likely it is.

Nothing is shuffled beforehand. A face is drawn when it is opened, out of those of its place that are left, which is as
likely as if all had been put in an order before.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.chance import Ask, Open, Shuffle
from core.hidden import SEALED


class ChanceDraws:
    """The answers that chance has given so far, for a game in which somebody else draws them."""

    __slots__ = ("_left", "_opened", "answers")

    def __init__(self) -> None:
        self.answers: list[int] = []  # to the asks of the moment, as many as are drawn
        self._left: dict[tuple[str, int], tuple[int, ...]] = {}  # by place and epoch, then by face: how many
        self._opened: dict[tuple[str, int, int], int] = {}

    def copy(self) -> ChanceDraws:
        twin = ChanceDraws()
        twin.answers, twin._left, twin._opened = self.answers.copy(), self._left.copy(), self._opened.copy()
        return twin

    def choices(self, asks: Sequence[Ask]) -> list[tuple[int, int]]:
        """Returns the answers that the next of these asks may have, each with its weight. It gives by itself all that
        are certain; when none is left to draw, it returns nothing and `answers` is complete."""
        while len(self.answers) < len(asks):
            ask = asks[len(self.answers)]
            found = self._weighed(ask)
            if len(found) > 1:
                return found
            self.draw(ask, found[0][0])
        return []

    def draw(self, ask: Ask, face: int) -> None:
        """Answers the next ask."""
        self.answers.append(face)
        if isinstance(ask, Shuffle):
            counts = [0] * (max(ask.faces, default=0) + 1)
            for one in ask.faces:
                counts[one] += 1
            self._left[ask.place, ask.epoch] = tuple(counts)
        elif isinstance(ask, Open) and ask.face == SEALED and ask[:3] not in self._opened:
            self._opened[ask.place, ask.epoch, ask.at] = face
            place = self._left[ask.place, ask.epoch]
            self._left[ask.place, ask.epoch] = (*place[:face], place[face] - 1, *place[face + 1 :])

    def _weighed(self, ask: Ask) -> list[tuple[int, int]]:
        if isinstance(ask, Shuffle):
            return [(SEALED, 1)]
        if not isinstance(ask, Open):
            return [(face, 1) for face in range(ask.sides)]
        if ask.face != SEALED:
            return [(ask.face, 1)]  # the rules know it, and it is only shown to more seats
        if (ask.place, ask.epoch, ask.at) in self._opened:
            return [(self._opened[ask.place, ask.epoch, ask.at], 1)]
        return [(face, count) for face, count in enumerate(self._left[ask.place, ask.epoch]) if count]
