"""A first look at the moves of Survive!: what each looks worth at once, without trying it.

Works on the mover's own view. Each move is weighed by how it changes the chances of explorers to be saved
(prospects.py): one's own for, those of others against it. Of a tile that sinks the backs that may be there are weighed.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul

from core.bots.odds import NAT
from core.game import Move
from core.survive.parts import (
    BACK_COUNTS,
    DOLPHIN,
    GREEN,
    GUARD,
    HEXES,
    ISLAND,
    NEIGHBOURS,
    NEW_BOAT,
    NEW_SHARK,
    SEATS_ABOARD,
    SENDS,
    SERPENT,
    SHARK,
    WHALE,
    WHIRLPOOL,
    WIND,
)
from core.survive.position import OWNERS
from core.survive.prospects import (
    APART,
    CHANCES,
    FOREIGN_WAY,
    HOME,
    MEAN,
    ON_FOOT,
    ON_ISLE,
    PARTS,
    PREY,
    SAIL_WAYS,
    SHAKY,
    SURE,
    TO_BOARD,
    Fleet,
    in_water,
    on_land,
    reaches,
    turns_left,
    worth_of,
)
from core.survive.rules import Survive

SCALE = 2  # a tenth of a treasure for sure is worth about SCALE * SURE / NAT
KEPT = 7 * SURE  # of a red tile that is not played
RIVALS = (16, 16, 16, 10, 7)  # what the loss of another seat is worth, in sixteenths, by how many seats there are
NEAR = 6  # a creature's prey within its reach is worth this part of what it is worth to strike it
DENSE = 8  # what a place near one's own valuable explorers is worth
CLIMB = 3  # a boat that comes near somebody, in parts of what it brings if nobody else does


def rollout(view: Survive, moves: Sequence[Move]) -> list[int]:
    look = _Look(view)
    step = view.step
    if step == "move":
        return look.movement(moves)
    if step == "die" or step == "send":
        return look.creatures(moves)
    if step == "sink":
        return [look.sinking(move[1]) for move in moves]
    if step == "tile":
        return [look.tile(move) for move in moves]
    if step == "dolphin" or step == "wind":
        return look.movement(moves)
    if step == "defend":
        return [look.defence(move) for move in moves]
    if step == "place":
        return look.placing(moves)
    if step == "launch":
        return [SCALE * look.pull(move[1]) for move in moves]
    return [look.climbing(move[1]) for move in moves]


class _Look:
    __slots__ = (
        "boats",
        "chances",
        "deadly",
        "fleet",
        "land",
        "net",
        "others",
        "prey",
        "pulls",
        "rival",
        "seat",
        "serpents",
        "shaky",
        "sharks",
        "swims",
        "turns",
        "view",
        "whales",
        "worth",
        "wrecking",
    )

    def __init__(self, view: Survive) -> None:
        self.view = view
        self.seat = seat = view.asked if view.step == "defend" else view.seat
        self.worth = worth_of(view)
        self.turns = turns_left(view)
        self.chances = CHANCES[self.turns]
        self.fleet = Fleet(view)
        self.rival = RIVALS[view.seats]
        others = view.seats - 1
        self.prey, self.shaky = PREY[others], SHAKY[others]
        self.boats = self.fleet.open_to(seat)
        self.land = on_land(self.boats).translate(self.chances)
        self.serpents, self.sharks, self.whales = reaches(view)
        self.swims: dict[int, int] = {}
        self.pulls: dict[int, int] = {}
        self.net: list[int] | None = None

    # Where somebody is -----------------------------------------------------------------------------------------------

    def swim(self, at: int) -> int:
        """The chance of one's own swimmer there."""
        known = self.swims.get(at)
        if known is None:
            view = self.view
            creatures = view.creatures
            if creatures[SHARK][at] or creatures[SERPENT][at]:
                known = 0
            else:
                known = self.chances[in_water(at, self.boats)]
                if (self.sharks | self.serpents) >> at & 1:
                    known = known * self.prey // PARTS
            self.swims[at] = known
        return known

    def aboard(self, at: int, crew: Sequence[int], seat: int) -> int:
        """The chance of this seat's explorers in a boat there, with this crew by seat."""
        creatures = self.view.creatures
        if creatures[SERPENT][at]:
            return 0
        if creatures[WHALE][at]:
            return self.swim(at)
        own = crew[seat]
        chance = self.chances[(SAIL_WAYS[own] if own == max(crew) else FOREIGN_WAY)[at]]
        if self.whales >> at & 1:
            chance = chance * self.shaky // PARTS
        if self.serpents >> at & 1:
            chance = chance * self.prey // PARTS
        return chance

    def ship(self, at: int, crew: Sequence[int], values: Sequence[int]) -> int:
        """What a boat there is worth to the seat that is asked, with these aboard and their treasures, by seat."""
        found = 0
        for seat, value in enumerate(values):
            if value:
                worth = value * self.aboard(at, crew, seat)
                found += worth if seat == self.seat else -worth * self.rival // 16
        return found

    def values_aboard(self, at: int) -> list[int]:
        view, values = self.view, [0] * self.view.seats
        owners = OWNERS[view.seats]
        for explorer in view.crew_at(at):
            values[owners[explorer]] += self.worth[explorer]
        return values

    def pull(self, at: int) -> int:
        """What an empty boat there is worth: whom it could take aboard."""
        known = self.pulls.get(at)
        if known is None:
            if self.net is None:
                self.net = self._net()
            known = sum(map(mul, self.net, TO_BOARD[at].translate(self.chances))) // CLIMB
            if self.serpents >> at & 1:
                known = known * self.prey // PARTS
            self.pulls[at] = known
        return known

    def _net(self) -> list[int]:
        """By tile: the treasures that stand there, those of others against one's own."""
        view, worth, seat, rival = self.view, self.worth, self.seat, self.rival
        owners, terrain = OWNERS[view.seats], view.terrain
        net = [0] * len(ISLAND)
        for explorer, at in enumerate(view.spots):
            if at < HEXES and terrain[at]:
                net[ON_ISLE[at]] += worth[explorer] if owners[explorer] == seat else -worth[explorer] * rival // 32
        return net

    # Movement --------------------------------------------------------------------------------------------------------

    def movement(self, moves: Sequence[Move]) -> list[int]:
        view, worth, land = self.view, self.worth, self.land
        terrain, on_board = view.terrain, view.aboard
        found: list[int] = []
        here = -1  # whose chance `now` is
        now = 0
        ships: dict[int, tuple[list[int], list[int], int]] = {}
        for move in moves:
            kind = move[0]
            if kind == "end":
                found.append(0)
                continue
            if kind == "boat":
                found.append(SCALE * self._sail(move[1], move[2], ships))
                continue
            explorer, at = move[1], move[2]
            if explorer != here:
                here = explorer
                if terrain[at]:
                    now = land[ON_ISLE[at]]
                elif on_board[explorer]:
                    now = self.aboard(at, self.fleet.own[at], self.seat)
                else:
                    now = self.swim(at)
            if kind == "walk":
                gain = worth[explorer] * (land[ON_ISLE[move[3]]] - now)
            elif kind == "swim":
                gain = worth[explorer] * (self.swim(move[3]) - now)
                if on_board[explorer]:
                    gain += self._leave(explorer, at, ships)
            elif kind == "land":
                gain = worth[explorer] * (SURE - now)
            else:
                gain = self._board(explorer, move[3], now, ships)
                if on_board[explorer]:
                    gain += self._leave(explorer, at, ships)
            found.append(SCALE * gain)
        return found

    def _ship(self, at: int, ships: dict[int, tuple[list[int], list[int], int]]) -> tuple[list[int], list[int], int]:
        known = ships.get(at)
        if known is None:
            crew, values = self.fleet.own[at], self.values_aboard(at)
            known = ships[at] = crew, values, self.ship(at, crew, values)
        return known

    def _sail(self, at: int, to: int, ships: dict[int, tuple[list[int], list[int], int]]) -> int:
        if not self.view.crew[at]:
            return self.pull(to) - self.pull(at)
        crew, values, now = self._ship(at, ships)
        gain = self.ship(to, crew, values) - now
        if self.view.crew[at] < SEATS_ABOARD and gain:
            gain += (self.pull(to) - self.pull(at)) // 2
        return gain

    def _board(self, explorer: int, to: int, now: int, ships: dict[int, tuple[list[int], list[int], int]]) -> int:
        crew, values, before = self._ship(to, ships)
        seat = self.seat
        crew, values = crew.copy(), values.copy()
        crew[seat] += 1
        values[seat] += self.worth[explorer]
        return self.ship(to, crew, values) - before - self.worth[explorer] * now

    def _leave(self, explorer: int, at: int, ships: dict[int, tuple[list[int], list[int], int]]) -> int:
        """What leaving a boat does to the others who stay in it."""
        crew, values, before = self._ship(at, ships)
        seat, worth = self.seat, self.worth[explorer]
        alone = worth * self.aboard(at, crew, seat)
        crew, values = crew.copy(), values.copy()
        crew[seat] -= 1
        values[seat] -= worth
        return self.ship(at, crew, values) - before + alone

    # Creatures -------------------------------------------------------------------------------------------------------

    def prey_of(self, creature: int) -> dict[int, int]:
        """By hex: what it is worth to the seat that is asked if this creature strikes there."""
        view, worth, seat, rival = self.view, self.worth, self.seat, self.rival
        owners, spots, chances, fleet = OWNERS[view.seats], view.spots, self.chances, self.fleet.own
        found: dict[int, int] = {}
        for explorer, at in enumerate(spots):
            if at >= HEXES or view.terrain[at]:
                continue
            owner = owners[explorer]
            if view.aboard[explorer]:
                if creature == SHARK:
                    continue
                crew = fleet[at]
                chance = chances[(SAIL_WAYS[crew[owner]] if crew[owner] == max(crew) else FOREIGN_WAY)[at]]
                if creature == WHALE and not view.creatures[SHARK][at] and not view.creatures[SERPENT][at]:
                    chance -= chances[in_water(at, ())] * 3 // 4
            elif creature == WHALE:
                continue
            else:
                chance = chances[in_water(at, ())]
            loss = worth[explorer] * chance
            found[at] = found.get(at, 0) + (-loss if owner == seat else loss * rival // 16)
        return found

    def creatures(self, moves: Sequence[Move]) -> list[int]:
        """Creatures that strike, come near somebody, or leave."""
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
            found.append(SCALE * gain)
        return found

    def _near(self, creature: int, at: int, prey: dict[int, int]) -> int:
        """What it is worth to have this creature there, as it may strike later."""
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
        if move[0] == "no":
            return 0
        return SCALE * (-self.prey_of(view.rolled).get(view.prey, 0) - self.keeping())

    # Tiles -----------------------------------------------------------------------------------------------------------

    def keeping(self) -> int:
        """What it is worth to keep a red tile for later."""
        return KEPT * min(self.turns, 4) // 4

    def tile(self, move: Move) -> int:
        if move[0] == "end":
            return 0
        view, back = self.view, move[2]
        gain = 0
        if back == DOLPHIN:
            for explorer in view.explorers_of(self.seat):
                at = view.spots[explorer]
                if at < HEXES and not view.aboard[explorer] and not view.terrain[at]:
                    ahead = min((to for to in self._onward(at)), key=lambda to: (HOME[to], to))
                    gain = max(gain, self.worth[explorer] * (self.swim(ahead) - self.swim(at)))
        elif back == WIND:
            for at, crew in self.fleet.own.items():
                if crew[self.seat] and crew[self.seat] == max(crew):
                    values = self.values_aboard(at)
                    now = self.ship(at, crew, values)
                    gain = max(gain, *(self.ship(to, crew, values) - now for to in self._onward(at)))
        else:
            creature = SENDS[back]
            prey = self.prey_of(creature)
            there = [at for at in range(HEXES) if view.creatures[creature][at]]
            least = min(self._near(creature, at, prey) for at in there)
            edge = {to for at in prey for to in NEIGHBOURS[at] if view.vacant(to)}
            gain = max([self._near(creature, to, prey) for to in sorted(edge)], default=0) - least
        return SCALE * (gain - self.keeping())

    def _onward(self, at: int) -> list[int]:
        """Sea within three steps, and the hex itself."""
        terrain = self.view.terrain
        found, edge = [at], [at]
        for _ in range(3):
            edge = [to for one in edge for to in NEIGHBOURS[one] if not terrain[to] and to not in found]
            edge = sorted(set(edge))
            found += edge
        return found

    def sinking(self, at: int) -> int:
        """A tile goes: who stands there swims, and one of the backs left turns up."""
        view, worth, seat, rival = self.view, self.worth, self.seat, self.rival
        owners = OWNERS[view.seats]
        terrain = view.terrain[at]
        left = [
            many - out - sum(view.hand_of(one, terrain).held[back] for one in range(view.seats))
            for back, (many, out) in enumerate(zip(BACK_COUNTS[terrain], view.used[terrain], strict=True))
        ]
        lying = view.terrain.count(terrain)
        all_left = max(1, sum(left))
        shark, boat, whirl = left[NEW_SHARK], left[NEW_BOAT], left[WHIRLPOOL]
        total = 0
        swimming = self.chances[in_water(at, self.boats)]
        in_danger = (self.sharks | self.serpents) >> at & 1
        for explorer in view.explorers_at(at):
            own = owners[explorer] == seat
            stands = self.land[ON_ISLE[at]]
            swims = swimming * (self.prey if in_danger else PARTS) // PARTS
            # A boat is a gift; sharks and whirlpools are the end.
            after = (swims * (all_left - shark - boat - whirl) + boat * self.chances[SAIL_WAYS[1][at]]) // all_left
            change = worth[explorer] * (after - stands)
            total += change if own else -change * rival // 16
        if whirl:
            for beside in NEIGHBOURS[at]:
                if view.swimming[beside] or view.crew[beside]:
                    for explorer in view.explorers_at(beside):
                        loss = worth[explorer] * self.chances[in_water(beside, ())] * whirl // all_left
                        total += -loss if owners[explorer] == seat else loss * rival // 16
        return SCALE * total + lying * 0

    def climbing(self, explorer: int) -> int:
        own = OWNERS[self.view.seats][explorer] == self.seat
        return NAT * (self.worth[explorer] if own else -self.worth[explorer]) // TENTH

    # Setting up ------------------------------------------------------------------------------------------------------

    def placing(self, moves: Sequence[Move]) -> list[int]:
        """The valuable first, and where it is not far."""
        foot = ON_FOOT.translate(self.chances)
        free = sorted({move[2] for move in moves})
        middle = sum(foot[ON_ISLE[at]] for at in free) // len(free)
        better = {at: foot[ON_ISLE[at]] - middle for at in free}
        worth = self.worth
        return [SCALE * (worth[move[1]] - MEAN // 2) * better[move[2]] for move in moves]


TENTH = 10
