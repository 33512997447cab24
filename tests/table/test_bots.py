"""Programs at the table: they think in processes of their own, may fail in any way, and the game goes on."""

from __future__ import annotations

import asyncio
import os
import shlex
import sys
from typing import Any

import pytest

from atlantis_tui.bots import child_process
from atlantis_tui.saved.allowed_programs import allow
from atlantis_tui.table.result import ResultScreen
from core.frames import LogError
from tests.table.at_table import InstantBot, at_table, new_table, seat_instant_bots
from tests.ui.stage import look

# A bot that does its work until it is told otherwise by `answer`.
USUAL = """
import json, os, sys, time

def say(**spoken):
    print(json.dumps(spoken), flush=True)

def listen(answer):
    asked = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["kind"] == "hello":
            say(ready=1)
        elif message["kind"] in ("ask", "no"):
            asked += 1
            answer(asked, message)
        elif message["kind"] == "bye":
            break

def first(message):
    say(move=message["legal"][0])
"""


@pytest.fixture(autouse=True)
def _home(monkeypatch, tmp_path):
    monkeypatch.setenv("ATLANTIS_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(child_process, "GRACE", 0.05)


@pytest.fixture
def program(tmp_path):
    def write(source):
        path = tmp_path / "bot.py"
        path.write_text(USUAL + source)
        seat = "cmd:" + shlex.join([sys.executable, "-I", "-S", str(path)])
        allow(seat)
        return seat

    return write


def gone(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


async def test_a_program_in_any_language_sits_down(program):
    seat = program("listen(lambda number, message: first(message))")
    async with at_table(new_table(["you", seat])) as play:
        for _ in range(4):
            assert await play.asked()
            await play.press("enter", "enter")
        assert await play.asked()
        assert not play.toast
        play.check()


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("listen(lambda number, message: first(message) if number < 2 else sys.exit(3))", "has stopped"),
        ("sys.exit(1)", "built-in bot"),
        ("listen(lambda number, message: print('nonsense', flush=True))", "built-in bot"),
        ("listen(lambda number, message: say(move='9 Z'))", "built-in bot"),
        ("listen(lambda number, message: print('x' * 100000, flush=True))", "built-in bot"),
    ],
    ids=["crash", "never begins", "nonsense", "illegal", "flood"],
)
async def test_one_that_misbehaves_is_replaced_with_a_message_and_the_game_goes_on(program, source, words):
    async with at_table(new_table(["you", program(source)])) as play:
        told = ""
        for _ in range(4):
            assert await play.asked()
            told = told or play.toast
            await play.press("enter", "enter")
        assert await play.asked()
        assert words in told
        assert "Nereus" in told
        assert play.view.turn >= 9
        play.check()


async def test_a_program_that_is_not_there_is_replaced():
    seat = "cmd:./there-is-no-such-program"
    allow(seat)
    async with at_table(new_table(["you", seat])) as play:
        await play.until(lambda: bool(play.toast))
        assert "could not be started" in play.toast
        assert await play.asked()
        await play.press("enter", "enter")
        assert await play.asked()
        play.check()


async def test_a_slow_program_is_waited_for_and_keys_work_meanwhile(program, tmp_path):
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    seat = program(f"listen(lambda number, message: (number > 1 or open({str(gate)!r}).read(), first(message)))")
    async with at_table(new_table(["you", seat])) as play:
        await play.asked()
        await play.press("enter", "enter")
        assert "Nereus is thinking" in play.text
        steps = len(play.table.steps)
        await play.press("1", "f", "enter", "tab", "b", "t", "l", "w")
        assert len(play.table.steps) == steps
        await play.press("up")
        assert "THE PAST" in play.text
        await play.press("enter", "y", "y")
        await play.resize(120, 36)
        assert "Nereus is thinking" in play.text
        await asyncio.to_thread(gate.write_text, "go")
        assert await play.asked()
        assert play.view.turn == 3


async def test_a_move_can_be_taken_back_while_a_bot_thinks(program, tmp_path):
    gate = tmp_path / "gate"  # a file, as whoever opens a pipe to a program that is no more waits for ever
    think = f"while not os.path.exists({str(gate)!r}): time.sleep(0.01)"
    seat = program(
        f"import os\ndef think(number):\n    {think}\nlisten(lambda n, message: (think(n), first(message))[1])"
    )
    async with at_table(new_table(["you", seat])) as play:
        await play.asked()
        digest = play.table.state.digest()
        await play.press("enter", "enter")
        assert not play.screen.mine
        await play.press("u")
        assert await play.asked()
        assert play.table.state.digest() == digest
        play.check()
        gate.touch()
        await play.press("enter", "enter")
        assert await play.asked()
        assert play.view.turn == 3
        play.check()


async def test_no_program_is_left_behind_when_the_table_is_left(program, tmp_path):
    seat = program("listen(lambda number, message: time.sleep(1000))")
    async with at_table(new_table(["you", seat, "bot:random"])) as play:
        await play.asked()
        await play.press("enter", "enter")
        seats = [await bot for bot in play.screen.turns.bots.values()]
        pids = [seat.pid for seat in seats]
        assert all(pids)
        await play.press("q")
        assert play.app.answer == "menu"
    assert all(gone(pid) for pid in pids)


async def test_games_of_bots_alone_are_watched_to_their_end(monkeypatch):
    seat_instant_bots(monkeypatch)
    async with at_table(new_table(["bot:random", "bot:random"])) as play:
        await play.on(ResultScreen)
        assert play.table.over
        play.check()


async def test_a_move_that_cannot_be_stored_is_not_made_and_can_be_tried_again(monkeypatch):
    seat_instant_bots(monkeypatch)
    table: Any = new_table(["you", "bot:random"])
    async with at_table(table) as play:
        await play.asked()
        await play.press("enter")
        plan = play.screen.plan.draft
        store = table.log._store

        def full(payload):
            raise LogError("full", {"limit": 1})

        table.log._store = full
        await play.press("enter")
        assert len(table.steps) == 1
        assert play.toast
        assert play.screen.plan.draft == plan, "Enter tries it again"
        table.log._store = store
        await play.press("enter")
        assert await play.asked()
        assert play.view.turn == 3


async def test_a_bots_move_that_cannot_be_stored_waits_for_a_key(monkeypatch):
    class Once(InstantBot):
        tries = 0

        async def choose(self):
            type(self).tries += 1
            return await super().choose()

    seat_instant_bots(monkeypatch, Once)
    table: Any = new_table(["you", "bot:random"])
    async with at_table(table, shown=look(motion=False)) as play:
        await play.asked()
        await play.press("enter")
        store = table.log._store
        stored: list[bytes] = []

        def two(payload):
            if len(stored) > 1:
                raise LogError("full", {"limit": 1})
            stored.append(payload)
            store(payload)

        table.log._store = two
        await play.press("enter")
        await play.until(lambda: play.screen.turns.telling is not None or play.screen.mine)
        steps, tries = len(table.steps), Once.tries
        await play.settle()
        assert Once.tries == tries, "it does not try again by itself"
        assert play.toast
        table.log._store = store
        await play.press("space")
        assert await play.asked()
        assert len(table.steps) > steps
        play.check()
