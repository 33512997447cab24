"""The mark beside a player who is not well connected, on the network: slow, away, or a bot plays in that seat."""

from __future__ import annotations

from collections.abc import Sequence

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
