"""A first look at the moves of Atlantis: what each looks worth at once, without trying it.

Works on the mover's own view. What a move changes is weighed as `evaluate` weighs it, and only what the move itself
says is counted: neither the tile that may turn up nor the cards that will be drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.atlantis.evaluate import Weights, reach, weights
from core.atlantis.parts import MAINLAND, PLACES
from core.atlantis.rules import Atlantis
from core.bots.odds import NAT
from core.game import Move

WON = 8 * NAT  # to end the game ahead of everybody, or else behind somebody
CLOSE = NAT  # for each point of that lead, up to WON
LONGEST = 2  # how many held places in a row a movement is followed over
UNSTUCK = NAT // 4  # a purchase or a bridge where nothing can be moved without it
NEVER = -100 * NAT


def rollout(view: Atlantis, moves: Sequence[Move]) -> list[int]:
    look = _Look(view)
    step = view.step
    if step == "turn":
        return look.turn(moves)
    if step == "chain":
        seat, figure = view.seat, view.moving
        place = view.figures[seat][figure]
        return [look.way(figure, view.origin, place, move[1], LONGEST) for move in moves]
    if step == "pay":
        return [look.payment(move) for move in moves]
    return [0 if move[0] == "done" else look.bridge(move[1]) for move in moves]


class _Look:
    __slots__ = ("front", "held", "mine", "reach", "seat", "view", "weights")

    def __init__(self, view: Atlantis) -> None:
        self.view = view
        self.seat = view.seat
        self.weights: Weights = weights(view)
        self.held = view.hands[view.seat].held
        self.mine = view.figures[view.seat]
        on_the_way = [place for place in self.mine if place != MAINLAND]
        self.front = max(on_the_way, default=MAINLAND)
        self.reach = reach(view, self.held, on_the_way)

    def turn(self, moves: Sequence[Move]) -> list[int]:
        known: dict[tuple[int, int], int] = {}  # figures that stand together are worth the same
        going: list[int] = []
        mine = self.mine
        for move in moves:
            if move[0] != "play":
                break
            way = mine[move[1]], move[2]
            if way not in known:
                known[way] = self.way(move[1], way[0], way[0], way[1], LONGEST)
            going.append(known[way])
        instead = 0
        if not going:  # then "stuck" is the first of the moves
            going.append(2 * self.weights.card)
            instead = UNSTUCK
        # Buying and bridging come before the movement and do not replace it.
        best = max(going) + instead
        if best >= WON:
            best = 0  # nothing has to come before a won end
        for move in moves[len(going) :]:
            going.append(best + (self.purchase(move[1]) if move[0] == "buy" else self.bridge(move[1])))
        return going

    def way(self, figure: int, origin: int, place: int, symbol: int, further: int) -> int:
        """A movement whose next card is this one, with the best end that it can come to."""
        view = self.view
        target = view.ahead[symbol][place + 1]
        held = self.held
        held[symbol] -= 1  # put back below
        best = NEVER
        if not view.held_places[target]:
            best = self.landing(figure, origin, target)
        elif further:
            toll = view.toll
            budget = view.worth[self.seat] + sum(held) - 1 + toll[origin]
            for onward in range(7):
                if held[onward] and toll[view.ahead[onward][target + 1]] <= budget:
                    worth = self.way(figure, origin, target, onward, further - 1)
                    if worth > best:
                        best = worth
        held[symbol] += 1
        return best

    def landing(self, figure: int, origin: int, target: int) -> int:
        """A figure that arrives, its cards being played: it pays, takes a tile, and its seat draws."""
        view, seat = self.view, self.seat
        values, toll, held_places, weights = view.values, view.toll, view.held_places, self.weights
        cost = toll[target] - toll[origin]
        at = target - 1
        while at >= 0 and (not values[at] or (held_places[at] and at != origin)):
            at -= 1
        value = opened = 0
        if at >= 0:
            value = values[at]
            if not view.under[at]:
                opened = self.opens(at)
        places = self.mine.copy()
        places[figure] = target
        on_the_way = [place for place in places if place != MAINLAND]
        home = 3 - len(on_the_way)
        draws = 1 + home + sum(self.held) - view.hands[seat].size
        if home == 3:
            return self.end(value - cost + draws, at, opened)
        from_tiles = cost if cost < view.worth[seat] else view.worth[seat]
        draws -= cost - from_tiles
        worth = weights.point * (value - from_tiles) + weights.card * draws
        worth += weights.place * (target - origin) + weights.front * (max(on_the_way) - self.front)
        worth += weights.reach * (reach(view, self.held, on_the_way) - self.reach) - weights.water * cost
        worth -= weights.kind * self.held.count(0)
        if target == MAINLAND:
            worth += weights.home
        if opened:
            worth += weights.water * opened * self.more_behind(at, figure)
        return worth

    def opens(self, at: int) -> int:
        """By how much the water around a place gets dearer (or cheaper) once its only tile is gone."""
        view = self.view
        values, toll = view.values, view.toll
        before, after = at - 1, at + 1
        while before >= 0 and not values[before]:
            before -= 1
        while after < PLACES and not values[after]:
            after += 1
        old = toll[after] - toll[before]
        if before < 0 or after == PLACES:
            return -old
        if (before != at - 1 and toll[at] == toll[before]) or (after != at + 1 and toll[after] == toll[at]):
            return -old  # one of the two gaps that join is bridged
        near, far = values[before], values[after]
        return (near if near < far else far) - old

    def more_behind(self, at: int, moved: int) -> int:
        """How many more figures of ours than of any other seat's have this place ahead, times one."""
        view = self.view
        mine = others = 0
        for seat, figures in enumerate(view.figures):
            behind = 0
            for figure, place in enumerate(figures):
                if place < at and not (seat == self.seat and figure == moved):
                    behind += 1
            if seat == self.seat:
                mine = behind
            else:
                others += behind
        rivals = view.seats - 1
        return mine - others // rivals if rivals == 1 else mine - (others + rivals // 2) // rivals

    def end(self, gain: int, at: int, opened: int) -> int:
        """The third figure comes home: only the lead counts, and whether it is one."""
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
        return -weights.bridge - weights.water * price * self.more_behind(place, -1)
