"""The box of Pearls."""

from __future__ import annotations

from atlantis_tui.text.translation import _

TYPE_CHECKING = False  # typing's own would import typing
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from atlantis_tui.games import Switch

SEATS = (2, 3, 4)


def title() -> str:
    return _("Pearls")


def motto() -> str:
    return _("open shells, if the die lets you")


def about() -> str:
    return _("Dive with your shells, and hope that they open. Big ones hold more pearls, and stay shut more often.")


def minutes(seats: int, options: Mapping[str, Any]) -> int:
    return 2 * seats


def options() -> Mapping[str, Switch]:
    return {
        "swaps": (
            _("Swaps"),
            {True: _("allowed"), False: _("not allowed")},
            _("Whether a shell may be laid away for another one."),
        ),
    }
