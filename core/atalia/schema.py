"""The moves and events of Atalia with their fields. EXPORT.md says what they mean in exported games."""

from __future__ import annotations

from core.atalia.components import FACES, FIELDS
from core.fields import ACTOR, Field, FieldType, Kind, table

CARD = FieldType(0, FACES - 1)
FIELD = FieldType(0, FIELDS - 1)
FIELD_OR_OUT = FieldType(0, FIELDS - 1, optional=True)  # None: out of the game
DECK = FieldType(0, 1)
SEAT = FieldType(0, 1)
SEAT_OR_NOBODY = FieldType(0, 1, optional=True)
HOW = FieldType(0, 2)
NUMBER = FieldType(0, 100)

# How a game ended: three fields in a row, five fields, or nobody could go on.
BY_ROW, BY_FIVE, BY_STANDSTILL = range(3)

MOVES = table(
    Kind("lay", (Field("card", CARD), Field("field", FIELD))),
    Kind("scout"),
    Kind("redeploy", (Field("card", CARD), Field("from", FIELD), Field("to", FIELD_OR_OUT))),
    Kind("deserter", (Field("card", CARD), Field("field", FIELD))),
    Kind("traitor", (Field("card", CARD), Field("from", FIELD), Field("to", FIELD))),
    Kind("pass"),
    Kind("claim", (Field("field", FIELD),)),
    Kind("done"),
    Kind("draw", (Field("deck", DECK),)),
    Kind("return", (Field("deck", DECK), Field("card", CARD, ACTOR))),
)

EVENTS = table(
    Kind("began", (Field("seat", SEAT), Field("game", NUMBER))),
    Kind("laid", (Field("card", CARD), Field("field", FIELD))),
    Kind("weather", (Field("card", CARD), Field("field", FIELD))),
    Kind("scouted"),
    Kind("drew", (Field("deck", DECK), Field("card", CARD, ACTOR))),
    Kind("returned", (Field("deck", DECK), Field("card", CARD, ACTOR))),
    Kind("redeployed", (Field("card", CARD), Field("from", FIELD), Field("to", FIELD_OR_OUT))),
    Kind("deserted", (Field("card", CARD), Field("field", FIELD))),
    Kind("betrayed", (Field("card", CARD), Field("from", FIELD), Field("to", FIELD))),
    Kind("passed"),
    Kind("claimed", (Field("field", FIELD),)),
    Kind("awarded", (Field("seat", SEAT), Field("field", FIELD))),
    Kind("won", (Field("winner", SEAT_OR_NOBODY), Field("how", HOW), Field("score0", NUMBER), Field("score1", NUMBER))),
    Kind("ended"),
)
