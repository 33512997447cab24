"""What the menu tells of Atlantis: its name, what it is about, how long it takes, and its rule options in words."""

from __future__ import annotations

from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # typing's own would import typing
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from atlantis_tui.games import Switch

SEATS = (2, 3, 4)


def title() -> str:
    return _("Atlantis")


def motto() -> str:
    return _("bring three figures over a sinking road")


def about() -> str:
    return _(
        "Atlantis sinks. Lead your figures along the road to the Mainland, pick up what lies behind them, "
        "and keep enough of it to pay for the water."
    )


def minutes(seats: int, options: Mapping[str, Any]) -> int:
    return 5 + 5 * seats


def options() -> Mapping[str, Switch]:
    return {
        "paid_cards": (
            _("Paid cards"),
            {"removed": _("leave the game"), "discard": _("go to the discards")},
            _("Cards that paid for water are gone for good, or are shuffled in again later."),
        ),
        "bought_cards_can_pay": (
            _("Bought cards"),
            {True: _("may pay at once"), False: _("may only be played")},
            _("Whether cards that you traded a tile for can pay for water in the same turn."),
        ),
        "atlantis_figures_pay": (
            _("Left on Atlantis"),
            {True: _("cross and pay"), False: _("stay and cost nothing")},
            _("What happens at the end to figures that never left Atlantis."),
        ),
    }
