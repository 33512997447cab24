"""What the runner tells its front (a screen or plain mode) beside the notices of the session."""

from __future__ import annotations

from typing import NamedTuple

from net.refusal import Refusal
from net.session.notices import Notice


class CodeChanged(NamedTuple):
    """The code now: after too many wrong guesses (`guessed`), at the person's wish, or because we became host."""

    code: str
    guessed: bool


class TurnedAway(NamedTuple):
    """Somebody came to our door and did not get in."""

    address: str
    why: Refusal


class HostLost(NamedTuple):
    """The link to the host is gone; we are looking for the host."""

    why: Refusal


class HostFound(NamedTuple):
    """The host is there again."""


class DiscoveryTrouble(NamedTuple):
    """We can neither find nor announce tables just now; None means that we can again."""

    trouble: str | None


class BotTrouble(NamedTuple):
    seat: int
    reason: str
    params: dict[str, object]


class TableEnded(NamedTuple):
    """Nothing more will come: we have lost our place at this table, or never got one."""

    why: Refusal


class LineTyped(NamedTuple):
    """A line from the keyboard; None means that no more will come."""

    line: str | None


class TimePassed(NamedTuple):
    """A few seconds have passed."""


News = (
    Notice
    | LineTyped
    | TimePassed
    | CodeChanged
    | TurnedAway
    | HostLost
    | HostFound
    | DiscoveryTrouble
    | BotTrouble
    | TableEnded
)
