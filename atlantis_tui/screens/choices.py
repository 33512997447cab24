"""What can be chosen for a new game, in words: games, bots, and rules with a switch."""

from __future__ import annotations

from typing import Any

from atlantis_tui.words import _
from core.game import Option


def level_word(level: str) -> str:
    return {"random": _("random"), "easy": _("easy"), "normal": _("normal"), "hard": _("hard")}.get(level, level)


def character(level: str) -> str:
    """A bot in a few words."""
    return {
        "random": _("plays any move, as it comes"),
        "easy": _("takes what lies in front of it"),
        "normal": _("looks a move ahead and counts"),
        "hard": _("thinks every move through"),
    }.get(level, "")


def option_words(option: Option) -> tuple[str, dict[Any, str], str]:
    """A rule with a switch: what it is about, each value, and a sentence on it."""
    known: dict[str, tuple[str, dict[Any, str], str]] = {
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
    plain = option.name.replace("_", " ").capitalize()
    return known.get(option.name, (plain, {}, plain))


def motto(game: str) -> str:
    return {"atlantis": _("bring three figures over a sinking road")}.get(game, "")


def about(game: str) -> str:
    return {
        "atlantis": _(
            "Atlantis sinks. Lead your figures along the road to the Mainland, pick up what lies behind them, "
            "and keep enough of it to pay for the water."
        )
    }.get(game, "")
