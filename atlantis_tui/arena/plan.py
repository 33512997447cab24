"""Who plays whom: one match of all bots, or a match of every two of them. Every game has one number for all that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple, Self

from atlantis_tui.saved.game_files import ENDING
from core.arena import Match
from core.game import Game, option_text


class ArenaPart(NamedTuple):
    """A match, and which of the plan's bots play in it."""

    match: Match
    bots: tuple[int, ...]


class ArenaPlan:
    """Games are numbered through all matches in turn, so that one that is stopped has brought all of them as far, and
    one that is made longer keeps its numbers."""

    def __init__(self, game: str, bots: tuple[str, ...], seed: str, options: Mapping[str, Any], pairs: bool) -> None:
        self.game = game
        self.bots = bots
        self.seed = seed
        self.options = dict(options)
        self.pairs = pairs

    @classmethod
    def read(cls, about: Mapping[str, Any]) -> Self:
        """From what `about` gave, also if it is wrong in every way: then ValueError."""
        game, bots, seed = about.get("game"), about.get("bots"), about.get("seed")
        options, pairs = about.get("options"), about.get("pairs")
        if not (isinstance(game, str) and isinstance(seed, str) and isinstance(options, dict)):
            raise ValueError("not a plan")
        if not (isinstance(bots, list) and all(isinstance(bot, str) for bot in bots) and isinstance(pairs, bool)):
            raise ValueError("not a plan")
        return cls(game, tuple(bots), seed, options, pairs)

    def about(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "bots": list(self.bots),
            "pairs": self.pairs,
            "seed": self.seed,
            "options": self.options,
        }

    @cached_property
    def parts(self) -> list[ArenaPart]:
        seats = range(len(self.bots))
        who = list(combinations(seats, 2)) if self.pairs else [tuple(seats)]
        return [
            ArenaPart(Match(self.game, tuple(self.bots[bot] for bot in bots), self.seed, self.options), bots)
            for bots in who
        ]

    def check(self) -> None:
        """Raises BadOption for what cannot be played."""
        for part in self.parts:
            part.match.check()

    def numbers(self, games: int) -> range:
        """Of all games, if each match has so many."""
        return range(games * len(self.parts))

    def find(self, number: int) -> tuple[int, int]:
        """Which of the parts, and which game in it."""
        within, part = divmod(number, len(self.parts))
        return part, within

    def log_name(self, number: int) -> str:
        part, within = self.find(number)
        who = "".join(f"-{bot + 1}" for bot in self.parts[part].bots) if self.pairs else ""
        return f"{self.game}{who}-{within + 1:04}{ENDING}"

    def words(self, game: Game, games: int | None = None) -> Iterator[str]:
        """The command that asks for this; without what is usual."""
        yield from ("atlantis", "arena", self.game, *self.bots)
        if self.pairs:
            yield "--pairs"
        if games is not None:
            yield from ("--games", str(games))
        yield from ("--seed", self.seed)
        usual = game.settle({})
        for name, value in self.options.items():
            if usual.get(name) != value:
                yield from ("--option", f"{name}={option_text(value)}")
