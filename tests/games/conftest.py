"""Cases of the suite that all games share: suite.py says which, and each game says for what."""

import pytest

from atlantis_tui.bots import hints
from atlantis_tui.table.curtain import CurtainScreen
from tests.games.monkey import soon
from tests.games.suite import TableChaos, TableLooks, TableSecrets
from tests.table.at_table import seat_instant_bots


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    case, wanted = metafunc.cls, metafunc.fixturenames
    if case is not None and issubclass(case, TableLooks) and "state" in wanted:
        metafunc.parametrize("state", case.states)
    elif case is not None and issubclass(case, TableLooks) and "larger" in wanted:
        metafunc.parametrize("larger", case.larger)
    elif case is not None and issubclass(case, TableChaos) and "seed" in wanted:
        metafunc.parametrize(
            ("kind", "seed"),
            [
                pytest.param(kind, seed, marks=() if seed == seeds[0] else pytest.mark.full)
                for kind, (_table, seeds) in case.tables.items()
                for seed in seeds
            ],
        )


@pytest.fixture(autouse=True)
def _nobody_waits(request, monkeypatch):
    """Bots, hints and discreet answers come at once, and a curtain opens at the first key."""
    if request.cls is None or not issubclass(request.cls, TableLooks | TableSecrets | TableChaos):
        return
    seat_instant_bots(monkeypatch)
    monkeypatch.setattr(CurtainScreen, "STILL", 0)
    monkeypatch.setattr(hints, "ask", soon)
    monkeypatch.setattr("atlantis_tui.table.turns.TurnLoop.hush", 0)
