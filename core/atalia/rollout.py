"""A first look at the moves of Atalia: what each looks worth at once, without trying it.

Works on what the mover's own view knows. A card is worth what it changes on its own field, less what the other fields
lose with it: a hand is an option on all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.atalia.evaluate import WEIGHTS, Outlook
from core.atalia.parts import DARIUS, FIELDS, FOG, NOBODY, TACTICS, TROOPS_IN_ALL
from core.atalia.prospects import WHOLE, Means, Prospect, beats, prospect, ways_of
from core.atalia.rules import Atalia
from core.atalia.terrain import GROUNDS
from core.bots.odds import NAT
from core.game import Move

CLAIM = 8 * NAT  # nothing speaks against a field that is proven
SCOUT = NAT // 3  # three cards to choose from
TO_DRAW = (NAT // 5, -NAT // 2, -3 * NAT // 2)  # a tactic rather than a troop, by how many are in the hand
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
        "grounds",
        "his",
        "losses",
        "means",
        "mine",
        "open",
        "outlook",
        "seat",
        "taken",
        "view",
        "weights",
    )

    def __init__(self, view: Atalia) -> None:
        self.view = view
        self.seat = seat = view.seat
        self.outlook = outlook = Outlook(view, seat)
        self.open, self.grounds = outlook.open, outlook.grounds
        self.means = outlook.means[seat]
        self.his = outlook.prospects[1 - seat]
        self.mine = view.sides[seat]
        chances = outlook.chances
        self.chances = chances if seat == 0 else [WHOLE - one for one in chances]
        self.weights = _importance(self.chances)
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
                return self.gain(card, field, self.means) - WEIGHTS.tactic
            return self.weather(card, field) - WEIGHTS.tactic
        if kind == "scout":
            return SCOUT - WEIGHTS.tactic
        if kind == "deserter":
            return self.deserter(move[1], move[2]) - WEIGHTS.tactic
        if kind == "traitor":
            return self.traitor(move[1], move[2], move[3]) - WEIGHTS.tactic
        if kind == "redeploy":
            return self.redeploy(move[1], move[2], move[3]) - WEIGHTS.tactic
        return 0

    def kept(self, card: int) -> int:
        """What it is worth to have this card in the hand."""
        if card < TROOPS_IN_ALL:
            return sum(self.lost(card))
        if card <= DARIUS and self.view.leaders_played[self.seat]:
            return -USELESS
        return WEIGHTS.tactic

    # Fields ----------------------------------------------------------------------------------------------------------

    def points(self, field: int, chance: int) -> int:
        return self.weights[field] * (chance - self.chances[field]) >> 10

    def wins(self, field: int, mine: Prospect, his: Prospect, number: int, rivals: int) -> int:
        """The chance to have this field, if I just laid the last of my cards there."""
        need = self.grounds[field].need
        tie = rivals < need and number >= rivals
        view = self.view
        if view.options["terrain"] != "off":
            castle = view.castle_of(field)
            if castle != NOBODY:
                tie = castle == self.seat
        return beats(mine, his, tie)

    def gain(self, card: int, field: int, means: Means) -> int:
        """A card that I lay here."""
        cards = self.mine[field]
        found = prospect((*cards, card), self.grounds[field], means)
        rivals = len(self.view.sides[1 - self.seat][field])
        return self.points(field, self.wins(field, found, self.his[field], len(cards) + 1, rivals))

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
            outlook, seat = self.outlook, self.seat
            for field in self.open:
                cards = self.mine[field]
                if cards and ways_of(tuple(cards), self.grounds[field])[2] & bit:
                    found = prospect(cards, self.grounds[field], without)
                    mine, his = len(cards), len(self.view.sides[1 - seat][field])
                    if seat == 0:
                        chance = beats(found, self.his[field], outlook.tie(field, mine, his))
                    else:
                        chance = beats(found, self.his[field], not outlook.tie(field, his, mine))
                    losses[field] = -self.points(field, chance)
        return losses

    # Tactics ---------------------------------------------------------------------------------------------------------

    def weather(self, card: int, field: int) -> int:
        view, seat = self.view, self.seat
        fog, mud = (1, view.mud[field]) if card == FOG else (view.fog[field], 1)
        ground = GROUNDS[view.terrain[field]][fog][mud]
        sides = view.sides
        mine = prospect(sides[seat][field], ground, self.means)
        his = prospect(sides[1 - seat][field], ground, self.outlook.means[1 - seat])
        tie = view.laid[seat][field] < view.laid[1 - seat][field]
        return self.points(field, beats(mine, his, tie))

    def without(self, seat: int, card: int, field: int) -> Prospect:
        cards = self.view.sides[seat][field].copy()
        cards.remove(card)
        return prospect(cards, self.grounds[field], self.outlook.means[seat])

    def deserter(self, card: int, field: int) -> int:
        found = self.taken.get((card, field))
        if found is None:
            seat = self.seat
            his = self.without(1 - seat, card, field)
            mine = self.outlook.prospects[seat][field]
            number = len(self.mine[field])
            chance = self.wins(field, mine, his, number, len(self.view.sides[1 - seat][field]) - 1)
            found = self.taken[card, field] = self.points(field, chance)
        return found

    def traitor(self, card: int, field: int, to: int) -> int:
        if to != field:
            return self.deserter(card, field) + self.gain(card, to, self.means)
        his = self.without(1 - self.seat, card, field)
        cards = self.mine[field]
        mine = prospect((*cards, card), self.grounds[field], self.means)
        rivals = len(self.view.sides[1 - self.seat][field]) - 1
        return self.points(field, self.wins(field, mine, his, len(cards) + 1, rivals))

    def redeploy(self, card: int, field: int, to: int | None) -> int:
        found = self.taken.get((card, field))
        if found is None:
            seat = self.seat
            mine = self.without(seat, card, field)
            number = len(self.mine[field]) - 1
            chance = self.wins(field, mine, self.his[field], number, len(self.view.sides[1 - seat][field]))
            found = self.taken[card, field] = self.points(field, chance)
        return found if to is None else found + self.gain(card, to, self.means)


def _importance(chances: Sequence[int]) -> list[int]:
    """By field: how much the lead grows with the chance there, in parts of NAT for WHOLE."""
    row = WEIGHTS.row
    found = [2 * WEIGHTS.field] * FIELDS
    for field in range(FIELDS - 2):
        a, b, c = chances[field : field + 3]
        x, y, z = WHOLE - a, WHOLE - b, WHOLE - c
        found[field] += row * (b * c + y * z) >> 20
        found[field + 1] += row * (a * c + x * z) >> 20
        found[field + 2] += row * (a * b + x * y) >> 20
    return found
