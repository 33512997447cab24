"""What all tests stand on."""

import os
import signal
import threading

import pytest

# A shell that starts pytest in the background has it ignore interrupts; so would every program that a test starts, and
# then interrupts in vain. Children take over what is ignored here, so it is put right before the first test.
if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Half as many again as there are processors: screens and programs under test spend a third of the time waiting."""
    return max(2, (os.cpu_count() or 1) * 3 // 2)
