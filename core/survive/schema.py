"""The moves and events of Survive! with their fields. EXPORT.md says what they mean in exported games."""

from __future__ import annotations

from core.fields import ACTOR, Field, FieldType, Kind, table
from core.survive.components import COLOURS, EXPLORERS, HEXES, LAND

EXPLORER = FieldType(0, COLOURS * EXPLORERS - 1)
EXPLORER_LIST = FieldType(0, COLOURS * EXPLORERS - 1, many=True)
HEX = FieldType(0, HEXES - 1)
TERRAIN = FieldType(1, 3)
BACK = FieldType(0, 11)
CREATURE = FieldType(0, 2)
SAFE = FieldType(0, 3)
SEAT = FieldType(0, 3)
CAUSE = FieldType(0, 3)
HOW = FieldType(0, 3)
VALUES = FieldType(1, 6, many=True)
DEFENCE = FieldType(0, len(LAND))  # the terrain of the tile that defends, or 0 for no defence

BY_WHIRLPOOL = 3  # the cause of a loss that is no creature

# Why a game ended: the volcano, nobody left on the board, the last tile gone, or twelve calm rounds.
BY_VOLCANO, BY_LAST_ONE, BY_LAST_TILE, BY_CALM = range(4)

_FROM_TO = (Field("from", HEX), Field("to", HEX))

MOVES = table(
    # Setting up.
    Kind("place", (Field("explorer", EXPLORER), Field("at", HEX))),
    Kind("launch", (Field("at", HEX),)),
    # A red tile. Its steps follow as moves: `swim` for a dolphin, `boat` for the wind, else `creature`.
    Kind("play", (Field("terrain", TERRAIN), Field("back", BACK))),
    # Movement, one point each.
    Kind("walk", (Field("explorer", EXPLORER), *_FROM_TO)),
    Kind("board", (Field("explorer", EXPLORER), *_FROM_TO)),  # out of the water, both hexes are the same
    Kind("swim", (Field("explorer", EXPLORER), *_FROM_TO)),  # overboard, both hexes are the same
    Kind("land", (Field("explorer", EXPLORER), Field("from", HEX))),
    Kind("boat", _FROM_TO),
    # No red tile, no more movement, or the creature stays.
    Kind("end"),
    # The tile that sinks, and its back.
    Kind("sink", (Field("at", HEX),)),
    Kind("show", (Field("back", BACK),)),
    Kind("keep"),
    # A creature moves after a roll, or because a red tile sends it.
    Kind("creature", (Field("creature", CREATURE), *_FROM_TO)),
    # A seat that is asked for a defence would defend, or not. Nobody else knows before all have answered.
    Kind("answer", (Field("terrain", DEFENCE, ACTOR),)),
)

# Moves of rules_version 1, in which everybody heard each answer at once.
FORMER = table(Kind("defend", (Field("terrain", TERRAIN),)), Kind("no"))

EVENTS = table(
    Kind("placed", (Field("explorer", EXPLORER), Field("at", HEX))),
    Kind("launched", (Field("at", HEX),)),
    Kind("began"),
    Kind("played", (Field("terrain", TERRAIN), Field("back", BACK))),
    Kind("walked", (Field("explorer", EXPLORER), *_FROM_TO)),
    Kind("boarded", (Field("explorer", EXPLORER), *_FROM_TO)),
    Kind("swam", (Field("explorer", EXPLORER), *_FROM_TO)),
    Kind("landed", (Field("explorer", EXPLORER), Field("from", HEX), Field("island", SAFE))),
    Kind("sailed", _FROM_TO),
    Kind("sank", (Field("at", HEX), Field("terrain", TERRAIN), Field("explorers", EXPLORER_LIST))),
    Kind("shown", (Field("at", HEX), Field("terrain", TERRAIN), Field("back", BACK))),
    Kind("kept", (Field("at", HEX), Field("terrain", TERRAIN), Field("back", BACK, ACTOR))),
    Kind("appeared", (Field("creature", CREATURE), Field("at", HEX))),
    Kind("boat_came", (Field("at", HEX),)),
    Kind("climbed_in", (Field("explorers", EXPLORER_LIST), Field("at", HEX))),
    Kind("whirled", (Field("at", HEX),)),
    Kind("rolled", (Field("creature", CREATURE),)),
    Kind("moved", (Field("creature", CREATURE), *_FROM_TO)),
    Kind("stayed", (Field("creature", CREATURE),)),
    Kind("defended", (Field("seat", SEAT), Field("creature", CREATURE), Field("at", HEX), Field("terrain", TERRAIN))),
    Kind("left", (Field("creature", CREATURE), Field("at", HEX))),
    Kind("wrecked", (Field("at", HEX), Field("by", CAUSE))),
    Kind("overboard", (Field("explorers", EXPLORER_LIST), Field("at", HEX))),
    Kind("lost", (Field("explorers", EXPLORER_LIST), Field("at", HEX), Field("by", CAUSE))),
    Kind("ended", (Field("how", HOW),)),
    Kind("revealed", (Field("explorers", EXPLORER_LIST), Field("values", VALUES))),
)
