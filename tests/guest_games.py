"""Games that exist only in the tests, taken into the house for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from core import games
from core.game import Game


@contextmanager
def in_the_house(*guests: Game) -> Iterator[None]:
    """While this lasts, the house has these games too."""
    names, load = games.names, games.load
    known = {name: load(name) for name in names()} | {game.name: game for game in guests}
    games.names, games.load = lambda: sorted(known), lambda name: known[name]
    try:
        yield
    finally:
        games.names, games.load = names, load
