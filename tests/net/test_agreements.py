"""What people agree on in the course of a game: take-backs, proxies, a new host. All must have signed it."""

import pytest

from core.table import Table
from net import agreements
from net.agreements import back_ask, proxy_ask, term_ask
from net.chain import Chain
from net.entries import sign_entry
from net.refusal import Refusal
from net.replies import sign_reply
from tests.net.lan import Lan, a_move, in_play, judged, play_on, prompted

# --- Taking back by consent


def test_all_others_agree_to_a_take_back():
    log, table, digest = in_play(moves=8)
    seat = prompted(table)
    target = table.back_target(seat, alone=False, consent=True)
    assert target is not None
    to = target.n
    log.agree(back_ask(log.chain, seat, to), digest)
    back = log.record("back", seat, digest, to)
    assert log.chain.consented(back)
    assert not log.chain.consented(back._replace(body=to - 1))
    assert not log.chain.consented(back._replace(seat=(seat + 1) % 3))
    assert not log.chain.consented(back._replace(kind="move"))
    log.append("back", seat, digest, to, None)
    assert not log.chain.consented(back)
    Table(log)


def test_one_no_or_one_missing_is_no_consent():
    log, table, digest = in_play()
    ask = back_ask(log.chain, 1, table.steps[-2].n)
    assert agreements.voters(log.chain, ask) == (0, 2)
    kind, body = agreements.record_of(ask, log.answers(ask, (0,)))
    verdict = judged(log, log.entry(kind, None, digest, body))
    assert (verdict.what, verdict.blamed, verdict.params["reason"]) == ("bad_body", 0, "missing_reply")
    no = [[seat, *sign_reply(log.ids[seat], ask, seat, seat == 0)[1:]] for seat in (0, 2)]
    verdict = judged(log, log.entry(kind, None, digest, {**body, "votes": no}))
    assert (verdict.what, verdict.blamed, verdict.params["reason"]) == ("bad_body", 0, "bad_reply")


def test_a_consent_is_for_one_place_in_the_log():
    log, table, digest = in_play()
    ask = back_ask(log.chain, 1, 4)
    rows = log.answers(ask)
    play_on(table, 1)
    kind, body = agreements.record_of(ask, rows)
    assert judged(log, log.entry(kind, None, digest, body)).params["reason"] == "forged_reply"


# --- Playing for somebody who is away


def away(log: Lan, digest: bytes, seat: int = 1, by: int = 2) -> None:
    log.agree(proxy_ask(log.chain, seat, by), digest)


def test_the_proxy_plays_and_signs_until_the_seat_is_taken_over():
    log, table, digest = in_play()
    seat = prompted(table)
    by = (seat + 1) % 3
    away(log, digest, seat, by)
    assert log.chain.standing.absent == {seat}
    assert judged(log, a_move(log, table, by=seat)).what == "wrong_signer"
    assert judged(log, a_move(log, table, by=3 - seat - by)).what == "wrong_signer"
    assert log.chain.judge(a_move(log, table, by=by)).taken
    assert judged(log, log.entry("takeover", seat, digest, None, by=by)).what == "wrong_signer"
    log.append("takeover", seat, digest, None, None)
    assert log.chain.standing.absent == set()
    assert judged(log, a_move(log, table, by=by)).what == "wrong_signer"
    assert judged(log, a_move(log, table, by=seat)).taken
    again = Chain.of_records([link.record for link in log.chain.links])
    assert again.standing == log.chain.standing


def test_all_who_are_left_must_agree_to_a_proxy():
    log, _, digest = in_play(people=4)
    ask = proxy_ask(log.chain, 1, 2)
    assert agreements.voters(log.chain, ask) == (0, 2, 3)
    kind, body = agreements.record_of(ask, log.answers(ask, (0, 2)))
    assert judged(log, log.entry(kind, None, digest, body)).params["reason"] == "missing_reply"
    log.agree(ask, digest)
    later = proxy_ask(log.chain, 3, 0)  # the one who is away has no vote
    assert agreements.voters(log.chain, later) == (0, 2)
    log.agree(later, digest)
    log.agree(proxy_ask(log.chain, 1, 0), digest)  # another proxy, should the first be lost too
    assert dict(log.chain.standing.proxies) == {1: 0, 3: 0}


def test_two_who_are_gone_do_not_have_to_agree_to_each_other():
    log, _, digest = in_play(people=4)
    ask = proxy_ask(log.chain, 3, 0, [2])
    assert (ask.body["away"], agreements.voters(log.chain, ask)) == ([2, 3], (0, 1))
    kind, body = agreements.record_of(ask, log.answers(ask, (0,)))
    assert judged(log, log.entry(kind, None, digest, body)).params["reason"] == "missing_reply"
    log.agree(ask, digest)
    assert log.chain.standing.absent == {3}  # the other one is still to be asked about anything else
    log.agree(proxy_ask(log.chain, 2, 1), digest)
    assert dict(log.chain.standing.proxies) == {2: 1, 3: 0}


@pytest.mark.parametrize(
    "body",
    [
        {"seat": 1, "by": 1, "away": [1]},
        {"seat": 1, "by": 7, "away": [1]},
        {"seat": 7, "by": 0, "away": [7]},
        {"seat": 3, "by": 0, "away": [3]},  # a bot
        {"seat": 1, "by": 3, "away": [1]},
        {"seat": True, "by": 0, "away": [1]},
        {"seat": 1, "away": [1]},
        {"seat": 1, "by": 0},
        {"seat": 1, "by": 0, "away": [1], "more": 1},
        {"seat": 1, "by": 0, "away": []},
        {"seat": 1, "by": 0, "away": [2]},
        {"seat": 1, "by": 0, "away": [2, 1]},
        {"seat": 1, "by": 0, "away": [1, 1]},
        {"seat": 1, "by": 0, "away": [1, 3]},
        {"seat": 1, "by": 0, "away": 1},
        {"seat": 1, "by": 2, "away": [0, 1]},  # the host who says so
        {"seat": 1, "by": 2, "away": [1, 2]},
    ],
)
def test_a_proxy_must_be_a_person_who_is_there_for_another(body):
    log, _, digest = in_play(people=3, bots=1)
    ask = log.chain.ask("proxy", **body)
    votes = log.answers(ask, [seat for seat in range(3) if seat != body["seat"]])
    verdict = judged(log, log.entry("proxy", None, digest, {**body, "votes": votes}))
    assert (verdict.what, verdict.blamed, verdict.params["reason"]) == ("bad_body", 0, "bad_reply")


@pytest.mark.parametrize(
    "body", [None, [], {"votes": []}, {"seat": 0, "to": "4", "votes": []}, {"seat": 7, "to": 4, "votes": []}]
)
def test_a_consent_of_another_form_is_refused(body):
    log, _, digest = in_play()
    verdict = judged(log, log.entry("consent", None, digest, body))
    assert (verdict.what, verdict.blamed) == ("bad_body", 0)


# --- A new host


def changed_host(log: Lan, digest: bytes, lost: list[int]) -> None:
    log.agree(term_ask(log.chain, lost), digest)


def test_the_lowest_seat_that_is_left_becomes_host():
    log, table, digest = in_play(people=3, bots=1)
    changed_host(log, digest, [0])
    assert (log.chain.term, log.chain.host, log.chain.standing.absent) == (1, 1, frozenset([0]))
    assert log.chain.signer(log.record("move", 3)) == 1  # also for the bots
    assert log.chain.signer(log.record("end", None)) == 1
    log.append("takeover", 0, digest, None, None)
    assert log.chain.standing.absent == set()
    assert log.chain.host == 1
    again = Chain.of_records(log.records)
    assert again.standing == log.chain.standing
    play_on(table, 3)


def test_a_host_can_be_confirmed_and_no_other_chosen_while_it_is_left():
    log, _, digest = in_play()
    changed_host(log, digest, [0])
    log.append("takeover", 0, digest, None, None)
    assert log.chain.host == 1
    body = {"term": 2, "host": 0, "away": []}
    votes = log.answers(log.chain.ask("term", **body), (0, 1, 2))
    verdict = judged(log, log.entry("term", None, digest, {**body, "votes": votes}))
    assert (verdict.what, verdict.blamed) == ("bad_body", 0)
    changed_host(log, digest, [])
    assert (log.chain.term, log.chain.host) == (2, 1)


def test_in_a_game_of_the_first_version_the_lowest_may_follow_a_host_that_is_there():
    log, _, digest = in_play()
    changed_host(log, digest, [0])
    log.append("takeover", 0, digest, None, None)
    log.chain.roster = log.chain.roster._replace(version=1)
    body = {"term": 2, "host": 0, "away": []}
    votes = log.answers(log.chain.ask("term", **body), (0, 1, 2))
    assert judged(log, log.entry("term", None, digest, {**body, "votes": votes})).taken


def test_terms_may_be_passed_over_where_a_vote_came_to_nothing():
    log, _, digest = in_play()
    ask = term_ask(log.chain, [0], 3)
    kind, body = agreements.record_of(ask, log.answers(ask))
    for term, what in ((1, "later_term"), (4, "later_term"), (0, "stale_term"), (3, "taken")):
        assert judged(log, log.entry(kind, None, digest, body, term=term)).what == what
    assert log.chain.term == 3
    assert Chain.of_records([link.record for link in log.chain.links]).term == 3


@pytest.mark.parametrize("term", [0, -1, "2", True])
def test_a_term_does_not_go_back(term):
    log, _, digest = in_play()
    changed_host(log, digest, [0])
    body = {"term": term, "host": 1, "away": [0]}
    votes = log.answers(log.chain.ask("term", **body), (1, 2))
    assert judged(log, log.entry("term", None, digest, {**body, "votes": votes}, term=2)).what == "bad_body"


def test_a_host_changes_more_than_once():
    log, _table, digest = in_play(people=4)
    changed_host(log, digest, [0])
    log.append("takeover", 0, digest, None, None)
    changed_host(log, digest, [1])
    assert (log.chain.term, log.chain.host, log.chain.standing.absent) == (2, 0, frozenset([1]))


@pytest.mark.parametrize(
    ("people", "lost", "enough"),
    [(2, [0], False), (3, [0], True), (4, [0], True), (4, [0, 1], False), (3, [0, 2], False)],
)
def test_more_than_half_of_the_persons_must_be_left(people, lost, enough):
    log, _, digest = in_play(people=people, bots=max(0, 2 - people))
    ask = term_ask(log.chain, lost)
    kind, body = agreements.record_of(ask, log.answers(ask))
    verdict = judged(log, log.entry(kind, None, digest, body))
    assert verdict.taken == enough
    if not enough:
        assert verdict.params["reason"] == "not_enough_votes"


def test_with_nobody_left_there_is_no_host():
    log, _, _ = in_play(people=2)
    with pytest.raises(Refusal, match="not_enough_votes"):
        term_ask(log.chain, [0, 1])


@pytest.mark.parametrize(
    "body",
    [
        {"term": 1, "host": 2, "away": [0]},  # not the lowest
        {"term": 1, "host": 1, "away": [0, 0]},
        {"term": 1, "host": 1, "away": [7]},
        {"term": 1, "host": 1, "away": 0},
        {"term": 1, "host": 0, "away": [0]},
    ],
)
def test_a_change_of_host_must_be_just_what_was_voted(body):
    log, _, digest = in_play(people=4)
    ask = log.chain.ask("term", **body)
    seats = [seat for seat in range(4) if not isinstance(body["away"], list) or seat not in body["away"]]
    entry = log.entry("term", None, digest, {**body, "votes": log.answers(ask, seats)}, term=1)
    verdict = judged(log, entry)
    assert verdict.what == "bad_body"
    assert verdict.blamed == body["host"]


@pytest.mark.parametrize("body", [None, {"host": 7}, {"host": "1"}, {}])
def test_a_change_to_no_host_is_refused(body):
    log, _, digest = in_play()
    assert judged(log, log.entry("term", None, digest, body)).what == "bad_body"


def test_who_was_lost_with_the_last_host_and_is_back_votes_for_the_next():
    log, _, digest = in_play(people=3)
    changed_host(log, digest, [0])
    changed_host(log, digest, [1])
    assert (log.chain.term, log.chain.host, log.chain.standing.absent) == (2, 0, frozenset([1]))
    assert Chain.of_records(log.records).standing == log.chain.standing


def test_who_is_played_by_another_has_a_vote_for_a_host_and_then_takes_its_seat_again():
    log, _, digest = in_play(people=4)
    away(log, digest, 3, 0)
    ask = term_ask(log.chain, [0, 3])
    kind, agreed = agreements.record_of(ask, log.answers(ask))
    verdict = judged(log, log.entry(kind, None, digest, agreed))
    assert verdict.params["reason"] == "not_enough_votes"  # two of four are not more than half
    log.agree(term_ask(log.chain, [0]), digest)
    standing = log.chain.standing
    assert (standing.host, standing.away, standing.absent) == (1, frozenset([0]), frozenset([0, 3]))
    log.append("takeover", 3, digest, None, None)
    assert log.chain.standing.voters == (1, 2, 3)


def test_what_the_lost_host_sends_later_is_stale():
    log, table, digest = in_play()
    late = a_move(log, table)
    changed_host(log, digest, [0])
    verdict = judged(log, late)
    assert (verdict.what, verdict.blamed) == ("stale_term", None)
    assert judged(log, a_move(log, table, term=0)).what == "stale_term"
    assert judged(log, a_move(log, table, term=2)).what == "later_term"
    assert judged(log, a_move(log, table)).taken


def test_a_later_term_without_its_beginning_is_asked_for():
    log, table, _ = in_play()
    assert judged(log, a_move(log, table, term=1)).what == "later_term"
    past = log.chain.links[-1]
    entry = sign_entry(log.ids[past.signer], log.roster.gid, 1, past.record._replace(sig=None))
    assert judged(log, entry).what == "later_term"


def test_who_has_more_than_was_agreed_on_goes_back_to_it():
    """The lost host had ordered moves that only some have seen; the new host was voted in without them."""
    log, table, digest = in_play()
    ask = term_ask(log.chain, [0])
    kind, body = agreements.record_of(ask, log.answers(ask))
    term = log.entry(kind, None, digest, body)
    n = len(log.chain)
    play_on(table, 2)
    verdict = judged(log, term)
    assert (verdict.what, dict(verdict.params)) == ("rewind", {"n": n})
    log.chain.cut(n)
    log.cut(n)
    assert judged(log, term).taken
    assert log.chain.host == 1


def test_a_rewind_needs_its_votes():
    log, table, digest = in_play()
    ask = term_ask(log.chain, [0])
    kind, body = agreements.record_of(ask, log.answers(ask, (1,)))
    term = log.entry(kind, None, digest, body)
    play_on(table, 2)
    assert judged(log, term).what == "bad_body"


@pytest.mark.parametrize("n", [0, -1, 1000])
def test_a_cut_leaves_the_header_at_least(n):
    log, _, _ = in_play()
    with pytest.raises(ValueError, match=str(n)):
        log.chain.cut(n)
