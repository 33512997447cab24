"""All games on the disk, finished and not: listed at a glance, renamed, thrown away and taken back.

Only both ends of each file are read, so hundreds are there at once. A file that was copied here by hand is a game like
any other, and one that cannot be read stands in the list with the reason.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from atlantis_tui.saved import paths, seats
from atlantis_tui.saved.game_files import ENDING, both_ends, is_played_together
from atlantis_tui.saved.perspective import seat_of
from atlantis_tui.text.sentences import quoted
from atlantis_tui.text.translation import _

TRASH = "trash"
KEPT = 30 * 86_400  # seconds that something stays in the trash at least
LONGEST = 60  # letters of a name
BESIDE = (".places", ".left")  # files that go with a game
_OWN_NAME = re.compile(r"([a-z]+-\d{4}-\d\d-\d\d-\d{6}.*|lan-[0-9a-f]{32}(-\d+)?)")


class CannotDo(Exception):
    """Says why in one sentence."""


class Listed(NamedTuple):
    """A game as far as both ends of its file tell."""

    path: str
    when: float
    game: str = ""
    names: tuple[str, ...] = ()
    own: int | None = None  # the seat of whoever sits here
    finished: bool = False
    scores: tuple[int, ...] = ()  # by seat, of a finished game
    winners: tuple[int, ...] = ()
    together: bool = False  # among several programs
    damaged: bool = False
    trouble: str = ""  # why nothing of it can be shown

    @property
    def stem(self) -> str:
        return os.path.basename(self.path).removesuffix(ENDING)

    @property
    def title(self) -> str:
        """The name somebody gave it, or nothing."""
        return "" if _OWN_NAME.fullmatch(self.stem) else quoted(self.stem)

    @property
    def result(self) -> int:
        """For sorting: 2 won, 1 shared or somebody else's game, 0 lost, -1 not over."""
        if not self.finished:
            return -1
        if self.own is None or (self.own in self.winners and len(self.winners) > 1):
            return 1
        return 2 if self.own in self.winners else 0


def list_games() -> list[Listed]:
    """All of them, newest first. Files that are no games at all are passed over."""
    found = []
    for path, when, ends in both_ends():
        if isinstance(ends, str):
            found.append(Listed(path, when, damaged=True, trouble=ends))
        else:
            found.append(_listed(path, when, ends.header.body, ends.last.kind, ends.last.body, ends.damage is not None))
    return found


def _listed(path: str, when: float, about: Any, kind: str, last: Any, damaged: bool) -> Listed:
    who = about.get("seats") if isinstance(about, dict) else None
    game = about.get("game") if isinstance(about, dict) else None
    if not isinstance(game, str) or not isinstance(who, list) or not all(isinstance(seat, str) for seat in who):
        return Listed(path, when, damaged=True, trouble=_("{path} cannot be read.").format(path=path))
    finished = kind == "end"
    return Listed(
        path,
        when,
        quoted(game),
        tuple(quoted(name) for name in seats.names(who)),
        seat_of(about),
        finished,
        _numbers(last, "scores", len(who)) if finished else (),
        _numbers(last, "winners", None) if finished else (),
        is_played_together(about),
        damaged,
    )


def _numbers(body: Any, name: str, count: int | None) -> tuple[int, ...]:
    """A list of numbers in an end record, if it is one."""
    given = body.get(name) if isinstance(body, Mapping) else None
    if not isinstance(given, list) or not all(type(number) is int for number in given):
        return ()
    return tuple(given) if count is None or len(given) == count else ()


# Sorting and filtering -----------------------------------------------------------------------------------------------

ORDERS = ("newest", "oldest", "players", "result")


def arranged(games: Sequence[Listed], order: str, words: str, told: Mapping[str, str]) -> list[Listed]:
    """Those that hold all words of a filter in what is `told` of them, by path; in one of the ORDERS."""
    wanted = words.casefold().split()
    found = [game for game in games if all(word in told[game.path].casefold() for word in wanted)]
    if order == "oldest":
        found.sort(key=lambda game: (game.when, game.path))
    elif order == "players":
        found.sort(key=lambda game: ([name.casefold() for name in game.names], -game.when))
    elif order == "result":
        found.sort(key=lambda game: (-game.result, -game.when))
    return found


# Renaming ------------------------------------------------------------------------------------------------------------


def rename(game: Listed, name: str) -> str:
    """Gives a game another name, which is that of its file; the new path. Raises CannotDo."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST or name.startswith(".") or not name.isprintable() or "/" in name:
        raise CannotDo(_("That is no name for a file: write up to {most} letters, no slash.").format(most=LONGEST))
    if game.together and not game.finished:
        raise CannotDo(_("The others find this game by its name: rename it when it is over."))
    new = os.path.join(os.path.dirname(game.path), name.removesuffix(ENDING) + ENDING)
    if new == game.path:
        return new
    if os.path.lexists(new):
        raise CannotDo(_("There is a game of that name already: choose another."))
    _move(game.path, new)
    return new


# Throwing away -------------------------------------------------------------------------------------------------------


class Thrown(NamedTuple):
    """A game that lies in the trash, and where it was."""

    path: str
    trash: str


def throw_away(game: Listed) -> Thrown:
    """Moves a game to the trash, where it stays for some weeks. Raises CannotDo."""
    folder = os.path.join(os.path.dirname(game.path), TRASH)
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except OSError as error:
        raise CannotDo(_("{path} cannot be made: {reason}.").format(path=folder, reason=error.strerror)) from error
    _empty(folder)
    stem, number = os.path.join(folder, game.stem), 1
    trash = stem + ENDING
    while os.path.lexists(trash):
        number += 1
        trash = f"{stem}-{number}{ENDING}"
    _move(game.path, trash)
    return Thrown(game.path, trash)


def take_back(thrown: Thrown) -> None:
    """Puts a game from the trash where it was. Raises CannotDo."""
    if os.path.lexists(thrown.path):
        raise CannotDo(_("{path} is there again: the deleted game stays in {trash}.").format(**thrown._asdict()))
    _move(thrown.trash, thrown.path)


def _empty(folder: str) -> None:
    """What has been in the trash for long goes; the time of its last move counts, not that of the game."""
    now, ours = time.time(), (ENDING, *(ENDING + ending for ending in BESIDE))
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):
                old = now - entry.stat(follow_symlinks=False).st_ctime > KEPT
                if old and entry.name.endswith(ours) and entry.is_file(follow_symlinks=False):
                    os.unlink(entry.path)


def _move(path: str, new: str) -> None:
    """A game, unless somebody is playing it just now, and the files that go with it."""
    from core import disk

    fd = -1
    try:
        with suppress(PermissionError):  # one that cannot be written to is not being played either
            fd = disk.open_locked(path)
        os.rename(path, new)
        for ending in BESIDE:
            with suppress(FileNotFoundError):
                os.rename(path + ending, new + ending)
    except OSError as error:
        reason = disk.named(error, path).reason
        if reason == "locked":
            raise CannotDo(_("This game is being played in another window: leave it there first.")) from error
        raise CannotDo(_("{path} cannot be moved: {reason}.").format(path=path, reason=error.strerror)) from error
    finally:
        if fd >= 0:
            disk.release(fd)


def in_folder(text: str) -> str:
    """A sentence about a file among the games, without the folder, which everybody knows."""
    return text.replace(os.path.realpath(paths.games_dir()) + os.sep, "").replace(paths.games_dir() + os.sep, "")
