"""Checks the signatures in the file of a game, wherever the file comes from.

It does not look at the rules: the table says whether the moves are legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from core.frames import Record, is_withheld
from net.chain import Chain
from net.opening import KNOWN_VERSIONS, Person
from net.refusal import Refusal


class StandIn(NamedTuple):
    """A person who was away and the person who played for them: names, and the first and last record of that time."""

    name: str
    by: str
    first: int  # the proxy record
    last: int | None = None  # the record before a takeover or another proxy; None: there was neither


class Proof(NamedTuple):
    """The result of `prove`."""

    what: str  # "signed"; "watched": all but the shares of the seed; "newer": made by a newer program; "forged"
    n: int = 0  # number of the record that failed
    why: str = ""  # the verdict on that record, or the reason why the header is not sound
    people: tuple[tuple[str, bytes], ...] = ()  # name and key of each person, in the order of seats
    stand_ins: tuple[StandIn, ...] = ()


def prove(records: Sequence[Record]) -> Proof:
    """Checks every signature, every agreement and every share, as for a game that is continued."""
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
    """Who played for whom, in order. Everybody who was there agreed to it, which may have been one person alone."""
    found: list[StandIn] = []
    now: dict[int, int] = {}  # by seat: the place in `found` of its present stand-in

    def name(seat: int) -> str:
        who = chain.roster.seats[seat]
        return who.name if isinstance(who, Person) else who.level

    for n, link in enumerate(chain.links):
        kind, body = link.record.kind, link.record.body
        if kind not in ("proxy", "takeover"):
            continue
        seat = body["seat"] if kind == "proxy" else link.record.seat
        assert seat is not None  # the chain has checked that
        before = now.pop(seat, None)
        if before is not None:
            found[before] = found[before]._replace(last=n - 1)
        if kind == "proxy":
            now[seat] = len(found)
            found.append(StandIn(name(seat), name(body["by"]), n))
    return tuple(found)


def _is_newer(about: Any) -> bool:
    """Whether a newer program made this header, which may hold things that we do not know."""
    net = about.get("net") if isinstance(about, dict) else None
    version = net.get("v") if isinstance(net, dict) else None
    return type(version) is int and version > max(KNOWN_VERSIONS)
