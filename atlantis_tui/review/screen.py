"""The review of a finished game: your chances after each of your moves, the dearest of them, and what was better.

The review is computed in the background, move by move. Leaving the screen stops it, and what is done is kept.
review/painter.py paints the screen; what belongs to one game is in games/<game>/review.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual import work
from textual.binding import Binding, BindingType

from atlantis_tui.review.cache import ReviewCache
from atlantis_tui.review.painter import paint
from atlantis_tui.review.process import ReviewProcess, ReviewProcessEnded
from atlantis_tui.review.text import ReviewView
from atlantis_tui.saved import seats
from atlantis_tui.saved.perspective import is_shared, names_for_us, own_seat
from atlantis_tui.text.translation import _
from atlantis_tui.ui.page import Page
from atlantis_tui.ui.painter import Pen
from core.review import ITERATIONS, Reviewed, Turn, dearest, turns
from core.table import Table

ON = "on:"  # prefix of the answer that names the file of a game played on from the middle of this one


class ReviewScreen(Page):
    """Dismissed with "back", or with ON and the file of a game to play on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(n + 1), f"dearest({n})", show=False, id=f"review.dearest.{n + 1}") for n in range(3)),
        Binding("d,D", "next_dearest", show=False, id="review.dearest.next"),
        Binding("left", "step(-1)", show=False, id="review.earlier"),
        Binding("right", "step(1)", show=False, id="review.later"),
        Binding("up", "step(-1)", show=False, id="review.earlier.up"),
        Binding("down", "step(1)", show=False, id="review.later.down"),
        Binding("home", "step(-1000)", show=False, id="review.first"),
        Binding("end", "step(1000)", show=False, id="review.last"),
        Binding("enter", "show", show=False, id="review.show"),
        Binding("p,P", "play_on", show=False, id="review.play_on"),
        Binding("tab", "other", show=False, id="review.other"),
        Binding("backspace", "back", show=False, id="review.back"),
        Binding("escape", "back", show=False, id="review.back.slow"),
        Binding("q,Q", "back", show=False, id="review.back.quit"),
    ]

    ITERATIONS = ITERATIONS

    def __init__(
        self,
        table: Table,
        names: Sequence[str],
        viewer: int | None,
        *,
        seat: int | None = None,
        turn: int | None = None,
        iterations: int | None = None,
    ) -> None:
        """`seat` and `turn` say what to show first; without them, the reader's dearest move."""
        super().__init__()
        self.table, self.names = table, list(names)
        self.iterations = iterations or self.ITERATIONS
        people = [seat for seat, spec in enumerate(table.seats) if seats.is_person(spec)]
        self.viewer = viewer  # the seat of the reader, if there is only one person at this computer
        self.seats = people or list(range(len(table.seats)))
        if viewer is not None:
            self.seats = [viewer, *(seat for seat in people if seat != viewer)]  # the others of a network game
        if seat is not None and seat not in self.seats:
            self.seats.insert(0, seat)
        self.seat = self.seats[0] if seat is None else seat
        self.turns: list[Turn] = []
        self.reviewed: list[Reviewed] = []
        self.chosen: int | None = None
        self.road = False  # the board covers the list, because there is no room for both
        self.better = True  # the board shows the better move, and not the one that was played
        self.trouble = ""  # why the review has stopped
        self.refused = ""  # why the game cannot be played on from here
        self._picked = False  # whether the reader has chosen a move; until then it is the dearest
        self._wanted = turn  # the turn to choose as soon as it is there
        self._kept: ReviewCache | None = None
        self._reviewing: ReviewProcess | None = None

    @classmethod
    def of(
        cls, table: Table, *, seat: int | None = None, turn: int | None = None, iterations: int | None = None
    ) -> ReviewScreen:
        """The screen for a game that no other screen has open."""
        people = [number for number, spec in enumerate(table.seats) if seats.is_person(spec)]
        viewer = people[0] if len(people) == 1 else None
        if is_shared(table):
            viewer = own_seat(table)
        return cls(table, names_for_us(table), viewer, seat=seat, turn=turn, iterations=iterations)

    def on_mount(self) -> None:
        self.look_over(self.seat)

    async def on_unmount(self) -> None:
        await self._stop()

    # The review comes in ---------------------------------------------------------------------------------------------

    def look_over(self, seat: int) -> None:
        """Show what is known already, and start computing the rest."""
        self.seat, self.turns = seat, turns(self.table, seat)
        self._kept = ReviewCache(self.table, seat, self.turns, self.iterations)
        self.reviewed = list(self._kept.found)
        self.chosen, self._picked, self.road, self.better, self.trouble = None, False, False, True, ""
        self._follow()
        self.show()
        if len(self.reviewed) < len(self.turns):
            self._work_out()

    @work(exclusive=True, group="review")
    async def _work_out(self) -> None:
        kept = self._kept
        assert kept is not None
        reviewing = ReviewProcess(self.table, self.seat, self.turns, self.iterations, len(self.reviewed))
        self._reviewing = reviewing

        def arrived(one: Reviewed) -> None:
            kept.add(one)
            self.reviewed.append(one)
            self._follow()
            self.show()

        try:
            await reviewing.run(arrived)
        except ReviewProcessEnded:
            self.trouble = _("The review has stopped early. Come back to it to go on.")
            self.show()
        finally:
            kept.close()

    async def _stop(self) -> None:
        if self._reviewing is not None:
            await self._reviewing.stop()

    def _follow(self) -> None:
        """Choose the wanted turn as soon as it is there; or, until the reader chooses, the dearest move so far."""
        wanted = [index for index, one in enumerate(self.reviewed) if one.turn.number == self._wanted]
        if wanted and not self._picked:
            self.chosen, self._picked, self._wanted = wanted[0], True, None
        if self.reviewed and not self._picked:
            self.chosen = max(range(len(self.reviewed)), key=lambda index: self.reviewed[index].loss)

    # Keys and mouse --------------------------------------------------------------------------------------------------

    def choose(self, index: int) -> None:
        if 0 <= index < len(self.reviewed):
            self.chosen, self._picked, self.better, self.refused = index, True, True, ""
            self.show()

    def action_dearest(self, number: int) -> None:
        found = dearest(self.reviewed)
        if number < len(found):
            self.choose(found[number])

    def action_next_dearest(self) -> None:
        found = dearest(self.reviewed)
        if found:
            later = found[found.index(self.chosen) + 1 :] if self.chosen in found else []
            self.choose(later[0] if later else found[0])

    def action_step(self, by: int) -> None:
        if self.chosen is not None:
            self.choose(max(0, min(self.chosen + by, len(self.reviewed) - 1)))

    def action_show(self) -> None:
        """Show the board; on it, switch between the better move and the one that was played."""
        if self.chosen is None:
            return
        large = self.size.width >= 120 and self.size.height >= 36
        if self.road or large:
            self.better = not self.better
        else:
            self.road, self.better = True, True
        self.show()

    def action_play_on(self) -> None:
        from atlantis_tui.saved.game_files import CannotOpenGame
        from atlantis_tui.saved.same_deal import play_on

        if self.chosen is None:
            return
        try:
            path = play_on(self.table, self.seat, self.reviewed[self.chosen].turn.first)
        except CannotOpenGame as error:
            self.refused = str(error)
            self.show()
            return
        self.dismiss(ON + path)

    async def action_other(self) -> None:
        """Review the next player, if there are several."""
        if len(self.seats) > 1:
            await self._stop()
            self.look_over(self.seats[(self.seats.index(self.seat) + 1) % len(self.seats)])

    def action_back(self) -> None:
        if self.road and not (self.size.width >= 120 and self.size.height >= 36):
            self.road, self.better = False, True
            self.show()
        else:
            self.dismiss("back")

    def pressed(self, hit: Any) -> None:
        if isinstance(hit, tuple) and hit[0] == "bar":
            if hit[1] == self.chosen:
                self.action_show()
            else:
                self.choose(hit[1])

    def scrolled(self, by: int) -> None:
        self.action_step(by)

    # Painting --------------------------------------------------------------------------------------------------------

    def draw(self, pen: Pen) -> None:
        name = self.names[self.seat]
        paint(
            pen,
            ReviewView(
                table=self.table,
                seat=self.seat,
                name=name,
                you=self.seat == self.viewer,
                names=self.names,
                others=len(self.seats) > 1,
                moves=len(self.turns),
                reviewed=self.reviewed,
                chosen=self.chosen,
                road=self.road,
                better=self.better,
                trouble=self.refused or self.trouble,
                stopped=bool(self.trouble),
                hover=self.hover,
            ),
        )
