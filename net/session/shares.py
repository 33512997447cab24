"""The seed to which all persons give a share: the host asks, and each program answers by itself.

    ASK commit, REPLY …          entry 2 "commit"
    ASK seed, REPLY …            entry 3 "seed"; the question shows the host's own share

The host waits for a seat whose link is gone. But if a seat withholds its answer while its link is alive, or shows
another share than it committed to, it is named, and the start ends (starting.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.dealers import commitment
from net import messages as m
from net.agreements import record_of, seed_ask, voters
from net.chain import Verdict
from net.joint_seed import new_share, promise, show
from net.replies import Ask, Collecting, Reply, ask_of
from net.session.peers import AnswerTimes, Peer, Waiting
from net.session.signed_game import UNDEALT, SignedGame

if TYPE_CHECKING:
    from net.session.engine import Engine

_KINDS = {2: "commit", 3: "seed"}  # by the length of the log: the question that comes next


class Shares:
    """Commitments and shares of one start, on the host's side and on a guest's. The engine owns it."""

    def __init__(self, session: Engine) -> None:
        self._s = session
        self._collecting: Collecting | None = None  # as the host: the answers to the open question
        self._times = AnswerTimes()  # as the host: when we asked each seat
        self._since_ms = 0  # as the host: when the question was first asked
        self.shown_over: int | None = None  # as a guest: the link over which we showed our share

    def forget(self) -> None:
        """As the host: another start begins, or this one has ended."""
        self._collecting = None
        self._times.clear()

    # The host's side -------------------------------------------------------------------------------------------------

    def are_out(self) -> bool:
        """Whether the host has shown its own share, with the question for the others'."""
        return self._collecting is not None and self._collecting.ask.kind == "seed"

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that have not answered the open question."""
        return () if self._collecting is None else self._collecting.missing

    def step(self) -> bool:
        """As the host: asks for shares, and puts them into the log once all have come."""
        s, game = self._s, self._s.game
        if game is None or game.table is not None or not s.hosting or len(game.chain) not in _KINDS:
            return False
        if any(not peer.inbound and peer.target > game.last for peer in s.players()):
            return False  # it was dealt long ago, and we have lost its log, which this peer sends us
        collecting = self._collecting
        if collecting is None or collecting.ask.n != game.last:
            ask = self._question(game, game.promises.share)
            collecting = self._collecting = Collecting(ask, voters(game.chain, ask), game.roster.keys)
            self._times.clear()
            self._since_ms = s.now
            reply = self._reply(game, ask)
            if reply is None:
                s.starting.fail("share_lost", game.seat)
                return False
            collecting.add(reply.message(ask))
            for peer in s.players():
                self.rejoined(peer)
        if collecting.missing:
            return False
        kind, body = record_of(collecting.ask, collecting.rows())
        return s.order(game.signed(s.identity, game.beside(kind, None, body)))

    def rejoined(self, peer: Peer) -> None:
        """As the host: asks this seat again if it has not answered."""
        s, game, collecting = self._s, self._s.game, self._collecting
        if collecting is None or game is None or collecting.ask.n != game.last or peer.seat not in collecting.missing:
            return
        self._times.note(peer, s.now)
        s.send(peer, collecting.ask.message())

    def replied(self, peer: Peer, message: m.ReplyMessage) -> None:
        """As the host: takes the answer of a seat. A share that does not fit its commitment ends the start."""
        s, game, collecting = self._s, self._s.game, self._collecting
        assert game is not None
        if message.seat != peer.seat:
            return s.unexpected(peer)
        if not s.hosting or collecting is None or collecting.ask.n != game.last:
            return None
        if message.kind == "seed" and isinstance(message.payload, bytes):
            promised = {seat: row for seat, row, _ in game.chain.links[-1].record.body}
            if commitment(game.chain.gid, message.seat, message.payload) != promised[message.seat]:
                collecting.add(message)  # raises Refusal if another seat signed this answer
                return s.starting.fail("broken_promise", message.seat)
        collecting.add(message)
        return None

    def tick(self) -> None:
        """As the host: ends the start if a seat withholds its answer."""
        s = self._s
        if s.game is None or s.game.last >= UNDEALT - 1 or not s.hosting:
            return
        for seat in self.missing:
            if self._times.is_withheld(seat, s.player(seat), s.now):
                return s.starting.fail("missing_reply", seat)

    def waiting(self) -> tuple[Waiting, ...]:
        game, collecting = self._s.game, self._collecting
        if collecting is None or game is None or game.last >= UNDEALT - 1:
            return ()
        return tuple(Waiting(seat, collecting.ask.kind, self._since_ms) for seat in collecting.missing)

    # A guest's side --------------------------------------------------------------------------------------------------

    def asked(self, peer: Peer, message: m.AskMessage) -> None:
        """As a guest: answers with our commitment, and later with our share."""
        s, game = self._s, self._s.game
        assert game is not None
        ask = ask_of(game.chain.gid, message)
        if peer is not s.host_peer() or s.hosting or ask[:4] != game.chain.ask(message.kind)[:4]:
            return None  # our log does not end there yet; if it gets there, we are asked again
        if _KINDS.get(len(game.chain)) != message.kind:
            return s.unexpected(peer)
        share = ask.body.get("share")
        if ask != self._question(game, share if type(share) is bytes else b""):
            return s.unexpected(peer)
        if ask.body and commitment(game.chain.gid, game.chain.host, ask.body["share"]) != self._promised(game):
            return s.misbehaved(peer, Verdict("broken_promise", game.chain.host))
        reply = self._reply(game, ask)
        if reply is not None:
            if message.kind == "seed":
                self.shown_over = peer.link
            s.send(peer, reply.message(ask))
        return None

    def _promised(self, game: SignedGame) -> bytes:
        """The host's commitment to its share, made before it had seen the others'."""
        promises: dict[int, bytes] = {seat: row for seat, row, _ in game.chain.links[2].record.body}
        return promises[game.chain.host]

    # Both sides ------------------------------------------------------------------------------------------------------

    def _question(self, game: SignedGame, share: bytes) -> Ask:
        """The next question of the host. The one for shares shows the host's own."""
        return seed_ask(game.chain, share) if len(game.chain) == 3 else game.chain.ask(_KINDS[len(game.chain)])

    def _reply(self, game: SignedGame, ask: Ask) -> Reply | None:
        """Our answer to a question for shares; None if our share is lost, and the game with it."""
        s, seat = self._s, game.seat
        assert seat is not None
        if ask.kind == "commit":
            if not game.promises.share and not s.hosting:
                return None  # a guest has made its share before it signed: with another, this would be another deal
            if not game.promises.share:
                game.promises.keep_share(new_share(s.me.random))
            return promise(s.identity, ask, seat, game.promises.share)
        share, promised = game.promises.share, {row[0]: row[1] for row in game.chain.links[2].record.body}
        if not share or commitment(game.chain.gid, seat, share) != promised[seat]:
            return None  # the file was lost, or is not the one from which we promised
        return show(s.identity, ask, seat, share)
