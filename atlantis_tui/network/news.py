"""What a shell tells its front beside the notices of the session."""

from __future__ import annotations

from typing import NamedTuple

from net.refusal import Refusal
from net.session.notices import Notice


class CodeChanged(NamedTuple):
    """Somebody guessed too often, or we have just become host: this is the code now."""

    code: str
    guessed: bool


class TurnedAway(NamedTuple):
    """Somebody came to our door and did not get in."""

    address: str
    why: Refusal


class HostLost(NamedTuple):
    """The link to the host is gone; it is looked for."""

    why: Refusal


class HostFound(NamedTuple):
    """And is there again."""


class Undiscovered(NamedTuple):
    """Tables near us can be neither found nor told of just now; None: they can again."""

    trouble: str | None


class BotTrouble(NamedTuple):
    seat: int
    reason: str
    params: dict[str, object]


class TableEnded(NamedTuple):
    """There is nothing more to come: we have no place at this table any more, or never got one."""

    why: Refusal


class LineTyped(NamedTuple):
    """A line of the person at the keyboard; None: there will be no more."""

    line: str | None


class TimePassed(NamedTuple):
    """A few seconds."""


News = (
    Notice
    | LineTyped
    | TimePassed
    | CodeChanged
    | TurnedAway
    | HostLost
    | HostFound
    | Undiscovered
    | BotTrouble
    | TableEnded
)
