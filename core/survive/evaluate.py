"""The value of a position of Survive!: the chance of each seat to win.

Each seat has a standing: the treasures that it has saved and may still save (prospects.py), and the red tiles that it
has kept. The chances follow from the standings. A lead counts for more when fewer turns are left.
"""

from __future__ import annotations

from typing import Final

from core.bots.odds import NAT, odds, shared
from core.survive.components import LAND
from core.survive.prospects import LONGEST, SURE, prospects, turns_left
from core.survive.rules import Survive

AHEAD: Final = 1  # to the end of the movement or of the turn; beyond that, too much depends on the die and on backs
# Movement depends on no luck, and its three points are worth more together than one by one. So a search tries many
# moves.
SOFT: Final = 300
DOUBT: Final = 0
KEPT: Final = 7  # what a red tile is worth, in tenths of treasure
# By turns left: how many tenths of treasure make a win e times as likely. Games between bots suggest somewhat more, but
# then a search of a few hundred iterations would hardly notice a small gain.
LEAD: Final = tuple(12 + 4 * turns for turns in range(LONGEST + 1))


def evaluate(state: Survive) -> list[int]:
    if state.outcome is not None:
        return shared(state.outcome.winners, state.seats)
    return odds(standings(state))


def standings(state: Survive) -> list[int]:
    """Returns the standing of each seat, in parts of NAT."""
    lead = LEAD[turns_left(state)]
    if not state.turns:
        return [found * NAT // (SURE * lead) for found in prospects(state)]
    kinds = len(LAND)
    return [
        (found + KEPT * SURE * sum(hand.size for hand in state.hands[kinds * seat : kinds * seat + kinds]))
        * NAT
        // (SURE * lead)
        for seat, found in enumerate(prospects(state))
    ]
