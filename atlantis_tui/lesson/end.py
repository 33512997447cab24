"""The result of a first game, with the coach's last words and what the player can do next."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from atlantis_tui.games.lesson_steps import Lesson
from atlantis_tui.lesson.bubble import WIDE, BubbleText, heights, paint_bubble
from atlantis_tui.table.result import ResultScreen, sizes
from atlantis_tui.text.setup import company
from atlantis_tui.text.translation import _
from atlantis_tui.ui import dim
from atlantis_tui.ui.painter import Pair, Pen
from core.table import Table


class LessonEnd(ResultScreen):
    """Dismissed with "play" (a real game), "repeat" (the lesson once more) or "menu"."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "answer('play')", show=False, id="lesson.play"),
        Binding("z,Z", "answer('repeat')", show=False, id="lesson.again"),
        Binding("backspace", "answer('menu')", show=False, id="lesson.menu"),
        Binding("escape", "answer('menu')", show=False, id="lesson.menu.slow"),
        Binding("q,Q,x,X", "answer('menu')", show=False, id="lesson.menu.quit"),
    ]

    def __init__(self, lesson: Lesson, table: Table, names: list[str]) -> None:
        super().__init__(table, names, next(seat for seat, who in enumerate(lesson.seats) if who == "you"))
        self.lesson = lesson
        self.can_review = False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Refuse what needs a game on the disk: another deal, the same deal, the review."""
        return parameters[:1] not in (("again",), ("same",)) if action == "answer" else action != "review"

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        canvas = pen.canvas
        at = sizes(canvas.width, canvas.height, len(self.names))
        first, last = at.banner, at.table + 1 + len(self.names)
        dim.dim(canvas, pen.palette, lambda _x, y: y == 0 or first <= y <= last or y >= canvas.height - 2)
        canvas.mark(0, 0, canvas.width, canvas.height - 2, None)  # clicks on dimmed parts do nothing
        keys = [("Enter", _("a real game"), "play"), ("Z", _("once more"), "repeat")]
        text = _("{closing} *?* tells the rule of any moment.").format(closing=self.lesson.closing())
        words = BubbleText(_("Well done"), text, "", 0, 0, keys, _("first game"))
        wide = min(WIDE + 12, canvas.width - 4)
        high = heights(words, wide, pen.look, self.lesson.chip, pen.keys)[1] + 1
        y = min(last + 2, canvas.height - 2 - high)
        paint_bubble(pen, (canvas.width - wide) // 2, y, wide, high, words, self.lesson.chip)

    def paint_prompt(self, pen: Pen) -> None:
        if self.entered:
            pen.prompt(pen.canvas.height - 2, [_("*Enter* once more begins a real game.")])
            return
        words = _("*What now?* *Enter* begins a real game: {company}.")
        pen.prompt(pen.canvas.height - 2, [words.format(company=company(self.lesson.game))])

    def keys(self) -> list[Pair]:
        return [
            ("enter", _("Enter"), _("play a real game")),
            ("z", "Z", _("the first game again")),
            ("backspace", _("Bksp"), _("menu")),
        ]
