"""Atalia, Reiner Knizia's Battle Line: two armies meet on nine fields. Sets GAME."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.atalia.export import export
from core.atalia.notation import parse, read, text
from core.atalia.rules import Atalia
from core.atalia.schema import EVENTS, MOVES
from core.game import Game, Option


def start(seats: int, options: Mapping[str, Any]) -> Atalia:
    state = Atalia(seats, options)
    state.set_up()
    return state


GAME = Game(
    name="atalia",
    rules_version=1,
    seat_counts=(2,),
    options=(
        Option("claim_at", ("end", "start")),
        Option("tactics", (True, False)),
        Option("terrain", ("off", "house")),
        Option("series", (1, 3, 5)),
    ),
    moves=MOVES,
    events=EVENTS,
    start=start,
    text=text,
    read=read,
    parse=parse,
    export=export,
)
Atalia.game = GAME
