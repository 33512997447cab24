"""Bots for the seats that this program plays: the table's bots if we are host, people who are away, and our own seat.

Most of them answer at once. `hard` thinks for a second, in a process of its own, so that nothing here has to wait.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from time import monotonic
from typing import Any

from atlantis_tui.bots.pace import AnswerDelay
from atlantis_tui.bots.seating import SeatedBot, TablePlace, seat_bot
from atlantis_tui.network.news import BotTrouble
from atlantis_tui.network.runner import SessionRunner
from atlantis_tui.saved import seats
from core.bots import is_bot, levels, usual_level
from core.game import GameError, Move
from core.table import Table
from net.opening import Bot as BotPlace
from net.refusal import Refusal


class NetworkBots:
    def __init__(self, runner: SessionRunner, own: str | None = None) -> None:
        """`own` is the level of the bot that plays our own seat, or None if a person plays it."""
        self._runner = runner
        self._own = own
        self._bots: dict[tuple[int, str], tuple[Table, SeatedBot]] = {}
        self._at_it: dict[int, asyncio.Task[None]] = {}  # by seat
        self._delay = AnswerDelay()

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
            await bot.close()

    async def _surely(self, seat: int) -> None:
        try:
            await self._answer(seat)
        except Exception as error:
            self._runner.failed(error)

    async def _answer(self, seat: int) -> None:
        game = self._runner.session.game
        table = None if game is None else game.table
        if game is None or table is None or game.asked() != seat:
            return
        place = len(game.chain), game.digest
        move = await self._choose(table, seat, self._level(table, seat))
        now = self._runner.session.game
        if now is game and (len(game.chain), game.digest) == place:
            try:
                self._runner.wish(lambda session: session.play_for(seat, move))
            except (GameError, Refusal):
                return  # somebody else plays that seat by now

    def _level(self, table: Table, seat: int) -> str:
        """Our own level for our own seat, that of the table for a bot's, and the usual one for somebody who is away."""
        session, game = self._runner.session, self._runner.session.game
        assert game is not None
        who = game.roster.seats[seat]
        level = who.level if isinstance(who, BotPlace) else self._own if seat == session.seat else None
        if level is not None and is_bot(level, levels(table.game)):
            return level
        return usual_level(table.game)

    async def _choose(self, table: Table, seat: int, level: str) -> Move:
        sat = self._bots.get((seat, level))
        if sat is None or sat[0] is not table:  # the position was built anew: a process knows the former one
            if sat is not None:
                await sat[1].close()
            names = seats.names(table.seats)
            sat = table, await seat_bot(f"bot:{level}", table, seat, names, TablePlace.NETWORK, self._trouble)
            self._bots[seat, level] = sat
        if table.state.needs_hush(seat):  # the session waits a while in any case
            move, _waited = await asyncio.gather(sat[1].choose(), asyncio.sleep(self._delay.due(seat, 0.0)))
            return move
        began = monotonic()
        move = await sat[1].choose()
        self._delay.took(seat, monotonic() - began)
        return move

    def _trouble(self, seat: int, reason: str, params: Mapping[str, Any]) -> None:
        self._runner.tell(BotTrouble(seat, reason, dict(params)))
