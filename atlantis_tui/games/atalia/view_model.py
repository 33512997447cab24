"""What the widgets of the table show at one moment: the position as the viewer may see it, and what is planned.

Fields and slots count from 0 here; slot 0 is the one next to the middle. The widgets work out themselves whatever the
position alone decides: what both sides have and can still reach, ties, plates, who could claim, the winning row.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.atalia.rules import Atalia

Spot = tuple[int, int, int]  # a card on the table: seat, field, slot
WEATHER_SLOT = -1  # as the slot of a spot: beside the field, on its plate


class Makes(NamedTuple):
    """What a card would make of the viewer's side of a field (worked out by makes.makes)."""

    rank: int
    total: int
    done: bool  # complete with it; otherwise the best it can still lead to
    wins: bool = False  # more than what lies opposite, or than all that can still come there


class Ghost(NamedTuple):
    """A card that would lie there: it is painted in the next free slot of that side."""

    seat: int
    field: int
    card: int


class Refusal(NamedTuple):
    """A claim that does not hold: one set of cards that would beat it."""

    field: int
    cards: tuple[int, ...]  # troops for his free slots; empty where what lies there beats it already


class AtaliaView(NamedTuple):
    state: Atalia  # the same object as long as nothing happened: what does not change is not painted again
    names: tuple[str, ...]
    viewer: int | None  # whose hand is shown; None: nobody's
    below: int = 0  # the seat whose side of the fields is at the bottom
    mine: bool = False  # the viewer is asked, and this is the present
    past: bool = False  # a look back
    watching: bool = False  # the viewer does not play
    best: bool = True  # show what both sides can still reach
    links: tuple[str, ...] = ()  # by seat, on the network: slow, away, bot (one plays for somebody), or nothing
    told: frozenset[Spot] = frozenset()  # what the last move of somebody else was about; WEATHER_SLOT: the plate

    # What is chosen
    cursor: int | None = None  # a field: white frame round its lane; its results stand under the hand
    card: int | None = None  # of the hand
    legal: Mapping[int, Makes | None] = {}  # fields where the chosen card, or the one moved by guile, may be laid
    makes: Mapping[int, Makes] = {}  # by card of the hand: what it makes on the cursor's field

    # What is planned
    after: Atalia | None = None  # the position after the planned move (keep it as long as the plan stays the same)
    ghosts: tuple[Ghost, ...] = ()  # cards that it lays; weather is found by comparing `after` with `state`
    targets: frozenset[Spot] = frozenset()  # cards that Traitor, Deserter or Redeploy could take
    target: Spot | None = None  # the chosen one of them: it would leave its slot
    out: str = ""  # Redeploy may put it out of the game ("legal"), or would ("chosen")
    decks: frozenset[int] = frozenset()  # to be drawn from now
    fresh: tuple[int, ...] = ()  # cards of the hand that were just drawn
    back: tuple[int, ...] = ()  # cards that go back on their decks, in that order; the last is on top
    refusal: Refusal | None = None
    tone: str = ""  # of prompt and badge: "" asked, "plan" mint, "bad" pink, "won" the winner's colour, "told" quiet
