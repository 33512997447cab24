"""A preview of a movement: where it leads, what it costs and what it brings. For previews on screen and for hints.

It works on the mover's own view and tells only what that view knows. The tile that may turn up and the cards that will
be drawn stay unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from core.atlantis.position import Gap
from core.atlantis.rules import Atlantis
from core.game import Move

MOST_MIXES: Final = 40  # for one number of cards; nobody would page through more


class Leg(NamedTuple):
    """The part of a movement that one card brings."""

    card: int
    start: int
    end: int


class Outlook(NamedTuple):
    figure: int
    start: int
    legs: tuple[Leg, ...]
    landing: int
    held: bool  # another figure stands on the landing place, so a further card is needed
    gaps: tuple[Gap, ...]  # all gaps on the way, with or without a bridge
    cost: int
    payments: tuple[Move, ...]  # best first; empty if there is nothing to pay
    payment: Move | None
    tile: int  # the tile that the figure takes; 0 for none
    tile_at: int
    stacked: bool  # another tile lies under that tile
    water_price: int  # what crossing the opened water will cost; 0 if none opens or an end of the path slides over it
    draws: int
    points_before: int  # after crossing, as `after_crossing` counts them
    points_after: int
    ends_game: bool


def look_ahead(state: Atlantis, moves: Sequence[Move]) -> Outlook:
    """Returns the outlook of a movement: `play`, `on` … and perhaps `pay`, each legal after the one before."""
    seat = state.seat
    ahead = state.copy()
    ahead.events = []
    chosen: Move | None = None
    payments: tuple[Move, ...] = ()
    for move in moves:
        if ahead.step == "pay":
            payments, chosen = every_payment(ahead), move
        ahead.advance(move)
    figure = ahead.moving if ahead.moving >= 0 else state.moving
    if ahead.step == "pay" and not ahead.asks:
        payments = every_payment(ahead)
        chosen = payments[0]
        figure = ahead.moving
        ahead.advance(chosen)
    legs = tuple(Leg(e[2], e[3], e[4]) for e in ahead.events if e[0] == "moved")
    if moves and moves[0][0] == "play":
        figure, start = moves[0][1], state.figures[seat][moves[0][1]]
    else:
        start = state.origin
    landing = ahead.figures[seat][figure]
    took = next((event for event in ahead.events if event[0] == "took"), None)
    tile, tile_at = (took[1], took[2]) if took else (0, -1)
    stacked = bool(took) and state.under[tile_at] > 0
    opened = ahead.gap_at(tile_at) if took and not stacked else None
    held = ahead.step == "chain"
    home = ahead.home(seat)
    draws = 0 if held else 1 + home
    return Outlook(
        figure=figure,
        start=start,
        legs=legs,
        landing=landing,
        held=held,
        gaps=tuple(gap for gap in state.gaps if start < gap.first and gap.last < landing),
        cost=state.fare(start, landing),
        payments=payments,
        payment=chosen,
        tile=tile,
        tile_at=tile_at,
        stacked=stacked,
        water_price=opened.price if opened else 0,
        draws=draws,
        points_before=state.after_crossing(seat),
        points_after=ahead.after_crossing(seat, draws),
        ends_game=home == 3,
    )


def bridge_saves(state: Atlantis, place: int) -> tuple[int, ...]:
    """Returns what a bridge over the gap at this place would save each seat, if all had to cross now."""
    ahead = state.copy()
    ahead.lay_bridge(place)
    return tuple(state.crossing_cost(seat) - ahead.crossing_cost(seat) for seat in range(state.seats))


def every_payment(state: Atlantis) -> tuple[Move, ...]:
    """Returns all payments at a "pay" prompt, best first, with every mix of cards up to MOST_MIXES.

    `legal` has only one mix for each number of cards.
    """
    held = state.payable(state.hands[state.seat].held)
    found: list[Move] = []
    for move in state.legal():
        _kind, tiles, cards = move
        mixes = _mixes(held, len(cards), MOST_MIXES)
        found += [move, *(("pay", tiles, mix) for mix in mixes if mix != cards)]
    return tuple(found)


def _mixes(held: Sequence[int], number: int, most: int, symbol: int = 0) -> list[tuple[int, ...]]:
    """Returns every choice of `number` cards out of these, but at most `most` choices."""
    if number == 0:
        return [()]
    found: list[tuple[int, ...]] = []
    for first in range(symbol, 7):
        if held[first] and len(found) < most:
            left = [count - (at == first) for at, count in enumerate(held)]
            found += [(first, *rest) for rest in _mixes(left, number - 1, most - len(found), first)]
    return found


def ways(state: Atlantis) -> list[tuple[Move, ...]]:
    """Returns every movement that is legal at a "turn" or "chain" prompt, as its moves in order without the payment."""
    found: list[tuple[Move, ...]] = []

    def go(at: Atlantis, moves: tuple[Move, ...]) -> None:
        for move in at.legal():
            if move[0] in ("play", "on"):
                ahead = at.copy()
                ahead.advance(move)
                if ahead.step == "chain" and not ahead.asks:
                    go(ahead, (*moves, move))
                else:
                    found.append((*moves, move))

    go(state, ())
    return found
