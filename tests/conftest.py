"""What all tests stand on."""

import gc
import os
import signal
import sys
import threading

import pytest

# A shell that starts pytest in the background has it ignore interrupts; so would every program that a test starts, and
# then interrupts in vain. Children take over what is ignored here, so it is put right before the first test.
if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Workers and programs under test start some hundred times; without byte code each would compile everything anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Files that take long, by work or by waiting. One worker runs a file from beginning to end, because its tests share
# positions, games and programs; so the long ones begin first, and the short ones fill the gaps at the end.
LONG = (
    "tests/core/test_contract.py",
    "tests/core/test_bots.py",
    "tests/net/test_sim.py",
    "tests/test_quality.py",
    "tests/test_screenshots.py",
    "tests/test_wheel.py",
    "tests/lan/test_second_client.py",
    "tests/lan/test_losses.py",
    "tests/lan/test_windows.py",
    "tests/lan/test_commands.py",
    "tests/lan/test_games.py",
    "tests/tui/test_survive_looks.py",
    "tests/tui/test_table_looks.py",
    "tests/tui/test_atalia_looks.py",
    "tests/tui/test_table_chaos.py",
    "tests/tui/test_table_games.py",
    "tests/tui/test_app.py",
)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Half as many again as there are processors: screens and programs under test spend a third of the time waiting."""
    return max(2, (os.cpu_count() or 1) * 3 // 2)


def pytest_collection_finish() -> None:
    """The tests themselves stay in memory until the end: the garbage collector need not look through them again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    place = {name: number for number, name in enumerate(LONG)}
    items.sort(key=lambda item: place.get(item.nodeid.split("::")[0], len(LONG)))


@pytest.fixture(scope="module", autouse=True)
def _leave_older_things_alone() -> None:
    """What earlier files left behind, such as played games for later ones, is not looked through again either."""
    gc.collect(1)
    gc.freeze()
