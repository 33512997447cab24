"""What a move of Atlantis is good for, in a few words for each reason id. Only ever told to the seat it is for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from atlantis_tui.games.atlantis.text import names as named
from atlantis_tui.text.translation import _, ngettext

Params = Mapping[str, Any]


# Kinds of moves that are left out first where there is little room to tell a turn.
ASIDE = ("pay",)
AGAINST = ("pays", "loses_change", "takes_nothing", "own_water")  # what a move costs: no reason to make it
OF_YOURS = ("own_water", "bridge_saves")  # they speak of the reader's figures
GOES_ON = ("buy",)  # a hint that ends with such a move tells only the first half of the turn


def _opens_water(p: Params) -> str:
    return ngettext("a rival pays about {more} more", "rivals pay about {more} more", p["rivals"]).format(
        more=p["more"]
    )


def _comes_home(p: Params) -> str:
    return ngettext(
        "comes home: draws {cards} card each turn", "comes home: draws {cards} cards each turn", p["cards"]
    ).format(cards=p["cards"])


def _goes_far(p: Params) -> str:
    if p["cards"] == 1:
        return _("goes {places} places with one card").format(places=p["places"])
    return _("goes {places} places with {cards} cards").format(places=p["places"], cards=p["cards"])


def _bridge_saves(p: Params) -> str:
    words = _("the bridge saves you {own}, rivals {rivals}")
    if not p["rivals"]:
        words = _("the bridge saves {own} for you alone")
    return words.format(own=p["own"], rivals=p["rivals"])


def _buys(p: Params) -> str:
    return ngettext(
        "brings {cards} card for a tile of {value}", "brings {cards} cards for a tile of {value}", p["cards"]
    ).format(cards=p["cards"], value=p["value"])


def _short_hand(p: Params) -> str:
    return ngettext("the hand has only {cards} card", "the hand has only {cards} cards", p["cards"]).format(
        cards=p["cards"]
    )


def _leaves(p: Params) -> str:
    """Where no hint wins any more: what is left at the end."""
    n = abs(p["points"])
    if p["points"] < 0:
        words = (
            ngettext("loses least: {n} point short", "loses least: {n} points short", n)
            if p["least_lost"]
            else ngettext("{n} point short", "{n} points short", n)
        )
    else:
        words = (
            ngettext("loses least: {n} point left", "loses least: {n} points left", n)
            if p["least_lost"]
            else ngettext("{n} point left", "{n} points left", n)
        )
    return words.format(n=n)


# Each fits whole into a line of the hints at the smallest table that has two lines for a hint.
ADVICE: dict[str, Callable[[Params], str]] = {
    "leaves": _leaves,
    # What a movement brings.
    "ends_game": lambda p: _("ends the game, about {points} to {rival}").format(points=p["points"], rival=p["rival"]),
    "comes_home": _comes_home,
    "opens_water": _opens_water,
    "takes": lambda p: _("takes a {value}").format(value=p["value"]),
    "takes_nothing": lambda p: _("takes no tile"),
    "goes_far": _goes_far,
    # What it costs, and what is left.
    "costs_nothing": lambda p: _("costs nothing"),
    "over_bridge": lambda p: _("crosses the water for nothing"),
    "pays": lambda p: _("pays {cost} for the water").format(cost=p["cost"]),
    "loses_change": lambda p: _("pays {lost} too much").format(lost=p["lost"]),
    "spare_card": lambda p: _("the hand has {cards}").format(cards=named.some(p["card"], p["held"])),
    "keeps_card": lambda p: _("keeps {card} that leads far").format(card=named.card(p["card"])),
    "keeps_way_home": lambda p: _("keeps {card} that leads home").format(card=named.card(p["card"])),
    "own_water": lambda p: _("your own figures pay about {more} more").format(more=p["more"]),
    # Payments.
    "pays_exactly": lambda p: _("pays {cost} exactly").format(cost=p["cost"]),
    "keeps_tiles": lambda p: _("keeps all tiles"),
    "keeps_cards": lambda p: _("keeps all cards for moving"),
    # Everything else.
    "bridge_saves": _bridge_saves,
    "bridge_free": lambda p: _("makes water of {price} free for all").format(price=p["price"]),
    "keeps_bridge": lambda p: _("keeps the bridge for later"),
    "unsticks": lambda p: _("no figure can move without more cards"),
    "buys": _buys,
    "short_hand": _short_hand,
    "stuck": lambda p: _("no figure can move"),
}
