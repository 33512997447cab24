"""The tiles that the viewer has kept, and what the viewer's explorers are worth. Nobody else sees either.

Clicks hit ("tile", number) or ("explorer", number).
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from atlantis_tui.games.survive.look import own_colours, own_signs
from atlantis_tui.games.survive.view_model import SurviveView
from atlantis_tui.games.survive.widgets.pieces import Pieces, loud
from atlantis_tui.games.survive.widgets.tiles import kept, kept_for, tile_chip
from atlantis_tui.text.translation import _
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.colours import ink_on
from atlantis_tui.ui.fit_text import fullest
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.panel import Panel
from core.survive.components import EXPLORERS
from core.survive.rules import Survive


class KeptTiles(Panel):
    sight: SurviveView | None = None
    large = False  # a title above each

    def shows(self) -> object:
        sight = self.sight
        if sight is None:
            return None
        about = sight.state, sight.viewer, sight.explorer, sight.tile, sight.watching, sight.past
        return self.look, self.large, about

    def paint(self, canvas: Canvas) -> None:
        sight = self.sight
        if sight is None or sight.viewer is None:
            if sight is not None:
                palette = self.look.palette
                told = (_("You watch: tiles and treasures are hidden."), _("Tiles and treasures are hidden."))
                words = fullest(told, canvas.width - 2) if sight.watching else ""
                canvas.put(1, 1 if self.large else 0, words, palette.style(palette.dim, palette.sea))
            return
        if self.large:
            self._large(canvas, sight, sight.viewer)
        else:
            self._small(canvas, sight, sight.viewer)

    def headings(self) -> Sequence[str]:
        """Of the boats or tiles, and of the treasures."""
        sight = self.sight
        if sight is None or sight.viewer is None:
            return ()
        placing = sight.state.step == "place"
        if not self.large:
            return _("Tiles") if sight.state.turns else _("Boats"), _("Place") if placing else _("Worth")
        if sight.past:
            return _("Kept tiles") if sight.state.turns else _("Boats"), _("Treasures")
        return _("Your kept tiles") if sight.state.turns else _("Your boats"), _("Your treasures")

    # Tiles -----------------------------------------------------------------------------------------------------------

    def _large(self, canvas: Canvas, sight: SurviveView, viewer: int) -> None:
        palette, tiles = self.look.palette, kept(sight.state, viewer)
        pen = Pen(canvas, self.look)
        colours = len(sight.state.treasures) // sight.state.seats
        bottom = canvas.height - 1 - colours
        above, below = self.headings()
        pen.rule(0, 0, canvas.width, above)
        if not sight.state.turns:
            self._boats(canvas, 1, 1, sight, viewer)
        room = bottom - 2
        if sight.state.turns and not tiles:
            canvas.put(1, 1, _("none yet"), palette.style(palette.dim, palette.sea))
        if len(tiles) <= room:
            for number, tile in enumerate(tiles):
                x = self._tile(canvas, 1, 1 + number, number, tile, sight)
                canvas.put(max(x + 1, 10), 1 + number, kept_for(tile[1]), palette.style(palette.dim, palette.sea))
        else:
            self._flow(canvas, 1, tiles, sight, room)
        pen.rule(0, bottom, canvas.width, below)
        for line in range(colours):
            self._worth(canvas, 1, bottom + 1 + line, sight, viewer, line)

    def _small(self, canvas: Canvas, sight: SurviveView, viewer: int) -> None:
        palette = self.look.palette
        dim = palette.style(palette.dim, palette.sea)
        above, below = self.headings()
        x = canvas.put(1, 0, above, dim) + 1
        if not sight.state.turns:
            self._boats(canvas, x, 0, sight, viewer)
        else:
            tiles = kept(sight.state, viewer)
            if not tiles:
                canvas.put(x, 0, _("none kept yet"), dim)
            self._flow(canvas, x, tiles, sight, 1)
        x = canvas.put(1, 1, below, dim) + 1
        for line in range(canvas.height - 1):
            self._worth(canvas, x, 1 + line, sight, viewer, line)

    def _flow(self, canvas: Canvas, x: int, tiles: list[tuple[int, int]], sight: SurviveView, room: int) -> None:
        """Side by side in `room` lines. Where even those are full, a plus stands for the others."""
        y, left = (1 if self.large else 0), x
        last = y + room - 1
        for number, tile in enumerate(tiles):
            size = 1 + self.large + cell_len(tile_chip(*tile, self.look, short=True)[0])
            more = 2 if y == last and number + 1 < len(tiles) else 0
            if x + size + more > canvas.width and y < last:
                x, y = left, y + 1
            elif x + size + more > canvas.width:
                canvas.put(x, y, "+", self.look.palette.style(self.look.palette.text, self.look.palette.sea))
                return
            x = self._tile(canvas, x, y, number, tile, sight) + 1

    def _tile(self, canvas: Canvas, x: int, y: int, number: int, tile: tuple[int, int], sight: SurviveView) -> int:
        """A tile has the same label however many others there are."""
        palette = self.look.palette
        hit = ("tile", number)
        key = palette.style("plain" if palette.flat else palette.key, palette.sea, True)
        x = canvas.put(x, y, str(number + 1), key, hit) + self.large
        text, style = tile_chip(*tile, self.look, short=True)
        if sight.tile == tile:
            style = loud(palette, palette.select)
        return canvas.put(x, y, text, style, hit)

    def _boats(self, canvas: Canvas, x: int, y: int, sight: SurviveView, viewer: int) -> None:
        palette, glyphs = self.look.palette, self.look.glyphs
        signs = own_signs(glyphs)
        deck, side, _free = own_colours(palette).hull
        boat = f"{signs.hull[0]}{signs.seat * 3}{signs.hull[1]}"
        for _number in range(sight.state.boats_left[viewer]):
            x = canvas.put(x, y, boat, palette.style(side, deck, True)) + 1
        words = _("placed last") if sight.state.step == "place" else _("to place")
        if sight.state.boats_left[viewer]:
            canvas.put(x, y, words, palette.style(palette.dim, palette.sea))

    # Treasures -------------------------------------------------------------------------------------------------------

    def _worth(self, canvas: Canvas, x: int, y: int, sight: SurviveView, viewer: int, line: int) -> None:
        """All explorers of one of the viewer's colours, the dearest first, with a sign for where each is."""
        state = sight.state
        colour = viewer + line * state.seats
        if colour >= len(state.treasures):
            return
        signs = Pieces(self.look, viewer)
        folk = range(colour * EXPLORERS, (colour + 1) * EXPLORERS)
        waiting = state.step == "place"
        shown = [one for one in folk if state.where(one) == "box"] if waiting else list(folk)
        for explorer in sorted(shown, key=lambda one: (-state.treasure(one), one)):
            x = self._explorer(canvas, x, y, sight, signs, explorer) + 1

    def _explorer(self, canvas: Canvas, x: int, y: int, sight: SurviveView, signs: Pieces, explorer: int) -> int:
        palette, state = self.look.palette, sight.state
        sign, style = signs.explorer(state, explorer)
        where, hit = state.where(explorer), ("explorer", explorer)
        mark, ink = self._state(state, explorer)
        if where == "safe" and not palette.flat:
            style = palette.style(ink_on(palette, palette.land), palette.land, True)
        elif where == "lost":
            style = palette.style(palette.dim, palette.sea)
        if explorer == sight.explorer:
            style = loud(palette, palette.select)
        x = canvas.put(x, y, sign, style, hit)
        behind = palette.land if where == "safe" and not palette.flat else palette.sea
        return canvas.put(x, y, mark, palette.style(ink, behind, True), hit)

    def _state(self, state: Survive, explorer: int) -> tuple[str, str]:
        palette, glyphs = self.look.palette, self.look.glyphs
        signs = own_signs(glyphs)
        where = state.where(explorer)
        if where == "boat":
            return signs.hull[1], "plain" if palette.flat else own_colours(palette).landing
        if where == "sea":
            return glyphs.wave, "plain" if palette.flat else palette.wave
        if where == "safe":
            return signs.isle, "plain" if palette.flat else ink_on(palette, palette.land)
        if where == "lost":
            return glyphs.times, palette.dim
        return " ", palette.text
