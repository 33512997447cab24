"""The signs of the troops and of formations with their names, and the rule of this moment: where there is room."""

from __future__ import annotations

from rich.cells import cell_len

from atlantis_tui.games.atalia.look import own_colours, own_signs
from atlantis_tui.games.atalia.text import names
from atlantis_tui.games.atalia.view_model import AtaliaView
from atlantis_tui.games.atalia.widgets import cards
from atlantis_tui.text.translation import _
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.panel import Panel
from atlantis_tui.ui.wrap import wrap
from core.atalia.components import COLOURS, TROOPS_IN_ALL, VALUES, WEATHER
from core.atalia.formations import FLUSH, RUN, SUM, TRIPLE, WEDGE

RANKS = (WEDGE, TRIPLE, FLUSH, RUN, SUM)


class AtaliaSigns(Panel):
    sight: AtaliaView | None = None

    def shows(self) -> object:
        sight = self.sight
        return self.look, self._rule(), sight and sight.below

    def paint(self, canvas: Canvas) -> None:
        palette, glyphs = self.look.palette, self.look.glyphs
        self.title(canvas, canvas.width, _("Signs"))
        text = palette.style(palette.text, palette.sea)
        half, apart = canvas.width // 2, 2 if canvas.height > 12 else 1
        for colour in range(len(COLOURS)):
            x, y = colour % 2 * half, 1 + apart * (colour // 2)
            ground, ink = own_colours(palette).troops[colour]
            sign = f" {cards.sign(colour * VALUES, glyphs).strip()}{COLOURS[colour]} "
            end = canvas.put(x, y, sign, palette.style(ink, ground, True))
            canvas.put(end + 1, y, cut(names.colour(colour), half - (end - x) - 1, glyphs.dots), text)
        below = 1 + 3 * apart
        self._ranks(canvas, below)
        below += 1 + apart
        dim = palette.style(palette.dim, palette.sea)
        rows, rules = canvas.height - below, self._rule()
        told = next((one for one in rules if len(wrap(one, canvas.width)) <= rows), rules[-1])
        for line, words in enumerate(wrap(told, canvas.width, rows), below):
            canvas.put(0, line, words, dim)

    def _ranks(self, canvas: Canvas, y: int) -> None:
        """The strongest first, three in a line; last whose a tie is."""
        palette, glyphs, third = self.look.palette, self.look.glyphs, canvas.width // 3
        seat = self.sight.below if self.sight is not None else 0
        own = palette.style(readable(palette, palette.seats[seat], palette.sea), palette.sea, True)
        text = palette.style(palette.text, palette.sea)
        whole = all(cell_len(names.rank(rank)) < third - 1 for rank in RANKS)
        for number, rank in enumerate(RANKS):
            x, row = number % 3 * third, y + number // 3
            end = canvas.put(x, row, own_signs(glyphs).ranks[rank - 1].strip(), own)
            canvas.put(end, row, names.rank(rank) if whole else names.rank_short(rank), text)
        end = canvas.put(2 * third, y + 1, f"={glyphs.figures[seat]}", own)
        canvas.put(end + 1, y + 1, cut(_("tie"), canvas.width - end - 1, ""), text)

    def _rule(self) -> tuple[str, ...]:
        """What the rules say about what the viewer is doing, the fullest wording first."""
        sight = self.sight
        if sight is None:
            return ("",)
        if sight.refusal is not None:
            return (_("Only cards on the table are proof."),)
        if sight.back:
            return (_("The last card put back is drawn first."),)
        if sight.card is not None and sight.card >= TROOPS_IN_ALL and sight.card not in WEATHER:
            return names.tactic_does(sight.card), names.tactic_in_short(sight.card)
        if sight.legal or sight.after is not None:
            return (_("Of the same kind the higher sum wins."),)
        return (_("Three fields in a row or any five win."),)
