"""The numbers of the games that are to be played: all games of a plan, or one of several parts of it.

A part consists of whole deals, because the games of one deal belong together. It takes every Nth deal, so more games
can be asked for later, and each part keeps the games that it has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Self


class PlanSlice(NamedTuple):
    """The Kth of N parts of a plan, written K/N."""

    number: int  # from 1 on
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Raises ValueError for anything but K/N with K from 1 to N."""
        number, slash, of = text.partition("/")
        if not slash or not all(part.isascii() and part.isdecimal() and len(part) < 10 for part in (number, of)):
            raise ValueError("not a part")
        found = cls(int(number), int(of))
        if not 1 <= found.number <= found.of:
            raise ValueError("not a part")
        return found


WHOLE = PlanSlice(1, 1)


class GameNumbers:
    """The numbers, in order. A plan has millions of them at most, so they are not kept but computed."""

    def __init__(self, games: int, games_a_deal: int, part: PlanSlice = WHOLE) -> None:
        self._games = games
        self._games_a_deal = games_a_deal
        self._part = part

    @property
    def deals(self) -> int:
        """How many deals all parts have together; the last one may not be complete."""
        return -(-self._games // self._games_a_deal)

    def __iter__(self) -> Iterator[int]:
        for deal in self._own_deals:
            first = deal * self._games_a_deal
            yield from range(first, min(first + self._games_a_deal, self._games))

    def __len__(self) -> int:
        deals = self._own_deals
        lacking = self._games_a_deal * self.deals - self._games
        return len(deals) * self._games_a_deal - (lacking if self.deals - 1 in deals else 0)

    def __contains__(self, number: int) -> bool:
        return 0 <= number < self._games and number // self._games_a_deal in self._own_deals

    @property
    def _own_deals(self) -> range:
        return range(self._part.number - 1, self.deals, self._part.of)
