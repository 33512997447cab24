"""Several people at one table on the network, in one program: real shells on real sockets, each with a home of its own.

    async with gathering("Anna", "Boris", bots=1) as table:     # Anna hosts, the game has begun
        async with table.at("Boris") as play:                   # what Boris sees
            table.plays_by_itself("Anna")
            await play.asked()

Nothing waits for time to pass: the table is looked at again whenever something has happened.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from atlantis_tui.games import table_for
from atlantis_tui.network.runner import JoinTarget, SessionRunner
from atlantis_tui.network.table import NetworkTable
from atlantis_tui.table.network.mode import NetworkMode
from atlantis_tui.ui import Look
from core.bots import make_bot
from core.game import Move
from net.handshake import to_open_table
from net.identity import Identity
from net.session import notices
from net.session.session import Session
from tests.table.at_table import Play
from tests.ui.stage import PATIENCE, Stage, look

HERE = "127.0.0.1"


def same_bytes(name: str) -> Callable[[int], bytes]:
    """A player's share of chance, always the same; bytes for times are asked for more or less often, and so apart."""
    asked: dict[int, int] = {}

    def random(size: int) -> bytes:
        asked[size] = asked.get(size, 0) + 1
        return hashlib.shake_128(f"{name} {size} {asked[size]}".encode()).digest(size)

    return random


async def until(true: Callable[[], Any]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0)


async def reads(play: Play, words: str) -> None:
    """Until these words are on the screen."""
    async with asyncio.timeout(PATIENCE):
        while words not in play.text:
            await play.settle()


class Person:
    """One program at the table: a NetworkTable, and what it was told."""

    def __init__(self, name: str, runner: SessionRunner) -> None:
        self.name, self.runner = name, runner
        self.network_table = NetworkTable(runner)
        self.heard: list[Any] = []
        self.network_table.listen(self.heard.append)
        self._running = asyncio.create_task(self.network_table.run())
        self._stop: Callable[[], None] | None = None

    @property
    def session(self) -> Session:
        return self.network_table.session

    @property
    def seat(self) -> int:
        seat = self.session.seat
        assert seat is not None
        return seat

    @property
    def mine(self) -> bool:
        table = self.network_table.table
        return table is not None and table.state.prompt is not None and table.state.prompt.seat == self.seat

    def choose(self) -> Move:
        """Some move, always the same in the same position."""
        table = self.network_table.table
        assert table is not None
        return make_bot("random", table.game, f"{self.name} {len(table.steps)}").choose(table.view(self.seat))

    async def move(self) -> None:
        """One move of theirs, until it stands."""
        table = self.network_table.table
        assert table is not None
        await until(lambda: self.mine and table.state.forced() is None)
        before = len(table.steps)
        move = self.choose()
        self.runner.wish(lambda session: session.choose(move))
        await until(lambda: len(table.steps) > before)

    async def turn(self) -> None:
        """A whole turn of theirs."""
        table = self.network_table.table
        assert table is not None
        await until(lambda: self.mine)
        turn = table.state.turn
        while self.mine and table.state.turn == turn:
            if table.state.forced() is not None:
                await asyncio.sleep(0)
            else:
                await self.move()

    def plays_by_itself(self) -> None:
        """Moves whenever it can, and wants everything that is asked."""

        def hear(news: Any) -> None:
            if isinstance(news, notices.YourTurn) and self.mine:
                move = self.choose()
                self.runner.wish(lambda session: session.choose(move))
            elif isinstance(news, notices.Asked):
                self.runner.wish(lambda session: session.answer(news.hash, True))

        self._stop = self.network_table.listen(hear)
        if self.mine:
            hear(notices.YourTurn(0, self.seat))

    async def close(self) -> None:
        if not self._running.done():
            await self.network_table.close()
        await self._running


class Gathering:
    def __init__(self, home: Path, patch: pytest.MonkeyPatch) -> None:
        self.home, self.patch = home, patch
        self.people: dict[str, Person] = {}
        self.port = 0

    def __getitem__(self, name: str) -> Person:
        return self.people[name]

    def come(self, name: str, sit: Callable[[Any, int], Session] | None = None) -> Person:
        """Somebody opens the table, comes to it, or with `sit` does something else."""
        self.patch.setenv("ATLANTIS_HOME", str(self.home / name))
        target = JoinTarget(((HERE, self.port),), to_open_table()) if self.port else None
        identity = Identity(hashlib.blake2b(name.encode(), digest_size=32).digest())
        runner = SessionRunner(identity, name, target=target, door="open", discovers=False)
        port = runner.listen(HERE)
        self.port = self.port or port
        make, chance = sit or Session.guest, same_bytes(name)
        runner.sit(lambda me, now: make(me._replace(random=chance), now))
        self.people[name] = Person(name, runner)
        return self.people[name]

    async def watch(self, name: str) -> Person:
        person = self.come(name, Session.watch)
        await until(lambda: person.network_table.table is not None)
        return person

    def cut(self) -> None:
        """Every link breaks, and nobody finds anybody until it is mended."""
        for person in self.people.values():
            runner: Any = person.runner
            runner._dial = lambda action, runner=runner: runner._do(runner.session.undialed(action.seat))
            for link in runner.links.all:
                link.abort()

    def mend(self) -> None:
        for person in self.people.values():
            del person.runner._dial

    async def leave(self, name: str) -> None:
        await self.people.pop(name).close()

    def come_back(self, name: str) -> Person:
        """Somebody who has left opens their game again, and goes to whoever is host."""
        from core.log import FileLog

        path = next((self.home / name / "games").glob("*.atl"))
        log = FileLog.open(str(path))
        return self.come(name, lambda me, now: Session.resume(me, now, log))

    @asynccontextmanager
    async def at(self, name: str, size: tuple[int, int] = (80, 24), shown: Look | None = None) -> AsyncIterator[Play]:
        """The screen of one of them."""
        network_table = self.people[name].network_table
        assert network_table.table is not None
        screen = table_for(network_table.table.game.name)(network_table.table, NetworkMode(network_table))
        app = Stage(screen, shown or look(motion=False, hover=False))
        async with app.run_test(size=size) as pilot:
            play = Play(app, pilot)
            await play.settle()
            yield play
            if app.screen is play.screen:
                play.screen.dismiss("menu")
                await play.settle()


@asynccontextmanager
async def gathering(
    home: Path, *names: str, bots: int = 0, begin: bool = True, game: str = "atlantis"
) -> AsyncIterator[Gathering]:
    """The first one hosts; all are at the table, and the game has been dealt."""
    with pytest.MonkeyPatch.context() as patch:
        table = Gathering(home, patch)
        seats = len(names) + bots
        async with AsyncExitStack() as leaving:
            leaving.push_async_callback(_leave_all, table)
            for name in names:
                if not table.people:
                    host = table.come(name, lambda me, now: _opened(me, now, game, seats, bots))
                else:
                    guest = table.come(name)
                    await until(lambda guest=guest: guest.session.seat is not None)  # type: ignore[misc]
            if begin:
                for person in table.people.values():
                    person.runner.wish(lambda session: session.ready())
                lobby = host.session.lobby
                assert lobby is not None
                await until(lambda: lobby.complete)
                host.runner.wish(lambda session: session.start())
                await until(lambda: all(person.network_table.table is not None for person in table.people.values()))
            yield table


def _opened(me: Any, now: int, game: str, seats: int, bots: int) -> Session:
    session = Session.host(me, now, "Reef", game, {}, seats)
    for number in range(bots):
        session.seat_bot(seats - 1 - number, "random")
    return session


async def _leave_all(table: Gathering) -> None:
    for person in list(table.people.values()):
        await person.close()
