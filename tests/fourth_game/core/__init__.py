"""Pearls: divers open shells, with luck. The fourth game of tests/test_fourth_game.py."""

from __future__ import annotations

from core.game import Game, Option
from core.pearls.notation import parse, read, text
from core.pearls.rules import EVENTS, MOVES, Pearls, export

GAME = Game(
    name="pearls",
    rules_version=1,
    seat_counts=(2, 3, 4),
    options=(Option("swaps", (True, False)),),
    moves=MOVES,
    events=EVENTS,
    start=Pearls,
    text=text,
    read=read,
    parse=parse,
    export=export,
)
Pearls.game = GAME
