"""Survive! Escape from Atlantis, by Julian Courtland-Smith: explorers flee from an island that sinks. Sets GAME."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.game import Game, Option
from core.survive.export import export
from core.survive.meaning import parse
from core.survive.notation import read, text
from core.survive.rules import Survive
from core.survive.schema import EVENTS, FORMER, MOVES


def start(seats: int, options: Mapping[str, Any]) -> Survive:
    state = Survive(seats, options)
    state.set_up()
    return state


GAME = Game(
    name="survive",
    rules_version=2,
    seat_counts=(2, 3, 4),
    options=(
        Option("swimmers_may_land", (True, False)),
        Option("owner_remembers", (True, False)),
        Option("creature_move_mandatory", (False, True)),
        Option("tiebreak", ("shared", "most_saved")),
        Option("colours_each", (2, 1)),
        Option("boats_per", ("player", "colour")),
        Option("overpopulation", (False, True)),
        Option("to_the_last_one", (False, True)),
        Option("all_equal", (False, True)),
        Option("atlantis_is_gone", (False, True)),
    ),
    moves=MOVES,
    events=EVENTS,
    start=start,
    text=text,
    read=read,
    parse=parse,
    export=export,
    former=FORMER,
    forbidden=({"to_the_last_one": True, "atlantis_is_gone": True},),
)
Survive.game = GAME
