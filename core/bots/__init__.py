"""Players that are programs. A bot sees a view of its own seat and nothing else, so it cannot cheat."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from core.game import BadOption, Game, Move, State

LEVELS = ("random", "greedy")  # from the weakest to the strongest


class Bot(Protocol):
    def choose(self, view: State) -> Move:
        """One of the legal moves of the seat that is asked, whose own view this is."""


def levels(game: Game) -> list[str]:
    """The bots that know this game. `random` plays anything; a game brings what others need in a file of that name."""
    return [level for level in LEVELS if level == "random" or _brings(game.name, level)]


def make_bot(level: str, game: Game, seed: str) -> Bot:
    """A bot for one game. It decides alike whenever it is made of the same seed and asked the same things."""
    known = levels(game)
    if level not in known:
        raise BadOption("no_such_bot", bot=level, bots=known)
    if level == "random":
        from core.bots.uniform import Uniform

        return Uniform(seed)
    from core.bots.greedy import Greedy

    return Greedy(import_module(f"core.{game.name}.greedy").rate, seed)


@cache
def _brings(game: str, level: str) -> bool:
    return find_spec(f"core.{game}.{level}") is not None
