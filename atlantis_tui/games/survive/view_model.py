"""What the widgets of the table show at one moment: the position as the viewer may see it, and what is planned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.survive.rules import Survive

# Besides hexes, safe islands have places here too: FIRST_SAFE and on.
Spot = int


class Mark(NamedTuple):
    """A place that can be chosen: "reach" with its cost, "deadly" with its cost, "sink", or "free"."""

    kind: str
    cost: str = ""


class Preview(NamedTuple):
    """What is planned, as the board shows it where it ends. Nobody is harmed in `shown`; `victims` would be."""

    at: Spot
    shown: Survive
    moved: frozenset[int] = frozenset()  # explorers
    victims: frozenset[int] = frozenset()  # explorers
    wreck: bool = False  # the boat there would be lost
    cost: str = ""


class SurviveView(NamedTuple):
    state: Survive
    names: tuple[str, ...]
    viewer: int | None  # whose treasures and tiles are shown; None: nobody's
    mine: bool = False  # the viewer is asked, and this is the present
    past: bool = False  # a look back
    cursor: Spot | None = None
    chosen: Spot | None = None  # where the piece stands that would move
    explorer: int | None = None  # chosen
    tile: tuple[int, int] | None = None  # chosen of those kept: its terrain and its back
    marks: Mapping[Spot, Mark] = {}
    preview: Preview | None = None
    told: frozenset[Spot] = frozenset()  # places the last turn of somebody else was about
    volcano: Spot | None = None  # where it broke out
    asked: int | None = None  # the seat that is asked for a defence
    links: tuple[str, ...] = ()  # by seat, on the network: slow, away, bot (one plays for somebody), or nothing
    watching: bool = False  # the viewer does not play
    tone: str = ""  # of the prompt: "" asks, "plan" mint, "sink" pink, "peril" red, "told" quiet
