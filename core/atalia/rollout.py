"""A quick worth for each move of Atalia, without playing the move.

It works on what the mover's own view knows. A card is worth what it gains on its field, less what the other fields lose
because the card leaves the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Final

from core.atalia.claims import best
from core.atalia.components import (
    DESERTER,
    FIELDS,
    FOG,
    MORALE,
    NOBODY,
    REDEPLOY,
    SCOUT,
    TACTIC_CARDS,
    TACTICS,
    TRAITOR,
    TROOPS_IN_ALL,
)
from core.atalia.evaluate import FieldOutlook, calm, decisive
from core.atalia.formations import Ground, made
from core.atalia.holding import CERTAIN, ENOUGH, held_worth, playable, shortage
from core.atalia.prospects import WHOLE, Means, Prospect, against, against_fresh, chance, prospect, ways_of
from core.atalia.rules import Atalia
from core.atalia.terrain import GROUNDS
from core.bots.odds import NAT
from core.game import Move

CLAIM: Final = 8 * NAT  # a claim, or a card that wins the game or prevents its loss; more than anything else
PROOF: Final = NAT // 3  # a field that can be claimed at once
SCOUTING: Final = NAT // 3  # three cards to choose from
# By tactics in the hand: drawing a tactic instead of a troop, if it can surely be played
TO_DRAW: Final[tuple[int, ...]] = (NAT // 5, -NAT // 2, -NAT)
UNSURE: Final = -NAT // 2  # for each part of CERTAIN by which the drawn tactic is less sure to be played
STARVING: Final = -4 * NAT  # drawing a tactic with too few troops; less than the noise of any bot makes up for
# The worth of a move decides how early a search tries it, so these numbers exaggerate the weights of `evaluate`.
# A field, three in a row, and a field that wins the game for a seat
FIELD: Final = 500
IN_A_ROW: Final = 900
DECISIVE: Final = 1500
SHARPER: Final = 2  # factor on what holding.py says


def rollout(view: Atalia, moves: Sequence[Move]) -> list[int]:
    step = view.step
    if step == "play":
        look = _AtaliaLook(view)
        return [look.worth(move) for move in moves]
    if step == "claim":
        return [CLAIM if move[0] == "claim" else 0 for move in moves]
    if step == "return":
        look = _AtaliaLook(view)
        return [-look.kept(move[2]) for move in moves]
    worth = _drawing(view)
    return [worth if move[1] == TACTICS else 0 for move in moves]


def _drawing(view: Atalia) -> int:
    """Returns what it is worth to draw a tactic instead of a troop."""
    seat = view.seat
    if view.hands[2 * seat].size < ENOUGH or shortage(view, seat):
        return STARVING
    tactics = view.hands[2 * seat + TACTICS].size
    return TO_DRAW[min(tactics, len(TO_DRAW) - 1)] + UNSURE * (CERTAIN - playable(view, seat, tactics))


class _AtaliaLook:
    __slots__ = (
        "alone",
        "chances",
        "costs",
        "grounds",
        "his",
        "losses",
        "means",
        "mine",
        "open",
        "outlook",
        "reach",
        "rivals",
        "seat",
        "tactics",
        "taken",
        "threats",
        "view",
        "wanted",
        "weights",
    )

    def __init__(self, view: Atalia) -> None:
        self.view = view
        self.seat = seat = view.seat
        self.outlook = outlook = FieldOutlook(view, seat, blind=True)
        self.open, self.grounds, self.chances = outlook.open, outlook.grounds, outlook.chances
        self.means = outlook.means[seat]
        self.tactics = [*compress(TACTIC_CARDS, view.hands[2 * seat + TACTICS].held[TROOPS_IN_ALL:])]
        self.costs: dict[int, int] = {}  # by tactic in the hand: what it costs to spend it
        self.mine, self.his = view.sides[seat], view.sides[1 - seat]
        self.weights = importance(self.chances, view.owners)
        rival = 1 - seat
        self.threats = [field for field in decisive(view.owners, rival) if view.proven(rival, field)]
        self.rivals: list[Sequence[int] | None] = [None] * FIELDS  # by field: the results of `against`
        self.reach: dict[int, int] = {}  # by field: the greatest strength that the other side can still reach
        self.alone: dict[tuple[int, Ground], Prospect] = {}  # by card and ground: the prospect of a side with this card
        self.losses: dict[int, tuple[Means, list[int], int]] = {}  # by troop in the hand: the results of `leaving`
        self.wanted: list[tuple[int, int]] | None = None
        self.taken: dict[tuple[int, int], int] = {}  # by card and field: what the mover gains if the card leaves there

    def worth(self, move: Move) -> int:
        kind: str = move[0]
        if kind == "lay":
            card: int = move[1]
            field: int = move[2]
            if card < TROOPS_IN_ALL:
                means, losses, lost = self.leaving(card)
                return self.gain(card, field, means) + losses[field] - lost
            if card in MORALE:
                return self.gain(card, field, self.means) - self.spent(card)
            return self.weather(card, field) + self.saved(field) - self.spent(card)
        if kind == "scout":
            return SCOUTING - self.spent(SCOUT)
        if kind == "deserter":
            return self.deserter(move[1], move[2]) + self.saved(move[2]) - self.spent(DESERTER)
        if kind == "traitor":
            return self.traitor(move[1], move[2], move[3]) + self.saved(move[2]) - self.spent(TRAITOR)
        if kind == "redeploy":
            return self.redeploy(move[1], move[2], move[3]) - self.spent(REDEPLOY)
        return 0

    def kept(self, card: int) -> int:
        """Returns what it is worth to keep this card in the hand."""
        if card < TROOPS_IN_ALL:
            return self.leaving(card)[2]
        return self.without_tactic(card, 0)

    def spent(self, card: int) -> int:
        """Returns what it costs to play this tactic: it leaves the hand, and the others may have to wait longer."""
        found = self.costs.get(card)
        if found is None:
            found = self.costs[card] = self.without_tactic(card, 1)
        return found

    def without_tactic(self, card: int, played: int) -> int:
        view, seat, tactics = self.view, self.seat, self.tactics
        rest = [one for one in tactics if one != card]
        return SHARPER * (held_worth(view, seat, tactics) - held_worth(view, seat, rest, played=played))

    # Fields ----------------------------------------------------------------------------------------------------------

    def points(self, field: int, chance: int, more: int = 0) -> int:
        """Returns what this new chance for the field is worth. `more` is the change in the number of cards there."""
        chance = calm(chance, len(self.mine[field]) + len(self.his[field]) + more)
        return self.weights[field] * (chance - self.chances[field]) >> 10

    def tie(self, field: int, number: int, rivals: int) -> bool:
        """Whether the mover would win equal formations here, having just laid the last of `number` cards against
        `rivals` cards."""
        view = self.view
        if view.options["terrain"] != "off":
            castle = view.castle_of(field)
            if castle != NOBODY:
                return castle == self.seat
        return rivals < self.grounds[field].need and number >= rivals

    def against(self, field: int) -> Sequence[int]:
        """Returns, by strength, how often it wins this field after the mover has laid a card here."""
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
        """Returns what the mover gains by laying a card here."""
        cards, ground = self.mine[field], self.grounds[field]
        rivals = self.rivals[field] or self.against(field)
        if cards:
            found = chance((*cards, card), ground, means, rivals)
        else:
            alone = self.alone.get((card, ground))
            if alone is None:
                alone = self.alone[card, ground] = prospect((card,), ground, means)
            found = 0
            for one, share in alone:
                found += share * rivals[one]
            found >>= 10
        found = calm(found, len(cards) + len(self.his[field]) + 1)
        worth = self.weights[field] * (found - self.chances[field]) >> 10
        return worth + self.proof(card, field) if len(cards) + 1 == ground.need else worth

    def proof(self, card: int, field: int) -> int:
        """Returns what the card is worth in addition if it proves the field: it wins the game, or the field is safe."""
        view, seat = self.view, self.seat
        ground, his = self.grounds[field], self.his[field]
        reach = self.reach.get(field)
        if reach is None:
            reach = self.reach[field] = best(his, ground, view.unseen)
        mine = made([*self.mine[field], card], ground)
        if mine < reach or (mine == reach and not self.tie(field, ground.need, len(his))):
            return 0
        if field in decisive(view.owners, seat):
            return CLAIM
        return PROOF

    def leaving(self, card: int) -> tuple[Means, list[int], int]:
        """Returns the means without this troop of the hand, what its absence costs by field, and the sum of that."""
        known = self.losses.get(card)
        if known is None:
            bit = 1 << card
            hand, unseen, chances = self.means
            without = Means(hand & ~bit, unseen, chances)
            losses = [0] * FIELDS
            wanted = self.wanted
            if wanted is None:
                wanted = self.wanted = self._wanted()
            for field, troops in wanted:
                if troops & bit:
                    left = chance(self.mine[field], self.grounds[field], without, self.outlook.rivals[field])
                    losses[field] = -self.points(field, left)
            known = self.losses[card] = without, losses, sum(losses)
        return known

    def _wanted(self) -> list[tuple[int, int]]:
        """Returns the open fields where the mover has cards, each with all troops that make a difference there."""
        found = []
        for field in self.open:
            cards = self.mine[field]
            if cards:
                found.append((field, ways_of(tuple(cards), self.grounds[field])[2]))
        return found

    # Tactics ---------------------------------------------------------------------------------------------------------

    def saved(self, field: int) -> int:
        """Returns the worth of preventing the loss of the game, if the rival can prove this field and win by it."""
        return CLAIM if field in self.threats else 0

    def weather(self, card: int, field: int) -> int:
        view, seat = self.view, self.seat
        fog, mud = (1, view.mud[field]) if card == FOG else (view.fog[field], 1)
        ground = GROUNDS[view.terrain[field]][fog][mud]
        tie = view.laid[seat][field] < view.laid[1 - seat][field]
        rivals = against(prospect(self.his[field], ground, self.outlook.means[1 - seat]), tie)
        return self.points(field, chance(self.mine[field], ground, self.means, rivals))

    def without(self, card: int, field: int, tie: bool) -> list[int]:
        """Returns, by strength, how often it wins this field after the other side has lost this card."""
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


def importance(chances: Sequence[int], owners: Sequence[int]) -> list[int]:
    """Returns by field what it is worth to win the field instead of losing it, in parts of NAT."""
    found = [2 * FIELD] * FIELDS
    for field in range(FIELDS - 2):
        a, b, c = chances[field : field + 3]
        x, y, z = WHOLE - a, WHOLE - b, WHOLE - c
        found[field] += IN_A_ROW * (b * c + y * z) >> 20
        found[field + 1] += IN_A_ROW * (a * c + x * z) >> 20
        found[field + 2] += IN_A_ROW * (a * b + x * y) >> 20
    for seat in (0, 1):
        for field in decisive(owners, seat):
            found[field] += DECISIVE
    return found
