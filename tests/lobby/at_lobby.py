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
        for company in self.companies:
            await company.close()
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
        """Somebody who has come in with the code, or come back; to the table of a company."""
        self.at_home(name)
        async with TableLookup(identity(name), discovers=False) as lookout:
            seen = await lookout.look((HERE, table.shell.port))
        log = None if watches else own_log(seen)
        visit = way_in(seen, None if log is not None else table.shell.code, fellows(log, identity(name)))
        shell = SessionRunner(identity(name), name, target=JoinTarget(seen.addresses, visit), discovers=False)
        sit_down(shell, log, watches, HERE)
        company: Any = self._sit(NetworkTable(shell, plays), True)
        async with asyncio.timeout(PATIENCE):
            await company.arrived.wait()
        assert company.ended is None, company.ended
        return company

    def _sit(self, company: Any, begun: bool) -> Any:
        self.companies.append(company)
        if begun:
            company.begin(self.errors.append)
        return company

    @asynccontextmanager
    async def app(self, company: Any = None, size: tuple[int, int] = (80, 24), **more: Any) -> AsyncIterator[Any]:
        """The app, at the lobby of this company if one is given; it leaves the table in the end."""
        app: Any = House(look(motion=False), discovers=False, **more)
        async with app.run_test(size=size) as pilot:
            if company is not None:
                if company in self.companies:
                    self.companies.remove(company)
                app.open_company(company)
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
) -> Any:
    """A table that has answered, or (`why`) with which we cannot play."""
    address = (f"192.168.1.{len(label) + 20}", 47624)
    listing = Listing(label, (address,), game, seats, taken, state != "lobby", "00000000", door == "code", "0" * 16)
    info = TableInfo(name, game, seats, taken, 0, state, door, gid)
    return NearbyTable(label, listing, None if why else SeenTable((address,), info), why, ms)


def identity(name: str) -> Identity:
    return Identity(name.encode()[:32].ljust(32))


async def when(true: Callable[[], Any], *companies: Any) -> None:
    """Waits for what messages bring about, where there is no screen to look at."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)


def shown(pilot: Any, company: Any) -> str:
    """What is on the screen, with the same port in it every time."""
    return text(pilot.app).replace(f":{company.shell.port}", ":47624")


def harmless(shown: str) -> None:
    """Nothing that a terminal obeys, or that deceives whoever reads it."""
    assert [sign for sign in shown if not sign.isprintable() and sign != "\n"] == []
    assert "\u0301" * 3 not in shown


def the_ticket(company: Any) -> str:
    return ticket(company.shell, addresses(company.shell)[0])


def play_on(company: Any) -> bool:
    """One move for this company, if it is asked; whether it was."""
    game = company.session.game
    if game is None or game.table is None or game.ended or game.asked() != game.seat:
        return False
    legal = sorted(game.table.view(game.seat).legal())
    return bool(company.wish(lambda session: session.choose(legal[0])) == "")


async def play_out(*companies: Any) -> None:
    """Plays a game to its end, everybody the first move there is."""
    asked: dict[int, int] = {}

    def all_over() -> bool:
        for company in companies:
            game = company.session.game
            if game is not None and asked.get(id(company)) != game.last:
                before = game.last
                asked[id(company)] = before if play_on(company) else -1
        return all(company.over for company in companies)

    await when(all_over)
