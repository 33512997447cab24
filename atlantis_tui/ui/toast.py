"""A short notice over the table: why a move was refused, with the rule behind it, or good news."""

from __future__ import annotations

from collections.abc import Sequence

from textual.timer import Timer

from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.bound_keys import USUAL, OwnKeys, other
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.named_keys import named, put_part, put_told, told
from atlantis_tui.ui.panel import Panel
from atlantis_tui.ui.wrap import wrap
from core.game import Reason

NEWS = 8.0  # seconds that a toast stays which no refused key has called up
_EDGES = 3  # the bar and a blank at the left, and a blank at the right


class Toast(Panel):
    """The screen puts the toast in its place and calls `say`. The next key hides it, and still does its own work.

    Where its place has too few rows, it grows over what is there, upwards first: what is told once must not be cut."""

    DEFAULT_CSS = "Toast { position: absolute; width: 42; height: 6; display: none; }"

    lines: Sequence[str] = ()
    good = False
    instead = ""  # what the player could do instead, shown if there is room
    reason: Reason | None = None  # the rule that was broken, if there is one: help opens it
    place: tuple[int, int, int, int] | None = None  # column, line, width, height: what the screen has left for it
    _clock: Timer | None = None

    def say(
        self,
        lines: Sequence[str],
        *,
        good: bool = False,
        seconds: float | None = None,
        reason: Reason | None = None,
        instead: str = "",
    ) -> None:
        """Show whole sentences, the subject in the first. Without `seconds` the toast stays until a key or a click."""
        self.lines, self.good, self.reason, self.instead = lines, good, reason, instead
        self._stop_clock()
        if seconds is not None:
            self._clock = self.set_timer(seconds, self.hush)
        self.grow()
        self.display = True
        self.repaint()

    def grow(self) -> None:
        """Take as many rows as the sentences need and one for the keys: less than its place, so that what is below
        stays to be seen, or more, but not the screen's first and last row."""
        if self.place is None:
            return
        x, y, width, height = self.place
        rows = len(_rows(self._shown(width, height), width, self.look.glyphs.no))
        more = max(0, rows - height)
        up = min(more, max(0, y - 1))
        down = min(more - up, max(0, self.screen.size.height - 1 - y - height))
        self.styles.offset, self.styles.height = (x, y - up), min(height, rows + 1) + up + down

    def _shown(self, width: int, height: int) -> Sequence[str]:
        """The sentences, and what the player could do instead where that has room too."""
        longer = [*self.lines, self.instead]
        if self.instead and len(_rows(longer, width, self.look.glyphs.no)) < height:
            return longer
        return self.lines

    def hush(self) -> None:
        self._stop_clock()
        self.display = False

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.stop()
            self._clock = None

    def on_click(self) -> None:
        self.hush()

    def paint(self, canvas: Canvas) -> None:
        height = canvas.height if self.place is None else self.place[3]
        lines, own = self._shown(canvas.width, height), other(self.screen)
        helps = self.reason is not None
        paint_toast(canvas, 0, 0, canvas.width, canvas.height, lines, self.look, self.good, helps, own)


def _rows(lines: Sequence[str], width: int, sign: str) -> list[tuple[int, str]]:
    """The sentences broken into lines; each line comes with the number of its sentence."""
    signed = [f"{sign} {line}" if number == 0 else line for number, line in enumerate(lines)]
    return [(number, row) for number, line in enumerate(signed) for row in wrap(line, max(1, width - _EDGES))]


def paint_toast(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    height: int,
    lines: Sequence[str],
    look: Look,
    good: bool = False,
    helps: bool = False,
    own: OwnKeys = USUAL,
) -> None:
    """Paint a toast on a canvas. `helps`: help opens the broken rule. A click on a key that is named presses it."""
    palette, glyphs = look.palette, look.glyphs
    ground = palette.good_ground if good else palette.bad_ground
    loud = palette.style(palette.land if good else palette.bad, ground, True)
    if palette.flat:
        loud = palette.style("plain", "plain", True)
    plain = palette.style(palette.text, ground)
    canvas.fill(x, y, width, height, plain)
    for row in range(y, y + height):
        canvas.put(x, row, glyphs.bar, loud)
    sign = glyphs.yes if good else glyphs.no
    rows = _rows(lines, width, sign)
    headed = len(rows) > 1 and rows[1][0] == 1  # the first sentence fills one line, and more follow
    bright = palette.style(palette.text if palette.flat else palette.select, ground, True)
    for row, (number, text) in enumerate(rows[:height]):
        if row == height - 1 and len(rows) > height:
            text = cut(text + glyphs.dots, width - _EDGES, glyphs.dots)
        put_told(canvas, x + 2, y + row, told(text, own), bright if headed and number == 0 else plain)
    if lines and height:
        canvas.put(x + 2, y, sign, loud)
    if len(rows) < height:
        bottom, left = y + height - 1, x + 2
        if helps:
            loud = palette.style("plain" if palette.flat else palette.key, ground, True)
            left = put_part(canvas, left, bottom, named("?", "question_mark", own), loud)
            left = canvas.put(left + 1, bottom, _("the rule"), plain) + 3
        hint = cut(_("any key goes on"), x + width - 1 - left, glyphs.dots)
        canvas.put(left, bottom, hint, palette.style(palette.dim, ground))
