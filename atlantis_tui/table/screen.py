"""A table: a screen on which one game is played. Its mode (mode.py) says by whom.

A move goes one way: the game's plan (plan.py) becomes moves, the `submitter` brings them to the table, the table stores
them, and the screen shows the new position. The turn loop (`turns`) asks one seat after another.
"""

from __future__ import annotations

from collections.abc import Sequence
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on, work
from textual.binding import Binding, BindingType
from textual.widget import Widget

from atlantis_tui.table.attention import TurnCall
from atlantis_tui.table.clicks import TableClicks
from atlantis_tui.table.forced_answers import AnsweredNews
from atlantis_tui.table.game_screen import GameScreen
from atlantis_tui.table.hints import TableHints
from atlantis_tui.table.hover import HoverPreview
from atlantis_tui.table.mode import LocalMode, TableMode
from atlantis_tui.table.move_input import MoveInput
from atlantis_tui.table.plan import Plan
from atlantis_tui.table.sequel import MoveSequel
from atlantis_tui.table.turn_time import TurnTime
from atlantis_tui.table.widgets.hints import Hints
from atlantis_tui.text import sentences
from atlantis_tui.text.translation import _
from atlantis_tui.ui.bindings import add_bindings
from atlantis_tui.ui.bound_keys import is_for
from atlantis_tui.ui.canvas import CanvasWidget
from core.game import GameError, Move, Reason
from core.table import Step, Table

if TYPE_CHECKING:
    from textual.widgets import Input

    from atlantis_tui.table.overlay import Overlay


class TableScreen(GameScreen):
    """Dismissed with what comes next: "menu", "again" (a new deal) or "same" (the same deal once more), or with what
    its mode says: "lobby" on the network, "play" after a lesson."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "do", show=False, id="table.do"),
        Binding("backspace", "back", show=False, id="table.back"),
        Binding("escape", "back", show=False, id="table.back.slow"),
        Binding("u,U", "take_back", show=False, id="table.take_back"),
        Binding("i,I", "hint", show=False, id="table.hint"),
        Binding("y,Y", "history", show=False, id="table.history"),
        Binding("colon", "type", show=False, id="table.type"),
        Binding("up", "look(-1)", show=False, id="table.look.earlier"),
        Binding("down", "look(1)", show=False, id="table.look.later"),
        Binding("q,Q", "leave", show=False, id="table.leave"),
    ]
    KEY_OWNERS = TableMode

    plan: Plan  # the game's own

    def __init__(self, table: Table, mode: TableMode | None = None) -> None:
        super().__init__(table)
        self.delegating: set[int] = set()  # seats whose people leave the rest of setting up to the program
        self.wait_after = False  # the player wants to answer prompts that are otherwise answered for them
        self.hinting = TableHints(self)
        self.sequel = MoveSequel(self)
        self.typed = MoveInput(self)
        self.answered = AnsweredNews(self)
        self.hover = HoverPreview(self)
        self.clicks = TableClicks(self)
        self.turn_call = TurnCall()
        self.turn_time = TurnTime()
        self.mode = LocalMode() if mode is None else mode
        self.mode.sit_down(self)
        self.key_owner = type(self.mode)
        add_bindings(self, self.mode)
        self.turns, self.submitter = self.mode.turns, self.mode.submitter
        self.names, self.people, self.viewer = self.mode.names(), self.mode.people(), self.mode.viewer()
        self.prompt = self.make_prompt()
        self.hints = Hints(classes="over")

    # What a game brings, besides its board ---------------------------------------------------------------------------

    def make_prompt(self) -> CanvasWidget:
        """The widget that tells what is asked and what is planned."""
        raise NotImplementedError

    def tell(self, view: Any) -> None:
        """Give the prompt, the header and the footer their words for what the board shows."""
        raise NotImplementedError

    def click(self, widget: Widget, hit: Any) -> None:
        """Plan what a click on something on the board means. The mouse over it tries this too (hover.py)."""
        raise NotImplementedError

    def is_target(self, widget: Widget, hit: Any) -> bool:
        """Whether what is planned ends at this, so that a click on it does it."""
        return False

    def why_no_click(self) -> str:
        """Why a click alone does not do what is planned, or nothing."""
        return ""

    @property
    def nothing_planned(self) -> bool:
        """Whether the board is free to show what the mouse is on."""
        return self.plan.moves() is None

    def is_telling(self, steps: Sequence[Step]) -> bool:
        """Whether to tell for a while what a bot did before the game goes on."""
        return True

    # Set-up ----------------------------------------------------------------------------------------------------------

    def own_widgets(self) -> list[CanvasWidget]:
        return [self.prompt]

    def panels(self) -> list[CanvasWidget]:
        return [*self.mode.panels(), self.hints]

    def widget_named(self, name: str) -> CanvasWidget | None:
        """A widget of the board, or the prompt, by the name that the game has for it."""
        found: CanvasWidget | None = self.prompt if name == "prompt" else getattr(self.board, name, None)
        return found

    def begin(self) -> None:
        self.turns.seat_bots()
        self.run_game()

    @work(exclusive=True, group="game")
    async def run_game(self) -> None:
        await self.turns.run()

    async def on_unmount(self) -> None:
        await self.mode.left()
        await self.hinting.end()
        await self.turns.end()

    def lay_out(self, width: int, height: int) -> None:
        self.put(self.prompt, 0, height - 4, width, 3)
        self.prompt.display = self.board.shows_prompt
        self.put(self.hints, *self.board.hints_place)
        if self.board.history_beside:
            self.past.open = False  # it lies over nothing now
        self.typed.place()
        self.mode.place(width, height)

    # What there is to see --------------------------------------------------------------------------------------------

    @property
    def mine(self) -> bool:
        """Whether the viewer is a person at this screen and is asked for a move."""
        prompt = self.table.state.prompt
        asked = prompt is not None and prompt.seat == self.viewer and prompt.seat in self.people
        return asked and not self.submitter.on_its_way and not self.turns.halted

    @property
    def offers_hints(self) -> bool:
        return self.hinting.offered

    @property
    def message(self) -> Sequence[str]:
        return self.turns.message

    @property
    def links(self) -> tuple[str, ...]:
        return self.mode.links()

    @property
    def watching(self) -> bool:
        return self.mode.watching

    def delegated(self, seat: int) -> Sequence[Move] | None:
        """What the program plays now for somebody who has left that to it; None: the person chooses."""
        choose = getattr(self.wording, "rest_of_setup", None)
        if seat not in self.delegating or choose is None:
            return None
        move: Move | None = choose(self.table.view(seat))
        if move is None:
            self.delegating.discard(seat)
        return None if move is None else [move]

    def changed(self) -> None:
        """Forget all about positions: moves were taken back, or the table was replaced."""
        self.take_backs += 1
        self.past.at = None
        self.forget_views()
        self.hinting.close()
        self.plan.forget()

    def show(self) -> None:
        if not self.is_mounted or self.hover.trying:
            return
        self.mode.before_board()
        self.hints.rows, self.hints.chosen = self.hinting.rows(), self.hinting.chosen
        self.hints.display, self.hints.planned = self.hinting.open, self.mine and self.plan.moves() is not None
        game, turn, last = sentences.title(self.table.game.name), self.table.state.turn, self.table.steps[-1].seat
        waited = last not in (None, *self.people)
        self.turn_time.look((turn, self.table.state.to_move))
        self.turn_call.look(self.app, self.settings, game, (turn, self.take_backs), mine=self.mine, waited=waited)
        super().show()
        if self.hints.display:
            self.hints.repaint()
        self.tell_news()
        self.mode.shown()

    def tell_news(self) -> None:
        """Tell the viewer once what has happened without being chosen."""
        self.answered.tell()

    def show_board(self) -> None:
        self.tell(self.board.show(self.plan))
        self.header.notes = self.mode.notes()
        if self.hover.shown:
            pairs = self.footer.pairs
            self.footer.pairs = tuple((key, _("choose it") if do == "do" else word, do) for key, word, do in pairs)
        self.mode.after_board()

    def leave_present(self) -> None:
        self.hinting.close()

    def say(
        self,
        lines: Sequence[str],
        good: bool = False,
        reason: Reason | None = None,
        instead: str = "",
        seconds: float | None = None,
    ) -> None:
        if not self.hover.trying:
            super().say(lines, good, reason, instead, seconds)

    def hush(self) -> None:
        if self.hover.trying:
            return
        covered = self.toast.display
        super().hush()
        if covered:
            self.mode.uncovered()

    def refuse(self, reason: Reason, instead: str = "") -> None:
        """Say which rule a move breaks, and what the player could do instead."""
        explain = self.wording.REASONS.get(reason.id)
        if explain is None:
            from atlantis_tui.text.errors import REASONS

            explain = REASONS.get(reason.id)
        words = explain(reason.params) if explain else reason.id
        self.say([words], reason=reason, instead=self.mode.instead(instead))

    # Keys ------------------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """End the telling of a bot's turn, or give the key to what lies over the board."""
        if self.too_small.display:
            return
        if self.hover.shown and is_for(self, "table.do", event.key):
            self.hover.keep()  # Enter means what is shown, and does it only when it is asked once more
            self.show()
            event.stop()
            event.prevent_default()
            return
        if self.hover.drop():
            self.show()
        if self.turns.hurry():
            self.hush()
            event.stop()
            event.prevent_default()
            if is_for(self, "table.hint", event.key):
                self.hinting.want(self.viewer)
        elif self.press(event.key):
            event.stop()
            event.prevent_default()
        else:
            self.hush()

    def overlays(self) -> Sequence[Overlay]:
        """What lies over the board and may want a key, the top one first."""
        return (self.typed, *self.mode.overlays(), self.hinting, self.past)

    def press(self, key: str) -> bool:
        """Give a key to what lies over the board. False: nothing there wants it."""
        for overlay in self.overlays():
            if overlay.press(key):
                return True
            if overlay.writes:
                return False
        return False

    @property
    def writing(self) -> bool:
        """Whether letters go into a line that is being written, so that they answer no question."""
        return self.typed.field is not None or self.mode.writing

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.is_mounted or self.too_small.display:
            return False  # a key may be pressed before there is anything to see
        if self.mode.writing:
            return action == "back"
        return self.typed.field is None or action in ("back", "leave")

    async def action_mode_key(self, name: str, *parameters: object) -> None:
        """Call a method of the mode by its name: the action of the keys that belong to the mode."""
        done = getattr(self.mode, name)(*parameters)
        if isawaitable(done):
            await done

    def ready(self) -> bool:
        """Whether a key may plan something now. This closes the toast, the look at the past and the hints."""
        self.hush()
        self.past.at = None
        if self.mine:
            self.hinting.close()
        return self.mine

    def action_do(self) -> None:
        """Enter: back to the present, the first hint, or what the game makes of it."""
        self.hush()
        if self.past.at is not None:
            self.past.at = None
            self.show()
        elif self.mine and self.hinting.offered:
            self.hinting.choose(0)
        else:
            self.enter()

    def enter(self) -> None:
        """Enter at the board itself. A game may have another use for it at times."""
        if self.mine:
            self.submitter.enter()

    async def action_back(self) -> None:
        self.hush()
        if await self.mode.go_back():
            pass
        elif self.typed.field is not None:
            await self.typed.close()
        elif self.hinting.open or self.hinting.wanted is not None:
            self.hinting.close()
        elif self.past.at is not None:
            self.past.look_at(None)
        elif self.past.open:
            self.action_history()
        else:
            self.sequel.drop()
            self.plan.back()
        self.show()

    def action_take_back(self) -> None:
        self.hush()
        self.submitter.take_back()

    def action_hint(self) -> None:
        """Show hints, which the log notes when they are there, or close them."""
        self.hush()
        if not self.mode.permits("hint"):
            return
        if self.hinting.open:
            self.hinting.close()
            self.show()
            return
        seat = self.viewer
        if seat is None or not self.mine:
            self.hinting.want(seat)
            return
        from core.advice import can_advise

        if not can_advise(self.table.game):
            self.refuse(GameError("no_hints", game=self.table.game.name).reason)
            return
        self.past.at, self.past.open = None, False
        self.hinting.ask(seat)
        self.place()

    def action_history(self) -> None:
        self.hush()
        self.hinting.close()
        self.past.toggle()
        self.place()

    def action_look(self, by: int) -> None:
        """Go to another hint if hints are on show, otherwise to another entry of the history."""
        if self.hinting.found:
            self.hush()
            self.hinting.step(by)
        else:
            self.past.look(by)

    def action_leave(self) -> None:
        self.mode.leave()

    # Typed moves -----------------------------------------------------------------------------------------------------

    async def action_type(self) -> None:
        self.hush()
        if self.typed.field is None and self.mine:
            self.hinting.close()
            await self.typed.open()
            self.show()

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.input is self.typed.field:
            self.typed.changed()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        line = event.value.strip()
        if event.input is self.typed.field:
            await self.typed.submitted(line)
        else:
            await self.mode.submitted(event.input, line)

    @on(events.Paste)
    async def paste(self, event: events.Paste) -> None:
        """Take pasted text as a typed move."""
        if self.hover.drop():
            self.show()
        if self.turns.hurry():
            return
        if self.typed.field is None and self.mine and not self.too_small.display and event.text.strip():
            event.stop()
            self.submitter.line(event.text.strip().splitlines()[0])  # this says what is wrong with it

    # Mouse -----------------------------------------------------------------------------------------------------------

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self.clicks.moved(event)

    async def on_click(self, event: events.Click) -> None:
        await self.clicks.clicked(event)
