"""The part of the app for tables on the network: open one, leave it, and look for others.

Nothing of the network is loaded before somebody asks for it, because the menu comes first.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from textual import work

from atlantis_tui.text.translation import _
from atlantis_tui.ui.textual_internals import SilentApp, on_behalf_of, write_to_terminal

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from atlantis_tui.network.host import NewTableRequest
    from atlantis_tui.network.nearby import NearbyTable, NearbyTables
    from atlantis_tui.network.table import NetworkTable
    from atlantis_tui.saved.settings import Settings
    from core.table import Table


class NetworkedApp(SilentApp[int]):
    settings: Settings
    in_terminal = False  # whether this is a real terminal, with people and signals
    notice = ""  # one sentence for the screen that is shown next
    complaint = ""  # why the program ended before it began, in a sentence
    network_table: NetworkTable | None = None  # the table on the network where we sit
    discovers = True  # whether to look for tables near us
    alone_next = ""  # the file of a network game to go on with alone, as soon as its table is left
    _near: NearbyTables | None = None
    left_path = ""  # the file of the network game that was open when the app ended
    _window_title = ""

    def __init__(self, *, ansi_color: bool) -> None:
        super().__init__(ansi_color=ansi_color)
        self._leaving: set[asyncio.Task[None]] = set()

    def open_network_table(self, network_table: NetworkTable) -> None:
        """Show the lobby of a table on the network, and later its game. Leaving that screen leaves the table."""
        from atlantis_tui.lobby.screen import LobbyScreen

        self.network_table = network_table
        network_table.begin(self.failed)
        self.push_for_app(LobbyScreen(network_table), self._network_table_left)

    def push_for_app(self, screen: Screen[Any], left: Callable[[str | None], None] | None = None) -> None:
        """Show a screen whose end the app must hear of. Textual tells the end to whatever has opened a screen, and
        that may be a screen which is gone by then, such as the one where a new game is set up."""
        with on_behalf_of(self):
            self.push_screen(screen, left)

    def host_table(self, wanted: NewTableRequest | None = None) -> None:
        """Open a table for others: the wanted one, or the usual one for the game played last."""

        def host() -> None:
            self._host(lambda begin: begin.begin(wanted, self.discovers, self.settings.game, self.settings.name))

        if wanted is not None and wanted.player:
            host()
        else:
            from atlantis_tui.games import usual

            self.once_named(host, "" if wanted is not None else usual(self.settings.game), hosts=True)

    def join_table(self, go: NearbyTable | None = None, *, returns: bool = False) -> None:
        """Show the tables near us, and go to one of them at once if it was chosen already. Whoever `returns` to a game
        has a name there."""

        def join() -> None:
            from atlantis_tui.lobby.tables import TableRequest, TablesScreen

            self.push_for_app(TablesScreen(TableRequest(player=self.settings.name or None), go))

        if returns:
            join()
        else:
            self.once_named(join)

    def once_named(self, then: Callable[[], None], game: str = "", *, hosts: bool = False) -> None:
        """Do something that shows our name to others. The first time the person is asked for it, and with `game` also
        for the game of the table; nothing is done for whoever goes back. `hosts`: it opens a table."""
        if self.settings.name:
            then()
        else:
            self._ask_name(then, game, hosts)

    @work(exclusive=True, group="name")
    async def _ask_name(self, then: Callable[[], None], game: str, hosts: bool) -> None:
        from importlib import import_module

        from atlantis_tui.menu.name_card import NameCard

        ourselves = await asyncio.to_thread(import_module, "atlantis_tui.network.ourselves")
        card = NameCard(ourselves.suggested_name(), game, hosts=hosts)
        self.push_for_app(card, lambda name: then() if name else None)

    def host_again(self, path: str) -> None:
        """Open the table of a network game again, for its players."""
        self._host(lambda begin: begin.begin_again(path, self.discovers), path)

    @work(exclusive=True, group="host")
    async def _host(self, opened: Callable[[Any], NetworkTable], path: str = "") -> None:
        from importlib import import_module

        from atlantis_tui.saved.game_files import in_short
        from atlantis_tui.text.command_error import CommandError

        begin = await asyncio.to_thread(import_module, "atlantis_tui.network.new_table")
        await begin.prepared()
        await self.all_left()
        if self.network_table is not None:
            return
        try:
            self.open_network_table(opened(begin))
        except CommandError as wrong:
            self.notice = in_short(str(wrong), path) if path else str(wrong)
            getattr(self.screen, "show", self.screen.refresh)()

    def open_table(self, table: Table, notice: str = "") -> None:
        """Show a game that is played at this computer."""
        raise NotImplementedError

    def go_on_alone(self, path: str) -> None:
        """Go on with a network game against bots, if nobody else has it open. Otherwise the screen says why not."""
        from atlantis_tui.menu.branch_search import AloneScreen

        screen = AloneScreen(path)

        def looked(new: str | None) -> None:
            from atlantis_tui.saved.game_files import CannotOpenGame, resume_table

            if not new:
                self._remark(screen.why)
                return
            try:
                table, notice = resume_table(new)
            except CannotOpenGame as error:
                self._remark(str(error))
            else:
                told = _(
                    "Bots play for the others now. You will see which cards come next: do not go on with both games."
                )
                self.open_table(table, notice)
                say = getattr(self.screen, "say", None)
                if say is not None and not notice:
                    self.screen.call_after_refresh(say, [told], True)

        self.push_for_app(screen, looked)

    def _remark(self, sentence: str) -> None:
        self.notice = sentence
        getattr(self.screen, "show", self.screen.refresh)()

    async def near(self) -> NearbyTables | None:
        """The tables on this network, or None if we may not look. A thread loads the modules that this needs."""
        if self._near is None and self.discovers:
            from importlib import import_module

            await asyncio.to_thread(import_module, "zeroconf.asyncio")
            found = await asyncio.to_thread(import_module, "atlantis_tui.network.nearby")
            self._near = self._near or found.NearbyTables()
        return self._near

    def _network_table_left(self, why: str | None) -> None:
        network_table, self.network_table = self.network_table, None
        if network_table is not None:
            self.leave_network_table(network_table)
        self.set_title("")
        self._remark(why or "")
        path, self.alone_next = self.alone_next, ""
        if path:
            self.go_on_alone(path)

    def leave_network_table(self, network_table: NetworkTable) -> None:
        """Say good-bye to a table. That may take a moment, but nobody has to wait for it."""
        leaving = asyncio.create_task(network_table.close())
        self._leaving.add(leaving)
        leaving.add_done_callback(self._leaving.discard)

    async def all_left(self) -> None:
        """Wait until the tables that we left know it and their files are closed."""
        await asyncio.shield(asyncio.gather(*self._leaving))  # cancelling the caller must not cancel the good-byes

    async def on_unmount(self) -> None:
        self.set_title("")
        network_table, self.network_table = self.network_table, None
        if network_table is not None:
            self.left_path = network_table.path
            self.leave_network_table(network_table)
        if self._near is not None:
            await self._near.close()
        await self.all_left()

    def give_up(self, complaint: str) -> None:
        """End the program with this sentence, because it cannot do what the command line asks for."""
        self.complaint = complaint
        self.exit(return_code=2)

    def set_title(self, title: str) -> None:
        """Set the title of the terminal's window; "" restores the old one."""
        if self.in_terminal and title != self._window_title:
            remember_old = "" if self._window_title else "\x1b[22;2t"
            new = f"\x1b]2;{title}\x1b\\" if title else "\x1b[23;2t"
            if write_to_terminal(self, remember_old + new):
                self._window_title = title
