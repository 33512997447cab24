"""The table before the game: who sits where, under which rules, and who is ready for exactly that.

Almost every change makes a new revision, and with it nobody is ready any more. Three changes make none: somebody
becomes ready or not ready, somebody's link changes, and somebody sits down on an open seat. Whoever was ready for the
open seat was ready for that too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from core import games
from net.messages import Lobby as LobbyMessage
from net.names import distinct, told_apart
from net.opening import Bot, Person
from net.opening import Roster as AgreedRoster
from net.refusal import Refusal

OPEN, PERSON, BOT = "open", "person", "bot"


@dataclass
class Place:
    """One seat of the lobby and who has it."""

    who: str = OPEN
    name: str = ""
    level: str | None = None
    key: bytes | None = None
    ready: bool = False
    nonce: bytes = b""
    link: str = "none"

    def row(self) -> tuple[Any, ...]:
        return (self.who, self.name, self.level, self.key, self.ready, self.link)


class Lobby:
    """The lobby itself, which only the host has. Guests see it as `message` tells it."""

    def __init__(self, name: str, game: str, options: Mapping[str, Any], seats: int, rev: int = 0) -> None:
        """`rev` is the last revision of this host's lobby before. A host never uses a revision twice."""
        self.name = name
        self.rev = rev
        self.places: list[Place] = []
        self.game = ""
        self.options: dict[str, Any] = {}
        self.set_rules(game, options, seats)

    @classmethod
    def of(cls, name: str, roster: AgreedRoster, shift: int = 0, rev: int = 0) -> Lobby:
        """A lobby with the people of a game. The table turns by `shift` seats: whoever had seat `shift` gets seat 0, so
        that another person begins."""
        lobby = cls(name, roster.game, roster.options, len(roster.seats), rev)
        people = [one for one in roster.seats if isinstance(one, Person)]
        called = dict(zip((one.key for one in people), told_apart(one.name for one in people), strict=True))
        for seat, one in enumerate((*roster.seats[shift:], *roster.seats[:shift])):
            if isinstance(one, Bot):
                lobby.places[seat] = Place(BOT, "", one.level)
            else:
                lobby.places[seat] = Place(PERSON, called[one.key], None, one.key, link="away")
        return lobby

    @classmethod
    def shown(cls, table: LobbyMessage, rev: int) -> Lobby:
        """The lobby that another host showed last: nobody is ready, and all persons are still to come. BadOption if we
        do not have its game or rules."""
        lobby = cls(table.name, table.game, table.options, len(table.seats), rev)
        names = iter(told_apart(row[1] for row in table.seats if row[0] == PERSON))
        for seat, (who, _name, level, key, _ready, _link) in enumerate(table.seats):
            if who == PERSON and key is not None:
                lobby.places[seat] = Place(PERSON, next(names), None, key, link="away")
            elif who == BOT:
                lobby.places[seat] = Place(BOT, "", level)
        return lobby

    def set_rules(self, game: str, options: Mapping[str, Any], seats: int) -> None:
        """Sets game, options and number of seats; BadOption if there is no such game, option or number of seats. Those
        who sit move up to the first seats. Whoever finds no seat left stands. The same as before is no change."""
        rules = games.load(game)
        rules.new(seats, options)
        before, settled = (self.game, self.options, len(self.places)), rules.settle(options)
        if before == (game, settled, seats):
            return
        self.game, self.options = game, settled
        taken = [place for place in self.places if place.who != OPEN][:seats]
        self.places = taken + [Place() for _ in range(seats - len(taken))]
        self.changed()

    def changed(self) -> None:
        """A new revision: nobody is ready for it yet."""
        self.rev += 1
        for place in self.places:
            place.ready, place.nonce = False, b""

    def seat_of(self, key: bytes) -> int | None:
        return next((seat for seat, place in enumerate(self.places) if place.key == key), None)

    def names(self, but: bytes | None = None) -> list[str]:
        """The names of all persons who sit here, except the one with the key `but`."""
        return [place.name for place in self.places if place.who == PERSON and place.key != but]

    def sit(self, key: bytes, name: str, wanted: int | None, others: Iterable[str] = ()) -> int | None:
        """Gives this person a seat: the wanted one if it is open, else its own, else the first open one; None if all
        are taken. The name gets a number if it is like that of somebody who sits here, or of the spectators in
        `others`."""
        now = self.seat_of(key)
        if wanted is not None and wanted < len(self.places) and self.places[wanted].who == OPEN:
            seat: int | None = wanted
        elif now is not None:
            self.places[now].link, self.places[now].ready = "here", False
            return now
        else:
            seat = next((seat for seat, place in enumerate(self.places) if place.who == OPEN), None)
        if seat is None:
            return None
        if now is not None:
            self.places[now] = Place()
            self.changed()
        name = distinct(name, [*self.names(), *others])
        self.places[seat] = Place(PERSON, name, None, key, link="here")
        return seat

    def rename(self, key: bytes, name: str, others: Iterable[str] = ()) -> None:
        """Another name for somebody who sits here. It is another table for those who were ready: the name is signed."""
        seat = self.seat_of(key)
        name = distinct(name, [*self.names(key), *others])
        if seat is not None and self.places[seat].name != name:
            self.places[seat].name = name
            self.changed()

    def leave(self, key: bytes) -> None:
        seat = self.seat_of(key)
        if seat is not None:
            self.places[seat] = Place()
            self.changed()

    def seat_bot(self, seat: int, level: str | None) -> None:
        """Puts a bot on a seat without a person, or with None opens the seat again."""
        if not 0 <= seat < len(self.places):  # it was taken away since it was last on the screen
            raise Refusal("unexpected_message", kind="LOBBY")
        place = self.places[seat]
        if place.who == PERSON:
            raise Refusal("unwanted_reply", seat=seat)
        self.places[seat] = Place() if level is None else Place(BOT, "", level)
        self.changed()

    def ready(self, key: bytes, rev: int, ready: bool, nonce: bytes | None) -> bool:
        """Notes that this person is ready or not. Returns whether that counts: it must be about the present
        revision."""
        seat = self.seat_of(key)
        if seat is None or rev != self.rev or (ready and nonce is None):
            return False
        self.places[seat].ready, self.places[seat].nonce = ready, nonce or b""
        return True

    @property
    def complete(self) -> bool:
        return all(place.who == BOT or place.ready for place in self.places)

    def seats(self) -> list[Person | Bot]:
        found: list[Person | Bot] = []
        for place in self.places:
            if place.who == BOT:
                found.append(Bot(place.level or ""))
            else:
                assert place.key is not None
                found.append(Person(place.name, place.key, place.nonce))
        return found

    def message(self, state: str, host: bytes, watching: tuple[str, ...]) -> LobbyMessage:
        places = tuple(place.row() for place in self.places)
        return LobbyMessage(
            self.rev, self.name, self.game, dict(self.options), self.seat_of(host), places, watching[:32], state
        )
