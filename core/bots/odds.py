"""Conversion of points to chances, in whole numbers, so that every machine gets the same.

Points are logarithms, NAT of them to a factor of e: a seat NAT points ahead of another is e times as likely to win.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.bots import CHANCE

NAT: Final = 512
_FINE: Final = 62  # bits behind the point while the table is made
_STEP: Final = 4_602_687_609_541_841_169  # e to the power of -1/NAT, with as many bits
_BITS: Final = 24
_FAR: Final = 12 * NAT  # further behind than this, the chance is 0


def _powers() -> list[int]:
    """e to the power of -n/NAT for n from 0, with _BITS behind the point."""
    table, power = [], 1 << _FINE
    for _ in range(_FAR + 1):
        table.append(power >> _FINE - _BITS)
        power = power * _STEP >> _FINE
    return table


_POWERS: Final = _powers()


def odds(points: Sequence[int], whole: int = CHANCE) -> list[int]:
    """Returns chances in proportion to e to the power of points / NAT. They add up to `whole`."""
    best = max(points)
    least = best - _FAR
    weights = [_POWERS[best - one] if one > least else 0 for one in points]
    total = sum(weights)
    chances = [weight * whole // total for weight in weights]
    chances[points.index(best)] += whole - sum(chances)
    return chances


def shared(winners: Sequence[int], seats: int) -> list[int]:
    """Returns the chances after the end: the winners share the certain win."""
    share, rest = divmod(CHANCE, len(winners))
    chances = [0] * seats
    for number, seat in enumerate(winners):
        chances[seat] = share + (number < rest)
    return chances
