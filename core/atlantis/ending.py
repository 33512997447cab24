"""The end of a game: figures that are not home cross and pay, and the points are counted. RULES 7."""

from __future__ import annotations

from core.atlantis.payment import crossing, spare_cards
from core.atlantis.position import AtlantisPosition
from core.game import Outcome


def final_crossing(state: AtlantisPosition) -> Outcome:
    """Lets every player pay for the figures that are not home, and returns the outcome. All hands must lie open.

    A player pays at the least possible loss. What a player cannot pay counts against them.
    """
    scores = []
    for seat, hand in enumerate(state.hands):
        wealth = state.wealth(seat)
        if state.home(seat) < 3:
            cost = state.crossing_cost(seat)
            tiles, number = crossing(state.purses[seat], hand.size, cost)
            paid = sum(tiles) + number
            scores.append(wealth - max(paid, cost))
            cards = spare_cards(hand.held, number)
            hand.pay_open(cards)
            for card in cards:
                state.removed[card] += 1
            state.events.append(("ferried", seat, cost, state.give_up(seat, tiles), cards))
        else:
            scores.append(wealth)
    best = max(scores)
    winners = tuple([seat for seat, score in enumerate(scores) if score == best])
    return Outcome(tuple(scores), winners)
