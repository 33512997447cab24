"""The join code: proved without being said, tied to the certificate, and not to be guessed."""

import itertools

import pytest

from net.codes import CODE_LENGTHS
from net.pake import (
    ADDRESSES,
    CODES_GUESSED,
    DELAYS_MS,
    FAILURES_A_CODE,
    FORGET_MS,
    MESSAGE_LENGTH,
    PROOF_LENGTH,
    RETURN_MS,
    STARTS_A_SECOND,
    STARTS_OF_ADDRESS,
    STARTS_OF_NEW,
    STARTS_OF_SUSPECTS,
    WAITING,
    Gatekeeper,
    HostProof,
    JoinerProof,
    Unproved,
    plain_address,
)
from net.refusal import Refusal
from tests.net.doors import codes

SEEN = b"s" * 32
HERE, THERE = "192.0.2.7", "192.0.2.8"


def test_both_sides_prove_the_same_code_and_certificate():
    joiner = JoinerProof("123456", SEEN)
    host = HostProof("123456", SEEN, joiner.message)
    proof = joiner.finish(host.message)
    joiner.check(host.check(proof))
    assert len(joiner.message) == len(host.message) == MESSAGE_LENGTH
    assert len(proof) == PROOF_LENGTH


@pytest.mark.parametrize(
    ("code", "certificate"),
    [("123457", SEEN), ("123456", b"t" * 32)],
    ids=["another code", "another certificate: somebody in the middle"],
)
def test_neither_side_believes(code, certificate):
    joiner = JoinerProof("123456", SEEN)
    host = HostProof(code, certificate, joiner.message)
    proof = joiner.finish(host.message)
    with pytest.raises(Unproved):
        host.check(proof)
    with pytest.raises(Unproved):
        joiner.check(proof)  # our own proof, sent back


def test_a_proof_counts_for_one_attempt_only():
    first, second = JoinerProof("123456", SEEN), JoinerProof("123456", SEEN)
    host = HostProof("123456", SEEN, second.message)
    with pytest.raises(Unproved):
        host.check(first.finish(host.message))


def test_a_host_that_has_proved_nothing_is_not_believed():
    with pytest.raises(Unproved):
        JoinerProof("123456", SEEN).check(b"\0" * PROOF_LENGTH)


@pytest.mark.parametrize(
    "message",
    [b"", b"A", b"A" + b"\0" * 32, b"A" + b"\xff" * 32, b"A\1" + b"\0" * 31, b"B" * 33, b"A" + b"x" * 40],
    ids=["nothing", "no point", "zero", "off the field", "the neutral point", "our own side", "too long"],
)
def test_what_is_no_point_of_the_curve_is_refused(message):
    with pytest.raises(Unproved):
        HostProof("123456", SEEN, message)


def test_our_own_message_sent_back_is_refused():
    joiner = JoinerProof("123456", SEEN)
    with pytest.raises(Unproved):
        joiner.finish(joiner.message)
    joiner = JoinerProof("123456", SEEN)
    with pytest.raises(Unproved):
        joiner.finish(b"B" + joiner.message[1:])


# The gatekeeper.


@pytest.fixture
def told():
    return []


@pytest.fixture
def gatekeeper(told):
    numbers = codes()
    return Gatekeeper(lambda digits: next(numbers).zfill(digits), told.append)


def fail(gatekeeper, address, now):
    gatekeeper.failed(gatekeeper.begin(address, now), now)


def wait(gatekeeper, address, now):
    """How long the gatekeeper says to wait; where it does not, a try is begun."""
    try:
        gatekeeper.begin(address, now)
    except Refusal as refusal:
        return refusal.params["ms"]
    return 0


def test_five_tries_a_second_in_all(gatekeeper):
    for number in range(STARTS_OF_NEW):
        gatekeeper.begin(f"192.0.2.{number}", 100 + number)
    assert not gatekeeper.is_crowded
    assert wait(gatekeeper, HERE, 110) == 990
    assert gatekeeper.is_crowded
    assert wait(gatekeeper, HERE, 120) == 0  # who comes again has a place of its own
    assert wait(gatekeeper, HERE, 1099) == 1
    assert wait(gatekeeper, HERE, 1100) == 0
    assert wait(gatekeeper, HERE, 1100) == 1  # the place of the second, which was at 101
    gatekeeper.renew()
    assert not gatekeeper.is_crowded


def test_who_comes_again_gets_in_however_many_come_once(gatekeeper):
    """From addresses without end, each of which is a new one."""
    crowd = (f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}" for number in itertools.count())
    for now in range(0, 9_500, 10):
        wait(gatekeeper, next(crowd), now)
    later = wait(gatekeeper, HERE, 9_500)
    assert 0 < later <= 1000
    for now in range(9_500, 9_500 + later + 1):  # also in the very moment in which HERE may come
        wait(gatekeeper, next(crowd), now)
    assert wait(gatekeeper, HERE, 9_500 + later) == 0


def test_who_came_long_ago_is_as_good_as_new_and_few_are_remembered(gatekeeper):
    for number in range(2 * WAITING):
        wait(gatekeeper, f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", number // WAITING)
    assert len(gatekeeper._waiting) == WAITING
    wait(gatekeeper, HERE, RETURN_MS + 10)
    assert len(gatekeeper._waiting) == 0


def test_an_address_that_failed_waits_one_two_four_and_then_always_four_seconds(gatekeeper):
    now = 0
    for delay in (*DELAYS_MS, DELAYS_MS[-1]):
        fail(gatekeeper, HERE, now)
        assert wait(gatekeeper, HERE, now + delay - 1) == 1
        assert wait(gatekeeper, THERE, now + delay - 1) == 0  # others do not wait for it
        now += delay


def test_a_try_that_was_given_up_makes_its_address_wait_but_guesses_nothing(gatekeeper, told):
    now = 0
    for delay in DELAYS_MS * 3:
        gatekeeper.abandoned(gatekeeper.begin(HERE, now), now)
        assert wait(gatekeeper, HERE, now + 1)
        now += max(delay, DELAYS_MS[-1])
    assert told == []


def test_who_got_in_does_not_wait_any_more(gatekeeper):
    fail(gatekeeper, HERE, 0)
    gatekeeper.passed(gatekeeper.begin(HERE, 1000))
    assert wait(gatekeeper, HERE, 1001) == 0


def test_failures_are_forgotten_after_a_while(gatekeeper):
    fail(gatekeeper, HERE, 0)
    fail(gatekeeper, HERE, 5000)
    fail(gatekeeper, HERE, 5000 + FORGET_MS)
    assert wait(gatekeeper, HERE, 5000 + FORGET_MS + DELAYS_MS[0]) == 0


def test_after_five_failures_in_all_there_is_a_new_code_and_a_notice(gatekeeper, told):
    for number in range(FAILURES_A_CODE[0]):
        assert gatekeeper.code == "111111"
        assert told == []
        fail(gatekeeper, f"192.0.2.{number}", number * 1000)
    assert gatekeeper.code == "111112"
    assert told == ["111112"]
    for number in range(FAILURES_A_CODE[0]):
        assert gatekeeper.code == "111112"
        fail(gatekeeper, f"192.0.2.{number}", 20_000 + number * 1000)
    assert told == ["111112", "111113"]


SECONDS = itertools.count(0, 1000)


def guess(gatekeeper, times):
    """From ever new addresses, and as slowly as needed."""
    for now in itertools.islice(SECONDS, times):
        number = now // 1000
        fail(gatekeeper, f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}", now)


def test_codes_at_which_somebody_guesses_get_longer_and_hold_longer(gatekeeper, told):
    guess(gatekeeper, CODES_GUESSED * FAILURES_A_CODE[0] - 1)
    assert len(gatekeeper.code) == 6
    guess(gatekeeper, 1)
    assert len(gatekeeper.code) == 8
    assert len(told) == CODES_GUESSED
    guess(gatekeeper, FAILURES_A_CODE[1] - 1)
    assert len(told) == CODES_GUESSED
    guess(gatekeeper, 1)
    assert len(gatekeeper.code) == 10
    guess(gatekeeper, FAILURES_A_CODE[1] * 2)
    assert len(told) == CODES_GUESSED + 1
    gatekeeper.renew()
    assert len(gatekeeper.code) == 10  # also if the person wants another


def test_a_code_of_ten_digits_is_spent_at_last_too(gatekeeper, told):
    gatekeeper._length, gatekeeper._failures = 2, FAILURES_A_CODE[2] - 1
    guess(gatekeeper, 1)
    assert len(told) == 1
    assert len(gatekeeper.code) == 10


def test_a_longer_code_may_be_chosen_from_the_beginning(told):
    numbers = iter(["12345678", "1234567890"])
    gatekeeper = Gatekeeper(lambda digits: next(numbers), told.append)
    guess(gatekeeper, FAILURES_A_CODE[1] - 1)
    assert told == []
    guess(gatekeeper, 1)
    assert told == ["1234567890"]


def test_an_hour_of_guessing_has_one_chance_in_forty_thousand_at_most():
    """The figure in PROTOCOL.md: all guesses that can be made, by the codes they are made at."""
    left, chance, now = 3600 * STARTS_A_SECOND, 0.0, [0] * CODES_GUESSED + [1] + [2]
    for length in now:
        tried = min(left, FAILURES_A_CODE[length])
        left, chance = left - tried, chance + tried / 10 ** CODE_LENGTHS[length]
    assert left == 0
    assert chance < 1 / 40_000


def test_nobody_alone_takes_all_starts(gatekeeper):
    for number in range(STARTS_OF_ADDRESS):
        gatekeeper.begin(HERE, number)
    assert wait(gatekeeper, HERE, STARTS_OF_ADDRESS) == 1000 - STARTS_OF_ADDRESS
    assert wait(gatekeeper, THERE, STARTS_OF_ADDRESS) == 0


def test_nor_do_all_who_guess_together(gatekeeper):
    suspects = [f"192.0.2.{number}" for number in range(100, 108)]
    now = 0
    for _ in DELAYS_MS:
        for one in suspects:
            now += 1000
            fail(gatekeeper, one, now)
    now += DELAYS_MS[-1]
    assert [wait(gatekeeper, one, now) for one in suspects] == [0] * STARTS_OF_SUSPECTS + [1000] * 5
    assert wait(gatekeeper, HERE, now) == 0


def test_tries_begun_with_an_older_code_are_void(gatekeeper):
    begun = [gatekeeper.begin(f"192.0.2.{number}", number * 1000) for number in range(8)]
    for attempt in begun[: FAILURES_A_CODE[0]]:
        assert not gatekeeper.is_void(attempt)
        gatekeeper.failed(attempt, 9000)
    assert all(map(gatekeeper.is_void, begun))
    assert not gatekeeper.is_void(gatekeeper.begin(THERE, 20_000))


def test_few_addresses_are_remembered(gatekeeper):
    for number in range(ADDRESSES + 1):
        fail(gatekeeper, f"10.0.{number // 256}.{number % 256}", number)
        gatekeeper._starts.clear()
    assert len(gatekeeper._pasts) == ADDRESSES
    assert wait(gatekeeper, "10.0.0.0", ADDRESSES + 1) == 0
    assert wait(gatekeeper, "10.0.0.1", ADDRESSES + 1) > 0


@pytest.mark.parametrize(
    ("address", "plain"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::1"),
        ("FE80:0::1", "fe80::1"),
        ("not an address", "not an address"),
    ],
)
def test_one_machine_is_one_address_however_it_is_written(address, plain):
    assert plain_address(address) == plain
