"""Logs of games among several programs: the column of signatures, and records that were agreed never to have been."""

import errno

import pytest

from core import disk
from core.frames import MAGIC, Record, frame, pack_record
from core.log import FileLog, LogError, MemoryLog, read

ABOUT = {"game": "any"}
SIG = b"s" * 64


def written(path, count: int = 5) -> FileLog:
    log = FileLog.create(path, ABOUT, sig=SIG)
    for n in range(1, count):
        log.append("move", 0, b"d" * 16, [n], None, bytes([n]) * 64)
    return log


def test_signatures_are_kept_beside_what_they_sign(tmp_path):
    with written(tmp_path / "a.atl") as log:
        assert [record.sig for record in log.records] == [SIG, *(bytes([n]) * 64 for n in range(1, 5))]
    assert read(tmp_path / "a.atl").records == log.records
    with FileLog.open(tmp_path / "a.atl") as again:
        assert (again.records, again.head) == (log.records, log.head)


def test_the_chain_covers_signatures(tmp_path):
    one, other = MemoryLog(ABOUT, SIG), MemoryLog(ABOUT, b"t" * 64)
    assert one.head != other.head
    assert one.append("move", 0, b"", None, None).prev != other.append("move", 0, b"", None, None).prev


def test_without_signatures_the_file_is_what_it_always_was(tmp_path):
    with FileLog.create(tmp_path / "a.atl", ABOUT) as log:
        log.append("move", 0, b"d" * 16, [1], None)
    header = Record(0, bytes(32), b"", None, "game", {"format": 1, **ABOUT}, None, None)
    assert log.records[0] == header
    data = MAGIC + b"".join(frame(pack_record(record)) for record in log.records)
    assert (tmp_path / "a.atl").read_bytes() == data
    assert MemoryLog(ABOUT).records == [header]


@pytest.mark.parametrize("sig", [b"", b"s" * 129])
def test_a_signature_has_a_length(tmp_path, sig):
    with pytest.raises(LogError, match="bad_record"):
        FileLog.create(tmp_path / "a.atl", ABOUT, sig=sig)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("count", [1, 3, 5])
def test_a_log_is_cut_to_its_first_records(tmp_path, count):
    path = tmp_path / "a.atl"
    shorter = written(tmp_path / "b.atl", count)
    shorter.close()
    written(path).close()
    whole = path.read_bytes()
    with FileLog.open(path) as log:
        log.cut(count)
        assert (log.records, log.head) == (shorter.records, shorter.head)
        assert path.read_bytes() == (tmp_path / "b.atl").read_bytes()
        copy = tmp_path / "a.atl.torn"
        assert copy.exists() == (count < 5)  # what was cut off is not lost
        if count < 5:
            assert path.read_bytes() + copy.read_bytes() == whole
        log.append("move", 1, b"e" * 16, ["other"], None, SIG)
        with pytest.raises(LogError, match="locked"):
            FileLog.open(path)
    assert read(path) == (log.records, None)


def test_a_log_in_memory_is_cut_too():
    log = MemoryLog(ABOUT)
    for n in range(4):
        log.append("move", 0, b"", [n], None)
    kept, head, size = list(log.records[:3]), log.records[3].prev, log._size
    log.cut(3)
    assert (log.records, log.head) == (kept, head)
    for n in (2, 3):
        log.append("move", 0, b"", [n], None)
    assert log._size == size


@pytest.mark.parametrize("count", [0, -1, 6])
def test_the_header_is_never_cut(tmp_path, count):
    with written(tmp_path / "a.atl") as log, pytest.raises(ValueError, match=str(count)):
        log.cut(count)
    assert len(read(tmp_path / "a.atl").records) == 5


def test_if_a_cut_cannot_be_stored_nothing_was_cut(tmp_path, monkeypatch):
    path = tmp_path / "a.atl"
    with written(path) as log:
        records, head = list(log.records), log.head

        def full(*_):
            raise OSError(errno.ENOSPC, "full")

        with monkeypatch.context() as patched:
            patched.setattr(disk, "make", full)
            with pytest.raises(LogError, match="no_space"):
                log.cut(2)
        assert (log.records, log.head) == (records, head)
        log.append("move", 0, b"d" * 16, [5], None)
        kept = list(log.records)
    assert read(path) == (kept, None)


def test_if_the_shorter_file_cannot_be_made_nothing_was_cut_either(tmp_path, monkeypatch):
    path = tmp_path / "a.atl"
    with written(path) as log:
        records = list(log.records)

        def full(*_):
            raise OSError(errno.ENOSPC, "full")

        with monkeypatch.context() as patched:
            patched.setattr(FileLog, "_write_anew", full)
            with pytest.raises(LogError, match="no_space"):
                log.cut(2)
        assert log.records == records
        log.append("move", 0, b"d" * 16, [5], None)
        assert len(log.records) == 6
    assert len(read(path).records) == 6


def test_a_closed_log_is_not_cut(tmp_path):
    log = written(tmp_path / "a.atl")
    log.close()
    with pytest.raises(LogError, match="closed"):
        log.cut(2)
    assert len(log.records) == 5
