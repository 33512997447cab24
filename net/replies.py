"""Answers that need no number of their own in the log: shares of the seed, consents and votes.

Each seat signs the question (its place in the log, its kind and its body) together with its answer. The host collects
one answer from every seat that is asked and puts all of them into one record, in the order of seats. Anybody can check
that record later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from net import wire
from net.identity import REPLY, SIGNATURE, Identity, verify
from net.messages import AskMessage, ReplyMessage
from net.refusal import Refusal

SHARES = ("commit", "seed")  # answered with 32 bytes
VOTES = ("back", "proxy", "term")  # answered with yes or no


class Ask(NamedTuple):
    """A question. `n` and `head` are those of the last entry of the log: the answers stand right after it or
    nowhere."""

    gid: bytes
    term: int
    n: int
    head: bytes
    kind: str
    body: Mapping[str, Any]

    @property
    def hash(self) -> bytes:
        packed = wire.pack([self.gid, self.term, self.n, self.head, self.kind, dict(self.body)])
        return blake2b(b"ATL1-ask\0" + packed, digest_size=32).digest()

    def message(self) -> AskMessage:
        return AskMessage(self.kind, self.term, self.n, self.head, dict(self.body))


class Reply(NamedTuple):
    """One seat's signed answer to a question."""

    seat: int
    payload: bytes | bool
    sig: bytes

    def message(self, ask: Ask) -> ReplyMessage:
        return ReplyMessage(ask.n, ask.hash, self.seat, ask.kind, self.payload, self.sig)


def ask_of(gid: bytes, message: AskMessage) -> Ask:
    body = {name: list(value) if type(value) is tuple else value for name, value in message.body.items()}
    return Ask(gid, message.term, message.n, message.head, message.kind, body)


def sign_reply(identity: Identity, ask: Ask, seat: int, payload: bytes | bool) -> Reply:
    return Reply(seat, payload, identity.sign(REPLY, _signed(ask, seat, payload)))


def reply_of(ask: Ask, message: ReplyMessage, keys: Mapping[int, bytes]) -> Reply:
    """An answer as it arrived, checked; Refusal other_request, unwanted_reply, bad_reply or forged_reply, with nobody
    blamed."""
    seat = message.seat
    if (message.req_n, message.req_hash, message.kind) != (ask.n, ask.hash, ask.kind):
        raise Refusal("other_request", seat=seat)
    if seat not in keys:
        raise Refusal("unwanted_reply", seat=seat)
    reply = Reply(seat, message.payload, message.sig)
    _check(ask, reply, keys, None)
    return reply


class Collecting:
    """The answers that the host has so far to one question. The first sound answer of a seat counts."""

    def __init__(self, ask: Ask, wanted: Sequence[int], keys: Mapping[int, bytes]) -> None:
        self.ask = ask
        self.wanted = tuple(sorted(wanted))
        self._keys = {seat: keys[seat] for seat in self.wanted}
        self._replies: dict[int, Reply] = {}

    def add(self, message: ReplyMessage) -> None:
        reply = reply_of(self.ask, message, self._keys)
        self._replies.setdefault(reply.seat, reply)

    @property
    def missing(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.wanted if seat not in self._replies)

    @property
    def against(self) -> tuple[int, ...]:
        """Seats that said no. One is enough to end the question."""
        return tuple(seat for seat in self.wanted if seat in self._replies and self._replies[seat].payload is False)

    def rows(self) -> list[list[Any]]:
        """The rows for the record; Refusal missing_reply if somebody has not answered or said no."""
        for seat in (*self.missing, *self.against):
            raise Refusal("missing_reply", seat=seat)
        return [[seat, self._replies[seat].payload, self._replies[seat].sig] for seat in self.wanted]


def check_rows(
    ask: Ask, rows: Any, wanted: Sequence[int], keys: Mapping[int, bytes], collector: int
) -> dict[int, bytes | bool]:
    """The answers in a record, by seat. If anything is wrong with them, the seat that collected and signed them is to
    blame."""
    if type(rows) is not list or any(type(row) is not list or len(row) != 3 for row in rows):
        raise Refusal("bad_reply", blamed=collector, seat=collector)
    seats = [row[0] for row in rows]
    if any(type(seat) is not int for seat in seats):
        raise Refusal("bad_reply", blamed=collector, seat=collector)
    for seat in wanted:
        if seat not in seats:
            raise Refusal("missing_reply", blamed=collector, seat=seat)
    if seats != sorted(wanted):
        extra = next((seat for seat in seats if seat not in wanted), collector)
        raise Refusal("unwanted_reply", blamed=collector, seat=extra)
    found: dict[int, bytes | bool] = {}
    for seat, payload, sig in rows:
        if payload is False:  # nobody may count a no as a yes
            raise Refusal("bad_reply", blamed=collector, seat=seat)
        _check(ask, Reply(seat, payload, sig), keys, collector)
        found[seat] = payload
    return found


def _check(ask: Ask, reply: Reply, keys: Mapping[int, bytes], blamed: int | None) -> None:
    seat, payload, sig = reply
    fits = type(payload) is bytes and len(payload) == 32 if ask.kind in SHARES else type(payload) is bool
    if not fits or type(sig) is not bytes or len(sig) != SIGNATURE:
        raise Refusal("bad_reply", blamed=blamed, seat=seat)
    if not verify(keys[seat], REPLY, _signed(ask, seat, payload), sig):
        raise Refusal("forged_reply", blamed=blamed, seat=seat)


def _signed(ask: Ask, seat: int, payload: bytes | bool) -> bytes:
    return wire.pack([ask.n, ask.hash, seat, ask.kind, payload])
