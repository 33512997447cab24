"""The card that tells how others come to the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style

from atlantis_tui.ui.bound_keys import other
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.modal import paint_modal
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.panel import Panel
from atlantis_tui.ui.wrap import wrap

WIDEST = 76
EDGE = 3  # cells between the frame and the text

Button = tuple[str, str, str]  # a key as shown, what it does, its action


class InvitationText(NamedTuple):
    title: str
    rows: tuple[tuple[str, str], ...]  # what it is, and what to type or to send, which is never cut
    note: str


class InvitationCard(Panel):
    """A click on a button runs its action."""

    DEFAULT_CSS = "InvitationCard { position: absolute; display: none; }"

    card: InvitationText | None = None
    buttons: Sequence[Button] = ()

    def shows(self) -> object:
        return self.look, self.card, tuple(self.buttons)

    def blank(self) -> Style:
        palette = self.look.palette
        return palette.style(palette.text, palette.surf)

    def needed(self, width: int) -> int:
        """The rows of a card so wide."""
        if self.card is None:
            return 0
        return 6 + len(self._lines(self.card, width)) + len(wrap(self.card.note, width - 2 * EDGE))

    @staticmethod
    def _lines(card: InvitationText, width: int) -> list[tuple[str, str]]:
        """Each row with its label, which has a line of its own if the text is long: a ticket is best in one piece."""
        room, found = width - 2 * EDGE, []
        for label, text in card.rows:
            if cell_len(text) <= room - _label(card):
                found.append((label, text))
            else:
                found += [(label, ""), *(("", line) for line in wrap(text, room))]
        return found

    def paint(self, canvas: Canvas) -> None:
        card, palette = self.card, self.look.palette
        if card is None:
            return
        pen = Pen(canvas, self.look, other(self.screen))
        accent = "plain" if palette.flat else palette.key
        paint_modal(pen, 0, 0, canvas.width, canvas.height, accent, card.title, shadow=False)
        y, surf = 2, palette.surf
        for label, line in self._lines(card, canvas.width):
            pen.put(EDGE, y, cut(label, _label(card) - 1, pen.glyphs.dots), palette.dim2, surf)
            pen.put(EDGE + (_label(card) if label else 0), y, line, pen.bright(surf), surf, True)
            y += 1
        for number, line in enumerate(wrap(card.note, canvas.width - 2 * EDGE), 1):
            pen.put(EDGE, y + number, line, palette.text if palette.flat else palette.dim, surf)
        x = EDGE
        for key, word, action in self.buttons:
            x = pen.button(x, canvas.height - 2, key, word, False, action) + 2


def _label(card: InvitationText) -> int:
    return max((cell_len(label) for label, _text in card.rows), default=0) + 2
