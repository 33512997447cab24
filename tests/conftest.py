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

# Files that take long, the longest first. A file is run by one worker from beginning to end, because its tests share
# positions, games and programs; so the long ones begin first, and the short ones fill the gaps at the end.
LONG = ()


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
