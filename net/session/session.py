"""One program at a table: messages, time and a person's wishes go in, actions come out. It has no sockets and no clock,
never waits, and touches the disk only through the `Store` that it is given.

    Session.host(me, ...)      opens a table            .resume(me, log)   goes on with a game that was left
    Session.guest(me)          comes to one             .watch(me)         comes to look on

    opened, closed, undialed, feed, tick       what happens to it: see engine.py

Every call returns the actions to carry out, in order. The host of a term, who orders the entries, and its guests run
the same code; the log tells which of the two a program is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.game import Move
from core.table import SignedLog
from net import messages as m
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
    """A session with everything that a person can want. The program that runs the table owns it."""

    @classmethod
    def host(cls, me: Me, now_ms: int, table: str, game: str, options: Mapping[str, Any], seats: int) -> Session:
        session = cls(me, now_ms)
        session.lobby = Lobby(clean_name(table), game, options, seats)
        session.lobby.sit(me.identity.key, session.name, None)
        session.show_lobby()
        session.due.clear()
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
        """Goes on with a game of ours. Refusal or TableError if the log is not sound, or is not of a game of ours."""
        session = cls(me, now_ms)
        game = SignedGame.resume(me.store, log, me.identity.key)
        if game.seat is None:
            raise Refusal("unknown_key")
        session.game, session.table_name = game, clean_name(table)
        if game.chain.host == game.seat:
            session.lobby = Lobby.of(session.table_name or session.name, game.roster)
            if game.last < 1:  # nobody has seen this game: it was never sent
                session.game = None
                me.store.discard(game.chain.gid, log)
        session.terms.begin()
        return session

    # The person's wishes ---------------------------------------------------------------------------------------------

    def set_rules(self, game: str, options: Mapping[str, Any], seats: int) -> list[Action]:
        """As the host: other rules for the table. Everybody has to be ready anew."""
        lobby = self._own_lobby()
        before = lobby.rev
        lobby.set_rules(game, options, seats)
        if lobby.rev == before:
            return self._done()  # the same rules
        self.starting.cancel()
        for peer in self.players():
            peer.seat = lobby.seat_of(peer.key)
        self.show_lobby()
        return self._done()

    def seat_bot(self, seat: int, level: str | None) -> list[Action]:
        """As the host: a bot for this seat, or with None an open seat."""
        self._own_lobby().seat_bot(seat, level)
        self.starting.cancel()
        self.show_lobby()
        return self._done()

    def ready(self, ready: bool = True) -> list[Action]:
        """Our person is ready for the table as it is shown now, or no longer is."""
        self.starting.ready(ready)
        return self._done()

    def start(self) -> list[Action]:
        """As the host: starts the game; Refusal not_agreed if somebody is not ready."""
        self._own_lobby()
        self.starting.start()
        self.progress()
        return self._done()

    def abandon(self) -> list[Action]:
        """As the host: calls off a start before the deal, because somebody is gone for good. All are back in the
        lobby."""
        self._call_off()
        return self._done()

    def choose(self, move: Move) -> list[Action]:
        """Our move; IllegalMove if the rules do not allow it."""
        seat = self.seat
        if seat is None:
            raise Refusal("unknown_key")
        return self.play_for(seat, move)

    def play_for(self, seat: int, move: Move) -> list[Action]:
        """The move of a seat that this program plays: our own, a bot's, or that of somebody who is away."""
        self.play.wish(seat, move)
        self.progress()
        return self._done()

    def hint(self) -> list[Action]:
        """Marks in the log that our person asked for advice; Refusal over_budget."""
        self.play.wish_hint()
        self.progress()
        return self._done()

    def ask_back(self) -> list[Action]:
        """Takes our last move back: at once if that is free, else if all others agree. IllegalMove no_back, Refusal
        over_budget."""
        self.ballots.wish_back()
        self.progress()
        return self._done()

    def vote(self, seat: int, by: int | None = None) -> list[Action]:
        """Proposes that `by`, or else the host, plays for a seat that is away; Refusal try_later if it has not been
        away for long."""
        self.ballots.wish_proxy(seat, by)
        self.progress()
        return self._done()

    def answer(self, question: bytes, yes: bool) -> list[Action]:
        """Answers a question that `Asked` told of."""
        self.ballots.answer(question, yes)
        self.progress()
        return self._done()

    def rename(self, name: str) -> list[Action]:
        """Another name for our person, in the lobby. Everybody has to be ready anew; Refusal unexpected_message in a
        game."""
        name = clean_name(name)
        if self.game is not None or not name:
            raise Refusal("unexpected_message", kind="NAME")
        self.name = name
        if self.lobby is not None:
            self.starting.cancel()  # the header that is out has the old name
            self.meeting.rename(self.identity.key, name)
        elif (host := self.host_peer()) is not None:
            self.send(host, m.Name(name))
        return self._done()

    @property
    def may_take_over(self) -> bool:
        """Whether the host of our table is lost, no game is on, and our person may open the table anew."""
        return self.company.may_take_over

    def take_over(self) -> list[Action]:
        """Opens the table anew, with us as its host and the same company; Refusal unexpected_message."""
        self.company.take_over()
        self.progress()
        return self._done()

    def tell_code(self, code: str | None) -> list[Action]:
        """As the host: this is the join code now. All at the table are told."""
        self.table_code = code
        self.meeting.tell()
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
        """As the host: passes on nothing more that this person says, or passes it on again."""
        self.muted.pop(key, None)
        if muted:
            self.muted[key] = None
            trim(self.muted, limits.MOST_KEYS)
        return self._done()

    @property
    def may_kick(self) -> bool:
        """Whether the table is ours, even while another host is looked for."""
        return self.lobby is not None if self.game is None else self.game.seat == self.game.chain.host

    def kick(self, key: bytes) -> list[Action]:
        """As the host: shows this person out, who cannot come back to this table. The others may let somebody play for
        the seat at once."""
        if self.may_kick and key != self.identity.key:
            self.barred[key] = None
            trim(self.barred, limits.MOST_KEYS)
            for peer in [peer for peer in self.peers.values() if peer.key == key]:
                self.drop(peer, "kicked")
            if self.game is not None and key in self.game.roster.keys.values():
                self._call_off()  # a start cannot go on without this person; a dealt game can
        return self._done()

    def leave(self) -> list[Action]:
        """Says goodbye to everybody. The game can be resumed: its log is the save."""
        if self.game is None:
            self.lobby = None  # nobody shall see the others leave one by one: all of them stay one company
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
