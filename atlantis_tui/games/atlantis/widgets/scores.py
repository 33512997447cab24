"""The score panel: for every player points now, tiles, cards, figures home, bridge, and the cost of coming home."""

from __future__ import annotations

from rich.cells import cell_len

from atlantis_tui.games.atlantis.look import own_colours, own_signs
from atlantis_tui.games.atlantis.view_model import AtlantisView
from atlantis_tui.table.widgets.link_mark import put_link
from atlantis_tui.text.translation import _
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.panel import Panel


class ScorePanel(Panel):
    sight: AtlantisView | None = None
    compact = False
    spaced = False  # room for a line that says what the cost is
    tight = False  # no room for a line under the title

    def shows(self) -> object:
        sight = self.sight
        return sight and (
            self.look,
            sight.state,
            sight.names,
            sight.viewer,
            sight.links,
            self.compact,
            self.spaced,
            self.tight,
        )

    def paint(self, canvas: Canvas) -> None:
        sight = self.sight
        if sight is None:
            return
        if self.compact:
            for seat in range(sight.state.seats):
                self._short(canvas, sight, seat)
            return
        self.title(canvas, canvas.width, _("Players"))
        palette = self.look.palette
        label = palette.style(palette.dim, palette.sea)
        canvas.fill(12, 0, canvas.width - 12, 1, label)
        for end, text in self._columns():
            canvas.put(end - cell_len(text), 0, text, label)
        for seat in range(sight.state.seats):
            self._row(canvas, sight, seat)
        if self.spaced:
            note = _("cost = bringing all figures home now")
            canvas.put(0, 2 + sight.state.seats, cut(note, canvas.width), label)

    def _columns(self) -> tuple[tuple[int, str], ...]:
        """Where each column ends, and its name."""
        return ((16, _("pts")), (22, _("tiles")), (28, _("cards")), (33, _("home")), (36, _("br")), (41, _("cost")))

    def _row(self, canvas: Canvas, sight: AtlantisView, seat: int) -> None:
        palette, glyphs, state = self.look.palette, self.look.glyphs, sight.state
        y = (1 if self.tight else 2) + seat
        asked = state.to_move == seat
        ground = palette.prompt if asked else palette.sea
        if asked:
            canvas.fill(0, y, canvas.width, 1, palette.style(palette.text, ground))
        text = palette.style(palette.text, ground)
        bold = palette.style(palette.select if not palette.flat else "plain", ground, True)
        colour = palette.style(readable(palette, palette.seats[seat], ground), ground, True)
        dim = palette.style(palette.dim, ground)
        if asked:
            canvas.put(0, y, glyphs.turn, palette.style(palette.key, ground, True))
        canvas.put(1, y, glyphs.figures[seat], colour)
        canvas.put(3, y, cut(sight.names[seat], 9, glyphs.dots), bold if seat == sight.viewer else text)
        put_link(canvas, 12, y, sight.links, seat, self.look, ground)
        canvas.put_right(16, y, str(state.wealth(seat)), bold)
        canvas.put_right(21, y, str(len(state.tiles[seat])), text)
        canvas.put_right(26, y, str(state.hands[seat].size), text)
        home = state.home(seat)
        canvas.put(30, y, glyphs.home * home, colour)
        canvas.put(30 + home, y, glyphs.away * (3 - home), dim)
        if state.bridge_left[seat]:
            canvas.put(35, y, own_signs(glyphs).bridge, palette.style(own_colours(palette).bridge, ground, True))
        else:
            canvas.put(35, y, glyphs.none, dim)
        cost = state.crossing_cost(seat)
        shown = f"{glyphs.minus}{cost}" if cost else "0"
        pay = palette.pay if not palette.flat else "plain"
        canvas.put_right(41, y, shown, palette.style(readable(palette, pay, ground), ground, True))

    def _short(self, canvas: Canvas, sight: AtlantisView, seat: int) -> None:
        """Two players a line."""
        palette, glyphs, state = self.look.palette, self.look.glyphs, sight.state
        x, y = (seat % 2) * 30, seat // 2
        colour = palette.style(readable(palette, palette.seats[seat], palette.sea), palette.sea, True)
        text = palette.style(palette.text, palette.sea)
        if state.to_move == seat:
            canvas.put(x, y, glyphs.turn, palette.style(palette.key, palette.sea, True))
        canvas.put(x + 1, y, glyphs.figures[seat], colour)
        canvas.put(x + 2, y, cut(sight.names[seat], 7, glyphs.dots), text)
        facts = _("{points} {tiles}t {cards}c").format(
            points=f"{state.wealth(seat):>3}", tiles=len(state.tiles[seat]), cards=state.hands[seat].size
        )
        put_link(canvas, x + 9, y, sight.links, seat, self.look, palette.sea)
        canvas.put(x + 10, y, facts, text)
        home = state.home(seat)
        canvas.put(x + 20, y, glyphs.home * home + glyphs.away * (3 - home), colour)
        canvas.put(x + 24, y, own_signs(glyphs).bridge if state.bridge_left[seat] else glyphs.none, text)
        cost = state.crossing_cost(seat)
        shown = f"{glyphs.minus}{cost}" if cost else "0"
        pay = readable(palette, palette.pay, palette.sea) if not palette.flat else "plain"
        canvas.put_right(x + 29, y, shown, palette.style(pay, palette.sea))
