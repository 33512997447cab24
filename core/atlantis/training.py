"""Atlantis in numbers, for programs that learn. TRAINING.md says what each number means.

A payment is a word: first the tiles from high to low, then the cards in the order of their symbols, until the price is
paid. Such words are exactly the payments in which nothing could be left out, with every choice of cards.
"""

from __future__ import annotations

from typing import Final

from core.atlantis.components import CARDS_OF_A_SYMBOL, EMPTY, MAINLAND, PLACES, TILE
from core.atlantis.rules import PROMPTS, Atlantis
from core.game import Move
from core.training import Actions, Feature, Training, Word, firsts

ACTIONS: Final[tuple[Actions, ...]] = (
    Actions("play", 21),
    Actions("on", 7),
    Actions("bridge", PLACES - 2),  # a gap begins behind a tile and ends before one
    Actions("buy", 6),
    Actions("stuck", 1),
    Actions("done", 1),
    Actions("tile", 7),
    Actions("card", 7),
)
_FIRST: Final = firsts(ACTIONS)
PLAY: Final = _FIRST["play"]
ON: Final = _FIRST["on"]
BRIDGE: Final = _FIRST["bridge"]
BUY: Final = _FIRST["buy"]
STUCK: Final = _FIRST["stuck"]
DONE: Final = _FIRST["done"]
PAY_TILE: Final = _FIRST["tile"]
PAY_CARD: Final = _FIRST["card"]

SEATS: Final = 4
ALL_CARDS: Final = 7 * CARDS_OF_A_SYMBOL
MOST_TOLL: Final = 182  # 26 gaps at 7
TILES_OF_A_VALUE: Final = 12

FEATURES: Final[tuple[Feature, ...]] = (
    Feature("players", 1, 2, SEATS),
    Feature("options", 3, 0, 1),
    Feature("prompt", 4, 0, 1),
    Feature("turn", SEATS, 0, 1),
    Feature("symbols", PLACES * 7, 0, 1),
    Feature("values", PLACES, 0, 7),
    Feature("under", PLACES, 0, 1),
    Feature("toll", PLACES + 1, 0, MOST_TOLL),
    Feature("figures", SEATS * 3, 0, PLACES + 1),
    Feature("standing", SEATS * PLACES, 0, 1),
    Feature("tiles", SEATS * 7, 0, TILES_OF_A_VALUE),
    Feature("bridge_left", SEATS, 0, 1),
    Feature("hand_sizes", SEATS, 0, ALL_CARDS),
    Feature("hands", SEATS * 7, 0, CARDS_OF_A_SYMBOL),
    Feature("shown", 7, 0, CARDS_OF_A_SYMBOL),
    Feature("deck", 1, 0, ALL_CARDS),
    Feature("discard", 7, 0, CARDS_OF_A_SYMBOL),
    Feature("removed", 7, 0, CARDS_OF_A_SYMBOL),
    Feature("moving", 3, 0, 1),
    Feature("origin", 1, 0, PLACES),
    Feature("cost", 1, 0, MOST_TOLL),
    Feature("payable", 7, 0, CARDS_OF_A_SYMBOL),
    Feature("bought", 1, 0, 1),
    Feature("idle", 1, -1, SEATS),
    Feature("leads", 21, 0, PLACES + 1),
    Feature("fares", 21, 0, MOST_TOLL),
    Feature("paid_tiles", 7, 0, TILES_OF_A_VALUE),
    Feature("paid_cards", 7, 0, CARDS_OF_A_SYMBOL),
)
_SIZE: Final = sum(feature.size for feature in FEATURES)


# Actions -------------------------------------------------------------------------------------------------------------


def legal(view: Atlantis, word: Word) -> list[int]:
    """Returns the actions that may follow this word, rising."""
    if view.step == "pay" and view.prompt is not None:
        return _payment_actions(view, word)
    return sorted([_number(move) for move in view.legal()])


def _number(move: Move) -> int:
    """Returns the action of a move that is no payment."""
    kind: str = move[0]
    if kind == "play":
        return PLAY + 7 * int(move[1]) + int(move[2])
    if kind == "on":
        return ON + int(move[1])
    if kind == "bridge":
        return BRIDGE + int(move[1]) - 1
    if kind == "buy":
        return BUY + int(move[1]) - 2
    return STUCK if kind == "stuck" else DONE


def _parts(word: Word) -> tuple[list[int], list[int]]:
    """Returns the values of the tiles and the symbols of the cards of a payment, as far as it is begun."""
    tiles = [action - PAY_TILE + 1 for action in word if action < PAY_CARD]
    return tiles, [action - PAY_CARD for action in word if action >= PAY_CARD]


def _payment_actions(view: Atlantis, word: Word) -> list[int]:
    tiles, cards = _parts(word)
    left = view.cost() - sum(tiles) - len(cards)
    held = view.payable(view.hands[view.seat].held).copy()
    for card in cards:
        held[card] -= 1
    actions: list[int] = []
    if not cards:
        # With a tile the payment can be completed if all the tiles that are no higher, and the cards, are enough.
        purse = view.purses[view.seat].copy()
        for value in tiles:
            purse[value] -= 1
        funds = sum(held)
        for value in range(1, (tiles[-1] if tiles else 7) + 1):
            funds += value * purse[value]
            if purse[value] and funds >= left:
                actions.append(PAY_TILE + value - 1)
    for card in range(cards[-1] if cards else 0, 7):
        if held[card] and sum(held[card:]) >= left:
            actions.append(PAY_CARD + card)
    return actions


def move(view: Atlantis, word: Word) -> Move | None:
    """Returns the move of a complete word, or None while the payment goes on."""
    action = word[0]
    if action >= PAY_TILE:
        tiles, cards = _parts(word)
        return ("pay", tuple(tiles), tuple(cards)) if sum(tiles) + len(cards) >= view.cost() else None
    if action < ON:
        return ("play", (action - PLAY) // 7, (action - PLAY) % 7)
    if action < BRIDGE:
        return ("on", action - ON)
    if action < BUY:
        return ("bridge", action - BRIDGE + 1)
    if action < STUCK:
        return ("buy", action - BUY + 2)
    return ("stuck",) if action == STUCK else ("done",)


def spell(view: Atlantis, move: Move) -> Word:
    """Returns the word of a legal move."""
    if move[0] != "pay":
        return (_number(move),)
    tiles = [PAY_TILE + int(value) - 1 for value in move[1]]
    return tuple(tiles + [PAY_CARD + int(card) for card in move[2]])


# Observations --------------------------------------------------------------------------------------------------------


def observe(view: Atlantis, seat: int, word: Word) -> list[int]:
    """Returns the view of this seat in numbers. Seats are counted from the viewer on."""
    if view.step == "setup":
        return [0] * _SIZE
    seats = [(seat + further) % view.seats for further in range(view.seats)]
    absent = SEATS - view.seats
    found: list[int] = [view.seats]
    found += [view.game.options[at].values.index(view.options[view.game.options[at].name]) for at in range(3)]
    found += [int(view.step == step) for step in PROMPTS]
    found += [int(view.outcome is None and other == view.seat) for other in seats] + [0] * absent
    found += _path(view)
    places = [view.figures[other] for other in seats]
    found += [place + 1 for figures in places for place in figures] + [0] * (3 * absent)
    for figures in places:
        found += [int(place in figures) for place in range(PLACES)]
    found += [0] * (PLACES * absent)
    for other in seats:
        found += view.purses[other][1:]
    found += [0] * (7 * absent)
    found += [int(view.bridge_left[other]) for other in seats] + [0] * absent
    found += [view.hands[other].size for other in seats] + [0] * absent
    for other in seats:
        found += view.hands[other].held
    found += [0] * (7 * absent)
    found += _shown(view, seat)
    found.append(view.deck)
    found += view.discard
    found += view.removed
    found += [int(view.moving == figure) for figure in range(3)]
    found += [view.origin + 1 if view.moving >= 0 else 0, view.cost()]
    found += view.payable(view.hands[seat].held) if view.seat == seat else view.hands[seat].held
    found += [view.bought, view.idle]
    found += _ways(view, seat)
    tiles, cards = _parts(word)
    found += [tiles.count(value) for value in range(1, 8)]
    found += [cards.count(card) for card in range(7)]
    return found


def _path(view: Atlantis) -> list[int]:
    found: list[int] = []
    for place in range(PLACES):
        symbol = view.symbols[place]
        found += [int(symbol == one) for one in range(EMPTY)]
    found += list(view.values)
    found += list(view.under)
    return found + list(view.toll[: PLACES + 1])


def _shown(view: Atlantis, seat: int) -> list[int]:
    """Returns the cards of the viewer that all others know."""
    counts = [0] * 7
    for known in view.hands[seat].shown.values():
        counts = [counts[card] + known[card] for card in range(7)]
    return counts


def _ways(view: Atlantis, seat: int) -> list[int]:
    """Returns where each card leads from each figure of the viewer, and then what the water up to there costs."""
    leads: list[int] = []
    fares: list[int] = []
    for place in view.figures[seat]:
        for symbol in range(7):
            target = MAINLAND if place == MAINLAND else view.ahead[symbol][place + 1]
            leads.append(target + 1)
            fares.append(view.fare(place, target))
    return leads + fares


TRAINING: Final = Training(
    actions=ACTIONS,
    features=FEATURES,
    faces=7 * TILE,
    legal=legal,
    move=move,
    spell=spell,
    observe=observe,
)
