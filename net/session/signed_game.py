"""The common log and the position that it leads to, as one peer has them. Nothing here sends or receives messages.

`take` is the only way in, whoever made the entry. Our own records begin as drafts: the table works out what it would
write, and `_Drafting` stops it before it writes. So the entry can be signed, sent to the host and come back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from core import games
from core.frames import FORMAT, HEADER, NO_PREV, LogError, Record
from core.game import Move
from core.log import MemoryLog
from core.table import SignedLog, Table, TableError
from net.chain import Chain, Verdict
from net.entries import Entry, sign_entry
from net.identity import Identity
from net.messages import Withheld
from net.opening import Roster
from net.refusal import Refusal
from net.session import limits
from net.session.promises import Promises
from net.session.store import Store

UNDEALT = 5  # entries of the opening, the deal included: numbers 0 to 4


class Draft(NamedTuple):
    """The columns of a record that we could sign next."""

    kind: str
    seat: int | None
    digest: bytes
    body: Any
    opened: list[Any] | None


class SignedGame:
    """A game in which we have a seat: chain, file, position and promises. The engine owns it."""

    def __init__(self, store: Store, log: SignedLog, chain: Chain, seat: int | None) -> None:
        self.store = store
        self.log = log
        self.chain = chain
        self.seat = seat  # our own seat
        self.promises = Promises(store, chain.gid)
        self.table: Table | None = None
        rules = games.load(chain.roster.game)
        self.before = rules.new(len(chain.roster.seats), chain.roster.options).digest()
        self.digest = self.before  # of the position after our last entry
        if len(chain) >= UNDEALT:
            self._sit_down()
        self.digests: list[bytes | None] = [None] * len(chain)  # after each entry; None: unknown
        self.digests[-1] = self.digest

    @classmethod
    def begin(cls, store: Store, first: Entry, seat: int | None, *, new: bool = False) -> SignedGame:
        """A game of which we have the signed header. Unless it is `new`, we may have the beginning of its log already.

        Refusal bad_roster {gid}: a log that is there already is never taken for a new game. Neither is one that is
        over: whoever has the end goes on from there (`Starting.take_up`).
        """
        chain = Chain(first)
        log = store.open(chain.gid)
        if log is not None:
            if new or log.records[-1].kind == "end":
                raise Refusal("bad_roster", what="gid")
            return cls(store, log, Chain.of_records(log.records), seat)
        header = {name: value for name, value in first.record.body.items() if name != "format"}
        return cls(store, store.create(chain.gid, header, first.sig), chain, seat)

    @classmethod
    def resume(cls, store: Store, log: SignedLog, key: bytes) -> SignedGame:
        """A game from its file; Refusal or TableError if the file is not sound."""
        chain = Chain.of_records(log.records)
        seat = next((seat for seat, one in chain.roster.keys.items() if one == key), None)
        return cls(store, log, chain, seat)

    # State -----------------------------------------------------------------------------------------------------------

    @property
    def roster(self) -> Roster:
        return self.chain.roster

    @property
    def last(self) -> int:
        return len(self.chain) - 1

    @property
    def ended(self) -> bool:
        return self.chain.links[-1].record.kind == "end"

    @property
    def position(self) -> tuple[int, int, bytes]:
        """Term, number and head of our last entry: what a peer needs to know to bring us up to date, or to be brought
        by us."""
        return self.chain.term, self.last, self.chain.head

    def asked(self) -> int | None:
        """The seat that has to choose, if the game waits for one."""
        prompt = self.table.state.prompt if self.table is not None else None
        return None if prompt is None else prompt.seat

    def first_after(self, term: int, n: int) -> int:
        """The first entry to send to a peer whose last entry is `n` of this term: the one after it, or the first entry
        of a later term, which replaces the peer's own."""
        for place, link in enumerate(self.chain.links):
            if link.term > term:
                return min(place, n + 1)
        return n + 1

    # Taking ----------------------------------------------------------------------------------------------------------

    def take(self, entry: Entry) -> Verdict:
        """Judges an entry, checks it by the rules, stores it and plays it. Any verdict but "taken" has changed
        nothing."""
        chain, n = self.chain, entry.record.n
        consent = chain.consented(entry.record)
        verdict = chain.take(entry, self.digest)
        if not verdict.taken:
            return verdict
        signer = chain.links[-1].signer
        if self.table is not None and self.is_over_budget(entry.record.kind, _whose(entry.record)):
            chain.cut(n)
            return Verdict("over_budget", signer)
        try:
            self._play(entry.record, consent)
        except TableError as error:
            chain.cut(n)
            if self.damaged():
                return Verdict("bad_digest", params={"signer": signer})
            what = "bad_deal" if error.reason == "other_game" else "bad_move"
            return Verdict(what, signer, {"reason": error.reason}, None)
        except BaseException:
            chain.cut(n)
            raise
        self.digests.append(self.digest)
        return verdict

    @contextmanager
    def together(self) -> Iterator[None]:
        """Stores the entries that are taken in this block, after the deal, together at its end. If that raises LogError
        or OSError, none of them was taken."""
        assert self.table is not None
        try:
            with self.log.together():
                yield
        except (LogError, OSError):
            n = len(self.log.records)
            if n < len(self.chain):
                self.chain.cut(n)
                del self.digests[n:]
                self._sit_down()
            raise

    def is_over_budget(self, kind: str, seat: int | None, further: int = 0) -> bool:
        """Whether one more record of this kind, and `further` ones, exceed the budget of this seat. Everybody who has
        the same log counts the same."""
        return self.table is not None and self.roster.version >= 2 and is_over_budget(self.table, kind, seat, further)

    def _play(self, record: Record, consent: bool) -> None:
        if self.table is not None:
            self.table.receive(record, consent=consent)
            self.digest = self.table.state.digest()
            return
        if record.kind == "deal":
            Table(_Written([*self.log.records, record]), lambda seat: False)  # checks it before it is stored
        elif record.digest != self.before or record.opened is not None:
            raise TableError("other_game", n=record.n)
        self.log.append(record.kind, record.seat, record.digest, record.body, record.opened, record.sig)
        if record.kind == "deal":
            self._sit_down()

    def _sit_down(self) -> None:
        """Builds the table from the log."""
        self.table = Table(_Drafting(self.log), lambda seat: False)
        self.table.writes = self._writes
        self.digest = self.table.state.digest()

    def give_way(self, entry: Entry) -> None:
        """Before our entries are put aside for this `term` entry: from now on we order nothing in an earlier term. If
        we crash between the two, we would else take ourselves for the host of that term, and order anew at places
        where we have ordered before."""
        if entry.term > self.promises.voted_term:
            self.promises.keep_vote(entry.term, b"", entry.record.body["host"])

    def rewind(self, n: int) -> int:
        """Puts all entries from number `n` on aside. Returns how many there were."""
        gone = len(self.chain) - n
        self.log = self.store.rewind(self.chain.gid, self.log, n)
        self.chain.cut(n)
        del self.digests[n:]
        self._sit_down()
        return gone

    def damaged(self) -> bool:
        """Whether our position is not what our log leads to. We check that before we blame anybody."""
        if self.table is None:
            return False
        live = self.table.state.digest()
        try:
            return live != self.digest or live != self.rebuilt(self.last).state.digest()
        except TableError:  # even our log is not what it was when we took it
            return True

    def adopt(self, table: Table) -> None:
        """Continues with a position that was rebuilt from our own log."""
        table.log, table.writes = _Drafting(self.log), self._writes
        self.table = table
        self.digest = table.state.digest()
        self.digests = [None] * self.last + [self.digest]  # the older ones may have been wrong too

    def rebuilt(self, n: int) -> Table:
        """The table after record `n`, built from the log alone."""
        return Table(_Written(list(self.log.records[: n + 1])), lambda seat: False)

    # Drafting --------------------------------------------------------------------------------------------------------

    def _writes(self, seat: int | None) -> bool:
        """Whether this program has to write the records of this seat, or with None those without a seat."""
        standing = self.chain.standing
        return self.seat == (standing.host if seat is None else standing.player(seat))

    def move(self, seat: int, move: Move) -> Draft:
        """The draft of a move; IllegalMove as `Table.play` raises it."""
        assert self.table is not None
        try:
            self.table.play(seat, move)
        except _Drafted as drafted:
            return drafted.draft
        raise AssertionError("a move was made without its author's signature")

    def back(self, seat: int, *, consent: bool) -> Draft:
        """The draft of a take-back; IllegalMove as `Table.back` raises it."""
        assert self.table is not None
        try:
            self.table.back(seat, alone=False, consent=consent)
        except _Drafted as drafted:
            return drafted.draft
        raise AssertionError("a move was taken back without its author's signature")

    def hint(self, seat: int) -> Draft | None:
        """The draft of a hint; None if this hint is in the log already."""
        assert self.table is not None
        try:
            self.table.hint(seat)  # if this returns, the hint is there already
        except _Drafted as drafted:
            return drafted.draft
        return None

    def own(self) -> Draft | None:
        """The draft of what we have to write without a choice, if anything: a forced answer, the deal or the end."""
        try:
            if self.table is not None:
                self.table.go_on()
            elif len(self.chain) == UNDEALT - 1 and self._writes(None):
                Table(_Drafting(self.log))
        except _Drafted as drafted:
            return drafted.draft
        return None

    def beside(self, kind: str, seat: int | None, body: Any) -> Draft:
        """The draft of a record that does not change the position."""
        return Draft(kind, seat, self.digest, body, None)

    def signed(self, identity: Identity, draft: Draft, term: int | None = None) -> Entry:
        """The signed entry of a draft, for the next place of our log."""
        chain = self.chain
        record = Record(len(chain), chain.link, draft.digest, draft.seat, draft.kind, draft.body, draft.opened, None)
        return sign_entry(identity, chain.gid, chain.term if term is None else term, record)


class Watched:
    """A game as a spectator has it: the shares are withheld, and nothing is stored. `Watching` owns it."""

    def __init__(self, first: Entry) -> None:
        self.chain = Chain(first)
        header = {name: value for name, value in first.record.body.items() if name != "format"}
        self.log = MemoryLog(header, first.sig)
        self.table: Table | None = None

    @property
    def roster(self) -> Roster:
        return self.chain.roster

    @property
    def last(self) -> int:
        return len(self.chain) - 1

    def take(self, what: Entry | Withheld) -> Verdict:
        n = len(self.chain)
        consent = isinstance(what, Entry) and self.chain.consented(what.record)
        if isinstance(what, Entry):
            verdict = self.chain.take(what, self.table.state.digest() if self.table is not None else None)
        else:
            verdict = self.chain.take_withheld(what)
        if not verdict.taken:
            return verdict
        record, signer = self.chain.links[-1].record, self.chain.links[-1].signer
        counted = self.table if self.roster.version >= 2 else None
        if counted is not None and is_over_budget(counted, record.kind, _whose(record)):
            self.chain.cut(n)
            return Verdict("over_budget", signer)
        try:
            if self.table is not None:
                self.table.receive(record, consent=consent)
            else:
                if record.kind == "deal":
                    table = Table(_Written([*self.log.records, record]), lambda seat: False)
                self.log.append(record.kind, record.seat, record.digest, record.body, record.opened, record.sig)
                if record.kind == "deal":
                    table.log = self.log
                    self.table = table
        except TableError as error:
            self.chain.cut(n)
            wrong = "bad_deal" if error.reason == "other_game" else "bad_move"
            return Verdict(wrong, signer, {"reason": error.reason})
        return verdict


def is_over_budget(table: Table, kind: str, seat: int | None, further: int = 0) -> bool:
    """Whether one more record of this kind, and `further` ones, exceed the budget: one hint of a seat for a position,
    and BUDGET hints, take-backs and consents of a seat in one turn."""
    if kind not in _BUDGETED:
        return False
    steps = table.steps
    if kind == "hint" and any((hint.seat, hint.after) == (seat, steps[-1].n) for hint in table.hints):
        return True
    turn, first = table.state.turn, len(steps) - 1
    while first > 0 and steps[first - 1].state.turn == turn:
        first -= 1
    spent = [one for one in table.log.records[steps[first].n + 1 :] if one.kind in _BUDGETED and _whose(one) == seat]
    return len(spent) + further >= limits.BUDGET


def _whose(record: Record) -> int | None:
    """The seat that a hint, a take-back or a consent is for."""
    return record.body["seat"] if record.kind == "consent" else record.seat


_BUDGETED = ("hint", "back", "consent")


class _Drafted(Exception):
    """Stops the table before it writes a record of its own."""

    def __init__(self, draft: Draft) -> None:
        super().__init__(draft)
        self.draft = draft


class _Drafting:
    """The log that a table writes to. It stores signed records, and raises `_Drafted` where the table would write its
    own."""

    def __init__(self, log: SignedLog) -> None:
        self._log = log

    @property
    def records(self) -> Sequence[Record]:
        return self._log.records

    def append(
        self,
        kind: str,
        seat: int | None,
        digest: bytes,
        body: Any,
        opened: list[int | None] | None,
        sig: bytes | None = None,
        /,
    ) -> Record:
        if sig is None:
            raise _Drafted(Draft(kind, seat, digest, body, opened))
        return self._log.append(kind, seat, digest, body, opened, sig)


class _Written:
    """Records that a table can only read."""

    def __init__(self, records: list[Record]) -> None:
        self.records: Sequence[Record] = records

    def append(
        self, kind: str, seat: int | None, digest: bytes, body: Any, opened: list[int | None] | None, /
    ) -> Record:
        raise TableError("not_dealt")


def header_entry(identity: Identity, roster: Roster) -> Entry:
    """Entry 0, signed by the host."""
    assert roster.record[:2] == (0, NO_PREV)
    assert roster.record.kind == HEADER
    assert roster.record.body["format"] == FORMAT
    return sign_entry(identity, roster.gid, 0, roster.record._replace(sig=None))
