"""What a screen shows while the terminal is too small for it. It goes away as soon as there is room."""

from __future__ import annotations

from typing import Any

from rich.cells import cell_len

from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.island_picture import paint_water
from atlantis_tui.ui.painter import Pen, respell
from atlantis_tui.ui.panel import Panel
from atlantis_tui.ui.wrap import wrap

NEED = (60, 20)
CARD = (42, 9)
BAR = 16


def too_small(width: int, height: int) -> bool:
    return width < NEED[0] or height < NEED[1]


class TooSmall(Panel):
    """Covers a screen of several widgets while there is no room for them."""

    DEFAULT_CSS = "TooSmall { position: absolute; width: 100%; height: 100%; display: none; }"

    def paint(self, canvas: Canvas) -> None:
        paint_small(canvas, self.look)


def paint_small(canvas: Canvas, look: Look) -> None:
    """Fill the canvas with the notice: a card on the water, or three plain lines where even the card is too large."""
    pen = Pen(canvas, look)
    pen.fill(0, 0, canvas.width, canvas.height, look.palette.sea)
    if canvas.width >= CARD[0] + 2 and canvas.height >= CARD[1] + 1:
        _card(pen)
    else:
        _lines(pen)
    respell(canvas, look.glyphs.name)


def _card(pen: Pen) -> None:
    canvas, palette = pen.canvas, pen.palette
    width, height = CARD
    ground = palette.surf
    paint_water(canvas, pen.look)
    x, y = (canvas.width - width) // 2, (canvas.height - height) // 2
    pen.fill(x, y, width, height, ground)
    for row in range(height):
        pen.put(x, y + row, pen.glyphs.bar, palette.key, ground)
    room = width - 4
    pen.put(x + 3, y + 1, cut(_("A little more room, please"), room), pen.bright(ground), ground, True)
    rows = ((_("wide"), canvas.width, NEED[0]), (_("high"), canvas.height, NEED[1]))
    column = x + 3 + max(cell_len(name) for name, _have, _need in rows) + 1
    for row, (name, have, need) in enumerate(rows):
        line = y + 3 + row
        pen.put(x + 3, line, name, palette.dim, ground)
        full = min(BAR, BAR * have // need)
        if pen.glyphs.upper:
            block = "▄" if pen.glyphs.name == "console" else "▆"
            pen.put(column, line, block * BAR, palette.button if not palette.flat else "dim", ground)
            pen.put(column, line, block * full, palette.pay if not palette.flat else "plain", ground)
        else:
            pen.put(column, line, "#" * full + "." * (BAR - full), palette.text, ground)
        pen.say(column + BAR + 2, line, 14, _("~{have}~ of {need}"), ground, palette.dim, have=have, need=need)
    lines = wrap(_("Enlarge the window or use a smaller font. The game waits."), room, 2)
    end = 0
    for row, text in enumerate(lines):
        end = pen.put(x + 3, y + 6 + row, text, palette.text, ground)
    pen.say(end + 2, y + 5 + len(lines), x + width - 1 - end - 2, _("*Q* quit"), ground)


def _lines(pen: Pen) -> None:
    canvas, palette = pen.canvas, pen.palette
    lines = (
        _("Need {need_width}×{need_height}, have {have_width}×{have_height}."),
        _("Enlarge me; game waits."),
        _("*Q* quit"),
    )
    top = max(0, (canvas.height - len(lines)) // 2)
    size: dict[str, Any] = {"need_width": NEED[0], "need_height": NEED[1]}
    size |= {"have_width": canvas.width, "have_height": canvas.height}
    for row, text in enumerate(lines):
        pen.say(1, top + row, canvas.width - 1, text, palette.sea, **size)
