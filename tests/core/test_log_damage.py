"""Damaged log files: what is good is found, what is not is never believed, and nothing more is lost.

cut at a record's end                        a valid shorter game
a bad tail, nothing valid after it           torn: copied, cut off, told; the game goes on
a bad record with valid ones after it        corrupt: refused, not changed; the good part can be salvaged
no header                                    no game
"""

import errno
import os
import struct
from functools import cache
from pathlib import Path
from zlib import crc32

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import disk, frames
from core.frames import (
    NO_PREV,
    Corrupt,
    LogError,
    Record,
    Torn,
    chain_hash,
    frame,
    pack_record,
    scan,
    unpack_record,
)
from core.log import MAGIC, MAX_LOG, FileLog, MemoryLog, peek, read


def make(count: int) -> list[Record]:
    """A game with moves of the size that moves have."""
    game = MemoryLog({"game": "atlantis", "rules": 1, "seats": ["Anna", "Boris"], "seed": bytes(range(16))})
    for n in range(1, count):
        body = {"play": ["sun", n % 7], "pay": [n % 5, n % 3, 200 + n], "say": "x" * (n % 40)}
        game.append("move", n % 2, chain_hash(b"%d" % n), body, [n % 7, None] if n % 3 else None)
    return game.records


def joined(records: list[Record]) -> bytes:
    return MAGIC + b"".join(frame(pack_record(record)) for record in records)


def ends_of(records: list[Record]) -> list[int]:
    """ends[k]: where record k begins, and the game of k records ends."""
    ends = [len(MAGIC)]
    for record in records:
        ends.append(ends[-1] + 8 + len(pack_record(record)))
    return ends


GAME = make(60)
DATA = joined(GAME)
ENDS = ends_of(GAME)
SMALL = make(8)
SMALL_DATA = joined(SMALL)
SMALL_ENDS = ends_of(SMALL)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.atl"


@pytest.fixture
def no_sync(monkeypatch) -> None:
    """Thousands of files, none of which has to outlive a power cut."""
    monkeypatch.setattr(disk, "to_disk", lambda fd: None)
    monkeypatch.setattr(disk, "directory_to_disk", lambda directory: None)


@pytest.fixture
def decoded_once(monkeypatch) -> None:
    """A payload read before is not decoded again, which would be most of the work: it is the same bytes."""
    monkeypatch.setattr(frames, "unpack_record", cache(unpack_record))


def refusal(call, *args) -> LogError:
    with pytest.raises(LogError) as caught:
        call(*args)
    return caught.value


def put(path: Path, data: bytes) -> None:
    path.unlink(missing_ok=True)  # some file systems wait for the disk when a file is emptied and written again
    path.write_bytes(data)


def is_refused(path: Path, data: bytes, reason: str, **params: object) -> None:
    """Opening says why not, as looking does if there is nothing to show; and nothing changes on the disk."""
    put(path, data)
    error = refusal(FileLog.open, path)
    assert error.reason == reason
    assert error.params == {**params, "path": str(path)}
    assert path.read_bytes() == data
    assert os.listdir(path.parent) == [path.name]


def goes_on(path: Path, data: bytes, whole: int) -> None:
    """Opening finds so many records, keeps a copy of the rest and cuts it off; the next record follows."""
    put(path, data)
    good = DATA[: ENDS[whole]]
    with FileLog.open(path) as game:
        assert game.records == GAME[:whole]
        assert path.read_bytes() == good
        if data == good:
            assert game.torn is None
        else:
            copy = path.with_name(path.name + ".torn")
            assert game.torn == Torn(whole, len(good), len(data) - len(good), str(copy))
            assert copy.read_bytes() == data[len(good) :]
            assert copy.stat().st_mode & 0o777 == 0o600
            copy.unlink()
        record = game.append("move", 0, b"", "on", None)
        assert game.records == [*GAME[:whole], record]
    assert path.read_bytes() == good + frame(pack_record(record))


def test_the_game_that_is_damaged_here_is_like_a_real_one():
    sizes = [len(pack_record(record)) for record in GAME]
    assert len(GAME) == 60
    assert 100 < sum(sizes) / 60 < 150
    assert scan(DATA).damage is None


a_part_or_all = pytest.mark.parametrize(
    "part", [0, *(pytest.param(part, marks=pytest.mark.full) for part in range(1, 8))]
)


# --- Cut ---


@a_part_or_all
def test_a_game_cut_at_any_byte_keeps_every_whole_record(part, path, no_sync, decoded_once):
    for cut in range(part, len(DATA) + 1, 8):
        whole = sum(end <= cut for end in ENDS) - 1
        data = DATA[:cut]
        if whole < 1:
            is_refused(path, data, "no_header")
            assert refusal(read, path).reason == refusal(peek, path).reason == "no_header"
            continue
        goes_on(path, data, whole)


def test_looking_at_a_cut_game_tells_the_same(path):
    for cut in [*range(ENDS[1], ENDS[3] + 1), *range(ENDS[58], ENDS[60] + 1)]:
        whole = sum(end <= cut for end in ENDS) - 1
        put(path, DATA[:cut])
        damage = None if cut in ENDS else Torn(whole, ENDS[whole], cut - ENDS[whole])
        assert read(path) == (GAME[:whole], damage)
        assert peek(path) == (GAME[0], GAME[whole - 1], whole, damage)
        assert path.read_bytes() == DATA[:cut]


@pytest.mark.parametrize("length", [*range(1, 70), 511, 4096, 65_536, 3 << 20])
def test_a_tail_of_zeros_or_garbage_is_torn(length, path, no_sync):
    garbage = b"".join(chain_hash(b"%d" % n) for n in range(length // 32 + 1))[:length]
    for tail in (bytes(length), b"\xff" * length, garbage, (b"\x98" + bytes(7)) * length):
        goes_on(path, DATA + tail[:length], 60)


def test_a_last_record_of_which_only_the_length_of_the_file_arrived_is_torn(no_sync, path):
    for cut in range(ENDS[-2], ENDS[-1]):
        data = DATA[:cut] + bytes(len(DATA) - cut)
        goes_on(path, data, 59)


def test_an_earlier_torn_tail_is_never_overwritten(path, tmp_path):
    for tail in (b"first", b"second", b"third"):
        path.write_bytes(DATA + tail)
        FileLog.open(path).close()
    kept = {file.name: file.read_bytes() for file in tmp_path.iterdir() if file != path}
    assert kept == {"game.atl.torn": b"first", "game.atl.torn-2": b"second", "game.atl.torn-3": b"third"}


def test_a_torn_tail_that_cannot_be_kept_is_not_cut(path, monkeypatch):
    path.write_bytes(DATA + b"torn")

    def full(fd, data):
        raise OSError(errno.ENOSPC, "")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        assert refusal(FileLog.open, path).reason == "no_space"
    assert path.read_bytes() == DATA + b"torn"
    assert os.listdir(path.parent) == [path.name]
    FileLog.open(path).close()


def test_looking_at_a_torn_game_changes_nothing(path):
    path.write_bytes(DATA + b"torn")
    assert read(path) == (GAME, Torn(60, len(DATA), 4))
    assert peek(path) == (GAME[0], GAME[-1], 60, Torn(60, len(DATA), 4))
    assert path.read_bytes() == DATA + b"torn"
    assert os.listdir(path.parent) == [path.name]


# --- Flipped ---


def judged(data: bytes, record: int) -> None:
    """Damage within this record alone is seen, and stands where it is."""
    if record < 0:
        assert refusal(scan, data).reason == "not_a_log"
    elif record == 0:
        assert refusal(scan, data).params == {"good": 0, "offset": len(MAGIC), "why": "frame"}
    else:
        found = scan(data)
        assert found.records == GAME[:record]
        assert found.end == ENDS[record]
        if record == 59:
            assert found.damage == Torn(59, ENDS[59], len(DATA) - ENDS[59])
        else:
            assert found.damage == Corrupt(record, ENDS[record], "frame", True)


@a_part_or_all
def test_no_flipped_bit_is_ever_believed(part, decoded_once):
    assert ENDS[-1] == len(DATA)
    for record in range(part - 1, 60, 8):
        start, end = (0, len(MAGIC)) if record < 0 else ENDS[record : record + 2]
        data = bytearray(DATA)
        for at in range(start, end):
            for bit in range(8):
                data[at] ^= 1 << bit
                judged(bytes(data), record)
                data[at] ^= 1 << bit


def test_a_file_with_a_flipped_bit_is_refused_and_left_as_it_is(path, no_sync, decoded_once):
    for at in range(0, ENDS[59], 5):
        data = bytearray(DATA)
        data[at] ^= 1 << at % 8
        record = sum(end <= at for end in ENDS) - 1
        if record < 0:
            is_refused(path, bytes(data), "not_a_log")
            continue
        is_refused(path, bytes(data), "corrupt", good=record, offset=ENDS[record], why="frame")
        if record:
            damage = Corrupt(record, ENDS[record], "frame", True)
            assert read(path) == (GAME[:record], damage)
        else:
            assert refusal(read, path).reason == refusal(peek, path).reason == "corrupt"
    for at in range(ENDS[59], len(DATA)):
        data = bytearray(DATA)
        data[at] ^= 1 << at % 8
        goes_on(path, bytes(data), 59)


def test_peek_tells_damage_at_both_ends_and_wherever_the_lengths_do_not_add_up(path):
    for record, at in [(59, ENDS[59] + 20), (59, ENDS[59] + 5), (30, ENDS[30] + 2), (30, ENDS[30] + 3)]:
        data = bytearray(DATA)
        data[at] ^= 1
        path.write_bytes(data)
        found = peek(path)
        assert (found.header, found.last, found.good) == (GAME[0], GAME[record - 1], record)
        assert found.damage == read(path).damage is not None
    path.write_bytes(DATA[: ENDS[0]] + b"\0" + DATA[ENDS[0] + 1 :].replace(b"atlantis", b"atlantid", 1))
    assert refusal(peek, path).reason == "corrupt"
    path.write_bytes(DATA[: ENDS[20]] + DATA[ENDS[21] :])
    assert peek(path) == (GAME[0], GAME[19], 20, Corrupt(20, ENDS[20], "chain", True))


# --- Records that are good, but not here ---


def without(k: int) -> bytes:
    return DATA[: ENDS[k]] + DATA[ENDS[k + 1] :]


@pytest.mark.parametrize(
    ("good", "data"),
    [
        pytest.param(0, without(0), id="the header missing"),
        pytest.param(20, without(20), id="a record missing"),
        pytest.param(58, without(58), id="the last but one missing"),
        pytest.param(21, DATA[: ENDS[21]] + DATA[ENDS[20] :], id="a record twice"),
        pytest.param(60, DATA + DATA[ENDS[59] :], id="the last record twice"),
        pytest.param(60, DATA + DATA[ENDS[0] :], id="the game twice"),
        pytest.param(
            20,
            DATA[: ENDS[20]] + DATA[ENDS[21] : ENDS[22]] + DATA[ENDS[20] : ENDS[21]] + DATA[ENDS[22] :],
            id="two records changed places",
        ),
        pytest.param(60, DATA + frame(pack_record(GAME[59]._replace(n=60))), id="right n, wrong prev"),
        pytest.param(60, DATA + frame(pack_record(GAME[59]._replace(prev=scan(DATA).head))), id="right prev, wrong n"),
        pytest.param(
            60,
            DATA + frame(pack_record(GAME[0]._replace(n=60, prev=scan(DATA).head))),
            id="a second header, else right",
        ),
        pytest.param(
            30,
            DATA[: ENDS[30]] + frame(pack_record(GAME[30]._replace(body="cheat"))) + DATA[ENDS[31] :],
            id="a record put in another's place, seen in the next",
        ),
    ],
)
def test_a_record_that_does_not_continue_the_chain_is_corruption(good, data, path):
    if good == 30:
        good, offset = 31, ENDS[30] + 8 + len(pack_record(GAME[30]._replace(body="cheat")))
    else:
        offset = ENDS[good]
    is_refused(path, data, "corrupt", good=good, offset=offset, why="chain")
    if good:
        assert read(path).damage == Corrupt(good, offset, "chain", True)


@pytest.mark.parametrize(
    "payload",
    [b"", b"hello", msgpack.packb([60, scan(DATA).head, b"", None, "move", 0.5, None, None])],
    ids=["nothing", "no msgpack", "a float"],
)
def test_a_frame_that_is_whole_but_holds_no_record_was_not_left_by_a_crash(payload, path):
    is_refused(path, DATA + frame(payload), "corrupt", good=60, offset=len(DATA), why="record")
    assert read(path) == (GAME, Corrupt(60, len(DATA), "record", False))
    is_refused(path, MAGIC + frame(payload), "no_header")


# --- Damage of any shape ---


def test_a_lost_sector_in_the_middle_is_corruption(path):
    data = DATA[:1024] + bytes(512) + DATA[1536:]
    good = sum(end <= 1024 for end in ENDS) - 1
    is_refused(path, data, "corrupt", good=good, offset=ENDS[good], why="frame")


def valid_anywhere(data: bytes, start: int) -> bool:
    """Slow and simple: a valid record at any offset from here on."""
    for at in range(start, len(data) - 7):
        length, crc = struct.unpack_from(">II", data, at)
        payload = data[at + 8 : at + 8 + length]
        if len(payload) == length and crc32(data[at : at + 4] + payload) == crc:
            try:
                unpack_record(payload)
            except LogError:
                continue
            return True
    return False


spans = st.tuples(st.integers(0, len(SMALL_DATA)), st.integers(0, 300))
damages = st.one_of(
    st.tuples(st.just("cut"), spans, st.just(b"")),
    st.tuples(st.just("put"), spans, st.binary(max_size=60)),
    st.tuples(st.just("put"), spans, st.integers(1, 600).map(bytes)),
    st.tuples(st.just("put"), spans, spans.map(lambda span: SMALL_DATA[span[0] : sum(span)])),
    st.tuples(
        st.just("put"),
        st.tuples(st.sampled_from(SMALL_ENDS), st.integers(0, 3)),
        st.sampled_from([SMALL_DATA[a:b] for a in SMALL_ENDS for b in SMALL_ENDS if a < b]),
    ),
)


@settings(max_examples=400, deadline=None)
@given(st.lists(damages, min_size=1, max_size=3))
def test_whatever_happens_to_a_file_its_good_records_are_exactly_those_before_the_damage(blows):
    data = SMALL_DATA
    for kind, (at, length), new in blows:
        data = data[:at] + new + data[at + (length if kind == "cut" else len(new) if length % 2 else 0) :]
    same = next((i for i, (a, b) in enumerate(zip(data, SMALL_DATA, strict=False)) if a != b), None)
    same = min(len(data), len(SMALL_DATA)) if same is None else same
    good = sum(end <= same for end in SMALL_ENDS) - 1
    if good < 1:
        expected = "not_a_log"
        if data[:8] == MAGIC:
            expected = "corrupt" if valid_anywhere(data, 8) else "no_header"
        elif MAGIC.startswith(data):
            expected = "no_header"
        assert refusal(scan, data).reason == expected
        return
    found = scan(data)
    assert found.records == SMALL[:good]
    assert found.end == SMALL_ENDS[good]
    if len(data) == SMALL_ENDS[good]:
        assert found.damage is None
    elif valid_anywhere(data, SMALL_ENDS[good]):
        assert isinstance(found.damage, Corrupt)
        assert found.damage.follows
    else:
        assert found.damage == Torn(good, SMALL_ENDS[good], len(data) - SMALL_ENDS[good])


def test_a_file_made_to_be_searched_for_ever_is_soon_called_corrupt():
    # Each 16 bytes look like the beginning of a record of nearly a mebibyte.
    bait = (struct.pack(">II", 1_000_000, 0) + b"\x98" + bytes(7)) * 150_000
    found = scan(SMALL_DATA + bait)
    assert found.records == SMALL
    assert isinstance(found.damage, Corrupt)


# --- No game, or not ours to read ---


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no_header"),
        (MAGIC[:5], "no_header"),
        (MAGIC, "no_header"),
        (MAGIC + bytes(500), "no_header"),
        (MAGIC.replace(b"\r\n", b"\n") + DATA[8:], "not_a_log"),
        (MAGIC.replace(b"\n", b"\r\n") + DATA[8:], "not_a_log"),
        (bytes([MAGIC[0] & 127]) + DATA[1:], "not_a_log"),
        (b"PK\x03\x04 a zip file", "not_a_log"),
        (bytes(MAX_LOG + 100), "not_a_log"),
        (MAGIC + frame(pack_record(GAME[0]._replace(body=["no map"]))), "no_header"),
        (MAGIC + frame(pack_record(GAME[0]._replace(body={"game": "atlantis"}))), "no_header"),
        (MAGIC + frame(pack_record(GAME[0]._replace(body={"format": 0}))), "no_header"),
        (MAGIC + frame(pack_record(GAME[0]._replace(body={"format": True}))), "no_header"),
        (MAGIC + frame(pack_record(GAME[0]._replace(kind="move"))), "no_header"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_a_file_without_a_header_holds_no_game(data, reason, path):
    is_refused(path, data, reason)
    assert refusal(read, path).reason == refusal(peek, path).reason == reason


@pytest.mark.parametrize("more", [[], [None], ["columns", 7, {}]])
def test_a_newer_format_is_named_even_if_its_records_have_other_columns(more, path):
    header = [0, NO_PREV, b"", None, "game", {"format": 7, "game": "go"}, None, None, *more]
    data = MAGIC + frame(msgpack.packb(header)) + b"whatever comes then"
    is_refused(path, data, "newer_format", format=7, known=1)
    assert refusal(read, path).reason == refusal(peek, path).reason == "newer_format"


def test_a_log_longer_than_any_of_ours_is_not_read(path):
    path.write_bytes(DATA)
    os.truncate(path, MAX_LOG + 1)
    for look in (FileLog.open, read, peek):
        assert refusal(look, path).reason == "too_large"
    os.truncate(path, MAX_LOG)
    assert isinstance(read(path).damage, Torn)


# --- Going on after corruption ---


def test_the_good_part_of_a_corrupt_game_goes_on_in_a_new_file(path, tmp_path):
    data = bytearray(DATA)
    data[ENDS[40] + 30] ^= 1
    path.write_bytes(data)
    with FileLog.salvage(path, tmp_path / "saved" / "game.atl") as game:
        assert game.records == GAME[:40]
        game.append("move", 0, b"", "on", None)
        assert refusal(FileLog.open, game.path).reason == "locked"
    assert read(game.path) == (game.records, None)
    assert path.read_bytes() == data
    assert refusal(FileLog.salvage, path, game.path).reason == "exists"
    assert refusal(FileLog.salvage, path, path).reason == "exists"


def test_nothing_is_salvaged_from_a_game_without_a_header(path, tmp_path):
    path.write_bytes(DATA[:8] + b"\0\0\0\0" + DATA[12:])
    assert refusal(FileLog.salvage, path, tmp_path / "new").reason == "corrupt"
    assert os.listdir(tmp_path) == [path.name]
