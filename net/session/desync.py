"""Compares positions after every entry. A program that hears of a position other than its own checks itself first.

It rebuilds its position from its own log. If its memory was wrong, it continues with the rebuilt position and bothers
nobody. If not, the other peer is wrong: that peer alone gets our signed DESYNC, rebuilds its own position and answers
with a DESYNC of its own. If the rebuilt positions agree, the peer's position was damaged and is mended. If they differ,
or no answer comes although the link is alive, we name that peer and drop its link, and the others play on. Nobody ever
takes over another peer's position: that would hide faults, and cheating.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from core.frames import pack_record
from core.table import Table, TableError
from net import messages as m
from net import wire
from net.chain import Verdict
from net.entries import Entry, is_true_desync, is_true_digest, sign_desync, sign_digest
from net.session import limits
from net.session.notices import Desynced
from net.session.peers import Challenge, Peer
from net.session.signed_game import UNDEALT, SignedGame

if TYPE_CHECKING:
    from net.session.engine import Engine


class Desync:
    """The comparison of positions at one program. The engine owns it; its counts are for one game."""

    def __init__(self, session: Engine) -> None:
        self._s = session
        self._gid = b""  # the game that the counts below belong to
        self._acknowledged_by: dict[int, int] = {}  # by seat: see `acknowledged_by`
        self._false: dict[int, int] = {}  # by seat: how often it told us a position other than ours
        self._named: dict[int, int] = {}  # by seat: how often we named it

    @property
    def acknowledged_by(self) -> dict[int, int]:
        """By seat: the last entry after which it had the same position as we."""
        self._begin()
        return self._acknowledged_by

    def _begin(self) -> None:
        game = self._s.game
        if game is not None and game.chain.gid != self._gid:
            self._gid, self._acknowledged_by, self._false, self._named = game.chain.gid, {}, {}, {}

    # After every entry -----------------------------------------------------------------------------------------------

    def acknowledge(self, entry: Entry) -> None:
        """As a guest: tells the host our position with DIGEST. Not if we have voted for another host in a later term
        than the entry's, and not while the host is still sending us entries."""
        s, game = self._s, self._s.game
        assert game is not None
        host = s.host_peer()
        if host is None or game.seat is None or game.table is None or game.last < host.target:
            return
        if entry.term >= game.promises.voted_against(game.chain.host):
            s.send(host, sign_digest(s.identity, game.seat, entry, game.digest))

    def acknowledged(self, peer: Peer, digest: m.Digest) -> None:
        """DIGEST has come: as the host, compare it with the position we had."""
        s, game = self._s, self._s.game
        if peer.role != "player" or s.role == "spectator":
            return s.unexpected(peer)
        if game is None:
            return None  # this peer does not know yet that we have left that game for the lobby
        if digest.seat != peer.seat:
            return s.unexpected(peer)
        if not s.hosting or digest.term > game.chain.term:
            return None
        if not is_true_digest(game.chain.gid, digest, game.roster.keys[digest.seat]):
            return s.misbehaved(peer, Verdict("bad_signature"))
        head = game.chain.head_at(digest.n)
        if head is None or digest.term != game.chain.links[digest.n].term:
            return None
        if head != digest.head:
            s.misbehaved(peer, Verdict("split"))
            return None
        ours = game.digests[digest.n]
        if ours is not None and ours != digest.digest:
            self.suspect(peer, digest.n, digest.digest)
        else:
            self._agrees(digest.seat, digest.n)
        return None

    def _agrees(self, seat: int, n: int) -> None:
        known = self.acknowledged_by
        known[seat] = max(n, known.get(seat, 0))

    # Where they differ -----------------------------------------------------------------------------------------------

    def mend(self, game: SignedGame, about: int | None = None) -> bool | None:
        """Checks our own position and replaces it if it was wrong. True: it was wrong and is mended. False: it was
        right. None: our own log cannot be played, and the game stops here."""
        s = self._s
        if game.table is None:
            return False
        about = game.last if about is None else about
        try:
            rebuilt = game.rebuilt(game.last)
        except TableError:
            s.tell(Desynced(self.report(game, about, None), going_on=False))
            s.stop("desync")
            return None
        live = game.table.state.digest()
        if live == game.digest == rebuilt.state.digest():
            return False
        report = self.report(game, about, rebuilt)
        game.adopt(rebuilt)
        s.tell(Desynced(report, going_on=True))
        return True

    def suspect(self, peer: Peer, n: int, digest: bytes | None = None) -> bool:
        """This peer had another position after entry `n` than we. `digest` is from its DIGEST; without it, the peer
        sent an entry made in another position. Returns whether to judge that entry again, because our own position was
        wrong."""
        s, game = self._s, self._s.game
        if game is None or game.table is None or peer.challenge is not None or peer.seat is None:
            return False  # our open challenge settles whatever it says before it answers
        mended = self.mend(game, n)
        if mended is None or (mended and digest is None):
            return mended is True
        if digest is not None and self._at(game, n) == digest:
            self._agrees(peer.seat, n)
        elif self._is_one_too_many(peer):
            self._name(game, peer)
        elif not self._is_settled(peer, n, game.chain.links[n].term):
            peer.challenge = Challenge(n, game.chain.links[n].term, s.now, peer.pings, digest is None)
            self._tell(game, peer, n)
        return False

    def told(self, peer: Peer, message: m.Desync) -> None:
        """DESYNC has come: the answer to our challenge, or a challenge of this peer's."""
        s, game = self._s, self._s.game
        if peer.role != "player" or s.role == "spectator":
            return s.unexpected(peer)
        if game is None or game.table is None or game.seat is None:
            return None  # this peer does not know yet that we have left that game for the lobby
        if message.seat != peer.seat:
            return s.unexpected(peer)
        if not is_true_desync(game.chain.gid, message, game.roster.keys[message.seat]):
            return s.misbehaved(peer, Verdict("bad_signature"))
        if not UNDEALT - 1 <= message.n <= game.last or message.term != game.chain.links[message.n].term:
            return None  # not an entry of our log; whoever is further brings the other up to date
        challenge = peer.challenge
        if challenge is not None and challenge.n == message.n:
            peer.challenge = None
            return self._answered(game, peer, message, challenge)
        if self._is_settled(peer, message.n, message.term) and peer.settled is not None:
            return None if message.rebuilt == peer.settled.rebuilt else self._name(game, peer)
        return self._challenged(game, peer, message)

    def _challenged(self, game: SignedGame, peer: Peer, message: m.Desync) -> None:
        """This peer says that one of us is wrong. We check ourselves and tell it the result."""
        live = self._live(game, message.n)
        mended = self.mend(game, message.n)
        if not mended and self._is_one_too_many(peer):
            return self._name(game, peer)
        self._tell(game, peer, message.n, live)
        if mended is not None and message.rebuilt != self._at(game, message.n):
            self._name(game, peer)
        return None

    def _answered(self, game: SignedGame, peer: Peer, message: m.Desync, challenge: Challenge) -> None:
        """This peer has answered our challenge: its log must lead to our position."""
        s = self._s
        if message.rebuilt != self._at(game, message.n):
            return self._name(game, peer)
        assert peer.seat is not None
        self._agrees(peer.seat, message.n)
        if challenge.refused and not s.hosting:
            s.resync.again(peer)  # the entry that we could not take from it: it may have made another
        return None

    def changed(self) -> None:
        """There is a new host, so the places we were comparing may hold other entries now."""
        for peer in self._s.peers.values():
            peer.challenge = None

    def tick(self) -> None:
        """Names a peer that got our challenge, had time to answer, and did not."""
        s, game = self._s, self._s.game
        if game is None:
            return
        for peer in s.players():
            asked = peer.challenge
            if asked is not None and s.now - asked.since_ms >= limits.ANSWER_MS and peer.ponged > asked.pings:
                self._name(game, peer)

    def _is_settled(self, peer: Peer, n: int, term: int) -> bool:
        """Whether we have told this peer already what we have at this place. Otherwise two peers could challenge each
        other for ever."""
        return peer.settled is not None and (peer.settled.n, peer.settled.term) == (n, term)

    def _is_one_too_many(self, peer: Peer) -> bool:
        """Counts another position of this seat; True if that is more than accidents can explain."""
        self._begin()
        assert peer.seat is not None
        self._false[peer.seat] = self._false.get(peer.seat, 0) + 1
        return self._false[peer.seat] > limits.FALSE_POSITIONS

    def _name(self, game: SignedGame, peer: Peer) -> None:
        """Names this peer and drops its link: our log leads to our position, so the peer signed a wrong one. The game
        goes on without it. If the peer is our host, the game stops here unless another host can be found."""
        s, seat = self._s, peer.seat
        assert seat is not None
        self._begin()
        self._named[seat] = self._named.get(seat, 0) + 1
        hopeless = len(game.roster.people) < 3 or self._named[seat] >= limits.FALSE_POSITIONS
        s.misbehaved(peer, Verdict("other_position", seat))
        if seat == game.chain.host and game.seat != seat and hopeless:
            s.tell(Desynced(self.report(game, game.last, game.table), going_on=False))
            s.stop("desync", seat)

    # Telling ---------------------------------------------------------------------------------------------------------

    def _live(self, game: SignedGame, n: int) -> bytes:
        """The digest that we had after entry `n`, or that of our position now if we no longer know."""
        return game.digests[n] or game.digest

    def _at(self, game: SignedGame, n: int) -> bytes | None:
        """The digest after entry `n`, worked out from our log alone; None if the log cannot be played."""
        try:
            return game.rebuilt(n).state.digest()
        except TableError:
            return None

    def _tell(self, game: SignedGame, peer: Peer, n: int, live: bytes | None = None) -> None:
        """Sends this peer our DESYNC of entry `n`."""
        assert game.seat is not None
        had, gid, term = live or self._live(game, n), game.chain.gid, game.chain.links[n].term
        said = sign_desync(self._s.identity, gid, game.seat, term, n, had, self._at(game, n), core_hash(game))
        peer.settled = said
        self._s.send(peer, said)

    def report(self, game: SignedGame, n: int, rebuilt: Table | None) -> dict[str, Any]:
        """What a maintainer needs to find the fault, in values that JSON can hold. People may read it during the game
        and pass it on, so it shows only what our seat may see, and its log lacks the shares that would open covered
        moves."""
        assert game.table is not None
        records = [one._replace(body=None) if one.kind == "seed" else one for one in game.log.records]
        at = self._at(game, n)
        return {
            "game": game.roster.game,
            "gid": game.chain.gid.hex(),
            "seat": game.seat,
            "term": game.chain.term,
            "n": n,
            "core": core_hash(game).hex(),
            "live_digest": self._live(game, n).hex(),
            "rebuilt_digest": None if at is None else at.hex(),
            "live": _seen(game.table, game.seat),
            "rebuilt": None if rebuilt is None else _seen(rebuilt, game.seat),
            "log": [pack_record(record).hex() for record in records],
        }


def _seen(table: Table, seat: int | None) -> dict[str, Any] | None:
    """The position as this seat may see it; None if the position is too damaged for that."""
    try:
        return table.game.export(table.view(seat), None)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return None


def core_hash(game: SignedGame) -> bytes:
    """The hash of what must be equal for two programs to behave alike: game, rules version and golden hash."""
    body = game.roster.record.body
    packed = wire.pack([body["game"], body["rules_version"], body["net"]["golden"]])
    return blake2b(b"ATL1-core\0" + packed, digest_size=32).digest()
