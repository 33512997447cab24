"""Continue a network game alone, against bots, when the other players do not come back.

The cards are those of a game that the others may still play. So this needs the game's own file, and nobody else may
have the game open. The cards stay shut for a day (saved/branch_lock.py).
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

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

AWAY_SECONDS = 600  # how long after the last record, unless all the others have said that they leave


def alone(path: str, *, discovers: bool = True, tell: Callable[[str], None] = print) -> str:
    """Write a new game from this position on, with bots for all others; returns its path. Raises CannotOpenGame.

    The original game stays as it is, and all can still continue it, only not while we look for the others. `discovers`:
    whether to look at the tables near us too. `tell` hears what we are waiting for.
    """
    try:
        last = _last_change(path)
        with FileLog.open(path) as log:
            gid = _own_game(log, path)
            table = _sound_table(log, path)
            seat = own_seat(table)
            if seat is None or not isinstance(table.dealer, SeededDealer):
                raise CannotOpenGame(
                    _("You do not play in {path}: only its players can go on with it.").format(path=path)
                )
            _check_alone(table, seat, gid, path, last, discovers, tell)
            return play_on(table, seat, len(table.steps), branch(str(table.dealer.seed), gid, last))
    except LogError as error:
        raise CannotOpenGame(why_not(error, path)) from error


def _last_change(path: str) -> int:
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


def _check_alone(
    table: Table, seat: int, gid: bytes, path: str, last: int, discovers: bool, tell: Callable[[str], None]
) -> None:
    """Raises CannotOpenGame unless all the others have left, or have been away for long and cannot be found."""
    import asyncio

    from atlantis_tui.network.files import NetworkGameFiles
    from atlantis_tui.network.others_online import still_on
    from atlantis_tui.saved import seats

    keys = table.log.records[0].body["net"]["keys"]
    names = seats.names(table.seats)
    others = {key: names[number] for number, key in enumerate(keys) if key is not None and number != seat}
    if not others:
        return
    free = last + AWAY_SECONDS
    if not NetworkGameFiles().left(gid).issuperset(others) and time.time() < free:
        raise CannotOpenGame(
            _(
                "The others may come back to {path}: wait until {time}, or go on with it together with "
                "atlantis host --resume {path}."
            ).format(path=path, time=time.strftime("%H:%M", time.localtime(free)))
        )
    tell(_("Looking whether anybody still has this game on …"))
    if on := asyncio.run(still_on(gid, others, discovers=discovers)):
        raise CannotOpenGame(on)
