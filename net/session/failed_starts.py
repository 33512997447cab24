"""Starts that failed: who ended each, counted by key for as long as this program sits at tables.

A start that fails before any share is shown gives nobody an advantage: it is told and forgotten. The host shows its own
share when it asks for the others'. From then on, whoever ends the start may have seen a deal that it did not like.
Nobody can be made to go on, so at least everybody learns who ended the start, and how often.

The host knows who did not answer. A guest knows only what the host says (`said`), unless the host alone can have ended
the start: it called the start off, it is back without it, or it says that we have not answered when we have.

A start that its host calls failed never comes back. But where we are merely shown a lobby, because the host was lost or
its program was started again, nobody knows how the start ended: perhaps it was dealt, and others have that. So it is
only set aside. Until we agree to another header we follow it where it was dealt; nobody has seen anything new by then
to choose by.
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
    """As a guest: a start that we have given up and whose reason we do not know yet."""

    roster: Roster
    seat: int  # our own seat
    shown_over: int | None  # the link over which we showed our share


class FailedStarts:
    """The failed starts of this session. The engine owns it."""

    def __init__(self, session: Engine) -> None:
        self._s = session
        self._times: dict[bytes, int] = {}  # by key: starts ended after shares were shown
        self._given_up: dict[bytes, None] = {}  # ids of games that must not come back
        self._aside: dict[bytes, Roster] = {}  # as a guest: starts that we have left, and may have been dealt
        self._counted: dict[bytes, bytes] = {}  # by id of such a start: the key against which we counted it
        self._loose: Loose | None = None  # as a guest: the start that waits for its reason
        self._last: m.FailedStart | None = None  # as the host: for those who were away when we told it

    def times(self, key: bytes | None) -> int:
        """How many starts this person has ended after shares were shown."""
        return self._times.get(key, 0) if key is not None else 0

    def is_given_up(self, gid: bytes) -> bool:
        """Whether this start failed. Such a game never comes back, however much somebody likes its deal."""
        return gid in self._given_up

    def _give_up(self, gid: bytes) -> None:
        self._given_up[gid] = None
        trim(self._given_up, _GIVEN_UP)
        self._aside.pop(gid, None)
        self._counted.pop(gid, None)

    def agreed(self) -> None:
        """We sign or propose a header: no start from before that comes back."""
        for gid in list(self._aside):
            self._give_up(gid)

    def dealt(self, gid: bytes) -> None:
        """This game is dealt for us. If it is a start that was set aside, nobody has ended it: it counts no more."""
        self._aside.pop(gid, None)
        if self._loose is not None and self._loose.roster.gid == gid:
            self._loose = None
        key = self._counted.pop(gid, None)
        if key is not None and key in self._times:
            self._times[key] -= 1

    def _count(self, key: bytes) -> int:
        times = self._times.pop(key, 0) + 1
        self._times[key] = times
        trim(self._times, limits.MOST_KEYS)
        return times

    # The host's side -------------------------------------------------------------------------------------------------

    def tell(self, roster: Roster, reason: str, blamed: int | None, *, shown: bool) -> None:
        """Tells everybody why the start failed. `rejoined` tells those who are away now."""
        s = self._s
        self._give_up(roster.gid)
        times = self._count(roster.keys[blamed]) if shown and blamed is not None else 0
        self._last = m.FailedStart(roster.gid, reason, blamed)
        for peer in s.players():
            s.send(peer, self._last)
        s.tell(StartFailed(reason, blamed, None, times, _name(roster, blamed)))

    def rejoined(self, peer: Peer, gid: bytes | None) -> None:
        """Tells a peer that comes back for the failed game why it failed."""
        if self._last is not None and self._last.gid == gid:
            self._s.send(peer, self._last)

    # A guest's side --------------------------------------------------------------------------------------------------

    def lay_down(self, roster: Roster, seat: int, shown_over: int | None) -> None:
        """We have left this start for a lobby. Its host may still tell us why."""
        self.settle()  # the start before this one: the host has not told us why
        self._aside[roster.gid] = roster
        trim(self._aside, _GIVEN_UP)
        trim(self._counted, _GIVEN_UP)
        self._loose = Loose(roster, seat, shown_over)

    def told(self, peer: Peer, message: m.FailedStart) -> None:
        """FAILED has come: the host tells why a start failed."""
        s = self._s
        if not s.meeting.is_from_host(peer):
            return
        s.starting.leave_off(message.gid)
        aside = self._aside.get(message.gid)
        if aside is not None and peer.key == aside.keys[aside.host]:
            self._give_up(message.gid)
        if self._loose is not None and self._loose.roster.gid == message.gid:
            self.settle(message.reason, message.seat)

    def settle(self, reason: str = "abandoned", said: int | None = None) -> None:
        """Tells our person about the start that we have given up."""
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
            # We did answer. The host can only have missed that if our link broke in between.
            blamed, said = (roster.host if loose.shown_over in self._s.peers else loose.seat), None
            reason = "abandoned" if blamed == roster.host else reason
        ended = said if blamed is None else blamed
        assert ended is not None
        key = roster.keys[ended]
        if roster.gid in self._aside:
            self._counted[roster.gid] = key
        self._s.tell(StartFailed(reason, blamed, said, self._count(key), _name(roster, ended)))


def _name(roster: Roster, seat: int | None) -> str:
    who = None if seat is None else roster.seats[seat]
    return who.name if isinstance(who, Person) else ""
