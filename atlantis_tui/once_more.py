"""A game once more from the middle of it: a new one with the same deal, played as it was up to that point."""

from __future__ import annotations

import os
from contextlib import suppress

from atlantis_tui import seats
from atlantis_tui.tables import CannotOpen, create
from core.bots import levels
from core.log import FileLog, LogError
from core.table import Table, header

LEVEL = "normal"  # for those who were there as persons


def play_on(table: Table, seat: int, at: int) -> str:
    """The file of a game in which all moves before the step `at` are made, and the others are bots. Raises CannotOpen.

    The game it comes from stays as it is.
    """
    from atlantis_tui.wording.errors import sentence

    options = table.log.records[0].body["options"]
    about = header(table.game, company(table, seat), options, table.seed)
    path = ""
    try:
        with create(table.game.name, table.seed, None, about) as log:
            path = log.path
        with FileLog.open(path, sync=False) as log:  # one sync at its end is enough
            again = Table(log)
            for step in table.steps[1:at]:
                if not step.forced:
                    assert step.seat is not None
                    assert step.move is not None
                    again.play(step.seat, step.move)
    except LogError as error:
        if path:
            with suppress(OSError):
                os.unlink(path)
        raise CannotOpen(sentence(error, path)) from error
    return path


def company(table: Table, seat: int) -> list[str]:
    """Who sits where: the person of that seat, and bots. Those that were bots already stay what they are."""
    known = levels(table.game)
    bot = f"bot:{LEVEL if LEVEL in known else known[-1]}"
    who = [bot if seats.is_person(spec) else spec for spec in table.seats]
    who[seat] = table.seats[seat] if seats.is_person(table.seats[seat]) else "you"
    return who
