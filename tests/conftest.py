"""What all tests stand on."""

import gc
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from core import compiling

# A shell that starts pytest in the background has it ignore interrupts; so would every program that a test starts, and
# then interrupts in vain. Children take over what is ignored here, so it is put right before the first test.
if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Workers and programs under test start some hundred times; without byte code each would compile everything anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Tests of what was compiled from other sources would say nothing about these.
if _stale := compiling.stale():
    pytest.exit(
        f"core/{_stale[0]} was compiled from another source: `python -m core.compiling --clean` removes it.",
        returncode=4,
    )

# Files that take long, by work or by waiting. One worker runs a file from beginning to end, because its tests share
# positions, games and programs; so the long ones begin first, and the short ones fill the gaps at the end.
LONG = (
    "tests/test_compiled.py",
    "tests/network/test_evening.py",
    "tests/core/test_contract.py",
    "tests/core/test_bots.py",
    "tests/net/test_sim.py",
    "tests/test_quality.py",
    "tests/test_screenshots.py",
    "tests/test_wheel.py",
    "tests/network/test_second_client.py",
    "tests/network/test_losses.py",
    "tests/network/test_windows.py",
    "tests/network/test_commands.py",
    "tests/network/test_games.py",
    "tests/games/survive/test_looks.py",
    "tests/games/atlantis/test_looks.py",
    "tests/games/atalia/test_looks.py",
    "tests/games/atlantis/test_chaos.py",
    "tests/games/atlantis/test_whole_games.py",
    "tests/net/test_sim_evening.py",
    "tests/review/test_review.py",
    "tests/lesson/test_lesson.py",
    "tests/lesson/test_bubbles.py",
    "tests/table/network/test_table.py",
    "tests/table/test_hints.py",
    "tests/ui/test_every_screen.py",
    "tests/test_app.py",
)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Twice as many as there are processors: screens and programs under test often wait."""
    return max(2, (os.cpu_count() or 1) * 2)


gc.disable()  # until all tests are collected: nearly all that is made before then stays


def pytest_collection_finish() -> None:
    """The tests themselves stay in memory until the end: the garbage collector need not look through them again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: Any, obj: object) -> list[Any] | None:
    """Of slow tests that nobody asked for, not even the cases are made, unless a test is asked for by its name."""
    config = collector.config
    if config.option.markexpr != "not full" or any("::" in argument for argument in config.args):
        return None
    marks = getattr(obj, "pytestmark", ())
    return [] if isinstance(marks, list) and any(mark.name == "full" for mark in marks) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    place = {name: number for number, name in enumerate(LONG)}
    items.sort(key=lambda item: place.get(item.nodeid.split("::")[0], len(LONG)))


@pytest.fixture(scope="module", autouse=True)
def _leave_older_things_alone() -> None:
    """What earlier files left behind, such as played games for later ones, is not looked through again either."""
    gc.collect(1)
    gc.freeze()


# Folders whose tests run apps. (ui/test_compositor.py looks at what Textual paints in its own time.)
WITH_APPS = {"games", "help", "lesson", "lobby", "menu", "replay", "review", "saved", "table", "test_app.py", "ui"}
HERE = Path(__file__).parent
PAINTED = ("test_chaos.py",)  # what Textual sends to a terminal is part of what these look at


@pytest.fixture(scope="module", autouse=True)
def _do_no_more_than_needed(request: pytest.FixtureRequest):
    """Nobody sleeps to see whether an app has come to rest, and nothing is painted for a terminal that is not there."""
    if request.path.relative_to(HERE).parts[0] not in WITH_APPS or request.path.name == "test_compositor.py":
        yield
        return
    from tests.ui import idle, unwatched

    with pytest.MonkeyPatch.context() as patch:
        idle.install(patch)
        unwatched.share_styles(patch)
        if request.path.name not in PAINTED:
            unwatched.paint_for_nobody(patch)
        yield


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A place of its own for all files, and a terminal that shows everything."""
    monkeypatch.setenv("ATLANTIS_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    for name in ("NO_COLOR", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "home"


@pytest.fixture(scope="session", autouse=True)
def _quick_disk():
    """Nothing waits until the disk has it: no machine stops in these tests. That the disk is asked is tested where
    these calls are counted (core/test_log.py), and programs that tests start wait for it."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("fsync", "fdatasync"):
            if hasattr(os, name):  # macOS has no fdatasync
                patch.setattr(os, name, lambda _file: None)
        yield


@pytest.fixture
def utc(monkeypatch):
    """The same time of day everywhere."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()
