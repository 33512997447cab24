"""How cards of Atalia look: their colours, and their words for the room there is."""

from __future__ import annotations

from atlantis_tui.games.atalia.look import own_colours, own_signs
from atlantis_tui.games.atalia.text import names
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import cut
from atlantis_tui.ui.colours import mixed, readable
from atlantis_tui.ui.glyphs import Glyphs
from atlantis_tui.ui.palettes import Pair, Palette
from core.atalia.components import CAVALRY, COLOURS, MORALE, SHIELD, TROOPS_IN_ALL, VALUES, WEATHER

FULL, WON, LOST = range(3)  # the colours of a card: as they are, and on fields that somebody owns
_FADED = {WON: 0.25, LOST: 0.68}


def outlined(look: Look) -> bool:
    """No colours or no blocks to paint with: signs and brackets instead."""
    return look.palette.flat or not look.glyphs.upper


def pair(face: int, palette: Palette) -> Pair:
    colours = own_colours(palette)
    return colours.troops[face // VALUES] if face < TROOPS_IN_ALL else colours.tactics


def faded(colours: Pair, palette: Palette, how: int) -> Pair:
    """The colours of a card that lies on a field somebody owns. Of sixteen, the loser's are ink on the sea."""
    ground, ink = colours
    if how == FULL:
        return colours
    if palette.flat:
        return ground, "dim" if how == LOST else ink
    if palette.ansi:
        return (palette.sea, ground) if how == LOST else colours
    ground = mixed(palette, ground, palette.sea, _FADED[how])
    return ground, readable(palette, palette.dim if how == LOST else ink, ground)


def sign(face: int, glyphs: Glyphs) -> str:
    """What kind of card it is, in one cell; a blank where troops have only their letter."""
    signs = own_signs(glyphs)
    if face < TROOPS_IN_ALL:
        return signs.troops[face // VALUES]
    if face in MORALE:
        return signs.morale
    return signs.weather[face - WEATHER[0]] if face in WEATHER else signs.guile


def letter(face: int) -> str:
    """The key that chooses it."""
    return COLOURS[face // VALUES] if face < TROOPS_IN_ALL else "T"


def value(face: int) -> str:
    if face < TROOPS_IN_ALL:
        return str(face % VALUES + 1)
    return "8" if face == CAVALRY else "1-3" if face == SHIELD else "?"


def lying(face: int, width: int, look: Look, roomy: bool = False) -> str:
    """A card of a formation in one line; `roomy` with a blank at either side."""
    glyphs, worth = look.glyphs, value(face)
    if face >= TROOPS_IN_ALL:
        room = width - 1 - len(worth)
        name = cut(_morale(face), room - (room == 3), "") if room > 2 else cut(_morale(face), room, "")
        return f"{sign(face, glyphs)}{name.ljust(room)}{worth}"
    name = f"{sign(face, glyphs)}{letter(face)}"
    if outlined(look):
        return f"{name}{worth:>{3 if width > 5 else 2}}".ljust(width)
    return f" {name}{worth:>{width - 4}} " if roomy else f"{name}{worth:>{width - 2}}"


def name(face: int, width: int) -> str:
    """The colour of a troop, or the name of a tactic as far as there is room for it in one line."""
    if face < TROOPS_IN_ALL:
        return names.colour(face // VALUES)
    return next((one for one in (names.tactic(face), names.tactic_short(face)) if len(one) <= width), "")


def _morale(face: int) -> str:
    """Short enough for a card that lies in a formation."""
    return (_("Alex"), _("Dari"), _("Cav"), _("Shd"))[face - TROOPS_IN_ALL]


def chip(face: int, look: Look) -> str:
    """A card among words: ` ⚑R8 `, or `[R8]` where colours cannot tell what belongs to it."""
    shown = f"{letter(face)}{value(face)}" if face < TROOPS_IN_ALL else names.tactic_short(face)
    if outlined(look):
        return f"[{shown}]"
    return f" {sign(face, look.glyphs)}{shown} "
