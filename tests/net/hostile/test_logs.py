"""Logs and keys of others that nobody asked for: they stop nobody, and are not kept for ever."""

from __future__ import annotations

import pytest

from net import messages as m
from net.entries import sign_entry
from net.session import limits
from net.session.notices import (
    Stopped,
)
from tests.net.hostile.foul import MALLORY
from tests.net.sim_bench import Bench


def without_host(bench: Bench) -> None:
    """Seat 1 has no host and is called by Mallory, who has what the host has ordered so far."""
    bench.turn_of(MALLORY)
    bench.move()
    bench.turn_of(1)
    for who in (1, MALLORY):
        bench.cut(who)
    bench.connect(MALLORY, 1)
    assert bench.blamed(1) == []


@pytest.mark.parametrize("what", ["fork", "lost_race", "bad_prev"])
def test_a_guest_cannot_stop_another_with_a_log_of_its_own(bench: Bench, what: str) -> None:
    without_host(bench)
    chain = bench.game_of(1).chain
    own = next(link for link in reversed(chain.links) if link.signer == MALLORY and link.record.kind == "move")
    before = next(link for link in reversed(chain.links) if link.signer != MALLORY and link.record.kind == "move")
    record = {
        "fork": own.record._replace(body=["lay", 1], sig=None),
        "lost_race": before.record._replace(seat=MALLORY, sig=None),
        "bad_prev": chain.links[-1].record._replace(n=len(chain), prev=b"p" * 32, seat=1, sig=None),
    }[what]
    signer = bench.identities[1 if what == "bad_prev" else MALLORY]
    bench.say(MALLORY, sign_entry(signer, chain.gid, 0, record).message(), to=1)
    assert bench.blamed(1) == [(what, MALLORY if what == "fork" else None)]
    assert bench.sessions[1].stopped is None
    assert not bench.linked(MALLORY, 1)
    bench.connect(1)
    bench.move()
    assert bench.game_of(1).position == bench.game.position


def test_a_guest_that_plays_elsewhere_does_not_end_the_game_of_others(bench: Bench) -> None:
    """Seat 1 has lost the host and calls Mallory, who says that another game is on."""
    bench.cut(1)
    del bench.sessions[MALLORY]
    bench.connect_only(1, MALLORY)
    bench.say(MALLORY, m.Joined("player", 1, b"x" * 16, 0, 9, b"h" * 32), to=1)
    assert bench.sessions[1].stopped is None
    assert not bench.linked(1, MALLORY)
    bench.connect(1)
    assert bench.linked(1)


def test_nor_that_of_its_host() -> None:
    bench = Bench(2).deal()
    bench.cut(1)
    del bench.sessions[1]
    bench.connect_only(0, 1)
    bench.say(1, m.Joined("player", 0, b"x" * 16, 0, 9, b"h" * 32))
    assert bench.sessions[0].stopped is None
    assert bench.sessions[0].hosting


def test_a_host_that_plays_elsewhere_ends_it(bench: Bench) -> None:
    bench.cut(1)
    del bench.sessions[0]
    bench.connect_only(1, 0)
    bench.say(0, m.Joined("player", 1, b"x" * 16, 0, 9, b"h" * 32), to=1)
    assert bench.sessions[1].stopped == Stopped("gone", None)


def test_keys_of_strangers_are_not_kept_for_ever() -> None:
    bench = Bench(2).deal()
    host = bench.sessions[0]
    for number in range(2 * limits.MOST_KEYS):
        key = number.to_bytes(32, "big")
        host.opened(10_000 + number, key, "W", inbound=True)
        host.feed(10_000 + number, m.Join("spectator", None, None, 0, None, None, 0))
        host.closed(10_000 + number)
        host.kick(key)
        host.mute(key)
    assert len(host.barred) == len(host.muted) == limits.MOST_KEYS
    assert len(host.meeting.watchers) == m.MAX_WATCHING
    assert number.to_bytes(32, "big") in host.barred


def test_another_log_without_an_end_is_let_go_of(bench: Bench) -> None:
    """Entries that go on from a place within ours, as if a later host were to follow: each as large as may be."""
    without_host(bench)
    chain = bench.game_of(1).chain
    first = chain.links[6].record._replace(body=None, sig=None)
    bench.say(MALLORY, sign_entry(bench.identities[MALLORY], chain.gid, 7, first).message(), to=1)
    (peer,) = [one for one in bench.sessions[1].peers.values() if one.seat == MALLORY]
    assert len(peer.branch) == 1
    most = 0
    for n in range(7, 7 + 90):
        entry = bench.entry(MALLORY, "hint", MALLORY, ["x" * 4000] * 14, n=n, term=7)
        bench.say(MALLORY, entry.message(), to=1)
        most = max(most, peer.branch_bytes)
    assert 0 < most <= limits.BRANCH_BYTES
