"""What a person in the lobby can do about those who are there: bots, muting, sending away, and their own name."""

from __future__ import annotations

from functools import partial
from typing import Any

from atlantis_tui.lobby.options import LobbyOptions
from atlantis_tui.network import ourselves
from atlantis_tui.text.command_error import CommandError
from atlantis_tui.text.translation import _
from atlantis_tui.ui.line_edit import LineEdit
from core import games
from core.bots import usual_level
from net.names import MAX_NAME
from net.session.session import Session


class LobbyPeople(LobbyOptions):
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
            self.network_table.mute(name)
        words = _("*{name}* is heard again.") if muted else _("*{name}* is not heard any more. *M* changes that.")
        self._say(words, bad=False, name=name)
        self.look_again()

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
            self.network_table.runner.kick(chosen[1])
            self.look_again()
            if self.network_table.runner.code is not None:
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

    def action_rename(self) -> None:
        """Write our own name anew."""
        self._hush()
        if self._is_unheard():
            return
        you = next((seat for seat, one in enumerate(self.seats) if one.you), None)
        if you is None or not self.may_rename:
            self._say(_("Names change in the lobby, while you have a seat and no game is on."))
            return
        self.page, self.row = 0, you
        self.field = LineEdit("name", self.seats[you].name, MAX_NAME)
        self.show()

    def _rename(self, text: str) -> None:
        """Take another name, here and for later tables."""
        you = next((one for one in self.seats if one.you), None)
        if not text or you is None or text == you.name:
            return
        try:
            name = ourselves.checked_name(text)
        except CommandError as wrong:
            self._say(str(wrong))
            return
        if self._wish(lambda session: session.rename(name)):
            self.app.remember_name(name)

    def _is_unheard(self) -> bool:
        """Whether nobody hears what the person wants to say, because the host is lost; says so."""
        if self.host_card.lost:
            self._say(self.host_card.unheard())
        return self.host_card.lost


def _mute(session: Session, key: bytes, muted: bool) -> Any:
    return session.mute(key, muted)
