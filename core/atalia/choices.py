"""Every legal move of the asked seat. Numbers after RULES are sections of RULES.md."""

from __future__ import annotations

from itertools import compress
from typing import Final

from core.atalia.components import (
    DESERTER,
    FACES,
    FIELDS,
    FOG,
    LEADERS,
    MORALE,
    MUD,
    NOBODY,
    REDEPLOY,
    SCOUT,
    TACTIC_CARDS,
    TRAITOR,
    TROOP_CARDS,
    TROOPS_IN_ALL,
    deck_of,
    lowest_value,
)
from core.atalia.position import EVERY_FIELD, AtaliaPosition
from core.atalia.terrain import MARSH, SLOPE
from core.compiling.mypyc_marks import mypyc_attr
from core.game import Move

# Moves that occur all the time, built once.
LAY: Final[tuple[tuple[Move, ...], ...]] = tuple(
    tuple(("lay", card, field) for field in range(FIELDS)) for card in range(FACES)
)
RETURN: Final[tuple[Move, ...]] = tuple(("return", deck_of(card), card) for card in range(FACES))
CLAIM: Final[tuple[Move, ...]] = tuple(("claim", field) for field in range(FIELDS))
DRAW: Final[tuple[Move, ...]] = (("draw", 0), ("draw", 1))
PASS: Final[Move] = ("pass",)
DONE: Final[Move] = ("done",)
PLAY_SCOUT: Final[Move] = ("scout",)


@mypyc_attr(allow_interpreted_subclasses=True)
class AtaliaChoices(AtaliaPosition):
    __slots__ = ()

    def legal(self) -> list[Move]:
        if self.asks or self.outcome is not None:
            return []
        step = self.step
        if step == "play":
            return self.play_moves() or [PASS]
        if step == "claim":
            return [*[CLAIM[field] for field in self.provable], DONE]
        if step == "return":
            return [RETURN[card] for card in self.known_cards(self.seat)]
        return [DRAW[deck] for deck in (0, 1) if self.cards_in(deck)]

    def forced(self) -> Move | None:
        """Returns the draw if only one deck has cards."""
        if self.step not in ("draw", "scout") or self.asks or self.outcome is not None:
            return None
        moves = self.legal()
        return moves[0] if len(moves) == 1 else None

    def play_moves(self) -> list[Move]:
        """Returns a move for every card of the hand and every field where it may go. RULES 3 and 5."""
        seat = self.seat
        troops = [*compress(TROOP_CARDS, self.hands[2 * seat].held)]
        free = self.free_fields(seat)
        moves: list[Move]
        if SLOPE in self.terrain:
            moves = [LAY[card][field] for card in troops for field in free if self.low_enough(card, field)]
        else:
            moves = [LAY[card][field] for card in troops for field in free]
        tactics = self.hands[2 * seat + 1]
        if tactics.size and self.may_play_tactic(seat):
            for card in compress(TACTIC_CARDS, tactics.held[TROOPS_IN_ALL:]):
                moves += self.tactic_moves(card, free)
        return moves

    def free_fields(self, seat: int) -> list[int]:
        """Returns the unclaimed fields with a free place on this seat's side."""
        owners, side = self.owners, self.sides[seat]
        return [
            field for field in EVERY_FIELD if owners[field] == NOBODY and len(side[field]) < self.ground(field).need
        ]

    def low_enough(self, card: int, field: int) -> bool:
        """Whether the card is not too high for this field. RULES 8, Steep slope."""
        return lowest_value(card) <= self.ground(field).highest

    def tactic_moves(self, card: int, free: list[int]) -> list[Move]:
        """Returns the moves that a tactic in the hand allows now. `free` are the fields where the seat has a free
        place."""
        seat = self.seat
        if card in MORALE:
            if card in LEADERS and self.leaders_played[seat]:
                return []
            return [LAY[card][field] for field in free if self.low_enough(card, field)]
        if card in (FOG, MUD):
            return [
                LAY[card][field] for field in EVERY_FIELD if self.owners[field] == NOBODY and self.fits(card, field)
            ]
        if card == SCOUT:
            return [PLAY_SCOUT] if self.cards_in(0) or self.cards_in(1) else []
        moves: list[Move] = []
        if card == REDEPLOY:
            for field, lying in self.in_the_open(seat):
                to = [other for other in free if other != field and self.low_enough(lying, other)]
                moves += [("redeploy", lying, field, other) for other in (*to, None)]
        elif card == DESERTER:
            moves = [("deserter", lying, field) for field, lying in self.in_the_open(1 - seat)]
        elif card == TRAITOR:
            for field, lying in self.in_the_open(1 - seat):
                if lying < TROOPS_IN_ALL:
                    moves += [("traitor", lying, field, to) for to in free if self.low_enough(lying, to)]
        return moves

    def fits(self, weather: int, field: int) -> bool:
        """Whether this weather may lie at this field. Mud may not lie on a Marsh, which has four places. RULES 8."""
        return weather != MUD or self.terrain[field] != MARSH

    def in_the_open(self, seat: int) -> list[tuple[int, int]]:
        """Returns the cards of a seat at unclaimed fields, as pairs of field and card."""
        return [
            (field, card) for field in EVERY_FIELD if self.owners[field] == NOBODY for card in self.sides[seat][field]
        ]
