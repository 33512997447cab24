"""How much, how often and how long: the figures that were agreed on, and those of them that no other test looks at.

Frames before and after the door, strangers, connections, rates, queues and time-outs of links: links/. Codes:
test_pake.py. Names and chat: test_names.py. The length of a log: test_chain.py. Listings: test_discovery.py.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from core import frames
from net import adverts, discovery, handshake, messages, names, pake, wire
from net import messages as m
from net.bucket import Bucket
from net.link import LIMITS
from net.session import limits, notices
from net.session.actions import Dial
from net.session.session import Session
from tests.net.sim_bench import WATCHER, Bench

pytestmark = pytest.mark.usefixtures("in_laboratory")


@pytest.fixture
def bench() -> Bench:
    return Bench(watcher=True).deal()


def test_these_are_the_figures() -> None:
    assert (wire.BEFORE, wire.AFTER, messages.MAX_RAW, messages.MAX_TABLE) == (4 << 10, 64 << 10, 60_000, 300)
    assert (names.MAX_NAME, names.MAX_CHAT) == (24, 500)
    assert (LIMITS.strangers, LIMITS.strangers_of_address, LIMITS.links) == (16, 4, 32)
    assert (LIMITS.guest_rate, LIMITS.guest_burst) == (50, 200)
    assert (limits.FRAMES_A_SECOND, limits.FRAMES_AT_ONCE, limits.CHATS_A_SECOND) == (50, 400, 2)
    assert (LIMITS.queue_frames, LIMITS.queue_bytes, LIMITS.high_water) == (512, 1 << 20, 256 << 10)
    assert LIMITS.handshake_ms == handshake.HANDSHAKE_MS == 5_000
    assert (LIMITS.ping_ms, LIMITS.slow_ms, LIMITS.dead_ms) == (5_000, 10_000, 20_000)
    assert (limits.PING_MS, limits.SLOW_MS, limits.DEAD_MS) == (5_000, 10_000, 20_000)
    assert (limits.ANSWER_MS, limits.AWAY_MS) == (10_000, 60_000)
    assert (limits.FIRST_DIAL_MS, limits.LAST_DIAL_MS) == (500, 10_000)
    assert (pake.STARTS_A_SECOND, pake.FAILURES_A_CODE, pake.DELAYS_MS) == (5, (5, 500, 50_000), (1000, 2000, 4000))
    assert (frames.MAX_RECORDS, frames.MAX_LOG) == (20_000, 16 << 20)
    assert (discovery.MOST_LISTINGS, discovery.MOST_WAITING, adverts.TEXT_LIMIT) == (64, 1024, 200)


def test_a_lost_host_is_called_after_half_a_second_and_then_less_and_less_often(bench: Bench) -> None:
    bench.cut(2)
    called = []
    for now in range(bench.now, bench.now + 120_000, 50):
        actions = bench.sessions[2].tick(now)
        called += [now for action in actions if isinstance(action, Dial) and action.seat == 0]
    waits = [later - earlier for earlier, later in pairwise(called)]
    longest = limits.FIRST_DIAL_MS
    for wait in waits:
        assert longest <= wait <= longest * 3 // 2 + 50  # and by chance up to half as long again
        longest = min(2 * longest, limits.LAST_DIAL_MS)
    assert longest == limits.LAST_DIAL_MS
    assert len(set(waits)) > 3


def test_nobody_waits_longer_than_a_minute_for_a_vote(bench: Bench) -> None:
    bench.turn_of(0)
    bench.move()
    bench.act(0, lambda s: s.ask_back())
    bench.wait(limits.VOTE_MS - 1000)
    assert not any(isinstance(one, notices.Agreed) for one in bench.heard[0])
    bench.wait(2000)
    assert [one.result for one in bench.heard[0] if isinstance(one, notices.Agreed)] == ["late"]
    assert [one.result for one in bench.heard[1] if isinstance(one, notices.Agreed)] == ["late"]


@pytest.mark.parametrize("who", [1, WATCHER])
def test_two_lines_of_chat_a_second_after_four_at_once(bench: Bench, who: int) -> None:
    def said() -> int:
        return sum(isinstance(one, notices.Said) for one in bench.heard[2])

    for _ in range(20):
        bench.act(who, lambda s: s.chat("and"))
    assert said() == limits.CHATS_AT_ONCE
    bench.wait(3000)
    for _ in range(20):
        bench.act(who, lambda s: s.chat("another thing"))
    assert said() == 2 * limits.CHATS_AT_ONCE
    assert bench.linked(who)
    for _ in range(10):
        bench.wait(1000)
        for _ in range(3):
            bench.act(who, lambda s: s.chat("again"))
    assert said() - 2 * limits.CHATS_AT_ONCE <= 2 * 10 + limits.CHATS_AT_ONCE


def test_who_watches_cannot_ask_for_the_log_again_and_again(bench: Bench) -> None:
    for _ in range(limits.SYNCS_AT_ONCE + 1):
        bench.say(WATCHER, m.Sync(bench.game.chain.gid, 0))
    assert bench.blamed() == [("flood", None)]
    assert not bench.linked(WATCHER)


def test_who_watches_cannot_flood(bench: Bench) -> None:
    for number in range(limits.FRAMES_AT_ONCE + 1):
        bench.say(WATCHER, m.Ping(number))
    assert bench.blamed() == [("flood", None)]
    assert not bench.linked(WATCHER)


def test_nobody_is_named_for_what_a_link_lets_through(bench: Bench) -> None:
    """A link reads as much as it may whenever it may, as from a fast bot; between two ticks time goes on all the same,
    and a message may wait for a moment before it is handled."""
    session = bench.sessions[0]
    link = next(peer.link for peer in session.peers.values() if peer.seat == 1)
    reads = Bucket(LIMITS.guest_rate, LIMITS.guest_burst, bench.now)
    now = bench.now
    for number in range(2000):
        while not reads.take(now):
            now += 1
        session.feed(link, m.Ping(number), now + number % 7 * 100)
    assert link in session.peers


def test_whom_we_call_may_have_a_long_log_for_us(bench: Bench) -> None:
    """Before it is host: in the search for one everybody calls everybody."""
    bench.cut(1)
    bench.cut(2)
    bench.connect(1, to=2)
    for number in range(LIMITS.host_burst):
        bench.say(2, m.Pong(number), to=1)
    assert bench.blamed(1) == []
    for number in range(limits.CALLED_FRAMES_AT_ONCE):
        bench.say(2, m.Pong(number), to=1)
    assert bench.blamed(1) == [("flood", None)]


def test_names_that_people_may_type_fit_with_a_number_behind_them() -> None:
    """What is typed may have 20 cells; the wire has room for telling 999 people of one name apart."""
    from atlantis_tui.saved.seats import LONGEST_NAME

    name = "x" * LONGEST_NAME
    taken = [name]
    for _ in range(99):
        taken.append(names.distinct(name, taken))
    assert taken[-1] == f"{name} 100"
    assert Session.guest(Bench(2).me(0, name), 0).name == name


def test_a_clock_that_goes_back_gives_no_tokens() -> None:
    bucket = Bucket(rate=1, burst=2, now_ms=60_000)
    assert [bucket.take(60_000) for _ in range(3)] == [True, True, False]
    assert not bucket.take(0)
    assert [bucket.take(now) for now in (500, 1_000, 1_500)] == [False, True, False]
