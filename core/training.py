"""Games in numbers, for programs that learn to play: every move has numbers that never change, and a position is a row
of whole numbers that never changes its length.

A game may bring a file training.py with `TRAINING`, which is a `Training` as below; its page TRAINING.md says what the
numbers mean. Everything there is worked out from the view of one seat, so nothing hidden gets into it.

A decision is answered with actions, which are numbers. Most moves are one action. Where a game has far too many moves
for that, a move is a word of several actions: each narrows down what may follow, and the last one completes the move.
No word is the beginning of another, every word that can be begun can be completed, and each move of a position has one
word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from core.bots import optional_part
from core.game import Game, Move

Word = tuple[int, ...]


class Actions(NamedTuple):
    """Actions of one kind. Their numbers follow those of the kind before."""

    name: str
    size: int


class Feature(NamedTuple):
    """A part of an observation: `size` numbers, each from `low` to `high`."""

    name: str
    size: int
    low: int
    high: int


class Training(NamedTuple):
    """What a game brings for programs that learn."""

    actions: tuple[Actions, ...]
    features: tuple[Feature, ...]
    faces: int  # all answers of chance are below this
    legal: Callable[[Any, Word], list[int]]  # of the asked seat's view and a word begun: what may follow, rising
    move: Callable[[Any, Word], Move | None]  # of the same: the move of a complete word; None while it goes on
    spell: Callable[[Any, Move], Word]  # the word of a legal move in the asked seat's view
    observe: Callable[[Any, int, Word], list[int]]  # a view of a seat in numbers; the word is one that this seat began

    @property
    def action_count(self) -> int:
        return sum(kind.size for kind in self.actions)

    @property
    def observation_size(self) -> int:
        return sum(feature.size for feature in self.features)

    def kind_of(self, action: int) -> tuple[str, int]:
        """Returns the kind of an action, and its number within that kind."""
        number = action
        for name, size in self.actions:
            if number < size:
                return name, number
            number -= size
        raise ValueError(action)


def training(game: Game) -> Training | None:
    """Returns what this game brings for programs that learn; None without training.py."""
    found: Training | None = optional_part(game.name, "training", "TRAINING")
    return found


def firsts(kinds: tuple[Actions, ...]) -> dict[str, int]:
    """Returns the first number of every kind of action."""
    found, first = {}, 0
    for name, size in kinds:
        found[name] = first
        first += size
    return found
