"""The host is lost: those who are left agree on another, and nothing that was agreed on is lost."""

from __future__ import annotations

import pytest

from net import messages as m
from net.session import limits, notices
from tests.net.sim_bench import WATCHER, Bench, told

pytestmark = pytest.mark.usefixtures("in_laboratory")
ELECTED_MS = limits.LOST_MS + limits.SETTLE_MS + 2 * limits.VOTE_AGAIN_MS


@pytest.fixture
def bench() -> Bench:
    return Bench().deal()


def test_a_new_host_is_agreed_on_when_the_old_one_is_lost(bench: Bench) -> None:
    bench.turn_of(1)
    bench.cut(1)
    bench.cut(2)
    old = bench.sessions.pop(0)
    bench.wait(1000)
    bench.connect(2, 1)
    bench.wait(limits.LOST_MS + limits.SETTLE_MS + limits.VOTE_AGAIN_MS)
    assert bench.sessions[1].hosting
    assert bench.game_of(1).chain.term >= 1
    assert notices.HostChanged(bench.game_of(1).chain.term, 1) in bench.heard[2]
    bench.act(1, lambda s: s.choose(("roll",)))
    assert bench.game_of(2).position == bench.game_of(1).position
    # The old one comes back, learns of it, and takes its seat again.
    bench.sessions[0] = old
    bench.connect(0, 1)
    assert not old.hosting
    assert bench.game_of(0).position == bench.game_of(1).position
    assert bench.game_of(1).chain.standing.away == frozenset()


def test_a_host_dials_nobody_as_long_as_most_are_there(bench: Bench) -> None:
    """A guest that is lost looks for the host by itself. A host without a majority may be the one that is cut off."""
    bench.cut(2)
    bench.wait(3000)
    assert not bench.dialled(0)
    bench.cut(1)
    bench.wait(3000)
    assert {dial.seat for dial in bench.dialled(0)} == {1, 2}


def test_who_is_back_helps_to_choose_the_next_host(bench: Bench) -> None:
    """The new host is lost too, before the old one is back: nobody is there who could give it its seat again."""
    bench.cut(1)
    bench.cut(2)
    first = bench.sessions.pop(0)
    bench.connect(2, 1)
    bench.wait(ELECTED_MS)
    assert bench.game_of(2).chain.standing.away == frozenset([0])
    bench.cut(2, 1)
    bench.sessions.pop(1)
    bench.sessions[0] = first
    bench.connect(0, 2)
    bench.wait(ELECTED_MS)
    assert first.hosting
    assert bench.game.chain.standing.away == frozenset([1])
    bench.turn_of(0)
    bench.move()
    assert bench.game_of(2).position == bench.game.position


def test_a_host_that_is_lost_again_is_replaced_by_the_same_people(bench: Bench) -> None:
    bench.cut(1)
    bench.cut(2)
    host = bench.sessions.pop(0)
    bench.connect(2, 1)
    bench.wait(limits.LOST_MS + 1000)  # they look for another, and have not agreed yet
    assert bench.sessions[1].terms.looking
    bench.sessions[0] = host
    bench.connect(1)
    bench.wait(1000)
    assert not bench.sessions[1].terms.looking
    bench.cut(1)
    del bench.sessions[0]
    bench.wait(ELECTED_MS)
    assert bench.sessions[1].hosting


def last_order_seen_by_one() -> Bench:
    """Four people. The host has ordered one more move and is gone; only seat 3 has got that, and has told seat 1 so."""
    bench = Bench(4).deal()
    bench.turn_of(0)
    bench.cut(1)
    bench.cut(2)
    bench.move()
    bench.cut(3)
    del bench.sessions[0]
    assert bench.game_of(3).last == bench.game_of(1).last + 1
    bench.withheld = lambda who, message: None if isinstance(message, m.EntryMessage) else message
    bench.connect(3, 1)
    bench.withheld = lambda who, message: message
    assert bench.game_of(3).last == bench.game_of(1).last + 1
    return bench


def test_who_has_something_from_another_does_not_wait_for_it() -> None:
    bench = last_order_seen_by_one()
    bench.connect(3, 2)
    bench.connect(2, 1)
    assert bench.game_of(1).position == bench.game_of(3).position
    bench.wait(ELECTED_MS)
    assert bench.sessions[1].hosting
    assert bench.game_of(3).position == bench.game_of(2).position == bench.game_of(1).position


def test_what_did_not_come_is_asked_for_again() -> None:
    bench = last_order_seen_by_one()
    bench.connect(2, 1)
    bench.wait(2 * ELECTED_MS)
    assert bench.sessions[1].hosting
    assert bench.game_of(3).position == bench.game_of(2).position == bench.game_of(1).position
    assert told(bench, 3, notices.SetAside) == []


def test_two_people_cannot_change_the_host_without_each_other() -> None:
    bench = Bench(2).deal()
    bench.cut(1)
    bench.sessions.pop(0)
    bench.wait(60_000)
    assert bench.game_of(1).chain.term == 0
    assert [(one.seat, one.why) for one in bench.sessions[1].waiting()] == [(0, "host")]


def test_without_a_majority_there_is_no_other_host_and_nothing_is_lost() -> None:
    bench = Bench(2).deal()
    bench.turn_of(1)
    bench.cut(1)
    bench.sessions.pop(0)
    position = bench.game_of(1).position
    bench.wait(10 * limits.AWAY_MS)
    assert not bench.sessions[1].hosting
    assert bench.game_of(1).position == position
    assert [one.why for one in bench.sessions[1].waiting()] == ["host"]


def test_who_watches_lets_go_of_what_only_the_lost_host_had() -> None:
    bench = Bench(watcher=True).deal()
    bench.turn_of(1)
    bench.deaf = {1, 2}
    bench.move(("lay", bench.state.hands[1].faces()[0]))  # the host orders it, and only who watches hears of that
    bench.deaf = set()
    n = bench.game.last
    heard = bench.sessions[WATCHER].watched
    assert heard is not None
    assert heard.last == n
    for who in (1, 2, WATCHER):
        bench.cut(who)
    del bench.sessions[0]
    bench.connect(2, 1)
    bench.wait(ELECTED_MS)
    assert [link.record.kind for link in bench.game_of(1).chain.links[n:]] == ["term", "move"]
    bench.connect(WATCHER, 1)
    watched = bench.sessions[WATCHER].watched
    assert bench.blamed(WATCHER) == []
    assert watched is not None
    assert watched.chain.head == bench.game_of(1).chain.head


def test_a_damaged_position_does_not_keep_those_without_a_host_from_choosing_one(bench: Bench) -> None:
    bench.turn_of(1)
    bench.cut(1)
    bench.cut(2)
    del bench.sessions[0]
    table = bench.game_of(1).table
    assert table is not None
    table.state.rolls[2] += 1  # type: ignore[attr-defined]
    bench.connect(2, 1)
    bench.wait(2 * ELECTED_MS)
    assert bench.sessions[1].hosting
    bench.act(1, lambda s: s.choose(("roll",)))
    assert bench.sessions[1].writing
    assert bench.sessions[2].writing
    assert bench.game_of(2).position == bench.game_of(1).position
    assert bench.game_of(2).digest == bench.game_of(1).digest


def test_whoever_gets_the_last_entry_from_another_tells_the_host_that_it_was_voted_out() -> None:
    """A guest has voted for another, comes back to the host, and lacks an entry. Another guest brings it first. The
    host has to hear of the vote all the same, or nobody plays on."""
    bench = Bench().deal()
    bench.turn_of(0)
    bench.cut(1)
    bench.move()
    late: list[m.Message] = []

    def withheld(who: int, message: m.Message) -> m.Message | None:
        if who != 0 or not isinstance(message, m.EntryMessage):
            return message
        late.append(message)
        return None

    game = bench.game_of(1)
    game.promises.keep_vote(2, b"q" * 32, 1)
    bench.withheld = withheld
    bench.connect(1)
    bench.connect(1, to=2)
    assert game.last == bench.game.last
    bench.withheld = lambda who, message: message
    for message in late:
        bench.say(0, message, to=1)
    bench.wait(6000)
    assert bench.game.chain.term == 3
    assert not bench.sessions[1].terms.deposed
