"""The numbers in the set-up of RULES.md are those that a game really puts on the board."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import core.survive
from core.chance import Stream
from core.log import MemoryLog
from core.survive import GAME
from core.survive.components import BOX, COLOURS, EXPLORERS, HEXES, LAND, SERPENT, hex_text
from core.survive.rules import Survive
from core.table import Table, header

RULES = " ".join((Path(core.survive.__file__).parent / "RULES.md").read_text("utf-8").split())
SETUP = RULES.partition("## 2. Setting up")[2].partition("## 3.")[0]
NUMBERS = {"two": 2, "four": 4, "ten": 10, "twenty": 20}


def number(before: str, after: str, text: str = SETUP) -> int:
    """The number between these words of the rules."""
    found = re.search(rf"{re.escape(before)}(\w+){re.escape(after)}", text)
    assert found is not None, (before, after)
    return int(found[1]) if found[1].isdecimal() else NUMBERS[found[1]]


def set_up(seats: int, options: dict[str, Any]) -> Survive:
    """Explorers and boats are all on the board, and nobody has moved."""
    table = Table(MemoryLog(header(GAME, ["bot:random"] * seats, options, "RULES")))
    chance = Stream("RULES", str(seats))
    while not table.state.turn:
        prompt, moves = table.state.prompt, table.state.legal()
        assert prompt is not None
        table.play(prompt.seat, moves[chance.below(len(moves))])
    assert isinstance(table.state, Survive)
    return table.state


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {}), (2, {"boats_per": "colour"}), (2, {"colours_each": 1}), (3, {}), (4, {})],
    ids=str,
)
def test_as_many_explorers_and_boats_are_placed_as_the_rules_say(seats, options):
    state = set_up(seats, options)
    colours = 2 if seats == 2 and options.get("colours_each", 2) == 2 else 1
    each = number("", " for each colour, so")
    if colours == 2:
        assert each * colours == number("so ", " for each of two players with two colours")
    per_player = number("", " for each player")
    if options.get("boats_per") == "colour":
        per_player = colours * number("or ", " for each colour, as two players choose")
    for seat in range(seats):
        own = state.explorers_of(seat)
        assert len([one for one in own if state.spots[one] < HEXES]) == colours * each
        assert BOX not in [state.spots[one] for one in own]
    assert sum(state.boats) == seats * per_player
    assert not any(state.boats_left)
    serpents = re.search(r"Serpents are in the lake and at (\w+), (\w+), (\w+) and (\w+)\.", SETUP)
    assert serpents is not None
    there = {hex_text(at) for at in range(HEXES) if state.creatures[SERPENT][at]}
    assert there == {"L7", *serpents.groups()}


def test_the_parts_are_as_many_as_the_rules_say():
    state = set_up(4, {})
    assert number("A board of ", " hexes", RULES) == HEXES
    assert number("on the ", " hexes of the island") == sum(map(bool, state.terrain))
    names = (" beaches", " forests", " mountains")
    assert [number("", name, RULES) for name in names] == [state.terrain.count(kind) for kind in LAND]
    assert number("- ", " explorers of each of four colours", RULES) == EXPLORERS
    assert number("explorers of each of ", " colours", RULES) == COLOURS
    worth = re.search(r"Under each is a treasure: ([\d, ]+) and (\d)", RULES)
    assert worth is not None
    assert sorted(state.treasures[0].faces) == [int(one) for one in (*worth[1].split(", "), worth[2])]
