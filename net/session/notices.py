"""What a session tells its screens. Notices are plain values; the screens make sentences of them."""

from __future__ import annotations

from typing import Any, NamedTuple


class LobbyChanged(NamedTuple):
    """`session.table` has changed."""


class Joined(NamedTuple):
    """The host has let us in."""

    seat: int | None  # None: we watch


class NotJoined(NamedTuple):
    """The host has not let us in."""

    reason: str


class Begun(NamedTuple):
    """A game has its header. The deal follows."""

    gid: bytes


START_REASONS = ("left", "abandoned", "not_agreed", "share_lost", "missing_reply", "broken_promise")


class StartFailed(NamedTuple):
    """A start has failed, and we are back in the lobby. `blamed` is the seat that ended it, as we know ourselves;
    `said` is that seat, as the host says. If both are None, nobody did wrong.

    `times` is how many starts that person has ended this evening after shares were shown; 0 if none were shown this
    time. `name` is that person's name: another person may have the seat by now.
    """

    reason: str
    blamed: int | None
    said: int | None = None
    times: int = 0
    name: str = ""


class Applied(NamedTuple):
    """One more entry is in the log."""

    n: int
    kind: str
    seat: int | None


class YourTurn(NamedTuple):
    """Our person has to choose."""

    n: int  # the number that the answer will have
    seat: int


class BotAsked(NamedTuple):
    """A seat that this program plays for has to choose: answer with `play_for`."""

    n: int
    seat: int


class MoveLost(NamedTuple):
    """The position changed before our move was in the log: choose again."""

    seat: int


class LinksChanged(NamedTuple):
    """`session.people()` has changed."""


class Asked(NamedTuple):
    """A question for our person: answer with `answer(hash, yes)`."""

    hash: bytes
    kind: str  # back or proxy
    seat: int  # the seat whose move is to be taken back, or that is away
    other: int  # the record to return to, or the seat that would play


class BallotChanged(NamedTuple):
    """`session.ballot()` has changed: somebody has asked the others for something, or has agreed, or it is over."""


class Agreed(NamedTuple):
    """A question has ended: agreed, refused (by `seat`), stale, withdrawn or late. Everybody at the table hears it.

    If somebody moved before our take-back, whether it was free or agreed, it is stale and has no hash.
    """

    hash: bytes
    kind: str
    result: str
    seat: int | None
    about: int | None = None  # the seat whose move was to be taken back, or for which a bot was to play


class HostChanged(NamedTuple):
    """There is a new host."""

    term: int
    seat: int


class SetAside(NamedTuple):
    """Entries that no longer count, because a new host was agreed on before them. The store keeps a copy."""

    n: int
    entries: int


class Said(NamedTuple):
    """A line of chat."""

    seat: int | None
    name: str
    text: str


class LeftOut(NamedTuple):
    """How many lines of chat were not shown, because the host sent more than all at the table can have said."""

    lines: int


class Over(NamedTuple):
    """The game is over."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


class RematchWanted(NamedTuple):
    """The seats that want a rematch, as the host counts them."""

    seats: tuple[int, ...]


class Misbehaved(NamedTuple):
    """This seat (None: somebody without a seat) sent something that we refuse.

    `blamed` is the seat that provably did wrong, which need not be the sender. `proof` are signed entries, each
    followed by its signature. With the verdict "fork", `blamed` has signed two entries for one place. If another peer
    brought us the proof, `seat` is the signer too.
    """

    seat: int | None
    verdict: str
    blamed: int | None
    proof: tuple[bytes, ...] = ()


class Desynced(NamedTuple):
    """Positions differ. With `going_on`, our own was wrong, is rebuilt from our log, and play continues. Without it the
    game stops here: our log cannot be played, or we have no host left whose position agrees with our log."""

    report: dict[str, Any]
    going_on: bool


class Stopped(NamedTuple):
    """This game cannot go on here, and its log is kept. The reason is desync, fork, split, promises, storage, full or
    gone."""

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
    | BallotChanged
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
