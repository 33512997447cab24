"""The chances of explorers to be saved, by where they are. Bots weigh everything by them.

Each explorer has a way to go, counted in sixths of a point of movement: on foot, swimming, or aboard, where explorers
of one seat share the cost. The way leads to the best safe island. Creatures at landing hexes make it longer, and so do
creatures that can reach the explorer now. A longer way and fewer turns left make the chance smaller. Chances are whole
numbers up to SURE. Treasures are counted in tenths, because an unknown treasure counts as the mean.

The ways from all hexes are one long number with a byte for each hex, so that one addition serves the whole sea. The sum
for a hex stays below 256, so no byte overflows. From NEVER on there is no hope.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import compress
from typing import Final, final

from core.bots.odds import NAT, odds
from core.survive.components import (
    BOX,
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

SURE: Final = 255
TENTHS: Final = 10
MEAN: Final = TENTHS * sum(TREASURES) // len(TREASURES)
# By treasure, in tenths. SEALED is -1, so it finds the last entry, the mean.
VALUES: Final[tuple[int, ...]] = (*range(0, TENTHS * 7, TENTHS), MEAN)

SPARED: Final = 4  # what it is worth that a saved explorer needs no points of movement any more, in tenths of treasure
POINT: Final = 6  # the way of one point of movement
# By steps to a landing hex. Long ways grow faster, because they lead around things and past more dangers.
SWIM: Final[tuple[int, ...]] = (6, 14, 22, 30, 40, 54, 70, 80)  # the way of a swimmer, who goes only one step in a turn
SAIL: Final = tuple(  # the way in a boat, by the number of explorers of the seat aboard
    tuple(6 + each * steps // 2 for steps in (0, 2, 4, 6, 9, 14, 18, 21)) for each in (5, 5, 4, 3)
)
FOREIGN: Final = tuple(
    6 + 7 * steps // 2 for steps in (0, 2, 4, 6, 9, 14, 18, 21)
)  # the way in a boat that others control
# What is added to the way to a landing hex, for swimmers and for boats:
GUARDED: Final[tuple[int, ...]] = (12, 8)  # a serpent is beside the hex
BARRED: Final[tuple[int, ...]] = (24, 24)  # a creature that would strike is in the hex
DRY: Final = 2  # taken off for standing on land instead of swimming in the same place
# What is added for danger now, by the number of other seats that move first:
PREY: Final[tuple[int, ...]] = (4, 11, 20, 28)  # a creature that kills can come
SHAKY: Final[tuple[int, ...]] = (2, 5, 8, 11)  # a whale can come to the boat
WRECK: Final = 14  # added for a boat in the hex of a whale
NEVER: Final = 128

LONGEST: Final = 20  # more turns left than this count as this many
ALL_HEXES: Final = range(HEXES)
MOVED: Final[tuple[str, ...]] = (
    "sink",
    "lift",
    "back",
    "aboard",
    "roll",
    "die",
    "defend",
)  # the steps of a turn after movement


def _apart() -> tuple[bytes, ...]:
    """Returns the steps between every two hexes."""
    found = []
    for start in ALL_HEXES:
        row = bytearray([HEXES]) * HEXES
        edge, steps = [start], 0
        row[start] = 0
        while edge:
            steps += 1
            further = []
            for at in edge:
                for to in NEIGHBOURS[at]:
                    if row[to] == HEXES:
                        row[to] = steps
                        further.append(to)
            edge = further
        found.append(bytes(row))
    return tuple(found)


def packed(row: Sequence[int]) -> int:
    """Packs a byte for each hex into one number."""
    return int.from_bytes(bytes(row), "big")


APART: Final = _apart()
HOME: Final = bytes(
    min(APART[at][landing] for landing in SAFE_FROM) for at in ALL_HEXES
)  # steps to the nearest landing hex
WITHIN: Final = tuple(
    tuple(packed([APART[at][to] <= steps for to in ALL_HEXES]) for at in ALL_HEXES) for steps in range(4)
)  # by steps and hex, packed: 1 for each hex within so many steps
LANDINGS: Final = tuple(SAFE_FROM)
NUMBERS: Final = {at: number for number, at in enumerate(LANDINGS)}
# The state of a landing hex: no danger, a serpent beside it, or a creature in it
FREE: Final = 0
WATCHED: Final = 1
TAKEN: Final = 2
# By hex: the numbers of the landing hexes beside it.
BESIDE: Final = tuple(tuple(NUMBERS[to] for to in NEIGHBOURS[at] if to in NUMBERS) for at in ALL_HEXES)
ISLE: Final = bytes(
    ISLAND.index(at) if at in ISLAND else len(ISLAND) for at in ALL_HEXES
)  # by hex: the number of its tile
_REST: Final = bytes([NEVER]) * (256 - len(ISLAND))  # fills a table by tile up to 256 entries for `translate`


def _chances(turns: int) -> bytes:
    """Returns, by way, the chance that an explorer with this way to go is saved, if the seat has so many turns left."""
    table, chance = [], SURE << 16
    for way in range(NEVER):
        in_time = odds(((8 * turns + 4 - way) * NAT // 6, 0), 256)[0]
        table.append((chance >> 16) * in_time >> 8)
        chance -= chance * 26 // 1000
    return bytes(table) + bytes(NEVER)


CHANCES: Final = tuple(_chances(turns) for turns in range(LONGEST + 1))


def _to_landing(steps: Sequence[int], guarded: int, barred: int) -> list[list[bytes]]:
    """Returns the way from every hex, by landing hex and its state (FREE, WATCHED or TAKEN)."""
    found = []
    for landing in LANDINGS:
        free = bytes(steps[min(far, len(steps) - 1)] for far in APART[landing])
        # An explorer in the landing hex itself has no danger left ahead.
        watched = bytes(way + guarded if at != landing else way for at, way in enumerate(free))
        taken = bytes(way + barred for way in free)
        found.append([free, watched, taken])
    return found


SWIM_TO: Final = _to_landing(SWIM, GUARDED[0], BARRED[0])
SAIL_TO: Final = [_to_landing(steps, GUARDED[1], BARRED[1]) for steps in (*SAIL, FOREIGN)]


@cache
def swim_ways(landings: bytes) -> bytes:
    """Returns by hex the way of a swimmer to the best landing hex. `landings` holds the state of each landing hex."""
    return bytes(map(min, *(ways[how] for ways, how in zip(SWIM_TO, landings, strict=True))))


@cache
def sail_ways(landings: bytes) -> tuple[bytes, ...]:
    """Returns the same for a boat, by the number of explorers of the seat aboard; the last row is FOREIGN."""
    return tuple(bytes(map(min, *(ways[how] for ways, how in zip(row, landings, strict=True)))) for row in SAIL_TO)


@cache
def to_board(boat: int, way: int) -> bytes:
    """Returns by tile of the island the way of an explorer who walks to this boat and then has `way` to go."""
    return bytes(APART[boat][at] * POINT + way for at in ISLAND)


# Bounded, because boats stand almost anywhere; but seats and positions after one another often share them.
@lru_cache(maxsize=1 << 10)
def _land_ways(swim: bytes, boats: tuple[tuple[int, int], ...]) -> bytes:
    """Returns by hex the way of an explorer on the island: the swimmer's ways, and boats with the way from each."""
    ways = foot = bytes([swim[at] - DRY for at in ISLAND])
    if boats:  # each has only three seats for whoever comes first, so the way by boat counts half
        best = map(min, foot, *[to_board(at, way) for at, way in boats])
        ways = bytes([(foot + boat) >> 1 for foot, boat in zip(foot, best, strict=True)])
    return ISLE.translate(ways + _REST)


def turns_left(state: Survive) -> int:
    """Estimates how many turns each seat still has."""
    terrain, options = state.terrain, state.options
    if options["to_the_last_one"]:
        return LONGEST
    tiles = HEXES - terrain.count(0)
    if not options["atlantis_is_gone"]:
        tiles -= terrain.count(MOUNTAIN) // 2  # the volcano, on average in the middle of the mountains, ends the game
    return min(LONGEST, (tiles + state.seats - 1) // state.seats)


def worth_of(state: Survive) -> list[int]:
    """Returns the treasure of each explorer in tenths. With All equal (RULES 11) all are worth the same."""
    if state.options["all_equal"]:
        return [MEAN] * len(state.spots)
    return [VALUES[face] for row in state.treasures for face in row.faces]


def _but(ways: int, hopeless: int) -> int:
    """Returns these packed ways with NEVER in the hexes without hope."""
    return (ways | hopeless * SURE) ^ (hopeless * (SURE ^ NEVER))


def unpacked(ways: int) -> bytes:
    return ways.to_bytes(HEXES, "big")


@final
class _Sea:
    """What the creatures alone decide: the ways by water and the danger there. Most charts share it with others."""

    __slots__ = ("deadly", "rows", "sails", "serpents", "sunk", "swim", "teeth", "whales", "wrecks")

    def __init__(self, serpents: bytes, sharks: bytes, whales: bytes) -> None:
        # For each kind of creature, packed with 1 for each hex: the hexes that it can reach, and those where it is.
        found, there = [], WITHIN[0]
        for steps, where in enumerate((serpents, sharks, whales), 1):
            ways, here, within = 0, 0, WITHIN[steps]
            for at in compress(ALL_HEXES, where):
                ways |= within[at]
                here |= there[at]
            found.append((ways, here))
        (self.serpents, coils), (reached, jaws), (self.whales, tails) = found
        self.teeth = self.serpents | reached
        self.deadly, self.sunk = jaws | coils, coils
        self.wrecks = tails * WRECK
        self.swim, self.sails = _ways_among(serpents, sharks, whales)
        self.rows: dict[int, list[bytes]] = {}  # what `Chart.aboard` returns, by turns left and others

    def aboard(self, turns: int, others: int) -> list[bytes]:
        key = turns * len(PREY) + others
        found = self.rows.get(key)
        if found is None:
            danger, chances = self.serpents * PREY[others] + self.whales * SHAKY[others] + self.wrecks, CHANCES[turns]
            found = self.rows[key] = [
                unpacked(_but(int.from_bytes(ways, "big") + danger, self.sunk)).translate(chances)
                for ways in self.sails
            ]
        return found


# Bounded, because creatures may be almost anywhere; but the positions of one search have them in few places.
@lru_cache(maxsize=1 << 5)
def _sea(serpents: bytes, sharks: bytes, whales: bytes) -> _Sea:
    return _Sea(serpents, sharks, whales)


def _ways_among(serpents: bytes, sharks: bytes, whales: bytes) -> tuple[bytes, tuple[bytes, ...]]:
    """Returns by hex the ways of swimmers and the ways in boats, before danger near the explorer is added."""
    landings = bytearray(len(LANDINGS))
    for at in compress(ALL_HEXES, serpents):
        for number in BESIDE[at]:
            landings[number] |= WATCHED
    swim, sail = landings, landings[:]
    for number, at in enumerate(LANDINGS):
        if serpents[at]:
            swim[number] = sail[number] = TAKEN
        elif sharks[at]:
            swim[number] = TAKEN
        elif whales[at]:
            sail[number] = TAKEN
    return swim_ways(bytes(swim)), sail_ways(bytes(sail))


@final
class Chart:
    """The chances of explorers on the present sea, by the hex where they may be."""

    __slots__ = ("chances", "crews", "sails", "sea", "state", "swim", "turns")

    def __init__(self, state: Survive) -> None:
        self.state = state
        self.turns = turns_left(state)
        self.chances = CHANCES[self.turns]
        serpents, sharks, whales = state.creatures
        self.sea: _Sea = _sea(bytes(serpents), bytes(sharks), bytes(whales))
        self.swim, self.sails = self.sea.swim, self.sea.sails
        seats, spots = state.seats, state.spots
        owners = OWNERS[seats]
        self.crews: dict[int, list[int]] = {at: [0] * seats for at in compress(ALL_HEXES, state.boats)}  # by boat, seat
        for explorer in compress(range(len(spots)), state.aboard):
            self.crews[spots[explorer]][owners[explorer]] += 1

    def open_to(self, seat: int) -> list[int]:
        """Returns the boats with a free seat that this seat controls."""
        aboard = self.state.crew
        return [at for at, crew in self.crews.items() if aboard[at] < SEATS_ABOARD and crew[seat] == max(crew)]

    def land(self, boats: Sequence[int]) -> bytes:
        """Returns by hex the chance of an explorer who stands there and may board one of these boats."""
        alone = self.sails[1]
        return _land_ways(self.swim, tuple([(at, alone[at]) for at in boats])).translate(self.chances)

    def water(self, boats: Sequence[int], others: int) -> bytes:
        """Returns by hex the chance of a swimmer there, if `others` seats move before the swimmer's seat."""
        swim, alone = self.swim, self.sails[1]
        if boats:  # a swimmer in the hex of a boat needs one point to climb in
            lifted = bytearray(swim)
            for at in boats:
                lifted[at] = min(swim[at], alone[at] + POINT)
            swim = bytes(lifted)
        ways = int.from_bytes(swim, "big") + self.sea.teeth * PREY[others]
        return unpacked(_but(ways, self.sea.deadly)).translate(self.chances)

    def aboard(self, others: int) -> list[bytes]:
        """Returns the chance of explorers in a boat, by row (see `crew_row`) and by hex."""
        return self.sea.aboard(self.turns, others)


def crew_row(crew: Sequence[int], seat: int) -> int:
    """Returns the row of `Chart.aboard` for this seat's explorers in a boat with this crew: their number if the seat
    controls the boat, else the last row."""
    own = crew[seat]
    return own if own == max(crew) else len(SAIL)


def prospects(state: Survive) -> list[int]:
    """Returns by seat the treasures that it has saved and may still save, in tenths times SURE."""
    seats, spots, aboard, terrain = state.seats, state.spots, state.aboard, state.terrain
    owners = OWNERS[seats]
    chart = Chart(state)
    crews = chart.crews
    mover = state.seat + (state.step in MOVED)  # a seat that has moved in this turn waits for all the others
    land, water, boat = [], [], []
    for seat in range(seats):
        others = (seat - mover) % seats
        boats = chart.open_to(seat)
        land.append(chart.land(boats))
        water.append(chart.water(boats, others))
        boat.append(chart.aboard(others))
    found = [0] * seats
    for explorer, worth in enumerate(worth_of(state)):
        at, seat = spots[explorer], owners[explorer]
        if at < HEXES:
            if terrain[at]:
                found[seat] += worth * land[seat][at]
            elif aboard[explorer]:
                found[seat] += worth * boat[seat][crew_row(crews[at], seat)][at]
            else:
                found[seat] += worth * water[seat][at]
        elif FIRST_SAFE <= at < BOX:
            found[seat] += (worth + SPARED) * SURE
    return found
