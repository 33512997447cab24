"""How a review is painted: bars of chances, the dearest moves in a list, and the road as it was."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

from rich.cells import cell_len
from rich.style import Style

from atlantis_tui.look import Look
from atlantis_tui.look.canvas import Canvas, cut
from atlantis_tui.look.pen import Pair, Pen, wrap
from atlantis_tui.look.phrase import Piece, pieces, put, width
from atlantis_tui.widgets.bars import Bar, Bars
from atlantis_tui.widgets.plot import ink_on, mixed, readable
from atlantis_tui.wording import review as wording
from atlantis_tui.words import _, ngettext
from core.bots import CHANCE
from core.game import Move
from core.review import LEAST, Reviewed, dearest, moves_from, view_before
from core.table import Table


class Retold(Protocol):
    """What a game brings: its moves in a few words, and the board as it was."""

    def told(self, view: Any, moves: Sequence[Move], look: Look, style: Style, *, whole: bool) -> list[list[Piece]]: ...

    def sight(self, view: Any, moves: Sequence[Move], names: Sequence[str]) -> Any: ...

    def scale_for(self, width: int, height: int) -> Any: ...

    def paint_road(self, canvas: Canvas, x: int, y: int, scale: Any, seen: Any, look: Look) -> None: ...

    def holdings(self, view: Any, look: Look, style: Style) -> list[list[Piece]]: ...


_RETOLD = {"atlantis": "atlantis_tui.widgets.atlantis.retold"}


class Shown(NamedTuple):
    """All that a sheet depends on."""

    table: Table
    seat: int
    name: str
    you: bool  # the reader sat there
    names: Sequence[str]
    others: bool  # further seats can be looked at
    moves: int  # how many there are in all
    reviewed: Sequence[Reviewed]
    chosen: int | None
    road: bool
    better: bool
    trouble: str
    hover: Any


class Sizes(NamedTuple):
    """How the sheet is divided: lines of rules and panels."""

    x: int
    width: int
    chart: int
    chart_height: int
    lower: int  # the rule under the chart
    list_x: int
    list_width: int
    row: int  # lines of one dear move, and from one to the next
    pitch: int
    large: bool


def sizes(across: int, height: int) -> Sizes:
    used = min(across, 140) - 2
    x = (across - used) // 2
    if across >= 120 and height >= 36:
        chart = 2 + (height - 36) // 2
        list_x = x + 81
        return Sizes(x, used, chart, 10, chart + 12, list_x, x + used - list_x, 4, 5, True)
    if across >= 80 and height >= 24:
        spare = min(height - 24, 8)
        top = 2 + (height - 24 - spare) // 2
        return Sizes(x, used, top, 8 + spare, top + 10 + spare, x, used, 2, 2, False)
    return Sizes(x, used, 1, height - 14, height - 12, x, used, 2, 2, False)


def paint(pen: Pen, shown: Shown) -> None:
    Sheet(pen, shown).paint()


class Sheet:
    def __init__(self, pen: Pen, shown: Shown) -> None:
        self.pen, self.shown = pen, shown
        self.at = sizes(pen.canvas.width, pen.canvas.height)
        self.game = cast(Retold, import_module(_RETOLD[shown.table.game.name]))
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
                self._road(self.one, at.x, at.lower, 78)
            self._list()
        self._prompt()
        self._footer()

    # The chart -------------------------------------------------------------------------------------------------------

    def _chart(self) -> None:
        pen, shown, at = self.pen, self.shown, self.at
        title = _("Your chances after each of your moves")
        if not shown.you:
            title = _("The chances of {name} after each move").format(name=cut(shown.name, 20, pen.glyphs.dots))
        pen.rule(at.x, at.chart, at.width, title, self._progress())
        bars = [
            Bar(
                str(one.turn.number),
                one.after,
                one.loss if one.loss >= LEAST else 0,
                str(self.worst.index(index) + 1) if index in self.worst else "",
            )
            for index, one in enumerate(shown.reviewed)
        ]
        chart = Bars(bars, shown.moves, CHANCE, shown.chosen, pen.look)
        chart.paint(pen.canvas, at.x, at.chart + 1, at.width, at.chart_height, _("turn"))

    def _progress(self) -> str:
        done, moves = len(self.shown.reviewed), self.shown.moves
        if done < moves:
            words = ngettext("{done} of {n} move", "{done} of {n} moves", moves)
        else:
            words = ngettext("{n} move", "{n} moves", moves)
        return words.format(n=moves, done=done)

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
        played, better = self._phrases(one, ground)
        end = x + at.list_width - 1
        if at.list_width >= 70 or at.large:
            who = _("you") if shown.you else cut(shown.name, 8, pen.glyphs.dots)
            start = pen.canvas.put(start, y, f"{who} ", dim)
        if at.large:
            self._put(start, y, end - start, played)
            self._put(x + 6, y + 1, end - x - 12, better)
        else:
            middle = x + at.list_width // 2 + (0 if at.list_width >= 70 else 2)
            self._put(start, y, middle - start - 1, played)
            self._put(middle, y, end - middle - 5, better)
        loss = f"{pen.glyphs.minus}{wording.lost(one)}"
        ink = readable(palette, palette.bad, ground)
        pen.right(end, y + (1 if at.large else 0), loss, ink, ground, True, hit)
        ink = palette.text if focused else palette.dim
        for row, text in enumerate(self._because(one, end - x - 6, at.row - (2 if at.large else 1))):
            pen.put(x + 6, y + (2 if at.large else 1) + row, text, ink, ground)
        pen.canvas.mark(x, y, at.list_width, at.row, hit)

    def _number(self, x: int, y: int, number: int, focused: bool, ground: str) -> None:
        pen, palette = self.pen, self.pen.palette
        if palette.flat:
            pen.put(x, y, f"[{number}]", "plain", ground, True)
            return
        under = palette.select if focused else mixed(palette, palette.bad, palette.sea, 0.4)
        pen.put(x, y, f" {number} ", ink_on(palette, under), under, True)

    def _phrases(self, one: Reviewed, ground: str) -> tuple[list[Piece], list[Piece]]:
        """What was played, and what would have been better, for a list."""
        choice, palette = one.dearest, self.pen.palette
        assert choice is not None
        style = palette.style(palette.text, ground)
        good = palette.style(readable(palette, palette.land, ground), ground, True)
        view = view_before(self.shown.table, self.shown.seat, choice.at)
        moves = moves_from(self.shown.table, one.turn, choice.at)
        played = _joined(self.game.told(view, moves, self.pen.look, style, whole=False), style)
        line = _joined(self.game.told(view, choice.line, self.pen.look, style, whole=False), style)
        return played, pieces(_("{better} {line}"), style, {"better": (_("better"), good), "line": line})

    def _because(self, one: Reviewed, across: int, most: int) -> list[str]:
        """Why it would have been better, in at most so many lines."""
        shown, dots = self.shown, self.pen.glyphs.dots
        found = [wrap(text, across) for text in wording.reasons(shown.table, shown.seat, one, shown.you)]
        if not found:
            return []
        lines = next((lines for lines in found if len(lines) <= most), found[-1])
        return lines if len(lines) <= most else [*lines[: most - 1], cut(" ".join(lines[most - 1 :]), across, dots)]

    def _put(self, x: int, y: int, room: int, line: Sequence[Piece]) -> int:
        """Pieces in so many cells: those that do not fit are left out, visibly."""
        return put(self.pen.canvas, x, y, _fitted(line, room, self.pen.glyphs.dots))

    # The road --------------------------------------------------------------------------------------------------------

    def _road(self, one: Reviewed, x: int, y: int, across: int) -> None:
        """Beside the list below a rule, or over the list with the rule under it."""
        pen, at, palette, shown = self.pen, self.at, self.pen.palette, self.shown
        choice = one.dearest
        first = choice.at if choice is not None else one.turn.first
        view = view_before(shown.table, shown.seat, first)
        moves = moves_from(shown.table, one.turn, first)
        title = _("Turn {turn}, the move on the road")
        if choice is not None and choice.loss:
            title = _("Turn {turn}, the better move on the road")
            if not shown.better:
                title = _("Turn {turn}, your move on the road") if shown.you else _("Turn {turn}, the move as played")
            moves = choice.line if shown.better else moves
        room = pen.canvas.height - 4 - y
        scale = self.game.scale_for(across, room - 3)
        top = y + 1 if at.large else y + max(0, (room - scale.height - 3) // 2)
        rule, below = (y, top + scale.height + 1) if at.large else (top + scale.height, top + scale.height + 1)
        seen = self.game.sight(view, moves, shown.names)
        self.game.paint_road(pen.canvas, max(0, x + (across - scale.width) // 2), top, scale, seen, pen.look)
        note = _("your turn as it was") if shown.you else _("the turn as it was")
        pen.rule(x, rule, across, title.format(turn=one.turn.number), note)
        style = palette.style(palette.text, palette.sea)
        for row, line in enumerate(self.game.holdings(view, pen.look, style)):
            self._put(x + 2, below + row, across - 4, line)
        left = pen.canvas.height - 4 - below - 3
        if not at.large and left > 0:
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
        lines = self._told(self.one)
        room = pen.canvas.width - 3
        because = self._because(self.one, room, 1)
        keys = True
        if self.at.large:
            joined = [*lines[0][0], (" ", self._plain()), *lines[1][0]]
            if width(joined) <= room:
                self._put(2, y, room, joined)
                pen.put(2, y + 1, "".join(because), palette.dim2, palette.prompt)
            else:
                self._put(2, y, room, lines[0][0])
                self._put(2, y + 1, room, lines[1][0])
        else:
            for row, choices in enumerate(lines):
                line = next((one for one in choices if width(one) <= room), choices[-1])
                self._put(2, y + row, room, line)
            elsewhere = self.at.width >= 78 if shown.road else shown.chosen in self.worst
            if because and not elsewhere:
                keys = False
                pen.put(2, y + 2, because[0], palette.dim2, palette.prompt)
        if shown.trouble:
            ink = readable(palette, palette.bad, palette.prompt)
            told = wrap(shown.trouble, room)[:3]
            for row, text in enumerate(told, y + 3 - len(told)):
                pen.fill(1, row, pen.canvas.width - 1, 1, palette.prompt)
                pen.put(2, row, text, ink, palette.prompt, True)
        elif keys:
            self._hint(y + 2, room)

    def _waiting(self, y: int) -> None:
        pen, shown, room = self.pen, self.shown, self.pen.canvas.width - 3
        if shown.trouble:
            for row, text in enumerate(wrap(shown.trouble, room)[:3]):
                pen.say(2, y + row, room, "*{text}*", pen.palette.prompt, text=text)
        elif not shown.moves:
            pen.say(2, y, room, _("*Nothing to look at:* there was no move."), pen.palette.prompt)
        else:
            pen.say(2, y, room, _("*The game is being looked over,* move by move."), pen.palette.prompt)
            text = _("You may leave at any time: what is done is kept.")
            pen.say(2, y + 1, room, text, pen.palette.prompt, pen.palette.dim2)

    def _hint(self, y: int, room: int) -> None:
        enter = _("*Enter* shows it on the road")
        if self.at.large or self.shown.road:
            enter = _("*Enter* your move / better move on the road")
            if self.one is None or not self.one.loss:
                enter = ""
        on = _("*P* play on from here against bots, same deal")
        told = [words for words in (enter, on) if words]
        if sum(len(words) for words in told) > room:
            told = told[:1]
        self.pen.say(2, y, room, "   ".join(told), self.pen.palette.prompt, self.pen.palette.dim2)

    def _plain(self) -> Style:
        return self.pen.palette.style(self.pen.palette.text, self.pen.palette.prompt)

    def _told(self, one: Reviewed) -> list[list[list[Piece]]]:
        """The two lines about the chosen move, each in several wordings, the fullest first."""
        pen, palette, shown, plain = self.pen, self.pen.palette, self.shown, self._plain()
        key = palette.style(palette.key, palette.prompt, True)
        good = palette.style(readable(palette, palette.land, palette.prompt), palette.prompt, True)
        choice = one.dearest
        at = choice.at if choice is not None and choice.loss else one.turn.first
        view = view_before(shown.table, shown.seat, at)
        parts: dict[str, Any] = {
            "turn": (_("Turn {turn}.").format(turn=one.turn.number), key),
            "name": cut(shown.name, 16, pen.glyphs.dots),
            "before": str(wording.percent(one.before)),
            "after": str(wording.percent(one.after)),
            "arrow": pen.glyphs.arrow,
        }
        moves = moves_from(shown.table, one.turn, at)
        played = self.game.told(view, moves, pen.look, plain, whole=False)
        parts["moves"], parts["short"] = _joined(played, plain), played[0] if played else []
        if wording.lost(one):
            words = (
                _("{turn} You played {moves}: chances {before} {arrow} {after} %.")
                if shown.you
                else _("{turn} {name} played {moves}: chances {before} {arrow} {after} %.")
            )
        else:
            words = (
                _("{turn} You played {moves}: chances {after} %.")
                if shown.you
                else _("{turn} {name} played {moves}: chances {after} %.")
            )
        first = [pieces(text, plain, parts) for text in (words, words.replace("{moves}", "{short}"))]
        if choice is None:
            return [first, [pieces(_("There was nothing to choose."), plain, {})]]
        if not choice.loss or one.loss < LEAST:
            return [first, [pieces(_("Hard would have found nothing better."), plain, {})]]
        parts["better"] = (_("Better:"), good)
        second = []
        for whole in (True, False):
            line = self.game.told(view, choice.line, pen.look, plain, whole=whole)
            second.append(pieces(_("{better} {line}: {before} %."), plain, {**parts, "line": _joined(line, plain)}))
        return [first, second]

    def _footer(self) -> None:
        shown, at = self.shown, self.at
        over = shown.road and not at.large
        better = self.one is not None and self.one.dearest is not None and self.one.loss > 0
        dear = [("d", " ".join("123"[: len(self.worst)]), _("dearest"))] if self.worst else []
        step = [("right", "←→", _("move"))] if self.one is not None else []
        enter: list[Pair] = []
        if over and better:
            enter = [("enter", _("Enter"), _("played") if shown.better else _("better"))]
        elif self.one is not None and not over and (better or not at.large):
            enter = [("enter", _("Enter"), _("show"))]
        on = [("p", "P", _("play on"))] if self.one is not None else []
        other = [("tab", _("Tab"), _("next player"))] if shown.others else []
        back = [("backspace", _("Bksp"), _("list") if over else _("back"))]
        self.pen.footer([*dear, *step, *enter, *on, *back, *other])


def _joined(phrases: Sequence[Sequence[Piece]], style: Style) -> list[Piece]:
    found: list[Piece] = []
    for number, phrase in enumerate(phrases):
        if number:
            found.append((_(", "), style))
        found += phrase
    return found


def _fitted(line: Sequence[Piece], room: int, dots: str) -> list[Piece]:
    if width(line) <= room:
        return list(line)
    kept: list[Piece] = []
    for text, style in line:
        left = room - width(kept)
        if width([(text, style)]) >= left:
            chip = text.startswith(" ") and text.endswith(" ")  # whole or not at all
            kept.append((cut(dots if chip else text, left, dots), kept[-1][1] if chip and kept else style))
            break
        kept.append((text, style))
    return kept
