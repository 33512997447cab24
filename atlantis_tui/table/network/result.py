"""The result of a game on the network. It leads to another game with the same people, to the lobby or to the menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from atlantis_tui.network import news as n
from atlantis_tui.table.result import ResultScreen
from atlantis_tui.text.sentences import listing
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.painter import Pair, Pen
from atlantis_tui.ui.stack import leave
from core.table import Table
from net.session import notices

if TYPE_CHECKING:
    from atlantis_tui.network.table import NetworkTable


SHOWN = (n.TableEnded, n.HostLost, n.HostFound, notices.RematchWanted, notices.LobbyChanged, notices.LinksChanged)


class CompanyResult(ResultScreen):
    """Dismissed with "lobby" or "menu". It dismisses itself when the next game begins."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "again", show=False, id="result.again"),
        Binding("s,S", "nothing", show=False, id="result.same"),
        Binding("r,R", "nothing", show=False, id="result.replay"),
        Binding("backspace", "answer('lobby')", show=False, id="result.menu"),
        Binding("escape", "answer('lobby')", show=False, id="result.menu.slow"),
        Binding("q,Q", "answer('menu')", show=False, id="result.menu.quit"),
    ]

    def __init__(
        self, table: Table, names: Sequence[str], viewer: int | None, company: NetworkTable, gid: bytes
    ) -> None:
        super().__init__(table, names, viewer)
        self.company, self._gid = company, gid
        self.can_review = self.can_review and viewer is not None  # a person who watched knows no hands
        self._wrong = ""  # why the last wish was refused
        self._begun = False  # a review has begun another game
        self._unlisten: Callable[[], None] | None = None

    def on_mount(self) -> None:
        self._unlisten = self.company.listen(self._heard)
        self._look()

    def on_unmount(self) -> None:
        if self._unlisten is not None:
            self._unlisten()

    def _heard(self, news: n.News) -> None:
        if isinstance(news, SHOWN):
            self.show()
        self.call_later(self._look)

    def _look(self) -> None:
        """Leave if another game has begun, or all are back in the lobby."""
        if self.company.gid != self._gid and self.company.ended is None:
            leave(self, "lobby")

    @property
    def wants(self) -> bool:
        return self.viewer is not None and self.viewer in self.company.rematch

    def action_nothing(self) -> None:
        """Do nothing: there is no same deal for several people, because all have seen it."""

    def action_again(self) -> None:
        """Say that the person wants another game, or does not any more."""
        if self.still or self.viewer is None or self.company.ended is not None:
            return
        want, self._begun = not self.wants, False
        self._wrong = self.company.wish(lambda session: session.want_rematch(want))
        self.show()

    def action_answer(self, what: str) -> None:
        if not self.still:
            ended = self.company.ended
            if ended is not None:
                self.app.notice = self.company.sentence(ended)
            self.dismiss("menu" if ended is not None else what)

    def _reviewed(self, answer: str | None) -> None:
        """Stay here after a review that has begun another game: that game waits in the menu."""
        if answer not in (None, "back"):
            self._begun = True
            self.show()

    # Painting --------------------------------------------------------------------------------------------------------

    def keys(self) -> list[Pair]:
        ended = self.company.ended is not None
        again: list[Pair] = []
        if self.viewer is not None and not ended:
            again = [("enter", _("Enter"), _("not again") if self.wants else _("play again"))]
        lobby: list[Pair] = [] if ended else [("backspace", _("Bksp"), _("lobby"))]
        review: list[Pair] = [("v", "V", _("review"))] if self.can_review else []
        return [*again, *review, *lobby, ("q", "Q", _("leave"))]

    def _prompt(self, pen: Pen) -> None:
        pen.prompt(
            pen.canvas.height - 2, [self._words()], text=self._trouble(), who=self._who(), gone=listing(self._gone())
        )

    def _trouble(self) -> str:
        ended = self.company.ended
        return self.company.sentence(ended) if ended is not None else self._wrong

    def _who(self) -> str:
        return listing([self.names[seat] for seat in self.company.rematch if seat != self.viewer])

    def _gone(self) -> list[str]:
        company = self.company
        people = company.session.people() if self.viewer is not None and company.gid == self._gid else ()
        return [self.names[one.seat] for one in people if one.link == "away" and one.seat != self.viewer]

    def _words(self) -> str:
        """Who wants another game, and what to press."""
        company = self.company
        if self._trouble():
            return "{text}"
        if company.lost is not None:
            return _("*The host is gone* and is being looked for.")
        if self._begun:
            return _("*Begun.* The game from that turn on waits in the menu, for when you leave this table.")
        others = [seat for seat in company.rematch if seat != self.viewer]
        if gone := self._gone():
            return ngettext(
                "*{gone} has left.* *Bksp* leads to the lobby, where the host opens the table again.",
                "*{gone} have left.* *Bksp* leads to the lobby, where the host opens the table again.",
                len(gone),
            )
        if self.viewer is None:
            return _("*Again?* The players decide; the next game is shown when it begins.")
        if self.wants and others:
            return ngettext(
                "*Again!* {who} wants to as well; it begins when all do.",
                "*Again!* {who} want to as well; it begins when all do.",
                len(others),
            )
        if self.wants:
            return _("*Again!* It begins as soon as all want it, everybody one seat further.")
        if others:
            return ngettext(
                "*Again?* {who} wants to play again. *Enter* joins in.",
                "*Again?* {who} want to play again. *Enter* joins in.",
                len(others),
            )
        return _("*Again?* *Enter* new deal with everybody one seat further, if all want it.")
