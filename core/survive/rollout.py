"""A quick worth for each move of Survive!, without playing the move.

It works on the mover's own view. A move is worth how it changes the chances of explorers to be saved (prospects.py):
the mover's explorers count for it, those of others against it. For a tile that sinks, it weighs all backs that the tile
may have.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Final, final

from core.bots.odds import NAT
from core.game import Move
from core.survive.components import (
    BACK_COUNTS,
    DOLPHIN,
    HEXES,
    NEIGHBOURS,
    NEW_BOAT,
    NEW_SHARK,
    SEATS_ABOARD,
    SENDS,
    SHARK,
    STRIDE,
    WHALE,
    WHIRLPOOL,
    WIND,
)
from core.survive.position import OWNERS
from core.survive.prospects import (
    ALL_HEXES,
    APART,
    MEAN,
    POINT,
    SPARED,
    SURE,
    TENTHS,
    Chart,
    crew_row,
    worth_of,
)
from core.survive.rules import Survive

Ship = tuple[list[int], list[int], int]
STRIKING: Final[tuple[str, ...]] = ("die", "send", "defend")

# Assume that no other seat moves before the mover goes on. A bot that feared those turns would never pass a serpent at
# a landing hex.
AT_ONCE: Final = 0
SCALE: Final = 2  # factor for all gains, in quarters; with it, NAT is about half a treasure
SETTING: Final = 8  # the same factor for setting up, where gains are small
KEPT: Final = 7 * SURE  # the worth of keeping a red tile
RIVALS: Final[tuple[int, ...]] = (16, 16, 16, 10, 7)  # by number of seats: what the loss of a rival is worth, in PARTS
LANDING: Final = 3 * NAT  # added for saving somebody at once; more than the noise of any bot
IDLE: Final = NAT  # taken off a movement that brings nothing, so that ending it looks better
NEAR: Final = 6  # having prey within a creature's reach is worth 1/NEAR of striking it
THEIRS: Final = 32  # divisor instead of PARTS for rivals near an empty boat, so that they count half
PARTS: Final = 16
SERVED: Final = 4  # so many explorers of each side count for the place of an empty boat
CLIMB: Final = 2  # a boat near an explorer is worth 1/CLIMB of what it would bring, because others may board it first


def rollout(view: Survive, moves: Sequence[Move]) -> list[int]:
    look = _SurviveLook(view)
    step = view.step
    if step == "move":
        return look.movement(moves)
    if step == "die" or step == "send":
        return look.creatures(moves)
    if step == "sink":
        return look.sinking(moves)
    if step == "tile":
        return [look.tile(move) for move in moves]
    if step == "dolphin" or step == "wind":
        return look.movement(moves)
    if step == "defend":
        return [look.defence(move) for move in moves]
    if step == "place":
        return look.placing(moves)
    if step == "launch":
        return [look.pull(move[1]) * SETTING // 4 for move in moves]
    return [look.climbing(move[1]) for move in moves]


@final
class _SurviveLook:
    __slots__ = (
        "ashore",
        "chances",
        "chart",
        "crews",
        "land",
        "pulls",
        "rival",
        "sail",
        "seat",
        "ships",
        "view",
        "water",
        "worth",
    )

    def __init__(self, view: Survive) -> None:
        self.view = view
        self.seat = seat = view.asked if view.step == "defend" else view.seat
        self.worth = worth_of(view)
        self.chart = chart = Chart(view)
        self.chances, self.crews = chart.chances, chart.crews
        self.rival = RIVALS[view.seats]
        self.land = self.water = b""
        self.sail: list[bytes] = []
        if view.step not in STRIKING:  # strikes do not need these
            boats = chart.open_to(seat)
            self.land = chart.land(boats)
            self.water = chart.water(boats, AT_ONCE)
            self.sail = chart.aboard(AT_ONCE)
        self.pulls: dict[int, int] = {}
        self.ships: dict[int, Ship] = {}
        self.ashore: list[tuple[int, int]] | None = None

    # Boats -----------------------------------------------------------------------------------------------------------

    def boat(self, at: int, crew: Sequence[int], values: Sequence[int]) -> int:
        """Returns what a boat there is worth to the asked seat. `crew` and `values` hold, by seat, the number and the
        treasures of those aboard."""
        found = 0
        for seat, value in enumerate(values):
            if value:
                worth = value * self.sail[crew_row(crew, seat)][at]
                found += worth if seat == self.seat else -worth * self.rival // PARTS
        return found

    def ship(self, at: int) -> Ship:
        """Returns the crew and their treasures by seat, and the worth, of the boat that is there now."""
        known = self.ships.get(at)
        if known is None:
            view, values = self.view, [0] * self.view.seats
            owners = OWNERS[view.seats]
            for explorer in view.crew_at(at):
                values[owners[explorer]] += self.worth[explorer]
            known = self.ships[at] = self.crews[at], values, self.boat(at, self.crews[at], values)
        return known

    def pull(self, at: int) -> int:
        """Returns what an empty boat there is worth to the asked seat, by the explorers whom it could take aboard."""
        known = self.pulls.get(at)
        if known is not None:
            return known
        if self.ashore is None:
            self.ashore = self._ashore()
        total = 0
        apart, way, chances = APART[at], self.chart.sails[1][at], self.chances
        for worth, spot in self.ashore:
            total += worth * chances[apart[spot] * POINT + way]
        self.pulls[at] = total = total // CLIMB
        return total

    def _ashore(self) -> list[tuple[int, int]]:
        """Returns the explorers on land whom a boat would serve best: worth and place. The worth of others is
        negative."""
        view, worth, land = self.view, self.worth, self.land
        owners, terrain = OWNERS[view.seats], view.terrain
        own: list[tuple[int, int]] = []
        others: list[tuple[int, int]] = []
        for explorer in range(len(view.spots)):
            at = view.spots[explorer]
            if at < HEXES and terrain[at]:
                (own if owners[explorer] == self.seat else others).append((worth[explorer] * land[at], explorer))
        found = []
        for _, explorer in sorted(own)[-SERVED:]:
            found.append((worth[explorer], view.spots[explorer]))
        for _, explorer in sorted(others)[-SERVED:]:
            found.append((-worth[explorer] * self.rival // THEIRS, view.spots[explorer]))
        return found

    # Movement --------------------------------------------------------------------------------------------------------

    def movement(self, moves: Sequence[Move]) -> list[int]:
        view, worth, land, water = self.view, self.worth, self.land, self.water
        terrain, aboard = view.terrain, view.aboard
        found: list[int] = []
        here, now = -1, 0  # an explorer, and the explorer's present chance
        for move in moves:
            kind: str = move[0]
            if kind == "boat":
                gain = self._sailing(move[1], move[2]) * SCALE // 4
                found.append(gain if gain > 0 else gain - IDLE)
                continue
            if kind == "end":
                found.append(0)
                continue
            explorer: int = move[1]
            if explorer != here:
                here = explorer
                at: int = move[2]
                if terrain[at]:
                    now = land[at]
                elif aboard[explorer]:
                    now = self.sail[crew_row(self.crews[at], self.seat)][at]
                else:
                    now = water[at]
            if kind == "walk":
                gain = worth[explorer] * (land[move[3]] - now)
            elif kind == "swim":
                gain = worth[explorer] * (water[move[3]] - now)
            elif kind == "land":
                gain = worth[explorer] * (SURE - now) + SPARED * SURE
            else:
                gain = self._boarding(explorer, move[3], now)
            if aboard[explorer]:
                gain += self._leaving(explorer, move[2], now)
            gain = gain * SCALE // 4
            if kind == "land":
                gain += LANDING
            elif gain <= 0:
                gain -= IDLE
            found.append(gain)
        return found

    def _sailing(self, at: int, to: int) -> int:
        aboard = self.view.crew[at]
        if not aboard:
            return self.pull(to) - self.pull(at)
        crew, values, now = self.ship(at)
        gain = self.boat(to, crew, values) - now
        if aboard < SEATS_ABOARD:
            gain += (self.pull(to) - self.pull(at)) // (1 + aboard)
        return gain

    def _boarding(self, explorer: int, to: int, now: int) -> int:
        crew, values, before = self.ship(to)
        seat, worth = self.seat, self.worth[explorer]
        crew, values = crew.copy(), values.copy()
        crew[seat] += 1
        values[seat] += worth
        return self.boat(to, crew, values) - before - worth * now

    def _leaving(self, explorer: int, at: int, now: int) -> int:
        """Returns what the explorer's leaving does to those who stay in the boat."""
        crew, values, before = self.ship(at)
        seat, worth = self.seat, self.worth[explorer]
        crew, values = crew.copy(), values.copy()
        crew[seat] -= 1
        values[seat] -= worth
        return self.boat(at, crew, values) - before + worth * now

    # Creatures -------------------------------------------------------------------------------------------------------

    def prey_of(self, creature: int) -> dict[int, int]:
        """Returns by hex what a strike of this creature there is worth to the asked seat."""
        view, worth, seat, rival = self.view, self.worth, self.seat, self.rival
        terrain, aboard, spots = view.terrain, view.aboard, view.spots
        owners, crews = OWNERS[view.seats], self.crews
        swim, sails = self.chart.swim.translate(self.chances), [row.translate(self.chances) for row in self.chart.sails]
        found: dict[int, int] = {}
        for explorer in range(len(spots)):
            at = spots[explorer]
            if at >= HEXES or terrain[at]:
                continue
            owner = owners[explorer]
            if aboard[explorer]:
                if creature == SHARK:
                    continue
                chance = sails[crew_row(crews[at], owner)][at]
                if creature == WHALE and not view.deadly(at):
                    chance = max(0, chance - swim[at] * 3 // 4)
            elif creature == WHALE:
                continue
            else:
                chance = swim[at]
            loss = worth[explorer] * chance
            found[at] = found.get(at, 0) + (-loss if owner == seat else loss * rival // PARTS)
        return found

    def creatures(self, moves: Sequence[Move]) -> list[int]:
        """Returns the worth of moves of creatures: what they strike, and what they come near or leave."""
        send = self.view.step == "send"
        prey: dict[int, int] = {}
        known: dict[int, int] = {}
        found: list[int] = []
        creature = -1
        for move in moves:
            if move[0] == "end":
                found.append(0)
                continue
            if move[1] != creature:
                creature = move[1]
                prey = self.prey_of(creature)
                known = {}
            at, to = move[2], move[3]
            for one in (at, to):
                if one not in known:
                    known[one] = self._near(creature, one, prey)
            gain = known[to] - known[at]
            if not send:
                gain += prey.get(to, 0)
            found.append(gain * SCALE // 4)
        return found

    def _near(self, creature: int, at: int, prey: dict[int, int]) -> int:
        """Returns what it is worth to have this creature there, because it may strike later."""
        reach = creature + 1
        near = 0
        apart = APART[at]
        for one, gain in prey.items():
            steps = apart[one]
            if steps <= reach:
                near += gain
            elif steps <= reach + 2:
                near += gain // 3
        return near // NEAR

    def defence(self, move: Move) -> int:
        view = self.view
        if not move[1]:
            return 0
        return (-self.prey_of(view.rolled).get(view.prey, 0) - self.keeping()) * SCALE // 4

    # Tiles -----------------------------------------------------------------------------------------------------------

    def keeping(self) -> int:
        """Returns what it is worth to keep a red tile for later."""
        return KEPT * min(self.chart.turns, 4) // 4

    def tile(self, move: Move) -> int:
        if move[0] == "end":
            return 0
        view, back = self.view, move[2]
        gain = 0
        if back == DOLPHIN:
            for explorer in view.explorers_of(self.seat):
                at = view.spots[explorer]
                if at < HEXES and not view.aboard[explorer] and not view.terrain[at]:
                    best = max(self.water[to] for to in self._onward(at))
                    gain = max(gain, self.worth[explorer] * (best - self.water[at]))
        elif back == WIND:
            for at in sorted({move[1] for move in view.wind_steps()}):
                crew, values, now = self.ship(at)
                gain = max(gain, max(self.boat(to, crew, values) for to in self._onward(at)) - now)
        else:
            creature = SENDS[back]
            prey = self.prey_of(creature)
            least = min(self._near(creature, at, prey) for at in compress(ALL_HEXES, view.creatures[creature]))
            beside = sorted({to for at in prey for to in NEIGHBOURS[at] if view.vacant(to)})
            gain = max((self._near(creature, to, prey) for to in beside), default=0) - least
        return (gain - self.keeping()) * SCALE // 4

    def _onward(self, at: int) -> list[int]:
        """Returns this hex and all sea hexes within the stride of a dolphin or of the wind."""
        terrain = self.view.terrain
        found, edge = [at], [at]
        for _ in range(STRIDE):
            further = []
            for one in edge:
                for to in NEIGHBOURS[one]:
                    if not terrain[to] and to not in found:
                        found.append(to)
                        further.append(to)
            edge = further
        return found

    def sinking(self, moves: Sequence[Move]) -> list[int]:
        """Returns the worth of removing each tile: explorers there swim, and one of the backs left turns up."""
        view = self.view
        terrain = view.terrain[moves[0][1]]
        left = [many - out for many, out in zip(BACK_COUNTS[terrain], view.used[terrain], strict=True)]
        for seat in range(view.seats):
            left = [many - held for many, held in zip(left, view.hand_of(seat, terrain).held, strict=True)]
        return [self._sinks(move[1], left, max(1, sum(left))) * SCALE // 4 for move in moves]

    def _sinks(self, at: int, left: Sequence[int], many: int) -> int:
        view, worth, seat, rival = self.view, self.worth, self.seat, self.rival
        owners = OWNERS[view.seats]
        gone, boat, whirl = left[NEW_SHARK] + left[WHIRLPOOL], left[NEW_BOAT], left[WHIRLPOOL]
        total = 0
        if at in view.spots:
            # A boat takes the swimmers aboard. With a shark or a whirlpool they are lost.
            after = (self.water[at] * (many - gone - boat) + boat * self.sail[1][at]) // many
            for explorer in view.explorers_at(at):
                change = worth[explorer] * (after - self.land[at])
                total += change if owners[explorer] == seat else -change * rival // PARTS
        if whirl:
            for beside in NEIGHBOURS[at]:
                if view.swimming[beside] or view.crew[beside]:
                    for explorer in view.explorers_at(beside):
                        loss = worth[explorer] * self.water[beside] * whirl // many
                        total += -loss if owners[explorer] == seat else loss * rival // PARTS
        return total

    def climbing(self, explorer: int) -> int:
        own = OWNERS[self.view.seats][explorer] == self.seat
        return NAT * (self.worth[explorer] if own else -self.worth[explorer]) // TENTHS

    # Setting up ------------------------------------------------------------------------------------------------------

    def placing(self, moves: Sequence[Move]) -> list[int]:
        """Returns the worth of placing explorers: valuable ones first, and on tiles with good chances."""
        foot = self.chart.swim.translate(self.chances)
        free = sorted({move[2] for move in moves})
        middle = sum(foot[at] for at in free) // len(free)
        better = {at: foot[at] - middle for at in free}
        worth = self.worth
        return [(worth[move[1]] - MEAN // 2) * better[move[2]] * SETTING // 4 for move in moves]
