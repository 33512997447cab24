"""Every legal move of the asked seat. Numbers after RULES are sections of RULES.md."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from core.atlantis.components import MAINLAND, PLACES
from core.atlantis.payment import payments, spares
from core.atlantis.position import AtlantisPosition
from core.game import Move

# Moves that occur all the time, built once.
PLAY = tuple(tuple(("play", figure, card) for card in range(7)) for figure in range(3))
ON = tuple(("on", card) for card in range(7))
# Indexed by `stock`, which has one bit for each value. A tile of value 1 buys nothing.
BUY = tuple(tuple(("buy", value) for value in range(2, 8) if stock >> value & 1) for stock in range(256))
BRIDGE = tuple(("bridge", place) for place in range(PLACES))
SEVEN = tuple(range(7))
STUCK = ("stuck",)
DONE = ("done",)
EVERYWHERE = [1] * (PLACES + 1)


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
            return self._card_moves((ON,), (self.figures[seat][self.moving],), self.toll[self.origin])
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

    def _card_moves(
        self, tables: Sequence[Sequence[Move]], places: Sequence[int], spent: int | None = None
    ) -> list[Move]:
        """Returns a move for each card that may be played from each of these places. Each place has its table of moves.

        `spent` is the toll of the place where the movement began, if that is a different place.
        """
        seat = self.seat
        hand = self.hands[seat]
        held = hand.held
        budget = self.worth[seat] + hand.size - 1
        ahead, held_places, toll = self.ahead, self.held_places, self.toll
        symbols = others = [*compress(SEVEN, held)]
        properly = False
        if self.before_buying:
            # Not every card can pay, so `can_end` must check each card.
            held_places, others, properly = EVERYWHERE, [], True
        moves: list[Move] = []
        figure = -1  # counted by hand, because no loop in the program runs more often
        for place in places:
            figure += 1
            if place == MAINLAND:
                continue
            table = tables[figure]
            paid = toll[place] if spent is None else spent
            limit = budget + paid
            place += 1
            for symbol in symbols:
                target = ahead[symbol][place]
                if held_places[target]:
                    # Usually one more card leads on from there to a free place. If none does, `can_end` tries longer
                    # chains, but only if some card leads on at all.
                    onward = target + 1
                    chained = properly
                    for further in others:
                        if further != symbol or held[symbol] > 1:
                            end = ahead[further][onward]
                            if toll[end] < limit:
                                if not held_places[end]:
                                    break
                                chained = True
                    else:
                        if not chained or not self.can_end(held, symbol, target, paid, budget):
                            continue
                elif toll[target] > limit:
                    continue
                moves.append(table[symbol])
        return moves

    def can_end(self, held: list[int], symbol: int, target: int, spent: int, budget: int) -> bool:
        """Whether a movement can go to `target` with this card and be finished. RULES 3: no dead ends.

        The movement must end on a free place. `budget`, which is all tiles and the cards left after this one, must pay
        for it.
        """
        toll = self.toll
        cost = toll[target] - spent
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
            limit = spent + budget
            target += 1
            ahead, simple = self.ahead, not self.before_buying
            for further in compress(SEVEN, held):
                end = ahead[further][target]
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
        spare = spares(bytes(held))
        ways, end = payments(self.purses[seat], cost), len(spare)
        return [("pay", tiles, spare[number]) for _, number, _, tiles in ways if number < end]

    def _bridge_moves(self) -> list[Move]:
        return [BRIDGE[place] for place in self.open_gaps()]

    def cost(self) -> int:
        """Returns what the movement under way costs so far: the sum for all gaps without a bridge that it crossed."""
        if self.moving < 0:
            return 0
        return self.fare(self.origin, self.figures[self.seat][self.moving])
