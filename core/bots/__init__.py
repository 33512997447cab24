"""Bots: players that are programs. A bot sees only the view of its own seat, so it cannot cheat.

A game brings three files for bots, each with a function of the same name: sample.py, rollout.py and evaluate.py.
Without them only `random` can play it. Optional: evaluate.py may set AHEAD, the number of turns a search looks ahead,
and SOFT and DOUBT (see search.py); equivalence.py may tell which moves are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from core.chance import Stream
from core.game import BadOption, Game, Move, State

if TYPE_CHECKING:
    from core.bots.streams import Gather

LEVELS = ("random", "easy", "normal", "hard")  # from the weakest to the strongest
USUAL = "normal"  # for a bot whose level nobody chose
CHANCE = 10_000  # a certain win, in the unit of all estimates
ITERATIONS = 400  # for `hard` without a number and without a clock
MOST_ITERATIONS = 20_000

# Both receive the iterations done; the caller brings the clock.
Enough = Callable[[int], bool]
Spent = Callable[[int], int]  # returns how much of the usual thought they were, in hundredths


class Bot(Protocol):
    def choose(self, view: State) -> Move:
        """Returns a legal move for the prompted seat, which owns this view."""


class Knowledge(NamedTuple):
    """The functions and settings that a game brings for its bots."""

    sample: Callable[[Any, Stream], State]  # a full state that fits the view; chance answers at once in it
    rollout: Callable[[Any, Sequence[Move]], list[int]]  # a quick worth for each legal move, in odds.NAT
    evaluate: Callable[[Any], list[int]]  # the chance of each seat to win
    ahead: int | None = None  # turns that a search looks ahead; None for the default
    alike: Callable[[Any, Move], Hashable] | None = None  # equal for moves with the same result
    soft: int | None = None  # replaces SOFT of search.py, as `doubt` replaces DOUBT
    doubt: int | None = None


def knowledge(game: Game) -> Knowledge | None:
    """Returns what this game brings for bots; None without the three files."""
    return _knowledge(game.name)


@cache
def _knowledge(game: str) -> Knowledge | None:
    sample, rollout, evaluate = (optional_part(game, name, name) for name in ("sample", "rollout", "evaluate"))
    if sample is None or rollout is None or evaluate is None:
        return None
    return Knowledge(
        sample,
        rollout,
        evaluate,
        optional_part(game, "evaluate", "AHEAD"),
        optional_part(game, "equivalence", "alike"),
        optional_part(game, "evaluate", "SOFT"),
        optional_part(game, "evaluate", "DOUBT"),
    )


@cache
def optional_part(game: str, file: str, name: str) -> Any:
    """Returns what an optional file of a game's folder calls by this name; None without the file or the name."""
    if find_spec(f"core.{game}") is None or find_spec(f"core.{game}.{file}") is None:
        return None
    return getattr(import_module(f"core.{game}.{file}"), name, None)


def levels(game: Game) -> list[str]:
    """Returns the levels that can play this game. `random` can play any game."""
    return list(LEVELS) if knowledge(game) is not None else ["random"]


def usual_level(game: Game) -> str:
    """The level for a bot whose level nobody chose: `USUAL`, or the strongest that can play this game."""
    known = levels(game)
    return USUAL if USUAL in known else known[-1]


def split_name(name: str) -> tuple[str, int | None]:
    """Splits a name into level and iterations: "hard:200" is hard with 200; None without a number."""
    level, colon, number = name.partition(":")
    if not colon:
        return level, None
    digits = number.isascii() and number.isdecimal() and len(number) < 12
    if level != "hard" or not digits or not 1 <= int(number) <= MOST_ITERATIONS:
        raise BadOption("bot_iterations", bot=name, level="hard", most=MOST_ITERATIONS)
    return level, int(number)


def is_bot(name: str, known: Sequence[str] = LEVELS) -> bool:
    """Whether a name such as "hard:200" means a bot of one of these levels."""
    try:
        return split_name(name)[0] in known
    except BadOption:
        return False


def check_name(name: str, game: Game) -> None:
    """Raises BadOption unless the name means a bot that can play this game."""
    known = levels(game)
    if split_name(name)[0] not in known:
        raise BadOption("no_such_bot", bot=name, bots=known)


def make_bot(name: str, game: Game, seed: str, spent: Spent | None = None, gather: Gather | None = None) -> Bot:
    """Makes a bot for one game. With the same seed it answers the same question alike.

    `spent` paces the thinking of a bot whose name gives no number of iterations. `gather` says which processes think.
    """
    level, iterations = split_name(name)
    known = levels(game)
    if level not in known:
        raise BadOption("no_such_bot", bot=level, bots=known)
    if level == "random":
        from core.bots.random_bot import Uniform

        return Uniform(seed)
    if level == "easy":
        from core.bots.easy import Glance

        return Glance(game, seed)
    if level == "normal":
        from core.bots.normal import Lookahead

        return Lookahead(game, seed)
    if level != "hard":
        raise ValueError(level)  # it is among LEVELS, and nothing here makes it
    from core.bots.streams import OneByOne, Searcher

    if iterations is None and spent is None:
        iterations = ITERATIONS
    return Searcher(game, seed, iterations, spent, gather or OneByOne)
