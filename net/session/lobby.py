"""The table before the game: who sits where, under which rules, and who is ready for just that.

Every change makes a new revision, and nobody is ready for a revision they have not seen. Only who is ready, how people
are connected, and that somebody sits down on an open seat make none: whoever is ready was ready for that too.
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
    """The host's own; the others see what `message` tells."""

    def __init__(self, name: str, game: str, options: Mapping[str, Any], seats: int, rev: int = 0) -> None:
        """`rev`: the last revision of this host's lobby before. Revisions are never used twice in one evening."""
        self.name = name
        self.rev = rev
        self.places: list[Place] = []
        self.set_rules(game, options, seats)

    @classmethod
    def of(cls, name: str, roster: AgreedRoster, shift: int = 0, rev: int = 0) -> Lobby:
        """The people of a game at a table again, everybody `shift` seats further, so that another begins."""
        lobby = cls(name, roster.game, roster.options, len(roster.seats), rev)
        people = [one for one in roster.seats if isinstance(one, Person)]
        called = dict(zip((one.key for one in people), told_apart(one.name for one in people), strict=True))
        for seat, one in enumerate((*roster.seats[shift:], *roster.seats[:shift])):
            if isinstance(one, Bot):
                lobby.places[seat] = Place(BOT, "", one.level)
            else:
                lobby.places[seat] = Place(PERSON, called[one.key], None, one.key, link="away")
        return lobby

    def set_rules(self, game: str, options: Mapping[str, Any], seats: int) -> None:
        """BadOption if there is no such game. Whoever sits at a place that vanishes has to find another one."""
        rules = games.load(game)
        rules.new(seats, options)
        self.game, self.options = game, rules.settle(options)
        taken = [place for place in self.places if place.who != OPEN][:seats]
        self.places = taken + [Place() for _ in range(seats - len(taken))]
        self.changed()

    def changed(self) -> None:
        self.rev += 1
        for place in self.places:
            place.ready, place.nonce = False, b""

    def seat_of(self, key: bytes) -> int | None:
        return next((seat for seat, place in enumerate(self.places) if place.key == key), None)

    def names(self, but: bytes | None = None) -> list[str]:
        """Of all who sit here, but one."""
        return [place.name for place in self.places if place.who == PERSON and place.key != but]

    def sit(self, key: bytes, name: str, wanted: int | None, others: Iterable[str] = ()) -> int | None:
        """A place for this person: the wanted one, its own, or the first that is open; None if all are taken. The name
        is told apart from those who sit here, and from `others`, who watch."""
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

    def leave(self, key: bytes) -> None:
        seat = self.seat_of(key)
        if seat is not None:
            self.places[seat] = Place()
            self.changed()

    def seat_bot(self, seat: int, level: str | None) -> None:
        """A bot for an open place, or (None) the place open again."""
        place = self.places[seat]
        if place.who == PERSON:
            raise Refusal("unwanted_reply", seat=seat)
        self.places[seat] = Place() if level is None else Place(BOT, "", level)
        self.changed()

    def ready(self, key: bytes, rev: int, ready: bool, nonce: bytes | None) -> bool:
        """Whether that counts: it must be said of what the table looks like now."""
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
