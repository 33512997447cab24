"""One program at a table: messages, time and wishes in, actions out. It knows no sockets, no clock and no files.

    Session.host(me, ...)      opens a table            .resume(me, log)   goes on with a game that was left
    Session.guest(me)          comes to one             .watch(me)         comes to look on

    opened, closed, undialed, feed, tick       what happens to it: see engine.py

Every call returns the actions to be carried out, in order. One who orders the entries (the host of the term) and those
who do not run the same code; which of both one is follows from the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.game import Move
from core.table import SignedLog
from net.names import clean_name
from net.refusal import Refusal
from net.session import limits
from net.session.actions import Action
from net.session.engine import Engine, Me
from net.session.lobby import Lobby
from net.session.peers import trim
from net.session.signed_game import SignedGame

__all__ = ["Me", "Session"]


class Session(Engine):
    @classmethod
    def host(cls, me: Me, now_ms: int, table: str, game: str, options: Mapping[str, Any], seats: int) -> Session:
        session = cls(me, now_ms)
        session.lobby = Lobby(clean_name(table), game, options, seats)
        session.lobby.sit(me.identity.key, session.name, None)
        session.show_lobby()
        session._actions.clear()
        return session

    @classmethod
    def guest(cls, me: Me, now_ms: int, seat: int | None = None) -> Session:
        session = cls(me, now_ms)
        session.wanted_seat = seat
        return session

    @classmethod
    def watch(cls, me: Me, now_ms: int) -> Session:
        return cls(me, now_ms, "spectator")

    @classmethod
    def resume(cls, me: Me, now_ms: int, log: SignedLog, table: str = "") -> Session:
        """Goes on with a game of ours. Refusal or TableError if the log is not sound, or not of a game of ours."""
        session = cls(me, now_ms)
        game = SignedGame.resume(me.store, log, me.identity.key)
        if game.seat is None:
            raise Refusal("unknown_key")
        session.game = game
        if game.chain.host == game.seat:
            session.lobby = Lobby.of(clean_name(table) or session.name, game.roster)
            if game.last < 1:  # nobody has seen this one: it was never sent
                session.game = None
                me.store.discard(game.chain.gid, log)
        session.terms.begin()
        return session

    # The wishes of the person ----------------------------------------------------------------------------------------

    def set_rules(self, game: str, options: Mapping[str, Any], seats: int) -> list[Action]:
        lobby = self._own_lobby()
        lobby.set_rules(game, options, seats)
        self.starting.cancel()
        for peer in self.players():
            peer.seat = lobby.seat_of(peer.key)
        self.show_lobby()
        return self._done()

    def seat_bot(self, seat: int, level: str | None) -> list[Action]:
        self._own_lobby().seat_bot(seat, level)
        self.starting.cancel()
        self.show_lobby()
        return self._done()

    def ready(self, ready: bool = True) -> list[Action]:
        """Ready for the table as it is shown now."""
        self.starting.ready(ready)
        return self._done()

    def start(self) -> list[Action]:
        """As the host: deal, if all are ready; Refusal not_agreed if not."""
        self._own_lobby()
        self.starting.start()
        self.progress()
        return self._done()

    def abandon(self) -> list[Action]:
        """As the host: somebody is gone for good before the deal; all are back in the lobby."""
        self._call_off()
        return self._done()

    def choose(self, move: Move) -> list[Action]:
        """Our move; IllegalMove if it is none."""
        seat = self.seat
        if seat is None:
            raise Refusal("unknown_key")
        return self.play_for(seat, move)

    def play_for(self, seat: int, move: Move) -> list[Action]:
        """The move of a seat that this program plays: ours, a bot's, or one whose player is away."""
        self.play.wish(seat, move)
        self.progress()
        return self._done()

    def hint(self) -> list[Action]:
        """Marks in the log that this person asked for advice."""
        self.play.wish_hint()
        self.progress()
        return self._done()

    def ask_back(self) -> list[Action]:
        """Takes our last move back: at once where that is free, else if all others agree. IllegalMove no_back."""
        self.asking.wish_back()
        self.progress()
        return self._done()

    def vote(self, seat: int, by: int | None = None) -> list[Action]:
        """Proposes that somebody, else the host, plays for a seat that is away; Refusal try_later if it has not been
        away for long."""
        self.asking.wish_proxy(seat, by)
        self.progress()
        return self._done()

    def answer(self, question: bytes, yes: bool) -> list[Action]:
        """To a question that `Asked` has told of."""
        self.asking.answer(question, yes)
        self.progress()
        return self._done()

    def chat(self, text: str) -> list[Action]:
        self.talk.say(text)
        return self._done()

    def want_rematch(self, want: bool = True) -> list[Action]:
        self.rematch.want(want)
        self.progress()
        return self._done()

    def reopen(self) -> list[Action]:
        """As the host, after a game: back to the lobby with those who are still here."""
        self.rematch.reopen()
        self.progress()
        return self._done()

    def mute(self, key: bytes, muted: bool = True) -> list[Action]:
        """As the host: what this person says is heard no more, or again."""
        self.muted.pop(key, None)
        if muted:
            self.muted[key] = None
            trim(self.muted, limits.MOST_KEYS)
        return self._done()

    @property
    def may_kick(self) -> bool:
        """Whether the table is ours, also while another host is looked for."""
        return self.lobby is not None if self.game is None else self.game.seat == self.game.chain.host

    def kick(self, key: bytes) -> list[Action]:
        """As the host: this person has to go, and cannot come back to this table. The others can let somebody play for
        it at once."""
        if self.may_kick and key != self.identity.key:
            self.barred[key] = None
            trim(self.barred, limits.MOST_KEYS)
            for peer in [peer for peer in self.peers.values() if peer.key == key]:
                self.drop(peer, "kicked")
            if self.game is not None and key in self.game.roster.keys.values():
                self._call_off()  # a start cannot go on without it; a game that is dealt can
        return self._done()

    def leave(self) -> list[Action]:
        """Says good-bye to all. The game can be resumed: its log is the save."""
        for peer in list(self.peers.values()):
            self.drop(peer, "left")
        return self._done()

    def _call_off(self) -> None:
        if self.hosting and (self.starting.busy or (self.game is not None and self.game.table is None)):
            self.starting.call_off()

    def _own_lobby(self) -> Lobby:
        if self.lobby is None or self.game is not None:
            raise Refusal("unexpected_message", kind="LOBBY")
        return self.lobby
