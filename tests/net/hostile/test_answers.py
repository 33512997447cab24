"""Positions, answers and votes that are false: nobody is blamed for another, and nothing is agreed on that was not."""

from __future__ import annotations

import pytest

from net import messages as m
from net.agreements import back_ask, proxy_ask
from net.entries import sign_digest, sign_entry
from net.replies import sign_reply
from net.session import limits
from net.session.notices import (
    Agreed,
)
from tests.net.hostile.foul import MALLORY, goes_on
from tests.net.sim_bench import Bench


def test_a_position_signed_by_nobody_is_refused(bench: Bench) -> None:
    entry = bench.game.chain.entries(bench.game.last)[0]
    said = sign_digest(bench.identities[1], MALLORY, entry, bench.game.digest)
    bench.say(MALLORY, said)
    assert bench.blamed() == [("bad_signature", None)]


def test_nobody_tells_the_position_of_another(bench: Bench) -> None:
    entry = bench.game.chain.entries(bench.game.last)[0]
    bench.say(MALLORY, sign_digest(bench.identities[1], 1, entry, bench.game.digest))
    assert bench.blamed() == [("unexpected_message", None)]


def test_who_signs_for_another_log_is_on_another_log(bench: Bench) -> None:
    other = sign_entry(
        bench.identities[0], bench.game.chain.gid, 0, bench.game.chain.links[-1].record._replace(body=["x"])
    )
    bench.say(MALLORY, sign_digest(bench.identities[MALLORY], MALLORY, other, bench.game.digest))
    assert bench.blamed() == [("split", None)]
    goes_on(bench)


def test_a_no_stays_a_no(bench: Bench) -> None:
    """Seat 2 takes a move back; seat 1 is asked, says no, and then yes."""
    bench.move()
    bench.act(MALLORY, lambda s: s.ask_back())
    asked = bench.asked(1)
    ask = back_ask(bench.game.chain, MALLORY, asked.other)
    bench.say(1, sign_reply(bench.identities[1], ask, 1, False).message(ask))
    bench.say(1, sign_reply(bench.identities[1], ask, 1, True).message(ask))
    bench.act(0, lambda s: s.answer(bench.asked(0).hash, True))
    assert Agreed(asked.hash, "back", "refused", 1, MALLORY) in bench.heard[MALLORY]
    assert bench.game.chain.links[-1].record.kind == "move"


def test_a_consent_cannot_be_given_for_another(bench: Bench) -> None:
    bench.move()
    bench.act(MALLORY, lambda s: s.ask_back())
    ask = back_ask(bench.game.chain, MALLORY, bench.asked(1).other)
    bench.say(MALLORY, sign_reply(bench.identities[MALLORY], ask, 1, True).message(ask))
    assert bench.blamed() == [("unexpected_message", None)]
    assert bench.game.chain.links[-1].record.kind == "move"


def test_a_forged_consent_is_refused(bench: Bench) -> None:
    bench.turn_of(1)
    bench.move()
    bench.act(1, lambda s: s.ask_back())
    ask = back_ask(bench.game.chain, 1, bench.asked(MALLORY).other)
    forged = sign_reply(bench.identities[1], ask, MALLORY, True)
    bench.say(MALLORY, forged.message(ask))
    assert bench.blamed() == [("forged_reply", None)]


def test_nobody_is_replaced_who_is_here(bench: Bench) -> None:
    bench.got[MALLORY].clear()
    ask = proxy_ask(bench.game.chain, 1, 0)
    bench.say(MALLORY, ask.message())
    assert m.Done(ask.hash, "refused", None) in bench.got[MALLORY]
    goes_on(bench)


def test_a_question_in_the_name_of_another_is_refused(bench: Bench) -> None:
    bench.turn_of(1)
    bench.move()
    target = bench.game.table.back_target(1, alone=False, consent=True) if bench.game.table is not None else None
    assert target is not None
    bench.say(MALLORY, back_ask(bench.game.chain, 1, target.n).message())
    assert bench.blamed() == [("unexpected_message", None)]


@pytest.mark.parametrize("term", [None, -1, True, "1", 10**9])
def test_nonsense_about_terms_deposes_nobody(bench: Bench, term: object) -> None:
    if term == -1:
        assert not bench.say_bytes(
            MALLORY, m.write(m.Refused("ENTRY", "stale_term", {"term": 1})).replace(b"\x01", b"\xff")
        )
        return
    bench.say(MALLORY, m.Refused("ENTRY", "stale_term", {"term": term}))
    assert bench.sessions[0].hosting
    goes_on(bench)


def test_a_seat_votes_once_in_a_term(bench: Bench) -> None:
    """The host is gone. Mallory asks seat 1 for its vote twice in one term, with different questions."""
    bench.cut(1)
    bench.connect(MALLORY, 1)
    del bench.sessions[MALLORY]  # from here on it is all by hand
    bench.wait(limits.LOST_MS + 1000)
    bench.got[MALLORY].clear()
    chain = bench.game_of(1).chain
    first = chain.ask("term", term=50, host=2, away=[0])
    second = chain.ask("term", term=50, host=2, away=[])
    bench.say(MALLORY, first.message(), to=1)
    bench.say(MALLORY, second.message(), to=1)
    replies = [
        one
        for one in bench.got[MALLORY]
        if isinstance(one, m.ReplyMessage) and one.req_hash in (first.hash, second.hash)
    ]
    assert [one.req_hash for one in replies] == [first.hash]


def test_nobody_votes_while_it_has_a_host(bench: Bench) -> None:
    bench.connect(MALLORY, 1)
    bench.got[MALLORY].clear()
    ask = bench.game_of(1).chain.ask("term", term=1, host=2, away=[0])
    bench.say(MALLORY, ask.message(), to=1)
    assert not any(isinstance(one, m.ReplyMessage) for one in bench.got[MALLORY])
    goes_on(bench)


def test_a_host_that_tells_of_answers_that_nobody_gave_changes_nothing(bench: Bench) -> None:
    """ANSWERED is for people to read: a take-back stands only with the signed answers."""
    bench.turn_of(1)
    bench.move()
    bench.act(1, lambda s: s.ask_back())
    asked = bench.asked(MALLORY)
    told = m.Answered(asked.hash, bench.game.last, "back", 1, 1, asked.other, (0, MALLORY), (0, MALLORY))
    for who in (1, MALLORY):
        bench.say(0, told, to=who)
        assert bench.game_of(who).chain.links[-1].record.kind == "move"
    assert bench.sessions[1].play.back is None
    bench.act(0, lambda s: s.answer(bench.asked(0).hash, True))
    bench.act(MALLORY, lambda s: s.answer(asked.hash, False))
    assert bench.game.chain.links[-1].record.kind == "move"
    assert Agreed(asked.hash, "back", "refused", MALLORY, 1) in bench.heard[1]
    goes_on(bench)
