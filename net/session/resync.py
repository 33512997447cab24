"""Peers bring each other up to date. Whoever is further sends what the other lacks, and every entry is judged like a
new one.

Further is the log with the later term, then the one with more entries. Entries of an earlier term that stand where a
later term began no longer count: they are put aside.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from net import messages as m
from net.chain import Verdict
from net.entries import Entry, read_entry
from net.refusal import Refusal
from net.session import limits
from net.session.notices import Misbehaved, SetAside
from net.session.peers import Peer
from net.session.signed_game import UNDEALT, SignedGame

if TYPE_CHECKING:
    from net.session.engine import Engine

# Verdicts that say nothing bad about the sender: the entry was only late or early.
_HARMLESS = frozenset(("duplicate", "stale_term", "later_term", "gap"))


class Resync:
    """Sends and takes entries. The engine owns it."""

    def __init__(self, session: Engine) -> None:
        self._s = session
        self._false_absences: dict[int, int] = {}  # by seat of the host: how often it said falsely that we are away

    def begin(self, told: int) -> None:
        """A game begins, and `told` is the last entry that its host says it has. What we counted in the last game, and
        what we know of the logs of the last game, is over; the links stay open."""
        self._false_absences.clear()
        for peer in self._s.peers.values():
            peer.begin(told)

    def met(self, peer: Peer, term: int, n: int, head: bytes) -> None:
        """We and this peer have told each other how far our logs go: `term`, `n` and `head` are the peer's."""
        s, game = self._s, self._s.game
        assert game is not None
        peer.met_n = max(n, game.last)
        if (term, n) > (game.chain.term, game.last):
            peer.target, peer.target_term, peer.nearer_ms = n, term, s.now  # the peer sends, and we wait
            return
        peer.target = -1
        if term < game.chain.term:
            self._stream(game, peer, game.first_after(term, n))
        elif n >= 0 and game.chain.head_at(n) != head:
            self._stream(game, peer, n)  # so that the peer sees what we have at that place
        else:
            self._stream(game, peer, n + 1)
        if peer is s.host_peer():
            s.play.resend(peer)
            s.ballots.resend(peer)
        s.terms.met(peer)

    def offer(self, peer: Peer, term: int, n: int) -> None:
        """Sends what we have after this place."""
        game = self._s.game
        assert game is not None
        self._stream(game, peer, game.first_after(term, n))

    def _stream(self, game: SignedGame, peer: Peer, first: int) -> None:
        for entry in game.chain.entries(first)[: limits.CHUNK]:
            self._s.send(peer, entry.message())

    def sync(self, peer: Peer, sync: m.Sync) -> None:
        s, game = self._s, self._s.game
        if peer.role == "spectator":
            return s.watching.sync(peer, sync)
        if peer.role != "player":
            return s.unexpected(peer)
        if game is None or sync.gid != game.chain.gid:  # the peer may not know yet that we have left that game
            return s.refuse(peer, "SYNC", "foreign_game")
        if not peer.syncs(s.now):
            return s.misbehaved(peer, Verdict("flood"))
        self._stream(game, peer, sync.first)
        return None

    def entry(self, peer: Peer, message: m.EntryMessage) -> None:
        s = self._s
        if s.role == "spectator":
            return s.watching.entry(peer, message)
        if peer.role != "player":
            return s.unexpected(peer)
        entry = read_entry(message.raw, message.sig)
        game = s.game
        if game is None:
            return s.starting.first(peer, entry)
        peer.held.append(entry)
        if not self._more_follow(game, peer):
            self.take_held(peer)
        return None

    def _more_follow(self, game: SignedGame, peer: Peer) -> bool:
        """Whether the last entry belongs to a batch that we lack and more of the batch will come. Then it waits for the
        rest."""
        first, last = peer.held[0].record.n, peer.held[-1].record.n
        begun = peer.chunk_from if peer.chunk_from >= 0 else first
        in_a_row = first == len(game.chain) and last == first + len(peer.held) - 1
        plain = game.table is not None and not self._s.hosting and not peer.branch
        return plain and in_a_row and last < peer.target and last - begun < limits.CHUNK - 1

    def take_held(self, peer: Peer) -> None:
        """Judges a batch of entries, each as if it had come alone, and stores the sound ones together."""
        s, game = self._s, self._s.game
        held, peer.held = peer.held, []
        if game is None:
            return  # the game was given up meanwhile
        if len(held) > 1 and game.table is not None:
            with s.or_unsaid(), game.together():
                while held and held[0].record.n == len(game.chain) and not peer.branch:
                    self._admit(game, peer, held.pop(0))
        for entry in held:
            self._admit(game, peer, entry)

    def tick(self) -> None:
        """Flushes batches whose sender went quiet."""
        for peer in self._s.players():
            try:
                self.take_held(peer)
            except Refusal as refusal:
                self._s.misbehaved(peer, Verdict(refusal.reason, refusal.blamed))

    def _admit(self, game: SignedGame, peer: Peer, entry: Entry) -> None:
        """Judges an entry if this peer may bring it."""
        s = self._s
        if s.stopped is not None or peer.link not in s.peers:
            return None
        # Only the host orders. Other peers may bring the host's entries when it is gone, and the `term` entry of its
        # successor.
        host = s.host_peer()
        if not (s.hosting or peer is host or host is None or entry.record.kind == "term" or s.terms.deposed):
            return None
        if peer is host and s.terms.deposed and entry.record.n > peer.target:
            # This is an order of a host that we have voted out. Having it does no harm, as long as we do not
            # acknowledge it.
            s.terms.refuse_stale(peer)
        return self._judge(game, peer, entry)

    def _judge(self, game: SignedGame, peer: Peer, entry: Entry) -> None:
        """Judges one entry and does what the verdict asks for."""
        s = self._s
        if peer.target >= 0 and peer.chunk_from < 0:
            peer.chunk_from = entry.record.n
        verdict = game.take(entry)
        if verdict.what == "rewind":
            n = entry.record.n
            game.give_way(entry)
            gone = game.rewind(n)
            s.tell(SetAside(n, gone))
            verdict = game.take(entry)
        if verdict.taken:
            peer.asked_from, peer.steps_back, peer.nearer_ms = -1, 0, s.now
            s.taken(entry)
            self._said_away(game, peer, entry)
            self._go_on(game, peer)
        elif self._of_another_branch(game, peer, entry, verdict):
            if entry.record.kind == "term" and entry.term > game.chain.term:
                self._change_over(game, peer)
        elif verdict.what == "gap":
            self.behind(peer, entry.term, entry.record.n)
        elif verdict.what == "later_term" or (verdict.what == "bad_prev" and entry.record.kind == "term"):
            self._ask_earlier(game, peer, entry.term, entry.record.n)
        elif verdict.what == "duplicate" and peer.chunk_from >= 0:
            if entry.record.n >= peer.target:
                self._go_on(game, peer)  # another peer was faster with the last entry that we lacked
            elif entry.record.n - peer.chunk_from >= limits.CHUNK - 1:
                self._ask(game, peer, entry.record.n + 1)
        elif verdict.what == "bad_digest":
            self._other_position(game, peer, entry)
        elif verdict.what == "lost_race" and s.hosting:
            pass  # our entry was first; the peer will see it
        elif verdict.what not in _HARMLESS:
            self._refused(peer, verdict)

    def _said_away(self, game: SignedGame, peer: Peer, entry: Entry) -> None:
        """Notes a proxy entry that names us away while we are here. A host may order it only while it has no link to
        us. We take our seat over at once; but if the host goes on like that, the two of us fill the log. From any peer
        but that host the entry is old news."""
        s, record, signer = self._s, entry.record, game.chain.links[-1].signer
        if record.kind != "proxy" or game.seat not in record.body["away"] or peer.seat != signer or s.hosting:
            return None
        if record.n > peer.met_n:
            times = self._false_absences[signer] = self._false_absences.get(signer, 0) + 1
            verdict = Verdict("not_away", signer)
            if times > limits.FALSE_ABSENCES:
                return s.misbehaved(peer, verdict)
            s.tell(Misbehaved(peer.seat, verdict.what, verdict.blamed, (entry.raw, entry.sig)))
        return None

    def _other_position(self, game: SignedGame, peer: Peer, entry: Entry) -> None:
        """This entry was made in another position. If ours was wrong, judges the entry again. If not, its author or the
        host has to make another."""
        if self._s.desync.suspect(peer, entry.record.n - 1):
            self._judge(game, peer, entry)

    def _of_another_branch(self, game: SignedGame, peer: Peer, entry: Entry, verdict: Verdict) -> bool:
        """Whether this entry belongs to a log that left ours at some place and may have a later host further on."""
        n, branch = entry.record.n, peer.branch
        if verdict.what == "duplicate":
            branch.clear()
            return False
        if branch and n == branch[-1].record.n + 1:
            if len(branch) >= limits.LONGEST_BRANCH or peer.branch_bytes + len(entry.raw) > limits.BRANCH_BYTES:
                branch.clear()
                return False
            branch.append(entry)
            return True
        late = verdict.what in ("stale_term", "later_term", "bad_prev")
        if late and UNDEALT <= n < len(game.chain) and entry.record.prev == game.chain.links[n - 1].link:
            branch[:] = [entry]
            return True
        return False

    def _change_over(self, game: SignedGame, peer: Peer) -> None:
        """That branch has a later host than our log, so it is the log that counts: replaces ours from where they
        differ."""
        s, branch = self._s, list(peer.branch)
        peer.branch.clear()
        n = branch[0].record.n
        side = game.chain.upto(n)
        for entry in branch:
            verdict = side.take(entry)
            if not verdict.taken:
                s.misbehaved(peer, verdict)
                return
        game.give_way(branch[-1])
        s.tell(SetAside(n, game.rewind(n)))
        for entry in branch:
            verdict = game.take(entry)
            if not verdict.taken:
                s.misbehaved(peer, verdict)
                s.stop("split", verdict.blamed)
                return
            s.taken(entry)
        self._go_on(game, peer)

    def _refused(self, peer: Peer, verdict: Verdict) -> None:
        """An entry was refused: its sender misbehaved, and the game may have to stop here."""
        s = self._s
        host, signer = s.host_peer(), verdict.params.get("signer", verdict.blamed)
        s.misbehaved(peer, verdict)
        if s.hosting or verdict.what not in ("fork", "lost_race", "bad_prev"):
            return
        # This log is not the one that we were shown before. That stops the game here only if the host shows it, or if
        # the sender of a fork is not its signer: a guest alone must not be able to stop the game.
        if peer is host and verdict.what != "fork":
            s.stop("split", peer.seat)
        elif verdict.what == "fork" and (peer is host or signer != peer.seat):
            s.stop("fork", verdict.blamed)

    def _go_on(self, game: SignedGame, peer: Peer) -> None:
        """We took an entry from this peer: asks for the next chunk, or notes that we are up to date with it."""
        if game.last < peer.target:
            if game.last - peer.chunk_from >= limits.CHUNK - 1:
                self._ask(game, peer, len(game.chain))
        elif peer.target >= 0:
            peer.target = peer.chunk_from = -1
            if peer is self._s.host_peer():
                self._s.play.resend(peer)
                self._s.ballots.resend(peer)
            self._s.terms.met(peer)

    def up_to_date(self, peer: Peer) -> bool:
        """Whether we have all that this peer said it has, whoever sent it to us."""
        game = self._s.game
        assert game is not None
        return peer.target < 0 or (game.chain.term, game.last) >= (peer.target_term, peer.target)

    def remind(self) -> None:
        """Asks again for entries that peers said they have and we lack. Runs while we have no host, or are a host that
        may have been replaced: we may have ignored those entries then, or they may have begun after a place that we had
        not reached."""
        s, game = self._s, self._s.game
        assert game is not None
        for peer in s.players():
            if self.up_to_date(peer) or s.now - peer.nearer_ms < limits.VOTE_AGAIN_MS:
                continue
            peer.asked_from = -1
            if peer.target_term > game.chain.term:
                self._ask_earlier(game, peer, peer.target_term, peer.target)
            else:
                self._ask(game, peer, len(game.chain))

    def behind(self, peer: Peer, term: int, n: int) -> None:
        """This peer's log goes at least so far, and ours does not: asks for what follows our last entry."""
        game = self._s.game
        assert game is not None
        self._aim(peer, term, n)
        self._ask(game, peer, len(game.chain))

    def again(self, peer: Peer) -> None:
        """Asks this peer again for an entry that we refused: it may have made another by now."""
        game = self._s.game
        assert game is not None
        peer.asked_from = -1
        self._ask(game, peer, len(game.chain))

    def _aim(self, peer: Peer, term: int, n: int) -> None:
        """Notes how far this peer's log goes at least."""
        if peer.target < 0 or (term, n) > (peer.target_term, peer.target):
            peer.target, peer.target_term = n, term

    def _ask_earlier(self, game: SignedGame, peer: Peer, term: int, n: int) -> None:
        """This peer has a later term that began before the end of our log. Asks from further and further back until we
        find where."""
        first = max(UNDEALT, len(game.chain) - (8 << peer.steps_back))
        if first != peer.asked_from:
            peer.steps_back += 1
            self._aim(peer, term, n)
            self._ask(game, peer, first)

    def _ask(self, game: SignedGame, peer: Peer, first: int) -> None:
        if peer.asked_from != first:
            peer.asked_from, peer.chunk_from, peer.nearer_ms = first, first, self._s.now
            self._s.send(peer, m.Sync(game.chain.gid, first))
