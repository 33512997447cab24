"""The dealers that a header may name, and the records that each needs before the first card is dealt.

    seed    the header holds the seed itself: solo, hot-seat, tests
    joint   every person at the table gives a share of the seed: the records "signed" (all agree to the header),
            "commit" (a hash of each share) and "seed" (the shares) stand between the header and "deal"
    branch  one player goes on alone with a joint game: the header holds its seed, the id of that game, and the time
            of its last record. The others may still play that game, so the cards stay hidden even after the end

To add a dealer, add a line to DEALERS. The table, the rules and the screens need no change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from core.chance import Ask, Dealer, SeededDealer
from core.frames import Record, pack_record
from core.hidden import SEALED

SHARE = 32  # bytes of each person's share of a joint seed
OPENING = ("signed", "commit", "seed")  # the records of a joint dealer, in this order

# Agreements that people made during a joint game. They do not change the position. The players' programs, not the
# table, check who may make them.
BESIDE = frozenset(("consent", "proxy", "takeover", "term"))


class UnknownDealer(Exception):
    """The header names a dealer that this program does not have."""


class NotDealt(Exception):
    """The log ends before its dealer can begin."""


class FalseDeal(Exception):
    """A record that does not fit the deal. `n` is its number, or 0 if that is not known."""

    def __init__(self, n: int = 0) -> None:
        super().__init__(n)
        self.n = n


class Deal(NamedTuple):
    dealer: Dealer
    label: str  # the name of this deal while it is played
    records: int = 0  # number of records after the header that belong to the deal
    beside: frozenset[str] = frozenset()  # record kinds between moves that change no position
    shut: bool = False  # hidden faces stay hidden after the end


class Told:
    """The dealer of a spectator: it knows nothing itself and repeats the answers that the records opened."""

    __slots__ = ("_left",)

    def __init__(self) -> None:
        self._left: list[Any] = []

    def hear(self, opened: Sequence[Any] | None) -> None:
        self._left = list(opened or ())

    def answer(self, asks: Sequence[Ask]) -> list[int]:
        answers, self._left = self._left[: len(asks)], self._left[len(asks) :]
        if len(answers) < len(asks) or any(one is not None and (type(one) is not int or one < 0) for one in answers):
            raise FalseDeal
        return [SEALED if one is None else one for one in answers]

    def face(self, place: str, epoch: int, index: int) -> int:
        return SEALED

    def pad(self, prev: bytes) -> None:
        return None


def game_id(header: Record) -> bytes:
    """16 bytes that name a game among several programs. They follow from its header, not from its signature."""
    return blake2b(b"ATL1-game\0" + pack_record(header._replace(sig=None)), digest_size=16).digest()


def commitment(gid: bytes, seat: int, share: bytes) -> bytes:
    """The hash that a seat publishes of its share before it sees the others."""
    return blake2b(b"ATL1-commit\0" + gid + bytes([seat]) + share, digest_size=32).digest()


def joint_seed(gid: bytes, shares: Sequence[bytes]) -> str:
    """The seed made of all shares in the order of the seats. Nobody who commits to a share before seeing the
    others can choose it."""
    return blake2b(b"ATL1-seed\0" + gid + b"".join(shares), digest_size=32).hexdigest()


def _seed(about: Mapping[str, Any], records: Sequence[Record]) -> Deal:
    seed = about["dealer"].get("seed")
    if not isinstance(seed, str):
        raise UnknownDealer("seed")
    return Deal(SeededDealer(seed), seed)


def branch(seed: str, gid: bytes, last: int) -> dict[str, Any]:
    """The dealer of a game that branches off a joint one; `last` is the time of that game's last record (Unix
    seconds)."""
    return {"kind": "branch", "seed": seed, "gid": gid, "last": last}


def _branch(about: Mapping[str, Any], records: Sequence[Record]) -> Deal:
    given = about["dealer"]
    seed, gid = given.get("seed"), given.get("gid")
    if not isinstance(seed, str) or type(gid) is not bytes or type(given.get("last")) is not int:
        raise UnknownDealer("branch")
    return Deal(SeededDealer(seed), _label(gid), shut=True)


def _label(gid: bytes) -> str:
    """A short name for the deal. The seed itself stays secret during play, because it reveals every card."""
    return gid[:4].hex().upper()


def _joint(about: Mapping[str, Any], records: Sequence[Record]) -> Deal:
    given = records[1 : 1 + len(OPENING)]
    for record, kind in zip(given, OPENING, strict=False):
        if record.kind != kind:
            raise FalseDeal(record.n)
    if len(given) < len(OPENING):
        raise NotDealt
    gid = game_id(records[0])
    label = _label(gid)
    commits, shares = _by_seat(given[1]), _by_seat(given[2])
    if shares is None and given[2].body is None:
        return Deal(Told(), label, len(OPENING), BESIDE)
    if not commits or shares is None or list(commits) != list(shares):
        raise FalseDeal(given[2].n)
    if any(commitment(gid, seat, share) != commits[seat] for seat, share in shares.items()):
        raise FalseDeal(given[2].n)
    return Deal(SeededDealer(joint_seed(gid, list(shares.values()))), label, len(OPENING), BESIDE)


def _by_seat(record: Record) -> dict[int, bytes] | None:
    """The 32 bytes that each seat gave, in rising order of seats; None if the record has another form."""
    if not isinstance(record.body, list):
        return None
    given: dict[int, bytes] = {}
    for row in record.body:
        if not isinstance(row, list) or len(row) != 3:
            return None
        seat, value, _ = row
        if type(seat) is not int or not max(given, default=-1) < seat < 256:
            return None
        if type(value) is not bytes or len(value) != SHARE:
            return None
        given[seat] = value
    return given


DEALERS: dict[str, Callable[[Mapping[str, Any], Sequence[Record]], Deal]] = {
    "seed": _seed,
    "joint": _joint,
    "branch": _branch,
}


def deal_of(about: Mapping[str, Any], records: Sequence[Record]) -> Deal:
    """Returns the deal of the dealer that a header names; raises UnknownDealer, NotDealt or FalseDeal."""
    kind = about["dealer"].get("kind")
    if not isinstance(kind, str) or kind not in DEALERS:
        raise UnknownDealer(str(kind))
    return DEALERS[kind](about, records)
