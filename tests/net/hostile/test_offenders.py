"""Who is shown out, who comes back too soon, and what is no crime at all."""

from __future__ import annotations

import pytest

from net import messages as m
from net.entries import sign_digest
from net.refusal import Refusal
from net.session import limits
from net.session.actions import Dial
from net.session.notices import (
    NotJoined,
)
from net.session.peers import Offenders
from tests.net.hostile.foul import MALLORY, desync
from tests.net.sim_bench import Bench


def test_a_host_can_show_somebody_out_while_it_looks_for_votes(bench: Bench) -> None:
    game = bench.game
    game.promises.keep_vote(1, b"q" * 32, 1)
    assert not bench.sessions[0].hosting
    assert bench.sessions[0].may_kick
    bench.act(0, lambda s: s.kick(bench.identities[MALLORY].key))
    assert not bench.linked(MALLORY)
    bench.connect(MALLORY)
    assert NotJoined("kicked") in bench.heard[MALLORY]


def test_nobody_else_can(bench: Bench) -> None:
    bench.connect(MALLORY, 1)
    bench.act(1, lambda s: s.kick(bench.identities[MALLORY].key))
    assert bench.linked(MALLORY, 1)
    assert not bench.sessions[1].may_kick


def test_who_was_shown_out_is_not_waited_for(bench: Bench) -> None:
    bench.act(0, lambda s: s.kick(bench.identities[MALLORY].key))
    bench.wait(500)
    with pytest.raises(Refusal, match="try_later"):
        bench.sessions[1].vote(MALLORY)  # who does not know that it was shown out
    bench.act(0, lambda s: s.vote(MALLORY))
    bench.act(1, lambda s: s.answer(bench.asked(1).hash, True))
    assert dict(bench.game.chain.standing.proxies) == {MALLORY: 0}


def test_who_misbehaved_is_let_in_again_later_and_later(bench: Bench) -> None:
    for lasting in (10_000, 20_000, 40_000):
        bench.say(MALLORY, m.Roster(b"roster"))
        assert not bench.linked(MALLORY)
        bench.wait(lasting - 1000)
        bench.got[MALLORY].clear()
        bench.connect(MALLORY)
        assert not bench.linked(MALLORY)
        (refused,) = [one for one in bench.got[MALLORY] if isinstance(one, m.Refused)]
        assert (refused.of, refused.reason, refused.params["ms"] <= 1000) == ("JOIN", "misbehaved", True)
        bench.wait(1000)
        bench.connect(MALLORY)
        assert bench.linked(MALLORY)
    assert bench.blamed(1) == []


def test_a_host_that_misbehaved_is_not_called_at_once(bench: Bench) -> None:
    bench.say(0, bench.roll(0).message(), to=1)
    assert bench.blamed(1) == [("wrong_signer", 0)]

    def calls(until: int) -> list[Dial]:
        found = []
        while bench.now < until:
            bench.now += 500
            found += [one for one in bench.sessions[1].tick(bench.now) if isinstance(one, Dial) and one.seat == 0]
        return found

    start = bench.now
    assert calls(start + limits.OFFENCE_MS - 500) == []
    assert calls(start + limits.OFFENCE_MS + 2 * limits.LAST_DIAL_MS) != []


def test_no_more_than_so_many_are_remembered() -> None:
    offenders = Offenders()
    for number in range(2 * limits.OFFENDERS):
        offenders.add(number.to_bytes(32, "big"), 0)
    assert len(offenders) == limits.OFFENDERS
    assert offenders.left((2 * limits.OFFENDERS - 1).to_bytes(32, "big"), 0) == limits.OFFENCE_MS
    assert offenders.left(bytes(32), 0) == 0
    for _ in range(20):
        offenders.add(b"k" * 32, 0)
    assert offenders.left(b"k" * 32, 0) == limits.LONGEST_OFFENCE_MS


def test_an_answer_to_a_start_that_was_called_off_is_no_crime() -> None:
    """It was on its way when the host's person thought better of it."""
    bench = Bench()
    kept: list[m.Message] = []

    def late(who: int, message: m.Message) -> m.Message | None:
        if who == 1 and isinstance(message, m.ReplyMessage):
            kept.append(message)
            return None
        return message

    bench.withheld = late
    bench.deal()
    bench.act(0, lambda s: s.abandon())
    for message in kept:
        bench.say(1, message)
    assert kept
    assert bench.blamed() == [("abandoned", None)]
    assert bench.linked(1)


def test_what_is_said_of_a_game_that_was_left_for_the_lobby_is_no_crime(bench: Bench) -> None:
    bench.finish()
    entry = bench.game.chain.entries(bench.game.last)[0]
    late: list[m.Message] = [
        sign_digest(bench.identities[1], 1, entry, bench.game.digest),
        desync(bench, 1, bench.game.digest),
        m.Sync(bench.game.chain.gid, 5),
        m.Done(b"h" * 32, "stale", None),
    ]
    bench.act(0, lambda s: s.reopen())
    for message in late:
        bench.say(1, message)
    assert bench.blamed() == []
    assert bench.linked(1)
