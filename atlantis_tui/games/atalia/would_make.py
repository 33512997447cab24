"""What a card would make of a side of a field: the preview on the fields and under the hand."""

from __future__ import annotations

from atlantis_tui.games.atalia.view_model import Makes
from core.atalia.claims import best, best_way
from core.atalia.components import MORALE, TROOPS_IN_ALL
from core.atalia.formations import Formation, Ground, formation, strength
from core.atalia.rules import Atalia


def makes(state: Atalia, seat: int, field: int, card: int) -> Makes | None:
    """What a card would make of this side. None for tactics outside a formation, and if no formation is possible."""
    ground, mine, his = state.ground(field), state.sides[seat][field], state.sides[1 - seat][field]
    if (card >= TROOPS_IN_ALL and card not in MORALE) or len(mine) >= ground.need:
        return None
    unseen = state.unseen & ~(1 << card) if card < TROOPS_IN_ALL else state.unseen
    cards = [*mine, card]
    done = len(cards) == ground.need
    if done:
        made = formation(cards, ground)
    else:
        way = best_way(cards, ground, unseen)
        if way is None:
            return None
        made = way[0]
    return Makes(made.rank, made.total, done, _wins(state, seat, field, made, done, best(his, ground, unseen), ground))


def _wins(state: Atalia, seat: int, field: int, made: Formation, done: bool, against: int, ground: Ground) -> bool:
    """Whether the formation beats the other side now and, if it is finished, everything that side can still become."""
    complete = state.complete(1 - seat, field)
    if not done and not complete:
        return False
    ahead = strength(made, ground) - against
    castle = state.castle_of(field)
    tie = castle == seat if castle in (0, 1) else not complete
    return ahead > 0 or (ahead == 0 and tie)
