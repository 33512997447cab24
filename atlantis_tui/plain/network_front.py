"""A network game as lines of text: it tells what happens as it happens, and does what is typed.

In front of it sits a person, a bot that plays by itself (`plays`), or somebody who only watches.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import IO, Any

from atlantis_tui.games import text_for
from atlantis_tui.network import news as n
from atlantis_tui.network.ballot_text import BallotChanges, TakeBackNews, with_others
from atlantis_tui.network.branch_permission import LeftAlone
from atlantis_tui.network.company_changes import CompanyChanges
from atlantis_tui.network.notices_text import LinkChanges, WatcherChanges
from atlantis_tui.network.runner import SessionRunner, now_ms
from atlantis_tui.network.table import NetworkTable
from atlantis_tui.network.table_changes import TableChanges
from atlantis_tui.network.talk import ChatLine
from atlantis_tui.plain.network_keyboard import FAILED, OK, FrontEnded, NetworkKeyboard
from atlantis_tui.plain.network_seat import PlainNetworkSeat
from atlantis_tui.plain.typed_lines import TypedLines
from atlantis_tui.saved.game_names import typed
from atlantis_tui.text import lost_host, network
from atlantis_tui.text.sentences import title
from atlantis_tui.text.translation import _
from net.bucket import Bucket
from net.refusal import Refusal
from net.session import limits, notices
from net.session.peers import Waiting

PAUSE = 5.0  # seconds between two checks whom we are waiting for
A_MINUTE = 60_000
MOST_ENDED = 3  # how often a bot lets a host end a start after the deal could be known
LINES_A_SECOND, LINES_AT_ONCE = 4, 40  # lines about others, as many as somebody can read
FAREWELL = 10.0  # how many seconds a host waits at most until everybody has the last entry


class NotLetIn(Exception):
    """The table has not let us in. `typed`: lines that were typed meanwhile."""

    def __init__(self, why: Refusal, typed: list[str | None]) -> None:
        super().__init__(why)
        self.why, self.typed = why, typed


class PlainNetworkFront:
    def __init__(
        self,
        runner: SessionRunner,
        stdin: IO[str],
        stdout: IO[str],
        *,
        plays: str | None = None,
        watches: bool = False,
        typed: Sequence[str | None] | None = None,
    ) -> None:
        """`typed`: the lines that were typed before; then NotLetIn is raised where the table does not let us in."""
        self.runner, self.stdin, self.stdout = runner, stdin, stdout
        self.plays, self.watches = plays, watches
        self.network_table = NetworkTable(runner, plays)
        self.keyboard = NetworkKeyboard(self, typed or ())
        self._raises = typed is not None
        self.table: PlainNetworkSeat | None = None
        self._lines: TypedLines | None = None
        self._timer: asyncio.Task[None] | None = None
        self.last_lobby = ""
        self._listening_told = False
        self._links = LinkChanges()
        self._ballots = BallotChanges()
        self._take_backs = TakeBackNews()
        self.agreed: int | None = None  # the seat that the person has just allowed to take a move back
        self._watchers = WatcherChanges()
        self._waited_ms = now_ms()
        self._lost_told = self._lost_between_games = self._alone_told = False
        self._changes = TableChanges(types=True)
        self._company = CompanyChanges()
        self._again_told: tuple[int, ...] = ()  # who wanted another game, when it was told last
        self._begun_told = b""  # the game whose beginning was told last
        self._reading = Bucket(LINES_A_SECOND, LINES_AT_ONCE, now_ms())
        self._hearing = Bucket(LINES_A_SECOND, LINES_AT_ONCE, now_ms())  # of its own: nothing else crowds talk out
        self._unread = 0  # lines about others beyond that
        self._handlers: dict[type[Any], Callable[[Any], None]] = {
            n.LineTyped: lambda news: self.keyboard.typed(news.line),
            n.TimePassed: lambda news: self._time_passed(),
            n.CodeChanged: self._code_changed,
            notices.Begun: lambda news: self._begun(),
            n.TurnedAway: self._tell_notice,
            n.HostLost: self._host_lost,
            n.HostFound: self._host_found,
            n.DiscoveryTrouble: self._say_notice,
            n.BotTrouble: self._say_notice,
            n.TableEnded: self._ended,
            notices.LobbyChanged: lambda news: self._lobby_changed(),
            notices.StartFailed: self._start_failed,
            notices.Applied: self._applied,
            notices.YourTurn: self._your_turn,
            notices.BotAsked: lambda news: None,  # the NetworkTable does that
            notices.MoveLost: self._move_lost,
            notices.LinksChanged: lambda news: self._links_changed(),
            notices.Asked: self._asked,
            notices.BallotChanged: lambda news: self._ballot_changed(),
            notices.Agreed: self._agreed,
            notices.HostChanged: self._host_changed,
            notices.SetAside: self._set_aside,
            notices.Said: self._said,
            notices.LeftOut: self._say_notice,
            notices.Over: self._game_over,
            notices.RematchWanted: lambda news: self._tell_who_wants_again(),
            notices.Misbehaved: self._tell_notice,
            notices.Desynced: self._say_notice,
            notices.Stopped: self._stopped,
        }

    async def run(self) -> int:
        """Run until the game is over or the person has left; returns the exit code."""
        if self.plays is None:
            self._lines = TypedLines(self.stdin, lambda line: self.runner.tell(n.LineTyped(line)))
        self._timer = asyncio.create_task(self._pass_time())
        try:
            self.show_lobby()
            self._applied_so_far()
            async for news in self.runner.news():
                self.network_table.remember(news)
                self._tell_recalled()
                handler = self._handlers.get(type(news))
                if handler is not None:
                    handler(news)
                self._tell_code()
                self.keyboard.catch_up()
        except FrontEnded as done:
            if done.code == OK:
                await self.runner.tell_all(FAREWELL)  # a host that leaves lets the others have the end first
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
        await self.network_table.close_bots()
        if self.table is not None:
            await self.table.close()

    async def _pass_time(self) -> None:
        while True:
            await asyncio.sleep(PAUSE)
            self.runner.tell(n.TimePassed())

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
        if told := self.network_table.sentence(news, types=True):
            self.say(told)

    def _tell_notice(self, news: n.News) -> None:
        if told := self.network_table.sentence(news, types=True):
            self._tell(told)

    def _time_passed(self) -> None:
        if self._unread:
            unread, self._unread = self._unread, 0
            self._say_notice(notices.LeftOut(unread))
            self.show_lobby()  # as it is by now, if that was among them
        self._tell_waiting()
        self._tell_alone()

    # Who is who ------------------------------------------------------------------------------------------------------

    @property
    def session(self) -> Any:
        return self.runner.session

    @property
    def names(self) -> list[str]:
        """The names of all seats, also of bots."""
        return self.network_table.names

    # The lobby -------------------------------------------------------------------------------------------------------

    def _lobby_changed(self) -> None:
        session, table = self.session, self.session.table
        if table is None:
            return
        if session.game is not None or session.watched is not None or table.state in ("playing", "over"):
            self._changes.see(table)
            self._company.see(table, self.network_table.watching)
            self._tell_who_wants_again()
        elif self.plays is None:
            watching, how_gone = self.network_table.watching, self.network_table.how_gone
            _came, gone = self._company.sentences(table, watching, how_gone)  # who came, the line of the lobby says
            for told in gone:
                self._tell(told)
            for told in self._changes.sentences(table, self.network_table.code, session.identity.key):
                self._tell(told)
        self.show_lobby()
        self._tell_watchers()

    def _tell_watchers(self) -> None:
        """In a game: tell who watches. Before it the line of the lobby says that."""
        watchers = self._watchers.sentences(self.network_table.watching)
        if self.session.game is not None:
            for told in watchers:
                self._tell(told)

    def _tell_code(self) -> None:
        """Tell that the code of the table has changed. A host is told that by CodeChanged."""
        if self.plays is None:
            for told in self._changes.code_sentences(self.network_table.code, self.session.hosting):
                self._tell(told)

    def _tell_who_wants_again(self) -> None:
        """After a game: tell who wants another one, apart from ourselves."""
        wanted = self.network_table.rematch
        if wanted == self._again_told or self.plays is not None:
            return
        fresh, self._again_told = set(wanted) - set(self._again_told), wanted
        others = tuple(seat for seat in wanted if seat in fresh and seat != self.session.seat)
        if others:
            self._tell_notice(notices.RematchWanted(others))

    def _begun(self) -> None:
        """Tell that a game begins, once for each."""
        self._again_told = ()
        gid = self.network_table.gid
        if gid and gid != self._begun_told:
            self._begun_told = gid
            table = self.session.watched or self.session.game
            self._tell(_("A game of {game} begins.").format(game=title(table.roster.game)))

    def show_lobby(self) -> None:
        session = self.runner.session
        table = session.table
        if table is None or table.state not in ("lobby", "starting") or session.game is not None:
            return
        if session.seat is None and not self.watches:
            return
        you = session.seat if self.plays is None else None
        names, watching = self.network_table.lobby_names, self.network_table.watching
        line = network.lobby(table.seats, names, you, watching, session.failed_starts.times)
        if line != self.last_lobby and self._tell(line):
            self.last_lobby = line
            if not self._listening_told and not session.hosting and not self.watches and self.runner.port:
                self._listening_told = True
                self.say(network.listening(self.runner.port))
            if self.plays is None and not self.watches and session.hosting and _all_ready(table):
                self.say(_("Everybody is ready: type start."))
        if self.plays is not None:
            self._by_itself(table)

    def _by_itself(self, table: Any) -> None:
        """A bot is always ready, and as host begins as soon as all are."""
        session = self.runner.session
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
            self.runner.wish(lambda one: one.ready())
        elif session.hosting and session.lobby is not None and session.lobby.complete:
            self.attempt(lambda one: one.start())

    def _start_failed(self, news: notices.StartFailed) -> None:
        self._say_notice(news)
        self.last_lobby = ""
        self.show_lobby()

    # The game --------------------------------------------------------------------------------------------------------

    def _sit_down(self) -> PlainNetworkSeat | None:
        """Our place at the present table. A new game gets a new one."""
        table, session = self.network_table.table, self.runner.session
        if table is None or self.plays is not None:
            return None
        gid = session.game.chain.gid if session.game is not None else b""
        if self.table is None or self.table.gid != gid:
            path = self.runner.kept.path(gid) if gid else ""
            self.table = PlainNetworkSeat(self.runner, table, session.seat, gid, path, self.stdin, self.stdout)
            self.table.sit_down()
        self.table.table = table
        return self.table

    def _applied_so_far(self) -> None:
        """In a resumed game, tell what happened before we came."""
        if self.runner.session.game is not None:
            self._sit_down()

    def _applied(self, news: notices.Applied) -> None:
        self._waited_ms = now_ms()
        new = self._take_backs.is_new(news)
        if news.n == 0 and self.watches:  # the only sign that whoever watches gets
            self._begun()
        at_table = self._sit_down()
        if at_table is not None:
            at_table.happened(news, new)
            if news.kind in ("proxy", "takeover"):
                self._links_changed()
            if news.kind == "takeover":
                self._say_notice(news)

    def _your_turn(self, news: notices.YourTurn) -> None:
        if self.plays is None and (at_table := self._sit_down()) is not None:
            at_table.your_turn()

    def _move_lost(self, news: notices.MoveLost) -> None:
        if news.seat == self.runner.session.seat and self.table is not None:
            self.table.lost(news)

    def _game_over(self, news: notices.Over) -> None:
        table = self.network_table.table
        if self.table is not None:
            self.table.told_to_the_end()
        elif table is not None:  # else all are back in the lobby already, or the next game begins
            viewer = None
            self.say(*text_for(table.game.name).outcome(table.view(viewer), viewer, self.names))
        if self.runner.session.game is not None:
            path = self.runner.kept.path(self.runner.session.game.chain.gid)
            self.say(_("The game is kept in {file}").format(file=typed(path)))
        if self.plays is not None or self.watches:
            raise FrontEnded(OK)
        self.say(_("Type again for another game with everybody one seat further, or quit."))

    # The others ------------------------------------------------------------------------------------------------------

    def _links_changed(self) -> None:
        self._alone_told = False
        for told in self._links.sentences(self.runner.session, self.names):
            self._tell(told)

    def _tell_waiting(self) -> None:
        """Say whom all are waiting for, at most once a minute."""
        now = now_ms()
        waiting = self.runner.session.waiting()
        if not waiting or now - self._waited_ms < A_MINUTE or self.network_table.over:
            return
        one = waiting[0]
        if one.seat != self.runner.session.seat:
            self._waited_ms = now
            self.say(self.waiting(one, now))

    def waiting(self, waited: Waiting, now: int) -> str:
        """Whom all wait for, and since when; of somebody who is away also what can be done about it."""
        away = next((one for one in self.session.people() if one.seat == waited.seat and one.link == "away"), None)
        if waited.why != "move" or away is None or away.proxy is not None:
            return network.waiting(waited.why, self.names, waited.seat, now - waited.since_ms)
        told = network.waiting_for_absent(self.names[away.seat], away.left, now - away.since_ms)
        if self.plays is not None or self.watches or now - away.since_ms < limits.AWAY_MS:
            return told
        vote = _("Type vote {name} to let a bot play meanwhile, if all others agree.")
        return f"{told} {vote.format(name=self.names[away.seat])}"

    def _tell_alone(self) -> None:
        """Say once that the person may go on alone, as soon as it is so."""
        if self.plays is None and not self._alone_told:
            left_alone = LeftAlone(self.network_table)
            if left_alone and not left_alone.too_early():
                self._alone_told = True
                self.say(_("Nobody comes back? Type alone to go on against bots; this game stays as it is."))

    def _asked(self, news: notices.Asked) -> None:
        if self.plays is not None or self._is_the_same(news):
            self.network_table.question = None
            self.runner.wish(lambda one: one.answer(news.hash, True))
        else:
            moves = self.moves_back(news.seat, news.other) if news.kind == "back" else ""
            self.say(self.network_table.sentence(news, types=True, moves=moves))

    def _is_the_same(self, news: notices.Asked) -> bool:
        """Whether it repeats a question that the person has just agreed to: the move taken back was made for the
        player, who means the choice before it."""
        agreed, self.agreed = self.agreed, None
        prompt = self.table.table.state.prompt if self.table is not None else None
        return (
            self.table is not None
            and (news.kind, news.seat) == ("back", agreed)
            and prompt is not None
            and prompt.kind in self.table.words.ANSWERED
        )

    def moves_back(self, seat: int, to: int) -> str:
        """What a return to record `to` would take back of this seat's moves, as it was told."""
        if self.table is None:
            return ""
        words = self.table.told_of(seat, to)
        return with_others(words, self.table.table, seat, to, self.names, self.session.seat)

    def _ballot_changed(self) -> None:
        """Somebody asks for something, or has agreed: everybody is told."""
        ballot, question = self.session.ballot(), self.network_table.question
        moves = self.moves_back(ballot.seat, ballot.other) if ballot is not None and ballot.kind == "back" else ""
        asked_us = ballot is not None and question is not None and question.hash == ballot.hash
        told = self._ballots.sentences(self.session, self.names, moves, asked_us)
        for line in told if self.plays is None else ():
            self._tell(line)

    def _agreed(self, news: notices.Agreed) -> None:
        if news.result != "agreed" and news.kind == "back" and self.table is not None:
            self.table.not_returned()
        if self.plays is None and self._take_backs.is_new(news):
            self._say_notice(news)

    def _said(self, news: notices.Said) -> None:
        if (line := self.network_table.spoken) is not None:
            self._tell(self._spoken(line), self._hearing)

    def _tell_recalled(self) -> None:
        """Back at a table: tell what had been said there."""
        recalled, self.network_table.recalled = self.network_table.recalled, []
        if recalled and self.plays is None:
            self.say(_("Said before you came back:"), *(self._spoken(line) for line in recalled))

    @staticmethod
    def _spoken(line: ChatLine) -> str:
        return _("{name}: {text}").format(name=line.speaker, text=line.text)

    def _host_lost(self, news: n.HostLost) -> None:
        self._lost_told, self._lost_between_games = True, self.network_table.lost_between_games
        if self._lost_between_games:
            self._host_lost_between_games()
            return
        self._say_notice(news)
        game = self.runner.session.game
        if game is not None and len(game.roster.people) == 2 and self.plays is None:
            path = self.runner.kept.path(game.chain.gid)
            self.say(_("The game is saved. To host it yourself: atlantis host --resume {file}").format(
                file=typed(path)))  # fmt: skip

    def _host_lost_between_games(self) -> None:
        """Tell what can be typed now. If the host has closed the table, a bot, or a watcher who can type no more, has
        nobody to wait for."""
        table = self.network_table
        self.say(lost_host.since(table.host_name, table.host_left, table.lost_at))
        if table.host_left and (self.plays is not None or self.keyboard.ended):
            raise FrontEnded(FAILED if self.plays is not None else OK)
        if self.plays is None:
            self.say(lost_host.typed_ways_out(self.session.may_take_over))

    def _host_found(self, news: n.HostFound) -> None:
        if self._lost_told:
            self._lost_told = False
            if self.network_table.same_host_back:
                self._say_notice(news)

    def _host_changed(self, news: notices.HostChanged) -> None:
        self._lost_told = False
        if self.session.game is not None or self.session.watched is not None:
            self._say_notice(news)  # in a lobby the changes of the table tell it

    def _set_aside(self, news: notices.SetAside) -> None:
        self._say_notice(news)
        if self.table is not None:
            self.table.rewound()

    def _code_changed(self, news: n.CodeChanged) -> None:
        if news.guessed or self.plays is None:
            self._say_notice(news)

    def attempt(self, wish: Any) -> None:
        try:
            self.runner.wish(wish)
        except Refusal as error:
            self.say(network.refusal(error, self.names))

    # Trouble ---------------------------------------------------------------------------------------------------------

    def _stopped(self, news: notices.Stopped) -> None:
        self._say_notice(news)
        raise FrontEnded(FAILED)

    def _ended(self, news: n.TableEnded) -> None:
        from atlantis_tui.text.command_error import complain

        if self.runner.session.game is None and self.runner.session.table is None:
            if self._raises:
                raise NotLetIn(news.why, self.keyboard.early)
            raise FrontEnded(complain(self.network_table.sentence(news, types=True)))
        self._say_notice(news)
        raise FrontEnded(FAILED if self.plays is not None else OK)


def _all_ready(table: Any) -> bool:
    return all(row[0] == "bot" or (row[0] == "person" and row[4]) for row in table.seats)
