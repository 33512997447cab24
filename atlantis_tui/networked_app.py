"""The part of the app for tables on the network: open one, leave it, and look for others.

Nothing of the network is loaded before somebody asks for it, because the menu comes first.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from textual import work
from textual.app import App

if TYPE_CHECKING:
    from collections.abc import Callable

    from atlantis_tui.network.host import NewTableRequest
    from atlantis_tui.network.nearby import NearbyTables
    from atlantis_tui.network.table import NetworkTable
    from atlantis_tui.saved.settings import Settings


class NetworkedApp(App[int]):
    settings: Settings
    in_terminal = False  # whether this is a real terminal, with people and signals
    notice = ""  # one sentence for the screen that is shown next
    complaint = ""  # why the program ended before it began, in a sentence
    company: NetworkTable | None = None  # the table on the network where we sit
    discovers = True  # whether to look for tables near us
    _near: NearbyTables | None = None
    _left_path = ""  # the file of the network game that was open when the app ended
    _window_title = ""

    def __init__(self, *, ansi_color: bool) -> None:
        super().__init__(ansi_color=ansi_color)
        self._leaving: set[asyncio.Task[None]] = set()

    def open_company(self, company: NetworkTable) -> None:
        """Show the lobby of a table on the network, and later its game. Leaving that screen leaves the table."""
        from atlantis_tui.lobby.screen import LobbyScreen

        self.company = company
        company.begin(self.failed)
        with self._context():  # the app must hear of the end, because the screen we come from may be gone by then
            self.push_screen(LobbyScreen(company), self._company_left)

    def host_table(self, wanted: NewTableRequest | None = None) -> None:
        """Open a table for others: the wanted one, or the usual one for the game played last."""
        self._host(lambda begin: begin.begin(wanted, self.discovers, self.settings.game))

    def host_again(self, path: str) -> None:
        """Open the table of a network game again, for its players."""
        self._host(lambda begin: begin.begin_again(path, self.discovers), path)

    @work(exclusive=True, group="host")
    async def _host(self, opened: Callable[[Any], NetworkTable], path: str = "") -> None:
        from importlib import import_module

        from atlantis_tui.saved.game_files import in_short
        from atlantis_tui.text.complaint import CommandError

        begin = await asyncio.to_thread(import_module, "atlantis_tui.network.new_table")
        await begin.prepared()
        await self.all_left()
        if self.company is not None:
            return
        try:
            self.open_company(opened(begin))
        except CommandError as wrong:
            self.notice = in_short(str(wrong), path) if path else str(wrong)
            getattr(self.screen, "show", self.screen.refresh)()

    async def near(self) -> NearbyTables | None:
        """The tables on this network, or None if we may not look. A thread loads the modules that this needs."""
        if self._near is None and self.discovers:
            from importlib import import_module

            await asyncio.to_thread(import_module, "zeroconf.asyncio")
            found = await asyncio.to_thread(import_module, "atlantis_tui.network.nearby")
            self._near = self._near or found.NearbyTables()
        return self._near

    def _company_left(self, why: str | None) -> None:
        company, self.company = self.company, None
        if company is not None:
            self.leave_company(company)
        self.notice = why or ""
        self.set_title("")
        getattr(self.screen, "show", self.screen.refresh)()

    def leave_company(self, company: NetworkTable) -> None:
        """Say good-bye to a table. That may take a moment, but nobody has to wait for it."""
        leaving = asyncio.create_task(company.close())
        self._leaving.add(leaving)
        leaving.add_done_callback(self._leaving.discard)

    async def all_left(self) -> None:
        """Wait until the tables that we left know it and their files are closed."""
        await asyncio.shield(asyncio.gather(*self._leaving))  # cancelling the caller must not cancel the good-byes

    async def on_unmount(self) -> None:
        self.set_title("")
        company, self.company = self.company, None
        if company is not None:
            self._left_path = company.path
            self.leave_company(company)
        if self._near is not None:
            await self._near.close()
        await self.all_left()

    def give_up(self, complaint: str) -> None:
        """End the program with this sentence, because it cannot do what the command line asks for."""
        self.complaint = complaint
        self.exit(return_code=2)

    def failed(self, error: Exception) -> None:
        """Handle an error of the program that came outside of Textual's messages."""
        self._handle_exception(error)

    def set_title(self, title: str) -> None:
        """Set the title of the terminal's window; "" restores the old one."""
        if self.in_terminal and self._driver is not None and title != self._window_title:
            if not self._window_title:
                self._driver.write("\x1b[22;2t")  # the terminal remembers its old title
            self._driver.write(f"\x1b]2;{title}\x1b\\" if title else "\x1b[23;2t")
            self._driver.flush()
            self._window_title = title
