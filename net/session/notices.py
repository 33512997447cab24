"""What a session tells its screens: plain values, from which sentences are made elsewhere."""

from __future__ import annotations

from typing import Any, NamedTuple


class LobbyChanged(NamedTuple):
    """`session.table` is new."""


class Joined(NamedTuple):
    seat: int | None  # None: we watch


class NotJoined(NamedTuple):
    reason: str


class Begun(NamedTuple):
    """A game has its header; the deal follows."""

    gid: bytes


START_REASONS = ("left", "abandoned", "not_agreed", "share_lost", "missing_reply", "broken_promise")


class StartFailed(NamedTuple):
    """Back to the lobby. `blamed` ended it, as we know ourselves; `said` did, as the host says; None: nobody did wrong.

    `times`: so many starts has that person ended this evening after the shares were out; 0: they were not yet. `name`
    is what that person was called: the seat may be another's by now.
    """

    reason: str
    blamed: int | None
    said: int | None = None
    times: int = 0
    name: str = ""


class Applied(NamedTuple):
    """One more entry stands."""

    n: int
    kind: str
    seat: int | None


class YourTurn(NamedTuple):
    n: int  # the number the answer will have
    seat: int


class BotAsked(NamedTuple):
    """A seat that this program plays for is asked: answer with `play_for`."""

    n: int
    seat: int


class MoveLost(NamedTuple):
    """The position changed before our move was in: choose again."""

    seat: int


class LinksChanged(NamedTuple):
    """`session.people()` is new."""


class Asked(NamedTuple):
    """A question to this person: answer with `answer(hash, yes)`."""

    hash: bytes
    kind: str  # back or proxy
    seat: int  # whose move is to be taken back, or who is away
    other: int  # the record to return to, or who would play


class Agreed(NamedTuple):
    """A question is settled: agreed, refused (by `seat`), stale, withdrawn or late.

    A take-back comes to nothing as stale, without a hash, if somebody moved before it: all the same whether it was
    free or all had agreed.
    """

    hash: bytes
    kind: str
    result: str
    seat: int | None


class HostChanged(NamedTuple):
    term: int
    seat: int


class SetAside(NamedTuple):
    """Entries that no longer count, because a new host was agreed on before them. A copy is kept."""

    n: int
    entries: int


class Said(NamedTuple):
    seat: int | None
    name: str
    text: str


class LeftOut(NamedTuple):
    """The host has sent more lines of chat than all at the table can have said: so many of them were not told."""

    lines: int


class Over(NamedTuple):
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class RematchWanted(NamedTuple):
    seats: tuple[int, ...]  # who wants one


class Misbehaved(NamedTuple):
    """What came from this seat (None: from somebody who only watches, or has no seat) is refused.

    `blamed` is who can be shown to have done wrong, which need not be who sent it. `proof` are signed entries, each
    followed by its signature. With the verdict "fork", `blamed` has signed two; who told us of that is honest, mostly.
    """

    seat: int | None
    verdict: str
    blamed: int | None
    proof: tuple[bytes, ...] = ()


class Desynced(NamedTuple):
    """Our position was not what our log leads to. `going_on`: it is rebuilt, and play continues with that."""

    report: dict[str, Any]
    going_on: bool


class Stopped(NamedTuple):
    """This game cannot go on here; the log is kept. desync, fork, split, promises, storage, full or gone."""

    reason: str
    blamed: int | None


Notice = (
    LobbyChanged
    | Joined
    | NotJoined
    | Begun
    | StartFailed
    | Applied
    | YourTurn
    | BotAsked
    | MoveLost
    | LinksChanged
    | Asked
    | Agreed
    | HostChanged
    | SetAside
    | Said
    | LeftOut
    | Over
    | RematchWanted
    | Misbehaved
    | Desynced
    | Stopped
)
