"""How large the cards of a hand are drawn."""

from __future__ import annotations

from typing import NamedTuple


class CardSize(NamedTuple):
    pitch: int  # from card to card
    width: int
    height: int
