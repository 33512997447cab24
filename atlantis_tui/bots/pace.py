"""How long a bot thinks at a table: the clock that `core` does not have.

bot = PacedBot("hard", game, seed)     thinks for about THOUGHT seconds; "hard:200" for 200 iterations, without a clock

Both think on all cores that are free (team.py), shorter where the move is clear, and longer where it is close.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from atlantis_tui.bots.team import gather
from core.bots import Bot, make_bot, split_name
from core.game import Game, Move, State

THOUGHT = 1.0  # seconds for one important move
MANY = 6  # this many moves to choose from deserve the whole time; between two moves the choice is quick
HUSH = 1.5  # seconds; much longer than our bots take for a yes or no, so that their speed reveals nothing
LONGEST_HUSH = 5.0  # seconds; nobody waits longer for such an answer of a slow bot
GASP = 0.3  # the most seconds between two looks at the clock; if more passed, the machine slept or we were stopped


class ThinkingClock:
    """Says when a bot has thought enough. Time in which the program was stopped or the machine slept does not
    count, so that a bot does not return from it with a move that it hardly thought about."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._whole = self._left = 0.0
        self._last = 0.0

    def begin(self, seconds: float) -> None:
        self._whole = self._left = seconds
        self._last = self._clock()

    def __call__(self, iterations: int) -> bool:
        """Whether the time is over."""
        return self.spent(iterations) >= 100

    def spent(self, iterations: int) -> int:
        """How much of the time is over, in hundredths. It may be more than all of it."""
        now = self._clock()
        self._left -= min(max(now - self._last, 0), GASP)
        self._last = now
        return 100 - int(self._left * 100 / self._whole) if self._whole else 100


class AnswerDelay:
    """How long the bots of a table take for an answer out of turn that could betray what they hold: each as long as its
    slowest choice so far, which everybody has seen."""

    def __init__(self) -> None:
        self._slowest: dict[int, float] = {}

    def took(self, seat: int, seconds: float) -> None:
        """This seat's bot has made an ordinary choice in this time."""
        self._slowest[seat] = max(seconds, self._slowest.get(seat, 0.0))

    def due(self, seat: int, least: float) -> float:
        """So many seconds after the question its answer is given."""
        return max(least, min(self._slowest.get(seat, 0.0), LONGEST_HUSH))


class PacedBot:
    """A built-in bot that keeps to the pace of a table."""

    def __init__(self, name: str, game: Game, seed: str, seconds: float = THOUGHT) -> None:
        self._seconds = seconds
        self._pace = ThinkingClock() if split_name(name)[1] is None else None
        self._bot: Bot = make_bot(name, game, seed, None if self._pace is None else self._pace.spent, gather)

    def choose(self, view: State) -> Move:
        if self._pace is not None:
            self._pace.begin(worth(len(view.legal()), self._seconds))
        return self._bot.choose(view)


def worth(moves: int, seconds: float) -> float:
    """How many seconds a choice between so many moves deserves."""
    return seconds * min(moves - 1, MANY - 1) / (MANY - 1)
