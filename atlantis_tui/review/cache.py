"""Reviews on the disk: a review is computed only once, and one that was stopped is continued.

A file holds one turn in each line, with a checksum. Its name is a hash of all that the review depends on: the whole
log, the seat, the number of iterations, and the program itself. We trust nothing in it: a line that does not fit the
game is ignored, together with all lines after it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from typing import Any
from zlib import crc32

from atlantis_tui import __version__
from atlantis_tui.saved import paths
from atlantis_tui.saved.branch_lock import why_shut
from atlantis_tui.text.sentences import title
from atlantis_tui.text.translation import _
from core.bots import CHANCE
from core.fields import pack, unpack
from core.frames import pack_record
from core.review import Choice, Reviewed, Turn, view_before
from core.table import Table

ENDING = ".review"
MOST_FILES = 200  # the oldest are deleted; they can be computed again
MOST_BYTES = 1 << 20  # a review has only some thousand bytes


def why_not(table: Table) -> str:
    """Why a game cannot be reviewed; "" if it can."""
    from atlantis_tui.saved.perspective import is_watched
    from core.bots import knowledge

    if why := why_shut(table):
        return why
    if not table.over:
        return _("That game is not over: finish it for a review, and ask for hints meanwhile.")
    if is_watched(table):
        return _("You only watched that game: nobody's cards are known.")
    if knowledge(table.game) is None:
        return _("There is no bot that knows {game} well enough for a review.").format(game=title(table.game.name))
    return ""


class ReviewCache:
    """The file of one review; `found` is what it already holds. If the disk fails, that costs nothing but time."""

    def __init__(self, table: Table, seat: int, turns: Sequence[Turn], iterations: int) -> None:
        self.path = os.path.join(folder(), key(table, seat, iterations) + ENDING)
        self._table, self._seat, self._turns = table, seat, turns
        self._fd = -1
        self._good = 0  # how many bytes of the file are good
        self.found = self._read()

    def add(self, reviewed: Reviewed) -> None:
        """Append one more turn: the next one that was missing."""
        with suppress(OSError):
            if self._fd < 0:
                self._open()
            os.write(self._fd, line(reviewed))

    def close(self) -> None:
        fd, self._fd = self._fd, -1
        if fd >= 0:
            with suppress(OSError):
                os.close(fd)

    def _open(self) -> None:
        os.makedirs(folder(), mode=0o700, exist_ok=True)
        if not os.path.exists(self.path):
            _make_room()
        fd = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NONBLOCK, 0o600)
        try:
            os.ftruncate(fd, self._good)
        except OSError:
            os.close(fd)
            raise
        self._fd = fd

    def _read(self) -> list[Reviewed]:
        try:
            # nonblocking, because anything may lie there under that name, even a pipe
            fd = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK)
            with open(fd, "rb") as file:
                data = file.read(MOST_BYTES)
        except OSError:
            return []
        found: list[Reviewed] = []
        for written in data.splitlines(keepends=True):
            number = len(found)
            reviewed = read_line(written, self._table, self._seat, self._turns[number : number + 1])
            if reviewed is None:
                break
            found.append(reviewed)
            self._good += len(written)
        return found


def folder() -> str:
    """The folder of reviews, beside the logs."""
    return paths.reviews_dir()


def key(table: Table, seat: int, iterations: int) -> str:
    """A hash of all that a review depends on."""
    told = blake2b(digest_size=16, person=b"atlantis-review")
    for record in table.log.records:
        told.update(pack_record(record))
    told.update(f"{len(table.log.records)} {seat} {iterations} {program(table.game.name)}".encode())
    return told.hexdigest()


@cache
def program(game: str) -> str:
    """A hash of all source files that take part in judging a move."""
    import core

    told = blake2b(__version__.encode(), digest_size=16)
    root = os.path.dirname(core.__file__ or "")
    for part in ("", "bots", game):
        with suppress(OSError):
            for name in sorted(os.listdir(os.path.join(root, part))):
                if name.endswith(".py"):
                    with open(os.path.join(root, part, name), "rb") as file:
                        told.update(file.read())
    return told.hexdigest()


# A turn as a line ----------------------------------------------------------------------------------------------------


def line(reviewed: Reviewed) -> bytes:
    """A reviewed turn as a line. The process that reviews writes the same lines."""
    turn, before, choices = reviewed
    told = json.dumps(
        [
            list(turn[:3]),
            before,
            [[at, pack(played), [pack(move) for move in best], *chances] for at, played, best, *chances in choices],
        ],
        separators=(",", ":"),
    ).encode()
    return b"%08x %s\n" % (crc32(told), told)


def read_line(written: bytes, table: Table, seat: int, expected: Sequence[Turn]) -> Reviewed | None:
    """The turn in a line, which must be the first of the `expected` ones; otherwise None."""
    sum_, _blank, told = written.rstrip(b"\n").partition(b" ")
    if not expected or not written.endswith(b"\n") or sum_ != b"%08x" % crc32(told):
        return None
    try:
        return _reviewed(json.loads(told), table, seat, expected[0])
    except (ValueError, TypeError, LookupError, RecursionError):
        return None


def _reviewed(told: Any, table: Table, seat: int, turn: Turn) -> Reviewed:
    """Raises one of many errors if something does not fit. A checksum can be right by chance or on purpose."""
    numbers, before, written = told
    if numbers != list(turn[:3]) or [one[0] for one in written] != list(turn.choices):
        raise ValueError("another turn")
    choices = []
    for at, played, best, *chances in written:
        moves = [unpack(table.game.moves, move) for move in best]
        view = view_before(table, seat, at)
        if pack(table.steps[at].move or ()) != played or view.explain(moves[0] or ()) is not None:
            raise ValueError("another move")
        top, chance = chances
        if not all(type(number) is int for number in chances) or not 0 <= chance <= top <= CHANCE:
            raise ValueError("no chance")
        line_of_play = tuple(move for move in moves if move is not None)
        choices.append(Choice(at, table.steps[at].move or (), line_of_play, top, chance))
    if type(before) is not int or not 0 <= before <= CHANCE:
        raise ValueError("no chance")
    return Reviewed(turn, before, tuple(choices))


def _make_room() -> None:
    with os.scandir(folder()) as entries:
        files = sorted((entry.stat().st_mtime_ns, entry.path) for entry in entries if entry.name.endswith(ENDING))
    for _when, path in files[: max(0, len(files) - MOST_FILES + 1)]:
        with suppress(OSError):
            os.unlink(path)
