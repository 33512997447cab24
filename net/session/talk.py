"""Chat. Each person may say two lines a second, to everybody at the table.

The host tells who said a line. A guest believes the host only so far: it shows no more lines than all at the table can
have said, and cleans each once more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from net import messages as m
from net.bucket import Bucket
from net.names import clean_chat, clean_name
from net.session import limits
from net.session.notices import LeftOut, Said
from net.session.peers import Peer

if TYPE_CHECKING:
    from net.session.engine import Engine


class Talk:
    """The chat of one table. The engine owns it."""

    def __init__(self, session: Engine) -> None:
        self._s = session
        self._lines: Bucket | None = None  # how many lines a host may send us
        self._left_out = 0  # lines beyond that, which are not reported yet
        self._reported_ms = -limits.LEFT_OUT_MS

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
                self._hear(chat)
            return None
        if peer.role is None or chat.seat is not None or chat.name is not None:
            return s.unexpected(peer)
        if not peer.chats(s.now):
            return s.refuse(peer, "CHAT", "flood")
        if peer.key not in s.muted and (text := clean_chat(chat.text)):
            self._say(peer.seat, peer.name, text)
        return None

    def tick(self) -> None:
        """Reports from time to time how many lines were not shown."""
        s = self._s
        if self._left_out and s.now - self._reported_ms >= limits.LEFT_OUT_MS:
            s.tell(LeftOut(self._left_out))
            self._left_out, self._reported_ms = 0, s.now

    def _hear(self, chat: m.Chat) -> None:
        """A line from the host, which could send thousands a second, or lines in another person's name."""
        s, voices = self._s, self._voices()
        rate, burst = voices * limits.CHATS_A_SECOND, voices * limits.CHATS_AT_ONCE
        if self._lines is None:
            self._lines = Bucket(rate, burst, s.now)
        self._lines.allow(rate, burst)
        if not self._lines.take(s.now):
            self._left_out += 1
        elif text := clean_chat(chat.text):
            s.tell(Said(chat.seat, clean_name(chat.name or ""), text))

    def _voices(self) -> int:
        """How many at this table can speak, as far as we know."""
        s = self._s
        game = s.game or s.watched
        rows = s.table.seats if s.table is not None else ()
        people = len(game.roster.people) if game is not None else sum(row[0] == "person" for row in rows)
        return max(1, people + (len(s.table.watching) if s.table is not None else 0))

    def _say(self, seat: int | None, name: str, text: str) -> None:
        s = self._s
        if seat is not None and s.lobby is not None:
            name = s.lobby.places[seat].name or name  # the lobby's name for the seat is unlike all others
        s.tell(Said(seat, name, text))
        for peer in s.peers.values():
            if peer.role is not None:
                s.send(peer, m.Chat(seat, name, text))
