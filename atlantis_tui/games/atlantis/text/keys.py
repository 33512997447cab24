"""The page of keys at a table of Atlantis: its own keys, and where those of all tables stand between them."""

from __future__ import annotations

from collections.abc import Mapping

from atlantis_tui.text.translation import _


def single(id: str) -> str:
    """What one key does of several that share their words."""
    from atlantis_tui.games.atlantis.text.names import card

    stem, _dot, number = id.rpartition(".")
    if stem == "atlantis.card":
        return _("play {card}").format(card=card(int(number)))
    return _("choose figure {n}").format(n=number) if stem == "atlantis.figure" else ""


def words() -> Mapping[str, str | None]:
    return {
        "atlantis.figure": _("choose a figure"),
        "atlantis.card": _("play a card"),
        "table.do": None,
        "atlantis.next": _("next legal move"),
        "atlantis.previous": _("next legal move"),
        "atlantis.other.right": _("other payment, gap"),
        "atlantis.other.left": _("other payment, gap"),
        "atlantis.bridge": _("lay your bridge"),
        "atlantis.trade": _("trade a tile"),
        "table.hint": None,
        "atlantis.targets": _("letters on places"),
        "table.back": None,
        "table.take_back": None,
        "table.history": None,
        "table.look.earlier": None,
        "table.type": None,
        "atlantis.wait": _("bridge after: ask"),
        "table.leave": None,
        "atlantis.numbers": _("numbers of places"),
    }
