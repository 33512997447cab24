"""Games on the disk: begin one, resume one, and list the unfinished ones.

Nothing here imports `core` before it is needed, because the menu is painted first.
"""

from __future__ import annotations

import os
import time

from atlantis_tui.games import face, usual_players
from atlantis_tui.saved import paths, seats
from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # importing typing would slow down the start
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from atlantis_tui.saved.game_names import NetworkGameName
    from core.game import Game
    from core.log import FileLog, Peek
    from core.table import Table

ENDING = paths.GAME
# files with these errors are no games, so lists skip them
NO_GAME = ("not_a_log", "no_header", "is_directory", "not_found")
WORDS = ("CORAL", "FOAM", "GULL", "KELP", "PEARL", "REEF", "SAND", "SHELL", "SQUID", "STORM", "TIDE", "WAVE")
SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # no two of them look alike


class CannotOpenGame(Exception):
    """A game cannot be begun or resumed. The message says why in one sentence."""

    damaged = False  # whether `salvage_table` can go on from the last good record


class UnfinishedGame:
    """An unfinished game, as far as the first and the last record tell; `look_into` finds the rest."""

    turn = 0
    points: tuple[int, ...] = ()  # by seat; empty if the game counts no points before its end
    asked: int | None = None  # the seat whose turn it is
    known = False  # whether turn, points and asked have been found
    together = False  # a network game
    damaged = False  # some moves cannot be read; the good ones can be played on
    name: NetworkGameName | None = None  # what a network game is called
    own: int | None = None  # our seat in a network game

    def __init__(self, path: str, when: float, game: str, who: Sequence[str], trouble: str = "") -> None:
        self.path, self.when, self.game, self.seats = path, when, game, list(who)
        self.trouble = trouble  # why the game cannot be resumed

    @property
    def you(self) -> int | None:
        """The seat of the person at this keyboard, if exactly one person plays."""
        people = [number for number, seat in enumerate(self.seats) if seats.is_person(seat)]
        return people[0] if len(people) == 1 else None

    def look_into(self) -> None:
        """Replay the game to its last move. This takes a moment, so do it while nobody waits."""
        from core.log import Corrupt, read
        from core.read_only_log import Reading
        from core.table import Table

        try:
            found = read(self.path)
            self.damaged = isinstance(found.damage, Corrupt)
            state = Table(Reading(found.records)).view(None)
        except Exception as error:  # the list of games must appear, whatever is in the file
            self.trouble = self.trouble or why_not(error, self.path)
        else:
            self.turn, self.asked = state.turn, state.to_move
            told = getattr(face("text", self.game), "standing", None)
            self.points = tuple(told(state)) if told is not None else ()
        self.known = True


def new_seed() -> str:
    """A random seed that people can say aloud."""
    chance = os.urandom(4)
    return WORDS[chance[0] % len(WORDS)] + "-" + "".join(SIGNS[byte % len(SIGNS)] for byte in chance[1:])


def usual_seats(game: str, name: str = "") -> list[str]:
    """The seats of a game that one key begins: you, and bots up to the usual number of players."""
    from core import games
    from core.bots import usual_level

    level = usual_level(games.load(game))
    you = f"you:{name}" if name else "you"
    return [you, *[f"bot:{level}"] * (usual_players(game) - 1)]


def new_table(
    game: str | Game,
    who: Sequence[str],
    options: Mapping[str, Any] | None = None,
    seed: str | None = None,
    path: str | None = None,
) -> Table:
    """Begin a game in a new file; raises CannotOpenGame."""
    from core import games
    from core.game import GameError
    from core.log import LogError
    from core.table import Table, header

    try:
        played = games.load(game) if isinstance(game, str) else game
        seats.check_seats(who, played, seats.LONGEST_KEPT)
        seed = seed or new_seed()
        return Table(create(played.name, seed, path, header(played, who, options or {}, seed)))
    except (GameError, LogError) as error:
        raise CannotOpenGame(why_not(error, path or "")) from error
    except seats.BadSeats as bad:
        raise CannotOpenGame(str(bad)) from bad


def create(game: str, seed: str, path: str | None, about: dict[str, Any]) -> FileLog:
    """Create the file of a new game: at `path`, or else under a free name in the folder of games."""
    from core.log import FileLog, LogError

    if path is not None:
        return FileLog.create(path, about)
    safe = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in seed)[:24].strip("-")
    first = os.path.join(paths.games_dir(), "-".join(filter(None, (game, time.strftime("%Y-%m-%d-%H%M%S"), safe))))
    number = 1
    while True:
        try:
            return FileLog.create(first + (f"-{number}" if number > 1 else "") + ENDING, about)
        except LogError as error:
            if error.reason != "exists":
                raise
        number += 1


def resume_table(path: str) -> tuple[Table, str]:
    """Resume a game. Returns its table, and a notice if the end of the file was cut off; raises CannotOpenGame."""
    from core.log import FileLog

    return _sat_down(lambda: FileLog.open(path), path)


def salvage_table(path: str) -> tuple[Table, str]:
    """Resume a damaged game from its last good record in a new file. Returns table, notice. Raises CannotOpenGame."""
    from core.log import FileLog

    stem = path.removesuffix(ENDING)
    number = 1
    while os.path.lexists(new := f"{stem}-saved{number if number > 1 else ''}{ENDING}"):
        number += 1
    table, _notice = _sat_down(lambda: FileLog.salvage(path, new), path)
    return table, _("The game goes on in {new}; the damaged file stays as it is.").format(new=new)


def list_unfinished() -> list[UnfinishedGame]:
    """All unfinished games, newest first. Files that are no games are left out; damaged games are not."""
    from atlantis_tui.saved.game_names import of_header
    from atlantis_tui.saved.perspective import seat_of

    found = []
    for path, when, ends in both_ends():
        if isinstance(ends, str):
            found.append(UnfinishedGame(path, when, "", [], ends))
            continue
        if ends.last.kind == "end":
            continue
        about = ends.header.body if isinstance(ends.header.body, dict) else {}
        game, who = about.get("game"), about.get("seats")
        if isinstance(game, str) and isinstance(who, list) and all(isinstance(seat, str) for seat in who):
            found.append(UnfinishedGame(path, when, game, who))
            found[-1].together = is_played_together(about)
            if found[-1].together:
                found[-1].own = seat_of(about)
                found[-1].name = of_header(path, when, about, found[-1].own)
    return found


def newest_finished() -> str | None:
    """The file of the finished game that was played last."""
    ended = (path for path, _when, ends in both_ends() if not isinstance(ends, str) and ends.last.kind == "end")
    return next(ended, None)


def both_ends() -> Iterator[tuple[str, float, Peek | str]]:
    """For every kept game, newest first: its path, when it last changed, and its first and last record. If those
    cannot be read, a sentence says why instead. Files that are no games are left out."""
    from core.log import LogError, peek

    try:
        files = newest_first()
    except OSError:
        return
    for changed, path in files:
        try:
            yield path, changed / 10**9, peek(path)
        except LogError as error:
            if error.reason not in NO_GAME:
                yield path, changed / 10**9, why_not(error, path)


def in_short(said: str, path: str) -> str:
    """Shorten paths in a sentence to the file's name, because a screen has no room for the folder."""
    return said.replace(os.path.dirname(os.path.realpath(path)) + os.sep, "")


def is_played_together(about: Any) -> bool:
    """Whether this is the header of a network game."""
    dealer = about.get("dealer") if isinstance(about, dict) else None
    return isinstance(dealer, dict) and dealer.get("kind") == "joint"


def before_moves(about: Any) -> int:
    """How many records come before the first move: header and deal, and in a network game those that made the deal."""
    return 5 if is_played_together(about) else 2


def together(path: str) -> str:
    """Why one program cannot resume a network game alone: the others must agree to every record."""
    return _(
        "{path} is played together with others: go on with it with atlantis host --resume {path}, "
        "or against bots with atlantis resume {path} --alone."
    ).format(path=path)


def has_games() -> bool:
    """Whether any game is kept, finished or not. True if the folder cannot be read."""
    try:
        return bool(newest_first())
    except OSError:
        return True


def newest_first() -> list[tuple[int, str]]:
    """The kept games, newest first: when each last changed, in nanoseconds, and its path. May raise OSError."""
    try:
        with os.scandir(paths.games_dir()) as entries:
            return sorted(((_changed(one), one.path) for one in entries if one.name.endswith(ENDING)), reverse=True)
    except FileNotFoundError:
        return []


def _changed(entry: os.DirEntry[str]) -> int:
    try:
        return entry.stat().st_mtime_ns
    except OSError:  # a symbolic link that leads nowhere
        return entry.stat(follow_symlinks=False).st_mtime_ns


def _sat_down(open_log: Any, path: str) -> tuple[Table, str]:
    from atlantis_tui.saved.branch_lock import open_in_time
    from atlantis_tui.saved.trust import distrust
    from core.game import GameError
    from core.log import LogError
    from core.table import Table, TableError

    log: FileLog | None = None
    try:
        log = open_log()
        assert log is not None
        if is_played_together(log.records[0].body) and log.records[-1].kind != "end":
            log.close()
            raise CannotOpenGame(together(path))
        if forged := distrust(log.records, path):
            log.close()
            raise CannotOpenGame(forged)
        table = Table(log)
        open_in_time(table)
        seats.check_seats(table.seats, table.game, seats.LONGEST_KEPT)
    except (LogError, TableError, GameError, seats.BadSeats) as error:
        if log is not None:
            log.close()
        wrong = CannotOpenGame(why_not(error, path))
        wrong.damaged = isinstance(error, LogError) and error.reason == "corrupt" and error.params["good"] > 0
        raise wrong from error
    return table, torn(log)


def torn(log: FileLog) -> str:
    """What happened to the file's torn end when it was opened; "" if it was whole."""
    if log.torn is None:
        return ""
    return _("The end of the file was torn off in mid-writing; it was cut, and a copy is in {kept}.").format(
        kept=log.torn.kept
    )


def why_not(error: Exception, path: str) -> str:
    """Why the game in this file cannot be resumed."""
    from atlantis_tui.text.errors import sentence
    from core.game import GameError
    from core.log import LogError
    from core.table import TableError

    if isinstance(error, seats.BadSeats):
        return _("{path} cannot be played on here: {reason}").format(path=path, reason=str(error))
    if isinstance(error, LogError | TableError | GameError):
        return sentence(error, path)
    return _("{path} cannot be read.").format(path=path)
