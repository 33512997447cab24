"""Tiles that were kept, as chips: the terrain side, which all can see, and what is on the back, where that is known."""

from __future__ import annotations

from atlantis_tui.games.survive.look import own_colours, own_signs
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.rich_line import Piece
from core.hidden import SEALED
from core.survive.components import (
    DOLPHIN,
    LAND,
    NO_SHARK,
    NO_WHALE,
    SEND_SERPENT,
    SEND_SHARK,
    SEND_WHALE,
    SENDS,
    SHARK,
    WHALE,
    WIND,
)
from core.survive.rules import Survive


def kept(state: Survive, seat: int) -> list[tuple[int, int]]:
    """Terrain and back of all that a seat has kept, in the order of the keys; a back may be SEALED."""
    return [(terrain, back) for terrain in LAND for back in state.hand_of(seat, terrain).faces()]


def back_word(back: int, look: Look, short: bool = False) -> str:
    """In a word or two; creatures by their signs."""
    signs = own_signs(look.glyphs).creatures
    if back == SEALED:
        return "?"
    if back in SENDS:
        return f"{look.glyphs.arrow}{signs[SENDS[back]]}" if short else _("send {sign}").format(sign=signs[SENDS[back]])
    if back in (NO_SHARK, NO_WHALE):
        sign = signs[SHARK if back == NO_SHARK else WHALE]
        return f"{own_signs(look.glyphs).repels}{sign}" if short else _("no {sign}").format(sign=sign)
    names = {DOLPHIN: (_("dolphin"), _("dol")), WIND: (_("wind"), _("wnd"))}
    return names[back][short] if back in names else "?"


def kept_for(back: int) -> str:
    """What a kept tile is and does, in a few words."""
    sends = {
        SEND_SERPENT: _("any serpent to vacant sea"),
        SEND_SHARK: _("any shark to vacant sea"),
        SEND_WHALE: _("any whale to vacant sea"),
    }
    others = {
        DOLPHIN: _("dolphin: swimmer 1-3 hexes"),
        WIND: _("wind: own boat 1-3 hexes"),
        NO_SHARK: _("wards off a shark, if asked"),
        NO_WHALE: _("wards off a whale, if asked"),
    }
    return (sends | others).get(back, "")


def tile_chip(terrain: int, back: int, look: Look, short: bool = False) -> Piece:
    palette, glyphs = look.palette, look.glyphs
    signs = own_signs(glyphs)
    ground, ink = own_colours(palette).terrain[terrain - 1]
    word = back_word(back, look, short)
    text = f"{signs.terrain[terrain]}{word}" if short else f"{signs.terrain[terrain]} {word} "
    if palette.flat:
        return f"[{text.strip()}]", palette.style("plain", "plain", True)
    return text, palette.style(ink if palette.ansi else _dark(look, ground, ink), ground, True)


def _dark(look: Look, ground: str, ink: str) -> str:
    from atlantis_tui.ui.colours import contrast, ink_on

    return ink if contrast(ink, ground) >= 4.5 else ink_on(look.palette, ground)
