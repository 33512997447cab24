"""A table: one game on screen, whoever plays. What a game adds is its own widgets and how a move is put together.

A move goes one way: the game's part plans it, `commit` gives it to the table, the table stores it, and everything is
shown anew. Persons, bots and programs are asked in turn by one loop; a take-back simply makes the loop look again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on, work
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widget import Widget

from atlantis_tui import seats as seating
from atlantis_tui import wording
from atlantis_tui.look import Look
from atlantis_tui.look.fine import FineCompositor
from atlantis_tui.screens.hinting import Hinting
from atlantis_tui.widgets.hints import Hints
from atlantis_tui.widgets.history import Entry, History
from atlantis_tui.widgets.panel import Footer, Header
from atlantis_tui.widgets.small import NEED, TooSmall, too_small
from atlantis_tui.widgets.toast import Toast
from atlantis_tui.words import _
from core.game import GameError, IllegalMove, Move, Reason
from core.log import LogError
from core.table import Step, Table

if TYPE_CHECKING:
    from textual.widgets import Input

    from atlantis_tui.bots.process import BotSeat

PACE = 1.2  # seconds that a bot's turn stays told before the next; any key goes on at once


def table_for(game: str) -> type[TableScreen]:
    """The table of a game, found by its name."""
    from importlib import import_module

    found: type[TableScreen] = import_module(f"atlantis_tui.screens.table_{game}").SCREEN
    return found


class TableScreen(Screen[str]):
    """Dismissed with what comes next: "menu", "again" (a new deal) or "same" (the same deal once more)."""

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
    DEFAULT_CSS = """
    TableScreen { overflow: hidden; layers: board over; }
    TableScreen > * { position: absolute; }
    TableScreen > .over { layer: over; }
    """

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._compositor = FineCompositor()
        self.table = table
        self.wording = wording.for_game(table.game.name)
        self.names = seating.names(table.seats)
        self.people = [seat for seat, spec in enumerate(table.seats) if seating.is_person(spec)]
        self.viewer: int | None = self.people[0] if len(self.people) == 1 else None
        self.bots: dict[int, asyncio.Future[BotSeat]] = {}
        self._choosing: asyncio.Task[Move] | None = None  # a bot's choice under way
        self.looking_at: int | None = None  # a step of the past
        self.open_history = False
        self.wait_after = False  # the player wants to be asked what is otherwise answered for them
        self.message: list[str] = []  # what a bot's turn did, while it is told
        self.telling: asyncio.Event | None = None
        self._looked_again = 0  # counts take-backs, so that an answer to an old question is dropped
        self._asked = asyncio.Event()
        self._asked_about: list[Move] = []  # moves that wait for a second Enter
        self.hinting = Hinting(self)
        self._entries: list[Entry] = []
        self._entries_of: tuple[int, int, int | None, str] = (-1, -1, None, "")

    @property
    def look(self) -> Look:
        return self.app.look  # type: ignore[attr-defined, no-any-return]

    # What a game brings ----------------------------------------------------------------------------------------------

    def board(self) -> list[Widget]:
        """The game's own widgets."""
        raise NotImplementedError

    def lay_out(self, width: int, height: int) -> None:
        """Puts every widget in its place for this size."""
        raise NotImplementedError

    def show(self) -> None:
        """Shows what there is to see now; called after every change."""
        raise NotImplementedError

    def forget_plan(self) -> None:
        """The position changed: nothing is planned any more."""
        raise NotImplementedError

    def planned(self) -> Sequence[Move] | None:
        """The moves that Enter makes now, or None where it makes none."""
        raise NotImplementedError

    def is_dear(self, moves: Sequence[Move]) -> bool:
        """Whether these moves cost so much that people may want to be asked once more."""
        raise NotImplementedError

    def propose(self) -> None:
        """Enter with nothing planned: plans something sensible and shows it, and never commits."""
        raise NotImplementedError

    def plan_moves(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Plans these moves, as many of the first as one preview can show; returns the others."""
        raise NotImplementedError

    def moves_text(self, moves: Sequence[Move]) -> str:
        """Moves of one turn in a few signs."""
        return " ".join(self.table.game.text(move) for move in moves)

    # Set-up ----------------------------------------------------------------------------------------------------------

    def compose(self) -> list[Widget]:
        self.header = Header()
        self.footer = Footer()
        self.history = History()
        self.hints = Hints(classes="over")
        self.toast = Toast(classes="over")
        self.too_small = TooSmall(classes="over")
        return [self.header, *self.board(), self.history, self.footer, self.hints, self.toast, self.too_small]

    def on_mount(self) -> None:
        self.toast.display = False
        self.styles.background = self.look.palette.ground
        self._place()
        self._seat_bots()
        self.run_game()

    def on_resize(self, event: events.Resize) -> None:
        self._place()

    def _place(self) -> None:
        width, height = self.size
        if not width:
            return
        self.too_small.display = too_small(width, height)
        self.lay_out(max(width, NEED[0]), max(height, NEED[1]))
        if self.typing is not None:
            self.put(self.typing, *self.type_at(), 1)
        self.show()

    @staticmethod
    def put(widget: Widget, x: int, y: int, width: int, height: int) -> None:
        widget.styles.offset = (x, y)
        widget.styles.width = width
        widget.styles.height = height

    # The loop --------------------------------------------------------------------------------------------------------

    @work(exclusive=True, group="game")
    async def run_game(self) -> None:
        """Asks whoever is asked, until the game is over."""
        while not self.table.over:
            prompt = self.table.state.prompt
            assert prompt is not None
            if prompt.seat in self.people:
                await self._ask_person(prompt.seat)
            else:
                await self._ask_bot(prompt.seat)
        self.looking_at = None
        self.forget_plan()
        self.show()
        await self._show_result()

    async def _ask_person(self, seat: int) -> None:
        if len(self.people) > 1 and self.viewer != seat and not await self._curtain(seat):
            return
        self.viewer = seat
        self._asked.clear()
        self.show()
        if self.hinting.wanted == seat:
            self.action_hint()
        await self._asked.wait()

    async def _ask_bot(self, seat: int) -> None:
        asked = self._looked_again
        self.show()
        bot = await self.bots[seat]
        first = len(self.table.steps)
        while (prompt := self.table.state.prompt) is not None and prompt.seat == seat:
            self._choosing = asyncio.create_task(bot.choose())
            try:
                move = await self._choosing
            except asyncio.CancelledError:
                if asked != self._looked_again:
                    return  # called off by a take-back
                raise
            finally:
                self._choosing = None
            if not self._play(seat, [move]):
                self.telling = asyncio.Event()  # it could not be stored: a key tries again
                await self.telling.wait()
                self.telling = None
                return
            if self.table.state.to_move != seat:
                break
        await self._tell(first)

    def _seat_bots(self) -> None:
        """All sit down at once, while people still look at the board."""
        from atlantis_tui.bots.process import BotSeat

        for seat, spec in enumerate(self.table.seats):
            if seat not in self.people:
                start = BotSeat.start(spec, self.table, seat, self.names, on_trouble=self._bot_trouble)
                self.bots[seat] = asyncio.ensure_future(start)

    async def _tell(self, first: int) -> None:
        """Shows what a bot's turn did, for as long as people need or until a key."""
        self.message = [self.brief(self.table.steps[first:])]
        self.show()
        if self.look.motion and self.people:
            self.telling = asyncio.Event()
            try:
                await asyncio.wait_for(self.telling.wait(), PACE)
            except TimeoutError:
                pass
            finally:
                self.telling = None
        self.message = []

    def _bot_trouble(self, seat: int, reason: str, params: Mapping[str, Any]) -> None:
        from atlantis_tui.bots.trouble import trouble

        self.say([trouble(self.names[seat], reason, params)])

    async def _curtain(self, seat: int) -> bool:
        """Until the right person is there; False if they leave the game instead."""
        from atlantis_tui.screens.curtain import CurtainScreen

        self.viewer = None
        self.show()
        others = [self.names[other] for other in self.people if other != seat]
        answer = await self.app.push_screen_wait(
            CurtainScreen(seat, self.names[seat], others, self.story(self._last_turn_of(seat), seat))
        )
        if answer == "pause":
            self.dismiss("menu")
            await asyncio.Event().wait()  # until the screen is gone, and this with it
        return answer != "pause"

    async def _show_result(self) -> None:
        from atlantis_tui.screens.result import ResultScreen

        viewer = self.people[0] if len(self.people) == 1 else None
        answer = await self.app.push_screen_wait(ResultScreen(self.table, self.names, viewer))
        self.dismiss(answer or "menu")

    async def on_unmount(self) -> None:
        await self.hinting.end()
        bots = await asyncio.gather(*self.bots.values(), return_exceptions=True)
        await asyncio.gather(*(bot.close() for bot in bots if not isinstance(bot, BaseException)))

    # Playing ---------------------------------------------------------------------------------------------------------

    @property
    def mine(self) -> bool:
        """A person is asked, and it is the one who is looking."""
        prompt = self.table.state.prompt
        return prompt is not None and prompt.seat == self.viewer and prompt.seat in self.people

    def _play(self, seat: int, moves: Sequence[Move]) -> bool:
        """Gives moves to the table one by one; those that a prompt answered itself are left out."""
        try:
            for index, move in enumerate(moves):
                last = self.table.steps[-1]
                if index and last.forced and last.move is not None and last.move[0] == move[0]:
                    continue
                self.table.play(seat, move)
        except GameError as error:
            self.refuse(error.reason)
            return False
        except LogError as error:
            from atlantis_tui.wording.errors import sentence

            self.say([sentence(error)])
            return False
        return True

    def commit(self, moves: Sequence[Move]) -> None:
        """A person's moves."""
        seat = self.viewer
        if seat is None or not self.mine:
            return
        before = len(self.table.steps)
        if self._play(seat, moves) or len(self.table.steps) > before:
            self._moved(seat)

    def _moved(self, seat: int) -> None:
        """After a person's moves: what they did not ask to be asked is answered, and the loop goes on."""
        prompt = self.table.state.prompt
        while self.mine and prompt is not None and prompt.kind in self.wording.ANSWERED and not self.wait_after:
            if not self._play(seat, [self.wording.ANSWERED[prompt.kind]]):
                break
            prompt = self.table.state.prompt
        if not self.mine:
            self.wait_after = False
        rest = self.hinting.rest
        self.hinting.close()
        self.forget_plan()
        if rest and self.mine:
            self.plan_moves(rest)  # the hint goes on, and is shown before it is played, as ever
        self._asked.set()
        self.show()

    def refuse(self, reason: Reason) -> None:
        """The rule that a move breaks."""
        explain = self.wording.REASONS.get(reason.id)
        if explain is None:
            from atlantis_tui.wording.errors import REASONS

            explain = REASONS.get(reason.id)
        self.say([explain(reason.params) if explain else reason.id])

    def say(self, lines: Sequence[str], good: bool = False) -> None:
        self.toast.say(lines, good=good)
        self.toast.display = True

    def hush(self) -> None:
        if self.toast.display:
            self.toast.display = False

    # What happened ---------------------------------------------------------------------------------------------------

    def story(self, first: int, viewer: int | None = None) -> list[str]:
        """Sentences for all steps from this one on, as the viewer may know them."""
        seat = self.viewer if viewer is None else viewer
        told: list[str] = []
        for step in self.table.steps[first:]:
            told += self._sentences(step, seat)
        return told

    def _sentences(self, step: Step, viewer: int | None) -> list[str]:
        after = self.table.view(viewer, step)
        return self.wording.events(self.table.events(step, viewer), step.seat, viewer, self.names, after)

    def _last_turn_of(self, seat: int) -> int:
        """The first step after this seat's last own one."""
        for index in range(len(self.table.steps) - 1, 0, -1):
            if self.table.steps[index].seat == seat:
                return index + 1
        return 1

    def recap(self) -> list[str]:
        """The turns since the viewer's last own one, a line each."""
        first = 1 if self.viewer is None else self._last_turn_of(self.viewer)
        return [entry.text for entry in self.entries() if entry.step >= first]

    def entries(self) -> list[Entry]:
        """The history, a turn an entry; made anew only where it changed."""
        steps = self.table.steps
        key = (len(steps), self._looked_again, self.viewer, self.look.glyphs.name)
        if self._entries_of != key:
            keep = self._entries_of[1:] == key[1:]
            self._entries = (
                [e for e in self._entries if e.turn < steps[-1].turn - self.table.state.seats] if keep else []
            )
            first = self._entries[-1].step + 1 if self._entries else 1
            turns: dict[tuple[int, int | None], list[int]] = {}
            for index in range(first, len(steps)):
                turns.setdefault((steps[index].turn, steps[index].seat), []).append(index)
            for (turn, seat), indices in turns.items():
                text = self.brief([steps[index] for index in indices])
                if text:
                    self._entries.append(Entry(indices[-1], turn, seat, text))
            self._entries_of = key
        return self._entries

    def brief(self, steps: Sequence[Step]) -> str:
        """The steps of one turn in one line."""
        raise NotImplementedError

    # Keys ------------------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """A key while a bot's turn is told only ends the telling, and none does what cannot be seen."""
        if self.too_small.display:
            event.stop()
            event.prevent_default()
            if event.key in ("q", "Q", "upper_q"):
                self.app.exit()
            return
        self.hush()
        if self.telling is not None:
            self.telling.set()
            event.stop()
            event.prevent_default()
            if event.key in ("i", "I", "upper_i"):
                self.hinting.want(self.viewer)
        elif self.typing is not None and event.key == "backspace" and not self.typing.value:
            event.stop()
            event.prevent_default()
            self.call_later(self.close_typing)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.too_small.display:
            return False
        if self.telling is not None:
            self.telling.set()
            return False
        return not self.typing or action in ("back", "leave")

    def action_do(self) -> None:
        self.hush()
        if self.looking_at is not None:
            self.looking_at = None
            self.show()
            return
        if not self.mine:
            return
        if self.hinting.found and self.hinting.chosen is None:
            self.hinting.choose(0)
            return
        moves = self.planned()
        if moves is None:
            self.hinting.close()
            self.propose()
            self.show()
        elif self._asks_first(moves) and self._asked_about != list(moves):
            self._asked_about = list(moves)
            self.say([_("Enter once more makes this move.")], good=True)
        else:
            self._asked_about = []
            self.commit(moves)

    def _asks_first(self, moves: Sequence[Move]) -> bool:
        """Whether the settings want a second Enter for these moves."""
        settings = getattr(self.app, "settings", None)
        wish = settings.confirmations if settings is not None else "none"
        return wish == "all" or (wish == "dear" and self.is_dear(moves))

    def action_take_back(self) -> None:
        self.hush()
        seat = self.viewer
        if seat is None:
            return
        alone = len(self.people) == 1
        try:
            self.table.back(seat, alone=alone)
            while (prompt := self.table.state.prompt) and prompt.kind in self.wording.ANSWERED and not self.wait_after:
                # That answer was not the player's own: the choice before it is meant.
                if self.table.back_target(seat, alone=alone) is None:
                    self.wait_after = True
                    break
                self.table.back(seat, alone=alone)
        except IllegalMove as error:
            self.refuse(error.reason)
            return
        except LogError as error:
            from atlantis_tui.wording.errors import sentence

            self.say([sentence(error)])
            return
        self._looked_again += 1
        self.looking_at = None  # that step may be gone
        self.hinting.close()
        if self._choosing is not None:
            self._choosing.cancel()
        self.forget_plan()
        self._asked.set()
        self.show()

    def action_hint(self) -> None:
        """Asks for the best moves, which is marked in the log; or has enough of them."""
        self.hush()
        if self.hinting.open:
            self.hinting.close()
            self.show()
            return
        seat = self.viewer
        if seat is None or not self.mine:
            self.hinting.want(seat)
            return
        from atlantis_tui.wording.errors import sentence
        from core.advice import can_advise

        try:
            if not can_advise(self.table.game):
                raise GameError("no_hints", game=self.table.game.name)
            self.table.hint(seat)
        except (GameError, LogError) as error:
            self.say([sentence(error)])
            return
        self.looking_at, self.open_history = None, False
        self.hinting.ask(seat)
        self._place()

    def action_history(self) -> None:
        self.hush()
        self.hinting.close()
        self.open_history = not self.open_history
        if not self.open_history:
            self.looking_at = None
        self._place()

    def action_look(self, by: int) -> None:
        """Looks one entry of the history earlier or later; past the last one is the present. With hints on show, one
        of those."""
        if self.hinting.found:
            self.hush()
            self.hinting.step(by)
            return
        indices = [entry.step for entry in self.entries()]
        if not indices:
            return
        at = indices.index(self.looking_at) if self.looking_at in indices else len(indices)
        at = max(0, at + by)
        self.look_at(indices[at] if at < len(indices) else None)

    def look_at(self, step: int | None) -> None:
        self.hush()
        self.hinting.close()
        self.looking_at = step
        self.show()

    def action_leave(self) -> None:
        self.dismiss("menu")

    # Typed moves -----------------------------------------------------------------------------------------------------

    typing: Input | None = None

    def type_at(self) -> tuple[int, int, int]:
        """Where the field for typed moves stands: x, y, width."""
        return 2, self.size.height - 2, self.size.width - 4

    async def action_type(self) -> None:
        self.hush()
        if self.typing is not None or not self.mine:
            return
        self.hinting.close()
        self.show()
        from textual.suggester import SuggestFromList
        from textual.widgets import Input

        texts = [self.table.game.text(move) for move in self.table.view(self.viewer).legal()]
        field = Input(
            placeholder=_("a move, such as {example}; Enter plays it").format(example=texts[0] if texts else ""),
            suggester=SuggestFromList(texts, case_sensitive=False),
            compact=True,
            classes="over",
        )
        self.put(field, *self.type_at(), 1)
        self.typing = field
        await self.mount(field)
        field.focus()

    async def close_typing(self) -> None:
        if self.typing is not None:
            field, self.typing = self.typing, None
            await field.remove()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        line = event.value.strip()
        await self.close_typing()
        if line and self.viewer is not None:
            self.play_line(line)

    def play_line(self, line: str) -> None:
        """Plays a typed line; it may answer several prompts, with chance speaking in between."""
        self.hinting.close()
        seat = self.viewer
        played = False
        try:
            while line and seat is not None and self.mine:
                moves, line = self.table.game.parse(self.table.view(seat), line)
                if not self._play(seat, moves):
                    break
                played = True
        except GameError as error:
            self.refuse(error.reason)
        if played and seat is not None:
            self._moved(seat)
        self.show()

    @on(events.Paste)
    async def paste(self, event: events.Paste) -> None:
        """Text pasted at the table is a typed move."""
        if self.telling is not None:
            self.telling.set()
        elif self.typing is None and self.mine and not self.too_small.display and event.text.strip():
            event.stop()
            self.play_line(event.text.strip().splitlines()[0])
