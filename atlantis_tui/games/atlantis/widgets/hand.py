"""The viewer's cards by symbol, how many of each nobody has shown yet, and the collected tiles by value."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.style import Style

from atlantis_tui.games.atlantis.look import own_colours, own_signs
from atlantis_tui.games.atlantis.view_model import AtlantisView
from atlantis_tui.text.translation import _
from atlantis_tui.ui import digits
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.card_size import CardSize
from atlantis_tui.ui.colours import ink_on
from atlantis_tui.ui.panel import Panel
from atlantis_tui.ui.wrap import wrap
from core.atlantis.components import SYMBOLS, TILE

CARD = CardSize(5, 4, 2)


class AtlantisHand(Panel):
    """Clicks hit ("card", symbol) and ("tile", value)."""

    sight: AtlantisView | None = None
    card: CardSize = CARD
    compact = False

    def shows(self) -> object:
        sight = self.sight
        if sight is None:
            return None
        planned = sight.cards, sight.payment, sight.trade
        return self.look, sight.state, sight.viewer, planned, sight.unseen, self.card, self.compact

    def paint(self, canvas: Canvas) -> None:
        sight = self.sight
        if sight is None:
            return
        if self.compact:
            self._line(canvas, sight)
            return
        viewer = sight.viewer
        if viewer is None:
            self.title(canvas, canvas.width, _("Watching") if sight.watching else _("Hand"), "")
            if sight.watching:
                self._sentence(canvas, _("You see what everybody may see: the cards in hand stay hidden."))
            return
        size = sight.state.hands[viewer].size
        tiles = sight.state.tiles[viewer]
        right = _("tiles {count} = {worth}").format(count=len(tiles), worth=sum(t % TILE for t in tiles))
        self.title(canvas, canvas.width, _("Hand {count}").format(count=size), right)
        palette = self.look.palette
        unseen, _tiles = self.headings()
        canvas.put(11, 0, f" {unseen} ", palette.style(palette.absent, palette.sea))
        self._cards(canvas, sight, viewer)
        self._tiles(canvas, sight, viewer)

    def headings(self) -> Sequence[str]:
        """Of the numbers under the cards, and of the row of tiles."""
        shown = self.sight is not None and self.sight.viewer is not None and not self.compact
        return (_("? unseen"), _("Tiles")) if shown else ()

    def _sentence(self, canvas: Canvas, text: str) -> None:
        palette = self.look.palette
        for y, row in enumerate(wrap(text, canvas.width - 4, canvas.height - 2), 2):
            canvas.put(2, y, row, palette.style(palette.dim, palette.sea))

    def _cards(self, canvas: Canvas, sight: AtlantisView, viewer: int) -> None:
        palette, glyphs = self.look.palette, self.look.glyphs
        colours = own_colours(palette)
        pitch, width, height = self.card
        held = sight.state.hands[viewer].held
        for symbol in range(7):
            x, y = 1 + symbol * pitch, 2
            ground, ink = colours.symbols[symbol]
            have = held[symbol]
            style = palette.style(ink, ground, True) if have else palette.style(palette.absent, colours.no_card)
            hit = ("card", symbol)
            canvas.fill(x, y, width, height, style, hit=hit)
            name = (
                f"{own_signs(glyphs).symbols[symbol]}{SYMBOLS[symbol]}"
                if glyphs.upper
                else f"[{SYMBOLS[symbol]}]"
                if have
                else f" {SYMBOLS[symbol]}"
            )
            canvas.put(x + (1 if glyphs.upper else 0), y, name, style, hit)
            chosen = [n + 1 for n, card in enumerate(sight.cards) if card == symbol]
            order = ",".join(map(str, chosen))
            if height > 4:
                canvas.put_right(x + width - 1, y, cut(order, width - 4, glyphs.dots), style, hit)
                self._many(canvas, x, y + 1, have, style)
            else:
                if height > 2 and chosen:
                    canvas.put(x + 1, y + 1, order[: width - 1], style, hit)
                canvas.put(x + 1, y + height - 1, f"{glyphs.times}{have}" if have else glyphs.none, style, hit)
            unseen = f"?{sight.unseen[symbol]}" if sight.unseen else ""
            canvas.put(x + 1, y + height, unseen, palette.style(palette.absent, palette.sea), hit)
            if chosen:
                self._frame(canvas, x, y, width, height, hit, chosen[0])

    def _many(self, canvas: Canvas, x: int, y: int, have: int, style: Style) -> None:
        """How many cards there are, large, in the middle of what is left of a card below its first line."""
        glyphs, (_pitch, width, height) = self.look.glyphs, self.card
        shown = f"{glyphs.times}{have}" if have else glyphs.none
        wide = 2 + digits.width(have)
        if not have or wide > width:
            canvas.put(x + (width - cell_len(shown)) // 2, y + (height - 2) // 2, shown, style)
            return
        x, y = x + (width - wide) // 2, y + (height - 1 - digits.HEIGHT) // 2
        canvas.put(x, y + 1, glyphs.times, style)
        digits.paint(canvas, x + 2, y, have, style, glyphs)

    def _frame(self, canvas: Canvas, x: int, y: int, width: int, height: int, hit: object, number: int) -> None:
        palette, glyphs = self.look.palette, self.look.glyphs
        if palette.flat or not glyphs.upper:
            canvas.put(x, y - 1, f"^{number}", palette.style(palette.text, palette.sea, True), hit)
            return
        line = palette.style(palette.select, palette.sea)
        corners = glyphs.corners
        canvas.put(x - 1, y - 1, corners[0] + glyphs.lower * width + corners[1], line, hit)
        canvas.put(x - 1, y + height, corners[2] + glyphs.upper * width + corners[3], line, hit)
        for row in range(y, y + height):
            canvas.put(x - 1, row, glyphs.right_half, line, hit)
            canvas.put(x + width, row, glyphs.left_half, line, hit)

    def _tiles(self, canvas: Canvas, sight: AtlantisView, viewer: int) -> None:
        """The collected tiles, 7 to 1, each value with how many there are; what would be paid or traded is marked."""
        palette, glyphs = self.look.palette, self.look.glyphs
        pitch, height = self.card.pitch - 1, self.card.height
        y = 3 + height + (canvas.height > 5 + height)  # apart from the cards, if there is room
        _unseen, heading = self.headings()
        canvas.put(1, y, cut(heading, 6, ""), palette.style(palette.dim, palette.sea))
        first = canvas.width - 1 - 7 * pitch
        purse = sight.state.purses[viewer]
        paid = sight.payment[1] if sight.payment else ()
        bare = palette.flat or not glyphs.upper
        for column, value in enumerate(range(7, 0, -1)):
            x = first + column * pitch
            have = purse[value]
            if not have:
                nothing = palette.style(palette.absent, own_colours(palette).no_card)
                canvas.put(x, y, f"{value} {glyphs.none}", nothing)
                continue
            text, hit = f"{value}{glyphs.times}{have}"[:pitch], ("tile", value)
            chosen = value in paid or sight.trade == value
            ground = palette.pay if chosen else palette.purse
            if palette.flat:
                style = palette.style("plain", "reverse", True)
            else:
                style = palette.style(ink_on(palette, ground), ground, True)
            canvas.put(x, y, text, style, hit)
            if chosen and bare:
                canvas.put(x - 1, y, "*", palette.style(palette.text, palette.sea, True), hit)
            elif chosen:
                line = palette.style(palette.select, palette.sea)
                canvas.put(x - 1, y, glyphs.right_half, line, hit)
                canvas.put(x + len(text), y, glyphs.left_half, line, hit)

    def _line(self, canvas: Canvas, sight: AtlantisView) -> None:
        """The smallest table: one line, eight cells a card."""
        if sight.viewer is None:
            return
        palette, glyphs = self.look.palette, self.look.glyphs
        colours = own_colours(palette)
        held = sight.state.hands[sight.viewer].held
        for symbol in range(7):
            ground, ink = colours.symbols[symbol]
            have = held[symbol]
            style = palette.style(ink, ground, True) if have else palette.style(palette.absent, colours.no_card)
            chosen = symbol in sight.cards
            name = f"{own_signs(glyphs).symbols[symbol]}{SYMBOLS[symbol]}" if glyphs.upper else SYMBOLS[symbol]
            text = f" {name}{glyphs.times}{have} " if have else f" {name}  "
            canvas.put(1 + symbol * 8, 0, text, style, ("card", symbol))
            if chosen:
                mark = palette.style(palette.select, palette.sea, True)
                canvas.put(symbol * 8, 0, glyphs.right_half or "[", mark)
                canvas.put(1 + symbol * 8 + len(text), 0, glyphs.left_half or "]", mark)
