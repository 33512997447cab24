"""A table on the network, as its screen hears of it: everything that happens comes as news, in its own time.

Nothing here asks anybody to move: people play by `sending`, bots are played by the host's program. News is taken one
after another; the board is shown anew when all that has come is known.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic, time
from typing import TYPE_CHECKING, Any

from atlantis_tui.network import news as n
from atlantis_tui.network.notices_text import LinkChanges
from atlantis_tui.table.network.absence import Away
from atlantis_tui.table.network.chat import Talking
from atlantis_tui.table.network.questions import Questions
from atlantis_tui.table.network.status import Told
from atlantis_tui.table.turns import PACE, Asking
from atlantis_tui.text.translation import _
from atlantis_tui.ui.stack import leave
from net.session import notices

if TYPE_CHECKING:
    from textual.timer import Timer

    from atlantis_tui.network.table import Company
    from atlantis_tui.table.network.submit import Sending
    from atlantis_tui.table.screen import TableScreen
    from atlantis_tui.table.status import Key, Line
    from atlantis_tui.ui.canvas import CanvasWidget

LEAVING = 10.0  # seconds in which a second Q leaves
ONE_THING = 3.0  # seconds within which the choices of one move are taken back
LOOK = 5.0  # seconds between two looks at who is waited for; what is shown changes once a minute at most


class Remote(Asking):
    def __init__(self, screen: TableScreen, company: Company, sending: Sending) -> None:
        super().__init__(screen)
        self.company, self.sending = company, sending
        self.talk = Talking(screen, company)
        self.away = Away(screen, company)
        self.questions = Questions(screen, company)
        self.told = Told(self)
        self._news: asyncio.Queue[n.News] = asyncio.Queue()
        self._told_to = screen.table.steps[-1].n  # the last step that was told
        self._clock: Timer | None = None  # until what is told goes
        self._links = LinkChanges()
        self._gid = company.gid
        self._leaving = -LEAVING  # when somebody wanted to go, who is asked once
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

    # The course of the game ------------------------------------------------------------------------------------------

    def seat_bots(self) -> None:
        """They sit where the host is."""

    async def run(self) -> None:
        screen = self.screen
        unlisten = self.company.listen(self._news.put_nowait)
        try:
            screen.set_interval(LOOK, self._look)
            self._links_changed(silent=True)
            self._begin()
            self._settle()
            while not screen.table.over:
                self._hear(await self._news.get())
                while not self._news.empty():
                    self._hear(self._news.get_nowait())
                if self._is_another_game():
                    self._go("lobby")
                    return
                self._settle()
        finally:
            unlisten()
        await self._end_of_game()

    def _begin(self) -> None:
        """What was so before this screen was there."""
        stopped, ended = self.company.session.stopped, self.company.ended
        if stopped is not None:
            self._halt(self.company.sentence(stopped))
        if ended is not None:
            self._halt(self.company.sentence(ended))
        if self.company.question is not None:
            self.questions.asked()

    def _is_another_game(self) -> bool:
        """The game of this screen is gone: another has begun, or all are back in the lobby."""
        gid = self.company.gid
        if self.screen.viewer is None:
            return gid not in (self._gid, b"")  # who watches has none while it is read anew
        return gid != self._gid and not self.halted

    def _hear(self, news: n.News) -> None:
        handler = self._handlers.get(type(news))
        if handler is not None:
            handler(news)

    def _settle(self) -> None:
        """Everything that has come is known."""
        screen = self.screen
        self._sit_down()
        self.sending.settle()
        self._tell_turn()
        if screen.mine and screen.hinting.wanted == screen.viewer:
            screen.action_hint()
        self.talk.refresh()
        screen.show()

    def _sit_down(self) -> None:
        """At the table as it is now, which is another one when it had to be built anew."""
        screen, table = self.screen, self.company.table
        if table is None or table is screen.table or self.company.gid != self._gid:
            return
        screen.table = table
        self.sending.rebuilt()
        screen.changed()
        screen.hinting.forget()
        self._told_to = min(self._told_to, table.steps[-1].n)

    def _tell_turn(self) -> None:
        """What somebody else's turn did, for a moment; nothing waits for that."""
        screen = self.screen
        last = screen.table.steps[-1]
        if last.n == self._told_to or last.seat is None:
            return
        self._told_to = last.n
        turn = self.last_turn()
        self.message = [turn] if turn and last.seat != screen.viewer and screen.look.motion else []
        if self._clock is not None:
            self._clock.stop()
        self._clock = screen.set_timer(PACE * self._haste(), self._enough) if self.message else None

    def last_turn(self) -> str:
        """The last turn of somebody else, in a line."""
        steps, viewer = self.screen.table.steps, self.screen.viewer
        last = next((step for step in reversed(steps) if step.seat is not None and step.seat != viewer), None)
        if last is None:
            return ""
        return self.screen.brief([step for step in steps if (step.turn, step.mover) == (last.turn, last.mover)])

    def _enough(self) -> None:
        if self.message:
            self.message = []
            self.screen.show()

    def hurry(self) -> bool:
        """A key ends the telling and does its own work all the same."""
        self.message = []
        return False

    async def _end_of_game(self) -> None:
        from atlantis_tui.table.network.result import CompanyResult

        screen = self.screen
        screen.past.at = None
        screen.plan.forget()
        await self.talk.close()
        self.questions.close()
        self.away.refresh()
        screen.show()
        answer = await screen.app.push_screen_wait(
            CompanyResult(screen.table, screen.names, screen.viewer, self.company, self._gid)
        )
        self._go(answer or "lobby")

    # What happens ----------------------------------------------------------------------------------------------------

    def tell(self, text: str, *, passing: bool = False) -> None:
        """A line that comes and goes, and stays among what was said (a `passing` one, while there are few of these); it
        is shown when all that has come is known."""
        self.company.tell(text, passing=passing)

    def _tell_once(self, text: str) -> None:
        """A move is taken back choice by choice, which is one thing to tell."""
        last = self.company.talk[-1] if self.company.talk else None
        if last is None or last.text != text or time() - last.when > ONE_THING:
            self.tell(text)

    def _applied(self, news: notices.Applied) -> None:
        screen = self.screen
        self._sit_down()
        self.sending.applied(news)
        if news.kind == "back":
            screen.changed()
            self._told_to = min(self._told_to, screen.table.steps[-1].n)
            if told := self.company.sentence(news):
                self._tell_once(told)
        elif told := self.company.sentence(news):
            self.tell(told)

    def _move_lost(self, news: notices.MoveLost) -> None:
        if news.seat == self.screen.viewer:
            self._sit_down()
            self.sending.lost(news)

    def _links_changed(self, silent: bool = False) -> None:
        for told in self._links.sentences(self.company.session, self.screen.names):
            if not silent:
                self.tell(told, passing=True)

    def _agreed(self, news: notices.Agreed) -> None:
        if news.result != "agreed" and news.kind == "back":
            self.sending.not_returned()
        self.away.settled(news)
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
            self.halted = why
            self.sending.rebuilt()
            self.screen.hinting.close()
            self.screen.plan.forget()
            self.questions.close()

    # Leaving ---------------------------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Whoever plays is asked once more: the others will have to wait."""
        screen = self.screen
        if self.halted:
            screen.app.notice = self.halted  # type: ignore[attr-defined]
        elif screen.viewer is not None and monotonic() - self._leaving > LEAVING:
            self._leaving = monotonic()
            asked = [_("Q once more leaves the table."), _("The game is saved. You come back to your seat.")]
            screen.toast.say(asked, seconds=LEAVING)  # it stands as long as it is true
            return
        self._go("menu")

    async def begin_talk(self) -> None:
        if not self.halted:
            self.screen.hush()
            await self.talk.begin()
            self.screen.show()

    def pause(self) -> None:
        if self.away.shown or self.company.lost is not None or self.halted:
            self._go("menu")

    def _go(self, where: str) -> None:
        leave(self.screen, where)

    async def end(self) -> None:
        if self._clock is not None:
            self._clock.stop()

    # What is said around the board -----------------------------------------------------------------------------------

    def _look(self) -> None:
        """Time has passed."""
        self.screen.show()

    def show_cards(self) -> None:
        """What lies over the board, as it is now."""
        self.questions.refresh()
        self.away.refresh()

    @property
    def writing(self) -> bool:
        """Whether letters go into a line that is being written, so that no card can be answered with them."""
        return self.talk.open or self.screen.typed.field is not None

    def panels(self) -> list[CanvasWidget]:
        """What lies over the board at times; a click on one is an action."""
        return [self.talk.panel, self.talk.bubble, self.questions.panel, self.away.panel]

    def place(self, width: int, height: int) -> None:
        self.talk.place(width, height)
        self.questions.place(width, height)
        self.away.place(width, height)

    def badge(self) -> str:
        return self.told.badge()

    def lines(self) -> list[Line] | None:
        return self.told.lines()

    def keys(self) -> tuple[Key, ...] | None:
        return self.told.keys()


def sit_with(screen: TableScreen, company: Company) -> None:
    """At a table on the network: one person at most looks, moves are sent, and all else comes as news."""
    from atlantis_tui.table.network.submit import Sending

    screen.viewer = company.session.seat if company.session.role == "player" else None
    screen.people = [] if screen.viewer is None else [screen.viewer]
    screen.names = company.names
    sending = Sending(screen, company)
    screen.playing = sending
    screen.asking = screen.remote = Remote(screen, company, sending)
