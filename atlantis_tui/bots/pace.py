"""How long a bot thinks at a table: the clock that core does not have.

bot = Paced("hard", game, seed)        thinks for about THOUGHT seconds; "hard:200" for 200 iterations, by no clock
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from core.bots import Bot, make_bot, split_name
from core.game import Game, Move, State

THOUGHT = 1.0  # seconds for one move of which much depends
MANY = 6  # so many moves to choose from are worth the whole time; of two moves one is soon the better
HUSH = 0.4  # seconds: longer than any bot of ours takes for a yes or no, so that its speed tells nothing
GASP = 0.1  # seconds that can pass between two looks at the clock; if more did, the machine slept or we were stopped


class Pace:
    """Says when it is enough. Time in which this program was stopped or the machine slept is not thinking time, so
    that a bot does not come back from it with a move it has hardly thought about."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._left = 0.0
        self._last = 0.0

    def begin(self, seconds: float) -> None:
        self._left = seconds
        self._last = self._clock()

    def __call__(self, iterations: int) -> bool:
        now = self._clock()
        self._left -= min(max(now - self._last, 0), GASP)
        self._last = now
        return self._left <= 0


class Paced:
    """A built-in bot that keeps to the pace of a table."""

    def __init__(self, name: str, game: Game, seed: str, seconds: float = THOUGHT) -> None:
        self._seconds = seconds
        self._pace = Pace() if split_name(name)[1] is None else None
        self._bot: Bot = make_bot(name, game, seed, self._pace)

    def choose(self, view: State) -> Move:
        if self._pace is not None:
            self._pace.begin(worth(len(view.legal()), self._seconds))
        return self._bot.choose(view)


def worth(moves: int, seconds: float) -> float:
    """The time that a choice between so many moves deserves."""
    return seconds * min(moves - 1, MANY - 1) / (MANY - 1)
