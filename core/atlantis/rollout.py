"""A quick worth for each move of Atlantis, without playing the move.

It works on the mover's own view. It weighs the changes that a move makes with the weights of `evaluate`. It counts how
many cards the seat will draw, but knows neither their symbols nor the tile that may turn up.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import compress
from typing import Final, final

from core.atlantis.components import ATLANTIS, MAINLAND, PLACES
from core.atlantis.evaluate import AtlantisWeights, weights
from core.atlantis.rules import Atlantis
from core.bots.odds import NAT
from core.compiling.mypyc_marks import i64
from core.game import Move

WON: Final = 8 * NAT  # added for ending the game ahead of everybody, subtracted otherwise
CLOSE: Final = NAT  # for each point of the lead at the end, up to WON
LONGEST: Final = 2  # follow a chain over at most this many held places
UNSTUCK: Final = NAT // 4  # added to a purchase or a bridge if no figure can move now
WASTED: Final = 2 * NAT  # taken off for laying the bridge where it brings nothing; it can be laid only once
NEVER: Final = -100 * NAT
SEVEN: Final = tuple(range(7))

Leads = list[tuple[int, int]]  # from one place: how far each card of the hand leads and its symbol, the farthest first


def rollout(view: Atlantis, moves: Sequence[Move]) -> list[int]:
    look = _AtlantisLook(view)
    step = view.step
    if step == "turn":
        look.survey()
        return look.turn(moves)
    if step == "chain":
        look.survey()
        seat, figure = view.seat, view.moving
        place = view.figures[seat][figure]
        return [look.way(figure, view.origin, place, move[1], LONGEST) for move in moves]
    if step == "pay":
        return [look.payment(move) for move in moves]
    return [0 if move[0] == "done" else look.bridge(move[1]) for move in moves]


@final
class _AtlantisLook:
    __slots__ = ("cards", "front", "held", "leads", "mine", "reach", "rest", "rivals", "seat", "view", "weights")

    def __init__(self, view: Atlantis) -> None:
        self.view = view
        self.seat = seat = view.seat
        self.weights: AtlantisWeights = weights(view)
        self.mine = view.figures[seat]
        self.rivals = sorted([place for one, figures in enumerate(view.figures) if one != seat for place in figures])

    def survey(self) -> None:
        """Works out what all movements share."""
        ahead, hand = self.view.ahead, self.view.hands[self.seat]
        self.held = held = hand.held
        self.cards = hand.size
        self.leads: dict[int, Leads] = {}  # by place of a figure
        self.reach, self.front = 0, ATLANTIS
        for place in self.mine:
            if place != MAINLAND and place not in self.leads:
                leads = [(ahead[symbol][place + 1] - place, symbol) for symbol in compress(SEVEN, held)]
                leads.sort(reverse=True)
                self.leads[place] = leads
                if leads and leads[0][0] > self.reach:
                    self.reach = leads[0][0]
                if place > self.front:
                    self.front = place
        self.rest: list[tuple[list[Leads], int, int] | None] = [None] * 3  # by figure, see `others`

    def others(self, figure: int) -> tuple[list[Leads], int, int]:
        """Tells about the seat's other two figures: the leads of those on the path, the place of the foremost, and how
        many are home."""
        places = [place for one, place in enumerate(self.mine) if one != figure and place != MAINLAND]
        front = max(places, default=ATLANTIS)
        found = self.rest[figure] = [self.leads[place] for place in places], front, 2 - len(places)
        return found

    def turn(self, moves: Sequence[Move]) -> list[int]:
        known: dict[int, int] = {}  # figures that stand together are worth the same
        going: list[int] = []
        mine, held, held_places, ahead = self.mine, self.held, self.view.held_places, self.view.ahead
        for move in moves:
            if move[0] != "play":
                break
            _, figure, symbol = move
            place = mine[figure]
            worth = known.get(place * 7 + symbol)
            if worth is None:
                target = ahead[symbol][place + 1]
                if held_places[target]:
                    worth = self.way(figure, place, place, symbol, LONGEST)
                else:  # what `way` would do; a search spends most of its time here
                    held[symbol] -= 1
                    worth = self.landing(figure, place, target)
                    held[symbol] += 1
                known[place * 7 + symbol] = worth
            going.append(worth)
        instead = 0
        if not going:  # then "stuck" is the first of the moves
            going.append(2 * self.weights.card)
            instead = UNSTUCK
        # Buying and bridging come before the movement and do not replace it.
        best = max(going) + instead
        if best >= WON:
            best = 0  # the seat wins at once and needs no purchase or bridge before
        for move in moves[len(going) :]:
            going.append(best + (self.purchase(move[1]) if move[0] == "buy" else self.bridge(move[1])))
        return going

    def way(self, figure: i64, origin: i64, place: i64, symbol: i64, further: i64) -> i64:
        """Returns the worth of the best movement that goes on with this card."""
        view = self.view
        target: i64 = view.ahead[symbol][place + 1]
        held = self.held
        held[symbol] -= 1  # put back below
        best: i64 = NEVER
        if not view.held_places[target]:
            best = self.landing(figure, origin, target)
        elif further:
            toll, ahead = view.toll, view.ahead
            budget: i64 = view.worth[self.seat] + sum(held) - 1 + toll[origin]
            onward: i64
            for onward in SEVEN:
                if held[onward] and toll[ahead[onward][target + 1]] <= budget:
                    worth = self.way(figure, origin, target, onward, further - 1)
                    if worth > best:
                        best = worth
        held[symbol] += 1
        return best

    def landing(self, figure: i64, origin: i64, target: i64) -> i64:
        """Returns the worth of a landing: the figure pays and takes a tile, and its seat draws. Its cards are already
        out of `held`."""
        view, held = self.view, self.held
        toll, behind, held_places = view.toll, view.behind, view.held_places
        cost: i64 = toll[target] - toll[origin]
        at: i64 = behind[target]
        while held_places[at] and at != origin:  # never so at Atlantis
            at = behind[at]
        value: i64 = 0
        opened: i64 = 0
        if at >= 0:
            value = view.values[at]
            if not view.under[at]:
                opened = self.opens(at)
        others = self.rest[figure] or self.others(figure)
        rest = others[0]
        front: i64 = others[1]
        home: i64 = others[2]
        if target == MAINLAND:
            home += 1
        elif target > front:
            front = target
        draws: i64 = 1 + home + sum(held) - self.cards
        if home == 3:
            return self.end(value - cost + draws, at, opened)
        far: i64 = 0  # the same as `evaluate.reach`
        if target != MAINLAND:
            onward: i64 = target + 1
            far = target
            for row in compress(view.ahead, held):
                if row[onward] > far:
                    far = row[onward]
            far -= target
        for leads in rest:
            for most, symbol in leads:
                if most <= far:
                    break
                if held[symbol]:
                    far = most
                    break
        from_tiles: i64 = view.worth[self.seat]
        if cost < from_tiles:
            from_tiles = cost
        a_point, a_card, a_kind, a_place, a_front, a_reach, a_home, a_water, _, _ = self.weights
        worth: i64 = (
            a_point * (value - from_tiles)
            + a_card * (draws - cost + from_tiles)
            + a_place * (target - origin)
            + a_front * (front - self.front)
            + a_reach * (far - self.reach)
            - a_water * cost
            - a_kind * held.count(0)
        )
        if target == MAINLAND:
            worth += a_home
        if opened:
            worth += a_water * opened * self.more_behind(at, figure)
        return worth

    def opens(self, at: i64) -> i64:
        """Returns by how much the water around a place gets dearer when its only tile goes; negative if cheaper."""
        view = self.view
        values, toll = view.values, view.toll
        before: i64 = view.behind[at]
        after: i64 = view.beyond[at]
        old: i64 = toll[after] - toll[before]
        if before < 0 or after == PLACES:
            return -old
        if (before != at - 1 and toll[at] == toll[before]) or (after != at + 1 and toll[after] == toll[at]):
            return -old  # one of the two gaps that join is bridged
        near: i64 = values[before]
        far: i64 = values[after]
        return (near if near < far else far) - old  # the price as `_set_price` in position.py sets it

    def more_behind(self, at: i64, moved: i64) -> i64:
        """Returns how many more figures the seat has behind this place than a rival has on average.

        `moved` is a figure of the seat that does not count, or -1.
        """
        mine: i64 = 0
        place: i64
        for place in self.mine:
            if place < at:
                mine += 1
        if moved >= 0 and self.mine[moved] < at:
            mine -= 1
        others: i64 = bisect_left(self.rivals, at)
        rivals: i64 = self.view.seats - 1
        return mine - others if rivals == 1 else mine - (others + rivals // 2) // rivals

    def end(self, gain: i64, at: i64, opened: i64) -> i64:
        """Returns the worth of the third figure's arrival. Only the lead over the best rival counts."""
        view, seat = self.view, self.seat
        lead = view.wealth(seat) + gain
        for rival, figures in enumerate(view.figures):
            if rival != seat:
                behind = sum(place < at for place in figures)
                lead = min(
                    lead, view.wealth(seat) + gain - view.wealth(rival) + view.crossing_cost(rival) + opened * behind
                )
        return max(-WON, min(WON, CLOSE * lead)) + (WON if lead > 0 else -WON)

    def payment(self, move: Move) -> int:
        _, tiles, cards = move
        return -self.weights.point * sum(tiles) - self.weights.card * len(cards)

    def purchase(self, value: int) -> int:
        return self.weights.card * (value // 2) - self.weights.point * value

    def bridge(self, place: int) -> int:
        view, weights = self.view, self.weights
        after = place
        while not view.values[after]:
            after += 1
        price = view.toll[after] - view.toll[place - 1]
        worth = -weights.bridge - weights.water * price * self.more_behind(place, -1)
        return worth if worth > 0 else worth - WASTED
