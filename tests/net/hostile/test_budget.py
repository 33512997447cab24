"""A turn has an end: hints, take-backs and absences without end are refused, and who orders them is named."""

from __future__ import annotations

import pytest

from net.agreements import proxy_ask
from net.refusal import Refusal
from net.session import limits
from tests.net.hostile.foul import MALLORY, comes_back, from_host, goes_on, rows
from tests.net.sim_bench import WATCHER, Bench


def test_one_hint_for_a_position(bench: Bench) -> None:
    bench.act(MALLORY, lambda s: s.hint())
    assert bench.game.chain.links[-1].record.kind == "hint"
    bench.act(MALLORY, lambda s: s.hint())  # a person may ask twice
    before = bench.game.last
    assert bench.game.chain.links[-1].record.kind == "hint"
    bench.say(MALLORY, bench.entry(MALLORY, "hint", MALLORY).message())
    assert bench.game.last == before
    assert bench.blamed() == [("over_budget", MALLORY)]
    goes_on(bench)


def dither(bench: Bench, who: int = MALLORY) -> None:
    """To and fro within a turn, which is free, as often as a person may."""
    for _ in range(limits.BUDGET):
        bench.move(("lay", bench.state.hands[who].faces()[0]))
        bench.act(who, lambda s: s.ask_back())
    bench.move(("lay", bench.state.hands[who].faces()[0]))


def test_a_turn_has_an_end_to_its_take_backs(bench: Bench) -> None:
    dither(bench)
    before = bench.game.last
    with pytest.raises(Refusal, match="over_budget"):
        bench.sessions[MALLORY].ask_back()
    with pytest.raises(Refusal, match="over_budget"):
        bench.sessions[MALLORY].hint()
    table = bench.game.table
    assert table is not None
    target = table.back_target(MALLORY, alone=False)
    assert target is not None
    bench.say(MALLORY, bench.entry(MALLORY, "back", MALLORY, target.n).message())
    assert bench.game.last == before
    assert bench.blamed() == [("over_budget", MALLORY)]
    comes_back(bench)
    bench.move(("done",))
    bench.turn_of(0)
    bench.act(0, lambda s: s.hint())  # the next turn, and anybody else, has all of it
    assert bench.game.chain.links[-1].record.kind == "hint"
    assert bench.game_of(1).position == bench.game.position


def test_a_host_that_lets_a_seat_have_more_is_found_out_by_all(bench: Bench) -> None:
    bench.turn_of(0)
    dither(bench, 0)
    assert from_host(bench, bench.entry(0, "hint", 0)) == [("over_budget", 0)]


def test_who_watches_counts_too() -> None:
    bench = Bench(watcher=True).deal()
    bench.turn_of(0)
    bench.act(0, lambda s: s.hint())
    bench.say(0, bench.entry(0, "hint", 0).message(), to=WATCHER)
    assert bench.blamed(WATCHER) == [("over_budget", 0)]


def test_games_of_the_first_version_have_no_budget(monkeypatch) -> None:
    monkeypatch.setattr("net.opening.NET_VERSION", 1)
    bench = Bench().deal()
    bench.turn_of(MALLORY)
    bench.act(MALLORY, lambda s: s.hint())
    bench.say(MALLORY, bench.entry(MALLORY, "hint", MALLORY).message())
    assert [link.record.kind for link in bench.game.chain.links[-2:]] == ["hint", "hint"]
    assert bench.blamed() == bench.blamed(1) == []


def test_who_brings_word_of_ones_absence_from_a_host_that_was_lost_is_not_a_liar(bench: Bench) -> None:
    """Seat 1 has no line to the host, which therefore lets somebody play for it; seat 2 tells it of that."""
    bench.turn_of(0)
    bench.cut(1)
    bench.connect(1, MALLORY)
    bench.wait(limits.AWAY_MS + 1000)
    bench.act(0, lambda s: s.vote(1))
    bench.act(MALLORY, lambda s: s.answer(bench.asked(MALLORY).hash, True))
    assert dict(bench.game.chain.standing.proxies) == {1: 0}
    bench.say(MALLORY, bench.game.chain.entries(bench.game.last)[0].message(), to=1)
    assert bench.game_of(1).position == bench.game.position
    assert bench.blamed(1) == []


def test_a_host_that_says_again_and_again_that_one_is_away_is_left(bench: Bench) -> None:
    """Each time its victim takes its seat over at once: together they would fill the log."""
    for _ in range(limits.FALSE_ABSENCES + 1):
        assert bench.linked(1)
        ask = proxy_ask(bench.game.chain, 1, 0, [2])
        entry = bench.entry(0, "proxy", None, {**ask.body, "votes": rows({0: True}, ask, bench)})
        bench.sessions[0].order(entry)
        bench.act(0, lambda s: s.chat("hello"))
    assert bench.blamed(1) == [("not_away", 0)] * (limits.FALSE_ABSENCES + 1)
    assert not bench.linked(1)
    assert bench.sessions[1].stopped is None
