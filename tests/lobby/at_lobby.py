"""Tables on real sockets in a test: the app sits at one of them, everybody else is in this program too.

    async with Inn(monkeypatch, tmp_path) as inn:
        mira = inn.host("Mira", seats=3)            a table
        jonas = await inn.guest("Jonas", mira)      somebody who has come to it
        async with inn.app(mira) as pilot: ...      the lobby of one of them on screen

Each has a home and a key of its own. Nothing is announced, and nobody waits for time to pass.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from atlantis_tui.network.host import HostOptions, NewTableRequest, addresses, open_again, open_table, ticket
from atlantis_tui.network.join import fellows, own_log, sit_down, way_in
from atlantis_tui.network.lookup import SeenTable, TableLookup
from atlantis_tui.network.nearby import NearbyTable
from atlantis_tui.network.runner import JoinTarget, SessionRunner
from atlantis_tui.network.table import NetworkTable
from atlantis_tui.saved.settings import Settings
from atlantis_tui.ui.page import Page
from core.log import FileLog
from net.adverts import Listing
from net.identity import Identity
from net.messages import TableInfo
from tests.menu.at_menu import House, text, until
from tests.ui.stage import look

HERE = "127.0.0.1"
CODE = "482917"
PATIENCE = 60  # seconds; only a test that fails ever waits so long


# Names as nobody honest has them: orders to a terminal, another direction, accents without end, wide, and long.
HOSTILE = ("\x1b]2;x\x07\x9b2Jeve", "\u202eevil\u200b\u2066", "e" + "\u0301" * 40, "木" * 40, "x" * 500, "\r\n\t")


class Board(Page):
    """Stands for the screen of a table, where the table is not the matter."""

    def __init__(self, table: Any, mode: Any = None) -> None:
        super().__init__()
        self.table, self.mode = table, mode

    def draw(self, pen: Any) -> None:
        pen.header("THE TABLE", "", "")


class Inn:
    def __init__(self, monkeypatch: Any, tmp_path: Any) -> None:
        self.monkeypatch, self.tmp_path = monkeypatch, tmp_path
        self.companies: list[Any] = []
        self.errors: list[Exception] = []

    async def __aenter__(self) -> Inn:
        return self

    async def __aexit__(self, *_: object) -> None:
        for network_table in self.companies:
            await network_table.close()
        assert self.errors == []

    def at_home(self, name: str) -> None:
        """Files are looked for in this one's home from now on."""
        self.monkeypatch.setenv("ATLANTIS_HOME", str(self.tmp_path / name))

    def host(self, name: str = "Mira", seats: int = 3, *, begun: bool = True, **more: Any) -> Any:
        self.at_home(name)
        way = HostOptions(name, more.pop("door", "code"), CODE, HERE, discovers=False)
        wanted = NewTableRequest("Kitchen table", "atlantis", more.pop("options", {}), seats, **more)
        return self._sit(NetworkTable(open_table(identity(name), wanted, way)), begun)

    def again(self, name: str, path: str, *, begun: bool = True) -> Any:
        self.at_home(name)
        way = HostOptions(name, "code", CODE, HERE, discovers=False)
        return self._sit(NetworkTable(open_again(identity(name), FileLog.open(path), "Kitchen table", way)), begun)

    async def guest(self, name: str, table: Any, *, watches: bool = False, plays: str | None = None) -> Any:
        """Somebody who has come in with the code, or come back; to a NetworkTable."""
        self.at_home(name)
        async with TableLookup(identity(name), discovers=False) as lookout:
            seen = await lookout.look((HERE, table.runner.port))
        log = None if watches else own_log(seen)
        visit = way_in(seen, None if log is not None else table.runner.code, fellows(log, identity(name)))
        runner = SessionRunner(identity(name), name, target=JoinTarget(seen.addresses, visit), discovers=False)
        sit_down(runner, log, watches, HERE)
        network_table: Any = self._sit(NetworkTable(runner, plays), True)
        async with asyncio.timeout(PATIENCE):
            await network_table.arrived.wait()
        assert network_table.ended is None, network_table.ended
        return network_table

    def _sit(self, network_table: Any, begun: bool) -> Any:
        self.companies.append(network_table)
        if begun:
            network_table.begin(self.errors.append)
        return network_table

    @asynccontextmanager
    async def app(self, network_table: Any = None, size: tuple[int, int] = (80, 24), **more: Any) -> AsyncIterator[Any]:
        """The app, at the lobby of this NetworkTable if one is given; it leaves the table in the end."""
        more.setdefault("settings", Settings(name="Mira"))  # whoever has no name is asked for it first
        app: Any = House(look(motion=False), discovers=False, **more)
        async with app.run_test(size=size) as pilot:
            if network_table is not None:
                if network_table in self.companies:
                    self.companies.remove(network_table)
                app.open_network_table(network_table)
                await until(pilot, lambda: len(app.screen_stack) >= 2 and app.screen.is_mounted)
                await pilot.pause()
            yield pilot


class Said:
    """What the network says of tables near us, said by a test."""

    def __init__(self, *rows: NearbyTable) -> None:
        self.rows, self.looked = list(rows), bool(rows)
        self.trouble: str | None = None
        self.hear: list[Callable[[], None]] = []

    def listen(self, hear: Callable[[], None]) -> Callable[[], None]:
        self.hear.append(hear)
        return lambda: self.hear.remove(hear)

    def tell(self) -> None:
        for hear in tuple(self.hear):
            hear()

    async def close(self) -> None:
        pass


def table(
    label: str,
    name: str,
    taken: int = 2,
    seats: int = 4,
    door: str = "open",
    state: str = "lobby",
    game: str = "atlantis",
    why: str = "",
    ms: int = 3,
    gid: bytes | None = None,
    host: str = "Mira",
) -> Any:
    """A table that has answered, or (`why`) with which we cannot play."""
    address = (f"192.168.1.{len(label) + 20}", 47624)
    listing = Listing(label, (address,), game, seats, taken, state != "lobby", "00000000", door == "code", "0" * 16)
    info = TableInfo(name, game, seats, taken, 0, state, door, gid, host)
    return NearbyTable(label, listing, None if why else SeenTable((address,), info, None, ms), why)


def identity(name: str) -> Identity:
    return Identity(name.encode()[:32].ljust(32))


async def when(true: Callable[[], Any], *companies: Any) -> None:
    """Waits for what messages bring about, where there is no screen to look at."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)


def shown(pilot: Any, network_table: Any) -> str:
    """What is on the screen, with the same port in it every time."""
    return text(pilot.app).replace(f":{network_table.runner.port}", ":47624")


def harmless(shown: str) -> None:
    """Nothing that a terminal obeys, or that deceives whoever reads it."""
    assert [sign for sign in shown if not sign.isprintable() and sign != "\n"] == []
    assert "\u0301" * 3 not in shown


def the_ticket(network_table: Any) -> str:
    return ticket(network_table.runner, addresses(network_table.runner)[0])


def play_on(network_table: Any) -> bool:
    """One move for this NetworkTable, if it is asked; whether it was."""
    game = network_table.session.game
    if game is None or game.table is None or game.ended or game.asked() != game.seat:
        return False
    legal = sorted(game.table.view(game.seat).legal())
    return bool(network_table.wish(lambda session: session.choose(legal[0])) == "")


async def play_out(*companies: Any) -> None:
    """Plays a game to its end, everybody the first move there is."""
    asked: dict[int, int] = {}

    def all_over() -> bool:
        for network_table in companies:
            game = network_table.session.game
            if game is not None and asked.get(id(network_table)) != game.last:
                before = game.last
                asked[id(network_table)] = before if play_on(network_table) else -1
        return all(network_table.over for network_table in companies)

    await when(all_over)
