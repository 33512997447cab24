"""What a session wants done. It does nothing itself: a shell with sockets, or a simulator, carries these out in order.

Whatever was signed is stored before the call that returns these actions returns, hence before anything is sent.
"""

from __future__ import annotations

from typing import NamedTuple

from net.messages import Message
from net.session.notices import Notice


class Send(NamedTuple):
    link: int
    message: Message


class Close(NamedTuple):
    """Send what was handed over before, then close."""

    link: int
    reason: str


class Dial(NamedTuple):
    """Connect to this seat (None: to the table we came to), then call `opened`, or `undialed` if nobody answers."""

    seat: int | None
    key: bytes | None
    address: str = ""  # empty: as it was reached before
    port: int = 0


class Tell(NamedTuple):
    """For the people in front of this program."""

    notice: Notice


Action = Send | Close | Dial | Tell
