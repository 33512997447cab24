"""The result of a game on the network. It leads to another game with the same people, to the lobby or to the menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType

from atlantis_tui.network import news as n
from atlantis_tui.saved.perspective import with_you
from atlantis_tui.table.network.host_card import HostCard
from atlantis_tui.table.network.result_talk import ResultTalk
from atlantis_tui.table.result import ResultScreen
from atlantis_tui.text import network
from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.painter import Pair, Pen
from atlantis_tui.ui.stack import leave
from core.table import Table
from net.session import notices

if TYPE_CHECKING:
    from textual import events

    from atlantis_tui.network.table import NetworkTable


SHOWN = (
    n.TableEnded,
    n.HostLost,
    n.HostFound,
    notices.RematchWanted,
    notices.LobbyChanged,
    notices.LinksChanged,
    notices.Said,
)


LOOK_SECONDS = 1.0  # between two looks at how long the host is away


class CompanyResult(ResultScreen):
    """Dismissed with "lobby" or "menu". It dismisses itself when the next game begins."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "again", show=False, id="result.again"),
        Binding("s,S", "nothing", show=False, id="result.same"),
        Binding("r,R", "nothing", show=False, id="result.replay"),
        Binding("backspace", "answer('lobby')", show=False, id="result.menu"),
        Binding("escape", "close", show=False, id="result.menu.slow"),
        Binding("q,Q", "answer('menu')", show=False, id="result.menu.quit"),
        Binding("h,H", "take_over", show=False, id="result.host"),
        Binding("w,W", "wait", show=False, id="result.wait"),
        Binding("slash,t,T", "talk", show=False, id="result.talk"),
    ]

    def __init__(
        self,
        table: Table,
        names: Sequence[str],
        viewer: int | None,
        network_table: NetworkTable,
        gid: bytes,
        draft: str | None = None,
    ) -> None:
        """`draft`: what the person was just writing to all, if they were."""
        super().__init__(table, with_you(names, viewer), viewer)
        self.network_table, self._gid = network_table, gid
        self.can_review = self.can_review and viewer is not None  # a person who watched knows no hands
        self._wrong = ""  # why the last wish was refused
        self._begun = False  # a review has begun another game
        self._unlisten: Callable[[], None] | None = None
        self.host_card = HostCard(network_table)
        self._mark = self.host_card.mark()  # as it was painted last
        self.talk = ResultTalk(self, network_table)
        self._draft = draft

    def on_mount(self) -> None:
        self.set_interval(LOOK_SECONDS, self._look_at_card)
        self._unlisten = self.network_table.listen(self._heard)
        if self._draft is not None:
            self.talk.begin(self._draft)
        self._look()

    def on_unmount(self) -> None:
        if self._unlisten is not None:
            self._unlisten()

    def _heard(self, news: n.News) -> None:
        if isinstance(news, n.HostFound):
            self._wrong = ""  # that nobody hears us
        if isinstance(news, notices.Said):
            self.talk.heard()
        if isinstance(news, SHOWN):
            self.show()
        self.call_later(self._look)

    def _look(self) -> None:
        """Leave if another game has begun, or all are back in the lobby."""
        if self.network_table.gid != self._gid and self.network_table.ended is None:
            leave(self, "lobby")

    def _look_at_card(self) -> None:
        """The card tells since when the host is away."""
        if self.host_card.mark() != self._mark:
            self.show()

    @property
    def wants(self) -> bool:
        return self.viewer is not None and self.viewer in self.network_table.rematch

    def action_nothing(self) -> None:
        """Do nothing: there is no same deal for several people, because all have seen it."""

    def action_again(self) -> None:
        """Say that the person wants another game, for which Enter is pressed twice, or does not any more."""
        if self.viewer is None or self.network_table.ended is not None or (self.still and self.wants):
            return
        if self.host_card.lost:
            self._wrong = self.host_card.unheard()
            self.show()
            return
        want, self._begun = not self.wants, False
        if want and not self.entered_twice():  # the others may want to already, and then it would begin at once
            self._wrong = ""
            self.show()
            return
        self.entered = False
        self._wrong = self.network_table.wish(lambda session: session.want_rematch(want))
        self.show()

    def action_answer(self, what: str) -> None:
        if not self.still:
            ended = self.network_table.ended
            if ended is not None:
                self.app.notice = self.network_table.sentence(ended)
            self.dismiss("menu" if ended is not None else what)

    # Talk ------------------------------------------------------------------------------------------------------------

    def action_talk(self) -> None:
        if self.network_table.ended is not None:
            return
        if self.host_card.lost:
            self._wrong = self.host_card.unheard()
            self.show()
        else:
            self.talk.begin()

    def typed(self, event: events.Key) -> None:
        self.talk.typed(event)
        self.show()

    # A lost host -----------------------------------------------------------------------------------------------------

    def action_take_over(self) -> None:
        """Become the host of those who are here; that leads to the lobby."""
        if self.still or not self.host_card.may_take_over:
            return
        self._wrong = self.host_card.take_over()
        self.show()
        self.call_later(self._look)

    def action_wait(self) -> None:
        if not self.still:
            self._wrong = ""
            self.host_card.wait()
            self.show()

    def action_close(self) -> None:
        """Close the card of a lost host; without one, go to the lobby."""
        if self.host_card.shown:
            self.action_wait()
        else:
            self.action_answer("lobby")

    def pressed(self, hit: Any) -> None:
        if isinstance(hit, tuple) and hit[0] == "card":
            leaves = {"host": self.action_take_over, "wait": self.action_wait}
            leaves.get(hit[1], lambda: self.action_answer("menu"))()
        else:
            super().pressed(hit)

    def left_review(self, answer: str | None) -> None:
        """Stay here after a review that has begun another game: that game waits in the menu."""
        if answer not in (None, "back"):
            self._begun = True
            self.show()

    # Painting --------------------------------------------------------------------------------------------------------

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        self._mark = self.host_card.mark()
        self.talk.paint(pen)
        if self.host_card.shown and self.field is None:
            self.host_card.paint(pen, pen.canvas.height - 2, self.hover)

    def corner(self, pen: Pen) -> str:
        return self.talk.mark(pen.keys.painted("/")) or super().corner(pen)

    def keys(self) -> list[Pair]:
        ended = self.network_table.ended is not None
        if self.field is not None:
            return [("enter", _("Enter"), _("say it")), ("escape", _("Esc"), _("close"))]
        again: list[Pair] = []
        if self.viewer is not None and not ended:
            again = [("enter", _("Enter"), _("not again") if self.wants else _("play again"))]
        lobby: list[Pair] = [] if ended else [("slash", "/", _("talk")), ("backspace", _("Bksp"), _("lobby"))]
        review: list[Pair] = [("v", "V", _("review"))] if self.can_review else []
        if self.host_card.lost:
            return [*self.host_card.keys(), *review, *lobby[-1:], ("q", "Q", _("leave"))]
        return [*again, *review, *lobby, ("q", "Q", _("leave"))]

    def paint_prompt(self, pen: Pen) -> None:
        words, params = self._words(), {"text": self._trouble(), "who": self._who(), "gone": listing(self._gone())}
        if self.host_card.lost and not params["text"]:
            (full, _keys), params = self.host_card.prompt()
            words = full, _("*The host is gone* and is being looked for.")
        pen.prompt(pen.canvas.height - 2, [pen.fullest(words, pen.canvas.width - 3, **params)], **params)

    def _trouble(self) -> str:
        ended = self.network_table.ended
        return self.network_table.sentence(ended) if ended is not None else self._wrong

    def _who(self) -> str:
        wanting = [seat for seat in self.network_table.rematch if seat != self.viewer]
        return listing([network.name_of(self.names, seat) for seat in wanting])  # the host may name any seat

    def _gone(self) -> list[str]:
        network_table = self.network_table
        people = network_table.session.people() if self.viewer is not None and network_table.gid == self._gid else ()
        return [self.names[one.seat] for one in people if one.link == "away" and one.seat != self.viewer]

    def _all_left(self) -> bool:
        """Whether all who are gone have left, and nobody merely lost the link."""
        return all(one.left for one in self.network_table.session.people() if one.link == "away")

    def _words(self) -> tuple[str, ...]:
        """Who wants another game, and what to press; the fullest wording first."""
        network_table = self.network_table
        if self._trouble():
            return ("{text}",)
        if self._begun:
            return (
                _("*Begun.* The game from that turn on waits in the menu, for when you leave this table."),
                _("*Begun.* That game waits in the menu."),
            )
        others = [seat for seat in network_table.rematch if seat != self.viewer]
        if gone := self._gone():
            if self._all_left():
                full = ngettext(
                    "*{gone} has left.* *Bksp* leads to the lobby, where the host opens the table again.",
                    "*{gone} have left.* *Bksp* leads to the lobby, where the host opens the table again.",
                    len(gone),
                )
                short = ngettext(
                    "*{gone} has left.* *Bksp* leads to the lobby.",
                    "*{gone} have left.* *Bksp* leads to the lobby.",
                    len(gone),
                )
            else:
                full = ngettext(
                    "*{gone} lost the link.* Wait, or *Bksp* leads to the lobby, where the host opens the table again.",
                    "*{gone} are gone.* Wait, or *Bksp* leads to the lobby, where the host opens the table again.",
                    len(gone),
                )
                short = ngettext(
                    "*{gone} lost the link.* Wait, or *Bksp* to the lobby.",
                    "*{gone} are gone.* Wait, or *Bksp* to the lobby.",
                    len(gone),
                )
            return full, short, _("*Somebody is gone.* *Bksp* leads to the lobby.")
        if self.entered and not self.wants:
            return (_("*Again?* *Enter* once more says that you want to."),)
        if self.viewer is None:
            return (
                _("*Again?* The players decide; the next game is shown when it begins."),
                _("*Again?* The players decide."),
            )
        if self.wants and others:
            full = ngettext(
                "*Again!* {who} wants to as well; it begins when all do.",
                "*Again!* {who} want to as well; it begins when all do.",
                len(others),
            )
            return full, _("*Again!* It begins when all want to.")
        if self.wants:
            return (
                _("*Again!* It begins as soon as all want it, everybody one seat further."),
                _("*Again!* It begins when all want to."),
            )
        if others:
            full = ngettext(
                "*Again?* {who} wants to play again. *Enter* joins in.",
                "*Again?* {who} want to play again. *Enter* joins in.",
                len(others),
            )
            return full, _("*Again?* Others want to. *Enter* joins in.")
        return (
            _("*Again?* *Enter* deals anew if all want it; everybody moves up one seat."),
            _("*Again?* *Enter* deals anew if all want it."),
        )
