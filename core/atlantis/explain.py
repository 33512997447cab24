"""Why a move is not legal: one reason for every rule that it can break.

A view in which the asked seat's hand is sealed can check only public facts. It believes that a card is in the sealed
hand, that a chain can be finished, and that no figure can move ("stuck").
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from core.atlantis.components import MAINLAND, TILE
from core.game import Reason

if TYPE_CHECKING:
    from core.atlantis.rules import Atlantis

ASKED_IN: Final = {
    "play": ("turn",),
    "on": ("chain",),
    "pay": ("pay",),
    "bridge": ("turn", "after"),
    "buy": ("turn",),
    "stuck": ("turn",),
    "done": ("after",),
}


def explain(state: Atlantis, move: Any) -> Reason | None:
    if (reason := state.no_move(move)) is not None:
        return reason
    kind = move[0]
    if state.step not in ASKED_IN[kind]:
        return _out_of_place(state, kind)
    if kind == "play":
        return _play(state, move[1], move[2])
    if kind == "on":
        return _go(state, move[1])
    if kind == "pay":
        return _pay(state, move[1], move[2])
    if kind == "bridge":
        return _bridge(state, move[1])
    if kind == "buy":
        return _buy(state, move[1])
    if kind == "stuck":
        return _stuck(state)
    return None


def _no(reason: str, **params: Any) -> Reason:
    return Reason(reason, params)


def _sealed(state: Atlantis) -> bool:
    return state.hands[state.seat].sealed > 0


def _out_of_place(state: Atlantis, kind: str) -> Reason:
    """Returns the reason for a kind of move that the present prompt does not ask for."""
    if state.step == "chain":
        return _no("chain_open", figure=state.moving, at=state.figures[state.seat][state.moving])
    if state.step == "pay":
        return _no("pay_first", cost=state.cost())
    if state.step == "after":
        # The movement is over. Only a bridge may follow.
        return _no("after_moving", kind=kind)
    if kind == "on":
        return _no("no_chain")
    if kind == "pay":
        return _no("nothing_to_pay")
    return _no("not_done")


def _play(state: Atlantis, figure: int, card: int) -> Reason | None:
    place = state.figures[state.seat][figure]
    if place == MAINLAND:
        return _no("figure_home", figure=figure)
    return _way(state, figure, place, card, state.toll[place] if place >= 0 else 0)


def _go(state: Atlantis, card: int) -> Reason | None:
    spent = state.toll[state.origin] if state.origin >= 0 else 0
    return _way(state, state.moving, state.figures[state.seat][state.moving], card, spent)


def _way(state: Atlantis, figure: int, place: int, card: int, spent: int) -> Reason | None:
    seat = state.seat
    hand = state.hands[seat]
    sealed = _sealed(state)
    if not hand.held[card] and not sealed:
        return _no("no_such_card", card=card)
    target = state.ahead[card][place + 1]
    cost = state.toll[target] - spent
    funds = state.wealth(seat) - 1
    if not sealed:
        left = hand.held.copy()
        left[card] -= 1
        funds = state.worth[seat] + sum(state.payable(left))
    if cost > funds:
        return _no("cannot_pay", figure=figure, card=card, at=target, cost=cost, funds=funds)
    if not state.held_places[target]:
        return None
    if hand.size < 2:
        return _no("chain_no_card", figure=figure, card=card, at=target)
    if not sealed and not state.can_end(hand.held, card, target, spent, state.wealth(seat) - 1):
        return _no("chain_no_end", figure=figure, card=card, at=target)
    return None


def _pay(state: Atlantis, values: tuple[int, ...], cards: tuple[int, ...]) -> Reason | None:
    seat = state.seat
    if list(values) != sorted(values, reverse=True) or list(cards) != sorted(cards):
        return _no("bad_order")
    mine = Counter(tile % TILE for tile in state.tiles[seat])
    for value, number in Counter(values).items():
        if number > mine[value]:
            return _no("no_such_tile", value=value)
    hand = state.hands[seat]
    held = state.payable(hand.held)
    for card, number in Counter(cards).items():
        if number > held[card] and number - held[card] > hand.sealed:
            if state.before_buying and number <= hand.held[card]:
                return _no("bought_card", card=card)
            return _no("no_such_card", card=card)
    if len(cards) > hand.size:
        return _no("no_such_card", card=cards[0])
    cost = state.cost()
    total = sum(values) + len(cards)
    if total < cost:
        return _no("pays_too_little", cost=cost, paid=total)
    if total - (1 if cards else values[-1]) >= cost:
        return _no("pays_too_much", cost=cost, paid=total)
    return None


def _bridge(state: Atlantis, place: int) -> Reason | None:
    if not state.bridge_left[state.seat]:
        return _no("bridge_used")
    gap = state.gap_at(place)
    if gap is None:
        return _no("no_gap", at=place) if state.open_gaps() else _no("no_water")
    if gap.bridged:
        return _no("gap_bridged", at=place)
    if place != gap.first:
        # The first place stands for the whole gap, so that the same bridge is always the same move.
        return _no("bridge_place", at=place, first=gap.first)
    return None


def _buy(state: Atlantis, value: int) -> Reason | None:
    if state.bought:
        return _no("bought_already")
    if not state.tiles[state.seat]:
        return _no("no_tiles")
    if not any(tile % TILE == value for tile in state.tiles[state.seat]):
        return _no("no_such_tile", value=value)
    if value < 2:
        return _no("buys_nothing", value=value)
    if not state.deck and not any(state.discard):
        return _no("no_cards_left")
    return None


def _stuck(state: Atlantis) -> Reason | None:
    if _sealed(state):
        return None
    moves = state.play_moves()
    if moves:
        return _no("can_move", figure=moves[0][1], card=moves[0][2])
    return None
