"""The reasons that hints give for moves of Atlantis, as reason ids. They use only what the mover's own view knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.atlantis.components import ATLANTIS, MAINLAND, TILE
from core.atlantis.outlook import Outlook, bridge_saves, look_ahead
from core.atlantis.rules import Atlantis
from core.game import Move, Reason

MOST = 4  # nobody reads more
FAR = 12  # a movement over this many places is a long one
SHORT_HAND = 3


def reasons(view: Atlantis, moves: Sequence[Move]) -> list[Reason]:
    """Returns the reasons for these moves of one turn of the asked seat, the most important one first."""
    state, found = view, list[Reason]()
    for index, move in enumerate(moves):
        kind = move[0]
        if kind == "bridge":
            found.append(_bridge(state, move[1]))
            state = state.copy()
            state.advance(move)
            continue
        if kind in ("play", "on"):
            way = [one for one in moves[index:] if one[0] in ("play", "on", "pay")]
            found += _movement(state, way)
            after = [one for one in moves[index + len(way) :] if one[0] == "bridge"]
            if after:
                found.insert(1, _bridge(_after(state, way), after[0][1]))
        elif kind == "pay":
            found += _payment(look_ahead(state, moves[index : index + 1]))
        else:
            found += _other(state, move)
        break
    return found[:MOST]


def leaves(view: Atlantis, moves: Sequence[Move]) -> int:
    """Returns the points that the asked seat has left after these moves and the final crossing, as far as they are
    known before chance speaks."""
    state = view
    for index, move in enumerate(moves):
        if move[0] in ("play", "on", "pay"):
            return look_ahead(state, [one for one in moves[index:] if one[0] in ("play", "on", "pay")]).points_after
        if move[0] == "buy":
            ahead = state.copy()
            ahead.give_up(state.seat, (move[1],))
            return ahead.after_crossing(state.seat, _bought(state, move[1]))
        if move[0] != "bridge":
            break
        state = state.copy()
        state.advance(move)
    return state.after_crossing(state.seat)


def thrifty(view: Atlantis, moves: Sequence[Move]) -> Sequence[Move]:
    """Returns the same moves with the payment that overpays least."""
    ahead = view.copy()
    for index, move in enumerate(moves):
        if move[0] == "pay":
            least = min(ahead.legal(), key=_paid)
            return [*moves[:index], least, *moves[index + 1 :]] if _paid(least) < _paid(move) else moves
        ahead.advance(move)
    return moves


def _paid(payment: Move) -> int:
    return sum(payment[1]) + len(payment[2])


def _bought(state: Atlantis, value: int) -> int:
    """Returns how many cards a tile of this value buys."""
    return min(value // 2, state.deck + sum(state.discard))


class _WeighedReason(NamedTuple):
    weight: int  # hints tell the heaviest reason first
    reason: Reason


def _movement(state: Atlantis, way: Sequence[Move]) -> list[Reason]:
    seat, outlook = state.seat, look_ahead(state, way)
    ahead = _after(state, way)
    value = outlook.tile % TILE
    found: list[_WeighedReason] = []

    def add(weight: int, reason_id: str, **params: int) -> None:
        found.append(_WeighedReason(weight, Reason(reason_id, params)))

    home = state.home(seat) + (outlook.landing == MAINLAND)
    if outlook.ends_game:
        rivals = [ahead.after_crossing(rival) for rival in range(state.seats) if rival != seat]
        add(100, "ends_game", points=outlook.points_after, rival=max(rivals))
    elif outlook.landing == MAINLAND:
        add(90, "comes_home", cards=1 + home)
    more = [ahead.crossing_cost(rival) - state.crossing_cost(rival) for rival in range(state.seats)]
    mine = more.pop(seat)
    hurt = [one for one in more if one > 0]
    if hurt:
        add(50 + 5 * min(sum(hurt), 8), "opens_water", more=sum(hurt), rivals=len(hurt))
    if value:
        add(30 + 8 * value, "takes", value=value)
    else:
        add(20, "takes_nothing")
    if not outlook.cost:
        add(40, "over_bridge" if outlook.gaps else "costs_nothing")
    else:
        add(35, "pays", cost=outlook.cost)
        if (lost := _overpaid(outlook)) > 0:
            add(34, "loses_change", lost=lost)
    if outlook.landing != MAINLAND and outlook.landing - outlook.start >= FAR and outlook.start != ATLANTIS:
        add(45, "goes_far", places=outlook.landing - outlook.start, cards=len(outlook.legs))
    if len(outlook.legs) == 1 and state.hands[seat].held[outlook.legs[0].card] > 2:
        card = outlook.legs[0].card
        add(33, "spare_card", card=card, held=state.hands[seat].held[card])
    if (kept := _kept(ahead, seat, outlook.tile_at)) is not None:
        found.append(_WeighedReason(32, kept))
    # The figure that crosses pays its water now instead of later. What its seat pays beyond that falls on the figures
    # that it leaves behind.
    if mine + outlook.cost > 0 and outlook.water_price:
        add(25, "own_water", more=mine + outlook.cost)
    found.sort(key=lambda one: -one.weight)
    return [one.reason for one in found]


def _payment(outlook: Outlook) -> list[Reason]:
    """Returns the reasons for a payment, where the seat chooses only what to pay with."""
    payment = outlook.payment
    if payment is None:
        return []
    lost = _overpaid(outlook)
    found = [Reason("loses_change", {"lost": lost}) if lost else Reason("pays_exactly", {"cost": outlook.cost})]
    if not payment[1]:
        found.append(Reason("keeps_tiles", {}))
    elif not payment[2]:
        found.append(Reason("keeps_cards", {}))
    return found


def _other(state: Atlantis, move: Move) -> list[Reason]:
    if move[0] == "buy":
        found = [Reason("buys", {"value": move[1], "cards": _bought(state, move[1])})]
        size = state.hands[state.seat].size
        if not state.play_moves():
            found.insert(0, Reason("unsticks", {}))
        elif size <= SHORT_HAND:
            found.append(Reason("short_hand", {"cards": size}))
        return found
    return [Reason("stuck" if move[0] == "stuck" else "keeps_bridge", {})]


def _bridge(state: Atlantis, at: int) -> Reason:
    gap, saved = state.gap_at(at), list(bridge_saves(state, at))
    own = saved.pop(state.seat)
    if own <= 0:
        return Reason("bridge_free", {"price": gap.price if gap else 0})
    return Reason("bridge_saves", {"own": own, "rivals": sum(saved)})


def _after(state: Atlantis, way: Sequence[Move]) -> Atlantis:
    """Returns the position after a movement, as far as it is known before chance speaks."""
    ahead = state.copy()
    for move in way:
        ahead.advance(move)
    if ahead.step == "pay" and not ahead.asks:
        ahead.advance(ahead.legal()[0])
    return ahead


def _overpaid(outlook: Outlook) -> int:
    payment = outlook.payment
    return 0 if payment is None else _paid(payment) - outlook.cost


def _kept(ahead: Atlantis, seat: int, changes: int) -> Reason | None:
    """Names a card that is worth keeping: the last of its symbol in the hand, which leads a figure home, or else far.

    `changes` is the place whose tile this movement takes. A card that leads there does not count.
    """
    best: tuple[int, int] | None = None
    held = ahead.hands[seat].held
    means = ahead.wealth(seat) - 1
    for card in range(7):
        for place in ahead.figures[seat]:
            if held[card] != 1 or place == MAINLAND:
                continue
            end = ahead.ahead[card][place + 1]
            if end == changes or (end < MAINLAND and ahead.held_places[end]) or ahead.fare(place, end) > means:
                continue
            best = max(best or (0, 0), (MAINLAND if end == MAINLAND else end - place, -card))
    if best is None or (best[0] != MAINLAND and best[0] < FAR):
        return None
    return Reason("keeps_way_home" if best[0] == MAINLAND else "keeps_card", {"card": -best[1]})
