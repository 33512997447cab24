"""The moves and events of Survive!, with their fields. EXPORT.md tells what they mean in exported games."""

from __future__ import annotations

from core.fields import ACTOR, Field, FieldType, Kind, table
from core.survive.components import COLOURS, EXPLORERS, HEXES

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

BY_WHIRLPOOL = 3  # what took an explorer or a boat: a creature, or this

# Why a game ended: the volcano, nobody left to save, the last tile gone, or twelve rounds in which nothing happened.
BY_VOLCANO, BY_LAST_ONE, BY_LAST_TILE, BY_CALM = range(4)

_FROM_TO = (Field("from", HEX), Field("to", HEX))

MOVES = table(
    # Setting up.
    Kind("place", (Field("explorer", EXPLORER), Field("at", HEX))),
    Kind("launch", (Field("at", HEX),)),
    # A red tile. What it lets one do comes step by step: `swim` for a dolphin, `boat` for the wind, else `creature`.
    Kind("play", (Field("terrain", TERRAIN), Field("back", BACK))),
    # Movement, a point each.
    Kind("walk", (Field("explorer", EXPLORER), *_FROM_TO)),
    Kind("board", (Field("explorer", EXPLORER), *_FROM_TO)),  # also out of the water, where both are the same hex
    Kind("swim", (Field("explorer", EXPLORER), *_FROM_TO)),  # also overboard, where both are the same hex
    Kind("land", (Field("explorer", EXPLORER), Field("from", HEX))),
    Kind("boat", _FROM_TO),
    # No tile, no more movement, or the creature stays.
    Kind("end"),
    # The tile that sinks, and what is on its back.
    Kind("sink", (Field("at", HEX),)),
    Kind("show", (Field("back", BACK),)),
    Kind("keep"),
    # The die, or a red tile that sends a creature.
    Kind("creature", (Field("creature", CREATURE), *_FROM_TO)),
    # Other seats in between.
    Kind("defend", (Field("terrain", TERRAIN),)),
    Kind("no"),
)

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
