"""The lobby of a table on the network: who is there, who is ready, how others come in; after a game, the next one.

The lobby stays under the table during a game. It is dismissed with the sentence that the menu shows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from atlantis_tui.games import table_for
from atlantis_tui.lobby.painter import LobbySheet, layout
from atlantis_tui.lobby.people import LobbyPeople
from atlantis_tui.lobby.seats import is_going_on, places, watchers
from atlantis_tui.network import host
from atlantis_tui.network import news as n
from atlantis_tui.network.table import NetworkTable
from atlantis_tui.table.attention import show_title
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.line_edit import LineEdit
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.stack import leave, uncover
from core import games
from core.bots import levels
from net.names import MAX_CHAT
from net.session import notices

LOOK_SECONDS = 1.0  # between two looks at links that have become slow


class LobbyScreen(LobbyPeople):
    """Dismissed with the sentence why, or with "" if the person left."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False, id="lobby.up"),
        Binding("down", "move(1)", show=False, id="lobby.down"),
        Binding("left", "change(-1)", show=False, id="lobby.previous"),
        Binding("right", "change(1)", show=False, id="lobby.next"),
        Binding("tab,shift+tab", "page", show=False, id="lobby.page"),
        Binding("enter", "begin", show=False, id="lobby.begin"),
        Binding("r,R", "ready", show=False, id="lobby.ready"),
        Binding("b,B", "bot", show=False, id="lobby.bot"),
        Binding("plus,equals_sign", "number(1)", show=False, id="lobby.more"),
        Binding("minus", "number(-1)", show=False, id="lobby.fewer"),
        Binding("t,T", "write", show=False, id="lobby.write"),
        Binding("m,M", "mute", show=False, id="lobby.mute"),
        Binding("k,K", "kick", show=False, id="lobby.kick"),
        Binding("n,N", "new_code", show=False, id="lobby.new_code"),
        Binding("c,C", "copy", show=False, id="lobby.copy"),
        Binding("o,O", "options", show=False, id="lobby.options"),
        Binding("y,Y", "rename", show=False, id="lobby.rename"),
        Binding("h,H", "take_over", show=False, id="lobby.host"),
        Binding("w,W", "wait", show=False, id="lobby.wait"),
        Binding("pageup", "scroll(-5)", show=False, id="lobby.chat.earlier"),
        Binding("pagedown", "scroll(5)", show=False, id="lobby.chat.later"),
        Binding("backspace,q,Q", "leave", show=False, id="lobby.leave"),
        Binding("escape", "close", show=False, id="lobby.leave.slow"),
    ]

    def __init__(self, network_table: NetworkTable) -> None:
        super().__init__(network_table)
        self._shown = b""  # the game whose table was shown
        self._at_table = False  # the table lies over this screen
        self._gone = False  # whether this screen is being left
        self.shown: Any = None
        self._news: list[n.News] = []  # still to be handled
        self._unlisten: Callable[[], None] = lambda: None
        self._handlers: dict[type[Any], Callable[[Any], None]] = {
            n.TableEnded: self._ended,
            n.HostFound: self._host_found,
            n.TurnedAway: self._show_anew,
            n.CodeChanged: self._show_anew,
            n.DiscoveryTrouble: self._show_anew,
            notices.Begun: self._begun,
            notices.Said: self._show_anew,
            notices.LeftOut: self._show_anew,
            notices.StartFailed: self._tell_notice,
            notices.Stopped: self._tell_notice,
            notices.Misbehaved: self._tell_notice,
        }

    def on_mount(self) -> None:
        self.addresses = host.addresses(self.network_table.runner)
        self._unlisten = self.network_table.listen(self._told)
        self.set_interval(LOOK_SECONDS, self.look_again)
        self.look_again()
        self.call_after_refresh(self._follow)

    def on_unmount(self) -> None:
        self._unlisten()

    def on_screen_resume(self) -> None:
        """Help or the table covered the lobby: catch up on what happened meanwhile."""
        if self.network_table.ended is not None:
            self._go()
            return
        self.shown = None
        self.look_again()
        self._follow()

    # What happens ----------------------------------------------------------------------------------------------------

    def _told(self, news: n.News) -> None:
        """Collect the news and handle it later, all at once, so that the screen is painted only once."""
        self._news.append(news)
        if len(self._news) == 1:
            self.call_later(self._hear_all)

    def _hear_all(self) -> None:
        told, self._news = self._news, []
        for news in told:
            self._hear(news)
        self.look_again()
        self._follow()

    def _hear(self, news: n.News) -> None:
        handler = self._handlers.get(type(news))
        if handler is not None:
            handler(news)

    def _begun(self, news: notices.Begun) -> None:
        self.said = None  # why the start before failed

    def _host_found(self, news: n.HostFound) -> None:
        self.said, self.shown = None, None  # that nobody hears it now

    def _show_anew(self, news: n.News) -> None:
        self.shown = None

    def look_again(self) -> None:
        """Show everything anew, if anything has changed."""
        if not self.is_attached:
            return
        first = not self.seats
        self.seats, self.watchers = places(self.network_table), watchers(self.network_table)
        if first:
            self.row = next((seat for seat, one in enumerate(self.seats) if one.you), 0)
        self.row = min(self.row, self.last_row)
        now = (
            self.seats,
            self.watchers,
            self.stage,
            self.network_table.talk[-1:],
            self.network_table.trouble,
            self.network_table.code,
            self.options,
            self.host_card.mark(),
        )
        if self.is_active and now != self.shown:
            self.shown = now
            self._entitle()
            self.show()

    def _entitle(self) -> None:
        if self.seats:
            taken = sum(one.who != "open" for one in self.seats)
            words = _("{table} – {n} of {all}").format(table=self.table_name, n=taken, all=len(self.seats))
            show_title(self.app, words)

    def _follow(self) -> None:
        """Go to the table, as soon as there is a game to play or to watch that we have not shown yet."""
        if self._gone or self._at_table or not is_going_on(self.network_table) or self.network_table.gid == self._shown:
            return
        if uncover(self):  # closes help, because the others have begun
            self._to_table()

    def _to_table(self) -> None:
        from atlantis_tui.table.network.mode import NetworkMode

        table = self.network_table.table
        if table is None:
            return
        self._shown, self._at_table = self.network_table.gid, True
        self.field, self.options_open, self.said = None, False, None
        self.app.push_screen(table_for(table.game.name)(table, NetworkMode(self.network_table)), self._table_left)

    def _table_left(self, wish: str | None) -> None:
        self._at_table = False
        if wish == "menu" or self.network_table.ended is not None:
            self._go()
        else:
            self._follow()

    def _ended(self, news: n.TableEnded) -> None:
        """We have no place here any more. If the table is on screen, that screen says so."""
        if not self._at_table:
            self._go()

    def _go(self) -> None:
        if self._gone:
            return
        self._gone = True
        ended = self.network_table.ended
        leave(self, "" if ended is None else self.network_table.sentence(ended))

    # What the keys do ------------------------------------------------------------------------------------------------

    def action_move(self, by: int) -> None:
        self._hush()
        if self.options_open:
            self.option = min(max(self.option + by, 0), len(self.option_rows()) - 1)
        else:
            self.row = min(max(self.row + by, 0), self.last_row)
        self.show()

    def action_page(self) -> None:
        self._hush()
        if layout(*self.size, len(self.seats)).pages == 2:
            self.page = 1 - self.page
        else:
            self.action_move(1 if self.row < len(self.seats) - 1 else -99)
        self.show()

    def action_change(self, by: int) -> None:
        self._hush()
        if self.options_open:
            self._change_option(by)
        elif self.row >= len(self.seats):
            self.watcher = (self.watcher + by) % max(1, len(self.watchers))
        elif self.may_change and self.seats[self.row].who == "bot":
            known = levels(games.load(self.game))
            now = self.seats[self.row].level
            level = known[(known.index(now) + by) % len(known)] if now in known else known[0]
            self._wish(lambda session: session.seat_bot(self.row, level))
        self.show()

    def action_begin(self) -> None:
        """Do what this moment asks for: go to the table, start, or say ready."""
        self._hush()
        if self._is_unheard():
            return
        if self.options_open:
            self.action_change(1)
        elif self.stage == "playing":
            self._to_table()
        elif self.stage == "over" and self.may_reopen:
            self._wish(lambda session: session.reopen())
        elif self.stage == "over":
            self._again(True)
        elif self.stage != "lobby" or self.session.seat is None:
            self.show()
        elif not self.hosting:
            self._wish(lambda session: session.ready())
        elif any(one.who == "open" for one in self.seats):
            words = _("A seat is free: wait, or put a bot there with *B*.")
            if len(self.seats) - 1 in games.load(self.game).seat_counts:
                words = _("A seat is free: wait, put a bot there with *B*, or take it away with *−*.")
            self._say(words, seat=0)
        else:
            late = [one.name for one in self.seats if one.who == "person" and not one.ready and not one.you]
            self._wish(lambda session: session.ready())
            if not late:
                self._wish(lambda session: session.start())
            self.show()

    def action_ready(self) -> None:
        self._hush()
        you = next((one for one in self.seats if one.you), None)
        if self._is_unheard():
            return
        if you is None:
            self._say(_("You only watch this table."))
        elif self.stage == "over":
            self._again(not you.ready)
        elif self.stage == "lobby":
            self._wish(lambda session: session.ready(not you.ready))
        elif self.stage == "starting" and self.hosting:
            self._wish(lambda session: session.abandon())

    def _again(self, want: bool) -> None:
        self._wish(lambda session: session.want_rematch(want))

    def action_write(self) -> None:
        self._hush()
        if self._is_unheard():
            return
        self.page = 0
        self.field = LineEdit("chat", self.draft, MAX_CHAT)
        self.draft = ""
        self.show()

    def edited(self) -> None:
        text = self.field.text.strip() if self.field is not None else ""
        if self.field is not None and self.field.name == "name":
            self._rename(text)
        elif text and self.host_card.lost:
            self.draft = text
            self._is_unheard()
        elif text:
            self.back = 0
            self._wish(lambda session: session.chat(text))

    # A lost host -----------------------------------------------------------------------------------------------------

    def action_take_over(self) -> None:
        """Become the host of those who are here, if the host is lost."""
        self._hush()
        if not self.host_card.lost and self.stage in ("waiting", "playing"):
            self._say(_("In a game another becomes host by itself, as soon as enough are here."))
        elif not self.host_card.lost:
            self._say(_("This table has a host. H in the menu opens another one."))
        elif not self.host_card.may_take_over:
            self._say(_("Only a player can become host, and not just now: wait, or Q leaves."))
        elif wrong := self.host_card.take_over():
            self._say(wrong)
        else:
            self.look_again()

    def action_wait(self) -> None:
        self._hush()
        self.host_card.wait()
        self.show()

    def action_close(self) -> None:
        """Close the card of a lost host; without one, leave."""
        if self.host_card.shown:
            self.action_wait()
        else:
            self.action_leave()

    def action_new_code(self) -> None:
        self._hush()
        if not self.hosting or self.network_table.runner.code is None:
            self._say(_("There is no code to be changed here."))
            return
        self.network_table.runner.new_code()
        words = [_("*The code is new.* Who is here stays; who comes needs this one.")]
        self._say(*words, bad=False)

    def action_copy(self) -> None:
        """Copy the ticket through the terminal, and show it whole. Pressed again, take the next address."""
        again = self._hush("copy")
        if not self.hosting:
            self._say(_("Only the host has a ticket to this table."))
            return
        self.spot += 1 if again else 0
        self.app.copy_to_clipboard(self.ticket)
        self.sure = "copy", None
        first = _("*The ticket is in the clipboard,* if your terminal can do that. Here it is:")
        if len(self.addresses) > 1:
            first = _("*The ticket is in the clipboard,* if your terminal can do that. *C* takes the next address.")
        self._say(first, "~{ticket}~", bad=False, ticket=self.ticket)

    def action_scroll(self, by: int) -> None:
        self.scrolled(by)

    def action_leave(self) -> None:
        sure = self._hush("leave")
        if self.options_open:
            self.options_open, self.page = False, 0
            self.show()
            return
        others = sum(one.who == "person" and not one.you and one.link != "away" for one in self.seats)
        if sure or not self.hosting or not others or self.stage not in ("lobby", "starting"):
            self._go()
            return
        self.sure = "leave", None
        words = ngettext(
            "*Once more* closes the table; {n} other is here.",
            "*Once more* closes the table; {n} others are here.",
            others,
        )
        self._say(words, _("Any other key changes nothing."), n=others)

    # The mouse -------------------------------------------------------------------------------------------------------

    def pressed(self, hit: Any) -> None:
        kind, *rest = hit
        if kind == "card":
            {"host": self.action_take_over, "wait": self.action_wait, "leave": self.action_leave}[rest[0]]()
            return
        if kind == "write":
            self.action_write()
        elif kind == "watching":
            self._hush()
            self.row = len(self.seats)
        elif kind == "rename":
            self.action_rename()
            return
        elif kind == "seat":
            self._hush()
            self.row, self.options_open = rest[0], False
            if rest[1:] == ["bot"]:
                self.action_bot()
            elif rest[1:]:
                self.action_change(rest[1])
        elif kind == "option":
            names = [name for name, _label, _words in self.option_rows()]
            self.option = names.index(rest[0])
            if rest[1:]:
                self.action_change(rest[1])
        self.show()

    def scrolled(self, by: int) -> None:
        if self.options_open:
            self.action_move(by)
            return
        rows = len(LobbySheet(self, Pen(self.sheet.canvas, self.look)).chat_rows())
        at = layout(*self.size, len(self.seats))
        self.back = max(0, min(self.back - by, rows - (at.field - at.chat - 1)))
        self.show()

    # Painting --------------------------------------------------------------------------------------------------------

    def draw(self, pen: Pen) -> None:
        LobbySheet(self, pen).paint()
        if self.host_card.shown and self.field is None:
            at = layout(pen.canvas.width, pen.canvas.height, len(self.seats))
            self.host_card.paint(pen, at.prompt, self.hover)
