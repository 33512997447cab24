"""All players: where their explorers are, and how many tiles they have kept. Before that: what is still to place."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from atlantis_tui.games.survive.look import own_colours, own_signs
from atlantis_tui.games.survive.view_model import SurviveView
from atlantis_tui.table.widgets.link_mark import link_sign
from atlantis_tui.text.translation import _
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.panel import Panel
from atlantis_tui.ui.wrap import wrap
from core.survive.components import BOX
from core.survive.rules import Survive

WIDTH = 39  # columns that the panel needs beside a large board
NAME = 24  # columns of a name for which there is much room
PLACES = ("land", "boat", "sea", "safe", "lost")


def tally(state: Survive, seat: int) -> list[int]:
    """How many explorers of a seat are on land, aboard, swimming, safe and lost; and its tiles."""
    where = [state.where(explorer) for explorer in state.explorers_of(seat)]
    return [*(where.count(place) for place in PLACES), state.tiles_kept(seat)]


class SurvivePlayers(Panel):
    sight: SurviveView | None = None
    large = False  # a line for the columns' names
    compact = False  # two players a line, without a title
    tight = False  # no line for the title

    def shows(self) -> object:
        sight = self.sight
        if sight is None:
            return None
        about = sight.state, sight.names, sight.viewer, sight.links, sight.asked
        return self.look, about, self.large, self.compact, self.tight

    def paint(self, canvas: Canvas) -> None:
        sight = self.sight
        if sight is None:
            return
        if self.compact:
            for seat in range(sight.state.seats):
                self._short(canvas, sight, seat)
            return
        setting_up = not sight.state.turns
        pen, words = Pen(canvas, self.look), self.headings()
        palette = self.look.palette
        label = palette.style(palette.dim, palette.sea)
        if self.tight:
            pass
        elif setting_up:
            pen.rule(0, 0, canvas.width, _("Players"), *words)
        else:
            pen.rule(0, 0, canvas.width, _("Players"))
            y = 1 if self.large else 0
            if not self.large:
                canvas.fill(canvas.width - 5 * len(words) - 1, 0, 5 * len(words), 1, label)
            for end, word in zip(self._ends(canvas), words, strict=True):
                canvas.put_right(end + 1, y, cut(word, 4, ""), label)
        top = 0 if self.tight else 2 if self.large and not setting_up else 1
        apart = self._apart(canvas, sight)
        for seat in range(sight.state.seats):
            (self._waiting if setting_up else self._row)(canvas, sight, seat, top + apart * seat)

    def _apart(self, canvas: Canvas, sight: SurviveView) -> int:
        """Lines from player to player."""
        return 2 if canvas.height > 1 + 2 * sight.state.seats else 1

    def headings(self) -> Sequence[str]:
        if self.sight is None or self.compact or self.tight:
            return ()
        if not self.sight.state.turns:
            return (_("still to place"),)
        return _("land"), _("boat"), _("swim"), _("safe"), _("lost"), _("tile")

    def _ends(self, canvas: Canvas) -> list[int]:
        """The last cell of every column."""
        return [canvas.width - 2 - 5 * (5 - column) for column in range(6)]

    def _head(self, canvas: Canvas, sight: SurviveView, seat: int, y: int, room: int) -> tuple[str, int]:
        """Sign and name; returns the ground of the row and the column after the name."""
        palette, glyphs, state = self.look.palette, self.look.glyphs, sight.state
        turn = state.to_move == seat
        ground = palette.prompt if turn else palette.sea
        if turn:
            canvas.fill(0, y, canvas.width, self._apart(canvas, sight), palette.style(palette.text, ground))
            canvas.put(0, y, glyphs.turn, palette.style("plain" if palette.flat else palette.key, ground, True))
        x = 1
        for colour in range(seat, len(state.treasures), state.seats):
            ink = readable(palette, palette.seats[colour], ground)
            x = canvas.put(x, y, glyphs.figures[colour], palette.style(ink, ground, True))
        own = seat == sight.viewer
        bright = "plain" if palette.flat else palette.select
        style = palette.style(bright, ground, True) if own else palette.style(palette.text, ground)
        end = x + 1 + room
        rows = [sight.names[seat]]
        if self._apart(canvas, sight) > 1 and cell_len(rows[0]) > room:  # the free line below takes the rest
            rows = wrap(sight.names[seat], room)[:1]
            rows.append(sight.names[seat][len(rows[0]) :].strip())
        for line, name in enumerate(rows, y):
            canvas.put(x + 1, line, cut(name, room, glyphs.dots), style)
        link = sight.links[seat] if sight.links else ""
        sign = link_sign(sight.links, seat, glyphs)
        if sight.asked == seat:  # who has to answer, not who holds what
            sign, link = "?", "asked"
        if sign:
            ink = own_colours(palette).peril if link in ("away", "asked") else palette.key
            ink = "plain" if palette.flat else readable(palette, ink, ground)
            canvas.put(end, y, sign, palette.style(ink, ground, True))
        return ground, end

    def _row(self, canvas: Canvas, sight: SurviveView, seat: int, y: int) -> None:
        palette, glyphs = self.look.palette, self.look.glyphs
        room = self._ends(canvas)[0] - (5 if len(sight.state.treasures) > sight.state.seats else 4) - 1
        ground, _end = self._head(canvas, sight, seat, y, min(room, NAME))
        for column, (end, many) in enumerate(zip(self._ends(canvas), tally(sight.state, seat), strict=True)):
            place = PLACES[column] if column < len(PLACES) else ""
            ink = palette.text
            if place == "safe" and many:
                ink = "plain" if palette.flat else readable(palette, palette.land, ground)
            elif place == "lost" and many:
                ink = "plain" if palette.flat else readable(palette, own_colours(palette).peril, ground)
            elif not many:
                ink = palette.absent
            style = palette.style(ink, ground, bool(many) and place in ("safe", "lost"))
            canvas.put_right(end + 1, y, str(many) if many else glyphs.none, style)

    def _waiting(self, canvas: Canvas, sight: SurviveView, seat: int, y: int) -> None:
        """Explorers and boats that are not on the board yet."""
        palette, glyphs, state = self.look.palette, self.look.glyphs, sight.state
        signs = own_signs(glyphs)
        more = canvas.width - WIDTH if self.large else 0
        ground, x = self._head(canvas, sight, seat, y, min(9 + more, NAME))
        x += 1
        for colour in range(seat, len(state.treasures), state.seats):
            waiting = sum(state.spots[one] == BOX for one in range(colour * 10, colour * 10 + 10))
            ink = readable(palette, palette.seats[colour], ground)
            doubled = len(state.treasures) > state.seats
            if doubled:
                x = canvas.put(x, y, f"{waiting:2}{glyphs.figures[colour]}", palette.style(ink, ground, True)) + 1
            else:
                x = canvas.put(x, y, glyphs.figures[colour] * waiting, palette.style(ink, ground, True))
                x = canvas.put(x, y, glyphs.none * (10 - waiting), palette.style(palette.absent, ground)) + 1
        boats = state.boats_left[seat]
        hull = palette.style(
            "plain" if palette.flat else readable(palette, own_colours(palette).landing, ground), ground, True
        )
        if boats > 2:
            canvas.put(x, y, f"{signs.hull}{glyphs.times}{boats}", hull)
        else:
            for _number in range(boats):
                x = canvas.put(x, y, signs.hull, hull) + 1

    def _short(self, canvas: Canvas, sight: SurviveView, seat: int) -> None:
        """Safe, lost and tiles; the board itself tells the rest."""
        palette, glyphs, state = self.look.palette, self.look.glyphs, sight.state
        x, y = (seat % 2) * (canvas.width // 2), seat // 2
        if y >= canvas.height:
            return
        dim = palette.style(palette.dim, palette.sea)
        if state.to_move == seat:
            canvas.put(x, y, glyphs.turn, palette.style("plain" if palette.flat else palette.key, palette.sea, True))
        ink = readable(palette, palette.seats[seat], palette.sea)
        canvas.put(x + 1, y, glyphs.figures[seat], palette.style(ink, palette.sea, True))
        name = cut(sight.names[seat], 7, glyphs.dots)
        at = canvas.put(x + 3, y, name, palette.style(palette.text, palette.sea))
        if sight.asked == seat:
            canvas.put(
                at, y, "?", palette.style("plain" if palette.flat else own_colours(palette).peril, palette.sea, True)
            )
        _land, _boat, _swim, safe, lost, tiles = tally(state, seat)
        told = {"safe": f"{own_signs(glyphs).isle}{safe}", "lost": f"{glyphs.times}{lost}", "tiles": tiles}
        words = _("{safe} {lost} tiles {tiles}").format(**told)
        canvas.put(x + 11, y, cut(words, canvas.width // 2 - 12, ""), dim)
