"""Everybody at one table on the network, as a screen needs them. News goes to whoever listens. What must be known later
is remembered here, whichever screen is open.

    network_table = NetworkTable(runner)
    network_table.listen(screen.heard)      # every piece of news, after it is remembered here
    await network_table.run()               # until there is no more to come
    wrong = network_table.wish(lambda session: session.ready())
    await network_table.close()
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Container, Sequence
from typing import Any

from atlantis_tui.network import news as n
from atlantis_tui.network.bots import NetworkBots
from atlantis_tui.network.company_changes import CompanyChanges
from atlantis_tui.network.runner import SessionRunner, Wish, now_ms
from atlantis_tui.network.table_changes import TableChanges
from atlantis_tui.network.talk import ChatLine, keep_talk, kept_talk
from atlantis_tui.saved import seats
from atlantis_tui.saved.stand_ins import Absent, absent
from atlantis_tui.text.translation import _
from core.game import GameError
from core.table import Table
from net.names import alike, clean_chat, clean_name, distinct, skeleton, told_apart
from net.refusal import Refusal
from net.session import notices
from net.session.peers import PersonState
from net.session.session import Session

FAREWELL = 3.0  # how many seconds a host waits until the others have the end
MOST_LINES = 500  # how many lines of chat we keep
# how many of them may tell who comes and goes: a host can make any number, and must not crowd out the chat
MOST_PASSING = 6

Hear = Callable[[n.News], None]


class NetworkTable:
    def __init__(self, runner: SessionRunner, plays: str | None = None) -> None:
        """`plays` is the level of the bot on our own seat, or None if a person plays it."""
        self.runner = runner
        self._plays = plays
        self.talk: list[ChatLine] = []
        self.unread: list[ChatLine] = []  # lines of others that the person has not seen yet
        self.spoken: ChatLine | None = None  # what was said last; None if we have muted the speaker
        self.recalled: list[ChatLine] = []  # of the talk: what was said here before we came back
        self._talk_of = b""  # the game beside which the talk is kept
        self.muted: set[bytes | str] = set()  # keys of players; of spectators we only know what the name looks like
        # the line that tells how many lines were left out, and that number
        self._gap: tuple[ChatLine, int] | None = None
        self.question: notices.Asked | None = None  # a question to us that is not answered yet
        self.lost: n.HostLost | None = None  # set while we look for the host
        self.lost_since = 0
        self._lost_time = 0.0  # of day
        self.same_host_back = False  # whether the host that was found last is the one that we had lost
        self.waited_for: n.HostLost | None = None  # the loss for whose end the person said to wait
        self.trouble: str | None = None  # why tables near us cannot be found
        self.ended: n.TableEnded | None = None
        self.over = False  # whether the present game is over
        self.rematch: tuple[int, ...] = ()  # the seats that want one
        self.welcome: notices.Applied | None = None  # we are back after a bot played for us; no screen has said so yet
        self.report = ""  # the file of the report about differing positions
        self.arrived = asyncio.Event()  # we are at the table, or will never be (`ended`)
        self._company = CompanyChanges()
        self._changes = TableChanges()
        self._lost_key: bytes | None = None  # the key of the host that we have lost
        self._lost_how = ""  # "left" if it has said good-bye, else "away"
        self._thinking = NetworkBots(runner, plays)
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
        return self.runner.session

    @property
    def table(self) -> Table | None:
        """The present game, for players and spectators. After a rematch or a rebuild it is another object."""
        session = self.runner.session
        if session.watched is not None:
            return session.watched.table
        return session.game.table if session.game is not None else None

    @property
    def gid(self) -> bytes:
        """The id of the present game; b"" if there is none."""
        game = self.session.watched or self.session.game
        return b"" if game is None else game.chain.gid

    def people(self, gid: bytes) -> tuple[PersonState, ...]:
        """Everybody who plays this game, and how they are connected; nobody if it is not the present game."""
        return self.session.people() if gid == self.gid else ()

    @property
    def before_a_game(self) -> bool:
        """Whether the host shows a lobby, in which no game has begun yet."""
        table = self.session.table
        return not self.gid and table is not None and table.state in ("lobby", "starting")

    @property
    def path(self) -> str:
        """The file of our game, or ""."""
        game = self.session.game
        return "" if game is None else self.runner.kept.path(game.chain.gid)

    @property
    def names(self) -> list[str]:
        """The names of all seats, also of bots."""
        session = self.runner.session
        roster = session.watched.roster if session.watched is not None else None
        if session.game is not None:
            roster = session.game.roster
        if roster is not None:
            return _all_apart(seats.names([_harmless(spec) for spec in roster.record.body["seats"]]), roster.keys)
        return self.lobby_names

    @property
    def lobby_names(self) -> list[str]:
        """The names of all seats as the host shows its lobby, which may have more of them than a game that is over."""
        rows = self.session.table.seats if self.session.table is not None else ()
        found = seats.names([f"bot:{row[2]}" if row[0] == "bot" else _harmless(f"person:{row[1]}") for row in rows])
        return _all_apart(found, [seat for seat, row in enumerate(rows) if row[0] == "person" and row[3] is not None])

    @property
    def keys(self) -> dict[int, bytes]:
        """The keys of all persons at the table, by seat."""
        session = self.runner.session
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
    def code(self) -> str | None:
        """The code with which others come in, as far as we know it; None: nobody needs one, or we were not told."""
        return self.runner.code if self.session.hosting else self.session.table_code

    @property
    def table_name(self) -> str:
        return clean_name(self.session.table.name) if self.session.table is not None else ""

    @property
    def lost_between_games(self) -> bool:
        """Whether the host is lost while no game is on. In a game the players find another host by themselves."""
        session = self.session
        on = session.game is not None and not session.game.ended
        watches_one = session.watched is not None and not self.over
        return self.lost is not None and self.ended is None and not on and not watches_one and not session.hosting

    @property
    def host_left(self) -> bool:
        """Whether the lost host has said good-bye."""
        return self.lost is not None and self.lost.why.params.get("why") == "left"

    @property
    def lost_at(self) -> str:
        """The time of day when we lost the host."""
        return time.strftime("%H:%M", time.localtime(self._lost_time))

    @property
    def host_name(self) -> str:
        """The name of the host, also while it is lost."""
        from atlantis_tui.text import network

        session = self.session
        game = session.game or session.watched
        seat = game.chain.host if game is not None else session.table.host if session.table is not None else None
        return network.name_of(self.names, seat) if seat is not None else _("The host")

    # What a screen does ----------------------------------------------------------------------------------------------

    def listen(self, hear: Hear) -> Callable[[], None]:
        """Call `hear` with all news, until the returned function is called."""
        self._heard.append(hear)
        return lambda: self._heard.remove(hear)

    def sentence(self, news: n.News, *, types: bool = False, moves: str = "") -> str:
        """The sentence on a piece of news, for a person at a screen or (`types`) in plain mode; "" if it has none.
        `moves`: what somebody asks to take back, in words."""
        from atlantis_tui.network.notices_text import NoticeReader, sentence

        absent = self._absent(news) if isinstance(news, notices.Applied) else None
        return sentence(news, NoticeReader(self.names, self.session.seat, types, self.report, moves, absent))

    def _absent(self, news: notices.Applied) -> Absent | None:
        """What a bot did for us, if this is the news that we are back."""
        table, seat = self.table, self.session.seat
        if (news.kind, news.seat) != ("takeover", seat) or table is None or seat is None:
            return None
        return absent(table.log.records, table.steps, seat, news.n)

    def wish(self, wish: Wish) -> str:
        """Do what a person wants; returns the sentence why not, or ""."""
        from atlantis_tui.text import network
        from atlantis_tui.text.errors import sentence

        try:
            self.runner.wish(wish)
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

    def _recall(self) -> None:
        """Another game is on: keep the talk beside that from now on. Back in one that we had left, go on with what was
        said there."""
        came, self._talk_of = not self._talk_of, self.gid
        if not self.path:
            return
        if came:
            known = {(int(line.when), line.name, line.text) for line in self.talk}
            kept = kept_talk(self.path, self.keys)
            self.recalled = [line for line in kept if (int(line.when), line.name, line.text) not in known]
            if self.recalled:
                note = ChatLine(self.recalled[-1].when, None, "", _("That was said before you came back."), told=True)
                self.talk[:0] = [*self.recalled, note]
        if any(not line.told for line in self.talk):
            keep_talk(self.path, self.talk)

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
        async for news in self.runner.news():
            self.remember(news)
            for hear in tuple(self._heard):
                hear(news)

    async def close(self) -> None:
        """Leave the table. A host first waits until the others have the end. Nothing has to be saved."""
        if self.over:
            await self.runner.tell_all(FAREWELL)
        await self.close_bots()
        await self.runner.close()
        if self._running is not None:
            await self._running

    async def close_bots(self) -> None:
        await self._thinking.close()

    # Remembering -----------------------------------------------------------------------------------------------------

    def remember(self, news: n.News) -> None:
        handler = self._handlers.get(type(news))
        if handler is not None:
            handler(news)
        if self.gid != self._talk_of:
            self._recall()
        for told in self._changes.code_sentences(self.code, self.session.hosting):
            self.tell(told, passing=True)

    def _your_turn(self, news: notices.YourTurn) -> None:
        if self._plays is not None:
            self._thinking.ask(news.seat)

    def _asked(self, news: notices.Asked) -> None:
        self.question = news

    def _agreed(self, news: notices.Agreed) -> None:
        if self.question is not None and self.question.hash == news.hash:
            self.question = None

    def _host_lost(self, news: n.HostLost) -> None:
        from atlantis_tui.network.notices_text import host_has_left

        self.lost, self.lost_since, self._lost_key = news, now_ms(), self._host_key
        self._lost_how = "left" if host_has_left(news.why) else "away"
        self._lost_time = time.time()

    def _host_found(self, news: n.HostFound | notices.HostChanged) -> None:
        host = self.session.host_peer()
        self.same_host_back = host is not None and host.key == self._lost_key
        if self.lost_between_games and self.same_host_back:
            self.tell(_("{name}, who is the host, is back.").format(name=self.host_name), passing=True)
        self.lost = None

    @property
    def _host_key(self) -> bytes | None:
        """The key of the host that we follow."""
        table, keys = self.session.table, self.keys
        game = self.session.game or self.session.watched
        seat = game.chain.host if game is not None else table.host if table is not None else None
        return keys.get(seat) if seat is not None else None

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
        if (news.kind, news.seat) == ("takeover", self.session.seat):
            self.welcome = news

    def _rematch_wanted(self, news: notices.RematchWanted) -> None:
        self.rematch = news.seats

    def _begun(self, news: notices.Begun) -> None:
        self.over, self.rematch, self.question = False, (), None

    def _table_told(self) -> None:
        session, table = self.session, self.session.table
        if table is None:
            return
        if table.state == "over":
            self.rematch = tuple(seat for seat, row in enumerate(table.seats) if row[0] == "person" and row[4])
        if session.game is not None or session.watched is not None or table.state in ("playing", "over"):
            self._changes.see(table)
            self._company.see(table, self.watching)
            return
        came, gone = self._company.sentences(table, self.watching, self.how_gone)
        for told in (*came, *gone):
            self.tell(told, passing=True)
        for told in self._changes.sentences(table, self.code, session.identity.key):
            self.tell(told, passing=True)

    def how_gone(self, key: bytes, seat: int) -> str:
        """How somebody who sat here is gone, as far as we were told: "left", "away", or something else."""
        if self._lost_key == key and self._lost_how:
            return self._lost_how
        return self.session.meeting.link(seat)

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
            if seat is None or seat != self.session.seat:
                self.unread.append(self.spoken)
                del self.unread[:-MOST_LINES]
            if self.path:
                keep_talk(self.path, self.talk)

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
