"""False positions: whoever signed otherwise than the log says is named, and the others play on."""

from __future__ import annotations

import pytest

from net import messages as m
from net.entries import sign_digest
from net.session import limits
from tests.net.hostile.foul import MALLORY, desync, goes_on, silent
from tests.net.sim_bench import Bench


def false_digest(bench: Bench, who: int = MALLORY) -> m.Digest:
    entry = bench.game.chain.entries(bench.game.last)[0]
    return sign_digest(bench.identities[who], who, entry, b"d" * 16)


def others_heard_nothing(bench: Bench) -> None:
    assert not any(isinstance(one, m.Desync) for one in bench.got[1])
    assert bench.desynced(0) == bench.desynced(1) == []


def test_a_desync_that_nobody_signed_closes_a_link_and_no_more(bench: Bench) -> None:
    bench.say(MALLORY, desync(bench, MALLORY, signer=1))
    assert bench.blamed() == [("bad_signature", None)]
    assert not bench.linked(MALLORY)
    others_heard_nothing(bench)
    goes_on(bench)


def test_nobody_accuses_in_the_name_of_another(bench: Bench) -> None:
    bench.say(MALLORY, desync(bench, 1, signer=MALLORY))
    assert bench.blamed() == [("unexpected_message", None)]
    others_heard_nothing(bench)
    goes_on(bench)


@pytest.mark.parametrize("rebuilt", [b"r" * 16, None], ids=["another", "none"])
def test_who_signs_another_position_is_named_and_the_others_play_on(bench: Bench, rebuilt: bytes | None) -> None:
    bench.got[MALLORY].clear()
    bench.say(MALLORY, desync(bench, MALLORY, rebuilt))
    assert bench.blamed() == [("other_position", MALLORY)]
    assert [type(one) for one in bench.got[MALLORY]] == [m.Desync, m.Bye]  # one answer, and no more
    others_heard_nothing(bench)
    goes_on(bench)


def test_false_alarms_are_accidents_up_to_a_point(bench: Bench) -> None:
    """It has us look at one place after another: each makes us play the whole log."""
    for _ in range(limits.FALSE_POSITIONS):
        for _ in range(5):  # once more for the same place is not even answered
            bench.say(MALLORY, desync(bench, MALLORY, bench.game.digest))
        assert bench.blamed() == []
        bench.move()
    answers = [one for one in bench.got[MALLORY] if isinstance(one, m.Desync)]
    assert len(answers) == limits.FALSE_POSITIONS
    bench.say(MALLORY, desync(bench, MALLORY, bench.game.digest))
    assert bench.blamed() == [("other_position", MALLORY)]
    others_heard_nothing(bench)
    goes_on(bench)


def test_false_digests_never_make_a_guest_blame_the_host(bench: Bench) -> None:
    for _ in range(12):
        bench.say(MALLORY, false_digest(bench))
    assert bench.blamed() == [("other_position", MALLORY)]
    assert bench.blamed(1) == []
    others_heard_nothing(bench)
    goes_on(bench)


def test_what_comes_before_the_answer_costs_nothing_and_counts_once(bench: Bench) -> None:
    bench.withheld = silent(m.Desync)
    bench.got[MALLORY].clear()
    for _ in range(12):
        bench.say(MALLORY, false_digest(bench))
    assert [type(one) for one in bench.got[MALLORY]] == [m.Desync]
    assert bench.blamed() == []


def test_who_does_not_answer_for_its_position_is_named(bench: Bench) -> None:
    bench.withheld = silent(m.Desync)
    bench.say(MALLORY, false_digest(bench))
    bench.wait(limits.ANSWER_MS + 2 * limits.PING_MS)
    assert bench.blamed() == [("other_position", MALLORY)]
    assert not bench.linked(MALLORY)
    bench.withheld = lambda who, message: message
    goes_on(bench)


def test_who_cannot_answer_because_its_line_is_dead_is_not_named(bench: Bench) -> None:
    bench.withheld = lambda who, message: None if who == MALLORY else message
    bench.say(MALLORY, false_digest(bench))
    bench.wait(limits.DEAD_MS + limits.PING_MS)
    assert not bench.linked(MALLORY)
    assert bench.blamed() == []


def test_a_host_in_another_position_is_named_and_another_is_found(bench: Bench) -> None:
    """Seat 1 alone is lied to; it goes, and finds nobody as long as the others are content."""
    bench.turn_of(1)
    bench.say(0, desync(bench, 0), to=1)
    assert bench.blamed(1) == [("other_position", 0)]
    assert bench.sessions[1].stopped is None
    assert not bench.linked(1)
    assert bench.blamed(2) == []
    bench.wait(limits.OFFENCE_MS)
    bench.connect(1)
    bench.move()
    assert bench.game_of(2).position == bench.game_of(1).position == bench.game.position


def test_an_order_made_in_another_position_is_not_taken_and_its_host_has_to_explain_it(bench: Bench) -> None:
    bench.turn_of(0)
    before = bench.game_of(1).position
    bench.got[0].clear()
    bench.withheld = silent(m.Desync, who=0)
    bench.say(0, bench.roll(0, digest=b"d" * 16).message(), to=1)
    assert [type(one) for one in bench.got[0]] == [m.Desync]
    assert bench.game_of(1).position == before
    bench.wait(limits.ANSWER_MS + 2 * limits.PING_MS)
    assert bench.blamed(1) == [("other_position", 0)]
    assert bench.blamed(2) == []


def test_a_host_that_explains_itself_is_asked_for_a_better_order(bench: Bench) -> None:
    bench.turn_of(0)
    bench.say(0, bench.roll(0, digest=b"d" * 16).message(), to=1)
    assert m.Sync(bench.game.chain.gid, len(bench.game.chain)) in bench.got[0]
    assert bench.blamed(1) == []
    bench.move()
    assert bench.game_of(1).position == bench.game.position
