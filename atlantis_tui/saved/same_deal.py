"""Play a game again with the same deal: from its beginning, or from a point in the middle."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from atlantis_tui.saved import seats
from atlantis_tui.saved.branch_lock import why_shut
from atlantis_tui.saved.game_files import CannotOpenGame, create, is_played_together, new_table
from atlantis_tui.saved.perspective import own_seat
from atlantis_tui.text.translation import _
from core.bots import usual_level
from core.chance import SeededDealer
from core.log import FileLog, LogError
from core.table import Table, header


def seed_of(table: Table) -> str:
    """The seed of a finished game, also of a network game. Raises CannotOpenGame if nobody may know it."""
    if why := why_shut(table):
        raise CannotOpenGame(why)
    if not table.over:
        raise CannotOpenGame(_("That game is not over: its deal can be played again when it is."))
    if not isinstance(table.dealer, SeededDealer):
        raise CannotOpenGame(_("That game was only watched: its deal is known to those who played."))
    seed = table.dealer.seed
    return seed if isinstance(seed, str) else seed.hex()


def same_deal(table: Table) -> Table:
    """A new game with the seats, the rules and the deal of a finished one. Raises CannotOpenGame.

    In the new game, bots take the places of the persons who played at other computers.
    """
    who = list(table.seats)
    about = table.log.records[0].body
    if is_played_together(about):
        own = own_seat(table)
        who = network_table(
            table, next(n for n, spec in enumerate(who) if seats.is_person(spec)) if own is None else own
        )
    return new_table(table.game, who, about["options"], seed_of(table))


def play_on(table: Table, seat: int, at: int, dealer: Mapping[str, Any] | None = None) -> str:
    """Write a new game in which all moves before the step `at` are made and bots play the other seats; returns its
    path. Raises CannotOpenGame.

    The original game stays as it is. `dealer` goes into the new header where not everybody may know the seed.
    """
    from atlantis_tui.text.errors import sentence

    seed = seed_of(table) if dealer is None else table.seed
    options = table.log.records[0].body["options"]
    about = header(table.game, network_table(table, seat), options, seed)
    if dealer is not None:
        about["dealer"] = dict(dealer)
    path = ""
    try:
        with create(table.game.name, seed, None, about) as log:
            path = log.path
        with FileLog.open(path, sync=False) as log:  # one sync when the file is closed is enough
            again = Table(log)
            for number, step in enumerate(table.steps[1:at], 1):
                if len(again.steps) == number:  # otherwise the step left no choice, so the table has played it already
                    assert step.seat is not None
                    assert step.move is not None
                    again.play(step.seat, step.move)
    except LogError as error:
        if path:
            with suppress(OSError):
                os.unlink(path)
        raise CannotOpenGame(sentence(error, path)) from error
    return path


def network_table(table: Table, seat: int) -> list[str]:
    """The seats of the new game: one person stays, bots replace the other persons, and bots stay as they are."""
    bot = f"bot:{usual_level(table.game)}"
    who = [bot if seats.is_person(spec) else spec for spec in table.seats]
    who[seat] = table.seats[seat] if seats.is_person(table.seats[seat]) else "you"
    return who
