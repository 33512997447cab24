"""The turn loop of a table: it asks one seat after another, people at this screen and bots, until the game is over.

Between two people who share a screen it shows a curtain. After a take-back it looks again who is asked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from atlantis_tui.bots.pace import HUSH
from atlantis_tui.ui.stack import leave, uncover
from core.game import Move

if TYPE_CHECKING:
    from atlantis_tui.bots.process import BotSeat
    from atlantis_tui.table.screen import TableScreen

PACE = 1.2  # seconds for which a bot's turn is told; any key ends that
HASTE = {"slow": 2.0, "normal": 1.0, "fast": 0.4}  # how many times as long, by the setting


class TurnLoop:
    """Asks one seat after another.

    `message` says what a bot's turn did, as long as that is told. A key sets `telling` to go on at once.
    """

    halted = ""  # why nothing can be played here any more
    hush = HUSH  # seconds that a bot waits with an answer out of turn, so that its haste betrays nothing
    wait = staticmethod(asyncio.sleep)

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.bots: dict[int, asyncio.Future[BotSeat]] = {}
        self.message: list[str] = []
        self.telling: asyncio.Event | None = None
        self._choosing: asyncio.Task[Move] | None = None  # a bot's choice under way
        self._answered = asyncio.Event()

    async def run(self) -> None:
        """Ask one seat after another until the game is over, then show the result."""
        screen = self.screen
        while not screen.table.over:
            prompt = screen.table.state.prompt
            assert prompt is not None
            await self.ask(prompt.seat)
        screen.past.at = None
        screen.plan.forget()
        screen.show()
        await self._show_result()

    async def ask(self, seat: int) -> None:
        """Ask a seat, and wait until it has moved or somebody else is asked."""
        if seat in self.screen.people:
            await self._ask_person(seat)
        else:
            await self._ask_bot(seat)

    def answered(self) -> None:
        """Go on, because a person has moved."""
        self._answered.set()

    def taken_back(self) -> None:
        """Look again who is asked, because moves were taken back."""
        if self._choosing is not None:
            self._choosing.cancel()
        self._answered.set()

    def hurry(self) -> bool:
        """Stop telling a bot's turn. False: none was being told."""
        if self.telling is None:
            return False
        self.telling.set()
        return True

    async def end(self) -> None:
        """Stop all bots."""
        bots = await asyncio.gather(*self.bots.values(), return_exceptions=True)
        await asyncio.gather(*(bot.close() for bot in bots if not isinstance(bot, BaseException)))

    # People ----------------------------------------------------------------------------------------------------------

    async def _ask_person(self, seat: int) -> None:
        screen = self.screen
        if (only := self._unasked(seat)) is not None:
            if not screen.submitter.play(seat, [only]):
                await self._try_again()
            return
        if len(screen.people) > 1 and screen.viewer != seat and not await self._curtain(seat):
            return
        screen.viewer = seat
        self._answered.clear()
        screen.show()
        if screen.hinting.wanted == seat:
            screen.action_hint()
        await self._answered.wait()

    def _unasked(self, seat: int) -> Move | None:
        """The only answer that a person has, if there is just one. None where answering at once would tell others at
        this screen something."""
        state = self.screen.table.state
        if len(self.screen.people) > 1 and state.to_move != seat and state.discreet():
            return None
        return state.forced()

    async def _try_again(self) -> None:
        """Wait for a key after a move that could not be stored."""
        self.telling = asyncio.Event()
        await self.telling.wait()
        self.telling = None

    async def _curtain(self, seat: int) -> bool:
        """Show the curtain until the right person is there. False: they left the game instead."""
        from atlantis_tui.table.curtain import CurtainScreen

        screen = self.screen
        screen.viewer = None
        screen.show()
        others = [screen.names[other] for other in screen.people if other != seat]
        story = screen.past.story(screen.past.since(seat), seat)
        uncover(screen)  # help over the table would still show what the last person saw
        answer = await screen.app.push_screen_wait(CurtainScreen(seat, screen.names[seat], others, story))
        if answer == "pause":
            leave(screen, "menu")
            await asyncio.Event().wait()  # this task ends with the screen
        return answer != "pause"

    async def _show_result(self) -> None:
        from atlantis_tui.table.result import ResultScreen

        screen = self.screen
        viewer = screen.people[0] if len(screen.people) == 1 else None
        uncover(screen)
        answer = await screen.app.push_screen_wait(ResultScreen(screen.table, screen.names, viewer))
        leave(screen, answer or "menu")

    # Bots ------------------------------------------------------------------------------------------------------------

    def seat_bots(self) -> None:
        """All sit down at once, while people still look at the board."""
        from atlantis_tui.bots.process import BotSeat

        screen = self.screen
        for seat, spec in enumerate(screen.table.seats):
            if seat not in screen.people:
                start = BotSeat.start(spec, screen.table, seat, screen.names, on_trouble=self.bot_trouble)
                self.bots[seat] = asyncio.ensure_future(start)

    async def _ask_bot(self, seat: int) -> None:
        screen = self.screen
        table, asked = screen.table, screen.take_backs
        screen.show()
        bot = await self.bots[seat]
        first = len(table.steps)
        while (prompt := table.state.prompt) is not None and prompt.seat == seat:
            self._choosing = asyncio.create_task(self._choice(bot, seat))
            try:
                move = await self._choosing
            except asyncio.CancelledError:
                if asked != screen.take_backs:
                    return  # a take-back has cancelled it
                raise
            finally:
                self._choosing = None
            if not screen.submitter.play(seat, [move]):
                await self._try_again()
                return
            if table.state.to_move != seat:
                break
        await self._tell(first)

    async def _choice(self, bot: BotSeat, seat: int) -> Move:
        state = self.screen.table.state
        if not state.discreet() or state.to_move == seat:
            return await bot.choose()
        move, _waited = await asyncio.gather(bot.choose(), self.wait(self.hush))
        return move

    async def _tell(self, first: int) -> None:
        """Tell what a bot's turn did, for as long as the settings say or until a key."""
        screen = self.screen
        if not screen.is_telling(screen.table.steps[first:]):
            return
        self.message = [screen.brief(screen.table.steps[first:])]
        screen.show()
        if screen.look.motion and screen.people:
            self.telling = asyncio.Event()
            try:
                await asyncio.wait_for(self.telling.wait(), PACE * self._haste())
            except TimeoutError:
                pass
            finally:
                self.telling = None
        self.message = []

    def _haste(self) -> float:
        return HASTE[self.screen.settings.pace]

    def bot_trouble(self, seat: int, reason: str, params: Mapping[str, Any]) -> None:
        from atlantis_tui.bots.trouble import trouble

        self.screen.say([trouble(self.screen.names[seat], reason, params)])
