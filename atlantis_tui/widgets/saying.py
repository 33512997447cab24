"""Parts of a sentence that every game's prompt can have; pieces of the game itself are each game's own."""

from __future__ import annotations

from typing import NamedTuple


class Loud(NamedTuple):
    """Words that stand out, in a tone that the game knows: "good", "bad", "key" gold, "bright" white, "dim"."""

    text: str
    tone: str = "bright"


class Owner(NamedTuple):
    """A player's sign and words in the player's colour."""

    seat: int
    text: str = ""
