"""The prompt: who is asked what, and what Enter will do. While a move is planned: Move, Pay and Take, one line each."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from atlantis_tui.games.atlantis.text.history import points_text
from atlantis_tui.games.atlantis.view_model import AtlantisView
from atlantis_tui.games.atlantis.widgets import chips
from atlantis_tui.table.widgets.prompt_lines import Owner
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.bound_keys import other
from atlantis_tui.ui.canvas import Canvas
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.line_wrap import rows_in
from atlantis_tui.ui.panel import Panel
from atlantis_tui.ui.rich_line import Piece, pieces, put, width, worded
from atlantis_tui.ui.textual_internals import own_keys
from core.atlantis.components import MAINLAND, TILE
from core.atlantis.outlook import Outlook


class AtlantisPrompt(Panel):
    sight: AtlantisView | None = None
    # (lead, text) where nothing is planned; the lead says what is going on, or who did it.
    lines: Sequence[tuple[str | Owner, str]] = ()

    def shows(self) -> object:
        sight = self.sight
        return sight and (self.look, sight.state, sight.viewer, sight.outlook, self.lines, own_keys(self.app))

    def blank(self) -> Style:
        palette = self.look.palette
        return palette.style(palette.text, palette.prompt)

    def paint(self, canvas: Canvas) -> None:
        palette, glyphs = self.look.palette, self.look.glyphs
        sight = self.sight
        planned = sight is not None and sight.outlook is not None and sight.viewer is not None
        colour = palette.land if planned else palette.key
        for y in range(canvas.height):
            canvas.put(0, y, glyphs.bar, palette.style("plain" if palette.flat else colour, palette.prompt))
        if planned and sight is not None and sight.outlook is not None:
            for y, choices in enumerate(
                (self._move(sight, sight.outlook), self._pay(sight, sight.outlook), self._take(sight.outlook))
            ):
                # The fullest wording that fits.
                line = next((one for one in choices if width(one) <= canvas.width - 3), choices[-1])
                put(canvas, 2, y, line)
            return
        told = [[self._line(lead, text)] for lead, text in self.lines]
        for y, row in enumerate(rows_in(told, canvas.width - 3, canvas.height, self.blank(), glyphs.dots)):
            put(canvas, 2, y, row)

    def _line(self, lead: str | Owner, text: str) -> list[Piece]:
        palette, own = self.look.palette, other(self.screen)
        if isinstance(lead, Owner):
            colour = readable(palette, palette.seats[lead.seat], palette.prompt)
            head = [(lead.text, palette.style("plain" if palette.flat else colour, palette.prompt, True))]
        else:
            head = worded(lead, palette.style("plain" if palette.flat else palette.key, palette.prompt, True), own)
        return [*head, *([(" ", self.blank())] if lead else []), *worded(text, self.blank(), own)]

    def _plain(self) -> Style:
        return self.blank()

    def _bold(self, colour: str) -> Style:
        palette = self.look.palette
        return palette.style(
            "plain" if palette.flat else readable(palette, colour, palette.prompt), palette.prompt, True
        )

    # The three lines -------------------------------------------------------------------------------------------------

    def _move(self, sight: AtlantisView, outlook: Outlook) -> list[list[Piece]]:
        viewer = sight.viewer or 0
        state, legs = sight.state, outlook.legs
        arrow = (f" {self.look.glyphs.arrow} ", self._bold(self.look.palette.chain))
        parts: dict[str, str | Piece | Sequence[Piece]] = {
            "move": (_("Move"), self._bold(self.look.palette.key)),
            "figure": chips.figure(viewer, outlook.figure, self.look),
            "arrow": arrow,
            "free": (_("free"), self._bold(self.look.palette.land)),
        }
        holders = {
            place: (seat, figure) for seat, figures in enumerate(state.figures) for figure, place in enumerate(figures)
        }
        for number, leg in enumerate(legs, 1):
            parts[f"card{number}"] = chips.card(leg.card, self.look)
            parts[f"place{number}"] = chips.place(state, leg.end, self.look)
            seat, figure = holders.get(leg.end, (viewer, outlook.figure))
            parts[f"holder{number}"] = chips.figure(seat, figure, self.look, own=seat == viewer)
        cards: list[Piece] = [chips.card(leg.card, self.look) for leg in legs]
        parts["cards"] = cards
        parts["place"] = chips.place(state, outlook.landing, self.look)
        parts["count"] = str(len(legs) - 1)
        home = outlook.landing == MAINLAND
        short = (
            ngettext(
                "{move} {figure} with {cards}{arrow}{place}, over {count} held place",
                "{move} {figure} with {cards}{arrow}{place}, over {count} held places",
                len(legs) - 1,
            )
            if len(legs) > 1
            else _("{move} {figure} with {cards}{arrow}{place}")
        )
        if not legs:
            templates = [_("{move} {figure} has arrived at {place}")]
        elif outlook.held:
            last = len(legs)
            parts["card"], parts["holder"] = parts[f"card{last}"], parts[f"holder{last}"]
            templates = [
                _("{move} {figure} with {cards}{arrow}{place} held by {holder}: another card must follow"),
                _("{move} {figure} with {cards}{arrow}{place} held: another card"),
            ]
        elif len(legs) == 1 and not home:
            templates = [_("{move} {figure} with {card1}{arrow}{place1} {free}"), short]
        elif len(legs) == 1:
            templates = [_("{move} {figure} with {card1}{arrow}{place1}: it comes home"), short]
        elif len(legs) == 2 and not home:
            templates = [
                _(
                    "{move} {figure} with {card1}{arrow}{place1} held by {holder1}, "
                    "on with {card2}{arrow}{place2} {free}"
                ),
                _("{move} {figure} with {card1}{arrow}{place1} held, {card2}{arrow}{place2} {free}"),
                short,
            ]
        else:
            templates = [short]
        return [pieces(template, self._plain(), parts) for template in templates]

    def _pay(self, sight: AtlantisView, outlook: Outlook) -> list[list[Piece]]:
        palette = self.look.palette
        free = any(gap.bridged for gap in outlook.gaps)
        prices = [gap.price for gap in outlook.gaps if not gap.bridged]
        total = " + ".join(map(str, prices)) + (f" = {outlook.cost}" if len(prices) > 1 else "")
        parts: dict[str, str | Piece | Sequence[Piece]] = {
            "pay": (_("Pay"), self._bold(palette.pay)),
            "sum": (total, self._bold(palette.select if not palette.flat else "plain")),
        }
        if not outlook.cost:
            text = (
                _("{pay} nothing: the water on the way is bridged") if free else _("{pay} nothing: no water on the way")
            )
            return [pieces(text, self._plain(), parts)]
        payment = outlook.payment
        if payment is None:
            return [pieces(_("{pay} {sum} so far"), self._plain(), parts)]
        means: list[Piece] = []
        for value in payment[1]:
            means += [chips.value(value, self.look), (" ", self._plain())]
        for card in payment[2]:
            means += [chips.card(card, self.look), (" ", self._plain())]
        paid = sum(payment[1]) + len(payment[2])
        parts["means"] = means
        parts["exact"] = (_("exactly"), self._bold(palette.land))
        parts["over"] = str(paid - outlook.cost)
        number = len(outlook.payments)
        parts["number"] = str(number)
        if paid == outlook.cost:
            text = _("{pay} {sum} with {means}{exact}")
            long = _("{pay} {sum} (bridges free) with {means}{exact}") if free else text
        else:
            text = _("{pay} {sum} with {means}({over} too much)")
            long = _("{pay} {sum} (bridges free) with {means}({over} too much)") if free else text
        more = _("   {number} ways")
        longest = long + more if number > 1 else long
        return [pieces(template, self._plain(), parts) for template in (longest, long, text)]

    def _take(self, outlook: Outlook) -> list[list[Piece]]:
        palette, glyphs = self.look.palette, self.look.glyphs
        if outlook.held:
            words = _("Choose the next card; Bksp takes the last one back.")
            return [worded(words, self._plain(), other(self.screen))]
        parts: dict[str, str | Piece | Sequence[Piece]] = {
            "take": (_("Take"), self._bold(palette.take)),
            "value": (f"+{outlook.tile % TILE}", self._bold(palette.select if not palette.flat else "plain")),
            "price": str(outlook.water_price),
            "draws": str(outlook.draws),
            "points": " ".join(
                (points_text(outlook.points_before, glyphs), glyphs.arrow, points_text(outlook.points_after, glyphs))
            ),
        }
        if outlook.tile:
            parts["tile"] = chips.tile(outlook.tile, self.look)
        if not outlook.tile:
            what = _("{take} nothing: no free tile behind")
        elif outlook.stacked:
            what = _("{take} {tile} {value}, the tile under it turns up")
        elif outlook.water_price:
            what = _("{take} {tile} {value}, water opens for {price}")
        else:
            what = _("{take} {tile} {value}, the road gets shorter")
        rest = ngettext("Draw {draws} card.", "Draw {draws} cards.", outlook.draws)
        ends = [_("It ends the game.")] if outlook.ends_game else []
        points = _("Points {points}")
        lines = ([what, rest, *ends, points], [what, *ends, points], [what, *ends])
        return [pieces("   ".join(line), self._plain(), parts) for line in lines]
