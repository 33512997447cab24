"""The mode of a table on the network: what its screen hears of the others, and what lies over the board for that.

Everything that happens comes as news, in its own time (turns.py takes it one by one and gives it to `hear`). A person's
moves are sent (submit.py); the host's program runs the bots.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic, time
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType

from atlantis_tui.network import news as n
from atlantis_tui.network.notices_text import LinkChanges
from atlantis_tui.table.mode import TableMode
from atlantis_tui.table.network.absence import Absence
from atlantis_tui.table.network.chat import TableChat
from atlantis_tui.table.network.questions import Questions
from atlantis_tui.table.network.status import NetworkStatus
from atlantis_tui.table.network.submit import NetworkSubmitter
from atlantis_tui.table.network.turns import NetworkTurns
from atlantis_tui.text.translation import _
from atlantis_tui.ui.stack import leave
from net.session import notices

if TYPE_CHECKING:
    from textual.widgets import Input

    from atlantis_tui.network.table import NetworkTable
    from atlantis_tui.table.overlay import Overlay
    from atlantis_tui.table.screen import TableScreen
    from atlantis_tui.table.status import Key, Line
    from atlantis_tui.ui.canvas import CanvasWidget

LEAVING = 10.0  # seconds in which a second Q leaves
ONE_THING = 3.0  # seconds within which the choices of one move are taken back


class NetworkMode(TableMode):
    """One person at most plays at this screen, or only watches."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "mode_key('talk')", show=False, id="table.talk"),
        Binding("n,N", "mode_key('answer', False)", show=False, id="table.no"),
        Binding("v,V", "mode_key('vote')", show=False, id="table.vote"),
        Binding("w,W", "mode_key('wait_longer')", show=False, id="table.wait"),
        Binding("p,P", "mode_key('pause')", show=False, id="table.pause"),
    ]

    turns: NetworkTurns
    submitter: NetworkSubmitter

    def __init__(self, company: NetworkTable) -> None:
        self.company = company

    def sit_down(self, screen: TableScreen) -> None:
        super().sit_down(screen)
        company = self.company
        self.turns = NetworkTurns(screen, self)
        self.submitter = NetworkSubmitter(screen, company)
        self.chat = TableChat(screen, company)
        self.absence = Absence(screen, company)
        self.questions = Questions(screen, company)
        self.status = NetworkStatus(self)
        self._links = LinkChanges()
        self._gid = company.gid
        self._leaving = -LEAVING  # when the person last pressed Q
        self._handlers: dict[type[Any], Callable[[Any], None]] = {
            notices.Applied: self._applied,
            notices.MoveLost: self._move_lost,
            notices.LinksChanged: lambda news: self._links_changed(),
            notices.Asked: lambda news: self.questions.asked(),
            notices.Agreed: self._agreed,
            notices.HostChanged: self._host_changed,
            notices.SetAside: self._set_aside,
            notices.Desynced: self._desynced,
            notices.Stopped: lambda news: self._halt(company.sentence(news)),
            notices.Misbehaved: self._misbehaved,
            n.HostFound: lambda news: self.tell(company.sentence(news)),
            n.BotTrouble: lambda news: screen.say([company.sentence(news)]),
            n.TableEnded: lambda news: self._halt(company.sentence(news)),
        }

    # Who plays -------------------------------------------------------------------------------------------------------

    def names(self) -> list[str]:
        return self.company.names

    def people(self) -> list[int]:
        viewer = self.viewer()
        return [] if viewer is None else [viewer]

    def viewer(self) -> int | None:
        session = self.company.session
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
        stopped, ended = self.company.session.stopped, self.company.ended
        if stopped is not None:
            self._halt(self.company.sentence(stopped))
        if ended is not None:
            self._halt(self.company.sentence(ended))
        if self.company.question is not None:
            self.questions.asked()

    def is_another_game(self) -> bool:
        """Whether the game of this screen is gone: another has begun, or all are back in the lobby."""
        gid = self.company.gid
        if self.screen.viewer is None:
            return gid not in (self._gid, b"")  # there is none while a game that is watched is read again
        return gid != self._gid and not self.halted

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
        """Take the company's table, which is another one after it had to be built again."""
        screen, table = self.screen, self.company.table
        if table is None or table is screen.table or self.company.gid != self._gid:
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
        await self.chat.close()
        self.questions.close()
        self.absence.refresh()
        screen.show()
        answer = await screen.app.push_screen_wait(
            CompanyResult(screen.table, screen.names, screen.viewer, self.company, self._gid)
        )
        self.go(answer or "lobby")

    # What happens ----------------------------------------------------------------------------------------------------

    def tell(self, text: str, *, passing: bool = False) -> None:
        """A line that comes and goes, and stays among what was said (a `passing` one, while there are few of these); it
        is shown when all that has come is known."""
        self.company.tell(text, passing=passing)

    def _tell_once(self, text: str) -> None:
        """Tell something once that is heard several times: a move is taken back choice by choice."""
        last = self.company.talk[-1] if self.company.talk else None
        if last is None or last.text != text or time() - last.when > ONE_THING:
            self.tell(text)

    def _applied(self, news: notices.Applied) -> None:
        screen = self.screen
        self._sit_down()
        self.submitter.applied(news)
        if news.kind == "back":
            screen.changed()
            self.turns.steps_gone()
            if told := self.company.sentence(news):
                self._tell_once(told)
        elif told := self.company.sentence(news):
            self.tell(told)

    def _move_lost(self, news: notices.MoveLost) -> None:
        if news.seat == self.screen.viewer:
            self._sit_down()
            self.submitter.lost(news)

    def _links_changed(self, silent: bool = False) -> None:
        for told in self._links.sentences(self.company.session, self.screen.names):
            if not silent:
                self.tell(told, passing=True)

    def _agreed(self, news: notices.Agreed) -> None:
        if news.result != "agreed" and news.kind == "back":
            self.submitter.not_returned()
        self.absence.settled(news)
        self.questions.close()
        self.screen.say([self.company.sentence(news)], good=news.result == "agreed")

    def _host_changed(self, news: notices.HostChanged) -> None:
        words = self.company.sentence(news)
        self.tell(words)
        self.screen.say([words], good=True)

    def _set_aside(self, news: notices.SetAside) -> None:
        self._sit_down()
        words = self.company.sentence(news)
        self.tell(words)
        self.screen.say([words])

    def _misbehaved(self, news: notices.Misbehaved) -> None:
        words = self.company.sentence(news)
        self.tell(words)
        if news.verdict == "fork":  # which everybody should see, and not only who reads the log
            self.screen.say([words])

    def _desynced(self, news: notices.Desynced) -> None:
        self._sit_down()
        words = self.company.sentence(news)
        self.tell(words)
        if news.going_on:
            self.screen.say([words])

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
        return self.chat, self.questions, self.absence

    def panels(self) -> list[CanvasWidget]:
        return [self.chat.panel, self.chat.bubble, self.questions.panel, self.absence.panel]

    def place(self, width: int, height: int) -> None:
        self.chat.place(width, height)
        self.questions.place(width, height)
        self.absence.place(width, height)

    def before_board(self) -> None:
        self.questions.refresh()
        self.absence.refresh()

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
