"""Lanterns, a tiny game that exists only here. It asks of the engine what Atlantis never does.

    Two decks, red and blue, and for each seat a secret mark that its owner knows. Everybody begins with two red cards
    and a blue one. A turn: draw from either deck; then send a card to another seat, or put one back face down on the
    deck it came from, or, having none that is strong enough, pass. When a card is sent, a die is thrown, and the other
    seat may fend it off with a card of its own of the same colour that is at least as strong as the die; who does not,
    shows the sender his mark. The die also says how strong the next card sent must be. A red deck that is used up is
    made of the red discards. After some rounds, or when nothing can be drawn, all is laid open: a mark counts its
    value, a card one.

So there are two decks, cards that lie on a deck seen by the one who put them there, hands of which others know a card,
values seen by one and later by two, dice, a question to another seat within a turn, a move with a hidden part, and two
moves ("pass" and "yield") that depend on a hidden hand and are believed elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from core.chance import Ask, Open, Roll, Shuffle
from core.fields import ACTOR, Field, FieldType, Kind, table
from core.game import Game, IllegalMove, Move, Option, Outcome, Prompt, Reason, State, UnreadableMove
from core.hidden import ALL, SEALED, Hand, Row

RED, BLUE = 0, 1
DECKS = ("red", "blue")
FACES = 8  # 0 to 3 red, 4 to 7 blue; the strength is what remains
STRENGTHS = 4
CARDS = ((0, 1, 2, 3) * 3, (4, 5, 6, 7) * 2)
MARKS = (1, 2, 3, 5, 8)

DECK = FieldType(0, 1)
CARD = FieldType(0, FACES - 1)
SEAT = FieldType(0, 2)
NUMBER = FieldType(0, 100)

MOVES = table(
    Kind("draw", (Field("deck", DECK),)),
    Kind("send", (Field("to", SEAT), Field("card", CARD))),
    Kind("return", (Field("deck", DECK), Field("card", CARD, ACTOR))),
    Kind("pass"),
    Kind("fend", (Field("card", CARD),)),
    Kind("yield"),
)

EVENTS = table(
    Kind("drew", (Field("deck", DECK), Field("card", CARD, ACTOR))),
    Kind("sent", (Field("to", SEAT), Field("card", CARD))),
    Kind("threw", (Field("number", NUMBER),)),
    Kind("returned", (Field("deck", DECK), Field("card", CARD, ACTOR))),
    Kind("passed"),
    Kind("fended", (Field("card", CARD),)),
    Kind("saw", (Field("by", SEAT), Field("whose", SEAT), Field("mark", FieldType(0, 9), "by"))),
    Kind("reshuffled", (Field("deck", DECK), Field("cards", NUMBER))),
    Kind("ended"),
)


class Lanterns(State):
    __slots__ = (
        "asked",
        "bar",
        "discard",
        "drawn",
        "epochs",
        "hands",
        "held",
        "marks",
        "pending",
        "piles",
        "seat",
        "sent",
        "step",
        "tops",
        "turns",
    )
    OPEN = ("piles", "drawn", "epochs", "discard", "seat", "asked", "turns", "step", "bar", "sent", "pending")
    HIDDEN = ("hands", "tops", "marks")
    DERIVED = ("held",)

    piles: list[int]  # by deck: cards that nobody has touched yet
    drawn: list[int]
    epochs: list[int]
    discard: list[list[int]]  # by deck, by face
    seat: int
    asked: int  # the seat that is prompted
    turns: int
    step: str
    bar: int  # how strong a card must be to be sent
    sent: int  # the card on its way, SEALED if there is none
    pending: int  # the deck that is drawn from
    hands: list[Hand]  # by seat, then by deck: backs differ, so their numbers are public
    tops: list[Row]  # by deck: cards that were put back on it
    marks: Row
    held: list[int]  # by seat: all cards

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        self.seats, self.options = seats, options
        self.asks, self.events, self.outcome = [], [], None
        self.piles, self.drawn, self.epochs = [12 - 2 * seats, 8 - seats], [2 * seats, seats], [0, 0]
        self.discard = [[0] * FACES, [0] * FACES]
        self.seat, self.asked, self.turns, self.step = 0, 0, 1, "setup"
        self.bar, self.sent, self.pending = 0, SEALED, 0
        self.hands = [Hand(seat, FACES) for seat in range(seats) for _ in DECKS]
        self.tops = [Row(), Row()]
        self.marks = Row()
        self.held = [0] * seats
        self.asks += [Shuffle(DECKS[RED], 0, CARDS[RED]), Shuffle(DECKS[BLUE], 0, CARDS[BLUE])]
        self.asks.append(Shuffle("marks", 0, MARKS))
        for seat in range(seats):
            mine = 1 << seat
            self.asks += [Open("marks", 0, seat, mine), Open("blue", 0, seat, mine)]
            self.asks += [Open("red", 0, 2 * seat, mine), Open("red", 0, 2 * seat + 1, mine)]

    @property
    def prompt(self) -> Prompt | None:
        return None if self.asks or self.outcome is not None else Prompt(self.asked, self.step)

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
        twin.piles, twin.drawn, twin.epochs = self.piles.copy(), self.drawn.copy(), self.epochs.copy()
        twin.discard = [pile.copy() for pile in self.discard]
        twin.seat, twin.asked, twin.turns, twin.step = self.seat, self.asked, self.turns, self.step
        twin.bar, twin.sent, twin.pending = self.bar, self.sent, self.pending
        twin.hands = [hand.copy() for hand in self.hands]
        twin.tops = [row.copy() for row in self.tops]
        twin.marks = self.marks.copy()
        twin.held = self.held.copy()
        return twin

    def work_out(self) -> None:
        self.held = [self.hand(seat, RED).size + self.hand(seat, BLUE).size for seat in range(self.seats)]

    def hand(self, seat: int, deck: int) -> Hand:
        return self.hands[2 * seat + deck]

    # What may be done ------------------------------------------------------------------------------------------------

    def legal(self) -> list[Move]:
        if self.prompt is None:
            return []
        mine = [face for face in range(FACES) if self._has(face)]
        if self.step == "draw":
            return [("draw", deck) for deck in (RED, BLUE) if self._can_draw(deck)]
        if self.step == "defence":
            return [*(("fend", face) for face in mine if self._fends(face)), ("yield",)]
        others = [seat for seat in range(self.seats) if seat != self.seat]
        sends: list[Move] = [("send", to, face) for to in others for face in mine if face % STRENGTHS >= self.bar]
        returns: list[Move] = [("return", face // STRENGTHS, face) for face in mine]
        return (sends or [("pass",)]) + returns

    def explain(self, move: Move) -> Reason | None:
        if (reason := self.no_move(move)) is not None:
            return reason
        kind = move[0]
        if {"draw": "draw", "fend": "defence", "yield": "defence"}.get(kind, "turn") != self.step:
            return _no("not_now", kind=kind)
        if kind == "draw":
            return None if self._can_draw(move[1]) else _no("deck_empty", deck=move[1])
        if kind == "yield":
            return None
        if kind == "pass":
            sealed = self.hand(self.asked, RED).sealed or self.hand(self.asked, BLUE).sealed
            able = any(self._has(face) and face % STRENGTHS >= self.bar for face in range(FACES))
            return _no("can_send") if able and not sealed else None
        return self._card(kind, move)

    def _card(self, kind: str, move: Move) -> Reason | None:
        card = move[-1]
        deck = move[1] if kind == "return" else card // STRENGTHS
        hand = self.hand(self.asked, deck)
        if card == SEALED:  # on a view; which card it was is believed
            return None if hand.size else _no("no_such_card", card=card)
        if card // STRENGTHS != deck or not (hand.held[card] or hand.sealed):
            return _no("no_such_card", card=card)
        if kind == "send" and (move[1] == self.seat or move[1] >= self.seats):
            return _no("no_such_seat", seat=move[1])
        if kind == "send" and card % STRENGTHS < self.bar:
            return _no("too_weak", card=card, bar=self.bar)
        if kind == "fend" and (card // STRENGTHS != self.sent // STRENGTHS or card % STRENGTHS < self.bar):
            return _no("does_not_fend", card=card)
        return None

    def forced(self) -> Move | None:
        if self.prompt is None or self.step != "defence" or self.hand(self.asked, self.sent // STRENGTHS).sealed:
            return None
        moves = self.legal()
        return moves[0] if len(moves) == 1 else None

    def discreet(self) -> bool:
        """Who yields at once has no card to fend with."""
        return self.prompt is not None and self.step == "defence"

    def _has(self, face: int) -> bool:
        return self.hand(self.asked, face // STRENGTHS).held[face] > 0

    def _fends(self, face: int) -> bool:
        return face // STRENGTHS == self.sent // STRENGTHS and face % STRENGTHS >= self.bar

    def _can_draw(self, deck: int) -> bool:
        return bool(self.piles[deck] or len(self.tops[deck]) or (deck == RED and any(self.discard[RED])))

    # What follows ----------------------------------------------------------------------------------------------------

    def advance(self, move: Move) -> None:
        kind = move[0]
        if kind == "draw":
            self._draw(move[1])
        elif kind == "send":
            self._spend(move[2])
            self.sent, self.pending = move[2], move[1]
            self.events.append(("sent", move[1], move[2]))
            self.step = "throw"
            self.asks.append(Roll("die", self.turns, STRENGTHS))
        elif kind == "return":
            deck, card = move[1], move[2]
            self.hand(self.seat, deck).remove(card, hidden=True)
            self.held[self.seat] -= 1
            self.tops[deck].append(card, 1 << self.seat)
            self.events.append(("returned", deck, card))
            self._end_turn()
        elif kind == "fend":
            self._spend(move[1])
            self.events.append(("fended", move[1]))
            self._end_turn()
        elif kind == "yield":
            if not self.options["marks"]:
                self._end_turn()
                return
            self.step = "look"
            whose = self.asked
            self.asks.append(Open("mark", whose, 0, 1 << self.seat, self.marks.faces[whose]))
        else:
            self.events.append(("passed",))
            self._end_turn()

    def _spend(self, card: int) -> None:
        deck = card // STRENGTHS
        self.hand(self.asked, deck).remove(card)
        self.held[self.asked] -= 1
        self.discard[deck][card] += 1

    def _draw(self, deck: int) -> None:
        self.step, self.pending = "receive", deck
        mine = 1 << self.seat
        top = self.tops[deck]
        if len(top):
            self.asks.append(Open(f"{DECKS[deck]} top", self.turns, len(top) - 1, mine, top.faces[-1]))
            return
        if not self.piles[deck]:
            cards = tuple(face for face in range(FACES) for _ in range(self.discard[deck][face]))
            self.discard[deck] = [0] * FACES
            self.epochs[deck] += 1
            self.piles[deck], self.drawn[deck] = len(cards), 0
            self.asks.append(Shuffle(DECKS[deck], self.epochs[deck], cards))
            self.events.append(("reshuffled", deck, len(cards)))
        self.asks.append(Open(DECKS[deck], self.epochs[deck], self.drawn[deck], mine))
        self.piles[deck] -= 1
        self.drawn[deck] += 1

    def answer(self, faces: Sequence[int]) -> None:
        asks, self.asks = self.asks, []
        if self.step == "setup":
            self._deal(asks, faces)
        elif self.step == "receive":
            self._receive(asks[-1], faces[-1])
        elif self.step == "throw":
            self.bar = faces[0]
            self.events.append(("threw", faces[0]))
            if self.held[self.pending]:
                self.asked, self.step = self.pending, "defence"
            else:
                self._end_turn()
        elif self.step == "look":
            if faces[0] != SEALED:
                self.marks.faces[self.asked] = faces[0]
            self.marks.seen[self.asked] |= 1 << self.seat
            self.events.append(("saw", self.seat, self.asked, faces[0]))
            self._end_turn()
        else:
            self._score(faces)

    def _deal(self, asks: Sequence[Ask], faces: Sequence[int]) -> None:
        opened = iter([face for ask, face in zip(asks, faces, strict=True) if isinstance(ask, Open)])
        for seat in range(self.seats):
            self.marks.append(next(opened), 1 << seat)
            self.hand(seat, BLUE).add(next(opened))
            self.hand(seat, RED).add(next(opened))
            self.hand(seat, RED).add(next(opened))
        self.work_out()
        self.step = "draw"

    def _receive(self, ask: Ask, face: int) -> None:
        deck = self.pending
        known, seen_by = face, 0
        if ask.place.endswith("top"):
            lying, seen_by = self.tops[deck].pop()
            known = lying if face == SEALED else face
        self.hand(self.seat, deck).add(known, seen_by & ~(1 << self.seat))
        self.held[self.seat] += 1
        self.events.append(("drew", deck, face))
        self.step = "turn"

    def _end_turn(self) -> None:
        self.turns += 1
        self.sent, self.pending = SEALED, 0
        self.seat = self.asked = (self.seat + 1) % self.seats
        if self.turns <= self.options["rounds"] * self.seats and (self._can_draw(RED) or self._can_draw(BLUE)):
            self.step = "draw"
            return
        self.step = "final"
        self.events.append(("ended",))
        self.asks += [Open("mark", seat, 0, ALL, self.marks.faces[seat]) for seat in range(self.seats)]
        for number, hand in enumerate(self.hands):
            self.asks += [Open(f"hand {number}", 0, index, ALL, face) for index, face in enumerate(hand.faces())]

    def _score(self, faces: Sequence[int]) -> None:
        opened = iter(faces)
        self.marks = Row([next(opened) for _ in range(self.seats)], [ALL] * self.seats)
        for hand in self.hands:
            hand.show([next(opened) for _ in range(hand.size)])
        scores = [mark + held for mark, held in zip(self.marks.faces, self.held, strict=True)]
        self.step = "over"
        self.outcome = Outcome(tuple(scores), tuple(s for s, score in enumerate(scores) if score == max(scores)))


def _no(reason: str, **params: Any) -> Reason:
    return Reason(reason, params)


def text(move: Move) -> str:
    return " ".join(map(str, move))


def read(written: str) -> Move:
    word, *numbers = written.split() or [""]
    if word not in MOVES or not all(number.isascii() and number.isdecimal() for number in numbers):
        raise UnreadableMove("unreadable", text=written)
    move = (word, *(int(number[:4]) for number in numbers))
    if MOVES[word].fault(move) is not None:
        raise UnreadableMove("unreadable", text=written)
    return move


def parse(state: Lanterns, line: str) -> tuple[list[Move], str]:
    move = read(line)
    reason = state.explain(move)
    if reason is not None:
        raise IllegalMove(reason.id, **reason.params)
    return [move], ""


def export(state: Lanterns, peek: Any = None) -> dict[str, Any]:
    return {"to_move": state.to_move, "marks": [None if mark == SEALED else mark for mark in state.marks.faces]}


GAME = Game(
    name="lanterns",
    rules_version=1,
    seat_counts=(2, 3),
    options=(Option("rounds", (8, 3)), Option("marks", (True, False))),
    moves=MOVES,
    events=EVENTS,
    start=Lanterns,
    text=text,
    read=read,
    parse=parse,
    export=export,
)
Lanterns.game = GAME
