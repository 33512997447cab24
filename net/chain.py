"""The common log as one peer has it. `Chain` takes entries one by one and gives a verdict on each.

The chain knows who may sign which entry and who agreed to what; it does not know the position, which belongs to the
table. A verdict other than "taken" changes nothing. If an entry proves that a seat did wrong, the verdict names that
seat. For a fork it also holds both signed entries, so that anybody can check the proof.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from core.dealers import OPENING
from core.frames import (
    HEADER,
    MAX_LOG,
    MAX_RECORDS,
    LogError,
    Record,
    chain_hash,
    is_withheld,
    pack_record,
    same,
    unpack_record,
)
from net import agreements, wire
from net.agreements import Standing
from net.entries import Entry, entry_of, is_signed_by
from net.messages import Withheld
from net.opening import Roster, roster_of
from net.refusal import ProtocolError, Refusal
from net.replies import Ask

VERDICTS = (
    "taken",
    "duplicate",  # we have exactly this entry
    "gap",  # entries before it are missing: SYNC
    "foreign_game",  # it has another gid
    "bad_signature",  # no key at this table signed it
    "wrong_signer",  # a seat signed it that may not
    "bad_prev",  # it follows another entry than our last
    "bad_digest",  # it was made in another position: DESYNC
    "fork",  # its signer has signed two entries for this place
    "bad_past",  # its signer made it in another position than the entry we have here: nobody could take it
    "lost_race",  # another seat's entry was ordered first at this place: nobody's fault
    "stale_term",  # it is of a host that was replaced
    "later_term",  # it is of a host we do not know of yet: SYNC
    "rewind",  # a new host was agreed on before our last entry: cut the log there, then take it
    "unknown_kind",  # a newer program made it
    "wrong_kind",  # this kind may not stand here, or needs a seat, or must not have one
    "bad_body",  # it claims what nobody agreed on
    "after_end",
    "full",
)

SEATLESS = frozenset((*OPENING, "deal", "end", "consent", "proxy", "term"))
SEATED = frozenset(("move", "back", "hint", "takeover"))
_FIRST = (HEADER, *OPENING, "deal")
_OPENED = ("deal", "move")  # kinds of records that tell what chance opened
_WITHHELD = ("seed",)  # kinds that spectators do not get


class Fork(NamedTuple):
    """Two entries that one seat signed for one place. No honest program does that."""

    seat: int
    ours: Entry
    theirs: Entry

    @property
    def proof(self) -> tuple[bytes, bytes, bytes, bytes]:
        """Both entries with their signatures: all that anybody needs to check the fork."""
        return self.ours.raw, self.ours.sig, self.theirs.raw, self.theirs.sig


class Verdict(NamedTuple):
    """What the chain says about one entry: the word from VERDICTS, the seat that provably did wrong, and details."""

    what: str
    blamed: int | None = None
    params: Mapping[str, Any] = MappingProxyType({})
    fork: Fork | None = None

    @property
    def taken(self) -> bool:
        return self.what == "taken"


class ChainLink(NamedTuple):
    """One place of the chain. `entry` is None where the host withheld the entry from us, who watch."""

    entry: Entry | None
    record: Record
    term: int
    head: bytes
    link: bytes
    signer: int
    standing: Standing  # after this entry
    size: int  # bytes of the log up to here


class Chain:
    """The common log of one game. A `SignedGame` owns it, or a `Watched` game at a spectator."""

    def __init__(self, first: Entry, *, playable: bool = True) -> None:
        """Begins with the header. Raises Refusal if this is no sound header, or its host has not signed it."""
        self.roster: Roster = roster_of(first.record, playable=playable)
        host = self.roster.host
        if first.gid != self.roster.gid or first.term != 0:
            raise Refusal("bad_roster", what="gid")
        if not is_signed_by(first, self.roster.keys[host]):
            raise Refusal("not_agreed", seat=host)
        self.gid = self.roster.gid
        self.links: list[ChainLink] = []
        self._add(first, host, Standing(0, host, self.roster.people))

    @classmethod
    def of_records(cls, records: Sequence[Record], *, playable: bool = True) -> Chain:
        """The chain of a file, with every signature checked; Refusal bad_log {n, verdict}.

        With `playable` False the chain is only for looking at: the shares that a spectator never got may be missing,
        and the game may be one that this program does not play.
        """
        if not records:
            raise Refusal("bad_log", n=0, verdict="gap")
        n, roster = 0, roster_of(records[0], playable=playable)
        try:
            chain = cls(entry_of(roster.gid, 0, records[0]), playable=playable)
            for n, record in enumerate(records[1:], 1):
                if not playable and is_withheld(record):
                    after = records[n + 1].prev if n + 1 < len(records) else chain_hash(pack_record(record))
                    verdict = chain.take_withheld(Withheld(chain.term, pack_record(record), after, bytes(32)))
                else:
                    verdict = chain.take(entry_of(roster.gid, _term_of(record, chain.term), record))
                if not verdict.taken:
                    raise Refusal("bad_log", n=n, verdict=verdict.what, blamed=verdict.blamed)
        except ProtocolError as error:
            raise Refusal("bad_log", n=n, verdict="bad_signature") from error
        return chain

    def __len__(self) -> int:
        return len(self.links)

    @property
    def head(self) -> bytes:
        return self.links[-1].head

    @property
    def link(self) -> bytes:
        """The hash that the next record has as `prev`."""
        return self.links[-1].link

    @property
    def standing(self) -> Standing:
        return self.links[-1].standing

    @property
    def term(self) -> int:
        return self.standing.term

    @property
    def host(self) -> int:
        return self.standing.host

    def head_at(self, n: int) -> bytes | None:
        return self.links[n].head if 0 <= n < len(self.links) else None

    def entries(self, first: int) -> list[Entry]:
        """The entries from number `first` on, without those withheld from us."""
        return [link.entry for link in self.links[first:] if link.entry is not None]

    def signer(self, record: Record) -> int | None:
        """The seat whose key must sign this record now, or None if no seat can."""
        return self.standing.signer(record.seat, record.kind, record.body)

    def ask(self, kind: str, **body: Any) -> Ask:
        """The question that can be asked now, right after our last entry."""
        return Ask(self.gid, self.term, len(self) - 1, self.head, kind, body)

    def consented(self, record: Record) -> bool:
        """Whether our last entry is the consent of all to exactly this take-back."""
        last = self.links[-1].record
        return (
            record.kind == "back"
            and last.kind == "consent"
            and same([last.body["seat"], last.body["to"]], [record.seat, record.body])
        )

    def take(self, entry: Entry, digest: bytes | None = None) -> Verdict:
        """Judges an entry and adds it if it is the next one. `digest` is that of our position, if we have one."""
        verdict = self.judge(entry, digest)
        if verdict.taken:
            signer = self.signer(entry.record)
            assert signer is not None
            self._add(entry, signer, self.standing.after(entry.record))
        return verdict

    def cut(self, n: int) -> None:
        """Forgets all entries from number `n` on, after the verdict "rewind"."""
        if not 0 < n <= len(self.links):
            raise ValueError(n)
        del self.links[n:]

    def upto(self, n: int) -> Chain:
        """Another chain with our first `n` entries."""
        before = Chain.__new__(Chain)
        before.roster, before.gid, before.links = self.roster, self.gid, self.links[:n]
        return before

    def judge(self, entry: Entry, digest: bytes | None = None) -> Verdict:
        n = entry.record.n
        if entry.gid != self.gid:
            return Verdict("foreign_game")
        if n > len(self):
            return Verdict("gap", params={"have": len(self), "got": n})
        if n < len(self):
            return self._judge_past(entry, self.links[n])
        if entry.term < self.term:
            return Verdict("stale_term", params={"term": entry.term, "now": self.term})
        return self._judge_next(entry, digest, n)

    def take_withheld(self, message: Withheld) -> Verdict:
        """As a spectator: takes the next entry without its secret part. For now we believe the host. The next entry
        proves the place, because a seat has signed it over `link`."""
        try:
            wire.measure(message.raw)
            record = unpack_record(message.raw)
        except (ProtocolError, LogError):
            return Verdict("bad_body", params={"reason": "bad_entry"})
        if record.n != len(self):
            return Verdict("gap" if record.n > len(self) else "duplicate", params={"have": len(self), "got": record.n})
        if message.term != self.term or record.kind not in _WITHHELD:
            return Verdict("wrong_kind", params={"kind": record.kind})
        if (wrong := self._misplaced(record)) is not None:
            return wrong
        if record.prev != self.link:
            return Verdict("bad_prev")
        signer = self.signer(record)
        assert signer is not None
        size = self.links[-1].size + len(message.raw)
        self.links.append(
            ChainLink(None, record, self.term, message.head, message.link, signer, self.standing.after(record), size)
        )
        return Verdict("taken")

    def withheld(self, n: int, record: Record) -> Withheld:
        """What the host sends a spectator in place of entry `n`. `record` is the record of that entry with its secret
        part removed."""
        link = self.links[n]
        return Withheld(link.term, pack_record(record._replace(sig=None)), link.link, link.head)

    # -----------------------------------------------------------------------------------------------------------------

    def _add(self, entry: Entry, signer: int, standing: Standing) -> None:
        size = (self.links[-1].size if self.links else 0) + _STORED + len(entry.raw)
        self.links.append(ChainLink(entry, entry.record, entry.term, entry.head, entry.link, signer, standing, size))

    def _who_signed(self, entry: Entry) -> int | None:
        return next((seat for seat, key in self.roster.keys.items() if is_signed_by(entry, key)), None)

    def _judge_past(self, entry: Entry, ours: ChainLink) -> Verdict:
        n = entry.record.n
        if ours.entry is None:
            return Verdict("duplicate")
        if (entry.raw, entry.sig) == (ours.entry.raw, ours.entry.sig):
            return Verdict("duplicate")
        if entry.term < ours.term:
            return Verdict("stale_term", params={"term": entry.term, "now": ours.term})
        signer = self._who_signed(entry)
        if signer is None:
            return Verdict("bad_signature")
        if entry.term == ours.term:
            if signer == ours.signer and entry.record.digest != ours.record.digest:
                return Verdict("bad_past", params={"n": n, "signer": signer})
            if signer == ours.signer:
                return Verdict("fork", signer, {"n": n, "term": ours.term}, Fork(signer, ours.entry, entry))
            return Verdict("lost_race", params={"n": n, "signer": signer})
        if entry.record.kind != "term" or n < len(_FIRST):
            return Verdict("later_term", params={"term": entry.term, "now": self.term})
        verdict = self.upto(n)._judge_next(entry, None, n)
        return Verdict("rewind", params={"n": n}) if verdict.taken else verdict

    def _judge_next(self, entry: Entry, digest: bytes | None, n: int) -> Verdict:
        record = entry.record
        if record.kind not in SEATLESS and record.kind not in SEATED and record.kind != HEADER:
            return Verdict("unknown_kind", params={"kind": record.kind})
        if entry.term != _term_of(record, self.term):
            what = "later_term" if entry.term > self.term else "stale_term"
            return Verdict(what, params={"term": entry.term, "now": self.term})
        if (wrong := self._misplaced(record)) is not None:
            return wrong
        if len(self) >= MAX_RECORDS or self.links[-1].size + len(entry.raw) + _STORED > MAX_LOG:
            return Verdict("full")
        signer = self.signer(record)
        if signer is None:
            return Verdict("bad_body", params={"reason": "bad_reply"})
        if not is_signed_by(entry, self.roster.keys[signer]):
            actual = self._who_signed(entry)
            if actual is None:
                return Verdict("bad_signature", params={"expected": signer})
            return Verdict("wrong_signer", actual, {"expected": signer})
        if record.prev != self.link:
            return Verdict("bad_prev", params={"signer": signer})
        if digest is not None and record.digest != digest:
            return Verdict("bad_digest", params={"signer": signer})
        return self._judge_body(record, signer)

    def _misplaced(self, record: Record) -> Verdict | None:
        n = len(self)
        if self.links[-1].record.kind == "end":
            return Verdict("after_end")
        wrong = record.kind != _FIRST[n] if n < len(_FIRST) else record.kind in _FIRST
        wrong = wrong or (record.opened is not None) != (record.kind in _OPENED)
        if record.kind in SEATED:
            wrong = wrong or record.seat is None or record.seat >= len(self.roster.seats)
        else:
            wrong = wrong or record.seat is not None
        if record.kind == "takeover":
            wrong = wrong or record.seat not in self.standing.absent or record.body is not None
        return Verdict("wrong_kind", params={"kind": record.kind}) if wrong else None

    def _judge_body(self, record: Record, signer: int) -> Verdict:
        try:
            agreements.check(self, record, signer)
        except Refusal as refusal:
            params = {"reason": refusal.reason, **refusal.params}
            return Verdict("bad_body", refusal.blamed, params)
        return Verdict("taken")


_STORED = 64 + 8 + 8  # what a file adds to each record: the signature and the frame


def _term_of(record: Record, now: int) -> int:
    """The term of the next record. A "term" record names its own, which may be any later one."""
    if record.kind != "term":
        return now
    term = record.body.get("term") if type(record.body) is dict else None
    return term if type(term) is int and term > now else now + 1
