"""A position of Atalia: the nine fields with the cards of both sides, hands and decks, and the values derived from
them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress
from typing import Any, Final, Self

from core.atalia.claims import best, best_way
from core.atalia.components import (
    ALL_TROOPS,
    FACES,
    FIELDS,
    FOG,
    MANY,
    NOBODY,
    ROW,
    TACTICS,
    TROOPS,
    TROOPS_IN_ALL,
    WEATHER,
)
from core.atalia.formations import Formation, Ground, formation, made
from core.atalia.terrain import CASTLE, GROUNDS, PLAIN
from core.chance import SeededDealer
from core.compiling.mypyc_marks import mypyc_attr
from core.game import State
from core.hidden import SEALED, Hand, Row

EVERY_FIELD: Final = range(FIELDS)


@mypyc_attr(allow_interpreted_subclasses=True)
class AtaliaPosition(State):
    __slots__ = (
        "cards_laid",
        "deck",
        "drawing",
        "drawn",
        "epoch",
        "first",
        "fog",
        "guile",
        "hands",
        "instant",
        "laid",
        "leaders_played",
        "mud",
        "open_troops",
        "owners",
        "passes",
        "points",
        "provable",
        "quiet",
        "removed",
        "returning",
        "scouted",
        "scouting",
        "seat",
        "sides",
        "step",
        "stirred",
        "tactics_played",
        "terrain",
        "tops",
        "turns",
    )

    OPEN = (
        "sides",
        "laid",
        "cards_laid",
        "owners",
        "fog",
        "mud",
        "terrain",
        "removed",
        "guile",
        "tactics_played",
        "leaders_played",
        "deck",
        "drawn",
        "epoch",
        "seat",
        "turns",
        "step",
        "scouting",
        "returning",
        "scouted",
        "drawing",
        "passes",
        "stirred",
        "points",
        "first",
    )
    HIDDEN = ("hands", "tops")
    DERIVED = ("open_troops", "provable", "instant", "quiet")

    sides: list[list[list[int]]]  # by seat and field: the cards there in the order in which they were laid
    laid: list[list[int]]  # by seat and field: the number of the last card laid there, 0 for none; it decides ties
    cards_laid: int  # how many cards were laid in this game; numbers them for `laid`
    owners: list[int]  # by field, NOBODY while it is unclaimed
    fog: list[int]  # by field: 1 where Fog lies
    mud: list[int]  # by field: 1 where Mud lies
    terrain: list[int]  # by field
    removed: list[int]  # cards out of the game, face up
    guile: list[list[int]]  # guile cards that were played: seat and card
    tactics_played: list[int]  # by seat, including tactics that have left the table
    leaders_played: list[int]  # by seat
    deck: list[int]  # by deck: cards in it, without those that Scout put back on top
    drawn: list[int]  # by deck: cards drawn from it, without those that Scout had put back
    epoch: int  # the game of the series, from 0; both decks are shuffled anew for each
    seat: int  # whose turn it is
    turns: int
    step: str  # the kind of the prompt, or "setup" while chance sets up
    scouting: int  # cards that Scout still draws
    returning: int  # cards that Scout still has to put back
    scouted: int  # 1 once Scout was played in this turn, because it replaces the draw
    drawing: int  # the deck that the seat draws from, while chance answers
    passes: int  # turns in a row in which nothing was played, claimed or drawn
    stirred: int  # 1 once something was played, claimed or drawn in this turn
    points: list[int]  # by seat, over the series
    first: int  # the seat that began this game
    hands: list[Hand]  # by seat, then by deck; their sizes are public, because the backs of the decks differ
    tops: list[Row]  # by deck: cards that Scout put back, the top one last
    open_troops: int  # the troops that lie face up anywhere, as a bit set
    provable: list[int]  # at the prompt for claims: the fields that may be claimed now
    # For playouts: chance answers at once from `instant`, without asks, and `quiet` leaves out events. Tables use
    # neither.
    instant: SeededDealer | None
    quiet: bool

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        self.seats, self.options = seats, options
        self.asks, self.events, self.outcome = [], [], None
        self.seat, self.turns, self.step = 0, 1, "setup"
        self.points, self.first, self.epoch = [0, 0], 0, 0
        self.instant, self.quiet = None, False
        self.clear()

    def clear(self) -> None:
        """Clears the table for a new game."""
        self.sides = [[[] for _ in EVERY_FIELD] for _ in range(2)]
        self.laid = [[0] * FIELDS, [0] * FIELDS]
        self.cards_laid = 0
        self.owners = [NOBODY] * FIELDS
        self.fog, self.mud, self.terrain = [0] * FIELDS, [0] * FIELDS, [PLAIN] * FIELDS
        self.removed, self.guile = [], []
        self.tactics_played, self.leaders_played = [0, 0], [0, 0]
        self.deck, self.drawn = [0, 0], [0, 0]
        self.scouting = self.returning = self.scouted = self.drawing = self.passes = self.stirred = 0
        self.hands = [Hand(seat, FACES) for seat in range(2) for _ in (TROOPS, TACTICS)]
        self.tops = [Row(), Row()]
        self.open_troops = 0
        self.provable = []

    def copy(self) -> Self:
        twin = type(self).__new__(type(self))
        twin.seats, twin.options, twin.outcome = self.seats, self.options, self.outcome
        twin.asks, twin.events = self.asks.copy(), self.events.copy()
        twin.sides = [[cards[:] for cards in side] for side in self.sides]
        twin.laid, twin.cards_laid = [side[:] for side in self.laid], self.cards_laid
        twin.owners, twin.fog, twin.mud, twin.terrain = self.owners[:], self.fog[:], self.mud[:], self.terrain[:]
        twin.removed, twin.guile = self.removed[:], [one[:] for one in self.guile]
        twin.tactics_played, twin.leaders_played = self.tactics_played[:], self.leaders_played[:]
        twin.deck, twin.drawn, twin.epoch = self.deck[:], self.drawn[:], self.epoch
        twin.seat, twin.turns, twin.step = self.seat, self.turns, self.step
        twin.scouting, twin.returning, twin.scouted = self.scouting, self.returning, self.scouted
        twin.drawing, twin.passes, twin.stirred = self.drawing, self.passes, self.stirred
        twin.points, twin.first = self.points[:], self.first
        twin.hands = [hand.copy() for hand in self.hands]
        twin.tops = [top.copy() for top in self.tops]
        twin.open_troops, twin.provable = self.open_troops, self.provable[:]
        twin.instant, twin.quiet = self.instant, self.quiet
        return twin

    def work_out(self) -> None:
        """Derives all derived values from scratch, for positions that were put together by hand."""
        lying = [card for side in self.sides for cards in side for card in cards] + self.removed
        self.open_troops = sum(1 << card for card in lying if card < TROOPS_IN_ALL)
        self.provable = self.claimable(self.seat) if self.step == "claim" else []

    def view(self, seat: int | None) -> Self:
        seen = super().view(seat)
        seen.instant = None  # the dealer knows every face
        return seen

    @property
    def turn(self) -> int:
        return self.turns

    @property
    def to_move(self) -> int | None:
        return None if self.outcome is not None else self.seat

    # Hands and decks -------------------------------------------------------------------------------------------------

    def hand(self, seat: int, deck: int) -> Hand:
        return self.hands[2 * seat + deck]

    def hand_size(self, seat: int) -> int:
        return self.hands[2 * seat].size + self.hands[2 * seat + 1].size

    def hand_cards(self, seat: int) -> list[int]:
        """Returns the cards that this view knows in order, troops first, then SEALED for each of the rest."""
        known = list(self.known_cards(seat))
        return known + [SEALED] * (self.hand_size(seat) - len(known))

    def known_cards(self, seat: int) -> list[int]:
        troops, tactics = self.hands[2 * seat].held, self.hands[2 * seat + 1].held
        return [*compress(range(FACES), troops), *compress(range(FACES), tactics)]

    def cards_in(self, deck: int) -> int:
        return self.deck[deck] + len(self.tops[deck])

    def lies_open(self, card: int) -> bool:
        """Whether this card was played for all to see, so that nobody can hold it."""
        if card < TROOPS_IN_ALL:
            return bool(self.open_troops >> card & 1)
        if card in WEATHER:
            return bool(sum(self.fog if card == FOG else self.mud))
        lying = [lies for side in self.sides for cards in side for lies in cards]
        return card in lying or card in self.removed or card in [played for _, played in self.guile]

    def may_play_tactic(self, seat: int) -> bool:
        """Whether the seat has not played more tactics than the other. RULES 5.1."""
        return self.tactics_played[seat] <= self.tactics_played[1 - seat]

    # Fields ----------------------------------------------------------------------------------------------------------

    def ground(self, field: int) -> Ground:
        return GROUNDS[self.terrain[field]][self.fog[field]][self.mud[field]]

    def need(self, field: int) -> int:
        return self.ground(field).need

    def complete(self, seat: int, field: int) -> bool:
        return len(self.sides[seat][field]) >= self.need(field)

    def formation(self, seat: int, field: int) -> Formation | None:
        """Returns the formation of this side, or None if it is not complete."""
        cards, ground = self.sides[seat][field], self.ground(field)
        return formation(cards, ground) if len(cards) == ground.need else None

    @property
    def unseen(self) -> int:
        """The troops that do not lie open, as a bit set. Troops in any hand count as unseen. RULES 6."""
        return ALL_TROOPS & ~self.open_troops

    def reach(self, seat: int, field: int) -> tuple[Formation, tuple[int, ...]] | None:
        """Returns the best formation that this side can become, as far as everybody knows, and the troops for it."""
        return best_way(self.sides[seat][field], self.ground(field), self.unseen)

    def castle_of(self, field: int) -> int:
        """Returns the owner of a Castle beside this field, who wins ties here. RULES 8."""
        for beside in (field - 1, field + 1):
            if 0 <= beside < FIELDS and self.terrain[beside] == CASTLE:
                return self.owners[beside]
        return NOBODY

    def tie_goes_to(self, field: int) -> int | None:
        """Returns the seat that wins equal formations on this field; None while neither side is complete. RULES 6."""
        castle = self.castle_of(field)
        if castle != NOBODY:
            return castle
        one, other = self.complete(0, field), self.complete(1, field)
        if one and other:
            return 0 if self.laid[0][field] < self.laid[1][field] else 1
        return 0 if one else 1 if other else None

    def proven(self, seat: int, field: int) -> bool:
        """Whether this side is complete and no unseen troops can beat it. RULES 6."""
        ground = self.ground(field)
        mine, his = self.sides[seat][field], self.sides[1 - seat][field]
        if len(mine) != ground.need:
            return False
        value, there = made(mine, ground), best(his, ground, self.unseen)
        return value > there or (value == there and self.tie_goes_to(field) == seat)

    def claimable(self, seat: int) -> list[int]:
        return [field for field in EVERY_FIELD if self.owners[field] == NOBODY and self.proven(seat, field)]

    def fields_of(self, seat: int) -> int:
        return self.owners.count(seat)

    def longest_row(self, seat: int) -> int:
        return longest_row(self.owners, seat)

    def has_won(self, seat: int) -> bool:
        """Whether the seat owns enough fields to win. RULES 7."""
        return self.longest_row(seat) >= ROW or self.fields_of(seat) >= MANY


def longest_row(owners: Sequence[int], seat: int) -> int:
    """Returns the most fields side by side that belong to a seat."""
    longest = row = 0
    for owner in owners:
        row = row + 1 if owner == seat else 0
        longest = max(longest, row)
    return longest
