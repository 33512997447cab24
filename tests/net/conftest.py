"""What tests of the session stand on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture
def in_laboratory() -> Iterator[None]:
    """The list of games has the two small ones of the simulator, and a signature is checked only once."""
    from tests.net.sim import laboratory

    with laboratory():
        yield
