"""Word of other hosts: it makes a host ask, and deposes nobody."""

from __future__ import annotations

import pytest

from net import messages as m
from net.session import limits
from net.session.notices import (
    HostChanged,
)
from net.session.promises import Promises
from net.session.session import Session
from net.shapes import U32
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
    stale(bench, U32)
    bench.say(MALLORY, m.Refused("ASK", "stale_term", {"term": 500}))
    bench.wait(CONFIRMED_MS)
    assert bench.game.chain.term == 501
    goes_on(bench)


# Terms far ahead -----------------------------------------------------------------------------------------------------

ELECTED_MS = limits.LOST_MS + limits.SETTLE_MS + 3 * limits.VOTE_AGAIN_MS


def ask_term(bench: Bench, who: int, to: int, term: int, away: list[int], host: object = None) -> None:
    """`who` asks for a vote for itself, or for what it calls itself."""
    chain = bench.game_of(to).chain
    bench.say(who, chain.ask("term", term=term, host=who if host is None else host, away=away).message(), to=to)


def host_leaves(bench: Bench) -> None:
    for who in (1, 2):
        bench.cut(who)
    del bench.sessions[0]
    bench.connect(2, 1)


def elected_without_the_host(bench: Bench) -> None:
    bench.wait(ELECTED_MS)
    assert bench.sessions[1].hosting
    assert bench.game_of(2).position == bench.game_of(1).position
    assert bench.blamed(1) == bench.blamed(2) == []


@pytest.mark.parametrize("term", [1000, limits.TERMS_AHEAD, U32])
def test_a_host_that_asks_for_a_far_term_and_leaves_is_replaced(bench: Bench, term: int) -> None:
    for who in (1, 2):
        ask_term(bench, 0, who, term, [])
        assert (bench.game_of(who).promises.voted_term == term) == (term != U32)
    host_leaves(bench)
    elected_without_the_host(bench)


@pytest.mark.parametrize(
    ("led", "minutes"),
    [(1, 10), pytest.param(1, 60, marks=pytest.mark.full), pytest.param(2, 60, marks=pytest.mark.full)],
)
def test_a_guest_that_its_host_has_led_to_far_terms_for_long_is_not_alone_there(
    bench: Bench, led: int, minutes: int
) -> None:
    """The other guest was asked nothing, and follows all the same; also if the first is started again."""
    bench.withheld = silent(m.Refused, who=led)  # the program that plays for the host here is none the wiser
    for _ in range(60 * minutes):
        bench.wait(1000)
        term = limits.TERMS_AHEAD + bench.now * limits.TERMS_A_SECOND // 1000
        ask_term(bench, 0, led, term + 1, [])  # which is too far, and then as far as may be
        ask_term(bench, 0, led, term, [])
    voted = bench.game_of(led).promises.voted_term
    assert voted == limits.TERMS_AHEAD + 60 * minutes * limits.TERMS_A_SECOND
    assert bench.game_of(3 - led).promises.voted_term == 0
    bench.withheld = lambda who, message: message
    bench.cut(led)
    log = SimLog(bench.disks[led], bench.game_of(led).chain.gid)
    bench.sessions[led] = Session.resume(bench.me(led), bench.now, log)
    host_leaves(bench)
    elected_without_the_host(bench)
    assert bench.game_of(1).chain.term > voted


@pytest.mark.parametrize("term", [1000, limits.TERMS_AHEAD])
def test_who_was_led_to_a_far_term_while_the_host_was_away_is_with_it_again(bench: Bench, term: int) -> None:
    bench.turn_of(1)
    bench.cut(1)
    bench.connect(MALLORY, 1)
    del bench.sessions[MALLORY]
    bench.wait(limits.LOST_MS + 1000)
    ask_term(bench, MALLORY, 1, term, [0])
    assert bench.sessions[1].terms.deposed
    bench.cut(MALLORY, 1)
    bench.connect(1)
    bench.wait(CONFIRMED_MS)
    assert bench.sessions[0].hosting
    assert not bench.sessions[1].terms.deposed
    assert bench.game.chain.term > term
    bench.move()
    assert bench.game.chain.links[-1].record.kind == "move"
    assert bench.blamed(0) == bench.blamed(1) == []


def test_a_vote_above_the_ceiling_is_followed_as_soon_as_the_ceiling_is_there(bench: Bench) -> None:
    """A host that was started again has a lower one than a guest that was led up to its own."""
    later = 60_000 + CONFIRMED_MS
    term = limits.TERMS_AHEAD + later * limits.TERMS_A_SECOND // 1000
    bench.turn_of(0)
    stale(bench, term, who=1)
    bench.wait(60_000)
    assert bench.game.chain.term == 0  # nobody would vote in a later one
    assert bench.blamed() == []
    bench.wait(later)
    assert bench.game.chain.term > term
    assert bench.blamed() == []


@pytest.mark.parametrize("minutes", [10, pytest.param(60, marks=pytest.mark.full)])
def test_to_stand_long_beside_one_who_has_a_host_costs_no_terms(bench: Bench, minutes: int) -> None:
    """Nobody is foul here: seat 1 reaches seat 2, which has a host, and does not reach the host."""
    bench.turn_of(0)
    bench.cut(1)
    bench.connect(1, 2)
    bench.wait(60_000 * minutes)
    assert bench.sessions[1].terms.deposed
    assert bench.game_of(1).promises.voted_term < 10
    assert m.Refused("ASK", "stale_term", {"term": 0}) in bench.got[1]
    bench.connect(1)
    bench.wait(CONFIRMED_MS)
    assert not bench.sessions[1].terms.deposed
    assert bench.sessions[0].hosting
    bench.cut(1)
    host_leaves(bench)
    elected_without_the_host(bench)


def test_a_host_cannot_fill_the_log_with_votes_for_itself(bench: Bench) -> None:
    before = sum(isinstance(one, m.ReplyMessage) for one in bench.got[0])
    for term in range(1, 200):
        ask_term(bench, 0, 1, term, [])
    assert sum(isinstance(one, m.ReplyMessage) for one in bench.got[0]) - before == limits.VOTES_AT_ONCE
    assert bench.game_of(1).promises.voted_term == limits.VOTES_AT_ONCE
    bench.wait(60_000)
    ask_term(bench, 0, 1, 500, [])
    assert bench.game_of(1).promises.voted_term == 500


@pytest.mark.parametrize(("who", "to", "host"), [(0, 1, False), (1, 2, True)])
def test_a_vote_is_for_a_seat_and_not_for_yes_or_no(bench: Bench, who: int, to: int, host: bool) -> None:
    """Python takes False for 0 and True for 1; kept on the disk, that would be a damaged file from then on."""
    if who == 1:
        bench.cut(2)
        bench.connect(1, 2)
        del bench.sessions[1]
        bench.wait(limits.LOST_MS + 1000)
    ask_term(bench, who, to, 5, [] if who == 0 else [0], host)
    assert bench.blamed(to) == [("unexpected_message", None)]
    assert not bench.linked(who, to)
    assert Promises(bench.disks[to], bench.game_of(to).chain.gid).voted_term < 5
    Session.resume(bench.me(to), bench.now, SimLog(bench.disks[to], bench.game_of(to).chain.gid))
