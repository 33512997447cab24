"""A game that was played, on its board: step by step, by turns, at speed, and with whose eyes you may.

The board is the game's own (games/<game>/board.py): whatever can be played can be looked at. A game may add an
`arrange` and a `mark` in games/<game>/replay.py, for its places beside the timeline and its signs on it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from textual import events, on, work
from textual.binding import Binding, BindingType

from atlantis_tui.help.screen import HelpRule
from atlantis_tui.replay.extras import extras
from atlantis_tui.replay.history import ReplayHistory, ReplayLookback, ReplayStops, kept_chances
from atlantis_tui.replay.next_steps import NextSteps
from atlantis_tui.replay.status import footer, header, said
from atlantis_tui.replay.table import ReplayTable
from atlantis_tui.replay.timeline import Chances, Timeline
from atlantis_tui.saved import seats as seating
from atlantis_tui.saved.branch_lock import why_shut
from atlantis_tui.saved.perspective import OPEN, Eyes, allowed, is_shared, names_for_us, own_seat
from atlantis_tui.table.game_screen import GameScreen
from atlantis_tui.text.sentences import quoted
from atlantis_tui.text.translation import _
from atlantis_tui.ui import Look
from atlantis_tui.ui.bindings import obey
from atlantis_tui.ui.canvas import CanvasWidget
from atlantis_tui.ui.line_edit import LineEdit
from core.game import State
from core.table import Step

if TYPE_CHECKING:
    from textual.timer import Timer

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
PACE = {"turn": 1.5, "event": 0.8}  # seconds at speed 1


class ReplayScreen(GameScreen, inherit_bindings=False):
    """Dismissed with "back", SAME (the same deal again), or ON and a file."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "play", show=False, id="replay.play"),
        Binding("left", "step(-1)", show=False, id="replay.earlier"),
        Binding("right", "step(1)", show=False, id="replay.later"),
        Binding("pageup,shift+left", "turn(-1)", show=False, id="replay.turn.earlier"),
        Binding("pagedown,shift+right", "turn(1)", show=False, id="replay.turn.later"),
        Binding("home", "jump(0)", show=False, id="replay.first"),
        Binding("end", "jump(-1)", show=False, id="replay.last"),
        Binding("up,plus,equals_sign", "speed(1)", show=False, id="replay.faster"),
        Binding("down,minus", "speed(-1)", show=False, id="replay.slower"),
        Binding("g,G", "go_to", show=False, id="replay.go_to"),
        Binding("m,M", "mode", show=False, id="replay.mode"),
        Binding("o,O", "eyes", show=False, id="replay.eyes"),
        Binding("h,H", "hand", show=False, id="replay.hand"),
        Binding("y,Y", "history", show=False, id="replay.history"),
        Binding("e,E", "export", show=False, id="replay.export"),
        Binding("v,V", "review", show=False, id="replay.review"),
        Binding("w,W", "result", show=False, id="replay.result"),
        Binding("s,S", "same", show=False, id="replay.same"),
        Binding("backspace", "back", show=False, id="replay.back"),
        Binding("escape", "back", show=False, id="replay.back.slow"),
        Binding("q,Q", "back", show=False, id="replay.leave"),
    ]

    def __init__(
        self, table: ReplayTable, *, file: str = "", when: str = "", eyes: Eyes = None, filmed: bool = False
    ) -> None:
        """`file` is the file of the game, `when` the day it was played. `filmed`: the screen is for a film."""
        super().__init__(table)
        self.table: ReplayTable = table
        self.file, self.when, self.filmed = file, when, filmed
        # A film is for others too; the file may hold anything.
        self.names = [quoted(name) for name in seating.names(table.seats)] if filmed else names_for_us(table)
        self.people = []
        self.own = own_seat(table)
        self.forged = table.shut and is_shared(table)  # a game of one's own may be shut for other reasons
        self.choices = allowed(table)
        if eyes not in self.choices:
            self.choices = [eyes, *self.choices]
        self.by = "turn"
        self.shows_hand = False  # where there is no room for both, show the hand instead of the history
        self.speed = SPEEDS.index(1.0)
        self.next_steps = NextSteps(self)
        self.field: LineEdit | None = None
        self.timeline = Timeline(classes="over")
        self.timeline.seats = tuple(step.seat for step in table.steps)
        self._timer: Timer | None = None
        self._seen: dict[tuple[int, Eyes], State] = {}
        self._marked: Look | None = None  # the look for which the signs on the timeline were made
        self._estimates: dict[int, Chances] = {}  # by seat, for seats that were looked up
        self.stops = ReplayStops(table.steps)
        self._set_eyes(eyes)
        self.past.at = 0 if table.over else len(table.steps) - 1

    # What its board asks ---------------------------------------------------------------------------------------------

    def make_lookback(self) -> ReplayLookback:
        return ReplayLookback(self)

    @property
    def side(self) -> int | None:
        """Always the same side, even if each turn shows another hand."""
        return self.own if self.table.eyes in (OPEN, None) else self.viewer

    def view_of(self, step: Step) -> State:
        key = (id(step), self.table.eyes)
        if key not in self._seen:
            if len(self._seen) > 8:
                self._seen = {}
            self._seen[key] = self.table.view(None, step)
        return self._seen[key]

    def help_topic(self) -> HelpRule:
        """The help explains the timeline here, in place of a rule."""
        glyphs, game = self.look.glyphs, extras(self.table.game.name)
        text = [
            _("The long bar is the game, in the colours of whoever moved; {sign} is where you are.").format(sign="▲"),
            _("Above it stand the chances to win, as far as a review has come."),
        ]
        if game is not None:
            text.append(_("Below it:"))
            text += [f"{sign}  {words}" for sign, words in game.signs(glyphs)]
        return HelpRule(_("The timeline"), text, 0)

    # Set-up ----------------------------------------------------------------------------------------------------------

    def make_history(self) -> ReplayHistory:
        return ReplayHistory()

    def top_panels(self) -> list[CanvasWidget]:
        return [self.timeline]

    def begin(self) -> None:
        self.call_after_refresh(self.find_estimates)

    async def on_unmount(self) -> None:
        self.stop()

    def lay_out(self, width: int, height: int) -> None:
        self.footer.display = not self.filmed
        game = extras(self.table.game.name)
        if game is not None:
            game.arrange(self, width, height)
        else:
            self.put(self.timeline, 0, height - 4, width, 3)

    def show_board(self) -> None:
        viewer = self.viewer
        if self.table.eyes == OPEN:
            self.viewer = self.shown_seat
        self.board.show(None)
        self.viewer = viewer
        line = self.timeline
        if self._marked is not self.look:
            self._marked, line.marks = self.look, self._marks()
        line.at, line.field = self.at, self.field
        line.chances = self._chances()
        line.said, line.note = said(self)
        line.asks = _("Go to turn, 1 to {last}:").format(last=self.table.steps[-1].turn)
        header(self)
        self.footer.pairs = footer(self)
        line.repaint()

    @property
    def shown_seat(self) -> int | None:
        """Whose hand is shown where all is open: the seat whose turn it was, even while another seat answered."""
        mover = self.past.step.mover
        return mover if mover is not None else self.own

    def _marks(self) -> dict[int, tuple[str, str]]:
        """The signs of this game on the timeline, by step."""
        game = extras(self.table.game.name)
        if game is None:
            return {}
        found = ((index, game.mark(step, self.look)) for index, step in enumerate(self.table.steps))
        return {index: sign for index, sign in found if sign is not None}

    # Where we are ----------------------------------------------------------------------------------------------------

    @property
    def at(self) -> int:
        """The step whose position is shown."""
        return self.past.at or 0

    @property
    def playing_on(self) -> bool:
        return self._timer is not None

    def go(self, step: int) -> None:
        """Show the position after a step."""
        self.past.at = min(max(step, 0), len(self.table.steps) - 1)
        self.show()

    def _walk(self, by: int, what: str) -> None:
        self.stop()
        self.go(self.stops.beyond(self.at, by, what) or (self.at if by > 0 else 0))

    # Keys ------------------------------------------------------------------------------------------------------------

    async def on_key(self, event: events.Key) -> None:  # type: ignore[override]  # Textual takes both
        if self.too_small.display:
            return
        self.hush()
        if self.field is not None and event.key not in ("ctrl+q", "ctrl+z", "ctrl+c"):
            event.stop()
            event.prevent_default()
            self._typed(self.field, event.key, event.character)
        elif self.next_steps.asks:
            event.stop()
            event.prevent_default()
            self.next_steps.answer(event.character or "")
        else:
            await obey(self, event)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return not self.too_small.display

    def action_step(self, by: int) -> None:
        self._walk(by, self.by)

    def action_turn(self, by: int) -> None:
        self._walk(by, "turn")

    def action_jump(self, step: int) -> None:
        self.stop()
        self.go(step if step >= 0 else len(self.table.steps) - 1)

    def action_mode(self) -> None:
        self.by = "event" if self.by == "turn" else "turn"
        if self.by == "turn":
            self.past.at = self.stops.beyond(self.at - 1, 1, "turn") or 0
        self._retime()
        self.show()

    def action_eyes(self) -> None:
        """Look with the next pair of eyes that may see this game."""
        if len(self.choices) == 1:
            words = _("An unfinished game shows what you could see at the table. All opens at its end.")
            words = _("You only watched this game: nobody's cards are known.") if self.table.over else words
            self.say([why_shut(self.table) or words])
            return
        here = self.choices.index(self.table.eyes)
        self._set_eyes(self.choices[(here + 1) % len(self.choices)])
        self.show()
        self.find_estimates()

    def action_hand(self) -> None:
        self.shows_hand, self.past.open = not self.shows_hand, False
        self.place()

    def action_history(self) -> None:
        self.hush()
        self.past.open = not self.past.open
        self.place()

    def action_go_to(self) -> None:
        self.stop()
        self.field = LineEdit("turn", "", 4)
        self.show()

    def action_take_turn(self) -> None:
        """Go to the turn that was typed: what a click on Enter in the footer does."""
        if self.field is not None:
            self._typed(self.field, "enter", None)

    def _typed(self, field: LineEdit, key: str, character: str | None) -> None:
        answer = field.key(key, character if character is None or character.isdecimal() else None)
        if answer:
            self.field = None
        self.show()
        if answer == "keep" and field.text:
            self.go_to_turn(int(field.text))

    def go_to_turn(self, turn: int) -> None:
        """Show the position after the turn with this number; 0 is the deal."""
        found = [stop for stop in self.stops.by("turn") if self.table.steps[stop].turn == turn and stop > 0]
        if turn == 0 or found:
            self.go(found[-1] if found else 0)
        else:
            last = self.table.steps[-1].turn
            self.say([_("There is no turn {turn}: type 1 to {last}.").format(turn=turn, last=last)])

    def action_back(self) -> None:
        self.hush()
        if self.field is not None:  # the footer was clicked; keys go to the field
            self._typed(self.field, "escape", None)
        elif self.past.open:
            self.action_history()
        else:
            self.dismiss("back")

    # Playing at speed ------------------------------------------------------------------------------------------------

    def action_play(self) -> None:
        """Start or stop playing. At the end, start from the beginning."""
        if self.playing_on:
            self.stop()
        else:
            if self.stops.beyond(self.at, 1, self.by) is None:
                self.past.at = 0
            self._start()
        self.show()

    def action_speed(self, by: int) -> None:
        self.speed = min(max(self.speed + by, 0), len(SPEEDS) - 1)
        self._retime()
        self.show()

    def action_next_speed(self) -> None:
        """Go through all speeds: what a click does, which has no direction."""
        self.action_speed(1 if self.speed + 1 < len(SPEEDS) else -len(SPEEDS))

    def tick(self) -> None:
        """Go to the next stop. Stop playing at the last one."""
        step = self.stops.beyond(self.at, 1, self.by)
        if step is not None:
            self.past.at = step
        if self.stops.beyond(self.at, 1, self.by) is None:
            self.stop()
        self.show()

    def _start(self) -> None:
        self._timer = self.set_interval(PACE[self.by] / SPEEDS[self.speed], self.tick)

    def stop(self) -> None:
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.stop()

    def _retime(self) -> None:
        if self.playing_on:
            self.stop()
            self._start()

    # The mouse -------------------------------------------------------------------------------------------------------

    async def on_click(self, event: events.Click) -> None:
        self.hush()
        widget = event.widget
        hit = widget.hit(event) if isinstance(widget, CanvasWidget) else None
        if self.next_steps.asks and not (widget is self.timeline and hit is not None):
            self.next_steps.answer("")
        elif self.field is not None and not (widget is self.footer and hit is not None):
            self.field = None
            self.show()
        elif widget is self.timeline and hit is not None:
            await self.run_action(hit)
        elif isinstance(widget, CanvasWidget) and hit is not None:
            await self.click_around(widget, hit)

    def on_mouse_scroll_up(self) -> None:
        self._wheel(-1)

    def on_mouse_scroll_down(self) -> None:
        self._wheel(1)

    def _wheel(self, by: int) -> None:
        if not (self.too_small.display or self.next_steps.asks or self.field is not None):
            self.hush()
            self.action_step(by)

    @on(Timeline.Jumped)
    def jumped(self, event: Timeline.Jumped) -> None:
        if self.next_steps.asks or self.field is not None:
            return
        self.stop()
        self.hush()
        step = self.stops.near(event.step, self.by)
        if step != self.at:
            self.go(step)

    # Eyes and estimates ----------------------------------------------------------------------------------------------

    def _set_eyes(self, eyes: Eyes) -> None:
        self.table.eyes = eyes
        self.viewer = self.own if eyes == OPEN else eyes

    @property
    def judged(self) -> int | None:
        """The seat whose chances are shown."""
        eyes = self.table.eyes
        if not self.table.over or self.table.shut:
            return None
        return eyes if eyes is not None and eyes != OPEN else self.own

    @work(exclusive=True, group="estimates")
    async def find_estimates(self) -> None:
        """Look up the chances that a review of this game has found, if there was one."""
        seat = self.judged
        if seat is not None and seat not in self._estimates:
            self._estimates[seat] = await asyncio.to_thread(kept_chances, self.table, seat)
            self.show()

    def forget_estimates(self) -> None:
        """Look the chances up again."""
        self._estimates = {}
        self.find_estimates()

    def _chances(self) -> Chances:
        return self._estimates.get(self.judged, ()) if self.judged is not None else ()

    # What comes next -------------------------------------------------------------------------------------------------

    def action_review(self) -> None:
        self.next_steps.review()

    def action_result(self) -> None:
        self.next_steps.result()

    def action_same(self) -> None:
        self.next_steps.same()

    def action_export(self) -> None:
        self.next_steps.ask()

    def action_export_as(self, key: str) -> None:
        self.next_steps.answer(key)
