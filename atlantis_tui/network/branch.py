"""Continue a network game alone, against bots, when the other players do not come back.

The cards are those of a game that the others may still play. So this needs the game's own file, and nobody else may
have the game open. The cards stay shut for a day (saved/branch_lock.py).
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from atlantis_tui.saved.game_files import CannotOpenGame, is_played_together, why_not
from atlantis_tui.saved.perspective import own_seat
from atlantis_tui.saved.same_deal import play_on
from atlantis_tui.saved.trust import complaint, judge
from atlantis_tui.text.translation import _
from core.chance import SeededDealer
from core.dealers import branch, game_id
from core.log import FileLog, LogError
from core.read_only_log import Reading
from core.table import Table, TableError

if TYPE_CHECKING:
    from collections.abc import Collection

    from atlantis_tui.network.files import NetworkGameFiles

Result = TypeVar("Result")

AWAY_SECONDS = 600  # how long after the last record, unless all the others have said that they leave


class CannotGoOnAlone(CannotOpenGame):
    """Nobody goes on with this game alone now. `on_screen` says why to somebody who knows no files."""

    def __init__(self, why: str, on_screen: str) -> None:
        super().__init__(why)
        self.on_screen = on_screen


class AloneGame(NamedTuple):
    """A game that its player may go on with, if the others do not have it open."""

    gid: bytes
    table: Table
    seat: int
    others: dict[bytes, str]  # names by key
    last: int  # when the last record was made

    def branch(self) -> str:
        """Write the new game from this position on; returns its path."""
        dealer = branch(str(self.table.dealer.seed), self.gid, self.last)  # type: ignore[attr-defined]
        return play_on(self.table, self.seat, len(self.table.steps), dealer)


def alone(path: str, *, discovers: bool = True, tell: Callable[[str], None] = print) -> str:
    """Write a new game from this position on, with bots for all others; returns its path. Raises CannotOpenGame.

    The original game stays as it is, and all can still continue it, only not while we look for the others. `discovers`:
    whether to look at the tables near us too. `tell` hears what we are waiting for.
    """
    return asyncio.run(go_on_alone(path, discovers=discovers, tell=tell))


async def go_on_alone(path: str, *, discovers: bool = True, tell: Callable[[str], None] = print) -> str:
    """The same for a program that goes on meanwhile. Cancelling it leaves no new game behind."""
    from atlantis_tui.network.others_online import still_on

    try:
        last = last_change(path)
        with await _surely(lambda: FileLog.open(path), FileLog.close) as log:
            game = await asyncio.to_thread(_playable, log, path, last)
            if game.others:
                tell(_("Looking whether anybody still has this game on …"))
                if on := await still_on(game.gid, game.others, discovers=discovers):
                    raise CannotGoOnAlone(on.text, on.on_screen)
            return await _surely(game.branch, _delete)
    except LogError as error:
        raise CannotOpenGame(why_not(error, path)) from error


async def _surely(work: Callable[[], Result], undo: Callable[[Result], None]) -> Result:
    """What a thread brings about. If we are cancelled meanwhile, it is undone, as nobody else would hear of it."""
    task = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        with suppress(Exception):
            undo(await task)
        raise


def _delete(path: str) -> None:
    with suppress(OSError):
        os.unlink(path)


def free_from(files: NetworkGameFiles, gid: bytes, others: Collection[bytes], last: int) -> int:
    """From when on, in seconds since 1970, a player may go on alone; 0 if all the others have said that they leave.
    `last` is when the last record was made."""
    return 0 if files.left(gid).issuperset(others) else last + AWAY_SECONDS


def too_early(path: str, free: int) -> CannotGoOnAlone | None:
    """Why it is too early to go on alone, or None if it is not."""
    if time.time() >= free:
        return None
    clock = time.strftime("%H:%M", time.localtime(free))
    return CannotGoOnAlone(
        _(
            "The others may come back to {path}: wait until {time}, or go on with it together with "
            "atlantis host --resume {path}."
        ).format(path=path, time=clock),
        _("The others may come back: from {time} on you can go on against bots.").format(time=clock),
    )


def last_change(path: str) -> int:
    """When the last record was made, as far as the file tells; in doubt later. A copied or touched file is of today."""
    try:
        about = os.stat(path)
    except OSError:
        return 0  # opening the file will say why
    return int(max(about.st_mtime, about.st_ctime))


def _own_game(log: FileLog, path: str) -> bytes:
    """The id of the game. Raises CannotOpenGame unless we play it in this file and it is not over."""
    from atlantis_tui.network.files import why_only_a_copy

    header = log.records[0]
    if not is_played_together(header.body):
        raise CannotOpenGame(_("{path} is a game of your own: leave --alone out.").format(path=path))
    if log.records[-1].kind == "end":
        raise CannotOpenGame(_is_over(path))
    gid = game_id(header)
    if why := why_only_a_copy(path, gid):
        raise CannotOpenGame(why)
    return gid


def _is_over(path: str) -> str:
    return _("{path} is over: look at it with atlantis log show {path}.").format(path=path)


def _sound_table(log: FileLog, path: str) -> Table:
    unfit: TableError | None = None
    try:
        table = Table(Reading(log.records))
    except TableError as error:
        unfit = error
    verdict = judge(log.records, unfit)
    if not verdict.holds:
        raise CannotOpenGame(complaint(verdict, path))
    if unfit is not None:
        raise CannotOpenGame(why_not(unfit, path)) from unfit
    if table.over:
        raise CannotOpenGame(_is_over(path))
    return table


def _playable(log: FileLog, path: str, last: int) -> AloneGame:
    """The game, if all the others have left, or have been away for long. Raises CannotOpenGame."""
    from atlantis_tui.network.files import NetworkGameFiles
    from atlantis_tui.saved import seats

    gid = _own_game(log, path)
    table = _sound_table(log, path)
    seat = own_seat(table)
    if seat is None or not isinstance(table.dealer, SeededDealer):
        raise CannotOpenGame(_("You do not play in {path}: only its players can go on with it.").format(path=path))
    keys = table.log.records[0].body["net"]["keys"]
    names = seats.names(table.seats)
    others = {key: names[number] for number, key in enumerate(keys) if key is not None and number != seat}
    if others and (early := too_early(path, free_from(NetworkGameFiles(), gid, others, last))) is not None:
        raise early
    return AloneGame(gid, table, seat, others, last)
