"""A record has one form and its place in one chain, in memory as in a file."""

import enum
import pickle
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import log
from core.log import FileLog, LogError, MemoryLog, Record, chain_hash, pack_record, read, unpack_record

HEADER: dict[str, Any] = {"game": "atlantis", "seats": ["Anna", "Boris"], "seed": b"\0" * 16}


def play(game: log.Log, count: int) -> None:
    for _ in range(count):
        n = len(game.records)
        game.append("move", n % 2, bytes([n % 256]) * 32, {"play": ["sun", n]}, [n % 7, None])


def refusal(call, *args, **kwargs) -> LogError:
    with pytest.raises(LogError) as caught:
        call(*args, **kwargs)
    return caught.value


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.atl"


@pytest.fixture(params=["memory", "file"])
def any_log(request, path) -> Iterator[log.Log]:
    with MemoryLog(HEADER) if request.param == "memory" else FileLog.create(path, HEADER) as opened:
        yield opened


class Colour(enum.IntEnum):
    RED = 1


GOOD = Record(1, bytes(32), b"d" * 32, 0, "move", {"a": 1}, [3, None], b"s" * 64)

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(max_size=40) | st.binary(max_size=40),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=5),
    max_leaves=20,
)
records = st.builds(
    Record,
    st.integers(0, 2**32 - 1),
    st.binary(min_size=32, max_size=32),
    st.binary(max_size=64),
    st.none() | st.integers(0, 255),
    st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=32),
    values,
    st.none() | st.lists(values, max_size=5),
    st.none() | st.binary(min_size=1, max_size=128),
)


@given(records)
def test_a_record_comes_back_as_it_was_packed(record):
    assert unpack_record(pack_record(record)) == record


@given(records, st.data())
def test_changed_bytes_are_no_record_or_another_records_one_form(record, data):
    payload = bytearray(pack_record(record))
    at = data.draw(st.integers(0, len(payload) - 1))
    payload[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    with suppress(LogError):
        other = unpack_record(bytes(payload))
        assert pack_record(other) == payload
        assert (other == record) == (payload == pack_record(record))


@given(st.binary(max_size=200))
def test_bytes_from_anywhere_raise_nothing_but_a_refusal(payload):
    assert refusal(unpack_record, payload).reason == "bad_record"


def test_equal_bodies_have_equal_bytes_whatever_the_order_of_their_keys():
    one, two = (
        GOOD._replace(body={"a": 1, "b": {"c": 2, "d": 3}}),
        GOOD._replace(body={"b": {"d": 3, "c": 2}, "a": 1}),
    )
    assert pack_record(one) == pack_record(two)
    assert list(unpack_record(pack_record(two)).body) == ["a", "b"]


def test_the_form_is_pinned_because_every_peer_and_every_old_file_has_it():
    first = MemoryLog({"game": "atlantis"})
    first.append("move", 1, b"\x01" * 4, {"play": "sun", "n": 300}, [5, None], b"\x02" * 4)
    header, move = (pack_record(record) for record in first.records)
    assert header.hex() == (
        "9800c4200000000000000000000000000000000000000000000000000000000000000000c400c0a467616d65"
        "82a6666f726d617401a467616d65a861746c616e746973c0c0"
    )
    assert move.hex() == (
        "9801c420"
        + chain_hash(header).hex()
        + "c4040101010101a46d6f766582a16ecd012ca4706c6179a373756e9205c0c40402020202"
    )
    assert first.head.hex() == "265d3e9e09caedecae76345fe3b469ed66365fa5f887a5cc2bb19e9672e46782"


def test_a_tuple_is_stored_as_a_list():
    assert unpack_record(pack_record(GOOD._replace(body=(1, (2, 3))))).body == [1, [2, 3]]


@pytest.mark.parametrize(
    ("body", "what"),
    [
        (1.5, "float"),
        ({"a": [float("nan")]}, "float"),
        ({1: 2}, "key"),
        ({b"a": 2}, "key"),
        ({None: 2, "a": 1}, "key"),
        ({1, 2}, "type"),
        (bytearray(b"a"), "type"),
        (Colour.RED, "type"),
        (object(), "type"),
        (2**64, "int"),
        (-(2**63) - 1, "int"),
        ("\ud800", "text"),
        (b"x" * log.MAX_RECORD, "size"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_what_has_no_single_form_is_not_stored(any_log, body, what):
    error = refusal(any_log.append, "move", 0, b"", body, None)
    assert (error.reason, error.params["what"]) == ("bad_record", what)
    assert len(any_log.records) == 1
    play(any_log, 1)


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


def test_a_body_may_be_nested_but_not_without_end(any_log):
    any_log.append("move", 0, b"", nested(20), None)
    assert refusal(any_log.append, "move", 0, b"", nested(40), None).params["what"] == "depth"
    assert refusal(any_log.append, "move", 0, b"", nested(5000), None).params["what"] == "depth"


def test_a_record_may_be_a_mebibyte_and_no_more(any_log):
    room = log.MAX_RECORD - len(pack_record(GOOD._replace(body=b"x" * 70_000))) + 70_000
    assert len(pack_record(GOOD._replace(body=b"x" * room))) == log.MAX_RECORD
    assert refusal(pack_record, GOOD._replace(body=b"x" * (room + 1))).params["what"] == "size"


def raw(**changes: Any) -> bytes:
    """The good record, packed with no check at all."""
    packed: bytes = msgpack.packb(list(GOOD._replace(**changes)))
    return packed


@pytest.mark.parametrize(
    "payload",
    [
        pytest.param(raw()[:-1], id="cut"),
        pytest.param(raw() + b"\xc0", id="bytes left over"),
        pytest.param(b"", id="nothing"),
        pytest.param(b"\xc0", id="not a list"),
        pytest.param(msgpack.packb(list(GOOD[:7])), id="seven columns"),
        pytest.param(msgpack.packb([*GOOD, None]), id="nine columns"),
        pytest.param(raw().replace(b"\x98\x01", b"\x98\xcc\x01"), id="long integer"),
        pytest.param(raw().replace(b"\xa4move", b"\xd9\x04move"), id="long text"),
        pytest.param(raw().replace(b"\x81\xa1a\x01", b"\x82\xa1a\x01\xa1a\x01"), id="key twice"),
        pytest.param(raw().replace(b"\x81\xa1a\x01", b"\x82\xa1b\x01\xa1a\x01"), id="keys not sorted"),
        pytest.param(raw().replace(b"\xa1a", b"\xa1\xff"), id="not UTF-8"),
        pytest.param(raw(body=0.5), id="float"),
        pytest.param(raw(body=float("nan")), id="NaN"),
        pytest.param(raw(body={1: 2}), id="key that is a number"),
        pytest.param(raw(body={b"a": 2}), id="key that is bytes"),
        pytest.param(raw(body=msgpack.ExtType(5, b"")), id="extension"),
        pytest.param(raw(body=msgpack.Timestamp(1)), id="time"),
        pytest.param(raw(body=b"x" * log.MAX_RECORD), id="more than a mebibyte"),
        pytest.param(raw(body=nested(40)), id="deep"),
        pytest.param(b"\x98" + b"\x91" * 100_000, id="deeper"),
        pytest.param(b"\x98" + b"\xdd\xff\xff\xff\xff" * 100, id="lists that claim to be huge"),
        pytest.param(raw(n=-1), id="n below zero"),
        pytest.param(raw(n=True), id="n that is a truth value"),
        pytest.param(raw(n=2**32), id="n too large"),
        pytest.param(raw(prev=bytes(31)), id="short prev"),
        pytest.param(raw(prev="0" * 32), id="prev that is text"),
        pytest.param(raw(digest=bytes(65)), id="long digest"),
        pytest.param(raw(digest=None), id="no digest"),
        pytest.param(raw(seat=256), id="seat 256"),
        pytest.param(raw(seat=False), id="seat that is a truth value"),
        pytest.param(raw(kind=""), id="empty kind"),
        pytest.param(raw(kind="x" * 33), id="long kind"),
        pytest.param(raw(kind="zúg"), id="kind not ASCII"),
        pytest.param(raw(kind=b"move"), id="kind that is bytes"),
        pytest.param(raw(opened={}), id="opened that is a map"),
        pytest.param(raw(sig=b""), id="empty signature"),
        pytest.param(raw(sig=bytes(129)), id="long signature"),
        pytest.param(raw(sig="s"), id="signature that is text"),
    ],
)
def test_bytes_that_are_not_the_one_form_of_a_record_are_refused(payload):
    assert unpack_record(raw()) == GOOD
    assert refusal(unpack_record, payload).reason == "bad_record"


# --- The chain


def test_records_are_numbered_and_each_names_the_hash_of_the_one_before(any_log):
    play(any_log, 5)
    assert [record.n for record in any_log.records] == list(range(6))
    assert any_log.records[0].prev == bytes(32)
    for one, two in pairwise(any_log.records):
        assert two.prev == chain_hash(pack_record(one))
    assert any_log.head == chain_hash(pack_record(any_log.records[-1]))


def test_append_returns_the_record_with_all_its_columns(any_log):
    prev = any_log.head
    record = any_log.append("move", 1, b"d", {"a": None}, [1, None], b"s")
    assert record == Record(1, prev, b"d", 1, "move", {"a": None}, [1, None], b"s")
    assert any_log.records[-1] is record


def test_a_file_and_a_memory_log_of_one_game_are_equal(path):
    memory = MemoryLog(HEADER)
    play(memory, 3)
    with FileLog.create(path, HEADER) as file:
        play(file, 3)
    assert file.records == memory.records
    assert file.head == memory.head


def test_the_header_is_record_0_of_kind_game_and_tells_the_format(any_log):
    header = any_log.records[0]
    assert (header.n, header.kind, header.seat, header.opened, header.sig) == (0, "game", None, None, None)
    assert header.body == {"format": log.FORMAT, **HEADER}


def test_nothing_but_a_header_comes_first_and_no_second_header_comes():
    memory = MemoryLog()
    assert refusal(memory.append, "move", 0, b"", None, None).reason == "bad_record"
    assert refusal(memory.append, "game", None, b"", {"game": "atlantis"}, None).params["what"] == "format"
    memory.append("game", None, b"", {"format": log.FORMAT}, None)
    assert refusal(memory.append, "game", None, b"", {"format": log.FORMAT}, None).reason == "bad_record"


@pytest.mark.parametrize("number", [0, log.FORMAT + 1, True, "1", None])
def test_a_header_of_another_format_is_not_written(path, number):
    error = refusal(FileLog.create, path, {"format": number})
    assert (error.reason, error.params) == ("bad_record", {"what": "format", "path": str(path)})
    assert not path.exists()


def test_changing_a_body_afterwards_does_not_reach_the_log(any_log):
    body = {"cards": [1, 2]}
    any_log.append("move", 0, b"", body, None)
    body["cards"].append(3)
    assert any_log.records[-1].body == {"cards": [1, 2]}


def test_a_log_ends_at_20_000_records(monkeypatch, any_log):
    assert log.MAX_RECORDS == 20_000
    monkeypatch.setattr(log, "MAX_RECORDS", 5)
    play(any_log, 4)
    error = refusal(any_log.append, "move", 0, b"", None, None)
    assert (error.reason, error.params["limit"]) == ("full", 5)


def test_a_log_ends_at_16_mebibytes(any_log, path):
    big = b"x" * (log.MAX_RECORD - 200)
    for _ in range(16):
        any_log.append("move", 0, b"", big, None)
    error = refusal(any_log.append, "move", 0, b"", big, None)
    assert (error.reason, error.params["limit"]) == ("full", log.MAX_LOG)
    play(any_log, 1)  # a small one still fits
    if path.exists():
        assert read(path).records == any_log.records


def test_an_error_survives_the_way_between_processes():
    error = pickle.loads(pickle.dumps(LogError("corrupt", {"good": 3})))
    assert (error.reason, error.params) == ("corrupt", {"good": 3})
