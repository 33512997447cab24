"""What a move of Atlantis looks worth at once, for the bot `greedy`. In tenths of a point.

Every move is tried on a copy of the view, to the end of the movement, and the position it leads to is valued: tiles and
cards, how far the figures have come, and what the water ahead of them costs. The weights were found by letting bots
with other ones play against each other.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.atlantis.parts import ATLANTIS, MAINLAND
from core.atlantis.rules import Atlantis
from core.game import Move

POINT = 10
CARD = 15  # a card is a point, and a step on the way
FIRST_CARDS = 25  # for each of the first two besides: an empty hand goes nowhere
PLACE = 4  # one place further for a figure
HOME = 60  # a figure at home draws a card every turn
WATER = 5  # one point of water still ahead of a figure of ours, of which a bridge or a short cut may save some
THEIR_WATER = 6  # the same for all others together
BRIDGE = 20  # the bridge, while it is kept for later
UNSTUCK = 20  # a purchase or a bridge where nothing can be moved without it
WON = 100_000
LONGEST = 2  # how many held places in a row a movement is followed over


def rate(view: Atlantis, moves: Sequence[Move]) -> list[int]:
    if view.step != "turn":
        return [_after(view, move, LONGEST) for move in moves]
    seat = view.seat
    known: dict[tuple[int, int], int] = {}  # figures that stand together are worth the same
    going: list[int] = []
    for move in moves:
        if move[0] != "play":
            break
        way = view.figures[seat][move[1]], move[2]
        if way not in known:
            known[way] = _after(view, move, LONGEST)
        going.append(known[way])
    stay = value(view, seat)
    if not going:  # then "stuck" is the first of the moves
        going.append(_after(view, moves[0], 0))
        stay -= UNSTUCK
    # Buying and bridging come before the movement and do not replace it.
    return going + [max(going) + _after(view, move, 0) - stay for move in moves[len(going) :]]


def value(state: Atlantis, seat: int, coming: int = 0) -> int:
    """A position for this seat, with so many cards about to come."""
    if state.home(seat) == 3:
        return _over(state, seat, coming)
    cards = state.hands[seat].size + coming
    points = POINT * state.worth[seat] + CARD * cards + FIRST_CARDS * min(cards, 2)
    points += PLACE * sum(state.figures[seat]) + HOME * state.home(seat) - WATER * _water(state, seat)
    if state.bridge_left[seat]:
        points += BRIDGE
    theirs = sum(_water(state, rival) for rival in range(state.seats) if rival != seat)
    return points + THEIR_WATER * theirs // (state.seats - 1)


def _after(view: Atlantis, move: Move, further: int) -> int:
    """The value of what a move leads to, with the best way on where the movement is not over."""
    ahead = view.copy()
    ahead.advance(move)
    if ahead.step == "chain" and further:
        return max(_after(ahead, on, further - 1) for on in ahead.legal())
    if ahead.step == "pay":
        return _after(ahead, min(ahead.legal(), key=_price), further)
    return value(ahead, view.seat, _coming(view, move, ahead))


def _coming(view: Atlantis, move: Move, ahead: Atlantis) -> int:
    """How many cards a move is about to bring: they are asked for by now, but not yet in the hand."""
    if move[0] == "buy":
        return int(move[1]) // 2
    if move[0] == "stuck":
        return 2
    if move[0] == "bridge" and view.step == "turn":
        return 0
    return 1 + ahead.home(view.seat)


def _price(payment: Move) -> int:
    _, tiles, cards = payment
    return POINT * sum(tiles) + CARD * len(cards)


def _water(state: Atlantis, seat: int) -> int:
    """What all figures of a seat would pay from here."""
    toll = state.toll
    water = 0
    for place in state.figures[seat]:
        if place == ATLANTIS:
            water += toll[MAINLAND]
        else:
            water += toll[MAINLAND] - toll[place]
    return water


def _over(state: Atlantis, seat: int, coming: int) -> int:
    """The third figure is home: only the lead counts, and whether it is one."""
    rivals = [state.wealth(rival) - state.crossing_cost(rival) for rival in range(state.seats) if rival != seat]
    lead = state.wealth(seat) + coming - max(rivals)
    return POINT * lead + (WON if lead > 0 else -WON)
