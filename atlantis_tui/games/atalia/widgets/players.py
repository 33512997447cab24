"""Both players: fields, longest row, tactics and points; below them guile that was played and cards out of the game.

Clicks hit ("out",): where Redeploy puts a card that leaves the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from atlantis_tui.games.atalia.look import own_colours, own_signs
from atlantis_tui.games.atalia.text import names
from atlantis_tui.games.atalia.view_model import AtaliaView
from atlantis_tui.games.atalia.widgets import cards
from atlantis_tui.table.widgets.link_mark import put_link
from atlantis_tui.text.translation import _
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.panel import Panel
from core.atalia.components import MANY, ROW

_ENDS = (17, 21, 25, 32)  # where each column's name ends
_WIDTH = 42  # columns that the rows need; more of them are for names, and then for the space between the columns
_NAME = 20  # columns of a name for which there is much room


class AtaliaPlayers(Panel):
    sight: AtaliaView | None = None
    large = False  # a free line below the title
    tight = False  # nothing free between the players and the cards beside the fields
    compact = False  # a line for both players, and one for guile and what is out

    def shows(self) -> object:
        sight = self.sight
        if sight is None:
            return None
        about = sight.state, sight.names, sight.viewer, sight.below, sight.links, sight.out
        return self.look, about, self.large, self.tight, self.compact

    def paint(self, canvas: Canvas) -> None:
        sight = self.sight
        if sight is None:
            return
        bottom = sight.below
        if self.compact:
            for at, seat in enumerate((1 - bottom, bottom)):
                self._short(canvas, sight, seat, at * 30)
            self._guile(canvas, sight, 0, 1, cut(self.headings()[-2], 5, ""), 30)
            self._out(canvas, sight, 30, 1, 30)
            return
        Pen(canvas, self.look).rule(0, 0, canvas.width if self.large else 11, _("Players"))
        self._columns(canvas, sight)
        top, apart = 2 if self.large else 1, 2 if canvas.height > 8 else 1
        for at, seat in enumerate((1 - bottom, bottom)):
            self._row(canvas, sight, seat, top + apart * at)
        below = top + apart + (1 if self.tight else 2)
        self._guile(canvas, sight, 1, below, self.headings()[-2], canvas.width - 1)
        self._out(canvas, sight, 1, below + (2 if canvas.height > 9 else 1), canvas.width - 1)

    def headings(self) -> Sequence[str]:
        """Of the columns, and last of the two rows of cards beside the fields."""
        if self.sight is None:
            return ()
        columns = () if self.compact else (_("fields"), _("row"), _("tac"))
        series = (_("series"),) if columns and self.sight.state.options["series"] > 1 else ()
        return *columns, *series, _("Guile"), _("Out")

    def _columns(self, canvas: Canvas, sight: AtaliaView) -> None:
        palette = self.look.palette
        label = palette.style(palette.dim, palette.sea)
        words = self.headings()[:-2]
        ends = self._ends(canvas)
        start, size = ends[0] - 6, sum(cell_len(word) + 1 for word in words) + 1
        canvas.fill(start, 0, max(size, ends[len(words) - 1] + 2 - start) if ends != _ENDS else size, 1, label)
        for column, word in zip(ends, words, strict=False):
            canvas.put_right(column + 1, 0, word, label)

    def _ends(self, canvas: Canvas) -> tuple[int, ...]:
        """Where the name of each column ends on this canvas."""
        more = max(0, canvas.width - _WIDTH)
        name = min(more, _NAME - 7)
        return tuple(end + name + (more - name) // 3 * number for number, end in enumerate(_ENDS))

    def _dots(self, canvas: Canvas, sight: AtaliaView, seat: int, x: int, y: int, ground: str) -> int:
        """Fields of the five that win."""
        palette, glyphs = self.look.palette, self.look.glyphs
        owned = min(MANY, sight.state.fields_of(seat))
        colour = palette.style(readable(palette, palette.seats[seat], ground), ground, True)
        x = canvas.put(x, y, glyphs.home * owned, colour)
        return canvas.put(x, y, glyphs.away * (MANY - owned), palette.style(palette.dim, ground))

    def _row(self, canvas: Canvas, sight: AtaliaView, seat: int, y: int) -> None:
        palette, glyphs, state = self.look.palette, self.look.glyphs, sight.state
        asked = state.to_move == seat
        ground = palette.prompt if asked else palette.sea
        if asked:
            canvas.fill(0, y, canvas.width, 1, palette.style(palette.text, ground))
            canvas.put(0, y, glyphs.turn, palette.style("plain" if palette.flat else palette.key, ground, True))
        text, bold = palette.style(palette.text, ground), palette.style(self._bright, ground, True)
        own = bold if seat == sight.viewer else text
        colour = palette.style(readable(palette, palette.seats[seat], ground), ground, True)
        canvas.put(1, y, glyphs.figures[seat], colour)
        fields, rows, tactics, series = self._ends(canvas)
        room = fields - (11 if sight.links and sight.links[seat] else 10)  # a sign of the link is apart from the fields
        canvas.put(3, y, cut(sight.names[seat], room, glyphs.dots), own)
        put_link(canvas, fields - 8, y, sight.links, seat, self.look, ground)
        self._dots(canvas, sight, seat, fields - 6, y, ground)
        canvas.put(rows - 3, y, f"{state.longest_row(seat)}/{ROW}", own)
        self._tactics(canvas, sight, seat, tactics - 1, y, ground)
        if state.options["series"] > 1:
            style = palette.style("plain" if palette.flat else palette.purse, ground, True)
            canvas.put_right(series, y, str(state.points[seat]), style)

    @property
    def _bright(self) -> str:
        return "plain" if self.look.palette.flat else self.look.palette.select

    def _tactics(self, canvas: Canvas, sight: AtaliaView, seat: int, x: int, y: int, ground: str) -> int:
        """How many were played, and whether another one may be now."""
        palette, glyphs, state = self.look.palette, self.look.glyphs, sight.state
        played = str(state.tactics_played[seat])
        canvas.put_right(x + 1, y, played, palette.style(palette.text, ground))
        if not state.options["tactics"]:
            return x + 1
        may = state.may_play_tactic(seat)
        colour = palette.land if may else palette.take
        ink = "plain" if palette.flat else readable(palette, colour, ground)
        return canvas.put(x + 1, y, glyphs.yes if may else glyphs.no, palette.style(ink, ground, True))

    # Cards beside the fields -----------------------------------------------------------------------------------------

    def _guile(self, canvas: Canvas, sight: AtaliaView, x: int, y: int, title: str, room: int) -> None:
        palette, glyphs = self.look.palette, self.look.glyphs
        dim = palette.style(palette.dim, palette.sea)
        end = x + room
        x = canvas.put(x, y, title, dim) + 1
        width = 4 if self.compact else 5
        whole = sum(cell_len(names.tactic(face)) + 2 for _seat, face in sight.state.guile) <= end - x
        for seat, face in sight.state.guile:
            ground, ink = own_colours(palette).tactics
            name = names.tactic(face) if whole and not self.compact else cut(names.tactic_short(face), width, "")
            if x + len(name) + 1 > end:
                break
            x = canvas.put(x, y, name, palette.style(ink, ground, True))
            colour = readable(palette, palette.seats[seat], palette.sea)
            x = canvas.put(x, y, glyphs.figures[seat], palette.style(colour, palette.sea, True)) + 1

    def _out(self, canvas: Canvas, sight: AtaliaView, x: int, y: int, room: int) -> None:
        """Cards that left the game, face up, as many as there is room for; the log has all of them."""
        palette, look = self.look.palette, self.look
        signs = own_signs(look.glyphs)
        end = x + room
        title = canvas.put(x, y, cut(self.headings()[-1], 5, ""), palette.style(palette.dim, palette.sea), ("out",))
        at = max(title + 1, x + 6) if not self.compact else title + 1
        if sight.out:
            chosen = sight.out == "chosen"
            words = f" {signs.pick} {_('out of the game')} " if not self.compact else f" {signs.pick} "
            if palette.flat:
                style = palette.style("plain", "reverse" if chosen else "plain", True)
            else:
                ground = palette.select if chosen else palette.land
                style = palette.style(palette.sea if chosen else palette.ink, ground, True)
            canvas.put(at, y, cut(words, end - at, ""), style, ("out",))
            return
        removed = sight.state.removed
        for number, face in enumerate(removed):
            ground, ink = cards.pair(face, palette)
            words = cards.chip(face, look)
            rest = 2 if number + 1 < len(removed) else 0
            if at + cell_len(words) + rest > end:
                canvas.put(at, y, look.glyphs.dots, palette.style(palette.dim, palette.sea))
                break
            at = canvas.put(at, y, words, palette.style(ink, ground, True)) + 1

    # The smallest table ----------------------------------------------------------------------------------------------

    def _short(self, canvas: Canvas, sight: AtaliaView, seat: int, x: int) -> None:
        palette, glyphs, state, sea = self.look.palette, self.look.glyphs, sight.state, self.look.palette.sea
        text = palette.style(palette.text, sea)
        if state.to_move == seat:
            canvas.put(x, 0, glyphs.turn, palette.style("plain" if palette.flat else palette.key, sea, True))
        colour = palette.style(readable(palette, palette.seats[seat], sea), sea, True)
        canvas.put(x + 1, 0, glyphs.figures[seat], colour)
        canvas.put(x + 2, 0, cut(sight.names[seat], 7, glyphs.dots), text)
        put_link(canvas, x + 9, 0, sight.links, seat, self.look, sea)
        self._dots(canvas, sight, seat, x + 11, 0, sea)
        canvas.put(x + 17, 0, f"{state.longest_row(seat)}/{ROW}", text)
        self._tactics(canvas, sight, seat, x + 22, 0, sea)
        if state.options["series"] > 1:
            canvas.put_right(
                x + 28, 0, str(state.points[seat]), palette.style("plain" if palette.flat else palette.purse, sea)
            )
