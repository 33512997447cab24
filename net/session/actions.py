"""What a session wants done. It does nothing itself: a program with sockets, or the simulator, carries these actions
out in order.

Entries, shares and votes for a host are on the disk before the call that returns these actions returns, and so before
anybody sends them.
"""

from __future__ import annotations

from typing import NamedTuple

from net.messages import Message
from net.session.notices import Notice


class Send(NamedTuple):
    """Send a message over a link."""

    link: int
    message: Message


class Close(NamedTuple):
    """Send everything that was handed over before, then close the link."""

    link: int
    reason: str


NO_SEAT = -1  # in Dial: somebody who was at our table and need not have a seat


class Dial(NamedTuple):
    """Connect to this seat (None: to the table we came to). Then call `opened`, or `undialed` if nobody answers."""

    seat: int | None
    key: bytes | None
    address: str = ""  # empty: the address that worked before
    port: int = 0


class Tell(NamedTuple):
    """Tell the person at this program."""

    notice: Notice


Action = Send | Close | Dial | Tell
