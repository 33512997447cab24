"""Frames and the packed form: each limit at both sides of its edge, and nothing unpacked before it was measured."""

import struct
import tracemalloc

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net import wire
from net.refusal import ProtocolError

QUIET = settings(deadline=None, derandomize=True, database=None, max_examples=200)


def frame(payload: bytes) -> bytes:
    return struct.pack(">I", len(payload)) + payload


# --- Frames


def test_frames_come_out_however_the_stream_was_cut():
    payloads = [b"a", b"bc" * 100, b"\0", b"d" * 4096]
    stream = b"".join(map(frame, payloads))
    for step in (1, 2, 3, 5, 4100, len(stream)):
        frames = wire.Frames()
        found = [one for at in range(0, len(stream), step) for one in frames.feed(stream[at : at + step])]
        assert found == payloads
        assert frames.waiting == 0


@pytest.mark.parametrize("limit", [wire.BEFORE, wire.AFTER])
def test_a_frame_may_be_as_long_as_the_limit_and_no_longer(limit):
    assert list(wire.Frames(limit).feed(frame(b"x" * limit))) == [b"x" * limit]
    with pytest.raises(ProtocolError) as refused:
        list(wire.Frames(limit).feed(struct.pack(">I", limit + 1)))
    assert (refused.value.reason, refused.value.params) == ("frame_length", {"length": limit + 1, "limit": limit})


def test_the_limits_are_those_of_the_design():
    assert (wire.BEFORE, wire.AFTER) == (4096, 65536)


@pytest.mark.parametrize("length", [0, 0xFFFFFFFF, 0x7FFFFFFF])
def test_no_length_that_cannot_be_is_waited_for(length):
    frames = wire.Frames(wire.AFTER)
    with pytest.raises(ProtocolError, match="frame_length"):
        list(frames.feed(struct.pack(">I", length)))
    with pytest.raises(ProtocolError, match="frame_length"):  # and it stays refused
        list(frames.feed(b"more"))


def test_an_announced_frame_takes_no_memory_before_it_comes():
    frames = wire.Frames(wire.AFTER)
    tracemalloc.start()
    try:
        assert list(frames.feed(struct.pack(">I", wire.AFTER))) == []
        assert tracemalloc.get_traced_memory()[1] < wire.AFTER / 2
    finally:
        tracemalloc.stop()


def test_the_limit_can_be_raised_between_two_frames_of_one_piece():
    frames = wire.Frames()
    found = frames.feed(frame(b"auth") + frame(b"x" * 5000))
    assert next(found) == b"auth"
    frames.limit = wire.AFTER
    assert next(found) == b"x" * 5000
    again = wire.Frames().feed(frame(b"auth") + frame(b"x" * 5000))
    next(again)
    with pytest.raises(ProtocolError):
        next(again)


def test_framing_keeps_to_the_same_limits():
    assert wire.framed(b"abc") == b"\0\0\0\3abc"
    assert len(wire.framed(b"x" * wire.AFTER)) == wire.AFTER + 4
    for bad, limit in ((b"", wire.AFTER), (b"x" * (wire.AFTER + 1), wire.AFTER), (b"x" * 4097, wire.BEFORE)):
        with pytest.raises(ProtocolError, match="frame_length"):
            wire.framed(bad, limit)


# --- The packed form


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.binary(max_size=40)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=6), inner, max_size=5)
    ),
    max_leaves=30,
)


def depth(value: object) -> int:
    if isinstance(value, dict):
        return 1 + max(map(depth, value.values()), default=0)
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


@QUIET
@given(PLAIN.filter(lambda value: depth(value) <= wire.MAX_DEPTH))
def test_values_come_back_and_have_one_form(value):
    packed = wire.pack(value)
    assert wire.unpack(packed) == value
    assert wire.pack(wire.unpack(packed)) == packed


@QUIET
@given(st.binary(max_size=200))
def test_any_bytes_are_a_value_with_this_form_or_refused(data):
    try:
        value = wire.unpack(data)
    except ProtocolError:
        return
    assert wire.pack(value) == data


def nested(levels: int) -> bytes:
    return b"\x91" * (levels - 1) + b"\x90"


LARGE = [
    ("depth", nested(wire.MAX_DEPTH), nested(wire.MAX_DEPTH + 1), "too_deep"),
    ("list", msgpack.packb([None] * wire.MAX_LIST), msgpack.packb([None] * (wire.MAX_LIST + 1)), "too_many_values"),
    (
        "map",
        msgpack.packb({f"{n:03}": n for n in range(wire.MAX_MAP)}),
        msgpack.packb({f"{n:03}": n for n in range(wire.MAX_MAP + 1)}),
        "too_many_values",
    ),
    (
        "values",  # 1 + 3 + 1020 + 1024
        msgpack.packb([[0] * 1020, [0] * 1024, 0]),
        msgpack.packb([[0] * 1021, [0] * 1024, 0]),
        "too_many_values",
    ),
    ("text", msgpack.packb("x" * wire.MAX_TEXT), msgpack.packb("x" * (wire.MAX_TEXT + 1)), "not_canonical"),
]


@pytest.mark.parametrize(("fits", "too_much", "reason"), [row[1:] for row in LARGE], ids=[row[0] for row in LARGE])
def test_each_limit_at_both_sides_of_its_edge(fits, too_much, reason):
    value = wire.unpack(fits)
    assert wire.pack(value) == fits
    with pytest.raises(ProtocolError) as refused:
        wire.unpack(too_much)
    assert refused.value.reason == reason


def test_the_number_of_values_counts_everything():
    assert wire.measure(b"\xc0") == 1
    assert wire.measure(msgpack.packb([1, "a", b"b", {"k": [None, True]}])) == 9
    assert wire.measure(LARGE[3][1]) == wire.MAX_VALUES


def test_what_we_send_keeps_to_the_limits_too():
    value: object = 0
    for _ in range(wire.MAX_DEPTH + 1):
        value = [value]
    for bad in (value, [0] * 1025, {str(n): 0 for n in range(65)}, 1.5, {1: 2}, {b"k": 1}, 1 << 64, object(), "\ud800"):
        with pytest.raises(ProtocolError):
            wire.pack(bad)


OTHER_FORMS = {
    "nothing": b"",
    "something after it": b"\xc0\xc0",
    "cut short": b"\x92\xc0",
    "cut in a length": b"\xdc\x00",
    "cut in bytes": b"\xc4\x05abc",
    "cut in an integer": b"\xcd\x01",
    "a longer integer than needed": b"\xcc\x05",
    "a positive integer as signed": b"\xd1\x01\x00",
    "a longer text length than needed": b"\xd9\x01a",
    "a longer list length than needed": b"\xdc\x00\x01\xc0",
    "a longer byte length than needed": b"\xc5\x00\x01a",
    "a float": b"\xca\x3f\x80\x00\x00",
    "not a number": b"\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00",
    "an extension": b"\xd4\x01\x00",
    "a time": b"\xd6\xff\x00\x00\x00\x00",
    "an extension with a length": b"\xc7\x00\x01",
    "the byte that is never used": b"\xc1",
    "a key twice": b"\x82\xa1a\x01\xa1a\x01",
    "keys out of order": b"\x82\xa1b\x01\xa1a\x01",
    "a key that is a number": b"\x81\x01\x01",
    "a key that is bytes": b"\x81\xc4\x01a\x01",
    "keys of two kinds": b"\x82\xa1a\x01\xc4\x01b\x01",
    "a key that is a list": b"\x81\x91\x01\x01",
    "text that is not UTF-8": b"\xa1\xff",
    "half a surrogate": b"\xa3\xed\xa0\x80",
    "an overlong character": b"\xa2\xc0\x80",
}


@pytest.mark.parametrize("data", OTHER_FORMS.values(), ids=OTHER_FORMS)
def test_there_is_no_other_form(data):
    with pytest.raises(ProtocolError):
        wire.unpack(data)


def full_of(unit: bytes, start: bytes) -> bytes:
    return start + unit * ((wire.AFTER - len(start)) // len(unit))


COSTLY = {
    "empty lists": full_of(b"\x90", b"\xdc\xff\xfc"),
    "empty lists with a wide length": full_of(b"\x90", b"\xdd\x00\x00\xff\xfa"),
    "empty maps": full_of(b"\x80", b"\xdc\xff\xfc"),
    "lists in lists": b"\x91" * wire.AFTER,
    "wide lists in lists": full_of(b"\xdc\x04\x00", b""),
    "lists that promise billions": full_of(b"\xdd\xff\xff\xff\xff", b""),
    "maps that promise billions": full_of(b"\xdf\xff\xff\xff\xff", b""),
    "rows of lists": full_of(b"\x9f" + b"\x90" * 15, b"\xdc\x0f\xff"),
    "empty texts": full_of(b"\xa0", b"\xdc\xff\xfc"),
    "a map of maps": full_of(b"\xa1a\x8f", b"\xde\x0f\xff"),
    "text that promises billions": b"\xdb\xff\xff\xff\xff",
    "bytes that promise billions": b"\xc6\xff\xff\xff\xff",
}


@pytest.mark.parametrize("data", COSTLY.values(), ids=COSTLY)
def test_costly_frames_are_refused_before_anything_is_unpacked(data, monkeypatch):
    monkeypatch.setattr(wire, "msgpack", None)
    with pytest.raises(ProtocolError):
        wire.unpack(data)
