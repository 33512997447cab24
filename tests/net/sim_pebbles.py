"""Pebbles, a game of a few moves for testing what keeps several programs equal. It exists only here.

    Everybody draws two pebbles out of a bag and looks at them. A turn: roll a die for all to see, or lay a pebble face
    down before you and then say so or roll. Whoever rolls a nought nods. After some rounds all is laid open, and the
    sum of what lies before you counts.

So there is a move with a hidden part, a prompt that leaves no choice, a choice that can be taken back for nothing,
and one that cannot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from core.chance import Open, Roll, Shuffle
from core.fields import ACTOR, Field, FieldType, Kind, table
from core.game import Game, Move, Option, Outcome, Prompt, Reason, State, UnreadableMove
from core.hidden import ALL, SEALED, Hand, Row

FACES = 8
BAG = tuple(range(FACES)) * 3
PEBBLE = FieldType(0, FACES - 1)

MOVES = table(Kind("roll"), Kind("lay", (Field("pebble", PEBBLE, ACTOR),)), Kind("done"), Kind("nod"))
EVENTS = table(
    Kind("rolled", (Field("number", FieldType(0, 5)),)), Kind("laid", (Field("pebble", PEBBLE, ACTOR),)), Kind("ended")
)


class Pebbles(State):
    __slots__ = ("hands", "laid", "rolls", "seat", "step", "turns", "whose")
    OPEN = ("seat", "turns", "step", "rolls", "whose")
    HIDDEN = ("hands", "laid")
    DERIVED = ()

    hands: list[Hand]
    laid: Row
    whose: list[int]  # of each pebble that was laid

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        self.seats, self.options = seats, options
        self.asks, self.events, self.outcome = [], [], None
        self.seat, self.turns, self.step, self.rolls, self.whose = 0, 1, "deal", [0] * seats, []
        self.hands = [Hand(seat, FACES) for seat in range(seats)]
        self.laid = Row()
        self.asks.append(Shuffle("bag", 0, BAG))
        self.asks += [Open("bag", 0, at, 1 << (at // 2)) for at in range(2 * seats)]

    @property
    def prompt(self) -> Prompt | None:
        return None if self.asks or self.outcome is not None else Prompt(self.seat, self.step)

    @property
    def turn(self) -> int:
        return self.turns

    @property
    def to_move(self) -> int | None:
        return None if self.outcome is not None else self.seat

    def copy(self) -> Self:
        twin = type(self).__new__(type(self))
        twin.seats, twin.options, twin.outcome = self.seats, self.options, self.outcome
        twin.asks, twin.events = self.asks.copy(), self.events.copy()
        twin.seat, twin.turns, twin.step = self.seat, self.turns, self.step
        twin.rolls, twin.whose = self.rolls.copy(), self.whose.copy()
        twin.hands = [hand.copy() for hand in self.hands]
        twin.laid = self.laid.copy()
        return twin

    def legal(self) -> list[Move]:
        if self.prompt is None:
            return []
        if self.step == "nod":
            return [("nod",)]
        if self.step == "after":
            return [("done",), ("roll",)]
        hand = self.hands[self.seat]
        return [("roll",), *(("lay", face) for face in range(FACES) if hand.held[face])]

    def explain(self, move: Move) -> Reason | None:
        if self.prompt is None:
            return Reason("game_over" if self.outcome is not None else "chance_first", {})
        kind = MOVES.get(move[0]) if isinstance(move, tuple) and move and isinstance(move[0], str) else None
        if kind is None or kind.fault(move) is not None:
            return Reason("no_such_move", {})
        allowed = {"turn": ("roll", "lay"), "after": ("done", "roll"), "nod": ("nod",)}[self.step]
        if kind.name not in allowed:
            return Reason("not_now", {"kind": kind.name})
        if kind.name == "lay":
            hand = self.hands[self.seat]
            has = bool(hand.size) if move[1] == SEALED else bool(hand.held[move[1]] or hand.sealed)
            return None if has else Reason("no_such_pebble", {"pebble": move[1]})
        return None

    def forced(self) -> Move | None:
        return ("nod",) if self.prompt is not None and self.step == "nod" else None

    def advance(self, move: Move) -> None:
        if move[0] == "roll":
            self.step = "roll"
            self.asks.append(Roll("die", self.turns, 6))
        elif move[0] == "lay":
            self.hands[self.seat].remove(move[1], hidden=True)
            self.laid.append(move[1], 1 << self.seat)
            self.whose.append(self.seat)
            self.events.append(("laid", move[1]))
            self.step = "after"
        else:
            self._end_turn()

    def answer(self, faces: Sequence[int]) -> None:
        self.asks = []
        if self.step == "deal":
            for at, face in enumerate(faces[1:]):
                self.hands[at // 2].add(face)
            self.step = "turn"
        elif self.step == "roll":
            self.rolls[self.seat] += faces[0]
            self.events.append(("rolled", faces[0]))
            if faces[0] == 0:
                self.step = "nod"
            else:
                self._end_turn()
        else:
            self.laid = Row(list(faces), [ALL] * len(faces))
            scores = list(self.rolls)
            for seat, face in zip(self.whose, faces, strict=True):
                scores[seat] += face
            self.step = "over"
            self.outcome = Outcome(tuple(scores), tuple(s for s, score in enumerate(scores) if score == max(scores)))

    def _end_turn(self) -> None:
        self.turns += 1
        self.seat = (self.seat + 1) % self.seats
        self.step = "turn"
        if self.turns > self.options["rounds"] * self.seats:
            self.step = "final"
            self.events.append(("ended",))
            self.asks += [Open("laid", 0, at, ALL, face) for at, face in enumerate(self.laid.faces)]
            if not self.asks:
                self.answer([])


def text(move: Move) -> str:
    return " ".join(map(str, move))


def read(written: str) -> Move:
    word, *numbers = written.split() or [""]
    if word not in MOVES:
        raise UnreadableMove("unreadable", text=written)
    return (word, *(int(number) for number in numbers))


def parse(state: Pebbles, line: str) -> tuple[list[Move], str]:
    return [read(line)], ""


def export(state: Pebbles, peek: Any = None) -> dict[str, Any]:
    return {"to_move": state.to_move, "rolls": state.rolls, "laid": list(state.laid.faces)}


GAME = Game(
    name="pebbles",
    rules_version=1,
    seat_counts=(2, 3, 4, 5),
    options=(Option("rounds", (2, 1, 4)),),
    moves=MOVES,
    events=EVENTS,
    start=Pebbles,
    text=text,
    read=read,
    parse=parse,
    export=export,
)
Pebbles.game = GAME
