"""What the widgets of the table show at one moment: the position as the viewer may see it, and what is planned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.atlantis.outlook import Outlook
from core.atlantis.rules import Atlantis
from core.game import Move


class AtlantisView(NamedTuple):
    state: Atlantis
    names: tuple[str, ...]
    viewer: int | None  # whose hand is shown; None: nobody's
    mine: bool = False  # the viewer is asked, and this is the present
    past: bool = False  # a look back
    figure: int | None = None  # chosen
    cards: tuple[int, ...] = ()  # chosen, in order
    outlook: Outlook | None = None
    targets: Mapping[int, str] = {}  # places that can be reached, with the letters to press
    bridge_at: int | None = None  # the gap a bridge would be laid on
    trade: int | None = None  # the value of the tile that would be given for cards
    told: frozenset[int] = frozenset()  # places the last move of somebody else was about
    payment: Move | None = None
    unseen: tuple[int, ...] = ()  # how many cards of each symbol the viewer has not seen
    links: tuple[str, ...] = ()  # by seat, on the network: slow, away, bot (one plays for somebody), or nothing
    watching: bool = False  # the viewer does not play
    numbers: bool = False  # every place shows its number
