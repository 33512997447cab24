"""How a review is painted: bars of chances, the list of the dearest moves, and the board as it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style

from atlantis_tui.review.text import (
    ReviewTeller,
    ReviewView,
    has_better,
    retold_for,
    shortened,
    turn_way,
)
from atlantis_tui.text import review as wording
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.bars import Bar, Bars, whole_for
from atlantis_tui.ui.canvas import cut
from atlantis_tui.ui.colours import ink_on, mixed, readable
from atlantis_tui.ui.large_page import is_large
from atlantis_tui.ui.line_wrap import wrap_line
from atlantis_tui.ui.painter import Pair, Pen
from atlantis_tui.ui.rich_line import Piece, put, width
from atlantis_tui.ui.wrap import wrap
from core.bots import CHANCE
from core.review import LEAST, Reviewed, dearest


class ReviewSizes(NamedTuple):
    """How the sheet is divided: the lines and columns of its parts."""

    x: int
    width: int
    chart: int
    chart_height: int
    lower: int  # the line of the rule under the chart
    list_x: int
    list_width: int
    row: int  # how many lines a dear move has; `pitch` is the distance from one to the next
    pitch: int
    large: bool
    road: int = 78  # columns of the board beside the list


def sizes(across: int, height: int) -> ReviewSizes:
    if is_large(across, height):
        # The chart leaves the board the lines that it has at a table.
        used, chart_height = min(across, 220) - 2, height - 52 if height >= 58 else min(12, height - 39)
        x, listed = (across - used) // 2, min(64, 43 + (across - 150) // 2)
        lower = 2 + chart_height + 2
        road = used - listed - 3
        return ReviewSizes(x, used, 2, chart_height, lower, x + road + 3, listed, 6, 7, True, road)
    used = min(across, 140) - 2
    x = (across - used) // 2
    if across >= 120 and height >= 36:
        chart = 2 + (height - 36) // 2
        list_x = x + 81
        return ReviewSizes(x, used, chart, 10, chart + 12, list_x, x + used - list_x, 5, 5, True)
    if across >= 80 and height >= 24:
        spare = min(height - 24, 10)
        top = 2 + (height - 24 - spare) // 2
        return ReviewSizes(x, used, top, 5 + spare, top + 7 + spare, x, used, 3, 3, False)
    return ReviewSizes(x, used, 1, height - 14, height - 12, x, used, 2, 2, False)


def paint(pen: Pen, shown: ReviewView) -> None:
    ReviewSheet(pen, shown).paint()


class ReviewSheet:
    def __init__(self, pen: Pen, shown: ReviewView) -> None:
        self.pen, self.shown = pen, shown
        self.at = sizes(pen.canvas.width, pen.canvas.height)
        self.game = retold_for(shown.table.game.name)
        self.worst = dearest(shown.reviewed)
        self.one = shown.reviewed[shown.chosen] if shown.chosen is not None else None

    def paint(self) -> None:
        pen, shown, at = self.pen, self.shown, self.at
        facts = wording.ending(shown.table, shown.seat, shown.name, shown.you, pen.glyphs.minus)
        hints = wording.hints(shown.table, shown.seat)
        pen.header(_("REVIEW"), f"{facts}, {hints}" if hints else facts, _("eyes of hard"))
        if shown.road and not at.large and self.one is not None:
            self._road(self.one, at.x, 1, at.width)
        else:
            self._chart()
            if at.large and self.one is not None:
                self._road(self.one, at.x, at.lower, at.road)
            self._list()
        self._prompt()
        self._footer()

    # The chart -------------------------------------------------------------------------------------------------------

    def _chart(self) -> None:
        pen, shown, at = self.pen, self.shown, self.at
        title = _("Your chances after each of your moves")
        if not shown.you:
            title = _("The chances of {name} after each move").format(name=cut(shown.name, 20, pen.glyphs.dots))
        progress = self._progress()
        if cell_len(title) + cell_len(progress) + 8 > at.width:  # otherwise the rule would leave out the progress
            title = _("Your chances") if shown.you else shown.name
            title = cut(title, at.width - cell_len(progress) - 8, pen.glyphs.dots)
        pen.rule(at.x, at.chart, at.width, title, progress)
        bars = [
            Bar(
                str(one.turn.number),
                one.after,
                one.loss if one.loss >= LEAST else 0,
                str(self.worst.index(index) + 1) if index in self.worst else "",
            )
            for index, one in enumerate(shown.reviewed)
        ]
        chart = Bars(bars, shown.moves, whole_for(bars, CHANCE), CHANCE, shown.chosen, pen.look)
        chart.paint(pen.canvas, at.x, at.chart + 1, at.width, at.chart_height, _("turn"))

    def _progress(self) -> str:
        done, moves = len(self.shown.reviewed), self.shown.moves
        if done == moves:
            words = ngettext("{n} move", "{n} moves", moves)
        elif self.shown.stopped:
            words = ngettext("{done} of {n} move", "{done} of {n} moves", moves)
        else:
            words = _("looking at move {next} of {n} {dots}")
        return words.format(n=moves, done=done, next=done + 1, dots=self.pen.glyphs.dots)

    # The dearest moves -----------------------------------------------------------------------------------------------

    def _list(self) -> None:
        pen, at = self.pen, self.at
        title = _("Three dearest moves") if len(self.worst) == 3 else _("Dearest moves")
        pen.rule(at.list_x, at.lower, at.list_width, title, _("% lost") if at.large else _("% of chance lost"))
        if not self.worst and len(self.shown.reviewed) == self.shown.moves:
            words = _("None that cost anything: hard would have played nearly the same.")
            for row, line in enumerate(wrap(words, at.list_width - 4)):
                pen.put(at.list_x + 2, at.lower + 1 + row, line, pen.palette.dim, pen.palette.sea)
        for number, index in enumerate(self.worst):
            y = at.lower + (2 if at.large else 1) + number * at.pitch
            self._row(y, number + 1, index)

    def _row(self, y: int, number: int, index: int) -> None:
        pen, at, palette, shown = self.pen, self.at, self.pen.palette, self.shown
        one, x, hit = shown.reviewed[index], at.list_x, ("bar", index)
        focused = index == shown.chosen
        for line in range(at.row):
            ground = pen.row(x, y + line, at.list_width, focused, shown.hover == hit, hit)
        dim = palette.style(palette.dim2 if focused else palette.dim, ground)
        self._number(x + 2, y, number, focused, ground)
        turn = _("turn {turn}").format(turn=one.turn.number)
        digits = max(len(str(shown.reviewed[other].turn.number)) for other in self.worst)
        pen.put(x + 6, y, turn, palette.text, ground, False, hit)
        start = x + 6 + cell_len(turn) - len(str(one.turn.number)) + digits + (2 if at.list_width >= 70 else 1)
        tell = ReviewTeller(shown, one, pen, ground)
        end = x + at.list_width - 1
        who = _("you") if shown.you else cut(shown.name, 8, pen.glyphs.dots)
        used = 2
        if at.large:
            used = self._stacked(pen.canvas.put(start, y, f"{who} ", dim), x + 6, y, end, tell)
        else:
            self._both(start, y, end, (who, dim), tell)
        loss = f"{pen.glyphs.minus}{wording.lost(one)}"
        ink = readable(palette, palette.bad, ground)
        pen.right(end, y + (1 if at.large else 0), loss, ink, ground, True, hit)
        ink = palette.text if focused else palette.dim
        because = self._because(one, end - x - 6, at.row - used) if used < at.row else []
        for row, text in enumerate(because, y + used):
            pen.put(x + 6, row, text, ink, ground)
        pen.canvas.mark(x, y, at.list_width, at.row, hit)

    def _number(self, x: int, y: int, number: int, focused: bool, ground: str) -> None:
        pen, palette = self.pen, self.pen.palette
        if palette.flat:
            pen.put(x, y, f"[{number}]", "plain", ground, True)
            return
        under = palette.select if focused else mixed(palette, palette.bad, palette.sea, 0.4)
        pen.put(x, y, f" {number} ", ink_on(palette, under), under, True)

    def _stacked(self, start: int, x: int, y: int, end: int, tell: ReviewTeller) -> int:
        """What was played and, below it, what was better: in three lines, or else in four. Returns how many."""
        room, dots = end - x - 6, self.pen.glyphs.dots
        lead: list[Piece] = [tell.good(_("better")), (" ", tell.plain)]
        ways = [
            (wrap_line(played, room, tell.plain, end - start), wrap_line([*lead, *better], room, tell.plain))
            for played, better in zip(tell.wordings(False), tell.wordings(True), strict=False)
        ]
        tries = [(way, most) for most in (3, 4) for way in ways]
        fitting = next((way for way, most in tries if len(way[0]) + len(way[1]) <= most), None)
        lines = fitting or tuple(_two_lines(line, room, dots, tell.plain) for line in ways[-1])
        for row, line in enumerate([*lines[0], *lines[1]], y):
            put(self.pen.canvas, start if row == y else x, row, line)
        return len(lines[0]) + len(lines[1])

    def _both(self, x: int, y: int, end: int, who: Piece, tell: ReviewTeller) -> None:
        """What was played and, right below it, what was better: all of both, or both from where they part."""
        better = tell.good(_("better"))
        start = x + max(cell_len(who[0]), cell_len(better[0])) + 1
        rooms = end - 5 - start, end - start
        ways = list(zip(tell.wordings(False), tell.wordings(True), strict=False))
        way = next(
            (way for way in ways if all(width(one) <= room for one, room in zip(way, rooms, strict=True))), ways[-1]
        )
        for row, (lead, line, room) in enumerate(zip((who, better), way, rooms, strict=True), y):
            put(self.pen.canvas, start - 1 - cell_len(lead[0]), row, [lead])
            self._put(start, row, room, [line], tell)

    def _because(self, one: Reviewed, across: int, most: int) -> list[str]:
        """Why the other move would have been better, in at most `most` lines."""
        shown, dots = self.shown, self.pen.glyphs.dots
        found = [wrap(text, across) for text in wording.reasons(shown.table, shown.seat, one, shown.you)]
        if not found:
            return []
        lines = next((lines for lines in found if len(lines) <= most), found[-1])
        return lines if len(lines) <= most else [*lines[: most - 1], cut(" ".join(lines[most - 1 :]), across, dots)]

    def _put(self, x: int, y: int, room: int, lines: Sequence[Sequence[Piece]], tell: ReviewTeller) -> int:
        """Write the first of these wordings that fits. If none fits, the last one is cut, and dots show that."""
        line = next((line for line in lines if width(line) <= room), lines[-1])
        return put(self.pen.canvas, x, y, shortened(line, room, self.pen.glyphs.dots, tell.plain))

    # The road --------------------------------------------------------------------------------------------------------

    def _road(self, one: Reviewed, x: int, y: int, across: int) -> None:
        """The board: on a large screen below its rule, beside the list; otherwise above its rule, over the list."""
        pen, at, palette, shown = self.pen, self.at, self.pen.palette, self.shown
        better = has_better(one) and shown.better
        seen = self.game.sight(turn_way(shown, one, better), shown.names)
        words = _("Turn {turn}, the move on the board")
        if better:
            words = _("Turn {turn}, the better move on the board")
            if self.game.off_road(seen):
                words = _("Turn {turn}, better: {beginning}")
        elif has_better(one):
            words = _("Turn {turn}, your move on the board") if shown.you else _("Turn {turn}, the move as played")
        title = words.format(turn=one.turn.number, beginning=self.game.off_road(seen))
        room = pen.canvas.height - 4 - y
        scale = self.game.scale_for(across, room - 3)
        top = y + 1 if at.large else y + max(0, (room - scale.height - 3) // 2)
        rule, below = (y, top + scale.height + 1) if at.large else (top + scale.height, top + scale.height + 1)
        self.game.paint_road(pen.canvas, max(0, x + (across - scale.width) // 2), top, scale, seen, pen.look)
        note = _("your turn as it was") if shown.you else _("the turn as it was")
        pen.rule(x, rule, across, title, note)
        tell = ReviewTeller(shown, one, pen, palette.sea)
        for row, line in enumerate(self.game.holdings(seen, pen.look, tell.plain)):
            self._put(x + 2, below + row, across - 4, [line], tell)
        left = pen.canvas.height - 4 - below - 3
        if not at.large and left > 0 and (better or not has_better(one)):  # the reason is that of the better move
            for row, text in enumerate(self._because(one, across - 4, left)):
                pen.put(x + 2, below + 3 + row, text, palette.dim, palette.sea)

    # The prompt and the keys -----------------------------------------------------------------------------------------

    def _prompt(self) -> None:
        pen, palette, shown = self.pen, self.pen.palette, self.shown
        y = pen.canvas.height - 4
        pen.prompt(y, ["", "", ""], readable(palette, palette.bad, palette.prompt))
        if self.one is None:
            self._waiting(y)
            return
        room = pen.canvas.width - 3
        lines = ReviewTeller(shown, self.one, pen, palette.prompt).prompt(room)
        for row, line in enumerate(lines):
            put(pen.canvas, 2, y + row, line)
        because = self._because(self.one, room, max(1, 3 - len(lines)))
        listed = self.at.row > 2 and shown.chosen in self.worst
        elsewhere = not self.at.large and (self.at.width >= 78 if shown.road else listed)
        free = len(lines)
        if because and not elsewhere and free < 3:
            for text in because:
                pen.put(2, y + free, text, palette.dim2, palette.prompt)
                free += 1
        if shown.trouble:
            ink = readable(palette, palette.bad, palette.prompt)
            told = wrap(shown.trouble, room, 3)
            for row, text in enumerate(told, y + 3 - len(told)):
                pen.fill(1, row, pen.canvas.width - 1, 1, palette.prompt)
                pen.put(2, row, text, ink, palette.prompt, True)
        elif free < 3:
            self._hint(y + 2, room)

    def _waiting(self, y: int) -> None:
        pen, shown, room = self.pen, self.shown, self.pen.canvas.width - 3
        if shown.trouble:
            for row, text in enumerate(wrap(shown.trouble, room, 3)):
                pen.say(2, y + row, room, "*{text}*", pen.palette.prompt, text=text)
        elif not shown.moves:
            pen.say(2, y, room, _("*Nothing to look at:* there was no move."), pen.palette.prompt)
        else:
            pen.say(2, y, room, _("*The game is being looked over,* move by move."), pen.palette.prompt)
            text = _("You may leave at any time: what is done is kept.")
            pen.say(2, y + 1, room, text, pen.palette.prompt, pen.palette.dim2)

    def _hint(self, y: int, room: int) -> None:
        enter = _("*Enter* shows it on the board")
        if self.at.large or self.shown.road:
            enter = _("*Enter* your move / better move on the board")
            if self.one is None or not has_better(self.one):
                enter = ""
        on = _("*P* play on from here against bots, same deal")
        told = [words for words in (enter, on) if words]
        if sum(len(words) for words in told) > room:
            told = told[:1]
        self.pen.say(2, y, room, "   ".join(told), self.pen.palette.prompt, self.pen.palette.dim2)

    def _footer(self) -> None:
        shown, at = self.shown, self.at
        over = shown.road and not at.large
        better = self.one is not None and has_better(self.one)
        dear = [("d", " ".join("123"[: len(self.worst)]), _("dearest"))] if self.worst else []
        step = [("right", "←→", _("move"))] if self.one is not None else []
        enter: list[Pair] = []
        if over and better:
            enter = [("enter", _("Enter"), _("played") if shown.better else _("better"))]
        elif self.one is not None and not over and (better or not at.large):
            enter = [("enter", _("Enter"), _("show"))]
        on = [("p", "P", _("play on"))] if self.one is not None else []
        other = [("tab", _("Tab"), _("player"))] if shown.others else []
        back = [("backspace", _("Bksp"), _("list") if over else _("back"))]
        if self.pen.canvas.width >= 80:
            self.pen.footer([*dear, *step, *enter, *on, *back, *other])
        else:  # shorter, and the way back comes before keys that may not fit
            dear = [("d", "D", _("dearest"))] if self.worst else []
            on = [("p", "P", _("go on"))] if on else []
            self.pen.footer([*dear, *step, *enter, *back, *on])


def _two_lines(lines: Sequence[Sequence[Piece]], room: int, dots: str, plain: Style) -> list[list[Piece]]:
    """What does not fit in two lines is cut at the end of the second."""
    rest = [piece for line in lines[1:] for piece in line]
    return [list(lines[0]), *([shortened(rest, room, dots, plain)] if rest else [])]
