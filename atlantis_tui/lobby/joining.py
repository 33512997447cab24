"""On the way to a table, for a screen: look at an address, ask for the code, come in. Nothing here blocks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, NamedTuple

from atlantis_tui.network import ourselves
from atlantis_tui.network.join import fellows, has_seat, lost_company, needs_code, own_log, sit_down, way_in
from atlantis_tui.network.lookup import SeenTable, TableLookup
from atlantis_tui.network.runner import JoinTarget, SessionRunner, prepared
from atlantis_tui.network.table import NetworkTable
from atlantis_tui.text import network
from atlantis_tui.text.command_error import CommandError
from atlantis_tui.text.errors import sentence
from core.frames import LogError
from core.table import TableError
from net.codes import read_code
from net.refusal import Refusal

if TYPE_CHECKING:
    from atlantis_tui.app import AtlantisApp
    from core.log import FileLog
    from net.identity import Identity

AGAIN = ("wrong_code", "code_changed", "bad_code")  # after these errors we ask for the code again
NO_SEAT = ("playing", "full")  # who is refused for one of these reasons can still watch


class WatchOffer(NamedTuple):
    """A table that has no seat for us: we can watch it."""

    seen: SeenTable
    code: str | None  # its code, if we gave one
    full: bool = False  # no game is played there, but all seats are taken


class TableJoin:
    """`doing` says what is going on, `asks` whose code we want, `offer` what we can watch. We call `changed` and `came`
    when that changes."""

    def __init__(self, app: AtlantisApp, changed: Callable[[], None], came: Callable[[NetworkTable], None]) -> None:
        self._app, self._changed, self._came = app, changed, came
        self.player: str | None = None  # our name, if it is not the one in the settings
        self.address: str | None = None  # our own address to listen at
        self.doing = ""  # "look", "come" or ""
        self.trouble = ""  # a sentence
        self.asks: tuple[SeenTable, bool] | None = None  # the table that wants a code, and whether to watch
        self.offer: WatchOffer | None = None
        self._task: asyncio.Task[None] | None = None

    def look(self, word: str, watches: bool, code: str | None = None) -> None:
        """Go to the table of an address or a ticket."""
        self._begin("look", self._at(word, watches, code))

    def come(self, seen: SeenTable, watches: bool, code: str | None = None) -> None:
        """Go to a table that has answered. Ask for its code if it needs one."""
        self._begin("come", self._in(seen, watches, code))

    def typed(self, code: str) -> None:
        """Use the code that the person has typed."""
        assert self.asks is not None
        seen, watches = self.asks
        self.come(seen, watches, code)

    def watch(self, offer: WatchOffer) -> None:
        """Watch the table that has no seat for us."""
        self.come(offer.seen, True, offer.code)

    def stop(self) -> bool:
        """Give up what is going on; returns whether anything was."""
        going_on = bool(self.doing) or self.asks is not None or self.offer is not None
        self.asks, self.offer, self.doing, self.trouble = None, None, "", ""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        return going_on

    def _begin(self, doing: str, work: Coroutine[None, None, None]) -> None:
        self.stop()
        self.doing = doing
        self._task = asyncio.create_task(self._surely(work))
        self._changed()

    async def _surely(self, work: Coroutine[None, None, None]) -> None:
        try:
            await work
        except Refusal as refusal:
            self._fail(network.refusal(refusal))
        except CommandError as wrong:
            self._fail(str(wrong))
        except (LogError, TableError) as error:
            self._fail(sentence(error))
        except Exception as error:
            self._app.failed(error)

    def _fail(self, trouble: str) -> None:
        self.doing, self.trouble, self._task = "", trouble, None
        self._changed()

    async def _at(self, word: str, watches: bool, code: str | None) -> None:
        identity = await asyncio.to_thread(ourselves.identity)
        async with TableLookup(identity, discovers=False) as lookout:
            seen = await lookout.at(word)
        await self._in(seen, watches, code)

    async def _in(self, seen: SeenTable, watches: bool, code: str | None) -> None:
        asked_for = code is not None or seen.visit is not None  # with a code or a ticket the host itself shall answer
        if seen.info.state == "playing" and not (watches or asked_for or has_seat(seen)):
            self._offer(WatchOffer(seen, None))
            return
        await self._app.all_left()  # we may still hold the file of a game that we have just left
        identity = await asyncio.to_thread(ourselves.identity)
        await prepared()
        log = None if watches else own_log(seen)
        hosts = fellows(log, identity)
        if needs_code(seen, hosts) and code is None:
            company = lost_company()
            if not company or not await self._comes_by_key(seen, watches, identity, company):
                self._ask(seen, watches, "")
            return
        try:
            await self._sit(seen, watches, identity, hosts, log, code=code)
        except Refusal as refusal:
            if refusal.reason in AGAIN and code is not None:
                self._ask(seen, watches, network.refusal(refusal))
            elif refusal.reason == "refused" and refusal.params.get("why") in NO_SEAT and not watches:
                self._offer(WatchOffer(seen, code, refusal.params["why"] == "full"))
            else:
                raise

    async def _comes_by_key(self, seen: SeenTable, watches: bool, identity: Identity, hosts: tuple[bytes, ...]) -> bool:
        """Come in without a code, where one of these may be host and know us. False: the table needs its code."""
        try:
            await self._sit(seen, watches, identity, hosts, None)
        except Refusal:
            return False
        return True

    async def _sit(
        self,
        seen: SeenTable,
        watches: bool,
        identity: Identity,
        hosts: tuple[bytes, ...],
        log: FileLog | None,
        *,
        code: str | None = None,
    ) -> None:
        """Come in, with the code or because one of these may be host and know us, and open the table. Raises Refusal if
        we are not let in."""
        network_table = None
        try:
            visit = way_in(seen, None if code is None else read_code(code), hosts)
            runner = SessionRunner(
                identity,
                ourselves.player_name(self.player),
                target=JoinTarget(seen.addresses, visit),
                discovers=self._app.discovers,
            )
            network_table = NetworkTable(runner)
            sit_down(runner, log, watches, self.address)
            network_table.begin(self._app.failed)
            if log is None:
                await network_table.arrived.wait()
            if network_table.ended is not None:
                raise network_table.ended.why
        except BaseException:
            if network_table is not None:
                self._app.leave_network_table(network_table)
            if log is not None and (network_table is None or not hasattr(network_table.runner, "session")):
                log.close()
            raise
        self.doing, self._task = "", None
        self._came(network_table)

    def _offer(self, offer: WatchOffer) -> None:
        self._fail("")
        self.offer = offer
        self._changed()

    def _ask(self, seen: SeenTable, watches: bool, trouble: str) -> None:
        self._fail(trouble)
        self.asks = seen, watches
        self._changed()
