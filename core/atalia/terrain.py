"""The rules of one field: plain, under weather, or on a terrain. RULES 4, 5 and 8.

The printed texts of the nine terrain cards are not known to us. These are our own, and never shown as anything else.
"""

from __future__ import annotations

from core.atalia.formations import Ground

PLAIN, BRIDGE, MARSH, MIST, FOREST, SLOPE, RAVINE, VILLAGE, CASTLE = range(9)
TERRAINS = ("plain", "bridge", "marsh", "mist", "forest", "slope", "ravine", "village", "castle")

# What each changes. The Castle changes nothing on its own field, but ties on the fields beside it.
HOUSE = (
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


# By terrain, then Fog, then Mud. Four places are the most there ever are: on a Marsh no Mud may lie.
GROUNDS = tuple(
    tuple(tuple(_ground(terrain, fog, mud) for mud in (0, 0 if terrain == MARSH else 1)) for fog in (0, 1))
    for terrain in range(len(HOUSE))
)
