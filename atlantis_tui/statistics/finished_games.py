"""The finished games among the kept ones. Only the first and the last record of each file are read: hundreds take a
moment.

A network game counts only if it holds, which statistics/verdicts.py checks once for each, and if all players played to
the end: continuing for somebody who has left is no win against them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from atlantis_tui.saved import game_files, perspective, seats


class PlayedGame(NamedTuple):
    """A finished game. Seats are written as in the log: `you`, `you:Anna`, `person:Boris`, `bot:hard`."""

    path: str
    when: int  # when the file last changed, in nanoseconds
    size: int
    game: str
    seats: tuple[str, ...]
    own: int | None  # the seat of the person at this keyboard
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    together: bool = False  # a network game

    def won(self, seat: int) -> float:
        """How much of a win this seat has: 1, a part of a shared win, or 0."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def seat_of(self, player: str) -> int | None:
        """The seat of a player; "" means the person at this keyboard."""
        if not player:
            return self.own
        wanted = player.casefold()
        return next((seat for seat, who in enumerate(self.seats) if name_of(who).casefold() == wanted), None)


class PlayedGames(NamedTuple):
    finished: list[PlayedGame]  # oldest first
    unfinished: int
    unreadable: int
    forged: tuple[str, ...] = ()  # files of network games that do not hold, oldest first
    left: tuple[str, ...] = ()  # files of network games that somebody left for good; they count for nobody
    unfinished_of: Mapping[str, int] = {}  # how many of the unfinished are of each game

    def of(self, game: str) -> PlayedGames:
        """The same, but among the unfinished only those of this game."""
        return self._replace(unfinished=self.unfinished_of.get(game, 0))


def kept(looked: Callable[[int, int], None] = lambda done, all: None) -> PlayedGames:
    """All kept games. Raises OSError if the folder cannot be read. `looked` hears the progress if it takes a while."""
    found = PlayedGames([], 0, 0)
    for when, path in game_files.newest_first():
        game = _look(path, when)
        if isinstance(game, PlayedGame):
            found.finished.append(game)
        elif game:
            number = 1 + found.unfinished_of.get(game, 0)
            found = found._replace(unfinished=found.unfinished + 1, unfinished_of={**found.unfinished_of, game: number})
        else:
            found = found._replace(unreadable=found.unreadable + 1)
    found.finished.reverse()
    return _what_counts(found, looked)


def _what_counts(found: PlayedGames, looked: Callable[[int, int], None]) -> PlayedGames:
    together = [game.path for game in found.finished if game.together]
    if not together:
        return found
    from atlantis_tui.statistics import verdicts

    judged = verdicts.of_files(together, looked)
    forged = tuple(path for path, verdict in judged.items() if verdict is None or not verdict.holds)
    left = tuple(path for path, verdict in judged.items() if verdict is not None and verdict.holds and verdict.left)
    counted = [game for game in found.finished if game.path not in forged and game.path not in left]
    return found._replace(finished=counted, forged=forged, left=left)


def _look(path: str, when: int) -> PlayedGame | str:
    """The finished game in a file, or the name of the unfinished game in it; "" if it cannot be read."""
    from core.log import LogError, peek

    try:
        header, last, _good, damage = peek(path)
        size = os.path.getsize(path)
    except (LogError, OSError):
        return ""
    about: Any = header.body
    game, who = (about.get("game"), about.get("seats")) if isinstance(about, dict) else (None, None)
    if not isinstance(game, str) or not isinstance(who, list) or not all(isinstance(seat, str) for seat in who):
        return ""
    if last.kind != "end":
        return game if damage is None else ""
    body: Any = last.body if isinstance(last.body, dict) else {}
    scores, winners = body.get("scores"), body.get("winners")
    if not (_numbers(scores) and _numbers(winners) and winners and len(scores) == len(who)):
        return ""
    if not all(0 <= seat < len(who) for seat in winners):
        return ""
    together = game_files.is_played_together(about)
    return PlayedGame(
        path, when, size, game, tuple(who), perspective.seat_of(about), tuple(scores), tuple(winners), together
    )


def _numbers(found: object) -> bool:
    return isinstance(found, list) and all(isinstance(one, int) for one in found)


def name_of(seat: str) -> str:
    """The name of a person, or "". Bots have no lasting name, nor have persons who gave none."""
    return seat.partition(":")[2].strip() if seats.is_person(seat) else ""


def kind_of(seat: str) -> str:
    """How an opponent is counted: by level, by program, or as a person by name."""
    return f"person:{name_of(seat)}" if seats.is_person(seat) else seat
