"""The first game: a real table at which a coach speaks of one thing after another, and lets people try it.

It is the game's own screen. Only three things are different: moves that a step is not about are not made, the others
play what is written in the lesson, and all but what is spoken of is dimmed. Nothing of it is kept on the disk.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.widget import Widget

from atlantis_tui.games import lesson_for, table_for
from atlantis_tui.games.lesson_steps import Lesson, Spot, Step
from atlantis_tui.lesson.bubble import NARROW, WIDE, Bubble, Pointer, Words, heights, place_bubble
from atlantis_tui.lesson.script import Guided, Written, movers, written
from atlantis_tui.lesson.veil import Cell, Veil, lit_cells, region_of
from atlantis_tui.table.screen import TableScreen
from atlantis_tui.text.translation import _
from atlantis_tui.ui import bound_keys as own_keys
from atlantis_tui.ui.canvas import CanvasWidget
from atlantis_tui.ui.panel import Panel
from core.game import Move, Reason

if TYPE_CHECKING:
    from atlantis_tui.app import AtlantisApp

LIVE = 6  # so many moves of the others are played while one looks on; more than that has happened meanwhile


def can_learn(app: AtlantisApp) -> bool:
    """Whether a first game can be opened over what is there: not while another game is going on."""
    return app.company is None and not any(isinstance(screen, TableScreen) for screen in app.screen_stack)


def open_lesson(app: AtlantisApp, game: str) -> None:
    """Shows the first game over whatever is there; a real game may follow it."""
    lesson = lesson_for(game)
    if lesson is None:
        return
    app.remember_game(game)

    def left(answer: str | None) -> None:
        if answer == "play":
            from atlantis_tui.saved import game_files

            try:
                app.open_table(game_files.new_table(game, game_files.usual_seats(game, app.settings.name)))
            except game_files.CannotOpen as error:
                app.notice = str(error)
        app.screen.refresh()

    app.push_screen(coach_for(lesson)(lesson), left)


@cache
def coach_for(lesson: Lesson) -> Any:
    """The screen of the lesson's game, with a coach."""
    return type("CoachedTable", (Coached, table_for(lesson.game)), {})


class Coached(TableScreen):
    """Dismissed with "play" by somebody who wants a real game now, or with "menu"."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "next_step", show=False, id="coach.next"),
        # Letters that no table has.
        Binding("z,Z", "last_step", show=False, id="coach.previous"),
        Binding("m,M", "hide", show=False, id="coach.hide"),
    ]

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(written(lesson, 0))
        self.lesson, self.steps = lesson, lesson.steps()
        self.movers = movers(lesson)
        self.number = 0
        self.hidden = False
        self._begun = -1  # the step that spoke last
        self._escaped = False
        self.asking = Written(self)
        self.playing = Guided(self)

    def compose(self) -> list[Widget]:
        self.bubble, self.pointer = Bubble(classes="over"), Pointer(classes="over")
        self.bubble.chip = self.lesson.chip
        found = super().compose()
        at = found.index(self.hints)  # hints and what is refused lie over the bubble
        return [*found[:at], self.bubble, self.pointer, *found[at:]]

    # The lesson ------------------------------------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        return self.steps[self.number]

    @property
    def played(self) -> list[str]:
        """What was chosen so far, as it is written."""
        text = self.table.game.text
        return [text(step.move) for step in self.table.steps if step.move is not None and not step.forced]

    @property
    def speaks(self) -> bool:
        """The step's moment has come."""
        return self.mine and not self.asking.message and len(self.played) == self.step.at

    def go_to(self, number: int) -> None:
        """A step from its beginning, whatever happened before."""
        self.number = number
        self.hidden = False
        self.table = written(self.lesson, self.step.at)
        self.changed()
        if self.step.before is not None:
            self.step.before(self)
        self.asking.taken_back()
        self.show()

    def go_on(self) -> None:
        """The task is done. What the others do next is seen, if it is not too much; or it has been some turns."""
        if self.number + 1 == len(self.steps):
            return
        after, played = self.steps[self.number + 1], self.played
        left = range(len(played), after.at)
        as_written = tuple(played) == self.lesson.moves[: len(played)] and len(played) <= after.at
        if as_written and len(left) <= LIVE and all(self.movers[at] not in self.people for at in left):
            self.number += 1
            self.show()
        else:
            self.go_to(self.number + 1)

    def takes(self, moves: Sequence[Move]) -> bool:
        """Whether these moves are what the step is about."""
        return self.step.plays is not None and self.step.plays(moves)

    def say_instead(self) -> None:
        self.say([_("Not now."), self.instead])

    @property
    def instead(self) -> str:
        """What this step is about, to somebody who tries something else."""
        return own_keys.other(self).told(self.step.instead or _("Space goes on."))

    def refuse(self, reason: Reason, instead: str = "") -> None:
        super().refuse(reason, self.instead)

    # Keys ------------------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        self._escaped = event.key == "escape" and not self.toast.display

    def action_next_step(self) -> None:
        """What was to be done is done for the person; what was to be read has been."""
        self.hush()
        if self.number + 1 < len(self.steps):
            self.go_to(self.number + 1)
        else:
            self.table = written(self.lesson, len(self.lesson.moves))
            self.changed()
            self.asking.taken_back()

    def action_last_step(self) -> None:
        """From the beginning of this step, or, where nothing was done in it yet, of the one before."""
        self.hush()
        fresh = self.speaks and not self.planned_more()
        self.go_to(max(0, self.number - 1) if fresh else self.number)

    def planned_more(self) -> bool:
        """Whether something is planned in this step already. Some questions have a usual answer: that is no plan."""
        if self.step.before is not None:
            return False
        planned = self.plan.moves()
        kept = vars(self.plan).copy()
        self.plan.forget()
        usual = self.plan.moves()
        vars(self.plan).update(kept)
        return planned != usual

    def action_take_back(self) -> None:
        self.action_last_step()

    def action_hide(self) -> None:
        self.hush()
        self.hidden = not self.hidden
        self.show()

    async def action_back(self) -> None:
        """Esc with nothing to go back from leaves."""
        busy = self.typed.field is not None or self.past.at is not None or self.past.open
        planned = dict(vars(self.plan))
        await super().action_back()
        if self._escaped and not busy and planned == vars(self.plan):
            self.dismiss("menu")

    def action_hint(self) -> None:
        self.say_instead()

    def action_wait(self) -> None:
        self.say_instead()

    # Showing ---------------------------------------------------------------------------------------------------------

    def show(self) -> None:
        super().show()
        if not self.is_mounted:
            return
        if self.speaks and self.step.planned is not None and self.step.planned(self):
            self.go_on()
            return
        speaks = self.speaks and not self.hidden and self.past.at is None and not self.past.open
        if speaks and self._begun != self.number:
            self._begun = self.number
            self.hush()  # what was said of the move before would stand over the bubble
        self._veil(speaks)
        self.bubble.display = speaks
        self.pointer.display = False
        if speaks:
            self._put_bubble()

    def show_board(self) -> None:
        super().show_board()
        self.header.right = _("first game   {number} of {count}").format(number=self.number + 1, count=len(self.steps))
        reads = self.step.planned is None and self.step.plays is None
        mine = [
            ("Space", _("go on") if reads else _("skip"), "next_step"),
            ("Q", _("leave"), "leave"),
            ("Z", _("back"), "last_step"),
        ]
        kept = [pair for pair in self.footer.pairs if pair[2] in self.lesson.keys]
        if self.hidden:  # nothing else tells how it comes back
            self.footer.pairs = (*kept[:2], ("M", _("show the bubble"), "hide"), *mine, *kept[2:])
        else:
            self.footer.pairs = (*kept[:2], *mine, *kept[2:], ("M", _("hide the bubble"), "hide"))

    def _veil(self, on: bool) -> None:
        """Dims all widgets but for what is spoken of."""
        spots: dict[str, list[Spot]] = {}
        for spot in self.step.spots:
            spots.setdefault(spot.widget, []).append(spot)
        lit = {id(getattr(self, name)): found for name, found in spots.items()}
        for widget in (self.header, *self.around_board()):
            if isinstance(widget, Panel):
                veil = Veil(lit.get(id(widget), [])) if on else None
                if widget.veil != veil:
                    widget.veil = veil
                    widget.paint_anew()

    def _put_bubble(self) -> None:
        width, height = self.size
        step = self.step
        keys = [("Space", _("skip"), "next_step"), ("Q", _("leave"), "leave")]
        if step.planned is None and step.plays is None:
            keys = keys[1:]
        words = Words(f"{self.number + 1}  {step.title}", step.text, step.task, self.number + 1, len(self.steps), keys)
        words = words._replace(note=_("first game"))
        spoken, prompt, hand = tuple(self.spoken()), self._regions("prompt"), self._regions("hand")
        widths = (WIDE, NARROW) if width >= 80 else (width - 2, WIDE, NARROW)
        used = own_keys.other(self)
        highs = [heights(words, wide, self.look, self.lesson.chip, used) for wide in widths]
        sizes = [(wide, high[level]) for level in range(3) for wide, high in zip(widths, highs, strict=True)]
        # The prompt tells what is planned, and the hand is what one plays with.
        for wide, high in sizes:
            found = place_bubble((width, height), wide, high, spoken, prompt, hand)
            if found.free:
                break
        self.put(self.bubble, *found.bubble)
        self.bubble.words = words
        self.bubble.repaint()
        if found.pointer is not None:
            self.put(self.pointer, *self._beside(found.pointer, found.way, found.bubble), 1, 1)
            self.pointer.sign = "▲▼◄►"[found.way]
            self.pointer.display = True
            self.pointer.repaint()

    def _beside(self, cell: Cell, way: int, bubble: Region) -> Cell:
        """A cell near this one, along the same edge of the bubble, that has nothing on it."""
        for by in (0, 1, -1, 2, -2, 3, -3):
            x, y = (cell[0] + by, cell[1]) if way < 2 else (cell[0], cell[1] + by)
            along = bubble.x < x < bubble.right - 1 if way < 2 else bubble.y < y < bubble.bottom - 1
            if along and all(
                widget.canvas.chars[y - region.y][x - region.x] == " "
                for widget in self.around_board()
                if (region := region_of(widget)).contains(x, y)
            ):
                return x, y
        return cell

    def spoken(self) -> list[frozenset[Cell]]:
        """The cells of the screen that each spot of the step is about, the first one first."""
        found = []
        for spot in self.step.spots:
            widget = cast(CanvasWidget, getattr(self, spot.widget))
            if widget.display:
                left, top, _width, _height = region_of(widget)
                cells = frozenset((left + x, top + y) for x, y in lit_cells(widget.canvas, [spot]))
                if cells:
                    found.append(cells)
        return found

    def _regions(self, name: str) -> tuple[Region, ...]:
        """Where a widget of the game's is, if it has one of that name."""
        widget = getattr(self, name, None)
        return (region_of(widget),) if widget is not None and widget.display else ()
