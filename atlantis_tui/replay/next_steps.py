"""What a replay leads to: a review, the result, the same deal again, a film."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.replay.export import KEYS
from atlantis_tui.text.sentences import printable
from atlantis_tui.text.translation import _
from core.table import Table

if TYPE_CHECKING:
    from atlantis_tui.replay.screen import ReplayScreen

ON = "on:"  # before the file of a game to play on, as in the answers of reviews
SAME = "same"


class NextSteps:
    """`asks`: the screen asks what kind of film to make."""

    def __init__(self, screen: ReplayScreen) -> None:
        self.screen = screen
        self.asks = False

    def review(self) -> None:
        """Open the review of the game."""
        from atlantis_tui.review.cache import why_not

        screen = self.screen
        if why := why_not(screen.table):
            screen.say([why])
            return
        from atlantis_tui.review.screen import ReviewScreen

        screen.stop()
        screen.app.push_screen(ReviewScreen.of(Table(screen.table.log), seat=screen.judged), self._reviewed)

    def _reviewed(self, answer: str | None) -> None:
        if answer is not None and answer.startswith(ON):
            self.screen.dismiss(answer)
        else:
            self.screen.forget_estimates()  # the review may have found some

    def result(self) -> None:
        """Show how the game ended."""
        from atlantis_tui.replay.past_result import PastResult

        screen = self.screen
        if not screen.table.over:
            screen.say([_("This game is not over: it has no result yet.")])
            return
        screen.stop()
        table = Table(screen.table.log)
        table.shut = screen.table.shut
        screen.app.push_screen(PastResult(table, screen.file), self._seen)

    def _seen(self, answer: str | None) -> None:
        if answer is not None and (answer == SAME or answer.startswith(ON)):
            self.screen.dismiss(answer)

    def same(self) -> None:
        from atlantis_tui.saved.game_files import CannotOpenGame
        from atlantis_tui.saved.same_deal import seed_of

        try:
            seed_of(self.screen.table)
        except CannotOpenGame as error:
            self.screen.say([str(error)])
        else:
            self.screen.dismiss(SAME)

    # Films -----------------------------------------------------------------------------------------------------------

    def ask(self) -> None:
        if self.screen.file:
            self.screen.stop()
            self.asks = True
            self.screen.show()

    def answer(self, key: str) -> None:
        """Make a film of the kind that a key stands for, or none."""
        self.asks = False
        if key.lower() in KEYS:
            self.screen.run_worker(self._film(KEYS[key.lower()]), exclusive=True, group="export")
        self.screen.show()

    async def _film(self, kind: str) -> None:
        from atlantis_tui.replay.export.export_process import export_apart

        screen = self.screen
        screen.say([_("The film is being made …")], good=True)
        size = (screen.size.width, screen.size.height)
        answer = await export_apart(screen.file, kind, screen.table.eyes, screen.by, size, screen.look)
        screen.say([printable(answer.text)], good=answer.good)
