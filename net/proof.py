"""What the signatures in the file of a game are worth, whoever has it and wherever it comes from.

The rules are not looked at here: whether the moves are legal is for the table to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from core.frames import Record, is_withheld
from net.chain import Chain
from net.opening import KNOWN_VERSIONS, Person
from net.refusal import Refusal


class StandIn(NamedTuple):
    """Somebody who was away, and who played for them: names, and the records in between."""

    name: str
    by: str
    first: int  # the record that says so
    last: int | None = None  # the one before they took their seat again; None: they never did


class Proof(NamedTuple):
    what: str  # "signed"; "watched": all but the shares of the deal; "newer": than this program; "forged"
    n: int = 0  # of the record that does not hold
    why: str = ""  # the verdict on it, or the reason why it is no header
    people: tuple[tuple[str, bytes], ...] = ()  # name and key of each person, in the order of seats
    stand_ins: tuple[StandIn, ...] = ()


def prove(records: Sequence[Record]) -> Proof:
    """Every signature, everybody's agreement and every share, checked as in a game that is gone on with."""
    if _is_newer(records[0].body):
        return Proof("newer", 0, "version")
    try:
        chain = Chain.of_records(records, playable=False)
    except Refusal as refusal:
        n, why = refusal.params.get("n", 0), refusal.params.get("verdict", refusal.reason)
        return Proof("newer" if why == "unknown_kind" else "forged", n, why)
    people = tuple((seat.name, seat.key) for seat in chain.roster.seats if isinstance(seat, Person))
    what = "watched" if any(map(is_withheld, records)) else "signed"
    return Proof(what, people=people, stand_ins=_stand_ins(chain))


def _stand_ins(chain: Chain) -> tuple[StandIn, ...]:
    """Who played for whom, in order. All agreed to it who were there, which may be one person alone."""
    found: list[StandIn] = []
    now: dict[int, int] = {}  # by seat: where the present one is found

    def name(seat: int) -> str:
        who = chain.roster.seats[seat]
        return who.name if isinstance(who, Person) else who.level

    for n, link in enumerate(chain.links):
        kind, body = link.record.kind, link.record.body
        if kind not in ("proxy", "takeover"):
            continue
        seat = body["seat"] if kind == "proxy" else link.record.seat
        assert seat is not None  # the chain has seen to that
        before = now.pop(seat, None)
        if before is not None:
            found[before] = found[before]._replace(last=n - 1)
        if kind == "proxy":
            now[seat] = len(found)
            found.append(StandIn(name(seat), name(body["by"]), n))
    return tuple(found)


def _is_newer(about: Any) -> bool:
    """Whether a later program wrote this header: it may hold what we do not know."""
    net = about.get("net") if isinstance(about, dict) else None
    version = net.get("v") if isinstance(net, dict) else None
    return type(version) is int and version > max(KNOWN_VERSIONS)
