"""Every kind of message: its form, what it refuses, and that nothing else comes through."""

import dataclasses
import random
import tracemalloc
from typing import Any

import pytest

from net import messages as m
from net import wire
from net.refusal import ProtocolError
from net.shapes import Bytes, Flag, Many, Map, Maybe, OneOf, Row, Simple, Text, Whole, Word
from tests.net import samples
from tests.net.samples import SAMPLES

kinds = pytest.mark.parametrize("kind", m.KINDS)


def test_there_is_a_sample_of_each_kind():
    assert list(SAMPLES) == list(m.KINDS)
    assert all(type(one) is m.KINDS[kind].type for kind, one in SAMPLES.items())


@kinds
def test_a_message_comes_back(kind):
    sample = SAMPLES[kind]
    assert m.read(m.write(sample)) == without_lists(sample)


def without_lists(message: m.Message) -> m.Message:
    if isinstance(message, m.AskMessage):
        return dataclasses.replace(message, body={**message.body, "away": (0,)})
    return message


def test_these_are_the_golden_bytes():
    assert samples.packed() == samples.golden()


@kinds
def test_a_message_cannot_change(kind):
    sample = SAMPLES[kind]
    for name in [*m.KINDS[kind].fields, "other"]:
        with pytest.raises((dataclasses.FrozenInstanceError, TypeError, AttributeError)):
            setattr(sample, name, 1)


@kinds
def test_every_field_must_be_there_and_no_other(kind):
    _, given = wire.unpack(m.write(SAMPLES[kind]))
    for name in given:
        with pytest.raises(ProtocolError) as refused:
            m.read(wire.pack([kind, {key: value for key, value in given.items() if key != name}]))
        assert (refused.value.reason, refused.value.params) == ("bad_field", {"kind": kind, "field": name})
    with pytest.raises(ProtocolError) as refused:
        m.read(wire.pack([kind, {**given, "zeal": 1}]))
    assert (refused.value.reason, refused.value.params) == ("bad_field", {"kind": kind, "field": "zeal"})


@pytest.mark.parametrize(
    "value",
    [None, 1, "PING", [], ["PING"], ["PING", {"n": 1}, 1], ["PING", [1]], [1, {"n": 1}], ["ping", {"n": 1}], ["", {}]],
)
def test_what_is_no_message_is_refused(value):
    with pytest.raises(ProtocolError, match="unknown_message"):
        m.read(wire.pack(value))


@kinds
def test_a_kind_comes_only_from_whom_it_may_and_when(kind):
    known = m.KINDS[kind]
    payload = m.write(SAMPLES[kind])
    for sender in (m.HOST, m.GUEST):
        for inside in (False, True):
            allowed = known.sender in (sender, m.BOTH) and known.phase in (
                m.ALWAYS,
                m.INSIDE if inside else m.DOOR,
            )
            if allowed:
                m.read(payload, sender=sender, inside=inside)
            else:
                with pytest.raises(ProtocolError, match="unexpected_message"):
                    m.read(payload, sender=sender, inside=inside)


# --- Each field at both sides of each edge


def edges(shape):
    """(values that fit, values that do not) of a shape."""
    if isinstance(shape, Whole):
        return [0, shape.most], [-1, shape.most + 1, None, True, "1", b"1"]
    if isinstance(shape, Flag):
        return [True, False], [0, 1, None, "true"]
    if isinstance(shape, Bytes):
        bad = [b"x" * (shape.most + 1), "x" * shape.most, None, 1]
        return [b"x" * shape.least, b"x" * shape.most], bad + ([b"x" * (shape.least - 1)] if shape.least else [])
    if isinstance(shape, Word):
        return ["x", "~" * shape.most], ["", "x" * (shape.most + 1), "a b", "ä", "a\n", "\x7f", b"x", None]
    if isinstance(shape, Text):
        return ["", "字" * shape.most], ["x" * (shape.most + 1), "a\x1b[2J", "a\n", "\u202eevil", b"x", None, 1]
    if isinstance(shape, OneOf):
        return list(shape.words), ["", shape.words[0].upper(), shape.words[0] + " ", None, 0, b"here"]
    if isinstance(shape, Maybe):
        good, bad = edges(shape.shape)
        return [None, *good], [value for value in bad if value is not None]
    if isinstance(shape, Many):
        good, bad = edges(shape.shape)
        return [[], [good[-1]] * shape.most], [[good[-1]] * (shape.most + 1), [bad[0]], None, {}, "ab"]
    if isinstance(shape, Row):
        good = [edges(one)[0][-1] for _, one in shape.columns]
        wrong: list[Any] = [good[:-1], [*good, 1], None, {}]
        for at, (_, one) in enumerate(shape.columns):
            wrong += [[*good[:at], value, *good[at + 1 :]] for value in edges(one)[1]]
        return [good], wrong
    if isinstance(shape, Map):
        (good, *_), (bad, *_) = edges(shape.shape)
        keys = [f"{number:02}" for number in range(shape.most + 1)]
        too_many = dict.fromkeys(keys, good)
        bad_keys = [{key: good} for key in edges(shape.key)[1] if type(key) is str]
        return [{}, dict.fromkeys(keys[:-1], good)], [too_many, {"k": bad}, *bad_keys, None, []]
    assert isinstance(shape, Simple), shape
    good = [None, True, 0, 0xFFFFFFFF, "x" * 64, b"x" * 32, [0] * 16]
    return good, [-1, 1 << 32, "x" * 65, b"x" * 33, [0] * 17, [[0]], {}, {"k": 1}, "\x1b", ["x"]]


FIELDS = [(kind, name) for kind, known in m.KINDS.items() for name in known.fields]


@pytest.mark.parametrize(("kind", "name"), FIELDS, ids=[f"{kind}.{name}" for kind, name in FIELDS])
def test_each_field_takes_what_it_should_and_nothing_else(kind, name):
    _, given = wire.unpack(m.write(SAMPLES[kind]))
    good, bad = edges(m.KINDS[kind].fields[name])
    for value in good:
        message = m.read(wire.pack([kind, {**given, name: value}]))
        assert m.write(message) == wire.pack([kind, {**given, name: value}])
    for value in bad:
        try:
            payload = wire.pack([kind, {**given, name: value}])
        except ProtocolError:  # the value does not even fit a frame
            continue
        with pytest.raises(ProtocolError) as refused:
            m.read(payload)
        too_long = type(value) is str and len(value) > wire.MAX_TEXT
        assert refused.value.reason == ("not_canonical" if too_long else "bad_field")


def changed(message: Any, name: str, value: Any) -> Any:
    return dataclasses.replace(message, **{name: value})


@kinds
def test_what_does_not_fit_is_not_sent_either(kind):
    for name, shape in m.KINDS[kind].fields.items():
        with pytest.raises(ProtocolError, match="bad_field"):
            m.write(changed(SAMPLES[kind], name, edges(shape)[1][0]))


def test_a_listing_stays_small():
    large = m.TableInfo("字" * 24, "g" * 32, 8, 8, 255, "playing", "closed", bytes(16), "字" * 24)
    assert len(m.write(large)) <= m.MAX_TABLE == 300
    wide = dataclasses.replace(large, name="\U00020000" * 24, host="\U00020000" * 16)  # a host's name is cut to that
    assert len(m.write(wide)) <= m.MAX_TABLE


def test_the_limit_of_a_listing_is_checked(monkeypatch):
    payload = m.write(SAMPLES["TABLE"])
    monkeypatch.setattr(m, "MAX_TABLE", len(payload))
    m.read(payload)
    monkeypatch.setattr(m, "MAX_TABLE", len(payload) - 1)
    for refused in (lambda: m.read(payload), lambda: m.write(SAMPLES["TABLE"])):
        with pytest.raises(ProtocolError, match="frame_length"):
            refused()


@kinds
def test_the_largest_message_of_a_kind_fits_its_frame(kind):
    """Every field at its longest: also what is said before the other side is known fits 4 KiB."""
    known = m.KINDS[kind]
    largest = {name: max(edges(shape)[0], key=lambda v: len(wire.pack(v))) for name, shape in known.fields.items()}
    limit = wire.AFTER if known.phase == m.INSIDE else wire.BEFORE
    assert len(wire.pack([kind, largest])) <= limit


# --- Mutants


def mutants(count: int, seed: int):
    """Messages of every kind with something done to their bytes."""
    chance = random.Random(seed)
    corpus = [m.write(one) for one in SAMPLES.values()]
    pieces = [
        b"\x90",
        b"\x80",
        b"\xc0",
        b"\xc1",
        b"\xcb" + bytes(8),
        b"\xd9\x01a",
        b"\xcc\x01",
        b"\xdd\xff\xff\xff\xff",
    ]
    for _ in range(count):
        data = bytearray(corpus[chance.randrange(len(corpus))])
        for _ in range(chance.choice((1, 1, 1, 2, 4))):
            at = chance.randrange(len(data) + 1)
            match chance.randrange(7):
                case 0 if at < len(data):
                    data[at] ^= 1 << chance.randrange(8)
                case 1 if at < len(data):
                    data[at] = chance.randrange(256)
                case 2:
                    data[at:at] = chance.choice(pieces)
                case 3:
                    del data[at : at + chance.randrange(1, 5)]
                case 4:
                    other = corpus[chance.randrange(len(corpus))]
                    data[at:] = other[chance.randrange(len(other)) :]
                case 5:
                    data[at:at] = data[at : at + chance.randrange(1, 40)]
                case _:
                    data[at : at + 1] = chance.choice(pieces)
        yield bytes(data)


def try_mutants(count: int, seed: int) -> int:
    read = 0
    for data in mutants(count, seed):
        try:
            message = m.read(data)
        except ProtocolError:
            continue
        assert m.write(message) == data
        read += 1
    return read


def test_mutants_are_messages_or_refused():
    assert try_mutants(20_000, 1) > 500


@pytest.mark.full
def test_a_million_mutants_are_messages_or_refused_in_bounded_memory():
    try_mutants(1000, 0)  # whatever is made once
    tracemalloc.start()
    try:
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        assert try_mutants(20_000, 2)
        assert tracemalloc.get_traced_memory()[1] - before < 8 << 20
    finally:
        tracemalloc.stop()
    assert sum(try_mutants(100_000, seed) for seed in range(3, 13)) > 25_000
