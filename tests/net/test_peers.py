"""PEERS: where everybody is, as the host tells it. Whoever loses the host dials there."""

from __future__ import annotations

import pytest

from net import messages as m
from tests.net.sim_bench import WATCHER, Bench

pytestmark = pytest.mark.usefixtures("in_laboratory")

HOMES = {1: "192.0.2.11", 2: "192.0.2.12", WATCHER: "192.0.2.19"}


def dealt(watcher: bool = False) -> Bench:
    """A game in which everybody came from a home of their own. What was told in the lobby is forgotten."""
    bench = Bench(watcher=watcher)
    for who in list(bench.sessions)[1:]:
        bench.connect(who, address=HOMES[who])
    bench.wait(1000)
    for got in bench.got.values():
        got.clear()
    bench.ready().act(0, lambda s: s.start())
    bench.wait(1000)
    return bench


def told(bench: Bench, who: int) -> list[m.Peers]:
    return [message for message in bench.got[who] if isinstance(message, m.Peers)]


def dials(bench: Bench, who: int) -> dict[int, tuple[str, int]]:
    return bench.sessions[who].meeting.addresses


def again(bench: Bench) -> None:
    """The same people play the next game: each sits one seat lower, and the links stay open."""
    bench.finish()
    for who, session in bench.sessions.items():
        if session.role == "player":
            bench.act(who, lambda s: s.want_rematch())
    bench.wait(1000)
    assert len(bench.game.chain) >= 5
    assert not bench.game.ended


def test_everybody_knows_where_the_others_are() -> None:
    bench = dealt(watcher=True)
    for who in (1, 2, WATCHER):
        assert dials(bench, who) == {1: (HOMES[1], 5001), 2: (HOMES[2], 5002)}
        assert len(told(bench, who)) == 1


def test_a_new_address_is_told() -> None:
    bench = dealt(watcher=True)
    bench.connect(2, address="192.0.2.99")  # the former link is replaced, so its state stays the same
    bench.wait(1000)
    for who in (1, 2, WATCHER):
        assert dials(bench, who)[2] == ("192.0.2.99", 5002)


def test_a_new_port_is_told() -> None:
    bench = dealt()
    bench.sessions[2].me = bench.sessions[2].me._replace(port=6002)
    bench.connect(2, address=HOMES[2])
    bench.wait(1000)
    assert dials(bench, 1)[2] == (HOMES[2], 6002)


def test_nobody_is_told_the_same_twice() -> None:
    bench = dealt(watcher=True)
    bench.move()
    bench.wait(60_000)
    assert [len(told(bench, who)) for who in (1, 2, WATCHER)] == [1, 1, 1]


@pytest.mark.parametrize("who", [1, WATCHER])
def test_whoever_comes_again_is_told(who: int) -> None:
    bench = dealt(watcher=True)
    bench.got[who].clear()
    bench.connect(who, address=HOMES[who])
    assert len(told(bench, who)) == 1
    assert [row[2] for row in told(bench, who)[0].peers] == ["-", HOMES[1], HOMES[2]]


def test_the_next_game_has_its_own_addresses() -> None:
    """Everybody is one seat lower, and all links are as they were."""
    bench = dealt(watcher=True)
    again(bench)
    for who in (1, 2, WATCHER):
        assert dials(bench, who) == {0: (HOMES[1], 5001), 1: (HOMES[2], 5002)}


def test_no_address_of_the_last_game_is_taken_for_one_of_the_next() -> None:
    """Before PEERS of the next game comes, nobody is looked for where another person was."""
    bench = dealt(watcher=True)
    bench.withheld = lambda who, message: None if isinstance(message, m.Peers) else message
    again(bench)
    assert [dials(bench, who) for who in (1, 2, WATCHER)] == [{}, {}, {}]


def test_a_host_that_was_voted_tells_everybody_anew() -> None:
    """Before that another may have been host, and may have told otherwise."""
    bench = dealt()
    bench.got[2].clear()
    bench.say(1, m.Refused("ENTRY", "stale_term", {"term": 1}))
    bench.wait(6000)
    assert (bench.game.chain.term, bench.game.chain.host) == (2, 0)
    assert len(told(bench, 2)) == 1


def test_who_watches_knows_who_is_away_and_who_came_back() -> None:
    bench = dealt(watcher=True)
    watcher = bench.sessions[WATCHER]

    def links() -> list[str]:
        return [one.link for one in watcher.people()]

    assert links() == ["here", "here", "here"]
    bench.cut(2)
    bench.wait(1000)
    assert links() == ["here", "here", "away"]
    bench.connect(2, address=HOMES[2])
    bench.wait(1000)
    assert links() == ["here", "here", "here"]
