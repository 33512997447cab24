"""Who sees everything that is stored and sent in the simulator, and knows the rules of the protocol."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from core.chance import Stream
from core.frames import Record, pack_record, unpack_record
from net import entries
from net import messages as m
from net.replies import ask_of
from tests.net.sim_disk import Disk, Violation
from tests.net.sim_ready import Readiness

if TYPE_CHECKING:
    from tests.net.sim import Node

WRONG = 4  # entries that may be on their way before a wrong position is noticed


class Witness:
    """Sees everything that is stored and sent, and knows the rules. Who does not play fair keeps none of them: for
    that one nothing is checked, and where it is host, others may be shown different logs."""

    def __init__(self) -> None:
        self.ordered: dict[tuple[bytes, int, int], bytes] = {}  # game, term, number: the record
        self.signed: dict[tuple[int, bytes, int, int], bytes] = {}  # node, game, term, number: what it signed
        self.positions: dict[bytes, bytes] = {}  # head of a log: the public position
        self.acks: dict[bytes, set[int]] = {}  # record as stored: who has told the others that it has it
        self.hosts: dict[tuple[bytes, int], bytes] = {}  # game, term: the record that began it
        self.votes: dict[tuple[int, bytes, int], bytes] = {}  # node, game, term: the question it said yes to
        self.questions: dict[bytes, tuple[bytes, int]] = {}  # hash of a question for a term: game, term
        self.rogues: set[bytes] = set()  # keys of those who do not play fair
        self.split: set[bytes] = set()  # games in which a host has shown different logs to different people
        self.readiness = Readiness()
        self.crashes: Counter[tuple[str, bool]] = Counter()  # by what was being stored, and whether before that

    def stored(self, disk: Disk, gid: bytes) -> None:
        """Within a term there is one log, of which everybody has a beginning."""
        payload = disk.logs[gid][-1]
        record = unpack_record(payload)
        terms = disk.terms[gid]
        term = record.body["term"] if record.kind == "term" else terms[-1]
        terms.append(term)
        if disk.key in self.rogues:
            return
        if record.kind == "term" and self.hosts.setdefault((gid, term), payload) != payload:
            raise Violation(f"two hosts in term {term}")
        self._hint(disk.logs[gid], record)
        place = (gid, term, record.n)
        about = unpack_record(disk.logs[gid][0]).body["net"]
        host = about["keys"][unpack_record(self.hosts[gid, term]).body["host"] if term else about["host"]]
        if place not in self.ordered and host != disk.key and host not in self.rogues:
            raise Violation(f"{disk.node} has entry {record.n} before the host of term {term} has ordered it")
        if self.ordered.setdefault(place, payload) != payload:
            if host not in self.rogues:
                raise Violation(f"two entries at term {term}, number {record.n}")
            self.split.add(gid)

    def _hint(self, log: list[bytes], record: Record) -> None:
        """Who has asked for advice in a position has no reason to ask again. Games of version 1 have no such rule."""
        if record.kind == "hint" and unpack_record(log[0]).body["net"]["v"] > 1:
            before = unpack_record(log[-2])
            if (before.kind, before.seat, before.digest) == ("hint", record.seat, record.digest):
                raise Violation(f"seat {record.seat} has asked twice for advice in one position")

    def rewound(self, disk: Disk, gid: bytes, n: int) -> None:
        """What more than half of the people have is never put aside."""
        if disk.key in self.rogues:
            return
        people = sum(key is not None for key in unpack_record(disk.logs[gid][0]).body["net"]["keys"])
        for payload in disk.logs[gid][n:]:
            if len(self.acks.get(payload, ())) > people // 2:
                raise Violation(f"an entry from {n} on was acknowledged by {sorted(self.acks[payload])} and is lost")

    def applied(self, node: Node, head: bytes, digest: bytes) -> None:
        """Equal logs, equal positions; and where a position was damaged, that is noticed at once."""
        if not node.honest:
            return
        if not node.damaged and self.positions.setdefault(head, digest) != digest:
            raise Violation("equal logs led to different positions")
        node.wrong += node.damaged
        if node.wrong > WRONG:
            raise Violation(f"{node.number} plays on in a position of its own")

    # What is sent -----------------------------------------------------------------------------------------------------

    def started(self, node: Node) -> None:
        self.readiness.forget(node.number)

    def lobby_shown(self, node: Node) -> None:
        table = node.session.table if node.session is not None else None
        if table is not None and node.honest:
            self.readiness.shown(node.number, table)
            hosts = node.session is not None and node.session.lobby is not None
            self.readiness.hosted(node, table if hosts else None)

    def sent(self, node: Node, peer_watches: bool, message: m.Message) -> None:
        match message:
            case m.AskMessage(kind="term"):
                gid = _gid(node)
                if gid is not None:
                    self.questions[ask_of(gid, message).hash] = gid, message.body["term"]
            case m.Roster():
                self.readiness.proposed(node, message)
        if not node.honest:
            return
        match message:
            case m.EntryMessage():
                self._entry(node, message, peer_watches)
            case m.Withheld() if peer_watches:
                self._hides(node, unpack_record(message.raw))
            case m.Digest():
                self._digest(node, message)
            case m.ReplyMessage(kind="term"):
                gid, term = self.questions[message.req_hash]
                if self.votes.setdefault((node.number, gid, term), message.req_hash) != message.req_hash:
                    raise Violation(f"{node.number} voted twice in term {term}")
            case m.ReplyMessage(kind="commit" | "seed"):
                self.readiness.share(node, _gid(node), message)
            case m.Lobby():
                self.readiness.told(node, message)
            case m.Ready():
                self.readiness.pressed(node, message)
            case m.Sign():
                self.readiness.signed(node, message)
            case m.Refused(of="ROSTER"):
                self.readiness.took_back.add(node.identity.key)

    def _entry(self, node: Node, message: m.EntryMessage, peer_watches: bool) -> None:
        entry = entries.read_entry(message.raw, message.sig)
        n, disk = entry.record.n, node.disk
        if message.sig in node.identity.made and node.world.plan.damage != node.number:
            place = node.number, entry.gid, entry.term, n
            if self.signed.setdefault(place, message.raw) != message.raw:
                raise Violation(f"{node.number} signed two entries at term {entry.term}, number {n}")
        log = disk.logs.get(entry.gid, [])
        if not (n < len(log) and log[n] == pack_record(entry.record)):
            if message.raw not in disk.kept.get(entry.gid, b""):
                raise Violation(f"{node.number} sent an entry that it had not stored")
        elif n > 4:
            self.acks.setdefault(log[n], set()).add(node.number)
        if peer_watches:
            self._hides(node, entry.record)

    def _hides(self, node: Node, record: Record) -> None:
        """Nobody who only watches gets what is not for all: what is hidden in a move is as far from what it says as
        the secret of the deal says for this very place."""
        if record.kind == "seed" and record.body is not None:
            raise Violation("somebody who watches got the shares of the seed")
        if record.kind == "move":
            assert node.session is not None
            assert node.session.game is not None
            table: Any = node.session.game.table
            made = next((step.move for step in table.steps if step.n == record.n), None)
            if made is None:
                return  # it was taken back
            pad = Stream(table.dealer.seed, "cover", record.prev.hex())
            for true, said, one in zip(made[1:], record.body[1:], table.state.game.moves[made[0]].fields, strict=True):
                low, size = one.type.low, one.type.high - one.type.low + 1
                pairs = [] if true is None else zip(true, said, strict=True) if one.type.many else [(true, said)]
                for value, shown in pairs:
                    if shown != (low + (value - low + pad.below(size)) % size if one.sees else value):
                        raise Violation("somebody who watches got a hidden part of a move")

    def _digest(self, node: Node, message: m.Digest) -> None:
        game = node.session.game if node.session is not None else None
        assert game is not None
        log = node.disk.logs[game.chain.gid]
        if message.n >= len(log):
            raise Violation(f"{node.number} acknowledged what it had not stored")
        self.acks.setdefault(log[message.n], set()).add(node.number)


def _gid(node: Node) -> bytes | None:
    game = node.session.game if node.session is not None else None
    return None if game is None else game.chain.gid
