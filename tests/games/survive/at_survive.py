"""Positions of Survive! to sit down at: put together by hand, or found in games that chance plays.

    table = laid_out(land={"R7": 2}, folk={0: {"R7": [6]}}, boats={"T7": [(1, 3)]}, step="move")
    async with at_table(table) as play: ...

A position put together by hand is not in the log, so such a table is good for anything but being read again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from core import games
from core.chance import Stream
from core.hidden import Hand
from core.log import MemoryLog
from core.survive.components import BACKS, EXPLORERS, FIRST_SAFE, HEX_AT, HEXES, LETTERS, LOST, POINTS, SEA
from core.survive.rules import Survive
from core.table import Table, header
from tests.table.at_table import copy_of

GAME = games.load("survive")
SEATS = ("you", "bot:random", "bot:random", "bot:random")
NAMES = ["You", "Nereus", "Thetis", "Triton"]
ME, NEREUS, THETIS, TRITON = range(4)
TREASURES = (6, 5, 4, 3, 3, 2, 2, 1, 1, 1)  # of everybody's explorers here, in the order of their numbers


def new_game(seats: Sequence[str] = SEATS, seed: str = "KELP", **options: Any) -> Table:
    return Table(MemoryLog(header(GAME, list(seats), options, seed)))


def at(name: str) -> int:
    """The hex of this name."""
    return HEX_AT[LETTERS.index(name[0]), int(name[1:]) - 1]


# The drawn position of the mock-ups: turn 13, four beaches, sixteen forests and eight mountains left.
TERRAIN = """
4  ~ ~ ~ 2 2 ~ 2 ~ ~ ~
5  ~ ~ ~ 3 2 3 2 2 ~ ~ ~
6  ~ ~ ~ ~ 3 3 2 ~ 2 ~ ~ ~
7  ~ ~ ~ ~ ~ ~ ~ 2 2 ~ ~
8  ~ ~ 2 2 1 1 2 3 ~ 3 ~ ~
9  ~ ~ ~ ~ 1 1 2 ~ ~ ~ ~
10 ~ ~ ~ 3 2 2 3 ~ ~ ~
"""


def _terrain() -> bytearray:
    found = bytearray(HEXES)
    for line in TERRAIN.split("\n"):
        if line:
            row, *kinds = line.split()
            hexes = [number for (x, y), number in sorted(HEX_AT.items(), key=lambda one: one[1]) if y == int(row) - 1]
            for number, kind in zip(hexes, kinds, strict=True):
                found[number] = SEA if kind == "~" else int(kind)
    return found


Folk = Mapping[str, Sequence[int]]  # by hex: numbers of explorers

DRAWN: dict[int, dict[str, list[int]]] = {
    ME: {"R7": [0], "P7": [1], "N5": [2], "L5": [3, 7], "M8": [4], "T7": [5], "D7": [6], "NE": [8], "D3": [9]},
    NEREUS: {"K6": [0], "G8": [1], "K8": [2], "M8": [3], "N9": [4], "I10": [5], "T7": [6], "D3": [7], "NW": [8]},
    THETIS: {"I6": [0, 1], "K8": [2], "J9": [3], "M10": [4], "N7": [5], "P11": [6, 7], "SW": [8]},
    TRITON: {"K4": [0], "I8": [1], "M10": [2], "O10": [3], "U6": [4], "D7": [5], "D3": [6], "P11": [7], "NE": [8]},
}
AFLOAT = ("T7", "D3", "P11")  # who is there is aboard
BOATS = ("D3", "M4", "S4", "T7", "F9", "Q10", "P11")
CREATURES = (("E2", "T3", "L7", "B11", "S12"), ("F5", "S6", "O12"), ("F3", "R9"))
ISLES = {"NW": 0, "NE": 1, "SW": 2, "SE": 3}


def drawn_position(
    step: str = "move",
    *,
    seats: Sequence[str] = SEATS,
    folk: Mapping[int, Folk] | None = None,
    boats: Sequence[str] = BOATS,
    aboard: Sequence[str] = AFLOAT,
    creatures: Sequence[Sequence[str]] = CREATURES,
    tiles: Sequence[tuple[int, int, str]] = ((ME, 1, "dolphin"), (ME, 1, "no_shark")),
    change: Callable[[Survive], None] | None = None,
    **options: Any,
) -> Table:
    """The mock-ups' table, at which seat 0 is asked in this step."""
    table = new_game(seats, **options)
    state = cast(Survive, table.state).copy()
    state.terrain = _terrain()
    state.numbers = bytearray(HEXES)
    colours = len(state.treasures)
    state.spots = bytearray([LOST]) * (colours * EXPLORERS)
    state.aboard = bytearray(len(state.spots))
    for seat, places in (DRAWN if folk is None else folk).items():
        for name, numbers in places.items():
            for number in numbers:
                explorer = seat * EXPLORERS + number
                state.spots[explorer] = FIRST_SAFE + ISLES[name] if name in ISLES else at(name)
                state.aboard[explorer] = int(name in aboard)
    state.boats = bytearray(HEXES)
    for name in boats:
        state.boats[at(name)] = 1
    state.boats_left = [0] * state.seats
    for where, names in zip(state.creatures, creatures, strict=True):
        where[:] = bytes(HEXES)
        for name in names:
            where[at(name)] += 1
    for colour, row in enumerate(state.treasures):
        row.faces = list(TREASURES)
        row.seen = [1 << colour % state.seats] * EXPLORERS
    state.hands = [Hand(seat, len(BACKS)) for seat in range(state.seats) for _ in range(3)]
    for seat, terrain, back in tiles:
        state.hand_of(seat, terrain).add(BACKS.index(back))
    state.seat, state.turns, state.step, state.points = ME, 13, step, POINTS if step in ("move", "tile") else 0
    state.work_out()
    if change is not None:
        change(state)
    if not state.options["owner_remembers"]:
        state.cover_treasures()
    table.steps[-1] = table.steps[-1]._replace(state=state, turn=12)
    return table


def die(creature: int) -> Callable[[Survive], None]:
    """The die shows this one."""

    def change(state: Survive) -> None:
        state.step, state.rolled = "die", creature

    return change


def threat(by: int, creature: int, lair: str, prey: str, asked: int = ME) -> Callable[[Survive], None]:
    """Somebody moves a creature, and a seat is asked for a defence."""

    def change(state: Survive) -> None:
        state.seat, state.step, state.rolled, state.asked = by, "defend", creature, asked
        state.lair, state.prey = at(lair), at(prey)

    return change


@lru_cache(maxsize=64)
def _found(
    seats: tuple[str, ...], wanted: Callable[[Survive], bool], after: int, options: tuple[tuple[str, Any], ...]
) -> tuple[Any, ...]:
    for number in range(60):
        table = new_game(seats, f"SEED-{number}", **dict(options))
        chance = Stream("play", table.seed)
        while (prompt := table.state.prompt) is not None:
            state = cast(Survive, table.state)
            if len(table.steps) > after and prompt.seat == 0 and wanted(state):
                return tuple(table.log.records)
            moves = state.legal()
            table.play(prompt.seat, moves[chance.below(len(moves))])
    raise AssertionError("there is no such position in any of these games")


def game_where(
    wanted: Callable[[Survive], bool], *, seats: Sequence[str] = SEATS, after: int = 0, **options: Any
) -> Table:
    """The first table, in games played by chance, at which seat 0 is asked and the position is of the wanted kind."""
    return Table(copy_of(_found(tuple(seats), wanted, after, tuple(sorted(options.items())))))
