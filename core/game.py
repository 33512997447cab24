"""What any game is: moves, events, prompts, reasons, outcomes, options, and the state they act on.

A move is what a seat chose, an event is a fact that followed. Both are plain tuples `(kind, field, …)`, cheap enough
for playouts; what the fields mean, who may see them, and how they are packed and exported is declared once per game
in a table of `Kind`s (core/fields.py).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, ClassVar, NamedTuple, Self

from msgpack import packb

from core.chance import Ask
from core.fields import Kind

Move = tuple[Any, ...]
Event = tuple[Any, ...]

DIGEST_SIZE = 16


class Prompt(NamedTuple):
    """One seat is asked one thing."""

    seat: int
    kind: str


class Outcome(NamedTuple):
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Reason(NamedTuple):
    """Why something is refused: an id and its parameters. Sentences are made of it elsewhere."""

    id: str
    params: Mapping[str, Any]


class GameError(Exception):
    """A move or an option that cannot be taken; the reason says why."""

    def __init__(self, reason_id: str, **params: Any) -> None:
        super().__init__(reason_id, params)
        self.reason = Reason(reason_id, params)


class UnreadableMove(GameError):
    """Not a move of this game, whatever the position."""


class IllegalMove(GameError):
    """A move of this game that a rule forbids now."""


class AmbiguousMove(GameError):
    """Words that may mean several things; `readings` are lines that each mean one."""

    def __init__(self, readings: Sequence[str]) -> None:
        super().__init__("ambiguous", readings=list(readings))
        self.readings = list(readings)


class BadOption(GameError):
    """A rule option or a number of seats that this game does not have."""


class Option(NamedTuple):
    """A rule with a switch. The first value is the default."""

    name: str
    values: tuple[Any, ...]

    def read(self, text: str) -> Any:
        for value in self.values:
            if text.strip().lower() == option_text(value):
                return value
        raise BadOption("option_value", option=self.name, value=text, values=[option_text(v) for v in self.values])


def option_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class State(ABC):
    """One position of a game, complete or as one seat sees it; the rules run on both.

    A subclass names its attributes in four tuples, and copying, views and digests follow from them:
    OPEN        what everybody knows
    HIDDEN      things of core/hidden.py, or lists of them, that a view seals
    DERIVED     what is worked out from the others and kept for speed
    REMEMBERED  what everybody has seen and the rules have no more use for, kept for those who work out what may lie
                unseen; it follows from the moves and the answers, so digests go without it
    """

    __slots__ = ("asks", "events", "options", "outcome", "seats")

    game: ClassVar[Game]
    OPEN: ClassVar[tuple[str, ...]]
    HIDDEN: ClassVar[tuple[str, ...]]
    DERIVED: ClassVar[tuple[str, ...]]
    REMEMBERED: ClassVar[tuple[str, ...]] = ()

    seats: int
    options: Mapping[str, Any]
    asks: list[Ask]  # what chance must answer before anybody is prompted
    events: list[Event]  # what happened since `take_events`
    outcome: Outcome | None

    @property
    @abstractmethod
    def prompt(self) -> Prompt | None:
        """Who is asked what; None while chance is asked and after the end."""

    @property
    @abstractmethod
    def turn(self) -> int:
        """How many turns have begun."""

    @property
    @abstractmethod
    def to_move(self) -> int | None:
        """Whose turn it is (another seat may be asked within it); None after the end."""

    @abstractmethod
    def legal(self) -> list[Move]:
        """Every move open to the asked seat, on the full state or that seat's own view."""

    @abstractmethod
    def explain(self, move: Move) -> Reason | None:
        """The rule that forbids this move to the asked seat, or None. What only its owner can check is believed."""

    def no_move(self, move: Move) -> Reason | None:
        """Why nothing can be played now, or why this is no move of the game at all: what `explain` begins with."""
        if self.outcome is not None or self.asks:
            return Reason("game_over" if self.outcome is not None else "chance_first", {})
        kind = self.game.moves.get(move[0]) if isinstance(move, tuple) and move and isinstance(move[0], str) else None
        if kind is None:
            return Reason("no_such_move", {})
        fault = kind.fault(move)
        return None if fault is None else Reason("bad_field", {"kind": kind.name, "field": fault})

    @abstractmethod
    def advance(self, move: Move) -> None:
        """Plays a move already known to be legal. Leaves `asks` where chance has to speak first."""

    @abstractmethod
    def answer(self, faces: Sequence[int]) -> None:
        """Goes on with one answer for each of `asks`, SEALED where the face is not for this view."""

    @abstractmethod
    def copy(self) -> Self:
        """An equal state that shares nothing that changes."""

    def forced(self) -> Move | None:
        """The answer, where a prompt leaves no choice and nobody needs to be asked."""
        return None

    def discreet(self) -> bool:
        """Whether others could tell something hidden by how soon this prompt is answered, or by nobody being asked.

        A table leaves such a prompt to whoever plays the seat, be its answer forced or not.
        """
        return False

    def needs_hush(self, seat: int) -> bool:
        """Whether this seat is asked a discreet question out of turn: then every answer must take equally long."""
        return self.to_move != seat and self.discreet()

    def unasked(self) -> Move | None:
        """The answer that a program may give for its own seat: a forced one. In one's own turn a discreet question is
        put to the player all the same, who may take any time for it; out of turn others wait for nothing else."""
        prompt = self.prompt
        if prompt is None or (prompt.seat == self.to_move and self.discreet()):
            return None
        return self.forced()

    def apply(self, move: Move) -> None:
        """Plays a move, or raises IllegalMove and changes nothing."""
        if self.asks:
            raise IllegalMove("chance_first")
        if self.outcome is not None:
            raise IllegalMove("game_over")
        reason = self.explain(move)
        if reason is not None:
            raise IllegalMove(reason.id, **reason.params)
        self.advance(move)

    def take_events(self) -> list[Event]:
        events, self.events = self.events, []
        return events

    def view(self, seat: int | None) -> Self:
        """The same position with every face sealed that this seat (None: a spectator) has not seen."""
        seen = self.copy()
        seen.events = []
        seen.asks = [ask.sealed() for ask in seen.asks]
        for name in self.HIDDEN:
            thing = getattr(self, name)
            sealed = [one.seal(seat) for one in thing] if isinstance(thing, list) else thing.seal(seat)
            setattr(seen, name, sealed)
        return seen

    def look_back(self, earlier: State, seat: int | None) -> State:
        """An earlier position of this game, with the eyes that this seat has now. A game in which something is seen
        and then forgotten covers it here too."""
        return earlier.view(seat)

    def public(self) -> list[Any]:
        """All that everybody knows of this position, as plain values in a fixed order."""
        game, prompt = self.game, self.prompt
        known: list[Any] = [game.name, game.rules_version, self.seats]
        known.append([option_text(self.options[option.name]) for option in game.options])
        known.append(None if prompt is None else [prompt.seat, prompt.kind])
        known.append(None if self.outcome is None else [list(part) for part in self.outcome])
        for name in self.OPEN:
            value = getattr(self, name)
            known.append(bytes(value) if isinstance(value, bytearray) else value)
        for name in self.HIDDEN:
            thing = getattr(self, name)
            known.append([one.public() for one in thing] if isinstance(thing, list) else thing.public())
        return known

    def digest(self) -> bytes:
        """Equal for the full state and for every view of it; never a hash of anything sealed."""
        return blake2b(packb(self.public()), digest_size=DIGEST_SIZE, person=b"atlantis-state").digest()


class Game(NamedTuple):
    """One game of the house, put together in its own folder."""

    name: str
    rules_version: int
    seat_counts: tuple[int, ...]
    options: tuple[Option, ...]
    moves: Mapping[str, Kind]
    events: Mapping[str, Kind]
    start: Callable[[int, Mapping[str, Any]], State]
    text: Callable[[Move], str]  # the full written form of one move
    read: Callable[[str], Move]  # and back, without a position
    parse: Callable[[Any, str], tuple[list[Move], str]]  # a typed line: moves from this position, and what is left
    export: Callable[..., dict[str, Any]]  # a state as JSON values
    forbidden: tuple[Mapping[str, Any], ...] = ()  # options that contradict each other: values that may not meet

    def new(self, seats: int, options: Mapping[str, Any] | None = None) -> State:
        """The set-up, waiting for chance."""
        if seats not in self.seat_counts:
            raise BadOption("seat_count", game=self.name, seats=seats, counts=list(self.seat_counts))
        return self.start(seats, self.settle(options or {}))

    def settle(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Every option with its value: the chosen ones checked, the rest at their defaults."""
        known = {option.name: option for option in self.options}
        for name in chosen:
            if name not in known:
                raise BadOption("option_name", game=self.name, option=name, names=list(known))
        settled: dict[str, Any] = {}
        for name, option in known.items():
            value = chosen.get(name, option.values[0])
            if isinstance(value, str) and value not in option.values:
                value = option.read(value)
            if not any(value is v or (type(value) is type(v) and value == v) for v in option.values):
                raise BadOption(
                    "option_value", option=name, value=str(value), values=[option_text(v) for v in option.values]
                )
            settled[name] = value
        clash = self.clash(settled)
        if clash is not None:
            raise BadOption("options_together", game=self.name, options={n: option_text(v) for n, v in clash.items()})
        return settled

    def otherwise(self) -> dict[str, Any]:
        """Every option at its last value, one after the other, without those that contradict the ones before."""
        settled = self.settle({})
        for option in self.options:
            tried = {**settled, option.name: option.values[-1]}
            if self.clash(tried) is None:
                settled = tried
        return settled

    def clash(self, settled: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Of settled options those that may not be chosen together; None if they all get on."""
        for together in self.forbidden:
            if all(settled[name] == value for name, value in together.items()):
                return together
        return None
