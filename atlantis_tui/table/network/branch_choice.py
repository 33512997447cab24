"""At a network table where nobody else is left: leave it and go on against bots. It is a choice of the absence card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_tui.network.branch_permission import LeftAlone
from atlantis_tui.text.translation import _
from atlantis_tui.ui.stack import leave

if TYPE_CHECKING:
    from atlantis_tui.network.table import NetworkTable
    from atlantis_tui.table.screen import TableScreen
    from atlantis_tui.table.status import Key


class AloneChoice:
    def __init__(self, screen: TableScreen, network_table: NetworkTable) -> None:
        self.screen, self.network_table = screen, network_table
        self.left_alone = LeftAlone(network_table)

    @property
    def all_left(self) -> bool:
        """Whether all the others have said that they leave."""
        return bool(self.left_alone) and self.left_alone.free() == 0

    def keys(self) -> tuple[Key, ...]:
        if not self.left_alone or self.left_alone.too_early():
            return ()
        return (("A", _("against bots"), "mode_key('go_on_alone')"),)

    def note(self) -> tuple[str, ...]:
        """What the card says about it."""
        if not self.left_alone:
            return ()
        early = self.left_alone.too_early()
        if early is not None:
            return (early.on_screen,)
        return (_("A goes on against bots; the game with the others stays as it is."),)

    def go(self) -> None:
        """Leave the table, or say why it is too early. The app then looks whether the others have the game open, and
        goes on with it if not."""
        if not self.left_alone:
            return
        early = self.left_alone.too_early()
        if early is not None:
            self.screen.say([early.on_screen])
            self.screen.show()
            return
        self.screen.app.alone_next = self.network_table.path  # type: ignore[attr-defined]
        leave(self.screen, "menu")
