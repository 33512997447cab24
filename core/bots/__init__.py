"""Players that are programs. A bot sees a view of its own seat and nothing else, so it cannot cheat.

What a game brings for them lies in three files of its folder, each with a function of the same name: sample.py,
rollout.py and evaluate.py. Without them only `random` can play it. More may be there: in evaluate.py how many turns
AHEAD a search does well to look, and how little it goes by what looks best at once (SOFT and DOUBT of search.py); in
alike.py which moves are one and the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple, Protocol

from core.chance import Stream
from core.game import BadOption, Game, Move, State

LEVELS = ("random", "easy", "normal", "hard")  # from the weakest to the strongest
CHANCE = 10_000  # a certain win, in the unit of all estimates
ITERATIONS = 400  # of `hard`, where neither a number nor a clock is given
MOST_ITERATIONS = 20_000

Enough = Callable[[int], bool]  # asked with the number of iterations done; the clock behind it is not ours


class Bot(Protocol):
    def choose(self, view: State) -> Move:
        """One of the legal moves of the seat that is asked, whose own view this is."""


class Knowledge(NamedTuple):
    """All that a game brings for playing it well."""

    sample: Callable[[Any, Stream], State]  # of a view, a whole world that it may be part of; chance answers there
    rollout: Callable[[Any, Sequence[Move]], list[int]]  # what each legal move looks worth at once, in odds.NAT
    evaluate: Callable[[Any], list[int]]  # of a position, the chance of each seat to win
    ahead: int | None = None  # so many turns count when a position is searched; None where the game does not say
    alike: Callable[[Any, Move], Hashable] | None = None  # equal for moves that lead to the same
    soft: int | None = None  # instead of SOFT and of DOUBT in search.py
    doubt: int | None = None


def knowledge(game: Game) -> Knowledge | None:
    """What this game brings; None for one that brings nothing."""
    return _knowledge(game.name)


@cache
def _knowledge(game: str) -> Knowledge | None:
    modules = [_module(game, name) for name in ("sample", "rollout", "evaluate")]
    if None in modules:
        return None
    sample, rollout, evaluate = modules
    return Knowledge(
        sample.sample,
        rollout.rollout,
        evaluate.evaluate,
        getattr(evaluate, "AHEAD", None),
        getattr(_module(game, "alike"), "alike", None),
        getattr(evaluate, "SOFT", None),
        getattr(evaluate, "DOUBT", None),
    )


def _module(game: str, name: str) -> Any:
    """A file of a game's folder; None where it is not there."""
    found = find_spec(f"core.{game}") and find_spec(f"core.{game}.{name}")
    return import_module(f"core.{game}.{name}") if found else None


def levels(game: Game) -> list[str]:
    """The bots that know this game. `random` plays anything."""
    return list(LEVELS) if knowledge(game) is not None else ["random"]


def split_name(name: str) -> tuple[str, int | None]:
    """The level and the number of iterations in a name: "hard:200" is hard, with 200; None where no number is given."""
    level, colon, number = name.partition(":")
    if not colon:
        return level, None
    digits = number.isascii() and number.isdecimal() and len(number) < 12
    if level != "hard" or not digits or not 1 <= int(number) <= MOST_ITERATIONS:
        raise BadOption("bot_iterations", bot=name, level="hard", most=MOST_ITERATIONS)
    return level, int(number)


def make_bot(name: str, game: Game, seed: str, enough: Enough | None = None) -> Bot:
    """A bot for one game. Of the same seed, it decides alike whenever it is asked the same thing.

    Where `enough` is given, it ends the thinking of a bot that has no number of iterations in its name.
    """
    level, iterations = split_name(name)
    known = levels(game)
    if level not in known:
        raise BadOption("no_such_bot", bot=level, bots=known)
    if level == "random":
        from core.bots.uniform import Uniform

        return Uniform(seed)
    if level == "easy":
        from core.bots.glance import Glance

        return Glance(game, seed)
    if level == "normal":
        from core.bots.lookahead import Lookahead

        return Lookahead(game, seed)
    from core.bots.search import Searcher

    if iterations is None and enough is None:
        iterations = ITERATIONS
    return Searcher(game, seed, iterations, None if iterations is not None else enough)
