"""What the signs on the board mean, where there is room to say it."""

from __future__ import annotations

from rich.cells import cell_len

from atlantis_tui.games.survive.look import own_colours, own_signs
from atlantis_tui.games.survive.view_model import SurviveView
from atlantis_tui.games.survive.widgets.pieces import Pieces, loud
from atlantis_tui.text.translation import _
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.panel import Panel
from atlantis_tui.ui.rich_line import Piece
from core.survive.components import CREATURES, LAND


class SurviveSigns(Panel):
    sight: SurviveView | None = None

    def shows(self) -> object:
        sight = self.sight
        return sight and (self.look, sight.viewer, sight.state.options["owner_remembers"] or not sight.state.turns)

    def paint(self, canvas: Canvas) -> None:
        sight, palette, glyphs = self.sight, self.look.palette, self.look.glyphs
        colours = own_colours(palette)
        signs = own_signs(glyphs)
        if sight is None:
            return
        pieces = Pieces(self.look, sight.viewer)
        deck, side, _free = colours.hull
        sea = colours.deep[0]
        foam = palette.style(readable(palette, palette.foam, sea), sea, True)
        names = (_("serpent"), _("shark"), _("whale"))
        first: list[tuple[Piece, str]] = [
            ((pieces.chip(kind), pieces.creature(kind)[1]), names[kind]) for kind in range(len(CREATURES))
        ]
        boat = f"{signs.hull[0]}{signs.seat * 3}{signs.hull[1]}"
        first.append(((boat, palette.style(side, deck, True)), _("boat")))
        first.append(((f"{glyphs.wave}{glyphs.figures[1]}{glyphs.wave}", foam), _("swimmer")))
        lands = (_("beach"), _("forest"), _("mountain"))
        second: list[tuple[Piece, str]] = []
        for kind in LAND:
            ground, ink = colours.terrain[kind - 1]
            second.append(((f" {signs.terrain[kind]} ", palette.style(ink, ground)), lands[kind - 1]))
        landing = palette.style(readable(palette, colours.landing, sea), sea, True)
        second.append(((f" {signs.isle} ", landing), _("landing")))
        viewer = sight.viewer
        if viewer is not None:
            remembers = sight.state.options["owner_remembers"] or not sight.state.turns
            sign = "5" if remembers else glyphs.figures[viewer]
            second.append(
                ((sign, loud(palette, palette.seats[viewer])), _("yours, its treasure") if remembers else _("yours"))
            )
        if canvas.height > 2:
            self.title(canvas, canvas.width, _("Signs"))
            self._flow(canvas, [*first, *second])
            return
        for y, line in enumerate((first, second)):
            x = 0
            for (text, style), word in line:
                if x + cell_len(text) + 1 + cell_len(word) > canvas.width:
                    break
                x = canvas.put(x, y, text, style)
                x = canvas.put(x + 1, y, word, palette.style(palette.dim, palette.sea)) + 2

    def _flow(self, canvas: Canvas, told: list[tuple[Piece, str]]) -> None:
        """Below a title, as many in a line as have room."""
        dim = self.look.palette.style(self.look.palette.dim, self.look.palette.sea)
        x, y = 1, 1
        for (text, style), word in told:
            if x + cell_len(text) + 1 + cell_len(word) > canvas.width:
                x, y = 1, y + 1
            x = canvas.put(canvas.put(x, y, text, style) + 1, y, word, dim) + 2
