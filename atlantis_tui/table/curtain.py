"""The curtain between people at one keyboard: it hides the game until the right person is there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from rich.cells import cell_len
from textual.binding import Binding, BindingType

from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.canvas import cut
from atlantis_tui.ui.colours import ink_on, readable
from atlantis_tui.ui.guarded_page import GuardedPage
from atlantis_tui.ui.island_picture import has_picture, paint_water
from atlantis_tui.ui.modal import paint_frame
from atlantis_tui.ui.painter import Pair, Pen
from atlantis_tui.ui.wrap import wrap


class CurtainCard(NamedTuple):
    """The card on the water: its place and its words."""

    x: int
    y: int
    width: int
    height: int
    heading: list[str]
    aside: list[str]
    story: list[tuple[bool, str]]  # lines, each with whether a sentence begins there
    room: int  # for lines of the story
    roomy: bool  # a blank line more above and below the buttons


class CurtainScreen(GuardedPage):
    """The person who is asked for dismisses it with True, or with "pause". `story` tells what happened meanwhile."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "answer('open')", show=False, id="curtain.open"),
        Binding("backspace,q,Q", "answer('pause')", show=False, id="curtain.pause"),
        Binding("escape", "answer('pause')", show=False, id="curtain.pause.slow"),
        Binding("up", "scroll(-1)", show=False, id="curtain.up"),
        Binding("down", "scroll(1)", show=False, id="curtain.down"),
        Binding("pageup", "scroll(-8)", show=False, id="curtain.page_up"),
        Binding("pagedown", "scroll(8)", show=False, id="curtain.page_down"),
    ]
    top = 0  # the first line of the story that is shown

    def __init__(
        self, seat: int, name: str, others: Sequence[str], story: Sequence[str], *, between: bool = False
    ) -> None:
        """`between`: the person is asked something in the turn of somebody else."""
        super().__init__()
        self.between = between
        self.seat, self.person, self.others, self.story = seat, name, others, story

    def action_answer(self, what: str) -> None:
        if not self.still:
            self.dismiss(True if what == "open" else what)  # type: ignore[arg-type]  # other pages answer in words

    def pressed(self, hit: Any) -> None:
        self.action_answer(hit)

    def action_scroll(self, by: int) -> None:
        self.scrolled(by)

    def scrolled(self, by: int) -> None:
        card = self._card(self.size.width, self.size.height)
        top = max(0, min(self.top + by, len(card.story) - card.room))
        if top != self.top:
            self.top = top
            self.show()

    # Painting --------------------------------------------------------------------------------------------------------

    def _card(self, width: int, height: int) -> CurtainCard:
        longest = max((cell_len(line) for line in self.story), default=0) + 11
        wide = max(20, min(max(52, min(longest, 92)), width - (4 if width < 80 else 8)))
        inner = wide - 8
        words = _("{name}, you are asked something") if self.between else _("{name}, it is your turn")
        heading = wrap(words.format(name=self.person), inner - 3)
        aside: list[str] = []
        if self.others:
            away = ngettext("{names}, please look away.", "{names}, please look away.", len(self.others))
            aside = wrap(away.format(names=listing(self.others)), inner)
        story = [
            (number == 0, row)
            for line in self.story or [_("Nothing has happened yet.")]
            for number, row in enumerate(wrap(line, inner - 2))
        ]
        fixed = 7 + len(heading) + len(aside)  # the frame, three blank lines, the rule, the buttons
        roomy = height - 5 - fixed >= len(story)  # two blank lines more
        room = max(1, min(len(story), height - 2 - fixed))
        high = fixed + room + (2 if roomy else 0)
        x, y = (width - wide) // 2, max(0, (height - 1 - high) // 2)
        return CurtainCard(x, y, wide, high, heading, aside, story, room, roomy)

    def draw(self, pen: Pen) -> None:
        canvas = pen.canvas
        if has_picture(pen.look):
            paint_water(canvas, pen.look)
        else:
            self._waves(pen)
        card = self._card(canvas.width, canvas.height)
        self._frame(pen, card)
        self._words(pen, card)
        pairs: list[Pair] = [("enter", _("Enter"), _("show my hand")), ("backspace", _("Bksp"), _("pause, save"))]
        if len(card.story) > card.room:
            pairs.append(("", "↑↓" if pen.glyphs.upper else _("Up Down"), _("more")))
        pen.footer(pairs)

    def _waves(self, pen: Pen) -> None:
        """Paint waves, for terminals that show no pictures."""
        palette, wave = pen.palette, pen.glyphs.wave
        pen.fill(0, 0, pen.canvas.width, pen.canvas.height, palette.water)
        for y in range(pen.canvas.height - 1):
            for x in range((y * 5) % 7, pen.canvas.width, 7):
                pen.put(x, y, wave * 2, palette.wave, palette.water)

    def _frame(self, pen: Pen, card: CurtainCard) -> None:
        palette = pen.palette
        x, y, width, height = card[:4]
        if has_picture(pen.look) and not palette.ansi:
            pen.fill(x + 2, y + 1, width, height, palette.shadow)
        pen.fill(x, y, width, height, palette.surf)
        paint_frame(pen, x, y, width, height, palette.style(palette.seats[self.seat], palette.surf))

    def _words(self, pen: Pen, card: CurtainCard) -> None:
        palette, glyphs, surf = pen.palette, pen.glyphs, pen.palette.surf
        x, y = card.x + 4, card.y + 2
        colour = readable(palette, palette.seats[self.seat], surf)
        pen.put(x, y, glyphs.figures[self.seat], colour, surf, True)
        for line in card.heading:
            pen.put(x + 3, y, line, pen.bright(surf), surf, True)
            y += 1
        for line in card.aside:
            pen.put(x, y, line, palette.dim, surf)
            y += 1
        y += 1
        top = max(0, min(self.top, len(card.story) - card.room))
        self._rule(pen, card, y, top)
        for row, (begins, line) in enumerate(card.story[top : top + card.room], y + 1):
            if begins and self.story:
                pen.put(x, row, glyphs.none, palette.dim, surf)
            pen.put(x + 2 if self.story else x, row, line, palette.text, surf)
        self._buttons(pen, x, card.y + card.height - (3 if card.roomy else 2), card.width - 8)

    def _rule(self, pen: Pen, card: CurtainCard, y: int, top: int) -> None:
        palette, surf = pen.palette, pen.palette.surf
        x, width = card.x + 3, card.width - 6
        pen.put(x, y, pen.glyphs.rule * width, palette.rule, surf)
        heading = cut(_("Since your last turn") if self.story else _("The game begins"), width - 4, pen.glyphs.dots)
        pen.put(x + 1, y, f" {heading} ", pen.bright(surf), surf, True)
        if len(card.story) > card.room:
            where = _("{first} to {last} of {all}")
            where = where.format(first=top + 1, last=top + card.room, all=len(card.story))
            if cell_len(where) + cell_len(heading) + 8 <= width:
                pen.right(x + width - 1, y, f" {where} ", palette.dim, surf)

    def _buttons(self, pen: Pen, x: int, y: int, width: int) -> None:
        words = cut(f" {_('Enter')} {_('show my hand')} ", width, pen.glyphs.dots)
        end = pen.put(x, y, words, ink_on(pen.palette, pen.solid), pen.solid, True, "open")
        key, text = _("Bksp"), _("pause")
        if end + 3 + cell_len(key) + cell_len(text) + 3 <= x + width:
            pen.button(end + 3, y, key, text, self.hover == "pause", "pause")
