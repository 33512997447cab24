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
from typing import Any, NamedTuple

from atlantis_tui import seats
from atlantis_tui.lan import news as n
from atlantis_tui.lan.shell import Shell, Wish, now_ms
from atlantis_tui.lan.thinking import Thinking
from atlantis_tui.words import _
from core.game import GameError
from core.table import Table
from net.messages import Lobby
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
    def __init__(self, shell: Shell, plays: str | None = None) -> None:
        """`plays` is the level of the bot that has our own seat, if nobody does."""
        self.shell = shell
        self._plays = plays
        self.talk: list[Line] = []
        self.spoken: Line | None = None  # what was said last, unless we do not hear that one
        self.muted: set[str] = set()  # names, folded
        self.question: notices.Asked | None = None  # to us, not answered yet
        self.lost: n.HostLost | None = None  # the host is being looked for
        self.lost_since = 0
        self.trouble: str | None = None  # why tables near us cannot be found
        self.ended: n.Ended | None = None
        self.over = False  # the present game is
        self.rematch: tuple[int, ...] = ()  # who wants one
        self.report = ""  # the file that tells of positions that differ
        self.arrived = asyncio.Event()  # we are at the table, or will never be (`ended`)
        self._there: dict[bytes | str, str] | None = None  # who was at the table when it was last told
        self._settled: tuple[tuple[Any, ...], bool] | None = None  # as it was, and whether any were ready
        self._thinking = Thinking(shell, plays)
        self._heard: list[Hear] = []
        self._running: asyncio.Task[None] | None = None

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
    def gid(self) -> bytes:
        """Of the game as it stands; nothing where there is none."""
        game = self.session.watched or self.session.game
        return b"" if game is None else game.chain.gid

    @property
    def path(self) -> str:
        """The file of our game, if there is one."""
        game = self.session.game
        return "" if game is None else self.shell.kept.path(game.chain.gid)

    @property
    def names(self) -> list[str]:
        """Of all seats, bots too."""
        session = self.shell.session
        roster = session.watched.roster if session.watched is not None else None
        if session.game is not None:
            roster = session.game.roster
        if roster is not None:
            return seats.names([_harmless(spec) for spec in roster.record.body["seats"]])
        rows = session.table.seats if session.table is not None else ()
        return seats.names([f"bot:{row[2]}" if row[0] == "bot" else _harmless(f"person:{row[1]}") for row in rows])

    @property
    def table_name(self) -> str:
        return clean_name(self.session.table.name) if self.session.table is not None else ""

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

    def mute(self, name: str) -> bool:
        """Does not hear somebody any more, or again; whether they are muted now."""
        self.muted ^= {clean_name(name).casefold()}
        return clean_name(name).casefold() in self.muted

    def begin(self, failed: Callable[[Exception], None]) -> None:
        """Runs by itself from now on; an error in the program goes to `failed`."""
        if self._running is not None:
            return

        async def run() -> None:
            try:
                await self.run()
            except Exception as error:
                failed(error)

        self._running = asyncio.create_task(run())

    async def run(self) -> None:
        async for news in self.shell.news():
            self.remember(news)
            for hear in tuple(self._heard):
                hear(news)

    async def close(self) -> None:
        """Leaves the table; a host lets the others have the end first. Nothing has to be saved."""
        until = now_ms() + int(1000 * FAREWELL)
        while self.over and not self.shell.has_told_all() and now_ms() < until:
            await asyncio.sleep(0.02)
        await self.close_bots()
        await self.shell.close()
        if self._running is not None:
            await self._running

    async def close_bots(self) -> None:
        await self._thinking.close()

    # Remembering -----------------------------------------------------------------------------------------------------

    def remember(self, news: n.News) -> None:
        if isinstance(news, notices.BotAsked):
            self._thinking.ask(news.seat)
        elif isinstance(news, notices.YourTurn):
            if self._plays is not None:
                self._thinking.ask(news.seat)
        elif isinstance(news, notices.LobbyChanged):
            self._table_told()
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
            self.arrived.set()
        elif isinstance(news, notices.Joined):
            self.arrived.set()
        elif isinstance(news, n.TurnedAway | n.CodeChanged):
            self._tell_of_door(news)
        elif isinstance(news, notices.StartFailed):
            self._tell_of_start(news)
        elif isinstance(news, notices.Desynced):
            self._keep_report(news)
        elif isinstance(news, notices.Over):
            self.over = True
        elif isinstance(news, notices.Applied):
            if news.n == 0:  # who watches is not told in another way that a game begins
                self.over, self.rematch = False, ()
        elif isinstance(news, notices.RematchWanted):
            self.rematch = news.seats
        elif isinstance(news, notices.Begun):
            self.over, self.rematch, self.question = False, (), None

    def _table_told(self) -> None:
        table = self.session.table
        if table is not None and table.state == "over":
            self.rematch = tuple(seat for seat, row in enumerate(table.seats) if row[0] == "person" and row[4])
        elif table is not None and self.session.game is None and self.session.watched is None:
            self._tell_who_came(table)
            self._tell_what_changed(table)

    def _tell_who_came(self, table: Lobby) -> None:
        """Before a game: who has come or gone since the table was last told."""
        before = self._there
        there: dict[bytes | str, str] = {row[3]: row[1] for row in table.seats if row[0] == "person"}
        there |= {name: name for name in table.watching if name not in there.values()}
        self._there = there
        if before is None:
            return
        for who, name in there.items():
            if who not in before and name not in before.values():
                self.tell(_("{name} came in.").format(name=clean_name(name)))
        for who, name in before.items():
            if who not in there and name not in there.values():
                self.tell(_("{name} left.").format(name=clean_name(name)))

    def _tell_what_changed(self, table: Lobby) -> None:
        """Another rule or another company, and nobody counts as ready any more: they would wonder."""
        before = self._settled
        rows = tuple(row[:4] for row in table.seats)
        ready = any(row[0] == "person" and row[4] for row in table.seats)
        self._settled = (table.game, dict(table.options), rows), ready
        if before is not None and before[1] and not ready and before[0] != self._settled[0]:
            self.tell(_("The table is another one now: R says again that you are ready."))

    def _tell_of_start(self, news: notices.StartFailed) -> None:
        """Whoever comes late to the screen shall read it too, if somebody may have picked the deal."""
        from atlantis_tui.wording import lan

        if news.times:
            self.tell(lan.start_failed(news, self.names))

    def _keep_report(self, news: notices.Desynced) -> None:
        from json import dumps

        from atlantis_tui.crash import _store

        self.report = _store(dumps(news.report, indent=1, default=str)) or ""

    def _tell_of_door(self, news: n.TurnedAway | n.CodeChanged) -> None:
        if isinstance(news, n.CodeChanged):
            if news.guessed:
                self.tell(_("Somebody guessed at the code too often: there is a new one."))
        elif news.why.reason == "wrong_code":
            self.tell(_("Somebody at {address} tried a wrong code.").format(address=news.address or "?"))

    def _said(self, said: notices.Said, names: Sequence[str]) -> None:
        name = names[said.seat] if said.seat is not None and said.seat < len(names) else clean_name(said.name)
        self.spoken = None
        if name.casefold() not in self.muted:
            self.spoken = Line(time.time(), said.seat, name, said.text)
            self.talk.append(self.spoken)
            del self.talk[:-MOST_LINES]


def _harmless(spec: str) -> str:
    """A seat whose name can be shown, whatever program wrote it."""
    who, colon, name = spec.partition(":")
    return f"{who}:{clean_name(name) or '?'}" if who == "person" and colon else spec
