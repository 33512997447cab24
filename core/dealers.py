"""The dealers a header may name, and the records that each needs before the first card is dealt.

    seed    the header holds the seed itself: solo, hot-seat, tests
    joint   every person at the table gave a share of the seed: records "signed" (all agree to the header), "commit"
            (a hash of each share) and "seed" (the shares) stand between the header and "deal"
    branch  a joint game that one of its players went on with alone: the header holds its seed, the id of that game,
            and when its last record was made. The others may still play it, so not even the end opens the cards

Another dealer is one more line in DEALERS; the table, the rules and the screens need not be told of it.
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

# What people agreed on during a joint game. These say nothing about the position; who may make them is for the ones
# who play together to check.
BESIDE = frozenset(("consent", "proxy", "takeover", "term"))


class UnknownDealer(Exception):
    """The header names a dealer that this program does not have."""


class NotDealt(Exception):
    """The log ends before its dealer can begin."""


class FalseDeal(Exception):
    """A record that does not fit the deal; its number, where it is known."""

    def __init__(self, n: int = 0) -> None:
        super().__init__(n)
        self.n = n


class Deal(NamedTuple):
    dealer: Dealer
    label: str  # what people may call this deal while it is played
    records: int = 0  # how many after the header belong to it
    beside: frozenset[str] = frozenset()  # kinds that may stand among the moves and change no position
    shut: bool = False  # the end does not open what is hidden


class Told:
    """Knows nothing itself: its answers are those that the records opened. For somebody who only watches."""

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
    """16 bytes that name a game played together: they follow from its header, whoever signed it."""
    return blake2b(b"ATL1-game\0" + pack_record(header._replace(sig=None)), digest_size=16).digest()


def commitment(gid: bytes, seat: int, share: bytes) -> bytes:
    """What a seat says of its share before it has seen the others'."""
    return blake2b(b"ATL1-commit\0" + gid + bytes([seat]) + share, digest_size=32).digest()


def joint_seed(gid: bytes, shares: Sequence[bytes]) -> str:
    """The seed that all shares make, in the order of the seats. Nobody can choose it who does not choose last."""
    return blake2b(b"ATL1-seed\0" + gid + b"".join(shares), digest_size=32).hexdigest()


def _seed(about: Mapping[str, Any], records: Sequence[Record]) -> Deal:
    seed = about["dealer"].get("seed")
    if not isinstance(seed, str):
        raise UnknownDealer("seed")
    return Deal(SeededDealer(seed), seed)


def branch(seed: str, gid: bytes, last: int) -> dict[str, Any]:
    """The dealer of a game that goes on from a joint one, whose last record is of that second since 1970."""
    return {"kind": "branch", "seed": seed, "gid": gid, "last": last}


def _branch(about: Mapping[str, Any], records: Sequence[Record]) -> Deal:
    given = about["dealer"]
    seed, gid = given.get("seed"), given.get("gid")
    if not isinstance(seed, str) or type(gid) is not bytes or type(given.get("last")) is not int:
        raise UnknownDealer("branch")
    return Deal(SeededDealer(seed), _label(gid), shut=True)


def _label(gid: bytes) -> str:
    """The seed itself is never shown while the game is on: whoever has it can work out every card."""
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
    """The 32 bytes that each seat gave, in rising order of seats; None if the record is not of that form."""
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
    """The dealer that a header names; raises UnknownDealer, NotDealt or FalseDeal."""
    kind = about["dealer"].get("kind")
    if not isinstance(kind, str) or kind not in DEALERS:
        raise UnknownDealer(str(kind))
    return DEALERS[kind](about, records)
