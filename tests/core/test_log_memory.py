"""However a file is made, reading it takes no more memory than some times its size."""

import os
import tracemalloc

import msgpack
import pytest

from core.frames import MAGIC, MAX_LOG, MAX_LOG_VALUES, MAX_RECORDS, MAX_VALUES, chain_hash, frame, values_of
from core.log import Corrupt, FileLog, LogError, MemoryLog, read

MOST = 10 * MAX_LOG  # bytes at a time
FILL = bytes(range(256)) * 3


def body(kind):
    """What stands in one record after another."""
    if kind == "records":
        return FILL[:680]
    if kind == "small records":
        return None
    if kind == "huge records":
        return [[[] for _ in range(60_000)] for _ in range(17)]
    return [{} for _ in range(700)]


def written(path, kind, most=MAX_RECORDS):
    """A file of valid frames in a valid chain, as large as a log may be."""
    data, packed = bytearray(MAGIC), msgpack.packb(body(kind))
    payload = msgpack.packb([0, bytes(32), b"", None, "game", {"format": 1}, None, None])
    for n in range(1, most + 1):
        framed = frame(payload)
        if len(data) + len(framed) > MAX_LOG:
            break
        data += framed
        columns = [n, chain_hash(payload), bytes(16), None, "x"]
        payload = b"\x98" + b"".join([*map(msgpack.packb, columns), packed, *map(msgpack.packb, (None, bytes(64)))])
    path.write_bytes(data)
    return path


def peak(doing):
    """What it answers, or raises, and how much memory it took at most."""
    tracemalloc.start()
    try:
        try:
            found = doing()
        except LogError as error:
            found = error
        return found, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("kind", "opened", "values"),
    [
        ("records", FileLog.open, MAX_LOG_VALUES),
        ("huge records", read, MAX_LOG_VALUES),
        ("many values", read, MAX_LOG_VALUES // 8),
        pytest.param("many values", read, MAX_LOG_VALUES, marks=pytest.mark.full),  # takes its time
    ],
)
def test_a_file_is_read_with_bounded_memory(tmp_path, monkeypatch, kind, opened, values):
    monkeypatch.setattr("core.frames.MAX_LOG_VALUES", values)
    path = written(tmp_path / "large.atl", kind)
    assert os.path.getsize(path) > MAX_LOG * 0.9
    found, most = peak(lambda: opened(path))
    assert most < (MOST if values == MAX_LOG_VALUES else MOST // 4)
    if kind == "records":
        assert len(found.records) == MAX_RECORDS
        found.close()
    elif kind == "huge records":
        assert isinstance(found.damage, Corrupt)
    else:
        assert (type(found), found.reason) == (LogError, "too_large")


def test_a_file_of_more_records_than_a_game_has_is_too_large(tmp_path):
    path = written(tmp_path / "many.atl", "small records", MAX_RECORDS + 1)
    with pytest.raises(LogError, match="too_large"):
        read(path)
    assert len(read(written(tmp_path / "most.atl", "small records")).records) == MAX_RECORDS


def test_nothing_is_written_that_cannot_be_read_again(tmp_path, monkeypatch):
    """A record with too many values is refused, and so is one that makes them too many in all."""
    with FileLog.create(tmp_path / "game.atl", {"game": "x"}) as log:
        with pytest.raises(LogError, match="bad_record"):
            log.append("x", None, b"", [[] for _ in range(MAX_VALUES)], None)
        log.append("x", None, b"", [[] for _ in range(MAX_VALUES - 20)], None)
        assert read(log.path).records == log.records
        most = sum(map(values_of, log.records)) + 20
        assert most < MAX_LOG_VALUES
        monkeypatch.setattr("core.log.MAX_LOG_VALUES", most)
        log.append("x", None, b"", [1] * 5, None)
        before = list(log.records)
        with pytest.raises(LogError, match="full"):
            log.append("x", None, b"", None, None)
        assert log.records == before == read(log.path).records
        log.cut(2)
        log.append("x", None, b"", None, None)  # there is room again


def test_what_was_not_stored_is_not_counted(monkeypatch):
    log = MemoryLog({"game": "x"})

    def fails(payloads):
        raise LogError("io")

    with monkeypatch.context() as patch:
        patch.setattr(log, "_store_all", fails)
        with pytest.raises(LogError, match="io"), log.together():
            log.append("x", None, b"", [1] * 100, None)
    monkeypatch.setattr("core.log.MAX_LOG_VALUES", values_of(log.records[0]) + 20)
    assert log.append("x", None, b"", [1] * 5, None).n == 1


def test_values_are_counted_with_lists_maps_and_keys():
    log = MemoryLog({"game": "x"})
    record = log.append("x", 1, b"", {"a": [1, [2, {}]], "b": None}, [None, 3])
    assert values_of(record) == 9 + 4 + 2 + 2 + 2
