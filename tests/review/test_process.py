"""The process that works a review out: it tells all turns, can be stopped at any time, and never stays behind."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from contextlib import suppress

import pytest

from atlantis_tui.bots.child_process import surroundings
from atlantis_tui.review.process import ReviewProcess, ReviewProcessEnded, job
from atlantis_tui.review.screen import ReviewScreen
from core.review import Reviewed, review, turns
from tests.review.at_review import PATIENCE, screen, until, whole
from tests.ui.stage import Stage, finished

pytestmark = pytest.mark.usefixtures("home")

TABLE = finished(4, "KELP-7F3")
TURNS = turns(TABLE, 0)
FEW = 1
FOREVER = 20_000  # iterations: hours for a whole game


def reviewing(iterations: int = FEW, done: int = 0) -> ReviewProcess:
    return ReviewProcess(TABLE, 0, TURNS, iterations, done)


def gone(pid: int | None) -> bool:
    assert pid is not None
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


async def group_gone(pid: int | None) -> bool:
    """Whether the process is gone with all helpers that it had: they are of its group."""
    assert pid is not None
    with suppress(ProcessLookupError):
        async with asyncio.timeout(PATIENCE):
            while True:
                os.killpg(pid, 0)
                await asyncio.sleep(0.01)  # the system has yet to collect what was killed
    return True


async def test_it_tells_what_this_program_would_find():
    told: list[Reviewed] = []
    process = reviewing()
    await process.run(told.append)
    assert told == list(review(TABLE, 0, FEW))


async def test_it_goes_on_after_what_is_done():
    told: list[Reviewed] = []
    await reviewing(done=len(TURNS) - 2).run(told.append)
    assert told == list(review(TABLE, 0, FEW))[-2:]
    await reviewing(done=len(TURNS)).run(told.append)
    assert len(told) == 2


async def test_stopping_ends_it_and_keeps_what_was_told():
    told: list[Reviewed] = []
    pids: list[int | None] = []
    process = reviewing()
    stopping: list[asyncio.Task[None]] = []

    def tell(one: Reviewed) -> None:
        told.append(one)
        pids.append(process.pid)
        stopping.append(asyncio.create_task(process.stop()))

    await process.run(tell)
    await asyncio.gather(*stopping, process.stop())  # it may be said again
    assert told == list(review(TABLE, 0, FEW))[: len(told)]
    assert gone(pids[0])


async def test_whatever_comes_between_it_is_ended():
    pids: list[int | None] = []
    process = reviewing()

    def tell(one: Reviewed) -> None:
        pids.append(process.pid)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await process.run(tell)
    assert gone(pids[0])


async def test_who_is_called_off_takes_the_process_along():
    process = reviewing(FOREVER)
    running = asyncio.create_task(process.run(lambda one: None))
    async with asyncio.timeout(PATIENCE):
        while process.pid is None:
            await asyncio.sleep(0.001)
    pid = process.pid
    running.cancel()
    await process.stop()
    await asyncio.wait({running})
    assert gone(pid)
    assert await group_gone(pid)


@pytest.mark.parametrize("program", ["false", "echo", "/no/such/program"])
async def test_a_process_that_cannot_tell_is_given_up(monkeypatch, program):
    monkeypatch.setattr(sys, "executable", shutil.which(program) or program)
    with pytest.raises(ReviewProcessEnded):
        await reviewing().run(lambda one: None)


@pytest.mark.parametrize("told", [job(TABLE, 0, FOREVER, 0), job(TABLE, 0, FOREVER, 0)[:-50], b""], ids=len)
def test_it_ends_with_its_stdin(told):
    """So it does not outlive whoever started it, not even one that was killed."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "atlantis_tui.review.process"],
        input=told,
        env=surroundings(own=True),
        capture_output=True,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, b"")


async def test_a_screen_that_is_left_takes_its_process_with_it(monkeypatch):
    monkeypatch.setattr(ReviewScreen, "ITERATIONS", FOREVER)
    shown = screen(TABLE)
    app = Stage(shown)
    async with app.run_test(size=(80, 24)) as pilot:
        running = None
        async with asyncio.timeout(PATIENCE):
            while running is None:
                await pilot.pause()
                running = shown._reviewing.pid if shown._reviewing is not None else None
        await pilot.press("backspace")
        assert app.answer == "back"
    assert gone(running)
    assert await group_gone(running)


async def test_on_screen_it_comes_in_and_is_kept(monkeypatch):
    monkeypatch.setattr(ReviewScreen, "ITERATIONS", FEW)
    shown = screen(TABLE)
    app = Stage(shown)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, shown, lambda: len(shown.reviewed) >= 2)
        await pilot.press("backspace")
    again = screen(TABLE)
    app = Stage(again)
    async with app.run_test(size=(80, 24)) as pilot:
        assert len(again.reviewed) >= 2
        await whole(pilot, again)
        assert "17 moves" in app.text
    assert again.reviewed == list(review(TABLE, 0, FEW))


async def test_a_screen_whose_process_fails_says_so(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/no/such/program")
    shown = screen(TABLE)
    app = Stage(shown)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, shown, lambda: bool(shown.trouble))
        assert "The review has stopped early." in app.text
        await pilot.press("backspace")
        assert app.answer == "back"
