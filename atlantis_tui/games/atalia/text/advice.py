"""What a move of Atalia is good for, in a few words for each reason id. Only ever told to the seat it is for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from atlantis_tui.games.atalia.text import names as named
from atlantis_tui.text.translation import _, ngettext

Params = Mapping[str, Any]

# Kinds of moves that are left out first where there is little room to tell a turn.
ASIDE = ("done", "draw")
# What a move costs: no reason to make it.
AGAINST = (
    "falls_short",
    "never_complete",
    "spoils",
    "needed_elsewhere",
    "lets_claim",
    "tactic_ahead",
    "leaves_field",
    "leaves_claims",
)
OF_YOURS: tuple[str, ...] = ()  # none speaks of the reader


def _made(p: Params) -> str:
    return named.formation((p["rank"], p["total"]))


def _field(p: Params) -> int:
    field: int = p["field"]
    return field + 1


def _few_finish(p: Params) -> str:
    return ngettext("{n} unseen troop makes it {rank}", "{n} unseen troops make it {rank}", p["cards"]).format(
        n=p["cards"], rank=named.rank(p["rank"])
    )


def _troops_finish(p: Params) -> str:
    return ngettext("{n} troop would finish a formation", "{n} troops would finish a formation", p["cards"]).format(
        n=p["cards"]
    )


def _another_tactic(p: Params) -> str:
    return ngettext("one more than the {n} in hand", "one more than the {n} in hand", p["held"]).format(n=p["held"])


def _enough_tactics(p: Params) -> str:
    return ngettext("the hand has {n} tactic already", "the hand has {n} tactics already", p["held"]).format(
        n=p["held"]
    )


def _places_left(p: Params) -> str:
    return ngettext("{n} place is still to be filled", "{n} places are still to be filled", p["places"]).format(
        n=p["places"]
    )


def _spare_tactic(p: Params) -> str:
    return ngettext("the hand has {n} tactic", "the hand has {n} tactics", p["held"]).format(n=p["held"])


# Each fits whole into a line of the hints at the smallest table that has two lines for a hint.
ADVICE: dict[str, Callable[[Params], str]] = {
    # Claims.
    "wins_by_row": lambda p: _("wins with three in a row"),
    "wins_by_five": lambda p: _("wins with five fields"),
    "claims": lambda p: _("claims {fields}").format(fields=named.fields(p["fields"])),
    "stops_row": lambda p: _("stops the rival's row at field {field}").format(field=_field(p)),
    "stops_fifth": lambda p: _("denies the rival field {field}, the fifth").format(field=_field(p)),
    "leaves_claims": lambda p: _("leaves {fields} open").format(fields=named.fields(p["fields"])),
    # What a card makes of its field.
    "unbeatable": lambda p: _("nothing unseen beats {made}").format(made=_made(p)),
    "finishes": lambda p: _("finishes a {made}").format(made=_made(p)),
    "falls_short": lambda p: _("stays below {made}").format(made=_made(p)),
    "hand_finishes": lambda p: _("the hand makes it {made}").format(made=_made(p)),
    "few_finish": _few_finish,
    "keeps_open": lambda p: _("can become a {rank}").format(rank=named.rank(p["rank"])),
    "never_complete": lambda p: _("field {field} can never be complete").format(field=_field(p)),
    "spoils": lambda p: _("spoils the own {rank}").format(rank=named.rank(p["rank"])),
    "proves": lambda p: _("field {field} is proven then").format(field=_field(p)),
    # Why this field.
    "third_in_row": lambda p: _("field {field} would be third in a row").format(field=_field(p)),
    "fifth_field": lambda p: _("field {field} would be the fifth").format(field=_field(p)),
    "row_open": lambda p: _("keeps a row of fields {first} to {last} open").format(
        first=p["fields"][0] + 1, last=p["fields"][-1] + 1
    ),
    "fights_row": lambda p: _("field {field} is the rival's third in a row").format(field=_field(p)),
    "fights_fifth": lambda p: _("field {field} would be the rival's fifth").format(field=_field(p)),
    "lost_anyway": lambda p: _("field {field} is lost anyway").format(field=_field(p)),
    # Why this card.
    "fits_nowhere": lambda p: _("no other field begun needs {card}").format(card=named.card(p["card"])),
    "needed_elsewhere": lambda p: _("field {field} needs {card} for a {rank}").format(
        card=named.card(p["card"]), rank=named.rank(p["rank"]), field=_field(p)
    ),
    "lets_claim": lambda p: _("rival can claim {fields}").format(fields=named.fields(p["fields"])),
    # Tactics.
    "scouts": lambda p: _("three cards to choose from"),
    "fog_over": lambda p: _("makes the rival's {rank} a sum").format(rank=named.rank(p["rank"])),
    "only_sums": lambda p: _("only sums count on field {field} then").format(field=_field(p)),
    "fourth_card": lambda p: _("field {field} takes a card more then").format(field=_field(p)),
    "reopens": lambda p: _("the rival lacks a card on field {field}").format(field=_field(p)),
    "breaks": lambda p: _("breaks the rival's {rank}").format(rank=named.rank(p["rank"])),
    "takes_card": lambda p: _("the rival loses {card}").format(card=named.card(p["card"])),
    "frees": lambda p: _("field {field} can become more without it").format(field=_field(p)),
    "leaves_field": lambda p: _("field {field} loses {card}").format(field=_field(p), card=named.card(p["card"])),
    "tactic_ahead": lambda p: _("then the rival plays a tactic first"),
    # Drawing, and what Scout puts back.
    "takes_known": lambda p: _("on top lies {card}").format(card=named.card(p["card"])),
    "no_tactic": lambda p: _("no tactic is in the hand"),
    "another_tactic": _another_tactic,
    "troops_finish": _troops_finish,
    "enough_tactics": _enough_tactics,
    "tactics_gone": lambda p: _("no tactics are left to draw"),
    "places_left": _places_left,
    "second_leader": lambda p: _("a second leader may not be played"),
    "spare_tactic": _spare_tactic,
    "least_useful": lambda p: _("of the hand {card} helps least").format(card=named.card(p["card"])),
    "cannot_play": lambda p: _("no card can be played"),
}
