"""All screens are gone over: each key that they name can be clicked, and no text loses its end without a reason."""

from __future__ import annotations

from typing import Any

import pytest

from atlantis_tui.saved.seats import BOT_NAMES
from atlantis_tui.ui.guarded_page import GuardedPage
from tests.table.at_table import seat_instant_bots
from tests.ui.cut_texts import cuts, wrongly_cut
from tests.ui.every_screen import LONG, NO_KEYS, WALKS, Ground, Visit, all_screens, all_tables
from tests.ui.named_keys import dead_keys, named_keys

pytestmark = pytest.mark.usefixtures("home", "utc")
SMALL, LARGE = ((80, 24), (60, 20)), ((120, 36), (160, 45), (200, 60))
# Where there is least room most is cut, and the fewest keys are named. The other sizes are for full.
sizes = [SMALL[1], *(pytest.param(size, marks=pytest.mark.full) for size in (SMALL[0], *LARGE))]
every_size = pytest.mark.parametrize("size", sizes, ids="{0[0]}x{0[1]}".format)


@pytest.fixture(autouse=True)
def _bots(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))  # so that files are called as short as they are for people
    seat_instant_bots(monkeypatch)
    monkeypatch.setattr("atlantis_tui.table.turns.TurnLoop.hush", 0)
    monkeypatch.setattr(GuardedPage, "STILL", 0)


# By size: the walks that were made, the screens that came up, and the tables with their modes.
made: dict[tuple[int, int], list[Any]] = {size: [] for size in (*SMALL, *LARGE)}


@every_size
@pytest.mark.parametrize("name", WALKS)
async def test_it(name, size, monkeypatch, tmp_path):
    def keys(app: Any, where: Any) -> None:
        assert dead_keys(app) == [], where
        assert where == NO_KEYS or list(named_keys(app)), f"no screen is without keys {where}"

    def way_back(app: Any, where: Any) -> None:
        """Screens lie one over the other, and all name the same key for going back, but where it is typed with."""
        footers = [one for one in named_keys(app) if one.y == app.size.height - 1 and "Z back" not in one.line]
        named = {one.name for one in footers if f"{one.name} back" in one.line}
        assert named <= ({"Esc"} if getattr(app.screen, "field", None) is not None else {"Bksp"}), (where, named)

    # A first game has a stop for each of its steps: the smallest screen has all of them.
    visit = Visit(size, [keys, way_back], stride=1 if size == SMALL[-1] else 4)
    with cuts() as found:
        await WALKS[name](visit, Ground(monkeypatch, tmp_path))
    made[size].append((name, visit))
    if size in SMALL:
        assert wrongly_cut(found, (*LONG, *BOT_NAMES)) == []


@pytest.mark.parametrize("size", sizes[:2], ids="{0[0]}x{0[1]}".format)
def test_no_screen_was_left_out(size):
    """A screen that no walk brings up may name dead keys and lose its words, and nobody would know."""
    if {name for name, _visit in made[size]} != set(WALKS):
        pytest.skip("not all walks were made")
    screens = {kind for _name, visit in made[size] for kind in visit.screens}
    tables = {pair for _name, visit in made[size] for pair in visit.tables}
    assert {kind.__name__ for kind in all_screens() - screens} == set()
    assert {f"{table.__name__} with {mode.__name__}" for table, mode in all_tables() - tables} == set()
