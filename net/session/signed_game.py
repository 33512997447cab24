"""The common log and the position it leads to, as one peer has them. No messages here, and nobody to talk to.

`take` is the only way in, for entries of all authors. Records of our own are drafted first: the table works out what
it would write and is stopped before it writes, so that the entry can be signed, sent to the host and come back.
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

UNDEALT = 5  # entries up to the deal


class Draft(NamedTuple):
    kind: str
    seat: int | None
    digest: bytes
    body: Any
    opened: list[Any] | None


class SignedGame:
    def __init__(self, store: Store, log: SignedLog, chain: Chain, seat: int | None) -> None:
        self.store = store
        self.log = log
        self.chain = chain
        self.seat = seat  # ours
        self.promises = Promises(store, chain.gid)
        self.table: Table | None = None
        rules = games.load(chain.roster.game)
        self.before = rules.new(len(chain.roster.seats), chain.roster.options).digest()
        self.digest = self.before  # of the position after our last entry
        if len(chain) >= UNDEALT:
            self._sit_down()
        self.digests: list[bytes | None] = [None] * len(chain)  # after each entry, as it was when we took it
        self.digests[-1] = self.digest

    @classmethod
    def begin(cls, store: Store, first: Entry, seat: int | None, *, new: bool = False, told: int = -1) -> SignedGame:
        """A game of which we have the signed header; unless it is `new`, it may be one that we had begun before.
        Refusal bad_roster: a log that is there already is never taken for a new game, nor one that is over for one that
        is gone on with. `told`: the last entry that there is where we come to; whoever comes anew after a game finds it
        over there too."""
        chain = Chain(first)
        log = store.open(chain.gid)
        if log is not None:
            if new or (log.records[-1].kind == "end" and told != len(log.records) - 1):
                raise Refusal("bad_roster", what="gid")
            return cls(store, log, Chain.of_records(log.records), seat)
        header = {name: value for name, value in first.record.body.items() if name != "format"}
        return cls(store, store.create(chain.gid, header, first.sig), chain, seat)

    @classmethod
    def resume(cls, store: Store, log: SignedLog, key: bytes) -> SignedGame:
        """A game out of its file; Refusal or TableError if it is not sound."""
        chain = Chain.of_records(log.records)
        seat = next((seat for seat, one in chain.roster.keys.items() if one == key), None)
        return cls(store, log, chain, seat)

    # What stands -----------------------------------------------------------------------------------------------------

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
        """What others need to know to bring us, or be brought by us, up to date: term, number, head."""
        return self.chain.term, self.last, self.chain.head

    def asked(self) -> int | None:
        """The seat that has to move."""
        prompt = self.table.state.prompt if self.table is not None else None
        return None if prompt is None else prompt.seat

    def first_after(self, term: int, n: int) -> int:
        """Where to begin for a peer whose last entry is `n`, of this term: right after it, or where a later term did
        that its own entries have to give way to."""
        for place, link in enumerate(self.chain.links):
            if link.term > term:
                return min(place, n + 1)
        return n + 1

    # Taking ----------------------------------------------------------------------------------------------------------

    def take(self, entry: Entry) -> Verdict:
        """Judged, stored, played, in this order; any verdict but "taken" has changed nothing."""
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
        """What is taken within, after the deal, is on the disk once this is left. If it raises LogError or OSError,
        nothing of that was taken."""
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
        """Whether a record of this kind, and `further` ones, are more than this seat has: everybody counts the same in
        the same log."""
        return self.table is not None and self.roster.version >= 2 and is_over_budget(self.table, kind, seat, further)

    def _play(self, record: Record, consent: bool) -> None:
        if self.table is not None:
            self.table.receive(record, consent=consent)
            self.digest = self.table.state.digest()
            return
        if record.kind == "deal":
            Table(_Written([*self.log.records, record]), lambda seat: False)  # before it is kept for good
        elif record.digest != self.before or record.opened is not None:
            raise TableError("other_game", n=record.n)
        self.log.append(record.kind, record.seat, record.digest, record.body, record.opened, record.sig)
        if record.kind == "deal":
            self._sit_down()

    def _sit_down(self) -> None:
        self.table = Table(_Drafting(self.log), lambda seat: False)
        self.table.writes = self._writes
        self.digest = self.table.state.digest()

    def rewind(self, n: int) -> int:
        """Puts all from number `n` on aside; how many that were."""
        gone = len(self.chain) - n
        self.log = self.store.rewind(self.chain.gid, self.log, n)
        self.chain.cut(n)
        del self.digests[n:]
        self._sit_down()
        return gone

    def damaged(self) -> bool:
        """Whether our own position is not what our log says. Before anybody is blamed, we look to ourselves."""
        if self.table is None:
            return False
        live = self.table.state.digest()
        try:
            return live != self.digest or live != self.rebuilt(self.last).state.digest()
        except TableError:  # not even our log is what it was when we took it
            return True

    def adopt(self, table: Table) -> None:
        """Goes on with a position that was rebuilt from our own log."""
        table.log, table.writes = _Drafting(self.log), self._writes
        self.table = table
        self.digest = table.state.digest()
        self.digests = [None] * self.last + [self.digest]  # what we had before may have been wrong too

    def rebuilt(self, n: int) -> Table:
        """The position after record `n`, from the log alone."""
        return Table(_Written(list(self.log.records[: n + 1])), lambda seat: False)

    # Drafting --------------------------------------------------------------------------------------------------------

    def _writes(self, seat: int | None) -> bool:
        """Which records this program is the one to write."""
        standing = self.chain.standing
        return self.seat == (standing.host if seat is None else standing.player(seat))

    def move(self, seat: int, move: Move) -> Draft:
        """IllegalMove as `Table.play` has it."""
        assert self.table is not None
        try:
            self.table.play(seat, move)
        except _Drafted as drafted:
            return drafted.draft
        raise AssertionError("a move was made without its author's signature")

    def back(self, seat: int, *, consent: bool) -> Draft:
        assert self.table is not None
        try:
            self.table.back(seat, alone=False, consent=consent)
        except _Drafted as drafted:
            return drafted.draft
        raise AssertionError("a move was taken back without its author's signature")

    def hint(self, seat: int) -> Draft | None:
        assert self.table is not None
        try:
            self.table.hint(seat)  # which is there already, if this returns
        except _Drafted as drafted:
            return drafted.draft
        return None

    def own(self) -> Draft | None:
        """What is ours to write without anybody choosing it: forced answers, the deal, the end."""
        try:
            if self.table is not None:
                self.table.go_on()
            elif len(self.chain) == UNDEALT - 1 and self._writes(None):
                Table(_Drafting(self.log))
        except _Drafted as drafted:
            return drafted.draft
        return None

    def beside(self, kind: str, seat: int | None, body: Any) -> Draft:
        """A record that changes no position."""
        return Draft(kind, seat, self.digest, body, None)

    def signed(self, identity: Identity, draft: Draft, term: int | None = None) -> Entry:
        chain = self.chain
        record = Record(len(chain), chain.link, draft.digest, draft.seat, draft.kind, draft.body, draft.opened, None)
        return sign_entry(identity, chain.gid, chain.term if term is None else term, record)


class Watched:
    """A game as somebody sees it who only watches: some entries come with less in them. Nothing is stored."""

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
    """One hint of a seat for a position; and within a turn, so many hints, take-backs and consents to these."""
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
    """The seat that a hint, a take-back or a consent to one is for."""
    return record.body["seat"] if record.kind == "consent" else record.seat


_BUDGETED = ("hint", "back", "consent")


class _Drafted(Exception):
    def __init__(self, draft: Draft) -> None:
        super().__init__(draft)
        self.draft = draft


class _Drafting:
    """The table's log: takes what is signed, and stops the table where it would write by itself."""

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
    """Records to be read and not added to."""

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
