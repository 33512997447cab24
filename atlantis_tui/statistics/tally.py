"""Games counted for one player: all together, against each level and each person, and in the order of time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from atlantis_tui.statistics.finished_games import PlayedGame, PlayedGames, kind_of


class OpponentTally(NamedTuple):
    who: str  # `bot:hard`, `cmd:./mybot`, `person:Anna`, or `you` for the person at this keyboard
    games: int
    won: float
    points: float  # the player's own, on average
    theirs: float


class BestMark(NamedTuple):
    """The highest value of a mark that only this game has, and the game in which it was reached."""

    name: str
    value: int
    game: PlayedGame


class PlayerTally(NamedTuple):
    game: str
    games: list[tuple[PlayedGame, int]]  # with the seat of the player, oldest first
    against: list[OpponentTally]  # most games first
    best: list[BestMark]

    @property
    def won(self) -> float:
        return sum(game.won(seat) for game, seat in self.games)

    @property
    def points(self) -> list[int]:
        return [game.scores[seat] for game, seat in self.games]

    @property
    def mean(self) -> float:
        return mean(self.points)


Marks = Mapping[str, Sequence[int]]  # by name, then by seat


def by_game(kept: PlayedGames, player: str = "") -> dict[str, list[tuple[PlayedGame, int]]]:
    """A player's finished games and seats, by the name of the game. Without a name, the player at this keyboard."""
    found: dict[str, list[tuple[PlayedGame, int]]] = {}
    for game in kept.finished:
        seat = game.seat_of(player)
        if seat is not None:
            found.setdefault(game.game, []).append((game, seat))
    return dict(sorted(found.items()))


def count(name: str, games: Sequence[tuple[PlayedGame, int]], marks: Mapping[str, Marks]) -> PlayerTally:
    """The tally of one player in one game; `games` has at least one. `marks` holds the marks of each file."""
    return PlayerTally(name, list(games), _against(games), _best(games, marks))


def _against(games: Sequence[tuple[PlayedGame, int]]) -> list[OpponentTally]:
    met: dict[str, list[tuple[float, int, float]]] = {}
    for game, seat in games:
        others: dict[str, list[int]] = {}
        for other, who in enumerate(game.seats):
            if other != seat:
                kind = "you" if other == game.own else kind_of(who)
                others.setdefault(kind, []).append(game.scores[other])
        for kind, scores in others.items():  # two opponents of a kind make one game against that kind
            met.setdefault(kind, []).append((game.won(seat), game.scores[seat], mean(scores)))
    found = [
        OpponentTally(
            kind,
            len(all_of),
            sum(won for won, _own, _theirs in all_of),
            mean([own for _won, own, _theirs in all_of]),
            mean([theirs for _won, _own, theirs in all_of]),
        )
        for kind, all_of in met.items()
    ]
    return sorted(found, key=lambda one: (-one.games, one.who))


def _best(games: Sequence[tuple[PlayedGame, int]], marks: Mapping[str, Marks]) -> list[BestMark]:
    best: dict[str, BestMark] = {}
    for game, seat in games:
        for name, values in marks.get(game.path, {}).items():
            if name not in best or values[seat] > best[name].value:
                best[name] = BestMark(name, values[seat], game)
    return list(best.values())


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
