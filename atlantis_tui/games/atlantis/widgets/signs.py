"""The signs of the seven symbols with their names, and the rule of this moment: beside the path where there is room."""

from __future__ import annotations

from atlantis_tui.games.atlantis.look import own_colours, own_signs
from atlantis_tui.games.atlantis.view_model import AtlantisView
from atlantis_tui.text.translation import _
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.panel import Panel
from atlantis_tui.ui.wrap import wrap
from core.atlantis.components import SYMBOLS


class AtlantisSigns(Panel):
    sight: AtlantisView | None = None

    def shows(self) -> object:
        return (self.look, self._rule())

    def paint(self, canvas: Canvas) -> None:
        palette, glyphs = self.look.palette, self.look.glyphs
        self.title(canvas, canvas.width, _("Signs"))
        names = (_("Flag"), _("Olive"), _("Helmet"), _("Ring"), _("Statue"), _("Crown"), _("Amphora"))
        text = palette.style(palette.text, palette.sea)
        half, apart = canvas.width // 2, 2 if canvas.height > 10 else 1
        for symbol, name in enumerate(names):
            x, y = (symbol % 2) * half, 1 + apart * (symbol // 2)
            ground, ink = own_colours(palette).symbols[symbol]
            sign = f" {own_signs(glyphs).symbols[symbol].strip()}{SYMBOLS[symbol]} "
            end = canvas.put(x, y, sign, palette.style(ink, ground, True))
            canvas.put(end + 1, y, cut(name, half - (end - x) - 1, glyphs.dots), text)
        dim = palette.style(palette.dim, palette.sea)
        below = 1 + 4 * apart
        for line, words in enumerate(wrap(self._rule(), canvas.width, canvas.height - below), below):
            canvas.put(0, line, words, dim)

    def _rule(self) -> str:
        """What the rules say about what the viewer is doing."""
        sight = self.sight
        if sight is None:
            return ""
        if sight.bridge_at is not None:
            return _("A bridge stays, also when its water grows or joins another.")
        if sight.trade is not None:
            return _("A tile buys half its value in cards, rounded down.")
        if sight.outlook is not None and sight.outlook.held:
            return _("From a held place another card must lead on to a free one.")
        if sight.outlook is not None and sight.outlook.cost:
            return _("Water costs the lower value of the two tiles beside it.")
        if sight.outlook is not None:
            return _("You take the first tile behind you that nobody stands on.")
        return _("A card leads to the next tile ahead with its symbol.")
