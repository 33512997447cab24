"""Every sign of Pearls with its name."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_tui.games.pearls.look import own_colours, own_signs
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.rich_line import Piece

Sign = tuple[Sequence[Piece], str]  # what is painted, and what it is


def legend(look: Look, ground: str) -> list[tuple[str, list[Sign]]]:
    palette, colours, signs = look.palette, own_colours(look.palette), own_signs(look.glyphs)
    shell = (signs.shell, palette.style(colours.shell[1], colours.shell[0], True))
    pearl = (signs.pearl, palette.style(colours.pearl, ground, True))
    return [(_("In the replay"), [([pearl], _("a shell opened")), ([shell], _("a shell was swapped"))])]
