"""A network game as lines of text: it tells what happens as it happens, and does what is typed.

In front of it sits a person, a bot that plays by itself (`plays`), or somebody who only watches.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import IO, Any

from atlantis_tui.games import text_for
from atlantis_tui.network import news as n
from atlantis_tui.network.notices_text import LinkChanges
from atlantis_tui.network.runner import SessionRunner, now_ms
from atlantis_tui.network.table import NetworkTable
from atlantis_tui.plain.network_keyboard import FAILED, OK, FrontEnded, NetworkKeyboard
from atlantis_tui.plain.network_seat import PlainNetworkSeat
from atlantis_tui.plain.typed_lines import TypedLines
from atlantis_tui.text import network
from atlantis_tui.text.sentences import typed_path
from atlantis_tui.text.translation import _
from net.bucket import Bucket
from net.refusal import Refusal
from net.session import notices

PAUSE = 5.0  # seconds between two checks whom we are waiting for
A_MINUTE = 60_000
MOST_ENDED = 3  # how often a bot lets a host end a start after the deal could be known
LINES_A_SECOND, LINES_AT_ONCE = 4, 40  # lines about others, as many as somebody can read
FAREWELL = 10.0  # how many seconds a host waits at most until everybody has the last entry


class PlainNetworkFront:
    def __init__(
        self, shell: SessionRunner, stdin: IO[str], stdout: IO[str], *, plays: str | None = None, watches: bool = False
    ) -> None:
        self.shell, self.stdin, self.stdout = shell, stdin, stdout
        self.plays, self.watches = plays, watches
        self.company = NetworkTable(shell, plays)
        self.keyboard = NetworkKeyboard(self)
        self.table: PlainNetworkSeat | None = None
        self._lines: TypedLines | None = None
        self._timer: asyncio.Task[None] | None = None
        self.last_lobby = ""
        self._listening_told = False
        self._links = LinkChanges()
        self._waited_ms = now_ms()
        self._lost_told = False
        self._reading = Bucket(LINES_A_SECOND, LINES_AT_ONCE, now_ms())
        self._hearing = Bucket(LINES_A_SECOND, LINES_AT_ONCE, now_ms())  # of its own: nothing else crowds talk out
        self._unread = 0  # lines about others beyond that
        self._handlers: dict[type[Any], Callable[[Any], None]] = {
            n.LineTyped: lambda news: self.keyboard.typed(news.line),
            n.TimePassed: lambda news: self._time_passed(),
            n.CodeChanged: self._code_changed,
            n.TurnedAway: self._tell_notice,
            n.HostLost: self._host_lost,
            n.HostFound: self._host_found,
            n.DiscoveryTrouble: self._say_notice,
            n.BotTrouble: self._say_notice,
            n.TableEnded: self._ended,
            notices.LobbyChanged: lambda news: self.show_lobby(),
            notices.StartFailed: self._start_failed,
            notices.Applied: self._applied,
            notices.YourTurn: self._your_turn,
            notices.BotAsked: lambda news: None,  # the company does that
            notices.MoveLost: self._move_lost,
            notices.LinksChanged: lambda news: self._links_changed(),
            notices.Asked: self._asked,
            notices.Agreed: self._agreed,
            notices.HostChanged: self._host_changed,
            notices.SetAside: self._set_aside,
            notices.Said: self._said,
            notices.LeftOut: self._say_notice,
            notices.Over: self._game_over,
            notices.RematchWanted: self._tell_notice,
            notices.Misbehaved: self._tell_notice,
            notices.Desynced: self._say_notice,
            notices.Stopped: self._stopped,
        }

    async def run(self) -> int:
        """Run until the game is over or the person has left; returns the exit code."""
        if self.plays is None:
            self._lines = TypedLines(self.stdin, lambda line: self.shell.tell(n.LineTyped(line)))
        self._timer = asyncio.create_task(self._pass_time())
        try:
            self.show_lobby()
            self._applied_so_far()
            async for news in self.shell.news():
                self.company.remember(news)
                handler = self._handlers.get(type(news))
                if handler is not None:
                    handler(news)
                self.keyboard.catch_up()
        except FrontEnded as done:
            if done.code == OK:
                await self.shell.tell_all(FAREWELL)  # a host that leaves lets the others have the end first
            return done.code
        finally:
            await self._close()
        return OK

    async def _close(self) -> None:
        if self._lines is not None:
            self._lines.close()
        if self._timer is not None:
            self._timer.cancel()
            await asyncio.gather(self._timer, return_exceptions=True)
        await self.company.close_bots()
        if self.table is not None:
            await self.table.close()

    async def _pass_time(self) -> None:
        while True:
            await asyncio.sleep(PAUSE)
            self.shell.tell(n.TimePassed())

    def say(self, *lines: str) -> None:
        if self.table is not None:
            self.table.say(*lines)
            return
        for line in lines:
            self.stdout.write(line + "\n")
        self.stdout.flush()

    def _tell(self, line: str, bucket: Bucket | None = None) -> bool:
        """Tell what others do or say, but no more than one can read; count the rest. Returns whether it was told."""
        told = (bucket or self._reading).take(now_ms())
        if told:
            self.say(line)
        else:
            self._unread += 1
        return told

    def _say_notice(self, news: n.News) -> None:
        if told := self.company.sentence(news, types=True):
            self.say(told)

    def _tell_notice(self, news: n.News) -> None:
        if told := self.company.sentence(news, types=True):
            self._tell(told)

    def _time_passed(self) -> None:
        if self._unread:
            unread, self._unread = self._unread, 0
            self._say_notice(notices.LeftOut(unread))
            self.show_lobby()  # as it is by now, if that was among them
        self._tell_waiting()

    # Who is who ------------------------------------------------------------------------------------------------------

    @property
    def session(self) -> Any:
        return self.shell.session

    @property
    def names(self) -> list[str]:
        """The names of all seats, also of bots."""
        return self.company.names

    # The lobby -------------------------------------------------------------------------------------------------------

    def show_lobby(self) -> None:
        session = self.shell.session
        table = session.table
        if table is None or table.state not in ("lobby", "starting") or session.game is not None:
            return
        if session.seat is None and not self.watches:
            return
        you = session.seat if self.plays is None else None
        line = network.lobby(table.seats, self.names, you, self.company.watching, session.failed_starts.times)
        if line != self.last_lobby and self._tell(line):
            self.last_lobby = line
            if not self._listening_told and not session.hosting and not self.watches and self.shell.port:
                self._listening_told = True
                self.say(network.listening(self.shell.port))
            if self.plays is None and not self.watches and session.hosting and _all_ready(table):
                self.say(_("Everybody is ready: type start."))
        if self.plays is not None:
            self._by_itself(table)

    def _by_itself(self, table: Any) -> None:
        """A bot is always ready, and as host begins as soon as all are."""
        session = self.shell.session
        seat = session.seat
        if table.state != "lobby" or seat is None:
            return
        host = table.seats[table.host][3] if table.host is not None and table.host < len(table.seats) else None
        if session.failed_starts.times(host) >= MOST_ENDED and not session.hosting:
            self.say(
                _("The host has ended too many starts when the secrets were out: a bot does not begin again here.")
            )
            raise FrontEnded(FAILED)
        if all(row[0] != "open" for row in table.seats) and not table.seats[seat][4]:
            self.shell.wish(lambda one: one.ready())
        elif session.hosting and session.lobby is not None and session.lobby.complete:
            self.attempt(lambda one: one.start())

    def _start_failed(self, news: notices.StartFailed) -> None:
        self._say_notice(news)
        self.last_lobby = ""
        self.show_lobby()

    # The game --------------------------------------------------------------------------------------------------------

    def _sit_down(self) -> PlainNetworkSeat | None:
        """Our place at the present table. A new game gets a new one."""
        table, session = self.company.table, self.shell.session
        if table is None or self.plays is not None:
            return None
        gid = session.game.chain.gid if session.game is not None else b""
        if self.table is None or self.table.gid != gid:
            path = self.shell.kept.path(gid) if gid else ""
            self.table = PlainNetworkSeat(self.shell, table, session.seat, gid, path, self.stdin, self.stdout)
            self.table.sit_down()
        self.table.table = table
        return self.table

    def _applied_so_far(self) -> None:
        """In a resumed game, tell what happened before we came."""
        if self.shell.session.game is not None:
            self._sit_down()

    def _applied(self, news: notices.Applied) -> None:
        self._waited_ms = now_ms()
        at_table = self._sit_down()
        if at_table is not None:
            at_table.happened(news)

    def _your_turn(self, news: notices.YourTurn) -> None:
        if self.plays is None and (at_table := self._sit_down()) is not None:
            at_table.your_turn()

    def _move_lost(self, news: notices.MoveLost) -> None:
        if news.seat == self.shell.session.seat and self.table is not None:
            self.table.lost(news)

    def _game_over(self, news: notices.Over) -> None:
        table = self.company.table
        assert table is not None
        if self.table is not None:
            self.table.told_to_the_end()
        else:
            viewer = None
            self.say(*text_for(table.game.name).outcome(table.view(viewer), viewer, self.names))
        if self.shell.session.game is not None:
            path = self.shell.kept.path(self.shell.session.game.chain.gid)
            self.say(_("The game is kept in {file}").format(file=typed_path(path)))
        if self.plays is not None or self.watches:
            raise FrontEnded(OK)
        self.say(_("Type again for another game with everybody one seat further, or quit."))

    # The others ------------------------------------------------------------------------------------------------------

    def _links_changed(self) -> None:
        for told in self._links.sentences(self.shell.session, self.names):
            self._tell(told)

    def _tell_waiting(self) -> None:
        """Say whom all are waiting for, at most once a minute."""
        now = now_ms()
        waiting = self.shell.session.waiting()
        if not waiting or now - self._waited_ms < A_MINUTE or self.company.over:
            return
        one = waiting[0]
        if one.seat != self.shell.session.seat:
            self._waited_ms = now
            self.say(network.waiting(one.why, self.names, one.seat, now - one.since_ms))

    def _asked(self, news: notices.Asked) -> None:
        if self.plays is not None:
            self.shell.wish(lambda one: one.answer(news.hash, True))
        else:
            self._say_notice(news)

    def _agreed(self, news: notices.Agreed) -> None:
        if news.result != "agreed" and news.kind == "back" and self.table is not None:
            self.table.not_returned()
        if self.plays is None:
            self._say_notice(news)

    def _said(self, news: notices.Said) -> None:
        if (line := self.company.spoken) is not None:
            self._tell(_("{name}: {text}").format(name=line.speaker, text=line.text), self._hearing)

    def _host_lost(self, news: n.HostLost) -> None:
        self._lost_told = True
        self._say_notice(news)
        game = self.shell.session.game
        if game is not None and len(game.roster.people) == 2 and self.plays is None:
            path = self.shell.kept.path(game.chain.gid)
            self.say(_("The game is saved. To host it yourself: atlantis host --resume {file}").format(
                file=typed_path(path)))  # fmt: skip

    def _host_found(self, news: n.HostFound) -> None:
        if self._lost_told:
            self._lost_told = False
            self._say_notice(news)

    def _host_changed(self, news: notices.HostChanged) -> None:
        self._lost_told = False
        self._say_notice(news)

    def _set_aside(self, news: notices.SetAside) -> None:
        self._say_notice(news)
        if self.table is not None:
            self.table.rewound()

    def _code_changed(self, news: n.CodeChanged) -> None:
        if news.guessed or self.plays is None:
            self._say_notice(news)

    def attempt(self, wish: Any) -> None:
        try:
            self.shell.wish(wish)
        except Refusal as error:
            self.say(network.refusal(error, self.names))

    # Trouble ---------------------------------------------------------------------------------------------------------

    def _stopped(self, news: notices.Stopped) -> None:
        self._say_notice(news)
        raise FrontEnded(FAILED)

    def _ended(self, news: n.TableEnded) -> None:
        from atlantis_tui.text.complaint import complain

        if self.shell.session.game is None and self.shell.session.table is None:
            raise FrontEnded(complain(self.company.sentence(news, types=True)))
        self._say_notice(news)
        raise FrontEnded(FAILED if self.plays is not None else OK)


def _all_ready(table: Any) -> bool:
    return all(row[0] == "bot" or (row[0] == "person" and row[4]) for row in table.seats)
