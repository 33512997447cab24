"""Answers that sign the question: shares of the seed, consents and votes, one by one and collected."""

import dataclasses

import pytest

from core.dealers import commitment
from net import joint_seed
from net.refusal import Refusal
from net.replies import Ask, Collecting, ask_of, check_rows, reply_of, sign_reply
from tests.net.lan import identity, share
from tests.net.samples import sent

GID = b"g" * 16
SHARES = Ask(GID, 0, 1, b"h" * 32, "commit", {})
VOTE = Ask(GID, 2, 9, b"h" * 32, "proxy", {"seat": 1, "by": 0, "away": [1]})
SEATS = (0, 1, 2)
KEYS = {seat: identity(seat).key for seat in SEATS}


def answered(ask, seat, payload):
    return sign_reply(identity(seat), ask, seat, payload)


def rows(ask, payload):
    return [list(answered(ask, seat, payload(seat))) for seat in SEATS]


def blamed(ask, given, wanted=SEATS, collector=2):
    with pytest.raises(Refusal) as caught:
        check_rows(ask, given, wanted, KEYS, collector)
    assert caught.value.blamed == collector
    return caught.value.reason, caught.value.params["seat"]


def test_a_question_has_a_hash_of_all_that_is_asked():
    others = [
        SHARES._replace(gid=b"G" * 16),
        SHARES._replace(term=1),
        SHARES._replace(n=2),
        SHARES._replace(head=b"H" * 32),
        SHARES._replace(kind="seed"),
        SHARES._replace(body={"seat": 1}),
    ]
    assert len({one.hash for one in [SHARES, *others]}) == 7
    assert VOTE.hash == VOTE._replace(body={"by": 0, "away": [1], "seat": 1}).hash


def test_question_and_answer_travel_as_messages():
    message = sent(VOTE.message())
    assert ask_of(GID, message) == VOTE
    reply = answered(VOTE, 2, True)
    assert reply_of(VOTE, sent(reply.message(VOTE)), KEYS) == reply


def test_a_list_in_a_question_hashes_the_same_after_the_journey():
    ask = Ask(GID, 0, 5, b"h" * 32, "term", {"term": 1, "host": 1, "away": [0]})
    assert ask_of(GID, sent(ask.message())).hash == ask.hash


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"req_n": 8}, "other_request"),
        ({"req_hash": b"x" * 32}, "other_request"),
        ({"kind": "back"}, "other_request"),
        ({"seat": 3}, "unwanted_reply"),
        ({"payload": b"x" * 32}, "bad_reply"),
        ({"payload": 1}, "bad_reply"),
        ({"payload": False}, "forged_reply"),
        ({"seat": 1}, "forged_reply"),
        ({"sig": b"s" * 64}, "forged_reply"),
    ],
)
def test_an_answer_to_anything_else_is_refused(change, reason):
    message = dataclasses.replace(answered(VOTE, 2, True).message(VOTE), **change)
    with pytest.raises(Refusal) as caught:
        reply_of(VOTE, message, KEYS)
    assert (caught.value.reason, caught.value.blamed) == (reason, None)


def test_answers_are_collected_in_the_order_of_the_seats():
    collecting = Collecting(VOTE, (2, 0), KEYS)
    assert collecting.missing == (0, 2)
    collecting.add(answered(VOTE, 2, True).message(VOTE))
    assert list(collecting.missing) == [0]
    with pytest.raises(Refusal) as caught:
        collecting.rows()
    assert (caught.value.reason, caught.value.params) == ("missing_reply", {"seat": 0})
    collecting.add(answered(VOTE, 0, True).message(VOTE))
    assert [row[:2] for row in collecting.rows()] == [[0, True], [2, True]]
    check_rows(VOTE, collecting.rows(), (0, 2), KEYS, 0)
    with pytest.raises(Refusal, match="unwanted_reply"):
        collecting.add(answered(VOTE, 1, True).message(VOTE))


def test_the_first_answer_counts_and_one_no_is_enough():
    collecting = Collecting(VOTE, (0, 2), KEYS)
    for payload in (False, True):
        collecting.add(answered(VOTE, 2, payload).message(VOTE))
    collecting.add(answered(VOTE, 0, True).message(VOTE))
    assert collecting.against == (2,)
    with pytest.raises(Refusal, match="missing_reply"):
        collecting.rows()


def test_collected_answers_can_be_checked_by_anybody():
    assert check_rows(VOTE, rows(VOTE, lambda seat: True), SEATS, KEYS, 2) == {0: True, 1: True, 2: True}


def test_who_collects_badly_is_to_blame():
    good = rows(VOTE, lambda seat: True)
    assert blamed(VOTE, None) == ("bad_reply", 2)
    assert blamed(VOTE, [good[0][:2]]) == ("bad_reply", 2)
    assert blamed(VOTE, [["0", *good[0][1:]]]) == ("bad_reply", 2)
    assert blamed(VOTE, [[False, *good[0][1:]], *good[1:]]) == ("bad_reply", 2)
    assert blamed(VOTE, good[1:]) == ("missing_reply", 0)
    assert blamed(VOTE, good, wanted=(0, 2)) == ("unwanted_reply", 1)
    assert blamed(VOTE, [good[1], good[0], good[2]])[0] == "unwanted_reply"
    assert blamed(VOTE, [good[0], *good])[0] == "unwanted_reply"
    assert blamed(VOTE, [[0, False, answered(VOTE, 0, False).sig], *good[1:]]) == ("bad_reply", 0)
    assert blamed(VOTE, [[0, 1, good[0][2]], *good[1:]]) == ("bad_reply", 0)
    assert blamed(VOTE, [[0, True, b"s" * 63], *good[1:]]) == ("bad_reply", 0)
    assert blamed(VOTE, [[0, True, None], *good[1:]]) == ("bad_reply", 0)
    assert blamed(VOTE, [[0, True, b"s" * 64], *good[1:]]) == ("forged_reply", 0)
    assert blamed(VOTE, [[0, True, answered(VOTE._replace(n=8), 0, True).sig], *good[1:]]) == ("forged_reply", 0)
    assert blamed(SHARES, rows(SHARES, lambda seat: b"x" * 31)) == ("bad_reply", 0)


# --- The seed


def test_the_seed_comes_from_all_shares():
    shares = {seat: share(seat) for seat in SEATS}
    seed = joint_seed.seed_of(GID, shares)
    assert seed == joint_seed.seed_of(GID, dict(reversed(shares.items())))
    others = [
        joint_seed.seed_of(b"G" * 16, shares),
        *(joint_seed.seed_of(GID, {**shares, seat: b"z" * 32}) for seat in SEATS),
        joint_seed.seed_of(GID, {0: shares[1], 1: shares[0], 2: shares[2]}),
    ]
    assert len({seed, *others}) == 6
    assert len(bytes.fromhex(seed)) == 32


def test_a_promise_is_for_one_game_one_seat_and_one_share():
    promises = {
        commitment(GID, 0, share(0)),
        commitment(b"G" * 16, 0, share(0)),
        commitment(GID, 1, share(0)),
        commitment(GID, 0, share(1)),
    }
    assert len(promises) == 4
    assert joint_seed.promise(identity(0), SHARES, 0, share(0)).payload == commitment(GID, 0, share(0))
    assert joint_seed.show(identity(0), SHARES._replace(kind="seed"), 0, share(0)).payload == share(0)


def test_a_share_is_fresh():
    assert joint_seed.new_share(lambda length: b"r" * length) == b"r" * 32


def test_who_shows_another_share_is_to_blame():
    promised = {seat: commitment(GID, seat, share(seat)) for seat in SEATS}
    joint_seed.check_shares(GID, promised, {seat: share(seat) for seat in SEATS})
    for shown, guilty in (
        ({0: share(0), 1: b"z" * 32, 2: share(2)}, 1),
        ({0: share(0), 1: share(2), 2: share(1)}, 1),
        ({0: share(0), 3: share(3)}, 3),
    ):
        with pytest.raises(Refusal) as caught:
            joint_seed.check_shares(GID, promised, shown)
        assert (caught.value.reason, caught.value.blamed) == ("broken_promise", guilty)
