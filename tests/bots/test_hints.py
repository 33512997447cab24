"""Hints from a process of their own: what comes back, what is told there, and that nobody is left behind."""

import asyncio
import io
import json
import os
import sys
from contextlib import suppress

import pytest

from atlantis_tui.bots import advise, hints, incoming
from atlantis_tui.bots.child_process import ChildProcess
from atlantis_tui.bots.outgoing import SeatTeller, line
from atlantis_tui.bots.process import BotSeat
from core import games
from core.bots import make_bot
from core.game import UnreadableMove
from core.log import MemoryLog
from core.table import Table, header

GAME = games.load("atlantis")


def new_table(seats=2, seed="hints", moves=0):
    table = Table(MemoryLog(header(GAME, ["you"] * seats, {}, seed)))
    bot = make_bot("random", GAME, seed)
    for _ in range(moves):
        seat = asked(table)
        table.play(seat, bot.choose(table.view(seat)))
    return table


def asked(table):
    return table.state.prompt.seat


@pytest.fixture
def started(monkeypatch):
    """The processes that were started, by their numbers."""
    pids = []
    start = ChildProcess.start

    async def noted(*how):
        child = await start(*how)
        pids.append(child.pid)
        return child

    monkeypatch.setattr(ChildProcess, "start", noted)
    yield pids
    assert all(gone(pid) for pid in pids)


def gone(pid):
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return False
    return True


async def test_hints_come_from_a_process_and_are_those_of_the_core(started):
    table = new_table(3, moves=15)
    seat = asked(table)
    found = await hints.ask(table, seat, 40)
    assert found == advise.hints(GAME, table.view(seat), 40)
    assert len(started) == 1


async def test_a_process_that_is_not_wanted_any_more_is_gone_at_once(started):
    table = new_table()
    thinking = asyncio.create_task(hints.ask(table, 0, 20_000))
    async with asyncio.timeout(60):
        while not started:
            await asyncio.sleep(0.001)
    thinking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await thinking
    assert gone(started[0])


async def test_it_may_be_cancelled_before_it_has_begun(started):
    thinking = asyncio.create_task(hints.ask(new_table(), 0, 20_000))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    thinking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await thinking


@pytest.mark.parametrize(
    "program",
    [
        "pass",
        "print('{}', flush=True); print('{}', flush=True); input()",
        "print('{}', flush=True); print('nonsense', flush=True); input()",
        "print('x' * 9999, flush=True); input()",
    ],
)
async def test_a_process_that_fails_is_told_in_one_way(program, monkeypatch, started):
    monkeypatch.setattr(hints, "COMMAND", [sys.executable, "-I", "-S", "-c", program])
    with pytest.raises((hints.NoHints, UnreadableMove)):
        await hints.ask(new_table(), 0, 5)


async def test_a_program_that_is_not_there_gives_no_hints(monkeypatch):
    monkeypatch.setattr(hints, "COMMAND", ["/there/is/no/such/program"])
    with pytest.raises(hints.NoHints):
        await hints.ask(new_table(), 0, 5)


@pytest.mark.parametrize(
    "answer",
    [None, [], {}, {"hints": 3}, {"hints": [[]]}, {"hints": [[["jump"], 1, []]]}, {"hints": [[["1 F"], 1, [["x"]]]]}],
)
def test_what_is_no_answer_is_refused(answer):
    with pytest.raises(UnreadableMove):
        advise.read_hints(GAME, answer)


def test_what_is_answered_is_read_as_it_was_meant():
    table = new_table(4, moves=30)
    seat = asked(table)
    teller = SeatTeller(table, seat)
    out = io.BytesIO()
    told = teller.hello([""] * 4, "", 0) + teller.news() + line({"kind": "hint", "iterations": 30})
    incoming.serve(advise.Adviser(), told.splitlines(), out)
    ready, answer = map(json.loads, out.getvalue().splitlines())
    assert ready == {"ready": 1}
    assert advise.read_hints(GAME, answer) == advise.hints(GAME, table.view(seat), 30)


async def test_one_of_our_own_deep_in_thought_does_not_keep_us_waiting(monkeypatch):
    """No grace for who cannot hear: it would be waited for in vain."""
    from atlantis_tui.bots import child_process as child

    table = new_table()
    seat = await BotSeat.start("bot:hard:20000", table, 0, ["A", "B"])
    thinking = asyncio.create_task(seat.choose())
    async with asyncio.timeout(60):
        while not seat._owed:
            await asyncio.sleep(0.001)
    pid = seat.pid
    assert pid is not None
    farewells = []
    end = child.ChildProcess.end

    async def noted(self, farewell=b""):
        farewells.append(farewell)
        return await end(self, farewell)

    monkeypatch.setattr(child.ChildProcess, "end", noted)
    await seat.close()
    assert farewells == [b""]
    assert gone(pid)
    with suppress(ProcessLookupError):  # and so are its helpers, as soon as the system has collected them
        async with asyncio.timeout(60):
            while True:
                os.killpg(pid, 0)
                await asyncio.sleep(0.01)
    with suppress(asyncio.CancelledError):
        await thinking


async def test_hard_with_a_number_plays_as_it_would_here():
    table = new_table(2, moves=12)
    seat = asked(table)
    bot = await BotSeat.start("bot:hard:25", table, seat, ["A", "B"], luck="L")
    try:
        assert await bot.choose() == make_bot("hard:25", GAME, "L").choose(table.view(seat))
    finally:
        await bot.close()


PARENT = """
import subprocess, sys
from atlantis_tui.bots.outgoing import SeatTeller
from core import games
from core.log import MemoryLog
from core.table import Table, header

game = games.load("atlantis")
table = Table(MemoryLog(header(game, ["you", "you"], {}, "orphan")))
child = subprocess.Popen([sys.executable, "-P", "-m", "atlantis_tui.bots.serve", "hard:20000"], stdin=subprocess.PIPE)
teller = SeatTeller(table, 0)
child.stdin.write(teller.hello(["A", "B"], "luck", 1) + teller.ask(table.view(0)))
child.stdin.flush()
child.wait()
"""


def test_a_bot_whose_table_was_killed_does_not_think_on():
    """What it holds open is closed when it has gone, and it has gone without an answer."""
    import subprocess

    from atlantis_tui.bots.child_process import surroundings

    environ = surroundings(own=True)
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, env=environ) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b'{"ready": 1}\n'
        parent.kill()
        assert parent.stdout.read() == b""
