"""A whole table on this machine's loopback: four players, each with a log on the disk, in one process.

`lan.py` prints what is measured here.

move      from the wish of one player until the entry stands, signed, checked and on the disk, in the logs of all four;
          beside one message there and back over bare TLS. Both are times on the wall.
resume    a game of so many entries, which has many take-backs to be so long. From the own log: until it is read, every
          signature checked, and the position built. From the others: until somebody who has lost the log has all of
          it again over a link, joining included.
bytes     of all links of the host, in both directions, for each entry: in our frames, and as TCP counts them
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any

from atlantis_tui.network.runner import JoinTarget, SessionRunner, now_ms
from core.game import IllegalMove
from core.log import FileLog
from net import wire
from net.handshake import Visit, to_open_table, with_key
from net.identity import Identity
from net.session.notices import Agreed, Asked
from net.session.session import Me, Session

HERE = "127.0.0.1"
PLAYERS = ("Anna", "Boris", "Chloe", "Dana")
_TCP_BYTES = struct.Struct("=QQ")  # tcpi_bytes_acked and tcpi_bytes_received, in Linux's struct tcp_info
_AT = 120


def runner_of(home: Path, name: str, port: int | None = None, visit: Visit | None = None) -> SessionRunner:
    os.environ["ATLANTIS_HOME"] = str(home / name)
    target = None if port is None else JoinTarget(((HERE, port),), visit or to_open_table())
    runner = SessionRunner(Identity(name.encode().ljust(32)), name, target=target, door="open", discovers=False)
    runner.listen(HERE)
    return runner


async def until(there: Any) -> None:
    while not there():
        await asyncio.sleep(0)


@asynccontextmanager
async def table(home: Path) -> AsyncIterator[list[SessionRunner]]:
    """Four who have just been dealt their hands."""
    anna = runner_of(home, PLAYERS[0])
    anna.sit(lambda me, now: Session.host(me, now, "Reef", "atlantis", {}, len(PLAYERS)))
    runners = [anna]
    for name in PLAYERS[1:]:
        runners.append(runner_of(home, name, anna.port))
        runners[-1].sit(Session.guest)
        await until(lambda: runners[-1].session.seat is not None)
    try:
        for runner in runners:
            runner.wish(lambda session: session.ready())
        await until(lambda: anna.session.lobby is not None and anna.session.lobby.complete)
        anna.wish(lambda session: session.start())
        await until(lambda: all(is_dealt(runner) for runner in runners))
        yield runners
    finally:
        for runner in reversed(runners):
            await runner.close()


def is_dealt(runner: SessionRunner) -> bool:
    game = runner.session.game
    return game is not None and game.table is not None and game.asked() is not None


def last(runner: SessionRunner) -> int:
    assert runner.session.game is not None
    return runner.session.game.last


async def asked(runners: list[SessionRunner]) -> SessionRunner | None:
    """Whose turn it is, once all agree on that; None when the game is over."""
    while True:
        await until(lambda: len({last(runner) for runner in runners}) == 1)
        game = runners[0].session.game
        assert game is not None
        if game.ended:
            return None
        seat = game.asked()
        if seat is not None and game.table is not None and game.table.state.forced() is None:
            return next(runner for runner in runners if runner.session.seat == seat)
        await asyncio.sleep(0)


async def turn(runners: list[SessionRunner]) -> float | None:
    """The first move there is; seconds until all have it, None when the game is over."""
    runner = await asked(runners)
    if runner is None:
        return None
    game, before = runner.session.game, last(runner)
    assert game is not None
    assert game.table is not None
    move = game.table.view(runner.session.seat).legal()[0]
    began = time.perf_counter()
    runner.wish(lambda session: session.choose(move))
    await until(lambda: all(last(one) > before for one in runners))
    return time.perf_counter() - began


async def long_turn(runners: list[SessionRunner], told: dict[SessionRunner, list[str]]) -> bool:
    """A move, taken back with everybody's consent, and made again; False when the game is over."""
    runner = await asked(runners)
    if runner is None or await turn(runners) is None or await asked(runners) is None:
        return False
    before = last(runner)
    told[runner].clear()
    with suppress(IllegalMove):
        runner.wish(lambda session: session.ask_back())
        await until(lambda: all(went_back(one, before) for one in runners) or told[runner][-1:] not in ([], ["agreed"]))
    return await turn(runners) is not None


def went_back(runner: SessionRunner, after: int) -> bool:
    assert runner.session.game is not None
    return any(link.record.kind == "back" for link in runner.session.game.chain.links[after + 1 :])


async def agree(runner: SessionRunner, told: list[str]) -> None:
    """To everything. `told`: what came of its own questions."""
    async for news in runner.news():
        if isinstance(news, Agreed):
            told.append(news.result)
        elif isinstance(news, Asked):
            question = news.hash
            runner.wish(lambda session, question=question: session.answer(question, True))  # type: ignore[misc]


class Counted:
    """Bytes of the links of one host."""

    def __init__(self, host: SessionRunner) -> None:
        self._host = host
        self._framed, self.framed = wire.framed, 0
        self._before = self._tcp()

    def __enter__(self) -> Counted:
        def framed(payload: bytes, limit: int = wire.AFTER) -> bytes:
            frame = self._framed(payload, limit)
            self.framed += len(frame)  # all links of this table are the host's, and all of it is in this process
            return frame

        wire.framed = framed
        return self

    def __exit__(self, *_: object) -> None:
        wire.framed = self._framed
        self.on_the_wire = self._tcp() - self._before

    def _tcp(self) -> int:
        total = 0
        for link in self._host.links.all:
            assert link._transport is not None
            sock = link._transport.get_extra_info("socket")
            info = sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _AT + _TCP_BYTES.size)
            total += sum(_TCP_BYTES.unpack_from(info, _AT))
        return total


async def measure(home: Path, bare_echo: Any, moves: int, long_game: int) -> dict[str, Any]:
    """`bare_echo` gives the seconds of one message there and back over bare TLS."""
    found: dict[str, Any] = {}
    async with table(home) as runners:
        times, bare, before = [], [], last(runners[0])
        with Counted(runners[0]) as counted:
            for _ in range(moves):
                took = await turn(runners)
                if took is None:
                    break
                times.append(took)
                bare.append(await bare_echo())
            await asked(runners)
        entries = last(runners[0]) - before
        found["move ms"] = [round(1000 * one, 2) for one in (median(times), min(times), max(times))]
        found["bare echo ms"] = round(1000 * median(bare), 3)
        found["move ratio"] = round(median(one / other for one, other in zip(times, bare, strict=True)), 1)
        found["moves"] = len(times)
        found["bytes framed"] = round(counted.framed / entries)
        found["bytes on the wire"] = round(counted.on_the_wire / entries)
    return found | await resume(home / "again", long_game)


async def resume(home: Path, wanted: int) -> dict[str, Any]:
    async with table(home) as runners:
        told: dict[SessionRunner, list[str]] = {runner: [] for runner in runners}
        agreeing = [asyncio.create_task(agree(runner, told[runner])) for runner in runners]
        while last(runners[0]) + 1 < wanted and await long_turn(runners, told):
            pass
        anna, boris = runners[0], runners[1]
        entries, game = last(anna) + 1, boris.session.game
        assert game is not None
        path = boris.kept.path(game.chain.gid)
        await boris.close()
        own = [_from_own_log(boris, path) for _ in range(5)]
        others = [await _from_others(home / f"moved-{number}", anna, entries) for number in range(5)]
    await asyncio.gather(*agreeing)
    return {
        "resume entries": entries,
        "resume own ms": round(1000 * median(own), 1),
        "resume others ms": round(1000 * median(others), 1),
    }


def _from_own_log(boris: SessionRunner, path: str) -> float:
    me = Me(boris.identity, boris.name, boris.kept, os.urandom)
    began = time.perf_counter()
    with FileLog.open(path) as log:
        Session.resume(me, now_ms(), log)
        return time.perf_counter() - began


async def _from_others(home: Path, host: SessionRunner, entries: int) -> float:
    await until(lambda: host.session.player(1) is None)
    again = runner_of(home, PLAYERS[1], host.port, with_key(host.identity.fingerprint))
    began = time.perf_counter()
    again.sit(Session.guest)
    await until(lambda: again.session.game is not None and again.session.game.last + 1 >= entries)
    took = time.perf_counter() - began
    await again.close()
    return took
