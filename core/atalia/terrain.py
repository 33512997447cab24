"""The rules of a field by its terrain and weather. RULES 4, 5 and 8.

We do not know the printed texts of the nine terrains. These terrains are our own, and the program never shows them as
anything else.
"""

from __future__ import annotations

from typing import Final

from core.atalia.formations import Ground

PLAIN: Final = 0
BRIDGE: Final = 1
MARSH: Final = 2
MIST: Final = 3
FOREST: Final = 4
SLOPE: Final = 5
RAVINE: Final = 6
VILLAGE: Final = 7
CASTLE: Final = 8
TERRAINS: Final[tuple[str, ...]] = (
    "plain",
    "bridge",
    "marsh",
    "mist",
    "forest",
    "slope",
    "ravine",
    "village",
    "castle",
)

# By terrain: the ground without weather. The Castle changes only ties on the fields beside it.
HOUSE: Final[tuple[Ground, ...]] = (
    Ground(),
    Ground(need=2),
    Ground(need=4),
    Ground(sums_only=True),
    Ground(colours=False),
    Ground(highest=7),
    Ground(lower_wins=True),
    Ground(triples_first=True),
    Ground(),
)


def _ground(terrain: int, fog: int, mud: int) -> Ground:
    ground = HOUSE[terrain]
    return ground._replace(need=ground.need + mud, sums_only=ground.sums_only or bool(fog))


# By terrain, then Fog, then Mud. No Mud may lie on a Marsh, so a side never has more than four places.
GROUNDS: Final = tuple(
    tuple(tuple(_ground(terrain, fog, mud) for mud in (0, 0 if terrain == MARSH else 1)) for fog in (0, 1))
    for terrain in range(len(HOUSE))
)
