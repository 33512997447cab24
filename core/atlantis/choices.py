"""Every legal move of the asked seat. Numbers after RULES are sections of RULES.md."""

from __future__ import annotations

from typing import Final

from core.atlantis.components import MAINLAND, PLACES
from core.atlantis.payment import spares, ways_to_pay
from core.atlantis.position import AtlantisPosition
from core.compiling.mypyc_marks import i64, mypyc_attr
from core.game import Move

# Moves that occur all the time, built once.
PLAY: Final[tuple[tuple[Move, ...], ...]] = tuple(
    tuple(("play", figure, card) for card in range(7)) for figure in range(3)
)
ON: Final[tuple[Move, ...]] = tuple(("on", card) for card in range(7))
# Indexed by `stock`, which has one bit for each value. A tile of value 1 buys nothing.
BUY: Final[tuple[tuple[Move, ...], ...]] = tuple(
    tuple(("buy", value) for value in range(2, 8) if stock >> value & 1) for stock in range(256)
)
BRIDGE: Final[tuple[Move, ...]] = tuple(("bridge", place) for place in range(PLACES))
SEVEN: Final = tuple(range(7))
STUCK: Final[Move] = ("stuck",)
DONE: Final[Move] = ("done",)
EVERYWHERE: Final = [1] * (PLACES + 1)


@mypyc_attr(allow_interpreted_subclasses=True)
class AtlantisChoices(AtlantisPosition):
    __slots__ = ()

    def legal(self) -> list[Move]:
        if self.asks or self.outcome is not None:
            return []
        seat, step = self.seat, self.step
        if step == "turn":
            # RULES 3: play a card for a figure, or be stuck. Before that a seat may buy once and lay its bridge.
            moves = self._card_moves(PLAY, self.figures[seat]) or [STUCK]
            if not self.bought and (self.deck or any(self.discard)):
                moves += BUY[self.stock[seat]]
            if self.bridge_left[seat] and self.toll[MAINLAND]:
                moves += self._bridge_moves()
            return moves
        if step == "pay":
            return self._pay_moves()
        if step == "chain":
            return self._card_moves((ON,), [self.figures[seat][self.moving]], self.toll[self.origin])
        return [DONE, *self._bridge_moves()]

    def forced(self) -> Move | None:
        """Returns the payment if the seat has no choice in it, not even between cards."""
        if self.step != "pay" or self.asks or self.outcome is not None:
            return None
        hand = self.hands[self.seat]
        if hand.size != sum(hand.held):
            return None
        moves = self._pay_moves()
        held = self.payable(hand.held)
        paid = len(moves[0][2])
        free_choice = 0 < paid < sum(held) and sum(map(bool, held)) > 1
        return moves[0] if len(moves) == 1 and not free_choice else None

    def play_moves(self) -> list[Move]:
        """Returns every play of a figure and a card whose movement can end on a free place and be paid for."""
        return self._card_moves(PLAY, self.figures[self.seat])

    def _card_moves(self, tables: tuple[tuple[Move, ...], ...], places: list[int], spent: i64 = -1) -> list[Move]:
        """Returns a move for each card that may be played from each of these places. Each place has its table of moves.

        `spent` is the toll of the place where the movement began, or -1 if it begins here.
        """
        seat = self.seat
        hand = self.hands[seat]
        held = hand.held
        budget: i64 = self.worth[seat] + hand.size - 1
        ahead, held_places, toll = self.ahead, self.held_places, self.toll
        symbols: list[int] = []  # not a comprehension, which would make `held` slower for the loops below
        symbol: i64
        for symbol in SEVEN:
            if held[symbol]:
                symbols.append(symbol)
        others = symbols
        properly = False
        if self.before_buying:
            # Not every card can pay, so `can_end` must check each card.
            held_places, others, properly = EVERYWHERE, [], True
        moves: list[Move] = []
        place: i64
        further: i64
        figure: i64 = -1  # counted by hand, because no loop in the program runs more often
        most: i64 = toll[MAINLAND]
        for place in places:
            figure += 1
            if place == MAINLAND:
                continue
            table = tables[figure]
            paid: i64 = toll[place] if spent < 0 else spent
            limit: i64 = budget + paid
            poor = limit < most
            place += 1
            for symbol in symbols:
                target: i64 = ahead[symbol][place]
                if held_places[target]:
                    # Usually one more card leads on from there to a free place. If none does, `can_end` tries longer
                    # chains, but only if some card leads on at all.
                    onward: i64 = target + 1
                    chained = properly
                    for further in others:
                        if further != symbol or held[symbol] > 1:
                            end: i64 = ahead[further][onward]
                            if toll[end] < limit:
                                if not held_places[end]:
                                    break
                                chained = True
                    else:
                        if not chained or not self.can_end(held, symbol, target, paid, budget):
                            continue
                elif poor and toll[target] > limit:
                    continue
                moves.append(table[symbol])
        return moves

    def can_end(self, held: list[int], symbol: i64, target: i64, spent: i64, budget: i64) -> bool:
        """Whether a movement can go to `target` with this card and be finished. RULES 3: no dead ends.

        The movement must end on a free place. `budget`, which is all tiles and the cards left after this one, must pay
        for it.
        """
        toll = self.toll
        cost: i64 = toll[target] - spent
        if cost > budget:
            return False
        held_places = self.held_places
        free = not held_places[target]
        if free and not self.before_buying:
            return True
        held[symbol] -= 1  # put back below, because this runs too often for copies
        able = False
        if free:
            able = cost <= self.worth[self.seat] + sum(self.payable(held))
        elif cost < budget:
            budget -= 1
            limit: i64 = spent + budget
            further: i64
            target += 1
            ahead, simple = self.ahead, not self.before_buying
            for further in SEVEN:
                if not held[further]:
                    continue
                end: i64 = ahead[further][target]
                if toll[end] <= limit and (
                    (simple and not held_places[end]) or self.can_end(held, further, end, spent, budget)
                ):
                    able = True
                    break
        held[symbol] += 1
        return able

    def _pay_moves(self) -> list[Move]:
        """Returns every payment in which nothing could be left out, each with the cards that are easiest to spare.
        RULES 4."""
        seat = self.seat
        held = self.hands[seat].held
        if self.before_buying:
            held = self.payable(held)
        cost = self.toll[self.figures[seat][self.moving]] - self.toll[self.origin]
        spare = spares(held)
        numbers, tiles = ways_to_pay(self.purses[seat], cost)
        most: i64 = len(spare) - 1
        moves: list[Move] = []
        for at, number in enumerate(numbers):
            if number <= most:
                moves.append(("pay", tiles[at], spare[number]))
        return moves

    def _bridge_moves(self) -> list[Move]:
        return [BRIDGE[place] for place in self.open_gaps()]

    def cost(self) -> int:
        """Returns what the movement under way costs so far: the sum for all gaps without a bridge that it crossed."""
        if self.moving < 0:
            return 0
        return self.fare(self.origin, self.figures[self.seat][self.moving])
