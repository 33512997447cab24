"""Word of other hosts: it makes a host ask, and deposes nobody."""

from __future__ import annotations

from net import messages as m
from net.session import limits
from net.session.notices import (
    HostChanged,
)
from net.session.session import Session
from tests.net.hostile.foul import MALLORY, goes_on, silent
from tests.net.sim import SimLog
from tests.net.sim_bench import Bench


def stale(bench: Bench, term: int = 1, who: int = MALLORY) -> None:
    bench.say(who, m.Refused("ENTRY", "stale_term", {"term": term}))


CONFIRMED_MS = limits.SETTLE_MS + 3 * limits.VOTE_AGAIN_MS


def test_word_of_another_host_makes_the_host_ask_and_not_step_down(bench: Bench) -> None:
    stale(bench)
    assert bench.sessions[0].hosting
    bench.move()  # it goes on ordering
    assert bench.game_of(1).last == bench.game.last
    bench.wait(CONFIRMED_MS)
    assert (bench.game.chain.term, bench.game.chain.host) == (2, 0)  # a later one than Mallory has told of
    assert bench.game_of(1).position == bench.game.position
    assert not any(isinstance(one, HostChanged) for who in (0, 1) for one in bench.heard[who])
    goes_on(bench)


def test_who_tells_of_another_host_and_does_not_vote_is_left_out(bench: Bench) -> None:
    bench.withheld = silent(m.ReplyMessage)
    bench.turn_of(0)
    stale(bench, 7)
    bench.wait(CONFIRMED_MS)
    assert bench.sessions[0].hosting
    assert bench.game.chain.standing.away == {MALLORY} or bench.game.chain.term > 7
    record = next(link.record for link in bench.game.chain.links if link.record.kind == "term")
    assert record.body["away"] == [MALLORY]
    assert bench.blamed(1) == []
    bench.withheld = lambda who, message: message
    goes_on(bench)


def test_with_two_people_a_guests_word_ends_nothing() -> None:
    bench = Bench(2).deal()
    bench.turn_of(0)
    bench.withheld = silent(m.ReplyMessage, who=1)
    stale(bench, 5, 1)
    for _ in range(4):
        assert bench.sessions[0].hosting
        bench.wait(CONFIRMED_MS)
    assert bench.sessions[0].hosting
    assert bench.blamed() == [("no_vote", 1)]
    bench.move()
    assert bench.game.chain.term == 0
    # Also in a program that was started again: the host's votes for itself have not deposed it.
    again = Session.resume(bench.me(0), bench.now, SimLog(bench.disks[0], bench.game.chain.gid))
    assert bench.game.promises.voted_term > bench.game.chain.term
    assert again.hosting


def test_a_guest_votes_for_its_host_and_goes_on_taking_its_orders(bench: Bench) -> None:
    """The question comes to nothing, as Mallory keeps it open: that must not hold up who has answered it."""
    bench.withheld = silent(m.ReplyMessage)
    bench.turn_of(1)
    stale(bench)
    bench.wait(limits.SETTLE_MS + 1000)
    assert bench.game_of(1).promises.voted_term > bench.game_of(1).chain.term
    assert not bench.sessions[1].terms.deposed
    bench.move()
    assert bench.game.chain.links[-1].record.kind == "move"
    assert bench.sessions[0].desync.acknowledged_by[1] == bench.game.last


def test_who_has_voted_for_another_takes_no_orders_until_its_host_is_confirmed(bench: Bench) -> None:
    """Else what it acknowledges could be lost to the one it has voted for."""
    bench.turn_of(0)
    bench.cut(1)
    bench.connect(MALLORY, 1)
    del bench.sessions[MALLORY]
    bench.wait(limits.LOST_MS + 1000)
    ask = bench.game_of(1).chain.ask("term", term=50, host=2, away=[0])
    bench.say(MALLORY, ask.message(), to=1)
    assert bench.game_of(1).promises.voted_against(0) == 50
    bench.cut(MALLORY, 1)
    bench.connect(1)
    bench.move()
    assert bench.game_of(1).last == bench.game.last  # to have it does no harm
    assert bench.sessions[0].desync.acknowledged_by[1] < bench.game.last
    assert m.Refused("ENTRY", "stale_term", {"term": 50}) in bench.got[0]
    again = Session.resume(bench.me(1), bench.now, SimLog(bench.disks[1], bench.game.chain.gid))
    assert again.terms.deposed  # also after a crash
    bench.wait(CONFIRMED_MS)
    assert bench.game.chain.term > 50
    assert bench.sessions[0].desync.acknowledged_by[1] == bench.game.last


def test_word_upon_word_does_not_fill_the_log(bench: Bench) -> None:
    for _ in range(600):
        stale(bench, bench.game.chain.term + 1)
        bench.wait(1000)
    terms = [link for link in bench.game.chain.links if link.record.kind == "term"]
    assert 0 < len(terms) < 20
    assert bench.sessions[0].hosting
    goes_on(bench)


def test_word_of_far_terms_does_not_keep_anybody_from_being_chosen(bench: Bench) -> None:
    stale(bench, bench.game.chain.term + 1000)
    bench.say(MALLORY, m.Refused("ASK", "stale_term", {"term": 500}))
    bench.wait(CONFIRMED_MS)
    assert bench.game.chain.term == 501
    goes_on(bench)
