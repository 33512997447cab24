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


class Proof(NamedTuple):
    what: str  # "signed"; "watched": all but the shares of the deal; "newer": than this program; "forged"
    n: int = 0  # of the record that does not hold
    why: str = ""  # the verdict on it, or the reason why it is no header
    people: tuple[tuple[str, bytes], ...] = ()  # name and key of each person, in the order of seats


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
    return Proof("watched" if any(map(is_withheld, records)) else "signed", people=people)


def _is_newer(about: Any) -> bool:
    """Whether a later program wrote this header: it may hold what we do not know."""
    net = about.get("net") if isinstance(about, dict) else None
    version = net.get("v") if isinstance(net, dict) else None
    return type(version) is int and version > max(KNOWN_VERSIONS)
