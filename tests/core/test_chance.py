"""Chance: the same everywhere, fair, and never dependent on what was drawn before."""

from __future__ import annotations

import struct
from collections import Counter
from hashlib import blake2b
from itertools import permutations

import pytest

from core.chance import Ask, Open, Roll, SeededDealer, Shuffle, Stream, answers_for, open_answers
from core.hidden import ALL, SEALED, may_see

CARDS = tuple(symbol for symbol in range(7) for _ in range(15))


class Counting(Stream):
    """Counts the words it gives."""

    __slots__ = ("words",)

    def __init__(self, *label: str | int) -> None:
        super().__init__("counting", *label)
        self.words = 0

    def word(self) -> int:
        self.words += 1
        return super().word()


class Thrown(Exception):
    """A second word was asked for."""


class Told(Stream):
    """Gives one word, the one it was told."""

    __slots__ = ("only",)

    def __init__(self, word: int) -> None:
        super().__init__("told")
        self.only: int | None = word

    def word(self) -> int:
        word, self.only = self.only, None
        if word is None:
            raise Thrown
        return word


def is_kept(word: int, limit: int, number: int) -> bool:
    try:
        found = Told(word).below(limit)
    except Thrown:
        return False
    assert found == number
    return True


def chi_square(counts: Counter[int], expected: float, kinds: int) -> float:
    return sum((counts[kind] - expected) ** 2 / expected for kind in range(kinds))


def too_far(kinds: int) -> float:
    """What chi-square passes in one of some ten thousand fair tries (Wilson and Hilferty). Seeds are fixed anyway."""
    free = kinds - 1
    return float(free * (1 - 2 / (9 * free) + 3.8 * (2 / (9 * free)) ** 0.5) ** 3)


# --- The same everywhere


def test_the_stream_is_the_one_it_always_was():
    assert [Stream("seed").word() for _ in range(2)] == PINNED_FIRST * 2
    stream = Stream("seed", "shuffle", "cards", 0)
    assert [stream.word() for _ in range(4)] == PINNED_LABELLED
    assert [Stream("Ärger €", "", -1).below(10**9) for _ in range(1)] == PINNED_UNICODE
    assert Stream(b"\x00\xff").below(1000) == PINNED_BYTES


def test_a_shuffle_is_the_one_it_always_was():
    assert Stream("seed", "shuffle", "tiles", 3).shuffled(range(20)) == PINNED_ORDER
    order = bytes(Stream("seed", "shuffle", "cards", 0).shuffled(CARDS))
    assert blake2b(order, digest_size=8).hexdigest() == PINNED_CARDS


def blocks_of(seed: str, *label: str | int):
    """The stream once more, as it is described: the keyed hashes of 0, 1, 2 …"""
    key = blake2b(seed.encode(), digest_size=32, person=b"atlantis-seed").digest()
    person = blake2b("\0".join(map(str, label)).encode(), digest_size=16).digest()
    number = 0
    while True:
        yield blake2b(struct.pack(">Q", number), digest_size=64, key=key, person=person).digest()
        number += 1


@pytest.mark.parametrize("label", [(), ("a",), ("shuffle", "cards", 0), ("shuffle", "cards", 1)])
def test_words_are_the_keyed_hashes_of_0_1_2(label):
    stream, blocks = Stream("plain", *label), blocks_of("plain", *label)
    words = [stream.word() for _ in range(50)]
    expected = [word for _ in range(4) for word in struct.unpack(">16I", next(blocks))]
    assert words == expected[:50]


def test_a_shuffle_takes_sixteen_bits_a_face_and_none_that_favour_some():
    replaced = 0
    for seed in range(400):
        blocks = blocks_of(f"plain {seed}")
        left = sorted(CARDS)
        halves = [half for _ in range(-(-len(left) // 32)) for half in struct.unpack(">32H", next(blocks))]
        words = (word for block in blocks for word in struct.unpack(">16I", block))
        expected = []
        for half in halves[: len(left)]:
            while half >= 65536 - 65536 % len(left):
                half = next(words) >> 16
                replaced += 1
            expected.append(left.pop(half % len(left)))
        assert Stream(f"plain {seed}").shuffled(CARDS) == expected
    assert replaced


def test_seeds_and_labels_make_different_streams():
    streams = [
        Stream("a"),
        Stream("b"),
        Stream(""),
        Stream("a", "x"),
        Stream("a", "x", 0),
        Stream("a", "x", 1),
        Stream("a", "x", -1),
        Stream("a", "x0"),
        Stream("a", 0, "x"),
        Stream("ax"),
    ]
    assert len({stream.word() for stream in streams}) == len(streams)
    assert Stream("a", "x", 1).word() == Stream(b"a", "x", 1).word() == Stream("a", "x", "1").word()


# --- Fair


@pytest.mark.parametrize("limit", [2, 3, 5, 6, 7, 10, 53, 105])
def test_numbers_below_a_limit_are_equally_likely(limit):
    stream = Stream("fair", limit)
    counts = Counter(stream.below(limit) for _ in range(limit * 200))
    assert set(counts) <= set(range(limit))
    assert chi_square(counts, 200, limit) < too_far(limit)


@pytest.mark.parametrize("limit", [2**31 + 1, 2**31 + 2**30, 3 * 2**30 + 7, 2**32 - 1, 2**32 // 3 + 1])
def test_where_many_words_must_be_thrown_away_it_is_fair_too(limit):
    stream = Counting(limit)
    number = 4000
    counts = Counter(stream.below(limit) * 16 // limit for _ in range(number))
    kept = (2**32 // limit) * limit / 2**32
    assert stream.words >= number
    assert abs(number / stream.words - kept) < 0.03
    assert chi_square(counts, number / 16, 16) < too_far(16)


@pytest.mark.parametrize("limit", [3, 7, 105, 2**31 + 1, 2**31 - 1, 3 * 2**30 + 7])
def test_of_all_words_equally_many_lead_to_every_number(limit):
    for number in (0, 1, limit // 3, limit // 2, limit - 2, limit - 1):
        first, end = -(-(number << 32) // limit), -(-((number + 1) << 32) // limit)
        # All words from `first` to `end` lead to this number; only at the beginning some may be thrown away.
        edge = min(end, first + 3)
        kept = end - edge + sum(is_kept(word, limit, number) for word in range(first, edge))
        assert kept == 2**32 // limit
        if edge < end:
            assert is_kept(end - 1, limit, number)


def test_a_die_shows_every_side():
    rolls = SeededDealer("dice").answer([Roll("die", at, 6) for at in range(1200)])
    counts = Counter(rolls)
    assert set(counts) == set(range(6))
    assert chi_square(counts, 200, 6) < too_far(6)


def test_every_order_is_equally_likely():
    orders = list(permutations(range(4)))
    counts = Counter(orders.index(tuple(Stream("orders", seed).shuffled(range(4)))) for seed in range(4800))
    assert chi_square(counts, 200, 24) < too_far(24)


@pytest.mark.parametrize("place", [0, 41, 104])
def test_every_card_comes_to_every_place_equally_often(place):
    counts = Counter(Stream("places", seed).shuffled(range(105))[place] // 15 for seed in range(1400))
    assert chi_square(counts, 200, 7) < too_far(7)


def test_a_shuffle_keeps_the_faces_and_does_not_ask_how_they_lay():
    order = Stream("keeps").shuffled(CARDS)
    assert sorted(order) == sorted(CARDS)
    assert order != sorted(CARDS)
    assert Stream("keeps").shuffled(CARDS[::-1]) == order
    assert Stream("keeps").shuffled(list(CARDS)) == order
    assert Stream("keeps").shuffled(()) == []
    assert Stream("keeps").shuffled([3]) == [3]


# --- Keyed by what it is for


def deal(dealer: SeededDealer, place: str, epoch: int, faces=range(30)) -> list[int]:
    faces = tuple(faces)
    shuffle, *opened = [Shuffle(place, epoch, faces), *(Open(place, epoch, at, 1) for at in range(len(faces)))]
    assert dealer.answer([shuffle]) == [SEALED]
    return dealer.answer(opened)


def test_a_shuffle_does_not_depend_on_what_was_shuffled_before():
    one, other = SeededDealer("order"), SeededDealer("order")
    places = [("cards", 0), ("cards", 1), ("A", 0), ("B", 0)]
    first = {key: deal(one, *key) for key in places}
    one.answer([Roll("die", 1, 6)])
    second = {key: deal(other, *key) for key in reversed(places)}
    assert first == second
    assert len({tuple(order) for order in first.values()}) == 4


def test_what_is_opened_does_not_depend_on_what_was_opened_before():
    dealer = SeededDealer("open")
    order = deal(dealer, "cards", 0)
    for at in (29, 0, 7, 7, 12):
        assert dealer.answer([Open("cards", 0, at, 0b10)]) == [order[at]]
        assert dealer.face("cards", 0, at) == order[at]
    assert list(dealer.faces("cards", 0, 5, 9)) == order[5:9]


def test_a_shuffle_asked_for_again_is_the_same():
    """As after a take-back; and what was shuffled in between under another epoch makes no difference."""
    dealer = SeededDealer("again")
    before = deal(dealer, "cards", 0)
    after = deal(dealer, "cards", 1, range(12))
    assert deal(dealer, "cards", 1, range(9)) != after  # another way was played, with other discards
    assert deal(dealer, "cards", 1, range(12)) == after
    assert [dealer.face("cards", 0, at) for at in range(30)] == before


def test_shuffling_and_opening_in_one_breath():
    dealer = SeededDealer("breath")
    asks: list[Ask] = [
        Shuffle("cards", 2, tuple(range(9))),
        Open("cards", 2, 0, ALL),
        Roll("die", 3, 6),
        Open("cards", 2, 8, 1),
    ]
    answers = dealer.answer(asks)
    assert answers[0] == SEALED
    assert answers == SeededDealer("breath").answer(asks)
    assert {answers[1], answers[3]} <= set(range(9))


def test_a_face_that_is_known_already_is_only_passed_on():
    assert SeededDealer("known").answer([Open("hand 0", 7, 0, ALL, 5), Open("hand 0", 7, 1, ALL, 0)]) == [5, 0]


def test_a_roll_depends_on_its_place_and_number_alone():
    rolls = [Roll("die", at, 1000) for at in range(20)]
    one = SeededDealer("rolls").answer(rolls)
    other = SeededDealer("rolls")
    assert [other.answer([roll])[0] for roll in reversed(rolls)] == one[::-1]
    assert SeededDealer("rolls").answer([Roll("coin", at, 1000) for at in range(20)]) != one
    assert len(set(one)) > 15


def test_seeds_make_different_deals():
    assert len({tuple(deal(SeededDealer(f"seed {number}"), "cards", 0)) for number in range(50)}) == 50


# --- Who is told


ASKS: list[Ask] = [
    Shuffle("cards", 0, (1, 2)),
    Open("cards", 0, 0, 0b01),
    Open("cards", 0, 1, 0b10),
    Open("cards", 0, 2, 0b11),
    Open("cards", 0, 3, ALL),
    Roll("die", 0, 6),
]


@pytest.mark.parametrize(
    ("seat", "told"),
    [
        (0, [-1, 11, -1, 13, 14, 5]),
        (1, [-1, -1, 12, 13, 14, 5]),
        (2, [-1, -1, -1, -1, 14, 5]),
        (None, [-1, -1, -1, -1, 14, 5]),
    ],
)
def test_everybody_is_told_what_is_for_him(seat, told):
    assert answers_for(ASKS, [SEALED, 11, 12, 13, 14, 5], seat) == told


def test_a_record_keeps_what_is_for_all():
    assert open_answers(ASKS, [SEALED, 11, 12, 13, 14, 5]) == [None, None, None, None, 14, 5]


def test_sealed_asks_tell_nothing():
    assert [ask.sealed() for ask in (ASKS[0], Open("x", 1, 2, 3, 4), ASKS[5])] == [
        Shuffle("cards", 0, (SEALED, SEALED)),
        Open("x", 1, 2, 3),
        ASKS[5],
    ]


def test_all_means_spectators_too():
    assert may_see(ALL, None)
    assert may_see(ALL, 3)
    assert not may_see(0b111, None)
    assert may_see(0b100, 2)
    assert not may_see(0b100, 1)
    assert not may_see(0, 0)


# Never to be changed: every game that was ever dealt depends on them.
PINNED_FIRST = [2402816700]
PINNED_LABELLED = [1586387987, 3721185283, 3266848409, 813220970]
PINNED_UNICODE = [804256672]
PINNED_BYTES = 606
PINNED_ORDER = [7, 19, 11, 14, 17, 1, 0, 15, 6, 16, 4, 13, 5, 9, 10, 8, 12, 2, 3, 18]
PINNED_CARDS = "4156aee2fffa3ab6"
