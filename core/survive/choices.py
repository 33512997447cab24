"""Every legal move of the asked seat. Numbers after RULES are sections of RULES.md."""

from __future__ import annotations

from itertools import compress
from typing import Final

from core.compiling.mypyc_marks import mypyc_attr
from core.game import Move
from core.hidden import SEALED
from core.survive.components import (
    BOX,
    DOLPHIN,
    GREEN,
    GUARD,
    HEXES,
    INLAND,
    ISLAND,
    LAND,
    NEIGHBOURS,
    PLAYABLE,
    REACH,
    SAFE_FROM,
    SEATS_ABOARD,
    SENDS,
    SERPENT,
    SHARK,
    SHORE,
    WIND,
)
from core.survive.position import OWN, SurvivePosition

END: Final[Move] = ("end",)
NO: Final[Move] = ("answer", 0)
KEEP: Final[Move] = ("keep",)


@mypyc_attr(allow_interpreted_subclasses=True)
class SurviveChoices(SurvivePosition):
    __slots__ = ()

    def legal(self) -> list[Move]:
        if self.asks or self.outcome is not None:
            return []
        step = self.step
        if step == "move":
            return [*self.movements(), END]
        if step == "die":
            moves = self.creature_moves(self.rolled)
            return moves if self.creature_must_move() else [*moves, END]
        if step == "sink":
            return [("sink", at) for at in self.sinkable()]
        if step == "back":
            return self.back_moves()
        if step == "tile":
            return [*self.tile_moves(), END]
        if step == "defend":
            return [*self.defences(), NO]
        if step == "aboard":
            return [("board", explorer, self.sinking, self.sinking) for explorer in self.swimmers_at(self.sinking)]
        if step == "dolphin":
            return self.dolphin_steps() if self.carried < 0 else [*self.dolphin_steps(), END]
        if step == "wind":
            return self.wind_steps() if self.carried < 0 else [*self.wind_steps(), END]
        if step == "send":
            return self.sendings(SENDS[self.playing])
        if step == "place":
            free = self.free_tiles()
            waiting = [explorer for explorer in self.explorers_of(self.seat) if self.spots[explorer] == BOX]
            return [("place", explorer, at) for explorer in waiting for at in free]
        return [("launch", at) for at in SHORE if self.may_launch(at)]

    def forced(self) -> Move | None:
        """Returns the only legal move, if there is just one. A view cannot tell that about hidden tiles of others."""
        if self.asks or self.outcome is not None or self._hides_the_answer():
            return None
        moves = self.legal()
        return moves[0] if len(moves) == 1 else None

    def discreet(self) -> bool:
        """These prompts are discreet, because a quick answer would tell that the seat has no fitting tile."""
        return self.step in ("tile", "defend") and not self.asks and self.outcome is None

    def _hides_the_answer(self) -> bool:
        if self.step == "back":
            return self.lifted.faces[0] == SEALED
        if self.step in ("tile", "defend"):
            seat = self.asked if self.step == "defend" else self.seat
            return any(self.hand_of(seat, terrain).sealed for terrain in LAND)
        return False

    # Setting up. RULES 2 ---------------------------------------------------------------------------------------------

    def free_tiles(self) -> list[int]:
        """Returns the tiles on which an explorer may be put."""
        standing = self.spots.count
        if not self.options["overpopulation"]:
            return [at for at in ISLAND if not standing(at)]
        return [at for at in ISLAND if standing(at) < self.most_on(at)]

    def most_on(self, at: int) -> int:
        """Returns how many explorers may be put on this tile. RULES 11, Overpopulation."""
        return 2 if self.options["overpopulation"] and at in INLAND else 1

    def may_launch(self, at: int) -> bool:
        return (
            at in SHORE  # nothing has sunk yet
            and not self.boats[at]
            and not self.creatures[SERPENT][at]
        )

    # Red tiles. RULES 4 ----------------------------------------------------------------------------------------------

    def tile_moves(self) -> list[Move]:
        """Returns a move for each red tile of the moving seat that has a use now."""
        moves: list[Move] = []
        for terrain in LAND:
            held = self.hand_of(self.seat, terrain).held
            moves += [("play", terrain, back) for back in PLAYABLE if held[back] and self.has_use(back)]
        return moves

    def has_use(self, back: int) -> bool:
        if back == DOLPHIN:
            return bool(self.dolphin_steps())
        if back == WIND:
            return bool(self.wind_steps())
        return any(self.creatures[SENDS[back]]) and any(self.vacant(at) for at in range(HEXES))

    def dolphin_steps(self) -> list[Move]:
        """Returns the steps of the swimmer that the dolphin carries. Before the first step, these are the steps of all
        the seat's swimmers."""
        spots, aboard, terrain = self.spots, self.aboard, self.terrain
        able = self.explorers_of(self.seat) if self.step != "dolphin" or self.carried < 0 else [self.carried]
        return [
            ("swim", explorer, spots[explorer], to)
            for explorer in able
            if spots[explorer] < HEXES and not aboard[explorer] and not terrain[spots[explorer]]
            for to in NEIGHBOURS[spots[explorer]]
            if not terrain[to]
        ]

    def wind_steps(self) -> list[Move]:
        """Returns the steps of the boat that the wind drives. Before the first step, these are the steps of all boats
        with somebody aboard that the seat controls."""
        if self.step == "wind" and self.carried >= 0:
            return self.boat_steps(self.carried)
        return [
            move
            for at in compress(range(HEXES), self.crew)
            if self.seat in self.controllers(at)
            for move in self.boat_steps(at)
        ]

    def sendings(self, creature: int) -> list[Move]:
        vacant = [at for at in range(HEXES) if self.vacant(at)]
        where = self.creatures[creature]
        return [("creature", creature, at, to) for at in range(HEXES) if where[at] for to in vacant]

    # Movement. RULES 5 -----------------------------------------------------------------------------------------------

    def movements(self) -> list[Move]:
        """Returns every move that costs one point of movement."""
        moves: list[Move] = []
        seat, terrain, boats, crew = self.seat, self.terrain, self.boats, self.crew
        spots, aboard, swum = self.spots, self.aboard, self.swum
        for explorer in OWN[self.seats][seat][: len(spots) // self.seats]:
            at = spots[explorer]
            if at >= HEXES:
                continue
            if terrain[at]:
                for to in NEIGHBOURS[at]:
                    if terrain[to]:
                        moves.append(("walk", explorer, at, to))
                    else:
                        if boats[to] and crew[to] < SEATS_ABOARD:
                            moves.append(("board", explorer, at, to))
                        moves.append(("swim", explorer, at, to))
            elif aboard[explorer]:
                moves += [("board", explorer, at, to) for to in NEIGHBOURS[at] if boats[to] and crew[to] < SEATS_ABOARD]
                if not swum >> explorer & 1:
                    moves.append(("swim", explorer, at, at))
                if at in SAFE_FROM:
                    moves.append(("land", explorer, at))
            elif not swum >> explorer & 1:
                moves += [("swim", explorer, at, to) for to in NEIGHBOURS[at] if not terrain[to]]
                if boats[at] and crew[at] < SEATS_ABOARD:
                    moves.append(("board", explorer, at, at))
                if at in SAFE_FROM and self.options["swimmers_may_land"]:
                    moves.append(("land", explorer, at))
        at = boats.find(1)
        while at >= 0:
            if not crew[at] or seat in self.controllers(at):
                moves += self.boat_steps(at)
            at = boats.find(1, at + 1)
        return moves

    def boat_steps(self, at: int) -> list[Move]:
        terrain, boats = self.terrain, self.boats
        return [("boat", at, to) for to in NEIGHBOURS[at] if not terrain[to] and not boats[to]]

    # What is on the back. RULES 6 ------------------------------------------------------------------------------------

    def back_moves(self) -> list[Move]:
        back = self.lifted.faces[0]
        if back == SEALED:
            return []
        return [("show", back)] if back in GREEN else [KEEP]

    # Creatures. RULES 7 and 8 ----------------------------------------------------------------------------------------

    def creature_moves(self, creature: int) -> list[Move]:
        where = self.creatures[creature]
        return [
            ("creature", creature, at, to)
            for at in compress(range(HEXES), where)
            for to in self.reached(creature, at, REACH[creature])
        ]

    def can_move(self, creature: int) -> bool:
        """Whether any creature of this kind has sea beside it."""
        terrain = self.terrain
        return any(not terrain[to] for at in compress(range(HEXES), self.creatures[creature]) for to in NEIGHBOURS[at])

    def reached(self, creature: int, start: int, steps: int, stopping: bool = True) -> list[int]:
        """Returns the sea hexes that a creature can reach, the nearest first. With `stopping` it goes no further than
        the first hex where it strikes."""
        terrain = self.terrain
        seen, edge = {start}, [start]
        found: list[int] = []
        for _ in range(steps):
            further = []
            for at in edge:
                if stopping and at != start and self.stops(creature, at):
                    continue
                for to in NEIGHBOURS[at]:
                    if to not in seen and not terrain[to]:
                        seen.add(to)
                        further.append(to)
            found += further
            edge = further
        return found

    def creature_must_move(self) -> bool:
        """Whether the rolled creature may not stay. A shark always may. RULES 12, creature_move_mandatory."""
        return self.options["creature_move_mandatory"] and self.rolled != SHARK

    def defences(self) -> list[Move]:
        """Returns a move for each tile of the asked seat that wards the creature off."""
        guard = GUARD[self.rolled]
        return [("answer", terrain) for terrain in LAND if self.hand_of(self.asked, terrain).held[guard]]
