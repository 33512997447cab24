"""The rules of Pearls. RULES.md tells them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

from core.chance import Open, Roll, Shuffle
from core.fields import ACTOR, Field, FieldType, Kind, table
from core.game import Move, Outcome, Prompt, Reason, State
from core.hidden import SEALED, Hand

SIZES = 6  # a shell is a face from 0 to 5; its size is one more
SHELLS = tuple(range(SIZES)) * 4
DEALT = 4

SHELL = FieldType(0, SIZES - 1)
NUMBER = FieldType(0, 100)

MOVES = table(Kind("dive", (Field("shell", SHELL),)), Kind("swap", (Field("shell", SHELL, ACTOR),)))
EVENTS = table(
    Kind("dived", (Field("shell", SHELL),)),
    Kind("rolled", (Field("number", NUMBER),)),
    Kind("opened", (Field("pearls", NUMBER),)),
    Kind("lost"),
    Kind("swapped", (Field("shell", SHELL, ACTOR),)),
    Kind("drew", (Field("shell", SHELL, ACTOR),)),
    Kind("ended"),
)


class Pearls(State):
    __slots__ = ("drawn", "hands", "laid", "pearls", "pile", "seat", "shell", "step", "turns")
    OPEN = ("pile", "drawn", "pearls", "laid", "seat", "turns", "step", "shell")
    HIDDEN = ("hands",)
    DERIVED = ()

    pile: int  # shells that nobody has touched
    drawn: int
    pearls: list[int]  # by seat
    laid: list[int]  # by size: shells that lie open
    seat: int
    turns: int
    step: str
    shell: int  # the one that somebody dives with, SEALED if there is none
    hands: list[Hand]

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        self.seats, self.options = seats, options
        self.asks, self.events, self.outcome = [], [], None
        self.drawn = DEALT * seats
        self.pile = len(SHELLS) - self.drawn
        self.pearls, self.laid = [0] * seats, [0] * SIZES
        self.seat, self.turns, self.step, self.shell = 0, 1, "deal", SEALED
        self.hands = [Hand(seat, SIZES) for seat in range(seats)]
        self.asks.append(Shuffle("pile", 0, SHELLS))
        self.asks += [Open("pile", 0, at, 1 << at // DEALT) for at in range(self.drawn)]

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
        twin.pile, twin.drawn, twin.seat, twin.turns = self.pile, self.drawn, self.seat, self.turns
        twin.pearls, twin.laid, twin.step, twin.shell = self.pearls.copy(), self.laid.copy(), self.step, self.shell
        twin.hands = [hand.copy() for hand in self.hands]
        return twin

    def can_swap(self) -> bool:
        return bool(self.options["swaps"]) and self.pile > 0

    def legal(self) -> list[Move]:
        if self.prompt is None:
            return []
        kinds = ("dive", "swap") if self.can_swap() else ("dive",)
        held = self.hands[self.seat].held
        return [(kind, shell) for kind in kinds for shell in range(SIZES) if held[shell]]

    def explain(self, move: Move) -> Reason | None:
        if (reason := self.no_move(move)) is not None:
            return reason
        kind, shell = move
        if kind == "swap" and not self.can_swap():
            return Reason("no_pile", {})
        hand = self.hands[self.seat]
        if shell != SEALED and not (hand.held[shell] or hand.sealed):
            return Reason("no_such_shell", {"shell": shell})
        return None

    def advance(self, move: Move) -> None:
        kind, shell = move
        self.hands[self.seat].remove(shell, hidden=kind == "swap")
        if kind == "dive":
            self.shell, self.step = shell, "roll"
            self.laid[shell] += 1
            self.events.append(("dived", shell))
            self.asks.append(Roll("die", self.turns, SIZES))
        else:
            self.step = "draw"
            self.events.append(("swapped", shell))
            self.asks.append(Open("pile", 0, self.drawn, 1 << self.seat))
            self.pile -= 1
            self.drawn += 1

    def answer(self, faces: Sequence[int]) -> None:
        asks, self.asks = self.asks, []
        if self.step == "deal":
            for ask, face in zip(asks, faces, strict=True):
                if isinstance(ask, Open):
                    self.hands[ask.at // DEALT].add(face)
            self.step = "turn"
            return
        if self.step == "draw":
            self.hands[self.seat].add(faces[0])
            self.events.append(("drew", faces[0]))
        else:
            self.events.append(("rolled", faces[0] + 1))
            won = self.shell + 1 if faces[0] >= self.shell else 0
            self.pearls[self.seat] += won
            self.events.append(("opened", won) if won else ("lost",))
        self._end_turn()

    def _end_turn(self) -> None:
        self.turns += 1
        self.step, self.shell = "turn", SEALED
        order = [(self.seat + after) % self.seats for after in range(1, self.seats + 1)]
        left = [seat for seat in order if self.hands[seat].size]
        if left:
            self.seat = left[0]
            return
        self.events.append(("ended",))
        best = max(self.pearls)
        winners = tuple(seat for seat, pearls in enumerate(self.pearls) if pearls == best)
        self.outcome = Outcome(tuple(self.pearls), winners)


def export(state: Pearls, peek: Callable[[str, int, int], int] | None = None) -> dict[str, Any]:
    return {
        "to_move": state.to_move,
        "pearls": list(state.pearls),
        "hands": [[None if face == SEALED else face for face in hand.faces()] for hand in state.hands],
        "laid": list(state.laid),
        "pile": state.pile,
    }
