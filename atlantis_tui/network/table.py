"""Everybody at one table on the network, as a screen needs them. News goes to whoever listens. What must be known later
is remembered here, whichever screen is open.

    company = NetworkTable(shell)
    company.listen(screen.heard)      # every piece of news, after it is remembered here
    await company.run()               # until there is no more to come
    wrong = company.wish(lambda session: session.ready())
    await company.close()
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Container, Sequence
from typing import Any, NamedTuple

from atlantis_tui.network import news as n
from atlantis_tui.network.bots import NetworkBots
from atlantis_tui.network.runner import SessionRunner, Wish, now_ms
from atlantis_tui.saved import seats
from atlantis_tui.text.translation import _
from core.game import GameError
from core.table import Table
from net.messages import Lobby
from net.names import alike, clean_chat, clean_name, distinct, skeleton, told_apart
from net.refusal import Refusal
from net.session import notices
from net.session.session import Session

FAREWELL = 3.0  # how many seconds a host waits until the others have the end
MOST_LINES = 500  # how many lines of chat we keep
# how many of them may tell who comes and goes: a host can make any number, and must not crowd out the chat
MOST_PASSING = 6

Hear = Callable[[n.News], None]


class ChatLine(NamedTuple):
    """Something that somebody said, or a report about somebody (`told`)."""

    when: float
    seat: int | None
    name: str
    text: str
    told: bool = False
    watching: bool = False  # the speaker has no seat, whatever the name
    passing: bool = False  # reports what others did a moment ago

    @property
    def speaker(self) -> str:
        """The speaker's name, marked if it is not a player's."""
        return self.marked(self.name)

    def marked(self, name: str) -> str:
        """The name, shortened or not, with the same mark."""
        return _("{name} (watching)").format(name=name) if self.watching else name


class NetworkTable:
    def __init__(self, shell: SessionRunner, plays: str | None = None) -> None:
        """`plays` is the level of the bot on our own seat, or None if a person plays it."""
        self.shell = shell
        self._plays = plays
        self.talk: list[ChatLine] = []
        self.spoken: ChatLine | None = None  # what was said last; None if we have muted the speaker
        self.muted: set[bytes | str] = set()  # keys of players; of spectators we only know what the name looks like
        # the line that tells how many lines were left out, and that number
        self._gap: tuple[ChatLine, int] | None = None
        self.question: notices.Asked | None = None  # a question to us that is not answered yet
        self.lost: n.HostLost | None = None  # set while we look for the host
        self.lost_since = 0
        self.trouble: str | None = None  # why tables near us cannot be found
        self.ended: n.TableEnded | None = None
        self.over = False  # whether the present game is over
        self.rematch: tuple[int, ...] = ()  # the seats that want one
        self.report = ""  # the file of the report about differing positions
        self.arrived = asyncio.Event()  # we are at the table, or will never be (`ended`)
        self._there: dict[bytes | str, str] | None = None  # who was at the table when the host last told us
        self._settled: tuple[tuple[Any, ...], bool] | None = None  # the table as it was, and whether any were ready
        self._thinking = NetworkBots(shell, plays)
        self._heard: list[Hear] = []
        self._handlers: dict[type[Any], Callable[[Any], None]] = {
            notices.BotAsked: lambda news: self._thinking.ask(news.seat),
            notices.YourTurn: self._your_turn,
            notices.LobbyChanged: lambda news: self._table_told(),
            notices.Said: self._said,
            notices.LeftOut: self._left_out,
            notices.Asked: self._asked,
            notices.Agreed: self._agreed,
            notices.HostChanged: self._host_found,
            notices.Joined: lambda news: self.arrived.set(),
            notices.StartFailed: self._start_failed,
            notices.Desynced: self._keep_report,
            notices.Over: self._game_over,
            notices.Applied: self._applied,
            notices.RematchWanted: self._rematch_wanted,
            notices.Begun: self._begun,
            n.HostLost: self._host_lost,
            n.HostFound: self._host_found,
            n.DiscoveryTrouble: self._undiscovered,
            n.TableEnded: self._table_ended,
            n.TurnedAway: self._tell_sentence,
            n.CodeChanged: self._tell_sentence,
        }
        self._running: asyncio.Task[None] | None = None

    # What there is ---------------------------------------------------------------------------------------------------

    @property
    def session(self) -> Session:
        return self.shell.session

    @property
    def table(self) -> Table | None:
        """The present game, for players and spectators. After a rematch or a rebuild it is another object."""
        session = self.shell.session
        if session.watched is not None:
            return session.watched.table
        return session.game.table if session.game is not None else None

    @property
    def gid(self) -> bytes:
        """The id of the present game; b"" if there is none."""
        game = self.session.watched or self.session.game
        return b"" if game is None else game.chain.gid

    @property
    def path(self) -> str:
        """The file of our game, or ""."""
        game = self.session.game
        return "" if game is None else self.shell.kept.path(game.chain.gid)

    @property
    def names(self) -> list[str]:
        """The names of all seats, also of bots."""
        session = self.shell.session
        roster = session.watched.roster if session.watched is not None else None
        if session.game is not None:
            roster = session.game.roster
        if roster is not None:
            return _all_apart(seats.names([_harmless(spec) for spec in roster.record.body["seats"]]), roster.keys)
        rows = session.table.seats if session.table is not None else ()
        found = seats.names([f"bot:{row[2]}" if row[0] == "bot" else _harmless(f"person:{row[1]}") for row in rows])
        return _all_apart(found, self.keys)

    @property
    def keys(self) -> dict[int, bytes]:
        """The keys of all persons at the table, by seat."""
        session = self.shell.session
        game = session.game or session.watched
        if game is not None:
            return game.roster.keys
        rows = session.table.seats if session.table is not None else ()
        return {seat: row[3] for seat, row in enumerate(rows) if row[0] == "person" and row[3] is not None}

    @property
    def watching(self) -> list[str]:
        """Who watches, as the host says, with names that differ from those of all players."""
        names = self.names
        told = self.session.table.watching if self.session.table is not None else ()
        return told_apart([*names, *(clean_name(name) or "?" for name in told)])[len(names) :]

    @property
    def table_name(self) -> str:
        return clean_name(self.session.table.name) if self.session.table is not None else ""

    # What a screen does ----------------------------------------------------------------------------------------------

    def listen(self, hear: Hear) -> Callable[[], None]:
        """Call `hear` with all news, until the returned function is called."""
        self._heard.append(hear)
        return lambda: self._heard.remove(hear)

    def sentence(self, news: n.News, *, types: bool = False) -> str:
        """The sentence on a piece of news, for a person at a screen or (`types`) in plain mode; "" if it has none."""
        from atlantis_tui.network.notices_text import NoticeReader, sentence

        return sentence(news, NoticeReader(self.names, self.session.seat, types, self.report))

    def wish(self, wish: Wish) -> str:
        """Do what a person wants; returns the sentence why not, or ""."""
        from atlantis_tui.text import network
        from atlantis_tui.text.errors import sentence

        try:
            self.shell.wish(wish)
        except Refusal as refusal:
            return network.refusal(refusal, self.names)
        except GameError as error:
            return sentence(error)
        return ""

    def tell(self, text: str, seat: int | None = None, *, passing: bool = False) -> None:
        """Add a line to the chat. Of too many `passing` lines the oldest are dropped."""
        self._keep(ChatLine(time.time(), seat, "", text, told=True, passing=passing))

    def _keep(self, line: ChatLine) -> None:
        self.talk.append(line)
        for old in [one for one in self.talk if one.passing][:-MOST_PASSING]:
            self.talk.remove(old)
        del self.talk[:-MOST_LINES]

    def mute(self, name: str) -> bool:
        """Mute somebody, or unmute them; returns whether they are muted now."""
        who = self._who(clean_name(name))
        self.muted ^= {who}
        return who in self.muted

    def is_muted(self, key: bytes | None, name: str) -> bool:
        """Whether we have muted a player, or (without a key) a spectator."""
        return (skeleton(clean_name(name)) if key is None else key) in self.muted

    def _who(self, name: str) -> bytes | str:
        """Whom a name stands for: if possible a key, which nobody can imitate."""
        names = self.names
        return next((key for seat, key in self.keys.items() if alike(names[seat], name)), skeleton(name))

    def begin(self, failed: Callable[[Exception], None]) -> None:
        """Run in the background from now on. An error in the program goes to `failed`."""
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
        """Leave the table. A host first waits until the others have the end. Nothing has to be saved."""
        if self.over:
            await self.shell.tell_all(FAREWELL)
        await self.close_bots()
        await self.shell.close()
        if self._running is not None:
            await self._running

    async def close_bots(self) -> None:
        await self._thinking.close()

    # Remembering -----------------------------------------------------------------------------------------------------

    def remember(self, news: n.News) -> None:
        handler = self._handlers.get(type(news))
        if handler is not None:
            handler(news)

    def _your_turn(self, news: notices.YourTurn) -> None:
        if self._plays is not None:
            self._thinking.ask(news.seat)

    def _asked(self, news: notices.Asked) -> None:
        self.question = news

    def _agreed(self, news: notices.Agreed) -> None:
        if self.question is not None and self.question.hash == news.hash:
            self.question = None

    def _host_lost(self, news: n.HostLost) -> None:
        self.lost, self.lost_since = news, now_ms()

    def _host_found(self, news: n.HostFound | notices.HostChanged) -> None:
        self.lost = None

    def _undiscovered(self, news: n.DiscoveryTrouble) -> None:
        self.trouble = news.trouble

    def _table_ended(self, news: n.TableEnded) -> None:
        self.ended = news
        self.arrived.set()

    def _game_over(self, news: notices.Over) -> None:
        self.over = True

    def _applied(self, news: notices.Applied) -> None:
        if news.n == 0:  # spectators get no other sign that a game begins
            self.over, self.rematch = False, ()

    def _rematch_wanted(self, news: notices.RematchWanted) -> None:
        self.rematch = news.seats

    def _begun(self, news: notices.Begun) -> None:
        self.over, self.rematch, self.question = False, (), None

    def _table_told(self) -> None:
        table = self.session.table
        if table is not None and table.state == "over":
            self.rematch = tuple(seat for seat, row in enumerate(table.seats) if row[0] == "person" and row[4])
        elif table is not None and self.session.game is None and self.session.watched is None:
            self._tell_who_came(table)
            self._tell_what_changed(table)

    def _tell_who_came(self, table: Lobby) -> None:
        """Before a game: tell who has come or gone since the host last told us."""
        before = self._there
        there: dict[bytes | str, str] = {row[3]: row[1] for row in table.seats if row[0] == "person"}
        watching = zip(table.watching, self.watching, strict=True)
        there |= {name: shown for name, shown in watching if name not in there.values()}
        self._there = there
        if before is None:
            return
        for who, name in there.items():
            if who not in before and name not in before.values():
                self.tell(_("{name} came in.").format(name=clean_name(name)), passing=True)
        for who, name in before.items():
            if who not in there and name not in there.values():
                self.tell(_("{name} left.").format(name=clean_name(name)), passing=True)

    def _tell_what_changed(self, table: Lobby) -> None:
        """Tell that rules or players changed, and that therefore nobody counts as ready any more."""
        before = self._settled
        rows = tuple(row[:4] for row in table.seats)
        ready = any(row[0] == "person" and row[4] for row in table.seats)
        self._settled = (table.game, dict(table.options), rows), ready
        if before is not None and before[1] and not ready and before[0] != self._settled[0]:
            self.tell(_("The table is another one now: R says again that you are ready."), passing=True)

    def _start_failed(self, news: notices.StartFailed) -> None:
        """Keep it in the chat if somebody may have picked the deal, so that whoever comes late reads it too."""
        if news.times:
            self._tell_sentence(news)

    def _keep_report(self, news: notices.Desynced) -> None:
        from json import dumps

        from atlantis_tui.saved.crash import store_report

        self.report = store_report(dumps(news.report, indent=1, default=str))

    def _tell_sentence(self, news: n.News) -> None:
        if told := self.sentence(news):
            self.tell(told)

    def _said(self, said: notices.Said) -> None:
        """A seat speaks under its name here. A speaker without a seat must not be taken for anybody who has one."""
        names, key = self.names, self.keys.get(said.seat) if said.seat is not None else None
        seat = said.seat if key is not None else None
        name = names[seat] if seat is not None else distinct(clean_name(said.name) or "?", names)
        text = clean_chat(said.text)
        self.spoken = None
        if text and not self.is_muted(key, name):
            self.spoken = ChatLine(time.time(), seat, name, text, watching=seat is None)
            self._keep(self.spoken)

    def _left_out(self, news: notices.LeftOut) -> None:
        """Tell it in one line, which counts on while nothing else is said."""
        lines = news.lines
        if self._gap is not None and self.talk and self.talk[-1] is self._gap[0]:
            self.talk.pop()
            lines += self._gap[1]
        self._tell_sentence(notices.LeftOut(lines))
        self._gap = self.talk[-1], lines


def _all_apart(names: Sequence[str], people: Container[int]) -> list[str]:
    """Make all names different, persons first: a bot with a person's name gets the number, which harms nobody."""
    order = sorted(range(len(names)), key=lambda seat: seat not in people)
    apart = dict(zip(order, told_apart(names[seat] for seat in order), strict=True))
    return [apart[seat] for seat in range(len(names))]


def _harmless(spec: str) -> str:
    """A seat whose name is safe to show, whatever program wrote it."""
    who, colon, name = spec.partition(":")
    return f"{who}:{clean_name(name) or '?'}" if who == "person" and colon else spec
