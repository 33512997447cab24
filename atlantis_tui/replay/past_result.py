"""The result of a game that ended some time ago, opened again from the menu, a list, a replay or a command."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from atlantis_tui.replay.next_steps import ON, SAME
from atlantis_tui.replay.opening import again
from atlantis_tui.saved.perspective import names_for_us, own_seat
from atlantis_tui.table.result import ResultScreen
from atlantis_tui.text.translation import _
from atlantis_tui.ui.canvas import cut
from atlantis_tui.ui.colours import readable
from atlantis_tui.ui.painter import Pair, Pen

if TYPE_CHECKING:
    from atlantis_tui.app import AtlantisApp
    from core.table import Table


class PastResult(ResultScreen):
    """Dismissed with "back", SAME (the same deal again), or what the review was left with: a game to be played on."""

    STILL = 0.0  # somebody asked for it, so no key was meant for another screen

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,backspace", "answer('back')", show=False, id="result.back"),
        Binding("escape", "answer('back')", show=False, id="result.back.slow"),
        Binding("q,Q,w,W", "answer('back')", show=False, id="result.back.quit"),
    ]

    def __init__(self, table: Table, path: str = "", remark: str = "") -> None:
        """`remark`: what is wrong with the file of the game."""
        super().__init__(table, names_for_us(table), own_seat(table), path=path)
        self.remark = remark

    def action_answer(self, what: str) -> None:
        """Of a game that is shut nobody may have the same deal."""
        if what != SAME or not self.table.shut:
            super().action_answer(what)

    def keys(self) -> list[Pair]:
        same: list[Pair] = [] if self.table.shut else [("s", "S", _("same deal"))]
        review: list[Pair] = [("v", "V", _("review"))] if self.can_review else []
        return [("r", "R", _("replay")), *review, *same, ("backspace", _("Bksp"), _("back"))]

    def paint_prompt(self, pen: Pen) -> None:
        y = pen.canvas.height - 2
        if self.remark:
            wrong = readable(pen.palette, pen.palette.bad, pen.palette.prompt)
            pen.prompt(y, ["{remark}"], wrong, remark=cut(self.remark, pen.canvas.width - 3, pen.glyphs.dots))
        elif self.table.shut:
            super().paint_prompt(pen)
        else:
            wordings = (
                _("*So it ended.* *R* shows it move by move, *S* deals the same again."),
                _("*So it ended.* *R* shows the moves, *S* deals it again."),
            )
            pen.prompt(y, [pen.fullest(wordings, pen.canvas.width - 3)])


def open_result(app: AtlantisApp, table: Table, path: str = "", remark: str = "") -> PastResult:
    """Show the result of a finished game over the screen that is there. Leaving it leads where the player wants."""
    screen = PastResult(table, path, remark)

    def left(answer: str | None) -> None:
        if answer == SAME:
            again(app, table)
        elif answer is not None and answer.startswith(ON):
            app.play_on(answer.removeprefix(ON), table)
        if app.table is None:
            app.screen.refresh()

    app.push_for_app(screen, left)
    return screen
