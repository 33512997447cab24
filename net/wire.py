"""Splits a stream of bytes into frames, and packs plain values into the one form that a frame may hold.

    frame   = u32 big-endian length | payload

No frame is cut out of the stream, and no value is unpacked, before its size was checked. A value has exactly one packed
form: shortest integers and lengths, text keys in rising order, no floats, no extensions. Everything else is a
ProtocolError.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

import msgpack

from net.refusal import ProtocolError

BEFORE = 4 << 10  # bytes of a frame until WELCOME
AFTER = 64 << 10  # after it

MAX_DEPTH = 8  # lists and maps inside one another; the message itself is the first
MAX_VALUES = 2048  # in one frame or entry, counting lists, maps and keys
MAX_LIST = 1024
MAX_MAP = 64
MAX_TEXT = 4096  # bytes


class Frames:
    """Splits the stream of one link. `limit` may be raised between two frames, once the other side is known."""

    def __init__(self, limit: int = BEFORE) -> None:
        self.limit = limit
        self._bytes = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Takes the bytes that arrived and yields the complete frames. Each frame is checked when the caller asks for
        it."""
        self._bytes += data
        return self._complete()

    def _complete(self) -> Iterator[bytes]:
        while len(self._bytes) >= 4:
            (length,) = _U32.unpack_from(self._bytes)
            if not 0 < length <= self.limit:
                raise ProtocolError("frame_length", length=length, limit=self.limit)
            end = 4 + length
            if len(self._bytes) < end:
                return
            frame = bytes(self._bytes[4:end])
            del self._bytes[:end]
            yield frame

    @property
    def waiting(self) -> int:
        """How many bytes of an incomplete frame are kept."""
        return len(self._bytes)


def framed(payload: bytes, limit: int = AFTER) -> bytes:
    if not 0 < len(payload) <= limit:
        raise ProtocolError("frame_length", length=len(payload), limit=limit)
    return _U32.pack(len(payload)) + payload


def pack(value: Any) -> bytes:
    """The one packed form; ProtocolError for a value that has none, or is too large for the others to take."""
    try:
        packed: bytes = msgpack.packb(_sorted(value, 0), strict_types=True)
    except (TypeError, ValueError, OverflowError) as error:  # UnicodeEncodeError is a ValueError
        raise ProtocolError("not_canonical", what="value") from error
    measure(packed)
    return packed


def unpack(packed: bytes) -> Any:
    """The value, if these are exactly the bytes that `pack` makes of it; ProtocolError."""
    measure(packed)
    try:
        value = msgpack.unpackb(packed, **_LIMITS, max_bin_len=len(packed))
        same = msgpack.packb(value) == packed
    except (ValueError, TypeError, RecursionError) as error:  # raised by msgpack; UnicodeDecodeError is a ValueError
        raise ProtocolError("not_canonical", what="bytes") from error
    if not same:
        raise ProtocolError("not_canonical", what="form")
    _check_keys(value)
    return value


def measure(packed: bytes) -> int:
    """How many values are packed here, counted without unpacking any. ProtocolError if there are too many, if they are
    too deep, or if this is not one whole value of the kinds we use."""
    at, size, values = 0, len(packed), 0
    left = 1  # values still to come in the innermost list or map
    outer: list[int] = []
    while True:
        while not left:
            if not outer:
                if at != size:
                    raise ProtocolError("not_canonical", what="length")
                return values
            left = outer.pop()
        left -= 1
        values += 1
        if values > MAX_VALUES:
            raise ProtocolError("too_many_values", limit=MAX_VALUES)
        if at >= size:
            raise ProtocolError("not_canonical", what="length")
        first = packed[at]
        step = _STEP[first]
        if step:
            at += step
            continue
        count, width, unit = _COUNT[first]
        if unit < 0:
            raise ProtocolError("not_canonical", what="type")
        if width:
            if at + 1 + width > size:
                raise ProtocolError("not_canonical", what="length")
            count = int.from_bytes(packed[at + 1 : at + 1 + width], "big")
        at += 1 + width
        if not unit:  # text or bytes
            at += count
            continue
        if count > (MAX_LIST if unit == 1 else MAX_MAP) or values + count * unit > MAX_VALUES:
            raise ProtocolError("too_many_values", limit=MAX_VALUES)
        outer.append(left)
        if len(outer) > MAX_DEPTH:
            raise ProtocolError("too_deep", limit=MAX_DEPTH)
        left = count * unit


_U32 = struct.Struct(">I")
_LIMITS: dict[str, Any] = {
    "max_array_len": MAX_LIST,
    "max_map_len": MAX_MAP,
    "max_str_len": MAX_TEXT,
    "max_ext_len": 0,
    "strict_map_key": True,
}

# By the first byte of a value: _STEP is how many bytes the value takes, or 0 if _COUNT tells it. _COUNT is (count,
# width of a count that follows, unit). Unit 0 counts bytes, 1 values and 2 pairs of values; -1 means refused.
_STEP = [1] * 128 + [0] * 32 + [1 + n for n in range(32)] + [0] * 32 + [1] * 32
_COUNT: list[tuple[int, int, int]] = [(0, 0, -1)] * 256
for _n in range(16):
    _COUNT[0x80 + _n] = (_n, 0, 2)
    _COUNT[0x90 + _n] = (_n, 0, 1)
for _first in (0xC0, 0xC2, 0xC3):  # nil, false, true
    _STEP[_first] = 1
for _n in range(4):  # integers of 1, 2, 4, 8 bytes, without and with a sign
    _STEP[0xCC + _n] = _STEP[0xD0 + _n] = 1 + (1 << _n)
for _n in range(3):  # bytes and text with a length of 1, 2, 4 bytes
    _COUNT[0xC4 + _n] = _COUNT[0xD9 + _n] = (0, 1 << _n, 0)
for _n in range(2):  # lists and maps with a length of 2, 4 bytes
    _COUNT[0xDC + _n] = (0, 2 << _n, 1)
    _COUNT[0xDE + _n] = (0, 2 << _n, 2)

_LEAVES = frozenset((type(None), bool, int, str, bytes))


def _sorted(value: Any, depth: int) -> Any:
    """The value with its keys in order and tuples as lists."""
    if type(value) in _LEAVES:
        return value
    if depth == MAX_DEPTH:
        raise ProtocolError("too_deep", limit=MAX_DEPTH)
    if isinstance(value, list | tuple):
        return [_sorted(one, depth + 1) for one in value]
    if isinstance(value, dict):
        if any(type(key) is not str for key in value):
            raise ProtocolError("not_canonical", what="key")
        return {key: _sorted(one, depth + 1) for key, one in sorted(value.items())}
    raise ProtocolError("not_canonical", what="type")


def _check_keys(value: Any) -> None:
    if type(value) is list:
        for one in value:
            _check_keys(one)
    elif type(value) is dict:
        if any(type(key) is not str for key in value) or list(value) != sorted(value):
            raise ProtocolError("not_canonical", what="key")
        for one in value.values():
            _check_keys(one)
