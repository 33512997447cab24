"""Positions are compared after every entry. Whoever sees another one than its own looks to itself first.

It rebuilds its position from its own log. If its memory was wrong, it goes on with the rebuilt one and nobody else is
bothered. If not, the other one is wrong: that peer alone gets our signed DESYNC, rebuilds its own, and answers with
one. If the rebuilt positions agree, it was damaged and is mended. If they do not, or no answer comes although the link
is alive, whoever signed otherwise is named and let go, and the others play on. Nobody ever takes over the position of
another: that would hide faults, and cheating.
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
    def __init__(self, session: Engine) -> None:
        self._s = session
        self._gid = b""  # the game that all of this is about
        self._acknowledged_by: dict[int, int] = {}
        self._false: dict[int, int] = {}  # by seat: positions it told that its own log did not lead to
        self._named: dict[int, int] = {}  # by seat: how often that was too many, or was not explained

    @property
    def acknowledged_by(self) -> dict[int, int]:
        """By seat: the last entry it has applied as we did."""
        self._begin()
        return self._acknowledged_by

    def _begin(self) -> None:
        game = self._s.game
        if game is not None and game.chain.gid != self._gid:
            self._gid, self._acknowledged_by, self._false, self._named = game.chain.gid, {}, {}, {}

    # After every entry -----------------------------------------------------------------------------------------------

    def acknowledge(self, entry: Entry) -> None:
        """As a guest: tells the host what our position is now. Not for orders that we have voted against, and not
        while more is on its way."""
        s, game = self._s, self._s.game
        assert game is not None
        host = s.host_peer()
        if host is None or game.seat is None or game.table is None or game.last < host.target:
            return
        if entry.term >= game.promises.voted_against(game.chain.host):
            s.send(host, sign_digest(s.identity, game.seat, entry, game.digest))

    def acknowledged(self, peer: Peer, digest: m.Digest) -> None:
        s, game = self._s, self._s.game
        if peer.role != "player" or s.role == "spectator":
            return s.unexpected(peer)
        if game is None:
            return None  # of a game that we have left for the lobby, which it does not know yet
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
        """Looks to ourselves: whether our position was wrong, and is now what our log leads to. None if our own log
        cannot be played: there is nothing to go on with."""
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
        """This peer had another position after entry `n` than we: as its DIGEST says, or else an entry it has sent.
        Whether it is to be looked at once more, as our own position was wrong."""
        s, game = self._s, self._s.game
        if game is None or game.table is None or peer.challenge is not None or peer.seat is None:
            return False  # what it said before it has our challenge is settled with that
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
        s, game = self._s, self._s.game
        if peer.role != "player" or s.role == "spectator":
            return s.unexpected(peer)
        if game is None or game.table is None or game.seat is None:
            return None  # of a game that we have left for the lobby, which it does not know yet
        if message.seat != peer.seat:
            return s.unexpected(peer)
        if not is_true_desync(game.chain.gid, message, game.roster.keys[message.seat]):
            return s.misbehaved(peer, Verdict("bad_signature"))
        if not UNDEALT - 1 <= message.n <= game.last or message.term != game.chain.links[message.n].term:
            return None  # not of our log; whoever has the later one brings the other up to date
        challenge = peer.challenge
        if challenge is not None and challenge.n == message.n:
            peer.challenge = None
            return self._answered(game, peer, message, challenge)
        if self._is_settled(peer, message.n, message.term) and peer.settled is not None:
            return None if message.rebuilt == peer.settled.rebuilt else self._name(game, peer)
        return self._challenged(game, peer, message)

    def _challenged(self, game: SignedGame, peer: Peer, message: m.Desync) -> None:
        """It says that we, or it, have gone wrong: we look to ourselves, and tell what came out."""
        live = self._live(game, message.n)
        mended = self.mend(game, message.n)
        if not mended and self._is_one_too_many(peer):
            return self._name(game, peer)
        self._tell(game, peer, message.n, live)
        if mended is not None and message.rebuilt != self._at(game, message.n):
            self._name(game, peer)
        return None

    def _answered(self, game: SignedGame, peer: Peer, message: m.Desync, challenge: Challenge) -> None:
        s = self._s
        if message.rebuilt != self._at(game, message.n):
            return self._name(game, peer)
        assert peer.seat is not None
        self._agrees(peer.seat, message.n)
        if challenge.refused and not s.hosting:
            s.resync.again(peer)  # what we could not take from it: it may have made another
        return None

    def changed(self) -> None:
        """There is a new host: places that were compared may be others now."""
        for peer in self._s.peers.values():
            peer.challenge = None

    def tick(self) -> None:
        """Who has got our challenge, and had time enough, and does not answer, has nothing to say for itself."""
        s, game = self._s, self._s.game
        if game is None:
            return
        for peer in s.players():
            asked = peer.challenge
            if asked is not None and s.now - asked.since_ms >= limits.ANSWER_MS and peer.ponged > asked.pings:
                self._name(game, peer)

    def _is_settled(self, peer: Peer, n: int, term: int) -> bool:
        """Whether it knows already what we say of this place. Else two who both have the last word would never end."""
        return peer.settled is not None and (peer.settled.n, peer.settled.term) == (n, term)

    def _is_one_too_many(self, peer: Peer) -> bool:
        self._begin()
        assert peer.seat is not None
        self._false[peer.seat] = self._false.get(peer.seat, 0) + 1
        return self._false[peer.seat] > limits.FALSE_POSITIONS

    def _name(self, game: SignedGame, peer: Peer) -> None:
        """Our own log leads to our own position, so whoever signed otherwise is wrong. Without it the game goes on; if
        it is our host, that helps only where another can be found."""
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
        return game.digests[n] or game.digest

    def _at(self, game: SignedGame, n: int) -> bytes | None:
        """The digest after entry `n`, from our log alone."""
        try:
            return game.rebuilt(n).state.digest()
        except TableError:
            return None

    def _tell(self, game: SignedGame, peer: Peer, n: int, live: bytes | None = None) -> None:
        assert game.seat is not None
        had, gid, term = live or self._live(game, n), game.chain.gid, game.chain.links[n].term
        said = sign_desync(self._s.identity, gid, game.seat, term, n, had, self._at(game, n), core_hash(game))
        peer.settled = said
        self._s.send(peer, said)

    def report(self, game: SignedGame, n: int, rebuilt: Table | None) -> dict[str, Any]:
        """What is needed to find the fault, as JSON can take it. People are told to read it while the game goes on, and
        may pass it on: it holds what our seat may see, and of the log nothing that opens what is covered in it."""
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
    """The position as this seat may see it; None if it is too damaged for that."""
    try:
        return table.game.export(table.view(seat), None)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return None


def core_hash(game: SignedGame) -> bytes:
    """What must be equal for two programs to behave alike."""
    body = game.roster.record.body
    packed = wire.pack([body["game"], body["rules_version"], body["net"]["golden"]])
    return blake2b(b"ATL1-core\0" + packed, digest_size=32).digest()
