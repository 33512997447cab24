"""A table at which Mallory sits, in the laboratory of the simulator."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.net.hostile.foul import MALLORY
from tests.net.sim import laboratory
from tests.net.sim_bench import Bench


@pytest.fixture(autouse=True)
def _laboratory() -> Iterator[None]:
    with laboratory():
        yield


@pytest.fixture
def bench() -> Bench:
    """A game of three that is on; it is Mallory's turn."""
    table = Bench().deal()
    table.turn_of(MALLORY)
    return table
