"""Bots for the seats that this program plays: the table's bots if we are host, people who are away, and our own seat.

Most of them answer at once. `hard` thinks for a second, in a process of its own, so that nothing here has to wait.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from typing import Any

from atlantis_tui.bots.pace import Paced
from atlantis_tui.bots.process import BotSeat
from atlantis_tui.network.news import BotTrouble
from atlantis_tui.network.runner import Shell
from atlantis_tui.saved import seats
from core.bots import LEVELS, Bot, split_name
from core.game import BadOption, GameError, Move
from core.table import Table
from net.opening import Bot as BotPlace
from net.refusal import Refusal

SLOW = "hard"
FOR_THE_ABSENT = "normal"


class Thinking:
    def __init__(self, shell: Shell, own: str | None = None) -> None:
        """`own` is the level of the bot that plays our own seat, or None if a person plays it."""
        self._shell = shell
        self._own = own
        self._bots: dict[tuple[int, str], tuple[Table, Bot | BotSeat]] = {}
        self._at_it: dict[int, asyncio.Task[None]] = {}  # by seat

    def ask(self, seat: int) -> None:
        """It is this seat's turn in the present position. Its move follows by itself, unless the position changes."""
        if (before := self._at_it.pop(seat, None)) is not None:
            before.cancel()
        self._at_it[seat] = asyncio.create_task(self._surely(seat))

    async def close(self) -> None:
        tasks, self._at_it = list(self._at_it.values()), {}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        bots, self._bots = self._bots, {}
        for _, bot in bots.values():
            if isinstance(bot, BotSeat):
                await bot.close()

    async def _surely(self, seat: int) -> None:
        try:
            await self._answer(seat)
        except Exception as error:
            self._shell.failed(error)

    async def _answer(self, seat: int) -> None:
        game = self._shell.session.game
        table = None if game is None else game.table
        if game is None or table is None or game.asked() != seat:
            return
        place = len(game.chain), game.digest
        move = await self._choose(table, seat, self._level(seat))
        now = self._shell.session.game
        if now is game and (len(game.chain), game.digest) == place:
            try:
                self._shell.wish(lambda session: session.play_for(seat, move))
            except (GameError, Refusal):
                return  # somebody else plays that seat by now

    def _level(self, seat: int) -> str:
        session, game = self._shell.session, self._shell.session.game
        assert game is not None
        who = game.roster.seats[seat]
        if isinstance(who, BotPlace):
            return known_level(who.level) or FOR_THE_ABSENT
        return self._own if seat == session.seat and self._own is not None else FOR_THE_ABSENT

    async def _choose(self, table: Table, seat: int, level: str) -> Move:
        sat = self._bots.get((seat, level))
        if sat is None or sat[0] is not table:  # the position was built anew: a process knows the former one
            if sat is not None and isinstance(sat[1], BotSeat):
                await sat[1].close()
            sat = table, await self._sit_down(table, seat, level)
            self._bots[seat, level] = sat
        bot = sat[1]
        return await bot.choose() if isinstance(bot, BotSeat) else bot.choose(table.view(seat))

    async def _sit_down(self, table: Table, seat: int, level: str) -> Bot | BotSeat:
        if split_name(level)[0] != SLOW:
            return Paced(level, table.game, os.urandom(16).hex())
        names = seats.names(table.seats)
        return await BotSeat.start(f"bot:{level}", table, seat, names, on_trouble=self._trouble)

    def _trouble(self, seat: int, reason: str, params: Mapping[str, Any]) -> None:
        self._shell.tell(BotTrouble(seat, reason, dict(params)))


def known_level(level: str) -> str | None:
    """The level, if this program has it."""
    try:
        return level if split_name(level)[0] in LEVELS else None
    except BadOption:
        return None
