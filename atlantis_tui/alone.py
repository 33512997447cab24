"""A game played together whose other players do not come back: gone on with against bots, as a game of one's own."""

from __future__ import annotations

from atlantis_tui.eyes import own_seat
from atlantis_tui.once_more import play_on
from atlantis_tui.tables import CannotOpen, is_played_together, why_not
from atlantis_tui.words import _
from core.chance import SeededDealer
from core.log import FileLog, LogError
from core.reading import Reading
from core.table import Table, TableError


def alone(path: str) -> str:
    """The new file of a game from this position on, in which bots play for all others. Raises CannotOpen.

    The game it comes from stays as it is, and all can still go on with it. Nobody can do this in a game that is just
    being played: it would show what is to come.
    """
    try:
        with FileLog.open(path) as log:
            if not is_played_together(log.records[0].body):
                raise CannotOpen(_("{path} is a game of your own: leave --alone out.").format(path=path))
            if log.records[-1].kind == "end":
                raise CannotOpen(_("{path} is over: look at it with atlantis log show {path}.").format(path=path))
            table = Table(Reading(log.records))
    except (LogError, TableError) as error:
        raise CannotOpen(why_not(error, path)) from error
    seat = own_seat(table)
    if seat is None or not isinstance(table.dealer, SeededDealer):
        raise CannotOpen(_("You do not play in {path}: only its players can go on with it.").format(path=path))
    return play_on(table, seat, len(table.steps), str(table.dealer.seed))
