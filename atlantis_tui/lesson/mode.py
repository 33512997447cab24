"""The mode of a first game: a coach at the game's own table explains one thing after another and lets people try it.

Three things differ from other tables. A move that the step is not about is refused, the others play what the lesson
has written down (script.py), and everything but what the coach speaks of is dimmed. Nothing is kept on the disk.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Region

from atlantis_tui.games.lesson_steps import Lesson, Spot, Step
from atlantis_tui.lesson.bubble import (
    BubbleText,
    CoachBubble,
    CoachPointer,
    best_place,
    bubble_sizes,
    heights,
    place_bubble,
)
from atlantis_tui.lesson.script import LessonSubmitter, ScriptedTurns
from atlantis_tui.lesson.veil import Cell, Veil, lit_cells, region_of
from atlantis_tui.lesson.written import leads_to, played, written
from atlantis_tui.table.mode import TableMode
from atlantis_tui.text.translation import _
from atlantis_tui.ui import bound_keys as own_keys
from atlantis_tui.ui.canvas import Canvas, CanvasWidget
from atlantis_tui.ui.panel import Panel
from core.game import Move

if TYPE_CHECKING:
    from atlantis_tui.table.overlay import Overlay
    from atlantis_tui.table.screen import TableScreen
    from atlantis_tui.table.status import Line

NEXT = "mode_key('next_step')"


class LessonMode(TableMode):
    """The screen is dismissed with "play" by somebody who wants a real game now, or with "menu".

    `number` is the step that the coach is at.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "mode_key('next_step')", show=False, id="coach.next"),
        # Letters that no game uses.
        Binding("z,Z", "mode_key('previous_step')", show=False, id="coach.previous"),
        Binding("m,M", "mode_key('hide')", show=False, id="coach.hide"),
    ]

    scripted = True

    def __init__(self, lesson: Lesson) -> None:
        self.lesson, self.steps = lesson, lesson.steps()
        self.number = 0
        self.hidden = False
        self._begun = -1  # the last step that the coach began to explain
        self.bubble, self.pointer = CoachBubble(classes="over"), CoachPointer(classes="over")
        self.bubble.chip = lesson.chip

    def sit_down(self, screen: TableScreen) -> None:
        super().sit_down(screen)
        self.turns = ScriptedTurns(screen, self)
        self.submitter = LessonSubmitter(screen, self)

    # The lesson ------------------------------------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        return self.steps[self.number]

    @property
    def played(self) -> list[str]:
        """All moves that were chosen so far, as the lesson writes them."""
        return played(self.screen.table)

    @property
    def speaks(self) -> bool:
        """Whether the game has come to the moment of the step."""
        return self.screen.mine and not self.turns.message and len(self.played) == self.step.at

    def go_to(self, number: int) -> None:
        """Begin a step, whatever happened before."""
        self.number = number
        self.hidden = False
        self._lay_out_game(self.step.at)
        if self.step.before is not None:
            self.step.before(self.screen)
        self.turns.taken_back()
        self.screen.show()

    def _lay_out_game(self, moves: int) -> None:
        """Put the lesson's game on the table, after so many of its moves."""
        self.screen.table = written(self.lesson, moves)
        self.screen.changed()

    def go_on(self) -> None:
        """Go to the next step, because the task is done.

        If the others make only a few moves until then, the person watches them.
        """
        if self.number + 1 == len(self.steps):
            return
        after = self.steps[self.number + 1]
        if leads_to(self.lesson, self.played, after.at, self.screen.people):
            self.number += 1
            self.screen.show()
        else:
            self.go_to(self.number + 1)

    def takes(self, moves: Sequence[Move]) -> bool:
        """Whether these moves are what the step is about."""
        return self.step.plays is not None and self.step.plays(moves)

    def say_what_is_asked(self) -> None:
        """Tell somebody who tries something else what this step is about."""
        self.screen.say([_("Not in this step."), self.instead()])
        self._put_toast()

    def instead(self, proposed: str = "") -> str:
        return self.step.instead or _("Enter or Space goes on.")

    def permits(self, wish: str) -> bool:
        self.say_what_is_asked()
        return False

    @property
    def reads(self) -> bool:
        """Whether there is only something to read now, so that Enter goes on as well."""
        return self.speaks and self.step.reads

    @property
    def plans(self) -> bool:
        return not self.reads

    # Keys ------------------------------------------------------------------------------------------------------------

    writes = False

    def overlays(self) -> Sequence[Overlay]:
        return (self,)

    def press(self, key: str) -> bool:
        """Let Enter go on where there is only something to read, and Esc leave the lesson if there is no toast to close
        and nothing to go back from."""
        screen = self.screen
        busy = screen.typed.field is not None or screen.past.at is not None or screen.past.open
        if self.reads and not busy and own_keys.is_for(screen, "table.do", key):
            self.next_step()
            return True
        if busy or screen.toast.display or not own_keys.is_for(screen, "table.back.slow", key):
            return False
        planned = dict(vars(screen.plan))
        screen.plan.back()
        if planned == vars(screen.plan):
            screen.dismiss("menu")
        else:
            screen.show()
        return True

    def next_step(self) -> None:
        """Go to the next step, as if the person had done the task."""
        self.screen.hush()
        if self.number + 1 < len(self.steps):
            self.go_to(self.number + 1)
        else:
            self._lay_out_game(len(self.lesson.moves))
            self.turns.taken_back()

    def previous_step(self) -> None:
        """Begin this step again, or the one before if nothing was done in this one yet."""
        self.screen.hush()
        fresh = self.speaks and not self.planned_more()
        self.go_to(max(0, self.number - 1) if fresh else self.number)

    def planned_more(self) -> bool:
        """Whether the person has planned something in this step. The usual answer of a prompt is no plan."""
        if self.step.before is not None:
            return False
        plan = self.screen.plan
        planned = plan.moves()
        kept = vars(plan).copy()
        plan.forget()
        usual = plan.moves()
        vars(plan).update(kept)
        return planned != usual

    def hide(self) -> None:
        """Hide the bubble, or show it again."""
        self.screen.hush()
        self.hidden = not self.hidden
        self.screen.show()

    # Showing ---------------------------------------------------------------------------------------------------------

    def panels(self) -> list[CanvasWidget]:
        return [self.bubble, self.pointer]

    def shown(self) -> None:
        screen = self.screen
        if screen.hover.shown:
            return  # what the mouse shows is not planned yet
        if self.speaks and self.step.planned is not None and self.step.planned(screen):
            self.go_on()
            return
        if self.speaks and self.step.strays is not None and self.step.strays(screen):
            screen.plan.forget()
            if self.step.before is not None:
                self.step.before(screen)
            screen.show()
            self.say_what_is_asked()
            return
        speaks = self.speaks and not self.hidden and screen.past.at is None and not screen.past.open
        if speaks and self._begun != self.number:
            self._begun = self.number
            screen.hush()  # a toast about the last move would lie over the bubble
        self._veil(speaks)
        self.bubble.display = speaks
        self.pointer.display = False
        if speaks:
            self._put_bubble()

    def notes(self) -> tuple[str, ...]:
        """Nothing: whoever learns has all the time there is."""
        return ()

    def lines(self) -> list[Line] | None:
        said = super().lines()
        if said is None and self.reads and not any(spot.widget == "prompt" for spot in self.step.spots):
            return [("", _("Nothing to play just now: Enter or Space goes on."))]
        return said

    def after_board(self) -> None:
        header, footer = self.screen.header, self.screen.footer
        count = {"number": self.number + 1, "count": len(self.steps)}
        header.right = ""
        header.notes = _("first game   {number} of {count}").format(**count), _("{number} of {count}").format(**count)
        kept = [pair for pair in footer.pairs if pair[2] in self.lesson.keys]
        on = ("Enter", _("go on"), NEXT) if self.reads else ("Space", _("skip"), NEXT)
        if self.reads:
            kept = [on]
        else:
            kept.insert(2, on)
        mine = [("Q", _("leave"), "leave"), ("Z", _("back"), "mode_key('previous_step')")]
        at = kept.index(on) + 1
        hide = "mode_key('hide')"
        if self.hidden:  # nothing else says how to bring it back
            footer.pairs = (*kept[: at - 1], ("M", _("show the bubble"), hide), on, *mine, *kept[at:])
        else:
            footer.pairs = (*kept[:at], *mine, *kept[at:], ("M", _("hide the bubble"), hide))

    def _veil(self, on: bool) -> None:
        """Dim everything but what the coach speaks of."""
        spots: dict[str, list[Spot]] = {}
        for spot in self.step.spots:
            spots.setdefault(spot.widget, []).append(spot)
        lit = {id(self._widget(name)): found for name, found in spots.items()}
        for widget in (self.screen.header, *self.screen.around_board()):
            if isinstance(widget, Panel):
                veil = Veil(lit.get(id(widget), [])) if on else None
                if widget.veil != veil:
                    widget.veil = veil
                    widget.paint_anew()

    def _put_bubble(self) -> None:
        screen, step = self.screen, self.step
        task = step.task or _("*Enter* or *Space* goes on.")
        leave = ("Q", _("leave"), "leave")
        keys = [("Enter", _("go on"), NEXT), leave] if step.reads else [("Space", _("skip"), NEXT), leave]
        words = BubbleText(f"{self.number + 1}  {step.title}", step.text, task, self.number + 1, len(self.steps), keys)
        words = words._replace(note=_("first game"))
        used = own_keys.other(screen)
        sizes = bubble_sizes(screen.size, lambda wide: heights(words, wide, screen.look, self.lesson.chip, used))
        # The person needs the prompt, which tells the plan, and the hand, to play with.
        prompt, hand = self._regions("prompt"), self._regions("hand")
        never, rather_not = ((), prompt) if step.reads else (prompt, hand)
        found = best_place(screen.size, sizes, self.spoken(), self.beside(), never, rather_not)
        screen.put(self.bubble, *found.bubble)
        self.bubble.words = words
        self.bubble.repaint()
        if found.pointer is not None:
            screen.put(self.pointer, *self._beside(found.pointer, found.way, found.bubble), 1, 1)
            self.pointer.sign = "▲▼◄►"[found.way]
            self.pointer.display = True
            self.pointer.repaint()

    def _put_toast(self) -> None:
        """Put what is refused beside the bubble, which says what to do instead."""
        screen, toast = self.screen, self.screen.toast
        bubble, refusal = region_of(self.bubble), region_of(toast)
        if self.bubble.display and toast.display and bubble.overlaps(refusal):
            task = frozenset((x, y) for x in range(bubble.x, bubble.right) for y in range(bubble.y, bubble.bottom))
            size = screen.size.width, screen.size.height
            found = place_bubble(size, refusal.width, refusal.height, (task,), self._regions("prompt"))
            screen.put(toast, *found.bubble)

    def _beside(self, cell: Cell, way: int, bubble: Region) -> Cell:
        """An empty cell near this one, along the same edge of the bubble."""
        for by in (0, 1, -1, 2, -2, 3, -3):
            x, y = (cell[0] + by, cell[1]) if way < 2 else (cell[0], cell[1] + by)
            along = bubble.x < x < bubble.right - 1 if way < 2 else bubble.y < y < bubble.bottom - 1
            if along and all(
                _is_blank(widget.canvas, x - region.x, y - region.y)
                for widget in self.screen.around_board()
                if (region := region_of(widget)).contains(x, y)
            ):
                return x, y
        return cell

    def spoken(self) -> list[frozenset[Cell]]:
        """The cells of the screen that each spot of the step means."""
        return self.cells(self.step.spots)

    def beside(self) -> list[frozenset[Cell]]:
        """The cells that stay dim, and are not covered either where there is room."""
        return self.cells(self.step.beside)

    def cells(self, spots: Sequence[Spot]) -> list[frozenset[Cell]]:
        found = []
        for spot in spots:
            widget = self._widget(spot.widget)
            if widget is not None and widget.display:
                left, top, _width, _height = region_of(widget)
                cells = frozenset((left + x, top + y) for x, y in lit_cells(widget.canvas, [spot]))
                if cells:
                    found.append(cells)
        return found

    def _regions(self, name: str) -> tuple[Region, ...]:
        """The region of a widget of the game, if it has one of that name."""
        widget = self._widget(name)
        return (region_of(widget),) if widget is not None and widget.display else ()

    def _widget(self, name: str) -> CanvasWidget | None:
        return self.screen.header if name == "header" else self.screen.widget_named(name)


def _is_blank(canvas: Canvas, x: int, y: int) -> bool:
    """Right after the window has grown, a widget may be larger than what it has painted."""
    return x < canvas.width and y < canvas.height and canvas.chars[y][x] == " "
