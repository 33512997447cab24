"""Which of several payments is proposed first, as the player likes it. The least overpaid always come before others."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.game import Move

_ORDERS: dict[str, Callable[[int, tuple[int, ...]], tuple[int, ...]]] = {
    "tiles": lambda cards, tiles: (cards, len(tiles)),
    "small": lambda cards, tiles: (cards, max(tiles, default=0), -len(tiles)),
    "cards": lambda cards, tiles: (-cards, len(tiles)),
}


def by_wish(payments: Sequence[Move], wish: str) -> tuple[Move, ...]:
    """These payments with few tiles first ("tiles"), with the large ones kept ("small"), or all tiles ("cards").

    Payments that are alike but for the symbols of the cards stay in the order in which they come.
    """
    order = _ORDERS[wish]

    def key(payment: Move) -> tuple[int, ...]:
        _kind, tiles, cards = payment
        return (sum(tiles) + len(cards), *order(len(cards), tiles))

    return tuple(sorted(payments, key=key))
