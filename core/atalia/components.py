"""The contents of the box: troops, tactics and fields. RULES 1.

The Russian name of the skirmish line sounds like the English "phalanx", so code uses neither name: formations are
WEDGE, TRIPLE, FLUSH, RUN and SUM (formations.py).
"""

from __future__ import annotations

from typing import Final

COLOURS: Final = "RGBAWV"  # red, green, blue, amber, white, violet; the letters people type
VALUES: Final = 10
TROOPS_IN_ALL: Final = 60  # a troop is colour * VALUES + value - 1

ALEXANDER: Final = 60
DARIUS: Final = 61
CAVALRY: Final = 62
SHIELD: Final = 63
FOG: Final = 64
MUD: Final = 65
SCOUT: Final = 66
REDEPLOY: Final = 67
DESERTER: Final = 68
TRAITOR: Final = 69
LEADERS: Final[tuple[int, ...]] = (ALEXANDER, DARIUS)  # count as any troop
MORALE: Final[tuple[int, ...]] = (ALEXANDER, DARIUS, CAVALRY, SHIELD)  # tactics that lie in formations
WEATHER: Final[tuple[int, ...]] = (FOG, MUD)
GUILE: Final[tuple[int, ...]] = (SCOUT, REDEPLOY, DESERTER, TRAITOR)
FACES: Final = 70

# The two decks
TROOPS: Final = 0
TACTICS: Final = 1
DECKS: Final[tuple[str, ...]] = ("troops", "tactics")
TROOP_CARDS: Final = tuple(range(TROOPS_IN_ALL))
TACTIC_CARDS: Final = tuple(range(TROOPS_IN_ALL, FACES))
ALL_TROOPS: Final = (1 << TROOPS_IN_ALL) - 1  # as a bit set

FIELDS: Final = 9
NOBODY: Final = -1
HAND: Final = 7  # the most cards in a hand at the end of a turn
ROW: Final = 3  # so many fields side by side win the game
MANY: Final = 5  # so many fields anywhere win the game
WIN: Final = 5  # points for a won game; the loser gets one for every field


def deck_of(card: int) -> int:
    return TROOPS if card < TROOPS_IN_ALL else TACTICS


def colour_of(troop: int) -> int:
    return troop // VALUES


def value_of(troop: int) -> int:
    return troop % VALUES + 1


def lowest_value(card: int) -> int:
    """Returns the least value that a card can count as. It may not lie on a field with a lower limit. RULES 8."""
    if card < TROOPS_IN_ALL:
        return value_of(card)
    return 8 if card == CAVALRY else 1
