"""What a move of Atlantis is good for, in a few words for each reason id. Only ever told to the seat it is for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from atlantis_tui.wording.atlantis import names as named
from atlantis_tui.words import _, ngettext

Params = Mapping[str, Any]


def _opens_water(p: Params) -> str:
    return ngettext(
        "opens water behind: a rival pays about {more} more",
        "opens water behind: rivals pay about {more} more in all",
        p["rivals"],
    ).format(more=p["more"])


def _comes_home(p: Params) -> str:
    return ngettext(
        "brings the figure home: {cards} card each turn from now on",
        "brings the figure home: {cards} cards each turn from now on",
        p["cards"],
    ).format(cards=p["cards"])


def _goes_far(p: Params) -> str:
    if p["cards"] == 1:
        return _("goes {places} places with one card").format(places=p["places"])
    return _("goes {places} places with {cards} cards").format(places=p["places"], cards=p["cards"])


def _bridge_saves(p: Params) -> str:
    words = _("the bridge saves your figures {own}, and rivals {rivals}")
    if not p["rivals"]:
        words = _("the bridge saves your figures {own}, and rivals nothing")
    return words.format(own=p["own"], rivals=p["rivals"])


def _buys(p: Params) -> str:
    return ngettext(
        "brings {cards} card for a tile of {value}", "brings {cards} cards for a tile of {value}", p["cards"]
    ).format(cards=p["cards"], value=p["value"])


def _short_hand(p: Params) -> str:
    return ngettext("with {cards} card the hand is short", "with {cards} cards the hand is short", p["cards"]).format(
        cards=p["cards"]
    )


ADVICE: dict[str, Callable[[Params], str]] = {
    # What a movement brings.
    "ends_game": lambda p: _("ends the game with about {points} points against {rival}").format(
        points=p["points"], rival=p["rival"]
    ),
    "comes_home": _comes_home,
    "opens_water": _opens_water,
    "takes": lambda p: _("takes a {value}").format(value=p["value"]),
    "takes_nothing": lambda p: _("takes nothing"),
    "goes_far": _goes_far,
    # What it costs, and what is left.
    "costs_nothing": lambda p: _("costs nothing"),
    "over_bridge": lambda p: _("crosses the water for nothing"),
    "pays": lambda p: _("pays {cost} for the water").format(cost=p["cost"]),
    "loses_change": lambda p: _("pays {lost} too much").format(lost=p["lost"]),
    "spare_card": lambda p: _("plays one of {cards}").format(cards=named.some(p["card"], p["held"])),
    "keeps_card": lambda p: _("keeps {card}, which leads far, for later").format(card=named.card(p["card"])),
    "keeps_way_home": lambda p: _("keeps {card}, which leads home, for later").format(card=named.card(p["card"])),
    "own_water": lambda p: _("your own figures behind pay about {more} more").format(more=p["more"]),
    # Payments.
    "pays_exactly": lambda p: _("pays {cost} exactly").format(cost=p["cost"]),
    "keeps_tiles": lambda p: _("keeps all tiles"),
    "keeps_cards": lambda p: _("keeps all cards for moving"),
    # Everything else.
    "bridge_saves": _bridge_saves,
    "bridge_free": lambda p: _("the bridge makes water of {price} free for all").format(price=p["price"]),
    "keeps_bridge": lambda p: _("keeps the bridge for later"),
    "unsticks": lambda p: _("no figure can move without more cards"),
    "buys": _buys,
    "short_hand": _short_hand,
    "stuck": lambda p: _("no figure can move"),
}
