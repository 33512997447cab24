"""The reasons that hints give for moves of Atalia, as reason ids. They use only what the mover's own view knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.atalia.claims import best
from core.atalia.components import FIELDS, FOG, LEADERS, MANY, NOBODY, ROW, TACTICS, TROOPS, TROOPS_IN_ALL, WEATHER
from core.atalia.formations import FLUSH, RUN, SUM, Formation, formation_of, made, strength
from core.atalia.position import EVERY_FIELD, longest_row
from core.atalia.rules import Atalia
from core.game import Move, Reason

MOST = 4  # nobody reads more
FEW = 6  # if at most so many troops could finish a formation, the reason tells their number


class _Weighed(NamedTuple):
    weight: int  # hints tell the heaviest reason first
    reason: Reason


def reasons(view: Atalia, moves: Sequence[Move]) -> list[Reason]:
    """Returns the reasons for these moves of one turn of the asked seat, the most important one first."""
    first = moves[0]
    if first[0] in ("claim", "done"):
        found = _claims(view, moves) or [_Weighed(0, Reason("leaves_claims", {"fields": tuple(view.provable)}))]
    elif first[0] == "draw":
        found = _draw(view, first[1])
    elif first[0] == "return":
        found = _return(view, first[2])
    elif first[0] == "pass":
        found = [_Weighed(0, Reason("cannot_play", {}))]
    else:
        found = _play(view, first, moves)
    found.sort(key=lambda one: -one.weight)
    return [one.reason for one in found[:MOST]]


# Claims --------------------------------------------------------------------------------------------------------------


def _claims(view: Atalia, moves: Sequence[Move]) -> list[_Weighed]:
    """Returns the reasons for the claims among these moves."""
    fields = tuple(move[1] for move in moves if move[0] == "claim")
    if not fields:
        return []
    seat = view.seat
    owners = list(view.owners)
    for field in fields:
        owners[field] = seat
    if longest_row(owners, seat) >= ROW:
        return [_Weighed(200, Reason("wins_by_row", {"fields": fields}))]
    if owners.count(seat) >= MANY:
        return [_Weighed(200, Reason("wins_by_five", {"fields": fields}))]
    found = [_Weighed(100, Reason("claims", {"fields": fields}))]
    stopped = [field for field in fields if _third(view, 1 - seat, field)]
    if stopped:
        found.append(_Weighed(95, Reason("stops_row", {"field": stopped[0]})))
    return found


def _third(view: Atalia, seat: int, field: int) -> bool:
    """Whether this field would give the seat three in a row."""
    owners = list(view.owners)
    owners[field] = seat
    return longest_row(owners, seat) >= ROW


# Playing a card ------------------------------------------------------------------------------------------------------


def _play(view: Atalia, move: Move, moves: Sequence[Move]) -> list[_Weighed]:
    kind = move[0]
    if kind == "scout":
        return [_Weighed(50, Reason("scouts", {}))]
    ahead = _after(view, move)
    found = _claims(view, moves)
    if kind == "lay" and move[1] in WEATHER:
        found += _weather(view, ahead, move[1], move[2])
    elif kind == "lay":
        found += _laid(view, ahead, move[1], move[2])
    elif kind == "deserter":
        found += _broken(view, ahead, move[1], move[2])
    elif kind == "traitor":
        found += _broken(view, ahead, move[1], move[2]) + _laid(view, ahead, move[1], move[3])
    elif move[3] is not None:
        found += _laid(view, ahead, move[1], move[3])
    if kind == "redeploy":
        found.append(_moved_away(view, ahead, move[1], move[2]))
    found += _lets_claim(view, ahead)
    seat = view.seat
    if ahead.tactics_played[seat] > max(view.tactics_played[seat], ahead.tactics_played[1 - seat]):
        found.append(_Weighed(5, Reason("tactic_ahead", {})))
    return found


def _after(view: Atalia, move: Move) -> Atalia:
    """Returns the position after the card was played. The next step of the turn may have begun, which changes no
    field."""
    ahead = view.copy()
    ahead.advance(move)
    return ahead


def _reach(state: Atalia, seat: int, field: int) -> Formation | None:
    way = state.reach(seat, field)
    return None if way is None else way[0]


def _laid(view: Atalia, ahead: Atalia, card: int, field: int) -> list[_Weighed]:
    """Returns the reasons for a card that comes to the mover's side of a field."""
    seat = view.seat
    ground, cards = ahead.ground(field), ahead.sides[seat][field]
    found: list[_Weighed] = []

    def add(weight: int, reason_id: str, **params: int) -> None:
        found.append(_Weighed(weight, Reason(reason_id, params)))

    proven = ahead.proven(seat, field)
    if len(cards) == ground.need:
        now = formation_of(made(cards, ground), ground)
        if proven:
            add(90, "unbeatable", rank=now.rank, total=now.total)
        elif view.complete(1 - seat, field):
            his = view.formation(1 - seat, field)
            assert his is not None
            add(60, "falls_short", rank=his.rank, total=his.total)
        else:
            add(70, "finishes", rank=now.rank, total=now.total)
    elif ahead.proven(1 - seat, field):
        add(65, "lost_anyway", field=field)
        if card < TROOPS_IN_ALL and not _fits_elsewhere(view, card, field):
            add(60, "fits_nowhere", card=card)
        return found
    else:
        found += _builds(view, ahead, field)
    found += _rows(view, field, proven)
    before, after = _reach(view, seat, field), _reach(ahead, seat, field)
    if view.sides[seat][field] and before is not None:
        if after is None:
            add(40, "never_complete", field=field)
        elif strength(Formation(before.rank, 0), ground) > strength(Formation(after.rank, 0), ground):
            add(40, "spoils", rank=before.rank)
    if card < TROOPS_IN_ALL and view.hands[2 * seat].held[card]:
        found += _elsewhere(view, card, field)
    return found


def _builds(view: Atalia, ahead: Atalia, field: int) -> list[_Weighed]:
    """Returns a reason that tells what the mover's incomplete side can become."""
    seat = view.seat
    ground, cards = ahead.ground(field), ahead.sides[seat][field]
    hand = 0
    for troop in range(TROOPS_IN_ALL):
        hand |= ahead.hands[2 * seat].held[troop] << troop
    now = best(cards, ground, hand)
    way = ahead.reach(seat, field)
    if way is None:
        return [_Weighed(10, Reason("never_complete", {"field": field}))]
    most, _ = way
    if now:
        held = formation_of(now, ground)
        if held.rank > SUM or most.rank == SUM:
            params = {"rank": held.rank, "total": held.total}
            return [_Weighed(55 + 3 * held.rank, Reason("hand_finishes", params))]
    if len(cards) == ground.need - 1 and most.rank >= RUN:
        number = sum(
            formation_of(made([*cards, troop], ground), ground).rank == most.rank
            for troop in range(TROOPS_IN_ALL)
            if ahead.unseen >> troop & 1 and troop % 10 < ground.highest
        )
        if number <= FEW:
            return [_Weighed(40 + 3 * most.rank, Reason("few_finish", {"rank": most.rank, "cards": number}))]
    return [_Weighed(40 + 2 * most.rank, Reason("keeps_open", {"rank": most.rank}))]


def _rows(view: Atalia, field: int, proven: bool) -> list[_Weighed]:
    """Returns reasons why this field matters more than others: three in a row, or a fifth field."""
    seat, rival = view.seat, 1 - view.seat
    found: list[_Weighed] = []
    if _third(view, seat, field):
        found.append(_Weighed(80, Reason("third_in_row", {"field": field})))
    elif view.fields_of(seat) == MANY - 1:
        found.append(_Weighed(79, Reason("fifth_field", {"field": field})))
    elif (row := _open_row(view, field)) is not None:
        found.append(_Weighed(35, Reason("row_open", {"fields": row})))
    if _third(view, rival, field):
        found.append(_Weighed(85, Reason("stops_row" if proven else "fights_row", {"field": field})))
    elif view.fields_of(rival) == MANY - 1:
        found.append(_Weighed(84, Reason("stops_fifth" if proven else "fights_fifth", {"field": field})))
    return found


def _open_row(view: Atalia, field: int) -> tuple[int, ...] | None:
    """Returns three fields in a row, this one among them, of which the mover owns at least one and the rival none."""
    for first in range(max(field - ROW + 1, 0), min(field, FIELDS - ROW) + 1):
        row = tuple(range(first, first + ROW))
        owners = [view.owners[one] for one in row]
        if view.seat in owners and 1 - view.seat not in owners:
            return row
    return None


def _fits(view: Atalia, card: int, field: int) -> bool:
    """Whether the mover has begun a side there that can still reach the same rank if this card is laid there."""
    seat, ground, cards = view.seat, view.ground(field), view.sides[view.seat][field]
    if not cards or len(cards) >= ground.need or card % 10 >= ground.highest or view.proven(1 - seat, field):
        return False
    before, after = best(cards, ground, view.unseen), best([*cards, card], ground, view.unseen)
    return bool(after) and formation_of(after, ground).rank == formation_of(before, ground).rank


def _fits_elsewhere(view: Atalia, card: int, field: int) -> bool:
    return any(other != field and view.owners[other] == NOBODY and _fits(view, card, other) for other in EVERY_FIELD)


def _elsewhere(view: Atalia, card: int, field: int) -> list[_Weighed]:
    """Returns a reason if this troop of the hand would finish a formation on another field, or fits no other field."""
    seat = view.seat
    for other in EVERY_FIELD:
        cards, ground = view.sides[seat][other], view.ground(other)
        if other == field or view.owners[other] != NOBODY or len(cards) != ground.need - 1:
            continue
        if card % 10 >= ground.highest or not _fits(view, card, other):
            continue
        whole = formation_of(made([*cards, card], ground), ground)
        if whole.rank >= FLUSH:
            params = {"card": card, "field": other, "rank": whole.rank}
            return [_Weighed(15, Reason("needed_elsewhere", params))]
    begun = any(view.sides[seat][other] for other in EVERY_FIELD if other != field and view.owners[other] == NOBODY)
    return (
        [_Weighed(30, Reason("fits_nowhere", {"card": card}))]
        if begun and not _fits_elsewhere(view, card, field)
        else []
    )


def _lets_claim(view: Atalia, ahead: Atalia) -> list[_Weighed]:
    """Returns a reason for fields that the rival can prove only after this move."""
    rival = 1 - view.seat
    fields = tuple(
        field
        for field in EVERY_FIELD
        if view.owners[field] == NOBODY and ahead.proven(rival, field) and not view.proven(rival, field)
    )
    return [_Weighed(20, Reason("lets_claim", {"fields": fields}))] if fields else []


# Tactics -------------------------------------------------------------------------------------------------------------


def _weather(view: Atalia, ahead: Atalia, card: int, field: int) -> list[_Weighed]:
    seat, rival = view.seat, 1 - view.seat
    found: list[_Weighed] = []
    his, mine = _reach(view, rival, field), _reach(view, seat, field)
    if card == FOG:
        if his is not None and his.rank > SUM and view.sides[rival][field]:
            found.append(_Weighed(60 + his.rank, Reason("fog_over", {"rank": his.rank})))
        if mine is not None and mine.rank > SUM and view.sides[seat][field]:
            found.append(_Weighed(40, Reason("spoils", {"rank": mine.rank})))
    elif view.complete(rival, field):
        found.append(_Weighed(60, Reason("reopens", {"field": field})))
    if ahead.proven(seat, field):
        found.append(_Weighed(90, Reason("proves", {"field": field})))
    found += _rows(view, field, ahead.proven(seat, field))
    if not found:
        found.append(_Weighed(10, Reason("only_sums" if card == FOG else "fourth_card", {"field": field})))
    return found


def _broken(view: Atalia, ahead: Atalia, card: int, field: int) -> list[_Weighed]:
    """Returns the reasons for taking this card from the rival's side."""
    seat, rival = view.seat, 1 - view.seat
    before, after = _reach(view, rival, field), _reach(ahead, rival, field)
    found: list[_Weighed] = []
    if before is not None and (after is None or after.rank < before.rank):
        found.append(_Weighed(75, Reason("breaks", {"rank": before.rank, "field": field})))
    elif view.complete(rival, field):
        found.append(_Weighed(70, Reason("reopens", {"field": field})))
    else:
        found.append(_Weighed(30, Reason("takes_card", {"card": card, "field": field})))
    if ahead.proven(seat, field):
        found.append(_Weighed(90, Reason("proves", {"field": field})))
    if _third(view, rival, field):
        found.append(_Weighed(85, Reason("fights_row", {"field": field})))
    return found


def _moved_away(view: Atalia, ahead: Atalia, card: int, field: int) -> _Weighed:
    """Returns the reason for taking a card away from the mover's side of a field."""
    seat = view.seat
    before, after = _reach(view, seat, field), _reach(ahead, seat, field)
    if view.proven(1 - seat, field):
        return _Weighed(60, Reason("lost_anyway", {"field": field}))
    if before is None or (after is not None and after.rank > before.rank):
        return _Weighed(50, Reason("frees", {"field": field}))
    return _Weighed(12, Reason("leaves_field", {"card": card, "field": field}))


# Drawing and putting back --------------------------------------------------------------------------------------------


def _draw(view: Atalia, deck: int) -> list[_Weighed]:
    seat = view.seat
    top = view.tops[deck].faces[-1:]
    if top and top[0] >= 0:
        return [_Weighed(90, Reason("takes_known", {"card": top[0]}))]
    held = view.hands[2 * seat + TACTICS].size
    if deck == TACTICS:
        return [_Weighed(50, Reason("no_tactic" if not held else "another_tactic", {"held": held}))]
    found: list[_Weighed] = []
    troops = _finishers(view)
    if troops:
        found.append(_Weighed(60, Reason("troops_finish", {"cards": troops.bit_count()})))
    if held:
        found.append(_Weighed(50, Reason("enough_tactics", {"held": held})))
    if not view.cards_in(TACTICS):
        found.append(_Weighed(40, Reason("tactics_gone", {})))
    places = sum(view.need(field) - len(view.sides[seat][field]) for field in view.free_fields(seat))
    found.append(_Weighed(30, Reason("places_left", {"places": places, "troops": view.hand(seat, TROOPS).size})))
    return found


def _finishers(view: Atalia) -> int:
    """Returns, as a bit set, the troops that would finish more than a host for the mover and whose place is unknown."""
    seat = view.seat
    unknown = view.unseen
    for troop in range(TROOPS_IN_ALL):
        if view.hands[2 * seat].held[troop]:
            unknown &= ~(1 << troop)
    found = 0
    for field in view.free_fields(seat):
        cards, ground = view.sides[seat][field], view.ground(field)
        if len(cards) == ground.need - 1 and not view.proven(1 - seat, field):
            for troop in range(TROOPS_IN_ALL):
                if not unknown >> troop & 1 or troop % 10 >= ground.highest:
                    continue
                if formation_of(made([*cards, troop], ground), ground).rank > SUM:
                    found |= 1 << troop
    return found


def _return(view: Atalia, card: int) -> list[_Weighed]:
    if card in LEADERS and view.leaders_played[view.seat]:
        return [_Weighed(80, Reason("second_leader", {"card": card}))]
    if card >= TROOPS_IN_ALL:
        held = view.hands[2 * view.seat + TACTICS].size
        return [_Weighed(50, Reason("spare_tactic", {"card": card, "held": held}))]
    if not _fits_elsewhere(view, card, -1):
        return [_Weighed(60, Reason("fits_nowhere", {"card": card}))]
    return [_Weighed(40, Reason("least_useful", {"card": card}))]
