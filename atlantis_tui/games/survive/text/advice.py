"""What a move of Survive! is good for, in a few words for each reason id. Only ever told to the seat it is for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from atlantis_tui.games.survive.text import names as named
from atlantis_tui.text.translation import _, ngettext
from core.survive.advice import UNKNOWN

Params = Mapping[str, Any]


# Kinds of moves that are left out first where there is little room to tell a turn.
ASIDE = ("end",)
# What a move costs: no reason to make it.
AGAINST = (
    "is_lost",
    "boat_breaks",
    "in_reach",
    "sinks_own",
    "strikes_own",
    "comes_near_own",
    "seats_rival",
    "stands_far",
)
# They speak of the reader's explorers.
OF_YOURS = (
    *(
        "saves",
        "is_lost",
        "boards",
        "swims",
        "walks",
        "walks_to_boat",
        "fetches",
        "sails",
        "out_of_reach",
        "boat_breaks",
    ),
    *("sinks_own", "strikes_own", "goes_away", "comes_near_own", "wards_off", "gets_seat", "stands_near", "stands_far"),
    *("launched_near", "spares_own", "takes_boat", "keeps_boat"),
)


def _yours(p: Params) -> str:
    return _("your explorer") if p["value"] == UNKNOWN else named.of_value(p["value"])


def _of_yours(p: Params) -> str:
    return ngettext("{n} of yours", "{n} of yours", p["own"]).format(n=p["own"])


def _rivals(p: Params) -> str:
    return ngettext("{n} rival", "{n} rivals", p["others"]).format(n=p["others"])


def _steps(n: int) -> str:
    return ngettext("{n} step", "{n} steps", n).format(n=n)


def _sails(p: Params) -> str:
    who = _yours(p) if p["own"] == 1 else _of_yours(p)
    if not p["steps"]:
        return _("sails {who} to a safe island").format(who=who)
    return _("sails {who} on, {steps} left").format(who=who, steps=_steps(p["steps"]))


def _in_reach(p: Params) -> str:
    if p["steps"] == 0:
        return _("{creature} is in the same hex").format(creature=named.a_creature(p["creature"]))
    return _("{creature} is {steps} away").format(creature=named.a_creature(p["creature"]), steps=_steps(p["steps"]))


def _launched(p: Params) -> str:
    if not p["own"]:
        return _("none of yours is beside it")
    words = ngettext("{own} of yours is beside it", "{own} of yours are beside it", p["own"])
    if p["others"]:
        words = ngettext(
            "{own} of yours beside it, {others} of others", "{own} of yours beside it, {others} of others", p["own"]
        )
    return words.format(own=p["own"], others=p["others"])


def _leaves(p: Params) -> str:
    """Where no hint wins any more: what is saved by then."""
    if p["least_lost"]:
        words = ngettext("loses least: {n} point saved", "loses least: {n} points saved", p["points"])
    else:
        words = ngettext("{n} point saved", "{n} points saved", p["points"])
    return words.format(n=p["points"])


# Each fits whole into a line of the hints at the smallest table that has two lines for a hint.
ADVICE: dict[str, Callable[[Params], str]] = {
    "leaves": _leaves,
    # Movement.
    "saves": lambda p: _("saves {who}").format(who=_yours(p)),
    "is_lost": lambda p: _("{who} is lost there").format(who=_yours(p)),
    "boards": lambda p: _("brings {who} into a boat").format(who=_yours(p)),
    "takes_boat": lambda p: _("makes the boat yours"),
    "keeps_boat": lambda p: _("keeps the boat yours"),
    "swims": lambda p: _("{who} swims, {steps} from safety").format(who=_yours(p), steps=_steps(p["steps"])),
    "walks": lambda p: _("{who} walks on").format(who=_yours(p)),
    "walks_to_boat": lambda p: _("brings {who} beside a boat").format(who=_yours(p)),
    "sails": _sails,
    "fetches": lambda p: _("brings a boat to {who}").format(who=_yours(p)),
    "takes_away": lambda p: _("takes the boat away from {rivals}").format(rivals=_rivals(p)),
    "boat_breaks": lambda p: _("the boat is lost there"),
    "out_of_reach": lambda p: _("{who} gets away from {creature}").format(
        who=_yours(p), creature=named.a_creature(p["creature"])
    ),
    "in_reach": _in_reach,
    # The island.
    "sinks_rivals": lambda p: ngettext(
        "puts {n} rival into the water", "puts {n} rivals into the water", p["others"]
    ).format(n=p["others"]),
    "sinks_own": lambda p: _("puts {own} into the water").format(own=_of_yours(p)),
    "sinks_nobody": lambda p: _("nobody stands there"),
    "keeps_tile": lambda p: _("keeps the red tile for later"),
    # Creatures.
    "takes": lambda p: _("{creature} takes {rivals}").format(
        creature=named.the_creature(p["creature"]), rivals=_rivals(p)
    ),
    "wrecks": lambda p: _("the whale wrecks a boat with {rivals}").format(rivals=_rivals(p)),
    "strikes_own": lambda p: _("{creature} strikes {own} too").format(
        creature=named.the_creature(p["creature"]), own=_of_yours(p)
    ),
    "comes_near": lambda p: _("{creature} comes near {rivals}").format(
        creature=named.the_creature(p["creature"]), rivals=_rivals(p)
    ),
    "comes_near_own": lambda p: _("{creature} comes near {own}").format(
        creature=named.the_creature(p["creature"]), own=_of_yours(p)
    ),
    "goes_away": lambda p: _("{creature} leaves {own} alone").format(
        creature=named.the_creature(p["creature"]), own=_of_yours(p)
    ),
    "strikes_nobody": lambda p: _("{creature} strikes nobody").format(creature=named.the_creature(p["creature"])),
    "no_rival_in_reach": lambda p: _("no rival is in its reach"),
    "spares_own": lambda p: _("it would hit as many of yours"),
    "wards_off": lambda p: _("saves {own} from {creature}").format(
        own=_of_yours(p), creature=named.the_creature(p["creature"])
    ),
    "keeps_defence": lambda p: _("keeps the defence for later"),
    # Setting up, and new boats.
    "stands_near": lambda p: _("{who} is {steps} from a landing").format(who=_yours(p), steps=_steps(p["steps"])),
    "stands_far": lambda p: _("{who} is {steps} from a landing").format(who=_yours(p), steps=_steps(p["steps"])),
    "launched_near": _launched,
    "gets_seat": lambda p: _("{who} gets a seat").format(who=_yours(p)),
    "seats_rival": lambda p: _("a rival gets a seat"),
}
