"""The page of keys at a table of Atalia: its own keys, and where those of all tables stand between them."""

from __future__ import annotations

from collections.abc import Mapping

from atlantis_tui.text.translation import _

ALWAYS = ("atalia.best",)  # not only for somebody who is asked

# What the player is asked where these keys do something; the help leaves them out elsewhere.
IN_STEPS = {"atalia.troops": ("draw", "scout"), "atalia.end_claims": ("claim",)}


def single(id: str) -> str:
    """What one key does of several that share their words."""
    from atlantis_tui.games.atalia.text.names import colour

    stem, _dot, number = id.rpartition(".")
    if stem == "atalia.card":
        return _("next {colour} card").format(colour=colour(int(number)))
    return _("choose field {n}").format(n=number) if stem == "atalia.field" else ""


def words() -> Mapping[str, str | None]:
    return {
        "atalia.card": _("next of a colour"),
        "atalia.tactic": _("tactic; draw one"),
        "atalia.field": _("choose a field"),
        "table.do": None,
        "atalia.next": _("next card or target"),
        "atalia.previous": _("next card or target"),
        "atalia.move.left": _("another field"),
        "atalia.move.right": _("another field"),
        "atalia.claim": _("claim a field"),
        "atalia.end_claims": _("no more claims"),
        "atalia.troops": _("draw a troop"),
        "atalia.why": _("why (not) to claim"),
        "atalia.best": _("best on, off"),
        "table.hint": None,
        "table.back": None,
        "table.take_back": None,
        "table.history": None,
        "table.look.earlier": None,
        "table.type": None,
        "atalia.pass": _("pass"),
        "atalia.out": _("Redeploy: out"),
    }
