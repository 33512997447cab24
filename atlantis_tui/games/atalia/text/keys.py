"""What the keys do that only the table of Atalia has, among those that every table has."""

from __future__ import annotations

from collections.abc import Mapping

from atlantis_tui.text.translation import _

ALWAYS = ("atalia.best",)  # not only for somebody who is asked


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
