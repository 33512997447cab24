"""How a player's link is shown: a sign beside the name at a table, or bars with a word where there is room for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.glyphs import Glyphs


def link_sign(links: Sequence[str], seat: int, glyphs: Glyphs) -> str:
    """The sign of a seat's link, or nothing where all is well. `links` is empty at a table of one's own."""
    signs = {"away": glyphs.away, "slow": glyphs.dots, "bot": glyphs.bullet}
    return signs.get(links[seat], "") if links else ""


def put_link(canvas: Canvas, x: int, y: int, links: Sequence[str], seat: int, look: Look, ground: str) -> None:
    """Paint the sign of a seat's link, if it has one."""
    palette = look.palette
    sign = link_sign(links, seat, look.glyphs)
    if sign:
        ink = palette.bad if links[seat] == "away" else palette.key
        canvas.put(x, y, sign, palette.style("plain" if palette.flat else readable(palette, ink, ground), ground, True))


class LinkMark(NamedTuple):
    """A player's link where there is room for more than a sign."""

    sign: str
    word: str
    short: str  # the same word for the lobby, where a row also has notes on the person; bars alone say that all is well
    ink: str


def link_mark(link: str, look: Look) -> LinkMark:
    palette, glyphs = look.palette, look.glyphs
    bars = "".join(glyphs.spark[step] for step in (1, 3, 5)) if glyphs.upper else "ooo"
    if link == "here":
        return LinkMark(bars, _("here"), "", palette.land)
    if link == "slow":
        return LinkMark(bars[:2], _("slow"), _("slow"), palette.key)
    if link == "away":
        return LinkMark(glyphs.away, _("link lost"), _("away"), palette.bad)
    if link == "left":
        return LinkMark(glyphs.away, _("left"), _("left"), palette.bad)
    return LinkMark(glyphs.none, _("not known"), "", palette.dim)
