"""What pressing ready stands for: this game by these rules, this host, these people in these seats, and one start.

Whoever is ready gives a fresh nonce and signs only a header that holds it. So the nonce is the pledge. It ends when a
signature spends it, when its person is no longer ready, when the host shows another table, and with the link over which
it was given: the host's program may have been started again since, and knows nothing of it. Somebody who
sits down on a seat that was shown open changes nothing: that is what an open seat is for.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from net.messages import Lobby
from net.opening import Bot, Roster


class Pledge(NamedTuple):
    """As a guest: one press of ready that still stands. `Starting` owns it."""

    nonce: bytes
    table: Lobby  # as the host showed it last while the pledge stood
    link: int  # the link over which the pledge was given

    def after(self, table: Lobby, own_key: bytes) -> Pledge | None:
        """The pledge after the host shows the table anew; None if it no longer stands."""
        before = self.table
        same = (before.rev, before.game, before.options, before.host) == (
            table.rev,
            table.game,
            table.options,
            table.host,
        )
        if not same or len(before.seats) != len(table.seats):
            return None
        for was, now in zip(before.seats, table.seats, strict=True):
            sat_down = was[0] == "open" and now[0] == "person"
            if was[:4] != now[:4] and not sat_down:
                return None
        if _is_ready(before, own_key) and not _is_ready(table, own_key):
            return None  # the host no longer counts us as ready, and our person sees that
        return self._replace(table=table)


def _is_ready(table: Lobby, key: bytes) -> bool:
    return any(row[3] == key and row[4] for row in table.seats)


def seats_of(roster: Roster) -> list[tuple[Any, ...]]:
    """Who sits where in a header, in the form of LOBBY's rows: who, name, level, key."""
    return [
        ("bot", "", one.level, None) if isinstance(one, Bot) else ("person", one.name, None, one.key)
        for one in roster.seats
    ]
