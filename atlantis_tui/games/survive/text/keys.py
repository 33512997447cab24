"""The page of keys at a table of Survive!: its own keys, and where those of all tables stand between them."""

from __future__ import annotations

from collections.abc import Mapping

from atlantis_tui.text.translation import _

ALWAYS = ("survive.left", "survive.right", "survive.up", "survive.down")  # not only for somebody who is asked


# What the player is asked where these keys do something; the help leaves them out elsewhere.
IN_STEPS = {
    "survive.explorer": ("place", "aboard", "move", "dolphin", "wind", "die", "send"),
    "survive.swim": ("move",),
    "survive.defend": ("defend",),
    "survive.suggest": ("place", "launch", "sink"),
    "survive.rest": ("place", "launch"),
}


def single(id: str) -> str:
    """What one key does of several that share their words."""
    stem, _dot, number = id.rpartition(".")
    return _("kept tile {n}; treasure").format(n=number) if stem == "survive.kept" else ""


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
        "survive.rest": _("place all the rest"),
        "survive.panel": _("hex and players"),
        "table.hint": None,
        "table.back": None,
        "table.take_back": None,
        "table.history": None,
        "table.look.earlier": None,
        "table.type": None,
    }
