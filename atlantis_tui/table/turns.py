"""The turn loop of a table: it asks one seat after another, people at this screen and bots, until the game is over.

Between two people who share a screen it shows a curtain. After a take-back it looks again who is asked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from time import monotonic
from typing import TYPE_CHECKING, Any

from atlantis_tui.bots.pace import HUSH, AnswerDelay
from atlantis_tui.ui.stack import leave, uncover
from core.game import Move

if TYPE_CHECKING:
    from atlantis_tui.bots.seating import SeatedBot
    from atlantis_tui.table.screen import TableScreen

PACE = 1.2  # seconds for which a bot's turn is told; any key ends that
BETWEEN = 0.2  # seconds between two moves that the program makes for a person
HASTE = {"slow": 2.0, "normal": 1.0, "fast": 0.4}  # how many times as long, by the setting


class TurnLoop:
    """Asks one seat after another.

    `message` says what a bot's turn did, as long as that is told. A key sets `telling` to go on at once.
    """

    halted = ""  # why nothing can be played here any more
    hush = HUSH  # seconds that a bot waits at least with an answer out of turn, so that its haste betrays nothing
    wait = staticmethod(asyncio.sleep)

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.bots: dict[int, asyncio.Future[SeatedBot]] = {}
        self.delay = AnswerDelay()
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
        await self.show_result()

    async def ask(self, seat: int) -> None:
        """Ask a seat, and wait until it has moved or somebody else is asked."""
        if seat in self.screen.people:
            await self._ask_person(seat)
        else:
            await self.ask_bot(seat)

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
        if screen.delegated(seat) is not None:
            await self._play_delegated(seat)
            return
        if len(screen.people) > 1 and screen.viewer != seat and not await self._curtain(seat):
            return
        screen.viewer = seat
        self._answered.clear()
        screen.show()
        if screen.hinting.wanted == seat:
            screen.action_hint()
        await self._answered.wait()

    async def _play_delegated(self, seat: int) -> None:
        """Play for a person who has left that to the program, and who may end that with any key in between."""
        screen = self.screen
        screen.show()
        await self.wait(BETWEEN * self.haste() if screen.look.motion else 0)
        moves = screen.delegated(seat)
        if moves is not None and not screen.submitter.play(seat, moves):
            screen.delegating.discard(seat)
        screen.plan.forget()  # it was made for the position before

    def _unasked(self, seat: int) -> Move | None:
        """The only answer that a person has, if there is just one. None where others wait for the answer and could
        learn by it that there was no choice: then everybody is asked."""
        state = self.screen.table.state
        return None if state.needs_hush(seat) else state.forced()

    async def _try_again(self) -> None:
        """Wait for a key after a move that could not be stored."""
        await self._wait_for_key()

    async def _wait_for_key(self) -> None:
        self.telling = asyncio.Event()
        await self.telling.wait()
        self.telling = None

    async def _curtain(self, seat: int) -> bool:
        """Show the curtain until the right person is there. False: they left the game instead."""
        from atlantis_tui.table.curtain import CurtainScreen

        screen = self.screen
        if screen.toast.display and screen.viewer is not None:
            await self._wait_for_key()  # what is told there is for the last person alone, who has not read it yet
        screen.hush()
        screen.viewer = None
        screen.show()
        others = [screen.names[other] for other in screen.people if other != seat]
        story = screen.past.story(screen.past.since(seat), seat)
        uncover(screen)  # help over the table would still show what the last person saw
        curtain = CurtainScreen(seat, screen.names[seat], others, story, between=screen.table.state.to_move != seat)
        answer = await screen.app.push_screen_wait(curtain)
        if answer == "pause":
            leave(screen, "menu")
            await asyncio.Event().wait()  # this task ends with the screen
        return answer != "pause"

    async def show_result(self) -> None:
        from atlantis_tui.table.result import ResultScreen

        screen = self.screen
        viewer = screen.people[0] if len(screen.people) == 1 else None
        uncover(screen)
        answer = await screen.app.push_screen_wait(ResultScreen(screen.table, screen.names, viewer))
        leave(screen, answer or "menu")

    # Bots ------------------------------------------------------------------------------------------------------------

    def seat_bots(self) -> None:
        """All sit down at once, while people still look at the board."""
        from atlantis_tui.bots.seating import TablePlace, seat_bot

        screen = self.screen
        for seat, spec in enumerate(screen.table.seats):
            if seat not in screen.people:
                bot = seat_bot(spec, screen.table, seat, screen.names, TablePlace.SCREEN, self.bot_trouble)
                self.bots[seat] = asyncio.ensure_future(bot)

    async def ask_bot(self, seat: int) -> None:
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
        await self.tell_steps(first)

    async def _choice(self, bot: SeatedBot, seat: int) -> Move:
        if self.screen.table.state.needs_hush(seat):
            move, _waited = await asyncio.gather(bot.choose(), self.wait(self.delay.due(seat, self.hush)))
            return move
        began = monotonic()
        move = await bot.choose()
        self.delay.took(seat, monotonic() - began)
        return move

    async def tell_steps(self, first: int) -> None:
        """Tell what a bot's turn did, for as long as the settings say or until a key."""
        screen = self.screen
        if not screen.is_telling(screen.table.steps[first:]):
            return
        self.message = [screen.brief(screen.table.steps[first:])]
        screen.show()
        if screen.look.motion and screen.people:
            self.telling = asyncio.Event()
            try:
                async with asyncio.timeout(PACE * self.haste()):
                    await self.telling.wait()
            except TimeoutError:
                pass
            finally:
                self.telling = None
        self.message = []

    def haste(self) -> float:
        return HASTE[self.screen.settings.pace]

    def bot_trouble(self, seat: int, reason: str, params: Mapping[str, Any]) -> None:
        from atlantis_tui.bots.seating import tell_trouble

        tell_trouble(self.screen.names, lambda sentence: self.screen.say([sentence]))(seat, reason, params)
