"""What every game is made of: moves, events, prompts, reasons, outcomes, options, and the state.

A move is what a seat chose; an event is a fact that followed. Both are plain tuples `(kind, field, …)`, cheap enough
for playouts. Each game declares in a table of `Kind`s (core/fields.py) what the fields mean, who may see them, and how
they are packed and exported.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Self

from msgpack import packb

from core.chance import Ask
from core.compiling.mypyc_marks import mypyc_attr
from core.fields import Kind

Move = tuple[Any, ...]
Event = tuple[Any, ...]

DIGEST_SIZE = 16


class Prompt(NamedTuple):
    """The question that a seat has to answer with a move. `kind` names the question."""

    seat: int
    kind: str


class Outcome(NamedTuple):
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Reason(NamedTuple):
    """Why a move is refused, or why a hint proposes it: an id and its parameters. Other packages make sentences of
    it."""

    id: str
    params: Mapping[str, Any]


class GameError(Exception):
    """A move, an option or a request that is refused. `reason` says why."""

    def __init__(self, reason_id: str, **params: Any) -> None:
        super().__init__(reason_id, params)
        self.reason = Reason(reason_id, params)


class UnreadableMove(GameError):
    """Not a move of this game, whatever the position."""


class IllegalMove(GameError):
    """A move of this game that a rule forbids now."""


class AmbiguousMove(GameError):
    """A typed line with several meanings. `readings` has a clear line for each of them."""

    def __init__(self, readings: Sequence[str]) -> None:
        super().__init__("ambiguous", readings=list(readings))
        self.readings = list(readings)


class BadOption(GameError):
    """A game, a bot, a rule option or a number of seats that does not exist, or options that contradict each other."""


class Option(NamedTuple):
    """A rule option and its values. The first value is the default."""

    name: str
    values: tuple[Any, ...]

    def read(self, text: str) -> Any:
        for value in self.values:
            if text.strip().lower() == option_text(value):
                return value
        raise BadOption("option_value", option=self.name, value=text, values=[option_text(v) for v in self.values])


def option_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """One position of a game, complete or as one seat sees it. The rules run on both.

    A subclass names all its attributes in four tuples. Views and digests follow from the first two:
    OPEN        what everybody knows
    HIDDEN      objects of core/hidden.py, or lists of them, that a view seals
    DERIVED     values that follow from the others, stored for speed
    REMEMBERED  what everybody has seen and the rules need no more; bots use it to work out what may lie unseen. It
                follows from the moves and the answers, so digests leave it out
    """

    __slots__ = ("asks", "events", "options", "outcome", "seats")

    game: ClassVar[Game]
    OPEN: ClassVar[tuple[str, ...]]
    HIDDEN: ClassVar[tuple[str, ...]]
    DERIVED: ClassVar[tuple[str, ...]]
    REMEMBERED: ClassVar[tuple[str, ...]] = ()

    seats: int
    options: Mapping[str, Any]
    asks: list[Ask]  # what chance must answer before the next prompt
    events: list[Event]  # what happened since the last `take_events`
    outcome: Outcome | None

    @property
    @abstractmethod
    def prompt(self) -> Prompt | None:
        """The open question; None while chance must answer, and after the end."""

    @property
    @abstractmethod
    def turn(self) -> int:
        """The number of the turn. It rises with each turn."""

    @property
    @abstractmethod
    def to_move(self) -> int | None:
        """The seat whose turn it is; None after the end. The prompt may ask another seat within that turn."""

    @abstractmethod
    def legal(self) -> list[Move]:
        """Returns every legal move of the asked seat. It needs the full state or that seat's own view."""

    @abstractmethod
    def explain(self, move: Any) -> Reason | None:
        """Returns the rule that forbids this move to the asked seat, or None. A stranger may have sent anything.

        A view believes what it cannot check because the facts are sealed.
        """

    def no_move(self, move: Any) -> Reason | None:
        """Returns why no move is possible now, or why this is not a move of the game. `explain` of every game begins
        with it."""
        if self.outcome is not None or self.asks:
            return Reason("game_over" if self.outcome is not None else "chance_first", {})
        kind = self.game.moves.get(move[0]) if isinstance(move, tuple) and move and isinstance(move[0], str) else None
        if kind is None:
            return Reason("no_such_move", {})
        fault = kind.fault(move)
        return None if fault is None else Reason("bad_field", {"kind": kind.name, "field": fault})

    @abstractmethod
    def advance(self, move: Move) -> None:
        """Plays a move that is known to be legal. It leaves `asks` if chance must answer before the game goes on."""

    @abstractmethod
    def answer(self, faces: Sequence[int]) -> None:
        """Goes on with one answer for each of `asks`; SEALED for a face that this view may not see."""

    @abstractmethod
    def copy(self) -> Self:
        """Returns an equal state that shares no mutable value with this one."""

    def forced(self) -> Move | None:
        """Returns the answer if the prompt leaves no choice, so that nobody needs to be asked; else None."""
        return None

    def discreet(self) -> bool:
        """Whether others could learn something hidden if this prompt were answered at once or skipped.

        A table leaves such a prompt to the player of the seat, even if the answer is forced.
        """
        return False

    def needs_hush(self, seat: int) -> bool:
        """Whether this seat is asked a discreet question out of turn: then a program's answer must take equally long,
        whatever the seat holds, and a person must be asked, choice or not."""
        return self.to_move != seat and self.discreet()

    def unasked(self) -> Move | None:
        """Returns the forced answer that a program may give for its own seat, or None.

        A discreet prompt is always left to the player, who answers it at any pace. If a program answered for those who
        have no choice, whoever takes longer would show that there was one.
        """
        return None if self.discreet() else self.forced()

    def apply(self, move: Any) -> None:
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
        """Returns this position with every face sealed that this seat (None: a spectator) has not seen."""
        seen = self.copy()
        seen.events = []
        seen.asks = [ask.sealed() for ask in seen.asks]
        for name in self.HIDDEN:
            thing = getattr(self, name)
            sealed = [one.seal(seat) for one in thing] if isinstance(thing, list) else thing.seal(seat)
            setattr(seen, name, sealed)
        return seen

    def look_back(self, earlier: State, seat: int | None) -> State:
        """Returns an earlier position of this game as this seat may see it now. A game in which players must forget
        something hides it here too."""
        return earlier.view(seat)

    def public(self) -> list[Any]:
        """Returns all that everybody knows of this position, as plain values in a fixed order."""
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
        """Returns a hash of `public`. It is equal for the full state and every view of it, and depends on no sealed
        face."""
        return blake2b(packb(self.public()), digest_size=DIGEST_SIZE, person=b"atlantis-state").digest()


class Game(NamedTuple):
    """What a game offers. Each game's `__init__.py` makes one, `GAME`."""

    name: str
    rules_version: int
    seat_counts: tuple[int, ...]
    options: tuple[Option, ...]
    moves: Mapping[str, Kind]
    events: Mapping[str, Kind]
    start: Callable[[int, Mapping[str, Any]], State]
    text: Callable[[Move], str]  # returns the full written form of a move
    read: Callable[[str], Move]  # reads that form back; it needs no position
    parse: Callable[[Any, str], tuple[list[Move], str]]  # reads a typed line in a position: moves, and the unread rest
    export: Callable[..., dict[str, Any]]  # returns a state as JSON values
    forbidden: tuple[Mapping[str, Any], ...] = ()  # values of options that may not be chosen together
    former: Mapping[str, Kind] = MappingProxyType({})  # moves of earlier rules_versions, for reading old logs; no more

    def new(self, seats: int, options: Mapping[str, Any] | None = None) -> State:
        """Returns the set-up, which waits for chance."""
        if seats not in self.seat_counts:
            raise BadOption("seat_count", game=self.name, seats=seats, counts=list(self.seat_counts))
        return self.start(seats, self.settle(options or {}))

    def settle(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Returns every option with its value: the chosen ones after a check, the others with their defaults."""
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
        """Returns every option with its last value, as far as that does not contradict the options before it. Games
        with these options try the rules that games with the defaults leave out."""
        settled = self.settle({})
        for option in self.options:
            tried = {**settled, option.name: option.values[-1]}
            if self.clash(tried) is None:
                settled = tried
        return settled

    def clash(self, settled: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Returns the settled options that contradict each other, or None."""
        for together in self.forbidden:
            if all(settled[name] == value for name, value in together.items()):
                return together
        return None
