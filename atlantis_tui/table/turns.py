"""Whoever is to play is asked, one after another, until the game is over: people at this screen, and bots.

People who share a screen find a curtain between them. A take-back simply makes the loop look again.
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

PACE = 1.2  # seconds that a bot's turn stays told before the next; any key goes on at once
HASTE = {"slow": 2.0, "normal": 1.0, "fast": 0.4}  # so many times as long, as the settings have it


class TurnLoop:
    """Asks one seat after another.

    `message` says what a bot's turn did, as long as that is told. A key sets `telling` to go on at once.
    """

    halted = ""  # why nothing can be played here any more
    hush = HUSH  # seconds before a bot answers out of turn what could betray its hand
    wait = staticmethod(asyncio.sleep)

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.bots: dict[int, asyncio.Future[BotSeat]] = {}
        self.message: list[str] = []
        self.telling: asyncio.Event | None = None
        self._choosing: asyncio.Task[Move] | None = None  # a bot's choice under way
        self._answered = asyncio.Event()

    async def run(self) -> None:
        """Asks whoever is asked, until the game is over."""
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
        """Until this seat has moved, or the question is another one."""
        if seat in self.screen.people:
            await self._ask_person(seat)
        else:
            await self._ask_bot(seat)

    def answered(self) -> None:
        """A person has moved."""
        self._answered.set()

    def taken_back(self) -> None:
        """The question is another one now, whoever was asked the last."""
        if self._choosing is not None:
            self._choosing.cancel()
        self._answered.set()

    def hurry(self) -> bool:
        """Ends the telling; False if nothing was told."""
        if self.telling is None:
            return False
        self.telling.set()
        return True

    async def end(self) -> None:
        """All bots leave."""
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
        """What is answered for a person: the only answer there is, except where others at this screen could tell
        something by that."""
        state = self.screen.table.state
        if len(self.screen.people) > 1 and state.to_move != seat and state.discreet():
            return None
        return state.forced()

    async def _try_again(self) -> None:
        """It could not be stored: a key tries again."""
        self.telling = asyncio.Event()
        await self.telling.wait()
        self.telling = None

    async def _curtain(self, seat: int) -> bool:
        """Until the right person is there; False if they leave the game instead."""
        from atlantis_tui.table.curtain import CurtainScreen

        screen = self.screen
        screen.viewer = None
        screen.show()
        others = [screen.names[other] for other in screen.people if other != seat]
        story = screen.past.story(screen.past.since(seat), seat)
        uncover(screen)  # of help, behind which is what the last one saw
        answer = await screen.app.push_screen_wait(CurtainScreen(seat, screen.names[seat], others, story))
        if answer == "pause":
            leave(screen, "menu")
            await asyncio.Event().wait()  # until the screen is gone, and this with it
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
                    return  # called off by a take-back
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
        """Shows what a bot's turn did, for as long as people need or until a key."""
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
