"""The contents of the box: troops, tactics and fields. RULES 1.

The Russian name of the skirmish line sounds like the English "phalanx", so code uses neither name: formations are
WEDGE, TRIPLE, FLUSH, RUN and SUM (formations.py).
"""

from __future__ import annotations

COLOURS = "RGBAWV"  # red, green, blue, amber, white, violet; the letters people type
VALUES = 10
TROOPS_IN_ALL = 60  # a troop is colour * VALUES + value - 1

ALEXANDER, DARIUS, CAVALRY, SHIELD, FOG, MUD, SCOUT, REDEPLOY, DESERTER, TRAITOR = range(60, 70)
LEADERS = (ALEXANDER, DARIUS)  # count as any troop
MORALE = (ALEXANDER, DARIUS, CAVALRY, SHIELD)  # tactics that lie in formations
WEATHER = (FOG, MUD)
GUILE = (SCOUT, REDEPLOY, DESERTER, TRAITOR)
FACES = 70

TROOPS, TACTICS = 0, 1  # the two decks
DECKS = ("troops", "tactics")
TROOP_CARDS = tuple(range(TROOPS_IN_ALL))
TACTIC_CARDS = tuple(range(TROOPS_IN_ALL, FACES))
ALL_TROOPS = (1 << TROOPS_IN_ALL) - 1  # as a bit set

FIELDS = 9
NOBODY = -1
HAND = 7  # the most cards in a hand at the end of a turn
ROW = 3  # so many fields side by side win the game
MANY = 5  # so many fields anywhere win the game
WIN = 5  # points for a won game; the loser gets one for every field


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
