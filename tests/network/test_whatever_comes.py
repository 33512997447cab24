"""Whatever other programs send, in whatever state: what screens and lines of text know of a table can be shown."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from atlantis_tui.lobby import seats
from atlantis_tui.network.advert import table_info
from atlantis_tui.network.table import NetworkTable
from core.chance import Stream
from net import messages as m
from net.session import notices
from tests.net.hostile.test_anything import PHASES, storm
from tests.net.sim import laboratory
from tests.net.sim_bench import WATCHER, Bench

FOR_BOTS = (notices.BotAsked, notices.YourTurn)  # there are none here
WITH_A_FILE = (notices.Desynced,)  # whose report is written to the disk


class Front:
    """What a screen does with all that it hears, without a screen."""

    def __init__(self, bench: Bench, who: int) -> None:
        # The records of these tables are in memory: no talk is kept beside a file.
        runner: Any = SimpleNamespace(session=bench.sessions[who], code=None, kept=SimpleNamespace(path=lambda gid: ""))
        self.network_table = NetworkTable(runner)
        self._heard = bench.heard[who]
        self._read = 0

    def look(self) -> None:
        network_table = self.network_table
        fresh, self._read = self._heard[self._read :], len(self._heard)
        for news in fresh:
            if not isinstance(news, FOR_BOTS + WITH_A_FILE):
                network_table.remember(news)
            assert isinstance(network_table.sentence(news) + network_table.sentence(news, types=True), str)
        found = seats.places(network_table)
        assert seats.told(network_table, found)
        assert len(network_table.names) >= len(network_table.people(network_table.gid))
        assert network_table.keys.keys() <= set(range(len(network_table.names)))
        assert all(one.name for one in seats.watchers(network_table))
        assert m.write(table_info(network_table.session, "code"))


@pytest.mark.parametrize("phase", PHASES)
def test_whatever_comes_can_be_shown(phase: str) -> None:
    fronts: dict[int, tuple[Bench, list[Front]]] = {}

    def look(bench: Bench) -> None:
        _bench, there = fronts.setdefault(id(bench), (bench, [Front(bench, who) for who in bench.sessions]))
        for front in there:
            front.look()

    with laboratory():
        for to in (0, 1, WATCHER):
            storm(phase, to, 1, Stream("shown", phase, to), look)
