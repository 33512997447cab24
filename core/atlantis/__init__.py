"""Atlantis, by Leo Colovini: each player leads three figures along a path that sinks behind them. Sets GAME."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.atlantis.export import export
from core.atlantis.notation import parse, read, text
from core.atlantis.rules import Atlantis
from core.atlantis.schema import EVENTS, MOVES
from core.game import Game, Option


def start(seats: int, options: Mapping[str, Any]) -> Atlantis:
    state = Atlantis(seats, options)
    state.set_up()
    return state


GAME = Game(
    name="atlantis",
    rules_version=1,
    seat_counts=(2, 3, 4),
    options=(
        Option("paid_cards", ("removed", "discard")),
        Option("bought_cards_can_pay", (True, False)),
        Option("atlantis_figures_pay", (True, False)),
    ),
    moves=MOVES,
    events=EVENTS,
    start=start,
    text=text,
    read=read,
    parse=parse,
    export=export,
)
Atlantis.game = GAME
