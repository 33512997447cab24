"""When something is wrong with a position or a disk: who is told, who goes on, and what a report may tell."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core import games
from core.chance import Stream
from core.frames import unpack_record
from core.log import MemoryLog
from core.table import Table
from net.session import limits, notices
from tests.net.sim import _spoil
from tests.net.sim_bench import Bench

pytestmark = pytest.mark.usefixtures("in_laboratory")


@pytest.fixture
def bench() -> Bench:
    return Bench().deal()


def test_a_damaged_position_is_rebuilt_and_reported(bench: Bench) -> None:
    bench.turn_of(0)
    table = bench.game_of(1).table
    assert table is not None
    table.state.rolls[2] += 1  # type: ignore[attr-defined]
    bench.move()
    bench.turn_of(2)
    bench.move()
    (found,) = bench.desynced(1)
    assert found.going_on
    report = json.loads(json.dumps(found.report))
    assert report["live"] != report["rebuilt"]
    assert bench.game_of(1).position == bench.game.position
    assert bench.game_of(1).digest == bench.game.digest
    assert bench.desynced(0) == bench.desynced(2) == []  # nobody else is bothered


HOUSE = games.names()


@pytest.mark.parametrize("name", HOUSE)
def test_a_report_tells_nobody_what_others_hold(name: str) -> None:
    """People are told to read it while the game goes on."""
    seats = games.load(name).seat_counts[0]
    bench = Bench(seats, game=name).deal()
    random, seat = Stream("report", name), 1
    for _ in range(40):
        if bench.game.ended or bench.game.asked() is None:
            break
        legal = bench.state.legal()
        bench.move(legal[random.below(len(legal))])
        bench.wait(limits.HUSH_MS)
    game = bench.game_of(seat)
    assert game.table is not None
    _spoil(game.table.state)
    assert bench.sessions[seat].desync.mend(game)
    bench.act(seat, lambda s: [])
    bench.act(seat, lambda s: s.chat("what was that?"))
    (found,) = bench.desynced(seat)
    text = json.dumps(found.report)
    for row in game.log.records[3].body:
        assert row[1].hex() not in text
        assert row[1].hex().upper() not in text
    # Nothing in the log opens what is covered: it can be played by who only watches, and shows no more than that.
    records = [unpack_record(bytes.fromhex(one)) for one in found.report["log"]]
    assert [record.n for record in records] == list(range(len(game.log.records)))
    log = MemoryLog()
    log.records[:] = records
    watched = Table(log, lambda seat: False)
    rules, state = game.table.game, game.table.state
    assert rules.export(watched.state, None) == rules.export(state.view(None), None)
    # And of the position it holds what this seat may see.
    seen, whole = rules.export(state.view(seat), None), rules.export(state, None)
    assert seen != whole
    assert found.report["rebuilt"] == seen
    assert leaks(found.report["live"], seen) == []


def leaks(told: Any, seen: Any) -> list[Any]:
    """What a report tells where its seat sees nothing."""
    if isinstance(seen, dict):
        return [leak for key in seen for leak in leaks(told[key], seen[key])]
    if isinstance(seen, list | tuple):
        return [leak for one, other in zip(told, seen, strict=True) for leak in leaks(one, other)]
    return [told] if seen is None and told is not None else []


def otherwise(bench: Bench, who: int, monkeypatch) -> None:
    """The program of one plays the game a little differently from here on."""
    game = bench.game_of(who)
    rebuilt = game.rebuilt

    def other(n: int):
        table = rebuilt(n)
        table.state.rolls[2] += 1  # type: ignore[attr-defined]
        return table

    monkeypatch.setattr(game, "rebuilt", other)
    assert game.table is not None
    game.table.state.rolls[2] += 1  # type: ignore[attr-defined]


def test_a_program_that_behaves_differently_is_alone_with_it(bench: Bench, monkeypatch) -> None:
    """Each names the other, as each can see; whoever plays alike goes on."""
    bench.turn_of(0)
    otherwise(bench, 1, monkeypatch)
    bench.move()
    assert bench.blamed(0) == [("other_position", 1)]
    assert bench.blamed(1) == [("other_position", 0)]
    assert not bench.linked(1)
    assert [bench.sessions[who].stopped for who in (0, 1, 2)] == [None] * 3
    assert bench.blamed(2) == []
    assert bench.desynced(0) == bench.desynced(2) == []
    assert bench.game.last == bench.game_of(2).last


def test_who_finds_its_host_wrong_again_and_again_stops_and_says_so(bench: Bench, monkeypatch) -> None:
    bench.turn_of(0)
    otherwise(bench, 1, monkeypatch)
    bench.move()
    for _ in range(limits.FALSE_POSITIONS - 1):
        assert bench.sessions[1].stopped is None
        bench.wait(limits.LONGEST_OFFENCE_MS)
        bench.connect(1)
    assert bench.sessions[1].stopped == notices.Stopped("desync", 0)
    assert bench.sessions[0].stopped is None


def test_of_two_the_guest_stops_and_the_host_can_go_on(monkeypatch) -> None:
    bench = Bench(3, seats=3)
    bench.sessions.pop(2)
    bench.act(0, lambda s: s.seat_bot(2, "normal"))
    bench.deal()
    otherwise(bench, 1, monkeypatch)
    bench.move()
    assert bench.sessions[1].stopped == notices.Stopped("desync", 0)
    assert bench.sessions[0].stopped is None
    bench.wait(limits.AWAY_MS + 1000)
    bench.act(0, lambda s: s.vote(1))
    assert dict(bench.game.chain.standing.proxies) == {1: 0}


def test_a_full_disk_stops_the_game_and_loses_nothing(bench: Bench, monkeypatch) -> None:
    bench.turn_of(0)
    before = bench.game.position

    def full(payload: bytes) -> None:
        raise OSError(28, "no space")

    monkeypatch.setattr(bench.game.log, "_store", full)
    bench.act(0, lambda s: s.choose(("roll",)))
    assert bench.sessions[0].stopped == notices.Stopped("storage", None)
    assert bench.game.position == before
    assert bench.game_of(1).position == before
