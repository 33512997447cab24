"""What EXPORT.md says of a game's exported lines is what the code writes, for every game of the house."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import core
from core import games
from core.chance import Stream
from core.export import export
from core.game import Game
from core.log import MemoryLog
from core.table import Table, header

every_game = pytest.mark.parametrize("name", games.names())


def section(name: str, title: str, page: str = "EXPORT.md") -> str:
    text = (Path(core.__file__).parent / name / page).read_text("utf-8")
    return text.split(f"## {title}\n")[1].split("\n## ")[0]


def rows(text: str) -> list[list[str]]:
    """The cells of all tables, without their heads."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    heads = [number for number, line in enumerate(lines) if line.startswith("|---")]
    return [row for number, row in enumerate(cells) if number not in heads and number + 1 not in heads]


def marked(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def keys_of(value: Any) -> list[str]:
    """The keys of an object, and of those that lie in it, as they come up."""
    if isinstance(value, list):
        return keys_of(value[0]) if value and isinstance(value[0], dict) else []
    if not isinstance(value, dict):
        return []
    return [*value, *(key for part in value.values() for key in keys_of(part))]


def played(game: Game, seats: int, seed: str) -> Table:
    table = Table(MemoryLog(header(game, [f"seat {number}" for number in range(seats)], {}, seed)))
    choose = Stream("export", seed)
    while not table.over:
        prompt = table.state.prompt
        assert prompt is not None
        moves = table.state.legal()
        table.play(prompt.seat, moves[choose.below(len(moves))])
    return table


@every_game
def test_every_key_of_a_state_is_told_in_order(name):
    game = games.load(name)
    told = [key for row in rows(section(name, "STATE")) for key in marked(row[0])]
    for line in export(played(game, game.seat_counts[0], "keys")):
        if "state" in line:
            assert keys_of(line["state"]) == told


@every_game
def test_every_event_is_told_with_its_keys(name):
    told = {marked(row[0])[0]: marked(row[1]) for row in rows(section(name, "Events"))}
    events = games.load(name).events.values()
    assert told == {kind.name: [field.name for field in kind.fields] for kind in events if kind.exported}


@every_game
def test_every_kind_of_move_is_told_as_it_is_written(name):
    game = games.load(name)
    told = [marked(row[0])[0] for row in rows(section(name, "The text of moves"))]
    assert [game.text(game.read(line)) for line in told] == told
    assert {game.read(line)[0] for line in told} == set(game.moves)


@every_game
def test_exported_events_have_no_other_keys(name):
    game = games.load(name)
    for seed in ("one", "two", "three"):
        for line in export(played(game, game.seat_counts[-1], seed)):
            for event in line.get("events", []):
                assert list(event) == ["e", *(field.name for field in game.events[event["e"]].fields)]
