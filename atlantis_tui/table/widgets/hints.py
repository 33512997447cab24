"""The panel with hints: the best moves, each with its chance to win and its reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style

from atlantis_tui.text.translation import _
from atlantis_tui.ui.bound_keys import other
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.named_keys import put_told, told
from atlantis_tui.ui.panel import Panel
from atlantis_tui.ui.wrap import wrap

INDENT = 4  # cells before a move, and before its reasons


class HintRow(NamedTuple):
    move: str
    short: str  # the same in fewer words
    chance: int  # in hundredths
    why: tuple[str, ...]  # the most important first


def whole_reasons(reasons: Sequence[str], width: int, lines: int) -> list[str]:
    """As many whole reasons as fit into so many lines, as these lines; half a reason would be none."""
    return _wrapped(_that_fit(reasons, width, lines), width)


def _that_fit(reasons: Sequence[str], width: int, lines: int) -> list[str]:
    told: list[str] = []
    for reason in reasons:
        if max(map(cell_len, reason.split())) < width and len(_wrapped([*told, reason], width)) <= lines:
            told.append(reason)
    return told


def _wrapped(reasons: Sequence[str], width: int) -> list[str]:
    return list(wrap(_("; ").join(reasons), width)) if reasons else []


class Hints(Panel):
    """Clicks hit ("hint", index)."""

    DEFAULT_CSS = "Hints { position: absolute; display: none; }"

    rows: Sequence[HintRow] = ()
    chosen: int | None = None
    planned = False  # the board shows a move that Enter makes

    def shows(self) -> object:
        return self.look, tuple(self.rows), self.chosen, self.planned

    def blank(self) -> Style:
        palette = self.look.palette
        return palette.style(palette.text, palette.surf)

    def paint(self, canvas: Canvas) -> None:
        if not self.rows:
            self._thinking(canvas)
            return
        y = 0
        if self._has_head(canvas.height):
            self._head(canvas)
            y = 1
        heights = self._heights(canvas.width, canvas.height - y)
        for number, (row, lines) in enumerate(zip(self.rows, heights, strict=True)):
            self._row(canvas, y, lines, number, row)
            y += lines

    def untold(self, width: int, height: int) -> list[list[str]]:
        """For each hint the reasons for which a panel of this size has no room."""
        left = []
        heights = self._heights(width, height - self._has_head(height))
        for row, lines in zip(self.rows, heights, strict=True):
            move = self._cut(width, row, lines)
            room = width - INDENT - 1 if lines > 1 else self._beside(width, row, INDENT + cell_len(move[-1]))
            told = _that_fit(row.why, room, lines - len(move) if lines > 1 else 1)
            left.append([reason for reason in row.why if reason not in told])
        return left

    def _has_head(self, height: int) -> bool:
        return height > 2 * len(self.rows)

    def _heights(self, width: int, room: int) -> list[int]:
        """The number of lines for each hint: the chosen one gets all it needs, the others share the rest, moves before
        reasons."""
        heights = [1] * len(self.rows)
        moves = [len(self._move(width, row)) for row in self.rows]
        needed = [move + len(_wrapped(row.why, width - INDENT - 1)) for move, row in zip(moves, self.rows, strict=True)]
        if room < 2 * len(self.rows) and self.chosen is None:
            needed = moves  # the prompt tells the reasons
        if self.chosen is not None:
            heights[self.chosen] = min(needed[self.chosen], 1 + room - len(heights))
        while sum(heights) < room and (short := [n for n, height in enumerate(heights) if height < needed[n]]):
            heights[min(short, key=lambda number: (heights[number] >= moves[number], heights[number]))] += 1
        return heights

    def _thinking(self, canvas: Canvas) -> None:
        palette = self.look.palette
        loud = palette.style("plain" if palette.flat else palette.key, palette.surf, True)
        for y in range(canvas.height):
            canvas.put(0, y, self.look.glyphs.bar, loud)
        x = canvas.put(2, 0, _("Hints"), loud) + 1
        room = canvas.width - 3
        first = cut(_("are being thought about …"), canvas.width - 1 - x, self.look.glyphs.dots)
        canvas.put(x, 0, first, self.blank())
        quiet = palette.style(palette.dim, palette.surf)
        words = _("Play on, or press Esc, and they are forgotten.")
        if self.planned:
            words = _("Enter makes the move on show without them; Esc forgets them.")
        for y, line in enumerate(wrap(words, room, canvas.height - 1), 1):
            put_told(canvas, 2, y, told(line, other(self.screen)), quiet)

    def _head(self, canvas: Canvas) -> None:
        palette = self.look.palette
        canvas.put(2, 0, _("Hints"), palette.style("plain" if palette.flat else palette.key, palette.surf, True))
        quiet = palette.style(palette.dim, palette.surf)
        canvas.put_right(canvas.width - 1, 0, _("chance to win"), quiet)

    def _row(self, canvas: Canvas, y: int, lines: int, number: int, row: HintRow) -> None:
        palette, glyphs = self.look.palette, self.look.glyphs
        chosen = number == self.chosen
        ground = palette.focus if chosen else palette.surf
        hit = ("hint", number)
        canvas.fill(0, y, canvas.width, lines, palette.style(palette.text, ground), hit=hit)
        loud = palette.style("plain" if palette.flat else palette.key, ground, True)
        if chosen:
            for line in range(lines):
                canvas.put(0, y + line, glyphs.bar, loud, hit)
        canvas.put(2, y, str(number + 1), loud, hit)
        chance = _("{percent} %").format(percent=row.chance)
        bright = palette.style(palette.text if palette.flat else palette.select, ground, True)
        end = canvas.width - 1
        canvas.put_right(end, y, chance, bright, hit)
        quiet = palette.style(palette.dim2 if chosen else palette.dim, ground)
        move = self._cut(canvas.width, row, lines)
        for line, text in enumerate(move, y):
            x = canvas.put(INDENT, line, text, bright if chosen else self._plain(ground), hit)
        for line, text in enumerate(
            whole_reasons(row.why, canvas.width - INDENT - 1, lines - len(move)), y + len(move)
        ):
            canvas.put(INDENT, line, text, quiet, hit)
        if lines == 1:
            canvas.put(x + 2, y, "".join(whole_reasons(row.why, self._beside(canvas.width, row, x), 1)), quiet, hit)

    def _cut(self, width: int, row: HintRow, lines: int) -> list[str]:
        """A move in as many of these lines as it may have. One line is left for a reason, unless half a move would be
        told for it: the prompt has room for reasons."""
        move, told = self._move(width, row), max(1, lines - 1)
        if len(move) <= lines:
            return move
        return [*move[: told - 1], cut(" ".join(move[told - 1 :]), self._room(width, row), self.look.glyphs.dots)]

    def _beside(self, width: int, row: HintRow, end: int) -> int:
        """The cells for reasons between the end of a move and its chance, where both are in one line."""
        return width - 1 - cell_len(_("{percent} %").format(percent=row.chance)) - 2 - (end + 2)

    def _room(self, width: int, row: HintRow) -> int:
        """How many cells a move has beside its chance."""
        return width - 2 - cell_len(_("{percent} %").format(percent=row.chance)) - INDENT

    def _move(self, width: int, row: HintRow) -> list[str]:
        """A move in lines; its short form if the long one needs several."""
        room = self._room(width, row)
        return [row.move] if cell_len(row.move) <= room else list(wrap(row.short, room))

    def _plain(self, ground: str) -> Style:
        return self.look.palette.style(self.look.palette.text, ground)
