"""Who plays whom: one match of all bots, or a match of each pair. Every game of the plan has one number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple, Self

from atlantis_tui.arena.plan_slice import WHOLE, GameNumbers, PlanSlice
from atlantis_tui.saved.game_files import ENDING
from core.arena import Match
from core.game import BadOption, option_text
from core.games import load


class ArenaPart(NamedTuple):
    """A match, and the indexes of the plan's bots that play in it."""

    match: Match
    bots: tuple[int, ...]


class ArenaPlan:
    """The plan of an arena run. Its numbers go round all matches in turn. So a run that is stopped has played equally
    many games of each match, and a run that is made longer keeps its numbers."""

    def __init__(self, game: str, bots: tuple[str, ...], seed: str, options: Mapping[str, Any], pairs: bool) -> None:
        self.game = game
        self.bots = bots
        self.seed = seed
        self.options = dict(options)
        self.pairs = pairs

    @classmethod
    def read(cls, about: Mapping[str, Any]) -> Self:
        """The plan that `about` described. Raises ValueError if the description is malformed."""
        game, bots, seed = about.get("game"), about.get("bots"), about.get("seed")
        options, pairs = about.get("options"), about.get("pairs")
        if not (isinstance(game, str) and isinstance(seed, str) and isinstance(options, dict)):
            raise ValueError("not a plan")
        if not (isinstance(bots, list) and all(isinstance(bot, str) for bot in bots) and isinstance(pairs, bool)):
            raise ValueError("not a plan")
        seed.encode()  # half a character is no text: UnicodeEncodeError, which is a ValueError too
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
        """Raises BadOption if something in the plan cannot be played."""
        for part in self.parts:
            part.match.check()

    def numbers(self, games: int, part: PlanSlice = WHOLE) -> GameNumbers:
        """The numbers of all games when each match has this many, or those of one part of them."""
        matches = len(self.parts)
        return GameNumbers(games * matches, matches * len(self.parts[0].bots), part)

    def find(self, number: int) -> tuple[int, int]:
        """The index of the part, and the game's number within it."""
        within, part = divmod(number, len(self.parts))
        return part, within

    def log_name(self, number: int) -> str:
        part, within = self.find(number)
        who = "".join(f"-{bot + 1}" for bot in self.parts[part].bots) if self.pairs else ""
        return f"{self.game}{who}-{within + 1:04}{ENDING}"

    def words(self, games: int | None = None, part: PlanSlice | None = None) -> Iterator[str]:
        """The words of the command that asks for this plan or a part of it. Options with their usual values are left
        out."""
        yield from ("atlantis", "arena", self.game, *self.bots)
        if self.pairs:
            yield "--pairs"
        if games is not None:
            yield from ("--games", str(games))
        yield from ("--seed", self.seed)
        try:
            usual = load(self.game).settle({})
        except BadOption:  # this version has no such game; the plan comes from a file
            usual = {}
        for name, value in self.options.items():
            if usual.get(name) != value:
                yield from ("--option", f"{name}={option_text(value)}")
        if part is not None:
            yield from ("--part", str(part))
