"""The score panel: for every player tiles, cards, figures home and bridge; what that is worth, the cost of coming home,
and the points that would be left of it."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_tui.games.atlantis.look import own_colours, own_signs
from atlantis_tui.games.atlantis.text.history import points_text
from atlantis_tui.games.atlantis.view_model import AtlantisView
from atlantis_tui.table.widgets.link_mark import put_link
from atlantis_tui.text.translation import _
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.fit_text import fullest
from atlantis_tui.ui.panel import Panel

WIDTH = 42  # columns that the panel needs; more of them are for names, and then for the space between the numbers
NAME = 20  # columns of a name for which there is much room
_ENDS = (15, 20, 25, 28, 32, 37, 41)  # where each column ends in a panel that is as wide as it needs


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
        seats, ends = sight.state.seats, self._ends(canvas.width)
        start = ends[0] - 5
        canvas.fill(start, 0, canvas.width - start, 1, label)
        for end, text in zip(ends, self.headings(), strict=True):
            canvas.put_right(end, 0, text, label)
        top, apart = 1 if self.tight else 2, 2 if canvas.height > max(7, 2 + 2 * seats) else 1
        for seat in range(seats):
            self._row(canvas, sight, seat, top + apart * seat, ends)
        if self.spaced:
            note = _("pts = what is left if all cross now")
            canvas.put(0, 2 + apart * seats, cut(note, canvas.width), label)

    def headings(self) -> Sequence[str]:
        if self.compact:
            return ()
        return _("tile"), _("card"), _("home"), _("br"), _("own"), _("cost"), _("pts")

    def _ends(self, width: int) -> tuple[int, ...]:
        """Where each column ends."""
        more = max(0, width - 1 - WIDTH)
        apart = max(0, more + 9 - NAME) // 6
        return tuple(end + more - apart * (6 - number) for number, end in enumerate(_ENDS))

    def _row(self, canvas: Canvas, sight: AtlantisView, seat: int, y: int, ends: tuple[int, ...]) -> None:
        palette, glyphs, state = self.look.palette, self.look.glyphs, sight.state
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
        tiles, cards, homes, bridges, own, costs, points = ends
        room = tiles - (7 if sight.links and sight.links[seat] else 6)  # a sign of the link stands apart from the name
        canvas.put(3, y, cut(sight.names[seat], room, glyphs.dots), bold if seat == sight.viewer else text)
        put_link(canvas, tiles - 3, y, sight.links, seat, self.look, ground)
        canvas.put_right(tiles, y, str(len(state.tiles[seat])), text)
        canvas.put_right(cards, y, str(state.hands[seat].size), text)
        home = state.home(seat)
        canvas.put(homes - 3, y, glyphs.home * home, colour)
        canvas.put(homes - 3 + home, y, glyphs.away * (3 - home), dim)
        if state.bridge_left[seat]:
            bridge = palette.style(own_colours(palette).bridge, ground, True)
            canvas.put(bridges - 1, y, own_signs(glyphs).bridge, bridge)
        else:
            canvas.put(bridges - 1, y, glyphs.none, dim)
        canvas.put_right(own, y, str(state.wealth(seat)), text)
        cost = state.crossing_cost(seat)
        shown = f"{glyphs.minus}{cost}" if cost else "0"
        pay = palette.pay if not palette.flat else "plain"
        canvas.put_right(costs, y, shown, palette.style(readable(palette, pay, ground), ground))
        canvas.put_right(points, y, points_text(state.after_crossing(seat), glyphs), bold)

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
        bold = palette.style(palette.select if not palette.flat else "plain", palette.sea, True)
        put_link(canvas, x + 9, y, sight.links, seat, self.look, palette.sea)
        canvas.put_right(x + 13, y, points_text(state.after_crossing(seat), glyphs), bold)
        facts = _("{tiles}t {cards}c").format(tiles=len(state.tiles[seat]), cards=state.hands[seat].size)
        canvas.put(x + 14, y, cut(fullest((facts, facts.replace(" ", "")), 6), 6, ""), text)
        home = state.home(seat)
        canvas.put(x + 20, y, glyphs.home * home + glyphs.away * (3 - home), colour)
        canvas.put(x + 24, y, own_signs(glyphs).bridge if state.bridge_left[seat] else glyphs.none, text)
        cost = state.crossing_cost(seat)
        shown = f"{glyphs.minus}{cost}" if cost else "0"
        pay = readable(palette, palette.pay, palette.sea) if not palette.flat else "plain"
        canvas.put_right(x + 29, y, shown, palette.style(pay, palette.sea))
