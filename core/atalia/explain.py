"""Why a move is not legal: one reason for every rule that it can break.

A view in which the asked seat's hand is sealed can check only public facts. It believes that a card is in the sealed
hand, which card Scout puts back, and that no card can be played ("pass").
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from core.atalia.claims import best, best_way, count_over
from core.atalia.components import (
    DESERTER,
    GUILE,
    LEADERS,
    NOBODY,
    REDEPLOY,
    SCOUT,
    TACTICS,
    TRAITOR,
    TROOPS,
    TROOPS_IN_ALL,
    WEATHER,
    deck_of,
)
from core.atalia.formations import formation, strength
from core.game import Move, Reason
from core.hidden import SEALED

if TYPE_CHECKING:
    from core.atalia.rules import Atalia

CARD_OF: Final = {"scout": SCOUT, "redeploy": REDEPLOY, "deserter": DESERTER, "traitor": TRAITOR}
ASKED_IN: Final = {"claim": ("claim",), "done": ("claim",), "draw": ("draw", "scout"), "return": ("return",)}


def explain(state: Atalia, move: Any) -> Reason | None:
    if (reason := state.no_move(move)) is not None:
        return reason
    kind = move[0]
    if state.step not in ASKED_IN.get(kind, ("play",)):
        return _out_of_place(state, move)
    if kind == "lay":
        return _lay(state, move[1], move[2])
    if kind == "claim":
        return why_no_claim(state, state.seat, move[1])
    if kind == "draw":
        return None if state.cards_in(move[1]) else _no("deck_empty", deck=move[1])
    if kind == "return":
        return _return(state, move[1], move[2])
    if kind == "scout":
        return _scout(state)
    if kind == "redeploy":
        return _redeploy(state, move[1], move[2], move[3])
    if kind == "deserter":
        return _tactic(state, DESERTER) or _lies(state, 1 - state.seat, move[1], move[2])
    if kind == "traitor":
        return _traitor(state, move[1], move[2], move[3])
    if kind == "pass":
        return _pass(state)
    return None


def why_no_claim(state: Atalia, seat: int, field: int) -> Reason | None:
    """Returns why this seat cannot prove this field now, or None if it can. Any prompt may be open. RULES 6."""
    if state.owners[field] != NOBODY:
        return _no("field_claimed", field=field, owner=state.owners[field])
    ground = state.ground(field)
    mine, his = state.sides[seat][field], state.sides[1 - seat][field]
    if len(mine) < ground.need:
        return _no("incomplete", field=field, have=len(mine), need=ground.need)
    made = formation(mine, ground)
    value = strength(made, ground)
    mine_if_equal = state.tie_goes_to(field) == seat
    if len(his) >= ground.need:
        there = formation(his, ground)
        if strength(there, ground) > value:
            return _no("beaten", field=field, mine=tuple(made), his=tuple(there))
        if strength(there, ground) == value and not mine_if_equal:
            return _no("tie_is_his", field=field, mine=tuple(made))
        return None
    most = best(his, ground, state.unseen)
    if most < value or (most == value and mine_if_equal):
        return None
    way = best_way(his, ground, state.unseen)
    assert way is not None  # he can reach something
    mark = value if mine_if_equal else value - 1
    more = count_over(his, ground, state.unseen, mark) - 1
    return _no("he_could_win", field=field, mine=tuple(made), best=tuple(way[0]), cards=list(way[1]), more=more)


def _no(reason: str, **params: Any) -> Reason:
    return Reason(reason, params)


def _out_of_place(state: Atalia, move: Move) -> Reason:
    """Returns the reason for a kind of move that the present prompt does not ask for."""
    kind, step, claim_at = move[0], state.step, state.options["claim_at"]
    played = step == "draw" or (step == "claim" and claim_at == "end")
    if kind == "claim" and (step == "draw" or claim_at == "start"):
        reason = why_no_claim(state, state.seat, move[1])  # the step was skipped if nothing can be proven
        if reason is not None:
            return reason
        return _no("claims_at_start", field=move[1]) if claim_at == "start" else _no("claims_over", step=step)
    if played and (kind == "lay" or kind in CARD_OF):
        return _no("one_card", step=step)
    return _no("not_now", kind=kind, step=step)


def _in_hand(state: Atalia, card: int) -> Reason | None:
    hand = state.hand(state.seat, deck_of(card))
    if hand.held[card] or (hand.sealed and not state.lies_open(card)):
        return None
    return _no("no_such_card", card=card)


def _tactic(state: Atalia, card: int) -> Reason | None:
    """Checks the rules that hold for every tactic. RULES 5.1 and 5.2."""
    seat = state.seat
    if (reason := _in_hand(state, card)) is not None:
        return reason
    if not state.may_play_tactic(seat):
        mine, theirs = state.tactics_played[seat], state.tactics_played[1 - seat]
        return _no("tactics_ahead", mine=mine, theirs=theirs)
    if card in LEADERS and state.leaders_played[seat]:
        return _no("second_leader", card=card)
    return None


def _lay(state: Atalia, card: int, field: int) -> Reason | None:
    if card in GUILE:
        return _no("guile_needs_target", card=card)
    reason = _tactic(state, card) if card >= TROOPS_IN_ALL else _in_hand(state, card)
    if reason is not None:
        return reason
    if card in WEATHER:
        if state.owners[field] != NOBODY:
            return _no("field_claimed", field=field, owner=state.owners[field])
        return None if state.fits(card, field) else _no("mud_on_marsh", field=field)
    return _room(state, card, field)


def _room(state: Atalia, card: int, field: int) -> Reason | None:
    """Checks that the seat may lay this card on its side of a field. RULES 3."""
    if state.owners[field] != NOBODY:
        return _no("field_claimed", field=field, owner=state.owners[field])
    if state.complete(state.seat, field):
        return _no("side_full", field=field, need=state.need(field))
    if not state.low_enough(card, field):
        return _no("too_high", field=field, highest=state.ground(field).highest, card=card)
    return None


def _lies(state: Atalia, seat: int, card: int, field: int) -> Reason | None:
    """Checks that guile can touch this card there."""
    if card in WEATHER:
        return _no("weather_stays", card=card)
    if state.owners[field] != NOBODY:
        return _no("field_claimed", field=field, owner=state.owners[field])
    return None if card in state.sides[seat][field] else _no("not_there", card=card, field=field)


def _scout(state: Atalia) -> Reason | None:
    if (reason := _tactic(state, SCOUT)) is not None:
        return reason
    return None if state.cards_in(TROOPS) or state.cards_in(TACTICS) else _no("nothing_to_draw")


def _redeploy(state: Atalia, card: int, field: int, to: int | None) -> Reason | None:
    reason = _tactic(state, REDEPLOY) or _lies(state, state.seat, card, field)
    if reason is not None or to is None:
        return reason
    return _no("same_field", field=field) if to == field else _room(state, card, to)


def _traitor(state: Atalia, card: int, field: int, to: int) -> Reason | None:
    reason = _tactic(state, TRAITOR) or _lies(state, 1 - state.seat, card, field)
    if reason is not None:
        return reason
    return _no("only_troops", card=card) if card >= TROOPS_IN_ALL else _room(state, card, to)


def _return(state: Atalia, deck: int, card: int) -> Reason | None:
    if card == SEALED:  # a view that does not know the card believes the seat
        return None if state.hand(state.seat, deck).sealed else _no("none_held", deck=deck)
    fits = deck_of(card) == deck and _in_hand(state, card) is None
    return None if fits else _no("not_held_to_return", card=card)


def _pass(state: Atalia) -> Reason | None:
    """Checks that neither a troop nor a tactic can be played. RULES 3."""
    if state.hand(state.seat, TROOPS).sealed or state.hand(state.seat, TACTICS).sealed:
        return None
    moves = state.play_moves()
    if not moves:
        return None
    kind, *what = moves[0]
    if kind == "lay":
        return _no("must_play", card=what[0], field=what[1])
    return _no("must_play", card=CARD_OF[kind], field=None)
