"""What happens on the water: explorers move, boats are lost, creatures strike, a whirlpool takes everything.

The order of play is in rules.py. Numbers after RULES are sections of RULES.md.
"""

from __future__ import annotations

from collections.abc import Iterable

from core.compiling.mypyc_marks import mypyc_attr
from core.survive.choices import SurviveChoices
from core.survive.components import FIRST_SAFE, LOST, NEIGHBOURS, SAFE_FROM, SERPENT, SHARK, WHALE
from core.survive.schema import BY_WHIRLPOOL


@mypyc_attr(allow_interpreted_subclasses=True)
class Waters(SurviveChoices):
    __slots__ = ()

    def _tell(self, *event: int | str | tuple[int, ...]) -> None:
        if not self.quiet:
            self.events.append(event)

    # Explorers and boats. RULES 5 ------------------------------------------------------------------------------------

    def _leave(self, explorer: int, at: int) -> None:
        if self.aboard[explorer]:
            self.aboard[explorer] = 0
            self.crew[at] -= 1
        elif not self.terrain[at]:
            self.swimming[at] -= 1

    def _land(self, explorer: int, at: int) -> None:
        safe = SAFE_FROM[at]
        self.spots[explorer] = FIRST_SAFE + safe
        self.calm = -1
        self._tell("landed", explorer, at, safe)

    def _board(self, explorer: int, at: int, to: int) -> None:
        self.spots[explorer] = to
        self.aboard[explorer] = 1
        self.crew[to] += 1
        self._tell("boarded", explorer, at, to)
        self._brave(to)

    def _swim(self, explorer: int, at: int, to: int) -> None:
        self.spots[explorer] = to
        self.swimming[to] += 1
        self._tell("swam", explorer, at, to)
        if self.deadly(to):
            self._lose([explorer], to, self._killer(to))

    def _sail(self, at: int, to: int) -> None:
        self.boats[at], self.boats[to] = 0, 1
        for explorer in self.crew_at(at):
            self.spots[explorer] = to
        self.crew[to], self.crew[at] = self.crew[at], 0
        self._tell("sailed", at, to)
        self._brave(to)

    # Losses. RULES 5 -------------------------------------------------------------------------------------------------

    def _brave(self, at: int) -> None:
        """Wrecks a boat with somebody aboard if a serpent or a whale is there."""
        if self.crew[at] and self.wrecking(at):
            self._wreck(at, SERPENT if self.creatures[SERPENT][at] else WHALE)

    def _wreck(self, at: int, by: int) -> None:
        """Takes the boat away. Those aboard swim, and are lost if a shark or a serpent is there."""
        crew = self.crew_at(at)
        self.boats[at] = self.crew[at] = 0
        for explorer in crew:
            self.aboard[explorer] = 0
        self.swimming[at] += len(crew)
        self._tell("wrecked", at, by)
        self._tell("overboard", tuple(crew), at)
        if self.deadly(at):
            self._lose(crew, at, self._killer(at))

    def _killer(self, at: int) -> int:
        return SERPENT if self.creatures[SERPENT][at] else SHARK

    def _lose(self, explorers: Iterable[int], at: int, by: int) -> None:
        gone = tuple(explorers)
        if not gone:
            return
        for explorer in gone:
            self._leave(explorer, at)
            self.spots[explorer] = LOST
        self.calm = -1
        self._tell("lost", gone, at, by)

    # New boats and whirlpools. RULES 6 -------------------------------------------------------------------------------

    def _climb_in(self, explorers: list[int], at: int) -> None:
        for explorer in explorers:
            self.aboard[explorer] = 1
        self.swimming[at] -= len(explorers)
        self.crew[at] += len(explorers)
        if explorers:
            self._tell("climbed_in", tuple(explorers), at)

    def _whirl(self, centre: int) -> None:
        """Takes everything from this hex and from the sea hexes around it."""
        self._tell("whirled", centre)
        for at in (centre, *NEIGHBOURS[centre]):
            if self.terrain[at]:
                continue
            self._lose(self.explorers_at(at), at, BY_WHIRLPOOL)
            if self.boats[at]:
                self.boats[at] = 0
                self._tell("wrecked", at, BY_WHIRLPOOL)
            for creature, where in enumerate(self.creatures):
                for _ in range(where[at]):
                    self._tell("left", creature, at)
                where[at] = 0

    # Creatures. RULES 7 ----------------------------------------------------------------------------------------------

    def _bring(self, creature: int, at: int, to: int) -> None:
        where = self.creatures[creature]
        where[at] -= 1
        where[to] += 1

    def _strike_at(self, creature: int, at: int) -> None:
        """Lets a creature strike in the hex that it has reached. RULES 7."""
        if creature == WHALE:
            if self.crew[at]:
                self._wreck(at, WHALE)
            return
        if creature == SERPENT and self.crew[at]:
            self.boats[at] = 0
            self._tell("wrecked", at, SERPENT)
            self._lose(self.crew_at(at), at, SERPENT)
        self._lose(self.swimmers_at(at), at, creature)
