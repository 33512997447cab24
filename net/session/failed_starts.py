"""Starts that came to nothing: whose doing it was, counted by key for as long as this program sits at tables.

Before the shares are shown, a start that fails gives nobody anything: it is told and forgotten. Once the host has shown
its share with the question for the others', whoever ends the start may have seen a deal that it did not like. Nobody
can be made to go on, so the next best is that all know who it was, and how often.

The host knows who did not answer. A guest knows only what the host says (`said`), unless the host itself can be the one
and nobody else: it called the start off, or it is back without it, or it says that we have not answered when we have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from net import messages as m
from net.opening import Person, Roster
from net.session import limits
from net.session.notices import START_REASONS, StartFailed
from net.session.peers import Peer, trim

if TYPE_CHECKING:
    from net.session.engine import Engine

_GIVEN_UP = 1024  # games


class Loose(NamedTuple):
    """As a guest: a start that we have given up, until it is told why."""

    roster: Roster
    seat: int  # ours
    shown_over: int | None  # the link over which we showed our share


class FailedStarts:
    def __init__(self, session: Engine) -> None:
        self._s = session
        self._times: dict[bytes, int] = {}
        self._given_up: dict[bytes, None] = {}
        self._loose: Loose | None = None
        self._last: m.FailedStart | None = None  # as the host: for those who were away when it was told

    def times(self, key: bytes | None) -> int:
        """How many starts this person has ended after the shares were out."""
        return self._times.get(key, 0) if key is not None else 0

    def is_given_up(self, gid: bytes) -> bool:
        """Nobody, however good the deal was, brings such a game back."""
        return gid in self._given_up

    def _give_up(self, gid: bytes) -> None:
        self._given_up[gid] = None
        trim(self._given_up, _GIVEN_UP)

    def _count(self, key: bytes) -> int:
        times = self._times.pop(key, 0) + 1
        self._times[key] = times
        trim(self._times, limits.MOST_KEYS)
        return times

    # The host's side -------------------------------------------------------------------------------------------------

    def tell(self, roster: Roster, reason: str, blamed: int | None, *, shown: bool) -> None:
        """All are told, also those who are away now and come back for that game."""
        s = self._s
        self._give_up(roster.gid)
        times = self._count(roster.keys[blamed]) if shown and blamed is not None else 0
        self._last = m.FailedStart(roster.gid, reason, blamed)
        for peer in s.players():
            s.send(peer, self._last)
        s.tell(StartFailed(reason, blamed, None, times, _name(roster, blamed)))

    def rejoined(self, peer: Peer, gid: bytes | None) -> None:
        if self._last is not None and self._last.gid == gid:
            self._s.send(peer, self._last)

    # A guest's side --------------------------------------------------------------------------------------------------

    def lay_down(self, roster: Roster, seat: int, shown_over: int | None) -> None:
        """The host has this start no more; it may still say why."""
        self.settle()  # another one before it, of which nothing was said
        self._give_up(roster.gid)
        self._loose = Loose(roster, seat, shown_over)

    def told(self, peer: Peer, message: m.FailedStart) -> None:
        s = self._s
        if not s.meeting.is_from_host(peer):
            return
        s.starting.leave_off(message.gid)
        if self._loose is not None and self._loose.roster.gid == message.gid:
            self.settle(message.reason, message.seat)

    def settle(self, reason: str = "abandoned", said: int | None = None) -> None:
        """Tells our person about a start that we have laid down."""
        loose, self._loose = self._loose, None
        if loose is None:
            return
        roster, reason = loose.roster, reason if reason in START_REASONS else "abandoned"
        said = said if said in roster.people else None
        if loose.shown_over is None:
            self._s.tell(StartFailed(reason, None, said, 0, _name(roster, said)))
            return
        blamed = None
        if said is None or said == roster.host:
            blamed, said = roster.host, None
        elif said == loose.seat:
            # We have answered. Only if the line broke in between can the host not know that.
            blamed, said = (roster.host if loose.shown_over in self._s.peers else loose.seat), None
            reason = "abandoned" if blamed == roster.host else reason
        ended = said if blamed is None else blamed
        assert ended is not None
        self._s.tell(StartFailed(reason, blamed, said, self._count(roster.keys[ended]), _name(roster, ended)))


def _name(roster: Roster, seat: int | None) -> str:
    who = None if seat is None else roster.seats[seat]
    return who.name if isinstance(who, Person) else ""
