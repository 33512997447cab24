"""The moves and events of Atlantis with their fields. EXPORT.md says what they mean in exported games."""

from __future__ import annotations

from core.atlantis.components import ATLANTIS, MAINLAND, PLACES, TILE
from core.fields import ACTOR, Field, FieldType, Kind, table

FIGURE = FieldType(0, 2)
CARD = FieldType(0, 6)
CARDS = FieldType(0, 6, many=True)
VALUE = FieldType(1, 7)
VALUES = FieldType(1, 7, many=True)
TILE_FACE = FieldType(1, 55, pair=TILE)
TILE_FACES = FieldType(1, 55, many=True, pair=TILE)
PLACE = FieldType(0, PLACES - 1)
WHERE = FieldType(ATLANTIS, MAINLAND)
NUMBER = FieldType(0, 1000)
SEAT = FieldType(0, 3)
SEAT_OR_NOBODY = FieldType(0, 3, optional=True)

MOVES = table(
    Kind("play", (Field("figure", FIGURE), Field("card", CARD))),
    Kind("on", (Field("card", CARD),)),
    Kind("pay", (Field("tiles", VALUES), Field("cards", CARDS))),
    Kind("bridge", (Field("at", PLACE),)),
    Kind("buy", (Field("value", VALUE),)),
    Kind("stuck"),
    Kind("done"),
)

EVENTS = table(
    Kind("bought", (Field("tile", TILE_FACE), Field("cards", CARDS, ACTOR))),
    Kind("bridged", (Field("at", PLACE),)),
    Kind("moved", (Field("figure", FIGURE), Field("card", CARD), Field("from", WHERE), Field("to", WHERE))),
    Kind("paid", (Field("cost", NUMBER), Field("tiles", TILE_FACES), Field("cards", CARDS))),
    Kind("took", (Field("tile", TILE_FACE), Field("at", PLACE))),
    Kind("turned", (Field("tile", TILE_FACE), Field("at", PLACE)), exported=False),
    Kind("drew", (Field("cards", CARDS, ACTOR),)),
    Kind("stuck", (Field("hand", CARDS),)),
    Kind("reshuffled", (Field("cards", NUMBER),)),
    Kind("ended", (Field("by", SEAT_OR_NOBODY),)),
    Kind(
        "ferried",
        (Field("seat", SEAT), Field("cost", NUMBER), Field("tiles", TILE_FACES), Field("cards", CARDS)),
    ),
)
