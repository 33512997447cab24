"""How likely explorers are to be saved, by where they are: what bots weigh everything by.

Each has a way to go, in sixths of a point of movement: on foot, swimming or aboard, shared with whoever sails along.
It leads to whichever safe island is best, and serpents at landing hexes make it longer; so do creatures within reach of
where one is now. The longer the way and the fewer turns are left, the less likely. Chances are
whole numbers up to SURE; treasures are counted in tenths, as a value that is not known counts with its mean.

Ways of all hexes are kept as one long number with a byte for each hex, so that a few sums do for the whole sea. A way
that is added up stays below 256, whatever comes together; from NEVER on there is no hope.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import compress

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

SURE = 255
TENTHS = 10
MEAN = TENTHS * sum(TREASURES) // len(TREASURES)
# By treasure, in tenths; the last one, found at SEALED, is the mean.
VALUES = (*range(0, TENTHS * 7, TENTHS), MEAN)

# Ways, in sixths of a point of movement.
POINT = 6
# By steps to a landing hex. From far inside one has to go around, and through more.
SWIM = (6, 14, 22, 30, 40, 54, 70, 80)  # a swimmer, who goes only one in a turn
SAIL = tuple(  # in a boat, by how many of the seat are aboard
    tuple(6 + each * steps // 2 for steps in (0, 2, 4, 6, 9, 14, 18, 21)) for each in (5, 5, 4, 3)
)
FOREIGN = tuple(6 + 7 * steps // 2 for steps in (0, 2, 4, 6, 9, 14, 18, 21))  # in a boat that others control
# What a way to a landing hex is longer by, swimming and in a boat, if there is a serpent beside it, or one waits in it.
GUARDED = (12, 8)
BARRED = (24, 24)
DRY = 2  # what standing on land saves, compared with swimming in the same place
# By how many turns of others come before one's own: within reach of what kills; of a whale, if aboard.
PREY = (4, 11, 20, 28)
SHAKY = (2, 5, 8, 11)
WRECK = 14  # a boat that would be wrecked there
NEVER = 128

LONGEST = 20  # turns of a seat that are told apart
ALL_HEXES = range(HEXES)
MOVED = ("sink", "lift", "back", "aboard", "roll", "die", "defend")  # the steps of a turn after movement


def _apart() -> tuple[bytes, ...]:
    """By hex and hex: steps between them."""
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
    """A byte for each hex as one number."""
    return int.from_bytes(bytes(row), "big")


APART = _apart()
HOME = bytes(min(APART[at][landing] for landing in SAFE_FROM) for at in ALL_HEXES)  # steps to a landing hex
WITHIN = tuple(
    tuple(packed([APART[at][to] <= steps for to in ALL_HEXES]) for at in ALL_HEXES) for steps in range(4)
)  # by steps and hex: 1 in each hex so near
LANDINGS = tuple(SAFE_FROM)
NUMBERS = {at: number for number, at in enumerate(LANDINGS)}
FREE, WATCHED, TAKEN = range(3)  # a landing hex
# By hex: the landing hexes that a serpent there is beside of, by number.
BESIDE = tuple(tuple(NUMBERS[to] for to in NEIGHBOURS[at] if to in NUMBERS) for at in ALL_HEXES)
ISLE = bytes(ISLAND.index(at) if at in ISLAND else len(ISLAND) for at in ALL_HEXES)  # by hex: the number of its tile
_REST = bytes([NEVER]) * (256 - len(ISLAND))  # fills up a table by tile


def _chances(turns: int) -> bytes:
    """By way: how likely somebody with so far to go is saved, while this many turns of the seat are left."""
    table, chance = [], SURE << 16
    for way in range(NEVER):
        in_time = odds(((8 * turns + 4 - way) * NAT // 6, 0), 256)[0]
        table.append((chance >> 16) * in_time >> 8)
        chance -= chance * 26 // 1000
    return bytes(table) + bytes(NEVER)


CHANCES = tuple(_chances(turns) for turns in range(LONGEST + 1))


def _to_landing(steps: Sequence[int], guarded: int, barred: int) -> list[list[bytes]]:
    """By landing hex, and how it is there, the way from every hex."""
    found = []
    for landing in LANDINGS:
        free = bytes(steps[min(far, len(steps) - 1)] for far in APART[landing])
        # Who has come so far is in danger there, but has no danger before him.
        watched = bytes(way + guarded if at != landing else way for at, way in enumerate(free))
        taken = bytes(way + barred for way in free)
        found.append([free, watched, taken])
    return found


SWIM_TO = _to_landing(SWIM, GUARDED[0], BARRED[0])
SAIL_TO = [_to_landing(steps, GUARDED[1], BARRED[1]) for steps in (*SAIL, FOREIGN)]


@cache
def swim_ways(landings: bytes) -> bytes:
    """By hex: the way of a swimmer to the best landing hex, by how it is at each of them."""
    return bytes(map(min, *(ways[how] for ways, how in zip(SWIM_TO, landings, strict=True))))


@cache
def sail_ways(landings: bytes) -> tuple[bytes, ...]:
    """The same in a boat, by how many of the seat are aboard."""
    return tuple(bytes(map(min, *(ways[how] for ways, how in zip(row, landings, strict=True)))) for row in SAIL_TO)


@cache
def to_board(boat: int, way: int) -> bytes:
    """By tile: the way of somebody who walks to this boat and has so far to go with it."""
    return bytes(APART[boat][at] * POINT + way for at in ISLAND)


def turns_left(state: Survive) -> int:
    """About how many turns each seat still has."""
    terrain, options = state.terrain, state.options
    if options["to_the_last_one"]:
        return LONGEST
    tiles = HEXES - terrain.count(0)
    if not options["atlantis_is_gone"]:
        tiles -= terrain.count(MOUNTAIN) // 2  # one of them is the volcano
    return min(LONGEST, (tiles + state.seats - 1) // state.seats)


def worth_of(state: Survive) -> list[int]:
    """By explorer: its treasure in tenths. RULES 11, All equal: then all are worth the same."""
    if state.options["all_equal"]:
        return [MEAN] * len(state.spots)
    return [VALUES[face] for row in state.treasures for face in row.faces]


def _but(ways: int, hopeless: int) -> int:
    """These ways, but NEVER in the hexes where there is no hope."""
    return (ways | hopeless * SURE) ^ (hopeless * (SURE ^ NEVER))


def unpacked(ways: int) -> bytes:
    return ways.to_bytes(HEXES, "big")


class Chart:
    """The chances of everybody, by where they may be, as the sea is now."""

    __slots__ = (
        "chances",
        "crews",
        "deadly",
        "sails",
        "serpents",
        "state",
        "sunk",
        "swim",
        "teeth",
        "turns",
        "whales",
        "wrecks",
    )

    def __init__(self, state: Survive) -> None:
        self.state = state
        self.turns = turns_left(state)
        self.chances = CHANCES[self.turns]
        # What reaches where, and where it is: 1 in each hex.
        found, there = [], WITHIN[0]
        for steps, where in enumerate(state.creatures, 1):
            ways, here, within = 0, 0, WITHIN[steps]
            for at in compress(ALL_HEXES, where):
                ways |= within[at]
                here |= there[at]
            found.append((ways, here))
        (self.serpents, serpents), (sharks, jaws), (self.whales, whales) = found
        self.teeth = self.serpents | sharks
        self.deadly, self.sunk = jaws | serpents, serpents
        self.wrecks = whales * WRECK
        self.swim, self.sails = self._ways()
        seats, spots = state.seats, state.spots
        owners = OWNERS[seats]
        self.crews: dict[int, list[int]] = {at: [0] * seats for at in compress(ALL_HEXES, state.boats)}  # by boat, seat
        for explorer in compress(range(len(spots)), state.aboard):
            self.crews[spots[explorer]][owners[explorer]] += 1

    def _ways(self) -> tuple[bytes, tuple[bytes, ...]]:
        """By hex: the ways of swimmers, and of those aboard by how many of the seat they are, if nothing is near."""
        serpents, sharks, whales = self.state.creatures
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

    def open_to(self, seat: int) -> list[int]:
        """Boats with a free seat that this seat may sail."""
        return [at for at, crew in self.crews.items() if sum(crew) < SEATS_ABOARD and crew[seat] == max(crew)]

    def land(self, boats: Sequence[int]) -> bytes:
        """By hex of the island: the chance of somebody who stands there, with these boats to choose from."""
        swim, alone = self.swim, self.sails[1]
        ways = foot = bytes([swim[at] - DRY for at in ISLAND])
        if boats:  # which are for three, whoever comes first: so they count by half
            best = map(min, foot, *(to_board(at, alone[at]) for at in boats))
            ways = bytes([(foot + boat) >> 1 for foot, boat in zip(foot, best, strict=True)])
        return ISLE.translate(ways + _REST).translate(self.chances)

    def water(self, boats: Sequence[int], others: int) -> bytes:
        """By hex: the chance of a swimmer there whose turn comes after so many others."""
        swim, alone = self.swim, self.sails[1]
        if boats:  # whoever swims where they are has but to climb in
            lifted = bytearray(swim)
            for at in boats:
                lifted[at] = min(swim[at], alone[at] + POINT)
            swim = bytes(lifted)
        ways = int.from_bytes(swim, "big") + self.teeth * PREY[others]
        return unpacked(_but(ways, self.deadly)).translate(self.chances)

    def aboard(self, others: int) -> list[bytes]:
        """By how many of a seat are aboard (beyond that, in a boat that others control) and by hex: their chance."""
        danger = self.serpents * PREY[others] + self.whales * SHAKY[others] + self.wrecks
        return [
            unpacked(_but(int.from_bytes(ways, "big") + danger, self.sunk)).translate(self.chances)
            for ways in self.sails
        ]


def crew_row(crew: Sequence[int], seat: int) -> int:
    """Which row of `Chart.aboard` tells of this seat's explorers in a boat with this crew."""
    own = crew[seat]
    return own if own == max(crew) else len(SAIL)


def prospects(state: Survive) -> list[int]:
    """By seat: the treasures that it has saved and may still save, in tenths times SURE."""
    seats, spots, aboard, terrain = state.seats, state.spots, state.aboard, state.terrain
    owners = OWNERS[seats]
    chart = Chart(state)
    crews = chart.crews
    mover = state.seat + (state.step in MOVED)  # who has moved for this turn waits for all the others
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
            found[seat] += worth * SURE
    return found
