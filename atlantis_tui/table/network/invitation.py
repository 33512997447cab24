"""How others come to this table: a card with its code, its address and, at the host, the ticket."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.network import host
from atlantis_tui.table.network.invitation_panel import WIDEST, InvitationCard, InvitationText
from atlantis_tui.text import network
from atlantis_tui.text.translation import _
from atlantis_tui.ui.bound_keys import is_for
from net.codes import code_text

if TYPE_CHECKING:
    from atlantis_tui.network.table import NetworkTable
    from atlantis_tui.table.screen import TableScreen
    from atlantis_tui.table.status import Key


class Invitation:
    """The card lies over the board until a key closes it."""

    writes = False

    def __init__(self, screen: TableScreen, network_table: NetworkTable) -> None:
        self.screen, self.network_table = screen, network_table
        self.panel = InvitationCard(classes="over")
        self.spot = 0  # which of the host's addresses the ticket names
        self._copied = False

    @property
    def open(self) -> bool:
        return bool(self.panel.display)

    # What the keys do ------------------------------------------------------------------------------------------------

    def press(self, key: str) -> bool:
        """Copy, or close. Any other key closes the card too, and does its own work."""
        if not self.open:
            return False
        if is_for(self.screen, "table.copy", key):
            self.copy()
            return True
        self.close()
        return any(is_for(self.screen, id, key) for id in CLOSING)

    def toggle(self) -> None:
        self.close() if self.open else self.show()

    def show(self) -> None:
        self._copied = False
        self.screen.hush()
        self.panel.display = True
        self.refresh()
        self.screen.show()

    def close(self) -> None:
        if self.open:
            self.panel.display = False
            self.screen.show()

    def copy(self) -> None:
        """Copy the ticket through the terminal. Once more, the one with the next address."""
        if not self.open:
            self.show()
        if not self.network_table.session.hosting:
            return
        self.spot += 1 if self._copied else 0
        self._copied = True
        self.screen.app.copy_to_clipboard(self._ticket())
        self.refresh()

    # What is shown ---------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show it as it is now: the code can change, and somebody else can become host."""
        if self.open:
            self.panel.card = self.card()
            self.panel.buttons = self.keys()
            self.place(*self.screen.size)
            self.panel.repaint()

    def card(self) -> InvitationText:
        table, session = self.network_table, self.network_table.session
        rows = [(_("table"), table.table_name)] if table.table_name else []
        code, hosting = table.code, session.hosting
        if code is not None:
            rows.append((_("code"), code_text(code)))
        elif hosting:
            rows.append((_("code"), _("nobody needs one: the table is open")))
        else:
            rows.append((_("code"), _("ask {host}").format(host=self._host_name())))
        if hosting:
            known = self._addresses()
            spot = self.spot % len(known)
            more = " " + _("({n} of {all})").format(n=spot + 1, all=len(known)) if len(known) > 1 else ""
            rows.append((_("address"), f"{known[spot]}:{table.runner.port}{more}"))
            rows.append((_("ticket"), self._ticket()))
        elif (address := table.runner.host_address) is not None:
            rows.append((_("address"), f"{address[0]}:{address[1]}"))
        return InvitationText(_("How others come to this table"), tuple(rows), self._note())

    def _note(self) -> str:
        if self._copied:
            words = _("The ticket is in the clipboard, if your terminal can do that.")
            if len(self._addresses()) > 1:
                words += " " + _("C again takes the next address.")
            return words
        if self.network_table.session.hosting:
            return _("With code or ticket one comes to watch; players who lost the link come back without.")
        return _("With the code one comes to watch; players who lost the link come back without.")

    def _host_name(self) -> str:
        session = self.network_table.session
        game = session.game or session.watched
        return network.name_of(self.screen.names, game.chain.host) if game is not None else _("the host")

    def _addresses(self) -> list[str]:
        return host.addresses(self.network_table.runner)

    def _ticket(self) -> str:
        known = self._addresses()
        return host.ticket(self.network_table.runner, known[self.spot % len(known)])

    def keys(self) -> tuple[Key, ...]:
        copy: tuple[Key, ...] = ()
        if self.network_table.session.hosting:
            copy = (("C", _("copy the ticket"), "mode_key('copy_ticket')"),)
        return (*copy, ("J", _("close"), "mode_key('invite')"))

    def place(self, width: int, height: int) -> None:
        """Over the middle of the board, as large as it has to be."""
        wide = min(WIDEST, width - 4)
        high = min(height - 5, self.panel.needed(wide))
        self.screen.put(self.panel, (width - wide) // 2, 1 + max(0, height - 5 - high) // 2, wide, high)


CLOSING = ("table.invite", "table.do", "table.back", "table.back.slow")
