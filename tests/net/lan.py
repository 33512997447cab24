"""A game among several persons without any network: real keys, real chain, real table; everybody's secrets at hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core import games
from core.chance import Stream
from core.frames import HEADER, Record, next_record
from core.log import MemoryLog
from core.table import Table
from net import agreements, joint_seed, opening
from net.chain import VERDICTS, Chain, Verdict
from net.entries import Entry, sign_entry
from net.identity import Identity
from net.opening import Bot, Person, Roster
from net.replies import Ask, Collecting, sign_reply

GAME = games.load("atlantis")
NAMES = ("Anna", "Boris", "Chloë", "Dimitra")


def identity(number: int) -> Identity:
    return Identity(bytes([number + 1]) * 32)


def share(seat: int) -> bytes:
    return bytes([0xA0 + seat]) * 32


def roster(people: int = 3, bots: int = 0, nonce: int = 0, host: int = 0, **options: Any) -> Roster:
    seats: list[Person | Bot] = [
        Person(NAMES[seat], identity(seat).key, bytes([nonce, seat] * 8)) for seat in range(people)
    ]
    return opening.propose(GAME, [*seats, *[Bot("random")] * bots], options, host)


class Lan(MemoryLog):
    """The log of the host, which signs with whatever key the chain asks for."""

    def __init__(self, people: int = 3, bots: int = 0, **more: Any) -> None:
        self.roster = roster(people, bots, **more)
        self.ids = {seat: identity(seat) for seat in self.roster.people}
        first = sign_entry(self.ids[self.roster.host], self.roster.gid, 0, self.roster.record)
        super().__init__()
        MemoryLog.append(self, HEADER, None, b"", first.record.body, None, first.sig)
        self.chain = Chain(first)
        self.undealt = GAME.new(people + bots, self.roster.options).digest()

    def append(
        self,
        kind: str,
        seat: int | None,
        digest: bytes,
        body: Any,
        opened: list[Any] | None,
        sig: bytes | None = None,
    ) -> Record:
        entry = self.entry(kind, seat, digest, body, opened)
        verdict = self.chain.take(entry, digest)
        assert verdict.taken, verdict
        return super().append(kind, seat, digest, body, opened, sig or entry.sig)

    def record(
        self, kind: str, seat: int | None = None, digest: bytes = b"", body: Any = None, opened: list[Any] | None = None
    ) -> Record:
        return next_record(len(self.records), self.chain.link, digest, seat, kind, body, opened, None)[0]

    def entry(
        self,
        kind: str,
        seat: int | None = None,
        digest: bytes = b"",
        body: Any = None,
        opened: list[Any] | None = None,
        *,
        by: int | None = None,
        **changed: Any,
    ) -> Entry:
        """The next entry, signed by who must or `by` another, with columns changed (and term, gid) before signing."""
        term = changed.pop("term", self.chain.term + (kind == "term"))
        gid = changed.pop("gid", self.roster.gid)
        record = self.record(kind, seat, digest, body, opened)._replace(**changed)
        signer = self.chain.signer(record) if by is None else by
        return sign_entry(self.ids[0 if signer is None else signer], gid, term, record)

    def answers(self, ask: Ask, seats: Sequence[int] | None = None, answer: Any = None) -> list[list[Any]]:
        """The rows of a record with everybody's answer."""
        wanted = agreements.voters(self.chain, ask) if seats is None else seats
        collecting = Collecting(ask, wanted, self.roster.keys)
        for seat in wanted:
            payload = True if answer is None else answer(seat)
            collecting.add(sign_reply(self.ids[seat], ask, seat, payload).message(ask))
        return collecting.rows()

    def agree(self, ask: Ask, digest: bytes) -> Record:
        kind, body = agreements.record_of(ask, self.answers(ask))
        return self.append(kind, None, digest, body, None)

    def signed(self) -> Lan:
        sigs = {seat: opening.sign_roster(one, self.roster) for seat, one in self.ids.items()}
        self.append("signed", None, self.undealt, opening.signed_body(self.roster, sigs), None)
        return self

    def committed(self) -> Lan:
        ask, people = self.chain.ask("commit"), self.roster.people
        rows = [[s, *joint_seed.promise(self.ids[s], ask, s, share(s))[1:]] for s in people]
        self.append("commit", None, self.undealt, rows, None)
        return self

    def seeded(self) -> Lan:
        ask, people = agreements.seed_ask(self.chain, share(self.roster.host)), self.roster.people
        rows = [[s, *joint_seed.show(self.ids[s], ask, s, share(s))[1:]] for s in people]
        self.append("seed", None, self.undealt, rows, None)
        return self

    def opened(self) -> Lan:
        return self.signed().committed().seeded()


def dealt(people: int = 3, bots: int = 0, **more: Any) -> tuple[Lan, Table]:
    log = Lan(people, bots, **more).opened()
    return log, Table(log)


def play_on(table: Table, moves: int, seed: str = "lan") -> None:
    choose = Stream(seed)
    for _ in range(moves):
        if table.over:
            return
        legal = table.state.legal()
        prompt = table.state.prompt
        assert prompt is not None
        table.play(prompt.seat, legal[choose.below(len(legal))])


def judged(log: Lan, entry: Entry, digest: bytes | None = None) -> Verdict:
    """The verdict; whatever is not taken changes nothing."""
    before = list(log.chain.links)
    verdict = log.chain.take(entry, digest)
    assert verdict.what in VERDICTS
    assert verdict.taken or log.chain.links == before
    return verdict


def in_play(people: int = 3, bots: int = 0, moves: int = 5) -> tuple[Lan, Table, bytes]:
    log, table = dealt(people, bots)
    play_on(table, moves)
    return log, table, table.state.digest()


def prompted(table: Table) -> int:
    prompt = table.state.prompt
    assert prompt is not None
    return prompt.seat


def a_move(log: Lan, table: Table, **changed: Any) -> Entry:
    """The next move as an entry, not yet played by anybody."""
    seat = changed.pop("seat", prompted(table))
    move = table.state.legal()[0]
    packed = [list(v) if isinstance(v, tuple) else v for v in move]
    return log.entry("move", seat, table.state.digest(), packed, [], **changed)
