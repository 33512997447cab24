"""Talk, and what a host can do about it: each may say two things a second, to all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from net import messages as m
from net.names import clean_chat
from net.session.notices import Said
from net.session.peers import Peer

if TYPE_CHECKING:
    from net.session.engine import Engine


class Talk:
    def __init__(self, session: Engine) -> None:
        self._s = session

    def say(self, text: str) -> None:
        s, said = self._s, clean_chat(text)
        if said and s.hosting:
            self._say(s.seat, s.name, said)
        elif said and (host := s.host_peer() or s.watching.source()) is not None:
            s.send(host, m.Chat(None, None, said))

    def heard(self, peer: Peer, chat: m.Chat) -> None:
        s = self._s
        if not s.hosting:
            if peer is s.host_peer() or peer is s.watching.source():
                s.tell(Said(chat.seat, chat.name or "", chat.text))
            return None
        if peer.role is None or chat.seat is not None or chat.name is not None:
            return s.unexpected(peer)
        if not peer.chats(s.now):
            return s.refuse(peer, "CHAT", "flood")
        if peer.key not in s.muted and (text := clean_chat(chat.text)):
            self._say(peer.seat, peer.name, text)
        return None

    def _say(self, seat: int | None, name: str, text: str) -> None:
        s = self._s
        s.tell(Said(seat, name, text))
        for peer in s.peers.values():
            if peer.role is not None:
                s.send(peer, m.Chat(seat, name, text))
