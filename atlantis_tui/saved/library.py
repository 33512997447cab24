"""All games on the disk, finished and not: list them, rename them, throw them away, take them back from the trash.

Only the first and the last record of each file are read, so hundreds of games appear at once. A file that somebody
copied here by hand is a game like any other. A file that cannot be read is listed with the reason.
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
from atlantis_tui.saved.game_names import NetworkGameName, given_name, of_header, stem_for
from atlantis_tui.saved.game_notes import keep_note, note_of
from atlantis_tui.saved.perspective import seat_of, with_you
from atlantis_tui.text.sentences import quoted
from atlantis_tui.text.translation import _

TRASH = "trash"
KEPT = 30 * 86_400  # how many seconds a game stays in the trash at least
LONGEST = 60  # characters in a name
PROMISES = "promises"
# Files that belong to a game and move along with it: "game.atl.places". Of some there are several: "game.atl.aside-2".
_BESIDE = re.compile(rf"\.(places|left|table|talk|note|{PROMISES}|evidence|aside|damaged)(-\d+)?")


class CannotChangeGame(Exception):
    """Something cannot be done with a game. The message says why in one sentence."""


class ListedGame(NamedTuple):
    """A game, as far as the first and the last record of its file tell."""

    path: str
    when: float
    game: str = ""
    names: tuple[str, ...] = ()
    own: int | None = None  # the seat of the person at this computer
    finished: bool = False
    scores: tuple[int, ...] = ()  # by seat, of a finished game
    winners: tuple[int, ...] = ()
    together: bool = False  # a network game
    damaged: bool = False
    trouble: str = ""  # why nothing of the game can be shown
    called: NetworkGameName | None = None  # what a network game is called
    note: str = ""  # what somebody wrote on it

    @property
    def stem(self) -> str:
        return os.path.basename(self.path).removesuffix(ENDING)

    @property
    def title(self) -> str:
        """The name that somebody gave the game, or ""."""
        return quoted(given_name(self.stem))

    @property
    def result(self) -> int:
        """For sorting: 2 won, 1 shared or somebody else's game, 0 lost, -1 not over."""
        if not self.finished:
            return -1
        if self.own is None or (self.own in self.winners and len(self.winners) > 1):
            return 1
        return 2 if self.own in self.winners else 0


def list_games() -> list[ListedGame]:
    """All games, newest first. Files that are no games are left out."""
    found = []
    for path, when, ends in both_ends():
        if isinstance(ends, str):
            game = ListedGame(path, when, damaged=True, trouble=ends)
        else:
            game = _listed(path, when, ends.header.body, ends.last.kind, ends.last.body, ends.damage is not None)
        found.append(game._replace(note=note_of(path)))
    return found


def _listed(path: str, when: float, about: Any, kind: str, last: Any, damaged: bool) -> ListedGame:
    who = about.get("seats") if isinstance(about, dict) else None
    game = about.get("game") if isinstance(about, dict) else None
    if not isinstance(game, str) or not isinstance(who, list) or not all(isinstance(seat, str) for seat in who):
        return ListedGame(path, when, damaged=True, trouble=_("{path} cannot be read.").format(path=path))
    finished, own, together = kind == "end", seat_of(about), is_played_together(about)
    names = [quoted(name) for name in seats.names(who)]
    return ListedGame(
        path,
        when,
        quoted(game),
        tuple(with_you(names, own) if together else names),
        own,
        finished,
        _numbers(last, "scores", len(who)) if finished else (),
        _numbers(last, "winners", None) if finished else (),
        together,
        damaged,
        called=of_header(path, when, about, own),
    )


def _numbers(body: Any, name: str, count: int | None) -> tuple[int, ...]:
    """A list of numbers in an end record; () if it is none, or has another length than `count`."""
    given = body.get(name) if isinstance(body, Mapping) else None
    if not isinstance(given, list) or not all(type(number) is int for number in given):
        return ()
    return tuple(given) if count is None or len(given) == count else ()


# Sorting and filtering -----------------------------------------------------------------------------------------------

ORDERS = ("newest", "oldest", "players", "result")


def arranged(games: Sequence[ListedGame], order: str, words: str, told: Mapping[str, str]) -> list[ListedGame]:
    """The games whose text in `told` (by path) contains all words of the filter, in one of the ORDERS."""
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


def rename(game: ListedGame, name: str) -> str:
    """Rename a game, and with it its file, whose name has no blanks. Returns the new path; raises CannotChangeGame."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST or name.startswith(".") or not name.isprintable() or "/" in name:
        raise CannotChangeGame(
            _("That is no name for a file: write up to {most} letters, no slash.").format(most=LONGEST)
        )
    if game.together and not game.finished:
        raise CannotChangeGame(_("The others find this game by its name: rename it when it is over."))
    new = os.path.join(os.path.dirname(game.path), stem_for(name.removesuffix(ENDING)) + ENDING)
    if new == game.path:
        return new
    if os.path.lexists(new):
        raise CannotChangeGame(_("There is a game of that name already: choose another."))
    _move(game.path, new)
    return new


def annotate(game: ListedGame, note: str) -> ListedGame:
    """The game with another note; without words it has none. Raises CannotChangeGame."""
    try:
        keep_note(game.path, note)
    except OSError as error:
        raise CannotChangeGame(_("The note cannot be written: {reason}.").format(reason=error.strerror)) from error
    return game._replace(note=note_of(game.path))


# Throwing away -------------------------------------------------------------------------------------------------------


class TrashedGame(NamedTuple):
    """A game in the trash: where it was, and where it is now."""

    path: str
    trash: str


def throw_away(game: ListedGame) -> TrashedGame:
    """Move a game to the trash, where it stays for some weeks. Raises CannotChangeGame."""
    folder = os.path.join(os.path.dirname(game.path), TRASH)
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except OSError as error:
        raise CannotChangeGame(
            _("{path} cannot be made: {reason}.").format(path=folder, reason=error.strerror)
        ) from error
    _empty(folder)
    stem, number = os.path.join(folder, game.stem), 1
    trash = stem + ENDING
    while os.path.lexists(trash):
        number += 1
        trash = f"{stem}-{number}{ENDING}"
    # The promises of a game that is not over say what we have signed in it. They stay: whoever throws the game away and
    # joins it again gets the log from the others, but without the promises could sign a second entry for one place. A
    # game that is taken back comes to the same place and finds them there.
    _move(game.path, trash, stay=() if game.finished else (f".{PROMISES}",))
    return TrashedGame(game.path, trash)


def take_back(thrown: TrashedGame) -> None:
    """Move a game from the trash back to where it was. Raises CannotChangeGame."""
    if os.path.lexists(thrown.path):
        raise CannotChangeGame(
            _("{path} is there again: the deleted game stays in {trash}.").format(**thrown._asdict())
        )
    _move(thrown.trash, thrown.path)


def _empty(folder: str) -> None:
    """Delete what has been in the trash for long. The time when it got there counts, not the age of the game."""
    now = time.time()
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):
                old = now - entry.stat(follow_symlinks=False).st_ctime > KEPT
                _stem, ending, beside = entry.name.rpartition(ENDING)
                ours = ending and (not beside or _BESIDE.fullmatch(beside))
                if old and ours and entry.is_file(follow_symlinks=False):
                    os.unlink(entry.path)


def _move(path: str, new: str, *, stay: Sequence[str] = ()) -> None:
    """Move a game and the files that belong to it, except those with an ending in `stay`.

    Raises CannotChangeGame if somebody is playing the game just now.
    """
    from core import disk

    fd = -1
    try:
        with suppress(PermissionError):  # nobody can be playing a file that cannot be written
            fd = disk.open_locked(path)
        os.rename(path, new)
        for ending in _endings(path):
            if ending in stay:
                continue
            with suppress(FileNotFoundError):
                os.rename(path + ending, new + ending)
    except OSError as error:
        reason = disk.named(error, path).reason
        if reason == "locked":
            raise CannotChangeGame(_("This game is being played in another window: leave it there first.")) from error
        raise CannotChangeGame(
            _("{path} cannot be moved: {reason}.").format(path=path, reason=error.strerror)
        ) from error
    finally:
        if fd >= 0:
            disk.release(fd)


def _endings(path: str) -> list[str]:
    """What follows the name of this game in the names of the files that belong to it."""
    folder, name = os.path.split(path)
    found = [one.removeprefix(name) for one in os.listdir(folder or os.curdir) if one.startswith(name)]
    return sorted(ending for ending in found if _BESIDE.fullmatch(ending))


def in_folder(text: str) -> str:
    """Take the folder of games, which everybody knows, out of a sentence about a file."""
    return text.replace(os.path.realpath(paths.games_dir()) + os.sep, "").replace(paths.games_dir() + os.sep, "")
