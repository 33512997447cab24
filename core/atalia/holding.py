"""What the tactics in a hand are worth: only as much as can be made of those that may still be played.

A seat may have played at most one tactic more than the other. So the next one often waits for the rival, and perhaps
for ever. A tactic that waits takes the place of a troop, and a hand without troops can only pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.atalia.components import (
    ALEXANDER,
    CAVALRY,
    DARIUS,
    DESERTER,
    FOG,
    LEADERS,
    MUD,
    NOBODY,
    REDEPLOY,
    SCOUT,
    SHIELD,
    TACTIC_CARDS,
    TACTICS,
    TRAITOR,
    TROOP_CARDS,
    TROOPS,
)
from core.atalia.position import EVERY_FIELD
from core.atalia.rules import Atalia
from core.atalia.terrain import SLOPE

# What a tactic in the hand is worth, in parts of odds.NAT. Tactics hardly show in the outcomes of games between bots,
# so these numbers were tried against each other in matches. A second leader is worth nothing, because only one may be
# played. TYPICAL is for a sealed card.
LEADER: Final = 100
TYPICAL: Final = 50
HELD: Final = {
    ALEXANDER: LEADER,
    DARIUS: LEADER,
    CAVALRY: 60,
    SHIELD: 40,
    FOG: 40,
    MUD: 40,
    SCOUT: 40,
    REDEPLOY: 40,
    DESERTER: 60,
    TRAITOR: 70,
}
# How likely it is that a tactic can be played, in parts of CERTAIN:
CERTAIN: Final = 8  # it can be played now
# The rival has to play one first, or two, and so on, and holds as many:
AFTER_HELD: Final[tuple[int, ...]] = (6, 4, 3, 2, 1)
# The rival has to draw some of these first. By how many, for a rival who plays tactics and for one who never has:
AFTER_DRAWN: Final[tuple[tuple[int, ...], ...]] = ((3, 1, 0), (2, 0, 0))
IDLE: Final = 40  # what it costs to hold a tactic that will never be played, while there are troops to draw instead
# What it costs to hold too few troops that may be laid, by how many fewer than ENOUGH, while there are troops to draw:
ENOUGH: Final = 4
SHORT: Final[tuple[int, ...]] = (0, 30, 120, 400, 1200)


def playable(state: Atalia, seat: int, before: int) -> int:
    """Returns how likely the seat can play a tactic after it has played `before` others, in parts of CERTAIN."""
    played = state.tactics_played
    rival = 1 - seat
    waits = before - (played[rival] - played[seat])  # for so many tactics of the rival
    if waits <= 0:
        return CERTAIN
    held = state.hands[2 * rival + TACTICS].size
    if waits <= held:
        return AFTER_HELD[min(waits, len(AFTER_HELD)) - 1]
    drawn = AFTER_DRAWN[not held and not played[rival]]
    return drawn[min(waits - held, len(drawn)) - 1]


def hold(state: Atalia, seat: int) -> int:
    """Returns what it is worth to hold this hand's tactics, in parts of odds.NAT; less than nothing if they are too
    many."""
    hand = state.hands[2 * seat + TACTICS]
    if not hand.size:
        return 0
    known = [card for card in TACTIC_CARDS if hand.held[card]]
    return held_worth(state, seat, known, hand.size - len(known)) - shortage(state, seat)


def held_worth(state: Atalia, seat: int, known: Sequence[int], sealed: int = 0, *, played: int = 0) -> int:
    """Returns what these tactics are worth together after the seat has played so many others: the best one, a third of
    all others, and each only as far as it can still be played."""
    worth = [TYPICAL] * sealed
    leaders = state.leaders_played[seat]
    for card in known:
        if card in LEADERS:
            worth.append(0 if leaders else LEADER)
            leaders = 1
        else:
            worth.append(HELD[card])
    worth.sort(reverse=True)
    idle = IDLE if state.cards_in(TROOPS) else 0
    found = 0
    for number, one in enumerate(worth):
        likely = playable(state, seat, number + played) if one else 0
        found += (one if not number else one // 3) * likely - idle * (CERTAIN - likely)
    return found // CERTAIN


def shortage(state: Atalia, seat: int) -> int:
    """Returns what it costs that the hand has too few troops that may be laid, because tactics take their places."""
    if not state.cards_in(TROOPS):
        return 0  # then nobody could have more
    troops = state.hands[2 * seat + TROOPS]
    slope = SLOPE in state.terrain
    if troops.size >= ENOUGH and not slope:
        return 0
    places, highest = 0, 0
    for field in EVERY_FIELD:
        if state.owners[field] == NOBODY:
            ground = state.ground(field)
            free = ground.need - len(state.sides[seat][field])
            if free:
                places += free
                highest = max(highest, ground.highest)
    fit = troops.size
    if slope:
        fit -= sum(troops.held[card] for card in TROOP_CARDS if card % 10 >= highest)
    return SHORT[max(min(ENOUGH, places) - fit, 0)]
