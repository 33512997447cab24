"""Hands each message to the part of the session that it is for, and handles the messages that belong to no part."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from net import messages as m
from net.chain import Verdict
from net.refusal import Refusal
from net.session import notices
from net.session.peers import Peer

if TYPE_CHECKING:
    from net.session.engine import Engine

# Messages that only seats may send while there is a game. A peer without a seat gets no answer to them, least of all
# the log.
_OF_SEATS = frozenset(
    (m.Sign, m.EntryMessage, m.Sync, m.Digest, m.AskMessage, m.ReplyMessage, m.Done, m.Desync, m.Rematch)
)


class Inbox:
    """The table of handlers, by kind of message. The engine owns it."""

    def __init__(self, session: Engine) -> None:
        self._s = s = session
        self._handlers: dict[type[m.Message], Callable[[Peer, Any], None]] = {
            m.Join: s.meeting.join,
            m.Joined: s.meeting.joined,
            m.Lobby: s.meeting.lobby,
            m.Peers: s.meeting.peers,
            m.Code: s.meeting.code,
            m.Name: s.meeting.renamed,
            m.Ready: self._ready,
            m.Roster: s.starting.roster,
            m.Sign: s.starting.sign,
            m.FailedStart: s.failed_starts.told,
            m.EntryMessage: s.resync.entry,
            m.Withheld: s.watching.withheld,
            m.Sync: s.resync.sync,
            m.Digest: s.desync.acknowledged,
            m.AskMessage: self._ask,
            m.ReplyMessage: self._reply,
            m.Done: s.ballots.done,
            m.Answered: s.ballots.tally.heard,
            m.Chat: s.talk.heard,
            m.Desync: s.desync.told,
            m.Evidence: s.evidence.heard,
            m.Rematch: s.rematch.wanted,
            m.Refused: self._refused,
            m.Bye: self._bye,
            m.Ping: lambda peer, ping: s.send(peer, m.Pong(ping.n)),
            m.Pong: self._pong,
        }

    def take(self, peer: Peer, message: m.Message) -> None:
        """Handles one message. The sender is to blame for a message that may not come here or is not sound."""
        handler = self._handlers.get(type(message))
        stands_by = peer.role == "player" and not peer.plays and self._s.game is not None
        if handler is None or (stands_by and type(message) in _OF_SEATS):
            self._s.unexpected(peer)
            return
        try:
            if peer.held and type(message) is not m.EntryMessage:
                self._s.resync.take_held(peer)
            handler(peer, message)
        except Refusal as refusal:  # this catches ProtocolError too
            if refusal.reason == "promises_damaged":  # our own file of promises is damaged: nobody else's fault
                self._s.stop("promises")
                return
            self._s.misbehaved(peer, Verdict(refusal.reason, refusal.blamed))

    def _ready(self, peer: Peer, ready: m.Ready) -> None:
        s = self._s
        if peer.role != "player":
            return s.unexpected(peer)
        if s.lobby is not None and s.game is None and not s.starting.busy:
            if s.lobby.ready(peer.key, ready.rev, ready.ready, ready.nonce):
                s.show_lobby()
            s.rematch.maybe_start()
        return None

    def _ask(self, peer: Peer, ask: m.AskMessage) -> None:
        s = self._s
        if peer.role != "player" or s.role == "spectator":
            return s.unexpected(peer)
        if s.game is None:
            return None  # the peer does not know yet that the start was called off, or the game is over
        if ask.kind == "term":
            return s.terms.asked(peer, ask)
        if ask.kind in ("commit", "seed"):
            return s.shares.asked(peer, ask)
        return s.ballots.asked(peer, ask)

    def _reply(self, peer: Peer, reply: m.ReplyMessage) -> None:
        s = self._s
        if peer.role != "player" or s.role == "spectator":
            return s.unexpected(peer)
        if s.game is None:
            return None  # the peer does not know yet that the start was called off, or the game is over
        try:
            if reply.kind == "term":
                s.terms.replied(peer, reply)
            elif reply.kind in ("commit", "seed"):
                s.shares.replied(peer, reply)
            else:
                s.ballots.replied(peer, reply)
        except Refusal as refusal:
            if refusal.reason != "other_request":  # an answer to a question that is over is nobody's fault
                s.misbehaved(peer, Verdict(refusal.reason, refusal.blamed))
        return None

    def _refused(self, peer: Peer, refused: m.Refused) -> None:
        s = self._s
        if refused.reason == "stale_term":
            s.terms.told(peer, refused.params.get("term"))
        elif refused.of == "ROSTER":
            s.starting.refused(peer)
        elif refused.of == "JOIN" and not peer.inbound:
            if refused.reason == "not_host":
                s.company.pointed(peer, refused.params)
            s.tell(notices.NotJoined(refused.reason))

    def _pong(self, peer: Peer, pong: m.Pong) -> None:
        if pong.n <= peer.pings:
            peer.ponged = max(peer.ponged, pong.n)

    def _bye(self, peer: Peer, bye: m.Bye) -> None:
        peer.goodbye = bye.reason
        if bye.reason == "left":
            self._s.meeting.has_left(peer)
        self._s.drop(peer, "bye", say=False)
