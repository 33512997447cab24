"""The mode of a table on the network: what its screen hears of the others, and what lies over the board for that.

Everything that happens comes as news, in its own time (turns.py takes it one by one and gives it to `hear`). A person's
moves are sent (submit.py); the host's program runs the bots.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType

from atlantis_tui.network import news as n
from atlantis_tui.network.ballot_text import BallotChanges, TakeBackNews
from atlantis_tui.network.notices_text import LinkChanges, WatcherChanges
from atlantis_tui.table.mode import TableMode
from atlantis_tui.table.network.absence import Absence
from atlantis_tui.table.network.chat import TableChat
from atlantis_tui.table.network.invitation import Invitation
from atlantis_tui.table.network.questions import Questions
from atlantis_tui.table.network.status import NetworkStatus
from atlantis_tui.table.network.submit import NetworkSubmitter
from atlantis_tui.table.network.turns import NetworkTurns
from atlantis_tui.text.translation import _
from atlantis_tui.ui.stack import leave
from atlantis_tui.ui.toast import NEWS
from net.session import notices

if TYPE_CHECKING:
    from textual.widgets import Input

    from atlantis_tui.network.table import NetworkTable
    from atlantis_tui.table.overlay import Overlay
    from atlantis_tui.table.screen import TableScreen
    from atlantis_tui.table.status import Key, Line
    from atlantis_tui.ui.canvas import CanvasWidget

LEAVING = 10.0  # seconds in which a second Q leaves


class NetworkMode(TableMode):
    """One person at most plays at this screen, or only watches."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "mode_key('talk')", show=False, id="table.talk"),
        Binding("n,N", "mode_key('answer', False)", show=False, id="table.no"),
        Binding("v,V", "mode_key('vote')", show=False, id="table.vote"),
        Binding("w,W", "mode_key('wait_longer')", show=False, id="table.wait"),
        Binding("p,P", "mode_key('pause')", show=False, id="table.pause"),
        Binding("a,A", "mode_key('go_on_alone')", show=False, id="table.alone"),
        Binding("j,J", "mode_key('invite')", show=False, id="table.invite"),
        Binding("c,C", "mode_key('copy_ticket')", show=False, id="table.copy"),
    ]

    turns: NetworkTurns
    submitter: NetworkSubmitter

    def __init__(self, network_table: NetworkTable) -> None:
        self.network_table = network_table

    def sit_down(self, screen: TableScreen) -> None:
        super().sit_down(screen)
        network_table = self.network_table
        self.turns = NetworkTurns(screen, self)
        self.submitter = NetworkSubmitter(screen, network_table)
        self.chat = TableChat(screen, network_table)
        self.absence = Absence(screen, network_table, self._beside)
        self.questions = Questions(screen, network_table)
        self.invitation = Invitation(screen, network_table)
        self.status = NetworkStatus(self)
        self._links = LinkChanges()
        self._ballots = BallotChanges()
        self._take_backs = TakeBackNews()
        self._watchers = WatcherChanges()
        network_table.unread.clear()  # the lobby has shown what was said there
        self.gid = network_table.gid  # of the game of this screen
        self._announced: Sequence[str] = ()  # the news that the toast shows, or has shown last
        self._leaving = -LEAVING  # when the person last pressed Q
        self._handlers: dict[type[Any], Callable[[Any], None]] = {
            notices.Applied: self._applied,
            notices.MoveLost: self._move_lost,
            notices.LinksChanged: lambda news: self._links_changed(),
            notices.LobbyChanged: lambda news: self._watchers_changed(),
            notices.Asked: lambda news: self.questions.asked(),
            notices.BallotChanged: lambda news: self._ballot_changed(),
            notices.Agreed: self._agreed,
            notices.HostChanged: self._host_changed,
            notices.SetAside: self._set_aside,
            notices.Desynced: self._desynced,
            notices.Stopped: lambda news: self._halt(network_table.sentence(news)),
            notices.Misbehaved: self._misbehaved,
            n.HostFound: self._host_found,
            n.BotTrouble: lambda news: self.announce(network_table.sentence(news)),
            n.TableEnded: lambda news: self._halt(network_table.sentence(news)),
        }

    # Who plays -------------------------------------------------------------------------------------------------------

    def names(self) -> list[str]:
        return self.network_table.names

    def people(self) -> list[int]:
        viewer = self.viewer()
        return [] if viewer is None else [viewer]

    def viewer(self) -> int | None:
        session = self.network_table.session
        return session.seat if session.role == "player" else None

    @property
    def watching(self) -> bool:
        return self.screen.viewer is None

    def links(self) -> tuple[str, ...]:
        return self.status.links()

    # The course of the game ------------------------------------------------------------------------------------------

    @property
    def halted(self) -> str:
        """Why nothing can be played here any more, or nothing."""
        return self.turns.halted

    def begin(self) -> None:
        """Show what was so before this screen was there."""
        self._links_changed(silent=True)
        self._ballot_changed(silent=True)
        self._watchers_changed()
        stopped, ended = self.network_table.session.stopped, self.network_table.ended
        if stopped is not None:
            self._halt(self.network_table.sentence(stopped))
        if ended is not None:
            self._halt(self.network_table.sentence(ended))
        if self.network_table.question is not None:
            self.questions.asked()
        self._welcome()

    def _welcome(self) -> None:
        """Tell who is back, once, what a bot did for them."""
        news, self.network_table.welcome = self.network_table.welcome, None
        if news is not None:
            self.announce(self.network_table.sentence(news), good=True)

    def is_another_game(self) -> bool:
        """Whether the game of this screen is gone: another has begun, or all are back in the lobby."""
        gid = self.network_table.gid
        if self.screen.viewer is None and not gid:
            return self.network_table.before_a_game  # else a game that is watched is being read again
        if self.screen.viewer is None:
            return gid != self.gid
        return gid != self.gid and not self.halted

    def hear(self, news: n.News) -> None:
        """Take one piece of news."""
        handler = self._handlers.get(type(news))
        if handler is not None:
            handler(news)

    def settle(self) -> None:
        """All news that has come is taken: go on from there, and show it."""
        screen = self.screen
        self._sit_down()
        self.submitter.settle()
        self.turns.tell_turn()
        if screen.mine and screen.hinting.wanted == screen.viewer:
            screen.action_hint()
        self.chat.refresh()
        screen.show()

    def _sit_down(self) -> None:
        """Take the network's table, which is another one after it had to be built again."""
        screen, table = self.screen, self.network_table.table
        if table is None or table is screen.table or self.network_table.gid != self.gid:
            return
        screen.table = table
        self.submitter.rebuilt()
        screen.changed()
        screen.hinting.forget()
        self.turns.steps_gone()

    async def show_result(self) -> None:
        """Show the result, because the game is over."""
        from atlantis_tui.table.network.result import CompanyResult

        screen = self.screen
        screen.past.at = None
        screen.plan.forget()
        draft = self.chat.field.value if self.chat.field is not None else None
        await self.chat.close()
        self.questions.close()
        self.invitation.close()
        self.absence.refresh()
        screen.show()
        answer = await screen.app.push_screen_wait(
            CompanyResult(screen.table, screen.names, screen.viewer, self.network_table, self.gid, draft)
        )
        self.go(answer or "lobby")

    # What happens ----------------------------------------------------------------------------------------------------

    def tell(self, text: str, *, passing: bool = False) -> None:
        """Put the news among what was said, from where it pops up for a moment. `passing` news stays there only while
        there is little of it. It is shown when all that has come is known."""
        self.network_table.tell(text, passing=passing)

    def announce(self, text: str, *, good: bool = False, passing: bool = False) -> None:
        """Show news that everybody should see in a toast, which goes by itself. The news also stands among what was
        said, where it can be read later. While a question or a card is up, there is no toast, because it would cover
        the keys of these."""
        self.tell(text, passing=passing)
        if not self._is_asking:
            self.chat.show_no_more()
            self._announced = [text]
            self.screen.say(self._announced, good=good, seconds=NEWS)

    @property
    def _is_asking(self) -> bool:
        """Whether a question or a card lies over the board, or is about to."""
        return self.questions.open or self.absence.wanted or self.invitation.open

    def _applied(self, news: notices.Applied) -> None:
        screen = self.screen
        new = self._take_backs.is_new(news)
        self._sit_down()
        self.submitter.applied(news)
        if news.kind in ("proxy", "takeover"):
            self._links_changed()
        if news.kind == "takeover" and news.seat == screen.viewer:
            self._welcome()
        elif news.kind == "back":
            screen.changed()
            self.turns.steps_gone()
            if new and (told := self.network_table.sentence(news)):
                self.tell(told)
        elif told := self.network_table.sentence(news):
            self.tell(told)

    def _move_lost(self, news: notices.MoveLost) -> None:
        if news.seat == self.screen.viewer:
            self._sit_down()
            self.submitter.lost(news)

    def _links_changed(self, silent: bool = False) -> None:
        if self.network_table.gid != self.gid:
            return  # the news is of the next game, which may have more seats
        for told in self._links.sentences(self.network_table.session, self.screen.names):
            if not silent:
                self.tell(told, passing=True)

    def _ballot_changed(self, silent: bool = False) -> None:
        """Somebody asks for something, or has agreed: everybody is told."""
        if self.network_table.gid != self.gid:
            return
        session, question = self.network_table.session, self.network_table.question
        ballot = session.ballot()
        moves = self.questions.moves_of(ballot) if ballot is not None else ""
        asked_us = ballot is not None and question is not None and question.hash == ballot.hash
        for told in self._ballots.sentences(session, self.screen.names, moves, asked_us):
            if not silent:
                self.tell(told, passing=True)

    def _watchers_changed(self) -> None:
        """Tell the players who watches them."""
        for told in self._watchers.sentences(self.network_table.watching if self.screen.viewer is not None else []):
            self.tell(told, passing=True)

    def _agreed(self, news: notices.Agreed) -> None:
        if news.result != "agreed" and news.kind == "back":
            self.submitter.not_returned()
        self.absence.settled(news)
        self.questions.close()
        if self._take_backs.is_new(news):
            self.announce(self.network_table.sentence(news), good=news.result == "agreed", passing=True)

    def _host_found(self, news: n.HostFound) -> None:
        """Tell that the host is there again. That another one is there is told by HostChanged."""
        if self.network_table.same_host_back:
            self.tell(self.network_table.sentence(news))

    def _host_changed(self, news: notices.HostChanged) -> None:
        self.announce(self.network_table.sentence(news), good=True)

    def _set_aside(self, news: notices.SetAside) -> None:
        self._sit_down()
        self.announce(self.network_table.sentence(news))

    def _misbehaved(self, news: notices.Misbehaved) -> None:
        words = self.network_table.sentence(news)
        if news.verdict == "fork":  # which everybody should see, and not only who reads the log
            self.announce(words)
        else:
            self.tell(words)

    def _desynced(self, news: notices.Desynced) -> None:
        self._sit_down()
        words = self.network_table.sentence(news)
        if news.going_on:
            self.announce(words)
        else:
            self.tell(words)

    def _halt(self, why: str) -> None:
        """Nothing can be played here any more. The first reason is the true one."""
        if not self.halted:
            self.turns.halted = why
            self.submitter.rebuilt()
            self.screen.hinting.close()
            self.screen.plan.forget()
            self.questions.close()

    # Leaving ---------------------------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Leave the table. A player has to press the key twice, because the others would have to wait."""
        screen = self.screen
        if self.halted:
            screen.app.notice = self.halted  # type: ignore[attr-defined]
        elif screen.viewer is not None and monotonic() - self._leaving > LEAVING:
            self._leaving = monotonic()
            asked = [_("Q once more leaves the table."), _("The game is saved. You come back to your seat.")]
            screen.toast.say(asked, seconds=LEAVING)  # as long as a second Q leaves
            return
        self.go("menu")

    def go(self, where: str) -> None:
        leave(self.screen, where)

    async def left(self) -> None:
        """Leave the terminal's title to the lobby."""

    # What the keys do ------------------------------------------------------------------------------------------------

    async def talk(self) -> None:
        if not self.halted:
            self.screen.hush()
            await self.chat.begin()
            self.screen.show()

    def invite(self) -> None:
        """Show how others come to this table, or close that again."""
        self.screen.hush()
        self.invitation.toggle()

    def copy_ticket(self) -> None:
        self.screen.hush()
        self.invitation.copy()

    def answer(self, yes: bool) -> None:
        self.screen.hush()
        self.questions.answer(yes)

    def vote(self) -> None:
        self.screen.hush()
        self.absence.vote()

    def wait_longer(self) -> None:
        self.screen.hush()
        self.absence.wait()

    def pause(self) -> None:
        self.absence.pause()

    def go_on_alone(self) -> None:
        self.screen.hush()
        self.absence.alone.go()

    @property
    def writing(self) -> bool:
        return self.chat.writes

    async def submitted(self, field: Input, line: str) -> None:
        await self.chat.submitted(line)
        self.screen.show()

    async def go_back(self) -> bool:
        if not self.chat.writes:
            return False
        await self.chat.close()
        return True

    # What lies over the board, and is said around it -----------------------------------------------------------------

    def overlays(self) -> Sequence[Overlay]:
        return self.chat, self.invitation, self.questions, self.absence

    def panels(self) -> list[CanvasWidget]:
        chat = [self.chat.standing, self.chat.panel, self.chat.bubble]
        return [*chat, self.questions.panel, self.absence.panel, self.invitation.panel]

    def _beside(self) -> list[CanvasWidget]:
        return [self.chat.standing] if self.chat.standing.display else []

    def place(self, width: int, height: int) -> None:
        self.chat.place(width, height)
        self.questions.place(width, height)
        self.absence.place(width, height)
        self.invitation.place(width, height)

    def before_board(self) -> None:
        self.questions.refresh()
        self.absence.refresh()
        self.invitation.refresh()
        if self._is_asking and self.screen.toast.display and self.screen.toast.lines is self._announced:
            self.screen.toast.hush()

    def after_board(self) -> None:
        self.chat.look()

    def notes(self) -> tuple[str, ...]:
        return self.status.notes()

    def uncovered(self) -> None:
        self.chat.look()
        self.screen.header.repaint()

    def title(self) -> str:
        return self.status.title()

    def badge(self) -> str:
        return self.status.badge()

    def lines(self) -> list[Line] | None:
        return self.status.lines()

    def keys(self) -> tuple[Key, ...] | None:
        return self.status.keys()

    def leave_key(self) -> Key:
        return "Q", _("leave"), "leave"

    def talk_keys(self) -> tuple[Key, ...]:
        return (("/", _("talk"), "mode_key('talk')"),)  # no letter, because the game uses those

    def invite_keys(self) -> tuple[Key, ...]:
        return (("J", _("code"), "mode_key('invite')"),)
