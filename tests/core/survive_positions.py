"""Positions of Survive! as one would lay them out on a table, and chance that does as it is told.

    scene("a1 4,-1", "a2 boat 5,-1", "b1 5,0", boats=["5,-1"], sharks=["6,-1"], land={"4,-1": BEACH})

An explorer is a colour a to d and a number 1 to 10; under number 1 to 10 lie the treasures in rising order. Hexes are
in axial coordinates round the lake. Explorers that are not named are lost. The whole island is there, all forest,
unless `land` says what is left of it. There are no creatures but those that are named.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from core.chance import Ask, Open, Roll
from core.game import Event, IllegalMove, Move, Reason
from core.hidden import SEALED
from core.survive import GAME
from core.survive.components import EXPLORERS, FIRST_SAFE, FOREST, HEXES, ISLAND, LOST, POINTS, SAFE, TREASURES, axial
from core.survive.notation import NAMES
from core.survive.rules import Survive


def at(where: str) -> int:
    """The hex "q,r"."""
    q, r = where.split(",")
    return axial(int(q), int(r))


def who(name: str) -> int:
    """The explorer "b3"."""
    return NAMES.index(name[0]) * EXPLORERS + int(name[1:]) - 1


class Scene:
    """A position and the chance that goes with it: the next backs and what the die will show."""

    def __init__(self, state: Survive) -> None:
        self.state = state
        self.backs: list[int] = []
        self.die: list[int] = []

    def do(self, *moves: Move) -> list[Event]:
        """Plays moves, lets chance answer as far as it was told what, and says what happened."""
        for move in moves:
            self.state.apply(move)
            self.settle()
        return self.state.take_events()

    def settle(self) -> None:
        state = self.state
        while state.asks and (answers := self._answers(state.asks)) is not None:
            state.answer(answers)

    def _answers(self, asks: Sequence[Ask]) -> list[int] | None:
        answers: list[int] = []
        for ask in asks:
            if isinstance(ask, Open) and ask.face != SEALED:
                answers.append(ask.face)
                continue
            if isinstance(ask, Open) and ask.place.startswith("treasure"):
                answers.append(TREASURES[ask.at])
                continue
            source = self.die if isinstance(ask, Roll) else self.backs
            if not source:
                return None
            answers.append(source.pop(0))
        return answers

    def sink(self, where: str, back: int, die: int | None = None) -> list[Event]:
        """A tile goes, its back is dealt with, and the die is rolled if it is told what shows."""
        self.backs.append(back)
        if die is not None:
            self.die.append(die)
        events = self.do(("sink", at(where)))
        only = self.state.forced()
        assert only is not None
        return events + self.do(only)

    def no(self, *move: Any) -> str:
        """The id of the reason why this cannot be played, which `apply` gives too."""
        return self.why(*move).id

    def why(self, *move: Any) -> Reason:
        reason = self.state.explain(move)
        assert reason is not None, f"{move} is legal"
        with pytest.raises(IllegalMove) as refused:
            self.state.copy().apply(move)
        assert refused.value.reason == reason
        assert move not in self.state.legal()
        return reason

    def can(self, *move: Any) -> bool:
        legal = move in self.state.legal()
        assert legal == (self.state.explain(move) is None)
        return legal

    def spot(self, name: str) -> int:
        return self.state.spots[who(name)]

    def where(self, name: str) -> str:
        return self.state.where(who(name))


def scene(
    *explorers: str,
    seats: Any = 3,
    land: Any = None,  # by hex: the terrain
    boats: Any = (),
    serpents: Any = (),
    sharks: Any = (),
    whales: Any = (),
    tiles: Any = None,  # by seat: terrain and back of each
    step: Any = "move",
    seat: Any = 0,
    **options: Any,
) -> Scene:
    state = Survive(seats, GAME.settle(options))
    for row in range(len(state.treasures)):
        for value in TREASURES:
            state.treasures[row].append(value, 1 << row % seats)
    tiles_left = dict.fromkeys(ISLAND, FOREST) if land is None else {at(where): kind for where, kind in land.items()}
    laid = [0] * 4
    for hexagon in sorted(tiles_left):
        kind = tiles_left[hexagon]
        state.terrain[hexagon], state.numbers[hexagon] = kind, laid[kind]
        laid[kind] += 1
    state.spots = bytearray([LOST]) * len(state.spots)
    for line in explorers:
        name, *where = line.split()
        explorer = who(name)
        if where[-1] in SAFE:
            state.spots[explorer] = FIRST_SAFE + SAFE.index(where[-1])
            continue
        state.spots[explorer] = at(where[-1])
        state.aboard[explorer] = where[0] == "boat"
    for one in boats:
        state.boats[at(one)] = 1
    for number, hexes in enumerate((serpents, sharks, whales)):
        state.creatures[number] = bytearray(HEXES)
        for one in hexes:
            state.creatures[number][at(one)] += 1
    for owner, kept in (tiles or {}).items():
        for terrain, back in kept:
            state.hand_of(owner, terrain).add(back)
    state.boats_left = [0] * seats
    state.seat, state.turns, state.step = seat, 1, step
    state.points = POINTS
    state.asks = []
    state.work_out()
    return Scene(state)


def rolled(creature: int, *explorers: str, **more: Any) -> Scene:
    """A position in which the die shows this creature and it may be moved."""
    made = scene(*explorers, step="die", **more)
    made.state.rolled = creature
    made.state.points = 0
    return made
