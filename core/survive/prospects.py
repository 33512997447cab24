"""How likely explorers are to be saved, by where they are: what bots weigh everything by.

Each has a way to go, in sixths of a point of movement: on foot, swimming or aboard, shared with whoever sails along.
The longer the way and the fewer turns are left, the less likely; creatures within reach take their part of it. Chances
are whole numbers up to SURE, treasures are counted in tenths, as a value that is not known counts with its mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from core.bots.odds import odds
from core.survive.parts import (
    FIRST_SAFE,
    HEXES,
    ISLAND,
    MOUNTAIN,
    NEIGHBOURS,
    SAFE_FROM,
    SEATS_ABOARD,
    TREASURES,
)
from core.survive.position import OWNERS
from core.survive.rules import Survive

SURE = 255
TENTHS = 10
MEAN = TENTHS * sum(TREASURES) // len(TREASURES)
# By treasure, in tenths; the last one, found at SEALED, is the mean. In All equal everybody is worth as much.
VALUES = (*range(0, TENTHS * 7, TENTHS), MEAN)
EQUAL = (MEAN,) * len(VALUES)

# Ways, in sixths of a point of movement.
POINT = 6
SWIM = 8  # a hex for a swimmer, who goes only one in a turn and meets more
SAIL = (7, 7, 4, 3)  # a hex by how many of the seat are aboard
FOREIGN = 8  # a hex in a boat that others control
LIFT = 4  # a hex of a boat that is still to be boarded
FAR = 120  # longer than any way

# What is left of a chance, in sixteenths, by how many turns of others come before one's own.
PREY = (14, 12, 9, 7)  # within reach of something that kills
SHAKY = (15, 14, 13, 12)  # within reach of a whale
PARTS = 16
SINKS = 15  # on a tile that may sink next

LONGEST = 20  # turns of a seat that are told apart
HEXES_RANGE = range(HEXES)


def _apart() -> tuple[bytes, ...]:
    """By hex and hex: steps between them."""
    found = []
    for start in HEXES_RANGE:
        row = bytearray([FAR]) * HEXES
        edge, steps = [start], 0
        row[start] = 0
        while edge:
            steps += 1
            further = []
            for at in edge:
                for to in NEIGHBOURS[at]:
                    if row[to] == FAR:
                        row[to] = steps
                        further.append(to)
            edge = further
        found.append(bytes(row))
    return tuple(found)


APART = _apart()
HOME = bytes(min(APART[at][landing] for landing in SAFE_FROM) for at in HEXES_RANGE)  # steps to a landing hex
WITHIN = tuple(
    tuple(sum(1 << to for to in HEXES_RANGE if APART[at][to] <= steps) for at in HEXES_RANGE) for steps in range(4)
)  # by steps and hex: the hexes so near, as a bit set
SWIM_WAY = bytes(SWIM * steps + POINT for steps in HOME)
SAIL_WAYS = tuple(bytes(each * steps + POINT for steps in HOME) for each in (*SAIL, FOREIGN))  # by own crew
FOREIGN_WAY = SAIL_WAYS[-1]
ISLE = {at: number for number, at in enumerate(ISLAND)}
ON_ISLE = bytes(ISLE.get(at, 0) for at in HEXES_RANGE)
ON_FOOT = bytes(SWIM_WAY[at] for at in ISLAND)  # by tile: without any boat
TO_BOARD = tuple(
    bytes(APART[boat][at] * POINT + LIFT * HOME[boat] + POINT for at in ISLAND) for boat in HEXES_RANGE
)  # by boat and tile: with this boat


def _chances(turns: int) -> bytes:
    """By way: how likely somebody with so far to go is saved, while this many turns of the seat are left."""
    table, chance = [], SURE << 16
    for way in range(256):
        in_time = odds(((3 * POINT * turns + 9 - way) * 512 // 12, 0), 256)[0]
        table.append((chance >> 16) * in_time >> 8)
        chance -= chance * 14 // 1000
    return bytes(table)


CHANCES = tuple(_chances(turns) for turns in range(LONGEST + 1))


def turns_left(state: Survive) -> int:
    """About how many turns each seat still has."""
    terrain, options = state.terrain, state.options
    if options["to_the_last_one"]:
        return LONGEST
    mountains = terrain.count(MOUNTAIN)
    tiles = HEXES - terrain.count(0)
    if not options["atlantis_is_gone"]:
        tiles -= mountains // 2  # one of them is the volcano
    return min(LONGEST, (tiles + state.seats - 1) // state.seats)


def values(state: Survive) -> tuple[int, ...]:
    return EQUAL if state.options["all_equal"] else VALUES


def worth_of(state: Survive) -> list[int]:
    """By explorer: its treasure in tenths, or the mean where it is not known."""
    if state.options["all_equal"]:
        return [MEAN] * len(state.spots)
    return [VALUES[face] for row in state.treasures for face in row.faces]


def reaches(state: Survive) -> tuple[int, int, int]:
    """The hexes within reach of serpents, of sharks and of whales, as bit sets."""
    found = []
    for steps, where in enumerate(state.creatures, 1):
        mask = 0
        within = WITHIN[steps]
        for at in compress(HEXES_RANGE, where):
            mask |= within[at]
        found.append(mask)
    return found[0], found[1], found[2]


class Fleet:
    """The boats, with those aboard by seat."""

    __slots__ = ("at", "own", "rules")

    def __init__(self, state: Survive) -> None:
        seats = state.seats
        owners = OWNERS[seats]
        self.own: dict[int, list[int]] = {}  # by boat: how many of each seat
        for at in compress(HEXES_RANGE, state.boats):
            self.own[at] = [0] * seats
        for explorer in compress(range(len(state.spots)), state.aboard):
            self.own[state.spots[explorer]][owners[explorer]] += 1

    def open_to(self, seat: int) -> list[int]:
        """Boats with a free seat that this seat may sail, or that nobody is in."""
        return [at for at, crew in self.own.items() if sum(crew) < SEATS_ABOARD and crew[seat] == max(crew)]

    def way(self, at: int, seat: int) -> bytes:
        """How far those of a seat have to go that are in the boat there, by where it is."""
        crew = self.own[at]
        return SAIL_WAYS[crew[seat]] if crew[seat] == max(crew) else FOREIGN_WAY


def on_land(boats: Sequence[int]) -> bytes:
    """By tile: how far an explorer there has to go, with these boats to choose from."""
    if not boats:
        return ON_FOOT
    return bytes(map(min, ON_FOOT, *(TO_BOARD[at] for at in boats)))


def in_water(at: int, boats: Sequence[int]) -> int:
    """How far a swimmer has to go."""
    way = SWIM_WAY[at]
    apart = APART[at]
    for boat in boats:
        lifted = apart[boat] * POINT + LIFT * HOME[boat] + 2 * POINT
        if lifted < way:
            way = lifted
    return way


def prospects(state: Survive) -> list[int]:
    """By seat: the treasures that it has saved and may still save, in tenths times SURE."""
    seats, spots, aboard, terrain = state.seats, state.spots, state.aboard, state.terrain
    owners = OWNERS[seats]
    worth = worth_of(state)
    serpents, sharks, whales = reaches(state)
    chances = CHANCES[turns_left(state)]
    fleet = Fleet(state)
    open_to = [fleet.open_to(seat) for seat in range(seats)]
    land = [on_land(boats).translate(chances) for boats in open_to]
    found = [0] * seats
    due = min(filter(None, terrain), default=0)
    next_seat = state.seat
    prey = [PREY[(seat - next_seat) % seats] for seat in range(seats)]
    shaky = [SHAKY[(seat - next_seat) % seats] for seat in range(seats)]
    for explorer, at in enumerate(spots):
        if at >= HEXES:
            if FIRST_SAFE <= at < FIRST_SAFE + 4:
                found[owners[explorer]] += worth[explorer] * SURE
            continue
        seat = owners[explorer]
        if terrain[at]:
            chance = land[seat][ON_ISLE[at]]
            if terrain[at] == due:
                chance = chance * SINKS // PARTS
        elif aboard[explorer]:
            chance = chances[fleet.way(at, seat)[at]]
            if whales >> at & 1:
                chance = chance * shaky[seat] // PARTS
            if serpents >> at & 1:
                chance = chance * prey[seat] // PARTS
        else:
            chance = chances[in_water(at, open_to[seat])]
            if (sharks | serpents) >> at & 1:
                chance = chance * prey[seat] // PARTS
        found[seat] += worth[explorer] * chance
    return found
