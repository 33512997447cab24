"""The viewer's cards, and under each what it would make on the field of the cursor, or that it goes back on its deck.

Clicks hit ("card", face).
"""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len
from rich.style import Style

from atlantis_tui.games.atalia.look import own_signs
from atlantis_tui.games.atalia.text import names
from atlantis_tui.games.atalia.view_model import AtaliaView, Makes
from atlantis_tui.games.atalia.widgets import cards
from atlantis_tui.games.atalia.widgets.planned import result, whole_result
from atlantis_tui.text.translation import _
from atlantis_tui.ui import digits, frames
from atlantis_tui.ui.canvas import Canvas, cut
from atlantis_tui.ui.card_size import CardSize
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.panel import Panel
from atlantis_tui.ui.wrap import wrap
from core.atalia.components import COLOURS, HAND, TROOPS_IN_ALL, VALUES

MOST_CELLS = 99
MOST = 9  # cards that can be held while the Scout draws


CARD = CardSize(6, 5, 2)


class AtaliaHand(Panel):
    sight: AtaliaView | None = None
    card: CardSize = CARD
    compact = False  # a line of cards and one of results
    _told: Callable[[Makes, str], str] = staticmethod(result)  # with whole names if all of them have room

    def shows(self) -> object:
        sight = self.sight
        if sight is None:
            return None
        planned = sight.card, sight.cursor, sight.makes, sight.fresh, sight.back
        return self.look, sight.state, sight.viewer, sight.watching, planned, self.card, self.compact

    def paint(self, canvas: Canvas) -> None:
        sight = self.sight
        if sight is None:
            return
        if self.compact:
            self._line(canvas, sight)
            return
        pen, width = Pen(canvas, self.look), canvas.width - 2
        if sight.viewer is None:
            pen.rule(1, 0, width, _("Watching") if sight.watching else _("Hand"))
            if sight.watching:
                self._sentence(canvas, _("You see what everybody may see: the cards in hand stay hidden."))
            return
        held = sight.state.known_cards(sight.viewer)
        right = _("makes on {field}").format(field=(sight.cursor or 0) + 1) if sight.makes else ""
        pen.rule(1, 0, width, _("Hand {count}").format(count=len(held)), right)
        pitch, size, first = *self.card[:2], 2
        if len(held) > HAND:  # as the Scout draws: narrower, in the same room
            pitch, first = (HAND * pitch + 3) // MOST, 1
            size = pitch - 1
        for number, face in enumerate(held):
            self._card(canvas, sight, first + number * pitch, size, face)
        self._told = result
        if self.card.height > 3 and all(cell_len(whole_result(one, "=")) <= size for one in sight.makes.values()):
            self._told = whole_result
        for number, face in enumerate(held):  # frames lie over the cards beside them
            self._marks(canvas, sight, first + number * pitch, size, face)

    def _sentence(self, canvas: Canvas, text: str) -> None:
        palette = self.look.palette
        for y, row in enumerate(wrap(text, canvas.width - 4, canvas.height - 2), 2):
            canvas.put(2, y, row, palette.style(palette.dim, palette.sea))

    def _card(self, canvas: Canvas, sight: AtaliaView, x: int, width: int, face: int) -> None:
        """Sign and letter, below it the value or the name of a tactic."""
        palette, hit = self.look.palette, ("card", face)
        ground, ink = cards.pair(face, palette)
        style = palette.style(ink, ground, True)
        is_troop = face < TROOPS_IN_ALL
        name = "" if is_troop else cut(names.tactic_short(face), width, "")
        if self.card.height > 3:
            self._tall(canvas, x, width, face, style)
        elif cards.outlined(self.look):
            sign = cards.sign(face, self.look.glyphs).strip()
            inside = f"{cards.letter(face)}{cards.value(face):>2}" if is_troop else f"{sign}T"
            canvas.fill(x, 2, width, 2, style, hit=hit)
            canvas.put(x, 2, f"[{inside}]" if width > 4 else f"{inside}", style, hit)
            canvas.put(x, 3, name, palette.style(ink, ground), hit)
        else:
            canvas.fill(x, 2, width, self.card.height, style, hit=hit)
            canvas.put(x + width - 4, 2, f"{cards.sign(face, self.look.glyphs)}{cards.letter(face)}", style, hit)
            if is_troop:
                canvas.put_right(x + 3, 3, cards.value(face), style, hit)
            else:
                canvas.put(x + (width - len(name) + 1) // 2, 3, name, style, hit)
        if face in sight.fresh:
            canvas.put(x + width - 1, 2, "+", style, hit)

    def _tall(self, canvas: Canvas, x: int, width: int, face: int, style: Style) -> None:
        """A card with room for a large value, or for the whole name of a tactic; the colour stands at its foot."""
        height, hit, glyphs, is_troop = self.card.height, ("card", face), self.look.glyphs, face < TROOPS_IN_ALL
        canvas.fill(x, 2, width, height, style, hit=hit)
        sign = f"{cards.sign(face, glyphs).strip()}{cards.letter(face)}"
        canvas.put(x + (width > 4), 2, f"[{sign}]" if cards.outlined(self.look) else sign, style, hit)
        foot = is_troop and height > 5 and all(cell_len(names.colour(one)) <= width for one in range(len(COLOURS)))
        top, room = 3, height - 1 - foot
        if is_troop and digits.width(cards.value(face)) <= width:
            wide = digits.width(cards.value(face))
            at = x + (width - wide) // 2
            digits.paint(canvas, at, top + (room - digits.HEIGHT + 1) // 2, cards.value(face), style, glyphs)
        else:
            lines = [cards.value(face)] if is_troop else wrap(names.tactic(face), width)
            if (
                max(map(cell_len, lines)) > width
                or max(map(len, names.tactic(face).split() if not is_troop else [""])) > width
            ):
                lines = [cut(names.tactic_short(face), width, "")]
            for line, words in enumerate(lines, top + (room - len(lines)) // 2):
                canvas.put(x + (width - cell_len(words)) // 2, line, words, style, hit)
        if foot:
            words = names.colour(face // VALUES)
            canvas.put(x + (width - cell_len(words)) // 2, 1 + height, words, style, hit)

    def _marks(self, canvas: Canvas, sight: AtaliaView, x: int, width: int, face: int) -> None:
        palette, hit = self.look.palette, ("card", face)
        height = self.card.height
        chosen, back = sight.card == face, face in sight.back
        if cards.outlined(self.look):
            if chosen or back:
                canvas.put(
                    x + 1, 4 if height < 4 else 2 + height, "^^", palette.style(palette.text, palette.sea, True), hit
                )
        elif chosen or back:
            frames.box(canvas, self.look, x, 2, width, height, palette.select if chosen else palette.key)
        self._result(canvas, sight, x, 2 + height + 1, width, face)

    def _result(self, canvas: Canvas, sight: AtaliaView, x: int, y: int, width: int, face: int) -> None:
        palette, glyphs = self.look.palette, self.look.glyphs
        signs = own_signs(glyphs)
        makes = sight.makes.get(face)
        if face in sight.back:
            number = sight.back.index(face) + 1
            style = palette.style("plain" if palette.flat else palette.key, palette.sea, True)
            canvas.put(x + max(0, width // 2 - 1), y, f"{signs.over}{number}", style, ("card", face))
        elif makes is not None:
            ink, bold = palette.dim, False
            if makes.wins:
                ink, bold = "plain" if palette.flat else palette.select, True
            if sight.card == face and not palette.flat:
                ink, bold = readable(palette, palette.land, palette.sea), True
            canvas.put(x, y, self._told(makes, signs.most), palette.style(ink, palette.sea, bold), ("card", face))

    def _line(self, canvas: Canvas, sight: AtaliaView) -> None:
        """The smallest table: cards in one line under the lanes, results below them."""
        palette = self.look.palette
        dim = palette.style(palette.dim, palette.sea)
        if sight.viewer is None:
            canvas.put(0, 0, _("Watching: the cards in hand stay hidden.") if sight.watching else "", dim)
            return
        canvas.put(0, 0, cut(_("Hand"), 4, ""), dim)
        for number, face in enumerate(sight.state.known_cards(sight.viewer)):
            x, hit = 5 + 6 * number, ("card", face)
            ground, ink = cards.pair(face, palette)
            style = palette.style(ink, ground, True)
            sign = cards.sign(face, self.look.glyphs)
            if face < TROOPS_IN_ALL:
                words = f"{sign}{cards.letter(face)}{cards.value(face):>2}{'+' if face in sight.fresh else ' '}"
            else:
                words = f"{sign}{cut(names.tactic_short(face), 4, '')}".ljust(5)
            canvas.put(x, 0, words, style, hit)
            if sight.card == face or face in sight.back:
                if cards.outlined(self.look):
                    bold = palette.style(palette.text, palette.sea, True)
                    canvas.put(x - 1, 0, "[", bold, hit)
                    canvas.put(x + 5, 0, "]", bold, hit)
                else:
                    frames.sides(canvas, self.look, x, 0, 5, 1, palette.select if sight.card == face else palette.key)
            self._result(canvas, sight, x, 1, 5, face)
