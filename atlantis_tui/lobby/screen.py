"""The lobby of a table on the network: who is there, who is ready, how others come in; after a game, the next one.

The lobby stays under the table during a game. It is dismissed with the sentence that the menu shows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from atlantis_tui.games import table_for
from atlantis_tui.lobby.facts import LobbyFacts
from atlantis_tui.lobby.painter import LobbySheet, layout
from atlantis_tui.lobby.seats import is_going_on, places, watchers
from atlantis_tui.network import host
from atlantis_tui.network import news as n
from atlantis_tui.network.runner import Wish
from atlantis_tui.network.table import NetworkTable
from atlantis_tui.table.attention import show_title
from atlantis_tui.text.sentences import title
from atlantis_tui.text.setup import players
from atlantis_tui.text.translation import _, ngettext
from atlantis_tui.ui.line_edit import LineEdit
from atlantis_tui.ui.painter import Pen
from atlantis_tui.ui.stack import leave, uncover
from core import games
from core.bots import levels, usual_level
from net.names import MAX_CHAT
from net.session import notices
from net.session.session import Session

LOOK_SECONDS = 1.0  # between two looks at links that have become slow


class LobbyScreen(LobbyFacts):
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
        Binding("pageup", "scroll(-5)", show=False, id="lobby.chat.earlier"),
        Binding("pagedown", "scroll(5)", show=False, id="lobby.chat.later"),
        Binding("backspace,q,Q", "leave", show=False, id="lobby.leave"),
        Binding("escape", "leave", show=False, id="lobby.leave.slow"),
    ]

    def __init__(self, company: NetworkTable) -> None:
        super().__init__(company)
        self._shown = b""  # the game whose table was shown
        self._at_table = False  # the table lies over this screen
        self._gone = False  # whether this screen is being left
        self._seen: Any = None
        self._news: list[n.News] = []  # still to be handled
        self._unlisten: Callable[[], None] = lambda: None
        self._handlers: dict[type[Any], Callable[[Any], None]] = {
            n.TableEnded: self._ended,
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
        self.addresses = host.addresses(self.company.shell)
        self._unlisten = self.company.listen(self._told)
        self.set_interval(LOOK_SECONDS, self._look)
        self._look()
        self.call_after_refresh(self._follow)

    def on_unmount(self) -> None:
        self._unlisten()

    def on_screen_resume(self) -> None:
        """Help or the table covered the lobby: catch up on what happened meanwhile."""
        if self.company.ended is not None:
            self._go()
            return
        self._seen = None
        self._look()
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
        self._look()
        self._follow()

    def _hear(self, news: n.News) -> None:
        handler = self._handlers.get(type(news))
        if handler is not None:
            handler(news)

    def _begun(self, news: notices.Begun) -> None:
        self.said = None  # why the start before failed

    def _show_anew(self, news: n.News) -> None:
        self._seen = None

    def _look(self) -> None:
        """Show everything anew, if anything has changed."""
        if not self.is_attached:
            return
        first = not self.seats
        self.seats, self.watchers = places(self.company), watchers(self.company)
        if first:
            self.row = next((seat for seat, one in enumerate(self.seats) if one.you), 0)
        self.row = min(self.row, self.last_row)
        now = (self.seats, self.watchers, self.stage, self.company.talk[-1:], self.company.trouble, self.options)
        if self.is_active and now != self._seen:
            self._seen = now
            self._entitle()
            self.show()

    def _entitle(self) -> None:
        if self.seats:
            taken = sum(one.who != "open" for one in self.seats)
            words = _("{table} – {n} of {all}").format(table=self.table_name, n=taken, all=len(self.seats))
            show_title(self.app, words)

    def _follow(self) -> None:
        """Go to the table, as soon as there is a game to play or to watch that we have not shown yet."""
        if self._gone or self._at_table or not is_going_on(self.company) or self.company.gid == self._shown:
            return
        if uncover(self):  # closes help, because the others have begun
            self._to_table()

    def _to_table(self) -> None:
        from atlantis_tui.table.network.mode import NetworkMode

        table = self.company.table
        assert table is not None
        self._shown, self._at_table = self.company.gid, True
        self.field, self.options_open, self.said = None, False, None
        self.app.push_screen(table_for(table.game.name)(table, NetworkMode(self.company)), self._table_left)

    def _table_left(self, wish: str | None) -> None:
        self._at_table = False
        if wish == "menu" or self.company.ended is not None:
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
        ended = self.company.ended
        leave(self, "" if ended is None else self.company.sentence(ended))

    # What the keys do ------------------------------------------------------------------------------------------------

    def _hush(self, key: str = "", what: Any = None) -> bool:
        """Forget what was said. Returns whether the same key was pressed for the same thing just before."""
        sure, self.sure, self.said = self.sure, None, None
        return sure is not None and sure == (key, what)

    def _say(self, *lines: str, bad: bool = True, **params: Any) -> None:
        if params or not bad:
            self.said = bad, list(lines), params
            self.show()
        else:
            self._tell(lines[0])
            self.show()

    def _tell(self, text: str) -> None:
        """Set the sentence about what is wrong; it is painted together with other news."""
        self.said, self._seen = (True, ["{text}"], {"text": text}), None

    def _tell_notice(self, news: n.News) -> None:
        self._tell(self.company.sentence(news))

    def _wish(self, wish: Wish) -> bool:
        wrong = self.company.wish(wish)
        if wrong:
            self._say(wrong)
        else:
            self._look()
        return not wrong

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

    def _change_option(self, by: int) -> None:
        name = self.option_rows()[self.option][0]
        if name == "seats":
            self.action_number(by)
        elif name == "door":
            self.company.shell.set_door("open" if self.company.shell.code is not None else "code")
        else:
            option = self._option(name)
            values = list(option.values)
            value = values[(values.index(self.options[name]) + by) % len(values)]
            options = {**self.options, name: value}
            self._wish(lambda session: session.set_rules(self.game, options, len(self.seats)))

    def action_number(self, by: int) -> None:
        """Add a seat, or remove a free one."""
        self._hush()
        if not self.may_change:
            self._say(_("Only the host can do that, before the game begins."))
            return
        count = len(self.seats) + by
        if count not in games.load(self.game).seat_counts:
            self._say(_("{game} is for {players}.").format(game=title(self.game), players=players(self.game)))
        elif by < 0 and all(one.who != "open" for one in self.seats):
            self._say(_("No seat is free to be taken away: B takes a bot away, K sends somebody away."))
        else:
            self._wish(lambda session: session.set_rules(self.game, self.options, count))

    def action_begin(self) -> None:
        """Do what this moment asks for: go to the table, start, or say ready."""
        self._hush()
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

    def action_bot(self) -> None:
        """Remove the chosen bot, or put a bot on the chosen free seat, or else on the first free one."""
        self._hush()
        if not self.may_change:
            self._say(_("Only the host can do that, before the game begins."))
            return
        free = [seat for seat, one in enumerate(self.seats) if one.who == "open"]
        if self.row < len(self.seats) and self.seats[self.row].who == "bot":
            self._wish(lambda session: session.seat_bot(self.row, None))
        elif not free:
            self._say(_("No seat is free: choose a bot to take it away, or add a seat with +."))
        else:
            seat = self.row if self.row in free else free[0]
            level = usual_level(games.load(self.game))
            if self._wish(lambda session: session.seat_bot(seat, level)):
                self.row = seat
                self.show()

    def action_write(self) -> None:
        self._hush()
        self.page = 0
        self.field = LineEdit("chat", "", MAX_CHAT)
        self.show()

    def edited(self) -> None:
        text = self.field.text.strip() if self.field is not None else ""
        if text:
            self.back = 0
            self._wish(lambda session: session.chat(text))

    def _chosen(self) -> tuple[str, bytes | None, bool] | None:
        """Name and key of the other person who is chosen, and whether they are muted; otherwise None."""
        if self.row < len(self.seats):
            place = self.seats[self.row]
            return (place.name, place.key, place.muted) if place.who == "person" and not place.you else None
        if self.watchers:
            one = self.watchers[self.watcher % len(self.watchers)]
            return one.name, one.key, one.muted
        return None

    def action_mute(self) -> None:
        """Mute somebody, or unmute them. What the host mutes nobody hears; otherwise only we do not hear it."""
        self._hush()
        chosen = self._chosen()
        if chosen is None:
            self._say(_("Choose somebody else with ↑↓ first, then M."))
            return
        name, key, muted = chosen
        if self.hosting and key is not None:
            self._wish(partial(_mute, key=key, muted=not muted))
        else:
            self.company.mute(name)
        words = _("*{name}* is heard again.") if muted else _("*{name}* is not heard any more. *M* changes that.")
        self._say(words, bad=False, name=name)
        self._look()

    def action_kick(self) -> None:
        chosen = self._chosen()
        if not self.session.may_kick:
            self._hush()
            self._say(_("Only the host can send somebody away."))
        elif self.row < len(self.seats) and self.seats[self.row].who == "bot" and self.may_change:
            self.action_bot()
        elif chosen is None or chosen[1] is None:
            self._hush()
            self._say(_("Choose somebody else with ↑↓ first, then K."))
        elif self._hush("kick", chosen[1]):
            self.company.shell.kick(chosen[1])
            self._look()
            if self.company.shell.code is not None:
                self._say(_("*{name}* is gone, and the code and the ticket are new."), bad=False, name=chosen[0])
            else:
                self._say(
                    _("*The table is open,* so *{name}* can come back under another name."),
                    _("*O*, then *Who comes in*, asks for a code."),
                    name=chosen[0],
                )
        else:
            self.sure = "kick", chosen[1]
            self._say(
                _("*K* once more sends *{name}* away, who then cannot come back to this table."),
                _("Any other key changes nothing."),
                name=chosen[0],
            )

    def action_new_code(self) -> None:
        self._hush()
        if not self.hosting or self.company.shell.code is None:
            self._say(_("There is no code to be changed here."))
            return
        self.company.shell.new_code()
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

    def action_options(self) -> None:
        self._hush()
        if not self.may_change:
            self._say(_("Only the host changes the rules, before the game begins."))
            return
        self.options_open = not self.options_open
        self.page = 1 if self.options_open else 0
        self.show()

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
        if kind == "write":
            self.action_write()
        elif kind == "watching":
            self._hush()
            self.row = len(self.seats)
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
        rows = len(LobbySheet(self, Pen(self.sheet.canvas, self.look)).chat_rows())
        at = layout(*self.size, len(self.seats))
        self.back = max(0, min(self.back - by, rows - (at.field - at.chat - 1)))
        self.show()

    # Painting --------------------------------------------------------------------------------------------------------

    def draw(self, pen: Pen) -> None:
        LobbySheet(self, pen).paint()


def _mute(session: Session, key: bytes, muted: bool) -> Any:
    return session.mute(key, muted)
