"""Marks that only one game has, such as the longest crossing. Computing them from whole logs takes a while, so we keep
them.

Each log is read once. We keep nothing but numbers that can be computed again, so it does no harm if our file is damaged
or cannot be written.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from atlantis_tui.saved import paths
from atlantis_tui.statistics.finished_games import PlayedGame
from atlantis_tui.statistics.kept_results import KeptResults
from atlantis_tui.statistics.tally import Marks

VERSION = 2  # raise it when a game counts its marks differently: that drops the kept ones
LARGEST = 50_000_000  # bytes


def of_games(
    games: Sequence[PlayedGame], looked: Callable[[int, int], None] = lambda done, all: None
) -> dict[str, Marks]:
    """The marks of these games by file. `looked` is called before each new game with how many are done, and may raise
    to stop.

    What was computed until then is kept.
    """
    known = _kept().read()
    found: dict[str, Marks] = {}
    new: list[PlayedGame] = []
    for game in games:
        marks = _read_marks(known.get(game.path), game)
        if marks is None:
            new.append(game)
        else:
            found[game.path] = marks
    try:
        for done, game in enumerate(new):
            looked(done, len(new))
            found[game.path] = _worked_out(game)
    finally:
        if new:
            stamps = {game.path: game for game in games}
            others = {path: entry for path, entry in known.items() if path not in stamps and os.path.exists(path)}
            new_ones = {path: [stamps[path].size, stamps[path].when, marks] for path, marks in found.items()}
            _kept().write(others | new_ones)
    return found


def plug(game: str) -> Callable[[Any], Marks] | None:
    """The function that finds a game's marks, or None if the game has none."""
    from importlib import import_module
    from importlib.util import find_spec

    from core import games

    # A log may name anything as its game, even what is no folder of ours.
    if game not in games.names() or find_spec(f"core.{game}.highlights") is None:
        return None
    marks: Callable[[Any], Marks] = import_module(f"core.{game}.highlights").marks
    return marks


def _worked_out(game: PlayedGame) -> Marks:
    from core.log import read
    from core.read_only_log import Reading
    from core.table import Table

    marks = plug(game.game)
    if marks is None:
        return {}
    try:
        return marks(Table(Reading(read(game.path).records)).steps)
    except Exception:  # whatever is in this log, the other games must be counted
        return {}


def _kept() -> KeptResults:
    return KeptResults(paths.statistics_file(), "games", VERSION, LARGEST)


def _read_marks(entry: Any, game: PlayedGame) -> Marks | None:
    """The kept marks of a game, if they belong to the file as it is now and are well-formed; otherwise None."""
    if not (isinstance(entry, list) and len(entry) == 3 and entry[:2] == [game.size, game.when]):
        return None
    marks = entry[2]
    good = isinstance(marks, dict) and all(
        isinstance(values, list) and len(values) == len(game.seats) and all(isinstance(one, int) for one in values)
        for values in marks.values()
    )
    return marks if good else None
