"""The card over a table that waits for a player who is away. The board shows darker behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style

from atlantis_tui.table.widgets.link_mark import link_mark
from atlantis_tui.text.translation import _
from atlantis_tui.ui.canvas import Canvas, CanvasWidget, cut
from atlantis_tui.ui.colours import ink_on, mixed, readable
from atlantis_tui.ui.modal import cast_shadow, paint_frame
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.panel import Panel
from atlantis_tui.ui.wrap import wrap

WIDE = 60


class AbsenceRow(NamedTuple):
    """A player at the table."""

    seat: int
    name: str
    you: bool
    link: str  # here, slow, away, left or none
    vote: str  # yes, open, or nothing where it is not known


class AbsenceText(NamedTuple):
    seat: int  # who is away
    title: str
    since: str
    told: tuple[str, ...]
    question: str
    rows: tuple[AbsenceRow, ...]
    note: tuple[str, ...]
    buttons: tuple[tuple[str, str, str], ...]  # a key as shown, what it does, its action


class AbsenceCard(Panel):
    """A click on a button hits its action."""

    DEFAULT_CSS = "AbsenceCard { position: absolute; display: none; }"

    card: AbsenceText | None = None
    behind: Sequence[CanvasWidget] = ()

    def paint(self, canvas: Canvas) -> None:
        self._behind(canvas)
        if self.card is not None:
            self._paint(Pen(canvas, self.look), self.card)

    # What lies behind ------------------------------------------------------------------------------------------------

    def _behind(self, canvas: Canvas) -> None:
        """Paint the darkened board, or nothing where there are no colours."""
        palette = self.look.palette
        if palette.flat:
            return
        darker: dict[Style, Style] = {}
        for widget in self.behind:
            region, shown = widget.region, widget.canvas
            left, top = region.x - self.region.x, region.y - self.region.y
            for y in range(max(0, -top), min(shown.height, canvas.height - top)):
                for x in range(max(0, -left), min(shown.width, canvas.width - left)):
                    style = shown.styles[y][x]
                    if style not in darker:
                        darker[style] = self._darker(style)
                    canvas.chars[top + y][left + x] = shown.chars[y][x]
                    canvas.styles[top + y][left + x] = darker[style]

    def _darker(self, style: Style) -> Style:
        palette = self.look.palette
        if palette.ansi or style.color is None or style.bgcolor is None:
            return palette.style(palette.dim, palette.sea)
        ink, ground = style.color.get_truecolor().hex, style.bgcolor.get_truecolor().hex
        return palette.style(mixed(palette, ink, palette.shadow, 0.55), mixed(palette, ground, palette.shadow, 0.55))

    # The card --------------------------------------------------------------------------------------------------------

    def _paint(self, pen: Pen, card: AbsenceText) -> None:
        palette, canvas = pen.palette, pen.canvas
        surf = palette.surf
        wide = min(WIDE, canvas.width - 2)
        inner = wide - 8
        told = [row for text in card.told for row in wrap(text, inner)]
        note = [row for text in card.note for row in wrap(text, inner)]
        needed = 2 + len(told) + bool(card.question) + len(card.rows) + 1
        note = note[: max(0, canvas.height - needed)]
        parts = (needed, len(note))
        blanks = canvas.height - sum(parts)  # blank lines between the parts, as many as there is room for
        room = [blanks >= want for want in (1, 2, 3)] + [blanks >= 4 and bool(note), blanks >= 5]
        high = sum(parts) + sum(room)
        x, y = (canvas.width - wide) // 2, max(0, (canvas.height - high) // 2)
        self._frame(pen, card, x, y, wide, high)
        row = y + 1 + room[2]
        for number, text in enumerate(told):
            at = x + 4
            if number == 0:
                colour = readable(palette, palette.seats[card.seat], surf)
                at = pen.put(at, row, pen.glyphs.figures[card.seat], colour, surf, True) + 1
                text = cut(text, wide - 7, pen.glyphs.dots)
            pen.put(at, row, text, palette.text, surf)
            row += 1
        row += room[0]
        if card.question:
            pen.put(x + 3, row, pen.glyphs.rule * (wide - 6), palette.rule, surf)
            heading = cut(card.question, wide - 10, pen.glyphs.dots)
            pen.put(x + 4, row, f" {heading} ", pen.bright(surf), surf, True)
            row += 1
        for one in card.rows:
            self._row(pen, one, x + 3, row, wide - 6)
            row += 1
        row += room[3]
        for text in note:
            pen.put(x + 4, row, text, palette.dim, surf)
            row += 1
        row += room[1]
        self._buttons(pen, card, x + 4, row, x + wide - 2)

    def _frame(self, pen: Pen, card: AbsenceText, x: int, y: int, wide: int, high: int) -> None:
        palette, glyphs = pen.palette, pen.glyphs
        if not palette.flat and not palette.ansi:
            cast_shadow(pen, x, y, wide, high)
        pen.fill(x, y, wide, high, palette.surf)
        accent = "plain" if palette.flat else palette.key
        paint_frame(pen, x, y, wide, high, palette.style(accent, palette.surf))
        ground = "reverse" if palette.flat else palette.key
        ink = ink_on(palette, ground)
        pen.right(x + wide - 2, y, f" {card.since} ", ink, ground)
        room = wide - 8 - cell_len(card.since)
        pen.put(x + 2, y, f" {cut(card.title, room, glyphs.dots)} ", ink, ground, True)

    def _row(self, pen: Pen, one: AbsenceRow, x: int, y: int, wide: int) -> None:
        palette, glyphs = pen.palette, pen.glyphs
        ground = palette.focus if one.you else palette.surf
        if one.you:
            pen.fill(x, y, wide, 1, ground)
            pen.put(x, y, glyphs.bar, "plain" if palette.flat else palette.key, ground)
        pen.put(x + 2, y, glyphs.figures[one.seat], readable(palette, palette.seats[one.seat], ground), ground, True)
        name = _("{name} (you)").format(name=one.name) if one.you else one.name
        pen.put(x + 4, y, cut(name, 16, glyphs.dots), palette.text, ground)
        if not one.you:
            mark = link_mark(one.link, pen.look)
            ink = "plain" if palette.flat else readable(palette, mark.ink, ground)
            pen.put(x + 21, y, f"{mark.sign} {mark.word}", ink, ground)
        if one.vote == "yes":
            pen.put(x + 34, y, f"{glyphs.yes} {_('bot')}", palette.text if palette.flat else palette.land, ground)
        elif one.vote:
            pen.put(x + 34, y, f"{glyphs.none} {_('not voted yet')}", palette.key, ground)

    def _buttons(self, pen: Pen, card: AbsenceText, x: int, y: int, end: int) -> None:
        for number, (key, word, action) in enumerate(card.buttons):
            if x + cell_len(key) + cell_len(word) + 3 > end:
                break
            if number == 0:
                x = pen.put(x, y, f" {key} {word} ", ink_on(pen.palette, pen.solid), pen.solid, True, action) + 2
            else:
                x = pen.button(x, y, key, word, False, action) + 2
