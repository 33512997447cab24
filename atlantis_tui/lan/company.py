"""Everybody at one table on the network, as a screen needs them: what is told goes to whoever listens, and what must be
known later is remembered, whichever screen is open.

    company = Company(shell)
    company.listen(screen.heard)      # every piece of news, after it is remembered here
    await company.run()               # until there is no more to come
    wrong = company.wish(lambda session: session.ready())
    await company.close()
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from atlantis_tui import seats
from atlantis_tui.lan import news as n
from atlantis_tui.lan.shell import Shell, Wish, now_ms
from atlantis_tui.lan.thinking import Thinking
from core.game import GameError
from core.table import Table
from net.names import clean_name
from net.refusal import Refusal
from net.session import notices
from net.session.session import Session

FAREWELL = 3.0  # seconds that a host waits until the others have the end
MOST_LINES = 500  # of chat, that are kept

Hear = Callable[[n.News], None]


class Line(NamedTuple):
    """Something that was said, or told of somebody (`told`)."""

    when: float
    seat: int | None
    name: str
    text: str
    told: bool = False


class Company:
    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.talk: list[Line] = []
        self.muted: set[str] = set()  # names, folded
        self.question: notices.Asked | None = None  # to us, not answered yet
        self.lost: n.HostLost | None = None  # the host is being looked for
        self.lost_since = 0
        self.trouble: str | None = None  # why tables near us cannot be found
        self.ended: n.Ended | None = None
        self.over = False  # the present game is
        self.rematch: tuple[int, ...] = ()  # who wants one
        self._thinking = Thinking(shell)
        self._heard: list[Hear] = []

    # What there is ---------------------------------------------------------------------------------------------------

    @property
    def session(self) -> Session:
        return self.shell.session

    @property
    def table(self) -> Table | None:
        """The game as it stands, for players and spectators; another one after a rematch or when it was built anew."""
        session = self.shell.session
        if session.watched is not None:
            return session.watched.table
        return session.game.table if session.game is not None else None

    @property
    def names(self) -> list[str]:
        """Of all seats, bots too."""
        session = self.shell.session
        roster = session.watched.roster if session.watched is not None else None
        if session.game is not None:
            roster = session.game.roster
        if roster is not None:
            return seats.names(roster.record.body["seats"])
        if session.table is None:
            return []
        rows = session.table.seats
        return seats.names([f"bot:{row[2]}" if row[0] == "bot" else f"person:{row[1] or '?'}" for row in rows])

    # What a screen does ----------------------------------------------------------------------------------------------

    def listen(self, hear: Hear) -> Callable[[], None]:
        """Tells this one too, until what is returned is called."""
        self._heard.append(hear)
        return lambda: self._heard.remove(hear)

    def wish(self, wish: Wish) -> str:
        """Does what a person wants; the sentence why not, where that cannot be."""
        from atlantis_tui.wording import lan
        from atlantis_tui.wording.errors import sentence

        try:
            self.shell.wish(wish)
        except Refusal as refusal:
            return lan.refusal(refusal, self.names)
        except GameError as error:
            return sentence(error)
        return ""

    def tell(self, text: str, seat: int | None = None) -> None:
        """A line among what was said."""
        self.talk.append(Line(time.time(), seat, "", text, told=True))
        del self.talk[:-MOST_LINES]

    async def run(self) -> None:
        async for news in self.shell.news():
            self._remember(news)
            for hear in tuple(self._heard):
                hear(news)

    async def close(self) -> None:
        """Leaves the table; a host lets the others have the end first. Nothing has to be saved."""
        until = now_ms() + int(1000 * FAREWELL)
        while self.over and not self.shell.has_told_all() and now_ms() < until:
            await asyncio.sleep(0.02)
        await self._thinking.close()
        await self.shell.close()

    # Remembering -----------------------------------------------------------------------------------------------------

    def _remember(self, news: n.News) -> None:
        if isinstance(news, notices.BotAsked):
            self._thinking.ask(news.seat)
        elif isinstance(news, notices.Said):
            self._said(news, self.names)
        elif isinstance(news, notices.Asked):
            self.question = news
        elif isinstance(news, notices.Agreed):
            if self.question is not None and self.question.hash == news.hash:
                self.question = None
        elif isinstance(news, n.HostLost):
            self.lost, self.lost_since = news, now_ms()
        elif isinstance(news, n.HostFound | notices.HostChanged):
            self.lost = None
        elif isinstance(news, n.Undiscovered):
            self.trouble = news.trouble
        elif isinstance(news, n.Ended):
            self.ended = news
        elif isinstance(news, notices.Over):
            self.over = True
        elif isinstance(news, notices.RematchWanted):
            self.rematch = news.seats
        elif isinstance(news, notices.Begun):
            self.over, self.rematch, self.question = False, (), None

    def _said(self, said: notices.Said, names: Sequence[str]) -> None:
        name = names[said.seat] if said.seat is not None and said.seat < len(names) else clean_name(said.name)
        if name.casefold() not in self.muted:
            self.talk.append(Line(time.time(), said.seat, name, said.text))
            del self.talk[:-MOST_LINES]
