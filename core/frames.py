"""Records of the move log: their packed form, the hash chain, and their frames in a byte string.

Pure functions: bytes in, records out. Files are in log.py.

    log     = MAGIC, frame, frame, ...
    frame   = u32 length | u32 crc32(length bytes + payload) | payload          big-endian
    payload = msgpack of [n, prev, digest, seat, kind, body, opened, sig]

A record has exactly one packed form (shortest integers, sorted map keys, no floats), so equal records have equal hashes
everywhere. `prev` is the hash of the previous payload. Record 0, kind "game", is the header.
"""

import struct
from hashlib import blake2b
from typing import Any, NamedTuple
from zlib import crc32

import msgpack

# A byte above 127, both kinds of line end and a control-Z: a copy made in text mode no longer matches.
MAGIC = b"\x89ATL\r\n\x1a\n"
FORMAT = 1
HEADER = "game"
NO_PREV = bytes(32)

MAX_RECORD = 1 << 20
MAX_LOG = 16 << 20
MAX_RECORDS = 20_000
# An empty list is one byte in a file and sixty in memory, so bytes alone do not bound what reading a file takes.
MAX_VALUES = 4096  # in a record, with lists, maps and keys
MAX_LOG_VALUES = 64 * MAX_RECORDS  # in all records together; real games average fewer than 64


class LogError(Exception):
    """A failure of a log, as a reason id and its parameters; "path" is among them whenever a file is concerned.

    Records: bad_record {what}, full {limit}.
    Contents of a file: not_a_log, no_header, newer_format {format, known}, corrupt {good, offset, why},
    too_large {limit}.
    The file itself: locked, exists, not_found, is_directory, not_directory, no_space, read_only, no_permission,
    replaced, io; errors from the system also have {errno, strerror}.
    The log object: closed.
    """

    def __init__(self, reason: str, params: dict[str, Any] | None = None) -> None:
        self.reason = reason
        self.params: dict[str, Any] = {} if params is None else params
        super().__init__(reason, self.params)  # pickling between processes needs these arguments


class Record(NamedTuple):
    n: int
    prev: bytes
    digest: bytes
    seat: int | None
    kind: str
    body: Any
    opened: list[Any] | None
    sig: bytes | None


class Torn(NamedTuple):
    """An unfinished tail that a crash left behind. It holds no valid record; the game before it is whole."""

    good: int  # records before it
    offset: int  # where it begins
    cut: int  # its length in bytes
    kept: str | None = None  # the file that holds a copy of it, once it was cut off


class Corrupt(NamedTuple):
    """Damage that no crash explains. Only the records before it can be trusted."""

    good: int
    offset: int
    why: str  # "frame": length or crc wrong; "record": not a record; "chain": not the next record
    follows: bool  # valid records stand at or after the offset


class Scan(NamedTuple):
    records: list[Record]
    end: int  # bytes up to here are good
    head: bytes  # hash of the last good payload
    damage: Torn | Corrupt | None


def chain_hash(payload: bytes) -> bytes:
    return blake2b(payload, digest_size=32).digest()


def pack_record(record: Record) -> bytes:
    """Returns the one packed form. Raises LogError bad_record for a value without one (a float, a key that is not text
    ...)."""
    try:
        payload = _canonical_bytes(list(record))
    except (OverflowError, ValueError) as error:
        raise _bad("int" if isinstance(error, OverflowError) else "text") from error
    if len(payload) > MAX_RECORD:
        raise _bad("size")
    return payload


def unpack_record(payload: bytes) -> Record:
    """Returns the record if `pack_record` makes exactly these bytes of it; else raises LogError bad_record."""
    if len(payload) > MAX_RECORD:
        raise _bad("size")
    try:
        fields = _unpacked(payload)
    except (ValueError, RecursionError) as error:  # ValueErrors are msgpack's own, ours and UnicodeDecodeError
        raise _bad("msgpack") from error
    if type(fields) is not list or len(fields) != 8:
        raise _bad("shape")
    record = Record._make(fields)
    n, prev, digest, seat, kind, body, opened, sig = record
    if type(n) is not int or not 0 <= n < 1 << 32:
        raise _bad("n")
    if type(prev) is not bytes or len(prev) != 32:
        raise _bad("prev")
    if type(digest) is not bytes or len(digest) > 64:
        raise _bad("digest")
    if seat is not None and (type(seat) is not int or not 0 <= seat < 256):
        raise _bad("seat")
    if type(kind) is not str or not 0 < len(kind) <= 32 or not kind.isascii():
        raise _bad("kind")
    if opened is not None and type(opened) is not list:
        raise _bad("opened")
    if sig is not None and (type(sig) is not bytes or not 0 < len(sig) <= 128):
        raise _bad("sig")
    _check(body, 1)
    _check(opened, 1)
    if msgpack.packb(fields) != payload:
        raise _bad("form")
    return record


def same(one: Any, other: Any) -> bool:
    """Whether two values have the same packed form. `==` alone takes True for 1, which packs differently."""
    return bool(one == other) and _canonical_bytes(one) == _canonical_bytes(other)


def _canonical_bytes(value: Any) -> bytes:
    packed: bytes = msgpack.packb(_canonical(value, 0), strict_types=True)
    return packed


def next_record(
    n: int,
    prev: bytes,
    digest: bytes,
    seat: int | None,
    kind: str,
    body: Any,
    opened: list[Any] | None,
    sig: bytes | None,
) -> tuple[Record, bytes]:
    """Returns a new record and its payload. The record is read back from the payload, so it shares nothing with
    `body`."""
    payload = pack_record(Record(n, prev, digest, seat, kind, body, opened, sig))
    record = unpack_record(payload)
    if (n == 0) != (kind == HEADER):
        raise _bad("kind")
    if n == 0 and _format(record) != FORMAT:
        raise _bad("format")
    return record, payload


def values_of(record: Record) -> int:
    """How many values a record holds, as MAX_LOG_VALUES counts them."""
    return len(record) + 1 + _inside(record.body) + _inside(record.opened)


def frame(payload: bytes) -> bytes:
    length = _U32.pack(len(payload))
    return length + _U32.pack(crc32(payload, crc32(length))) + payload


def scan(data: bytes) -> Scan:
    """Returns all good records and the damage after them.

    Raises LogError if there is no header to start from: not_a_log, no_header, newer_format, or corrupt (a bad header
    with valid records after it); and too_large for more than any game holds.
    """
    if data[: len(MAGIC)] != MAGIC:
        raise LogError("no_header" if MAGIC.startswith(data) else "not_a_log")
    records: list[Record] = []
    at, head, values = len(MAGIC), NO_PREV, 0
    while at < len(data):
        payload = _payload(data, at)
        record = None if payload is None else _record(payload)
        if payload is None or record is None or record.n != len(records):
            return _damaged(data, at, records, head, payload, record)
        if record.prev != head and not (records and is_withheld(records[-1])):
            return _damaged(data, at, records, head, payload, record)
        if not records:
            _check_header(record)
        elif record.kind == HEADER:
            return _damaged(data, at, records, head, payload, record)
        values += values_of(record)
        if len(records) == MAX_RECORDS or values > MAX_LOG_VALUES:
            raise LogError("too_large", {"limit": MAX_RECORDS if values <= MAX_LOG_VALUES else MAX_LOG_VALUES})
        records.append(record)
        head = chain_hash(payload)
        at += 8 + len(payload)
    if not records:
        raise LogError("no_header")
    return Scan(records, at, head, None)


def is_withheld(record: Record) -> bool:
    """Whether this record replaces the shares of the seed, which spectators never get. The next record's `prev` is the
    hash of the players' original, which a spectator cannot compute."""
    return (record.kind, record.body, record.sig) == ("seed", None, None)


def ends(data: bytes) -> tuple[Record, Record, int] | None:
    """Returns the first and the last record and their number by walking the lengths; None if the walk finds anything
    odd.

    It checks only these two, so it misses damage in the records between.
    """
    at, last, count, size = len(MAGIC), 0, 0, len(data)
    unpack = _U32.unpack_from
    if data[:at] != MAGIC:
        return None
    while at + 8 <= size:
        last = at
        at += 8 + unpack(data, at)[0]
        count += 1
    if at != size or not count:
        return None
    found = []
    for place in (len(MAGIC), last):
        payload = _payload(data, place)
        record = None if payload is None else _record(payload)
        if record is None:
            return None
        found.append(record)
    header, end = found
    if header.n != 0 or end.n != count - 1 or header.kind != HEADER or _format(header) != FORMAT:
        return None
    return header, end, count


_U32 = struct.Struct(">I")
_TWO_U32 = struct.Struct(">II")
_DEEPEST = 32
_LIMITS: dict[str, Any] = {
    "max_array_len": MAX_VALUES,
    "max_map_len": MAX_VALUES // 2,
    "max_str_len": 1 << 16,
    "max_bin_len": MAX_RECORD,
    "max_ext_len": 0,
    "strict_map_key": True,
}
_LEAVES = frozenset((type(None), bool, int, str, bytes))


def _unpacked(payload: bytes) -> Any:
    """Unpacks a payload; raises ValueError as soon as it has more values than a record may have."""
    if len(payload) <= MAX_VALUES:  # each value takes at least a byte
        return msgpack.unpackb(payload, **_LIMITS)
    left = MAX_VALUES

    def counted(made: Any) -> Any:
        nonlocal left
        left -= len(made) * (2 if type(made) is dict else 1)
        if left < 0:
            raise ValueError("values")
        return made

    return msgpack.unpackb(payload, **_LIMITS, list_hook=counted, object_hook=counted)


def _inside(value: Any) -> int:
    """Counts the values in a list or a map."""
    if type(value) is dict:
        return 2 * len(value) + sum(_inside(item) for item in value.values() if type(item) not in _LEAVES)
    if type(value) is list:
        return len(value) + sum(_inside(item) for item in value if type(item) not in _LEAVES)
    return 0


def _bad(what: str) -> LogError:
    return LogError("bad_record", {"what": what})


def _canonical(value: Any, depth: int) -> Any:
    """The value with sorted map keys, tuples as lists, and exact types only."""
    kind = type(value)
    if kind in _LEAVES:
        return value
    if depth == _DEEPEST:
        raise _bad("depth")
    if kind is list or kind is tuple:
        return [item if type(item) in _LEAVES else _canonical(item, depth + 1) for item in value]
    if kind is dict:
        for key in value:
            if type(key) is not str:
                raise _bad("key")
        return {
            key: item if type(item) in _LEAVES else _canonical(item, depth + 1) for key, item in sorted(value.items())
        }
    raise _bad("float" if kind is float else "type")


def _check(value: Any, depth: int) -> None:
    """Raises for any value that `_canonical` would refuse or change. A faster twin of that function."""
    kind = type(value)
    if kind in _LEAVES:
        return
    if depth == _DEEPEST:
        raise _bad("depth")
    if kind is dict:
        for key in value:
            if type(key) is not str:
                raise _bad("key")
        if len(value) > 1 and list(value) != sorted(value):
            raise _bad("form")
        value = value.values()
    elif kind is not list:
        raise _bad("float" if kind is float else "type")
    for item in value:
        if type(item) not in _LEAVES:
            _check(item, depth + 1)


def _payload(data: bytes, at: int) -> bytes | None:
    """The payload of the frame at this offset, if length and crc are right."""
    start = at + 8
    if start > len(data):
        return None
    length, crc = _TWO_U32.unpack_from(data, at)
    if length > MAX_RECORD or start + length > len(data):
        return None
    payload = data[start : start + length]
    return payload if crc32(payload, crc32(data[at : at + 4])) == crc else None


def _record(payload: bytes) -> Record | None:
    try:
        return unpack_record(payload)
    except LogError:
        return None


def _format(header: Record) -> int | None:
    number = header.body.get("format") if type(header.body) is dict else None
    return number if type(number) is int and number > 0 else None


def _check_header(record: Record) -> None:
    number = _format(record)
    if record.kind != HEADER or number is None:
        raise LogError("no_header")
    if number > FORMAT:
        raise LogError("newer_format", {"format": number, "known": FORMAT})


def _damaged(
    data: bytes, at: int, records: list[Record], head: bytes, payload: bytes | None, record: Record | None
) -> Scan:
    good = len(records)
    if payload is not None:
        # A crash leaves half a frame, never one with a right crc. So this is no tail to cut off.
        if not good:
            _check_newer(payload)
        why, follows = ("record", _follows(data, at)) if record is None else ("chain", True)
    else:
        why, follows = "frame", _follows(data, at)
        if not follows and good:
            return Scan(records, at, head, Torn(good, at, len(data) - at))
    if not good:
        if follows:
            raise LogError("corrupt", {"good": 0, "offset": at, "why": why})
        raise LogError("no_header")
    return Scan(records, at, head, Corrupt(good, at, why, follows))


def _check_newer(payload: bytes) -> None:
    """Recognises the header of a newer format, which may have other columns and so be no valid record here."""
    try:
        fields = _unpacked(payload)
    except (ValueError, RecursionError):
        return
    if type(fields) is list and len(fields) > 5 and fields[4] == HEADER and type(fields[5]) is dict:
        number = fields[5].get("format")
        if type(number) is int and number > FORMAT:
            raise LogError("newer_format", {"format": number, "known": FORMAT})


def _follows(data: bytes, bad: int) -> bool:
    """Whether a valid record stands anywhere after the bad frame's first byte."""
    # A payload begins with 0x98 (a list of eight), so one search skips nearly all offsets. A hostile file could demand
    # far more work than its length; then this gives up and calls the file corrupt, which changes nothing in it.
    work = 4 * MAX_LOG
    start = data.find(b"\x98", bad + 9)
    while start >= 0:
        length = _U32.unpack_from(data, start - 8)[0]
        if length <= MAX_RECORD and start + length <= len(data):
            payload = _payload(data, start - 8)
            if payload is not None and _record(payload) is not None:
                return True
            work -= length
            if work < 0:
                return True
        start = data.find(b"\x98", start + 1)
    return False
