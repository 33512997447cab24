"""What the keys do that only the table of Survive! has, among those that every table has."""

from __future__ import annotations

from collections.abc import Mapping

from atlantis_tui.text.translation import _

ALWAYS = ("survive.left", "survive.right", "survive.up", "survive.down")  # not only for somebody who is asked


def words() -> Mapping[str, str | None]:
    return {
        "survive.left": _("another hex"),
        "survive.right": _("another hex"),
        "survive.up": _("another hex"),
        "survive.down": _("another hex"),
        "survive.next": _("next piece or tile"),
        "survive.previous": _("next piece or tile"),
        "table.do": None,
        "survive.explorer": _("next explorer there"),
        "survive.swim": _("swim, do not board"),
        "survive.kept": _("kept tile; treasure"),
        "survive.nothing": _("nothing more; no"),
        "survive.defend": _("defend"),
        "survive.suggest": _("suggest a place"),
        "survive.panel": _("players and tiles"),
        "table.hint": None,
        "table.back": None,
        "table.take_back": None,
        "table.history": None,
        "table.look.earlier": None,
        "table.type": None,
    }
