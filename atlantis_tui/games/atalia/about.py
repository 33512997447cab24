"""What the menu tells of Atalia: its name, what it is about, how long it takes, and its rule options in words."""

from __future__ import annotations

from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # typing's own would import typing
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from atlantis_tui.games import Switch

SEATS = (2,)


def title() -> str:
    return _("Atalia")


def motto() -> str:
    return _("five fields of nine, or three in a row")


def about() -> str:
    return _(
        "Two armies, nine fields. Lay formations of three cards, and claim a field as soon as you can prove "
        "that nothing beats you there."
    )


def minutes(seats: int, options: Mapping[str, Any]) -> int:
    return 20 * int(options.get("series", 1))


def options() -> Mapping[str, Switch]:
    return {
        "claim_at": (
            _("Claims"),
            {"end": _("after your card"), "start": _("before your card")},
            _("When in your turn you may claim fields; before the card, the other side gets an answer first."),
        ),
        "tactics": (
            _("Tactics"),
            {True: _("with all ten"), False: _("troops only")},
            _("The ten tactics cards break the rules; without them the better troops decide."),
        ),
        "terrain": (
            _("Terrain"),
            {"off": _("nine equal fields"), "house": _("nine of our own")},
            _("A rule of this house: each field has a terrain with a rule of its own."),
        ),
        "series": (
            _("Games"),
            {1: _("one"), 3: _("a series of three"), 5: _("a series of five")},
            _("Games one after another: the points are added up, and who won one begins the next."),
        ),
    }
