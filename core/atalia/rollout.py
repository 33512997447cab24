"""A first look at the moves of Atalia: what each looks worth at once, without trying it.

Works on what the mover's own view knows. A card is worth what it changes on its own field, less what the other fields
lose with it: a hand is an option on all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.atalia.evaluate import Outlook, Weights, calm
from core.atalia.parts import DARIUS, FIELDS, FOG, NOBODY, TACTICS, TROOPS_IN_ALL
from core.atalia.prospects import WHOLE, Means, against, against_fresh, chance, prospect, ways_of
from core.atalia.rules import Atalia
from core.atalia.terrain import GROUNDS
from core.bots.odds import NAT
from core.game import Move

CLAIM = 8 * NAT  # nothing speaks against a field that is proven
SCOUT = NAT // 3  # three cards to choose from
TO_DRAW = (NAT // 5, -NAT // 2, -3 * NAT // 2)  # a tactic rather than a troop, by how many are in the hand
# What a move looks worth says how much likelier it is tried than another, so it is sharper than what is gained.
LOOKS = Weights(field=700, row=1200, tactic=150, more=30, turn=0)
USELESS = NAT  # what it is worth to be rid of a tactic that can never be played


def rollout(view: Atalia, moves: Sequence[Move]) -> list[int]:
    step = view.step
    if step == "play":
        look = _Look(view)
        return [look.worth(move) for move in moves]
    if step == "claim":
        return [CLAIM if move[0] == "claim" else 0 for move in moves]
    if step == "return":
        look = _Look(view)
        return [-look.kept(move[2]) for move in moves]
    tactics = view.hands[2 * view.seat + TACTICS].size
    worth = TO_DRAW[min(tactics, len(TO_DRAW) - 1)]
    return [worth if move[1] == TACTICS else 0 for move in moves]


class _Look:
    __slots__ = (
        "chances",
        "gains",
        "grounds",
        "his",
        "kinds",
        "losses",
        "means",
        "mine",
        "open",
        "outlook",
        "rivals",
        "seat",
        "taken",
        "view",
        "weights",
    )

    def __init__(self, view: Atalia) -> None:
        self.view = view
        self.seat = seat = view.seat
        self.outlook = outlook = Outlook(view, seat, blind=True)
        self.open, self.grounds, self.chances = outlook.open, outlook.grounds, outlook.chances
        self.means = outlook.means[seat]
        self.mine, self.his = view.sides[seat], view.sides[1 - seat]
        self.weights = importance(self.chances, LOOKS)
        self.rivals: list[Sequence[int] | None] = [None] * FIELDS  # by field: what a card laid there now has to beat
        self.kinds: dict[object, int] = {}  # fields on which the same lies are worth the same
        self.gains: dict[tuple[int, int], int] = {}  # by troop and such a field: the chance with it
        self.losses: dict[int, list[int]] = {}  # by troop in hand, then by field
        self.taken: dict[tuple[int, int], int] = {}  # by card and field: what the owner of a card there loses with it

    def worth(self, move: Move) -> int:
        kind = move[0]
        if kind == "lay":
            _, card, field = move
            if card < TROOPS_IN_ALL:
                losses = self.lost(card)
                return self.gain(card, field, self.hand_without(card)) + losses[field] - sum(losses)
            if card <= 63:
                return self.gain(card, field, self.means) - LOOKS.tactic
            return self.weather(card, field) - LOOKS.tactic
        if kind == "scout":
            return SCOUT - LOOKS.tactic
        if kind == "deserter":
            return self.deserter(move[1], move[2]) - LOOKS.tactic
        if kind == "traitor":
            return self.traitor(move[1], move[2], move[3]) - LOOKS.tactic
        if kind == "redeploy":
            return self.redeploy(move[1], move[2], move[3]) - LOOKS.tactic
        return 0

    def kept(self, card: int) -> int:
        """What it is worth to have this card in the hand."""
        if card < TROOPS_IN_ALL:
            return sum(self.lost(card))
        if card <= DARIUS and self.view.leaders_played[self.seat]:
            return -USELESS
        return LOOKS.tactic

    # Fields ----------------------------------------------------------------------------------------------------------

    def points(self, field: int, chance: int, more: int = 0) -> int:
        """What another chance is worth here, with so many cards more."""
        chance = calm(chance, len(self.mine[field]) + len(self.his[field]) + more)
        return self.weights[field] * (chance - self.chances[field]) >> 10

    def tie(self, field: int, number: int, rivals: int) -> bool:
        """Whether equal formations would be mine, if I just laid the last of so many cards here."""
        view = self.view
        if view.options["terrain"] != "off":
            castle = view.castle_of(field)
            if castle != NOBODY:
                return castle == self.seat
        return rivals < self.grounds[field].need and number >= rivals

    def against(self, field: int) -> Sequence[int]:
        """What a card that I lay here has to beat."""
        rivals = self.rivals[field]
        if rivals is None:
            mine, his = len(self.mine[field]), self.his[field]
            tie = self.tie(field, mine + 1, len(his))
            if tie == self.outlook.tie(field, mine, len(his)):
                rivals = self.outlook.rivals[field]
            elif his:
                rivals = against(prospect(his, self.grounds[field], self.outlook.means[1 - self.seat]), tie)
            else:
                rivals = against_fresh(self.grounds[field], tie)
            self.rivals[field] = rivals
        return rivals

    def gain(self, card: int, field: int, means: Means) -> int:
        """A card that I lay here."""
        cards = self.mine[field]
        if cards or self.his[field]:
            return self.points(field, chance((*cards, card), self.grounds[field], means, self.against(field)), 1)
        ground = self.grounds[field]
        kind = self.kinds.setdefault((ground, self.tie(field, 1, 0)), field)
        found = self.gains.get((card, kind))
        if found is None:
            found = self.gains[card, kind] = chance((card,), ground, means, self.against(field))
        return self.points(field, found, 1)

    def hand_without(self, card: int) -> Means:
        hand, unseen, chances = self.means
        return Means(hand & ~(1 << card), unseen, chances)

    def lost(self, card: int) -> list[int]:
        """By field, what is lost there if this troop leaves the hand."""
        losses = self.losses.get(card)
        if losses is None:
            losses = self.losses[card] = [0] * FIELDS
            without = self.hand_without(card)
            bit = 1 << card
            for field in self.open:
                cards = self.mine[field]
                if cards and ways_of(tuple(cards), self.grounds[field])[2] & bit:
                    left = chance(cards, self.grounds[field], without, self.outlook.rivals[field])
                    losses[field] = -self.points(field, left)
        return losses

    # Tactics ---------------------------------------------------------------------------------------------------------

    def weather(self, card: int, field: int) -> int:
        view, seat = self.view, self.seat
        fog, mud = (1, view.mud[field]) if card == FOG else (view.fog[field], 1)
        ground = GROUNDS[view.terrain[field]][fog][mud]
        tie = view.laid[seat][field] < view.laid[1 - seat][field]
        rivals = against(prospect(self.his[field], ground, self.outlook.means[1 - seat]), tie)
        return self.points(field, chance(self.mine[field], ground, self.means, rivals))

    def without(self, card: int, field: int, tie: bool) -> list[int]:
        """What I have to beat here if the other side loses this card."""
        cards = [other for other in self.his[field] if other != card]
        return against(prospect(cards, self.grounds[field], self.outlook.means[1 - self.seat]), tie)

    def deserter(self, card: int, field: int) -> int:
        found = self.taken.get((card, field))
        if found is None:
            cards = self.mine[field]
            rivals = self.without(card, field, self.tie(field, len(cards), len(self.his[field]) - 1))
            left = chance(cards, self.grounds[field], self.means, rivals)
            found = self.taken[card, field] = self.points(field, left, -1)
        return found

    def traitor(self, card: int, field: int, to: int) -> int:
        if to != field:
            return self.deserter(card, field) + self.gain(card, to, self.means)
        cards = (*self.mine[field], card)
        rivals = self.without(card, field, self.tie(field, len(cards), len(self.his[field]) - 1))
        return self.points(field, chance(cards, self.grounds[field], self.means, rivals))

    def redeploy(self, card: int, field: int, to: int | None) -> int:
        found = self.taken.get((card, field))
        if found is None:
            cards = [other for other in self.mine[field] if other != card]
            left = chance(cards, self.grounds[field], self.means, self.outlook.rivals[field])
            found = self.taken[card, field] = self.points(field, left, -1)
        return found if to is None else found + self.gain(card, to, self.means)


def importance(chances: Sequence[int], weighed: Weights) -> list[int]:
    """By field: how much the lead grows with the chance there, in parts of NAT for WHOLE."""
    row = weighed.row
    found = [2 * weighed.field] * FIELDS
    for field in range(FIELDS - 2):
        a, b, c = chances[field : field + 3]
        x, y, z = WHOLE - a, WHOLE - b, WHOLE - c
        found[field] += row * (b * c + y * z) >> 20
        found[field + 1] += row * (a * c + x * z) >> 20
        found[field + 2] += row * (a * b + x * y) >> 20
    return found
