"""The form of an entry: what is signed, how it is read, and that a file gives the same again."""

import dataclasses
from typing import Any

import msgpack
import pytest

from core.frames import NO_PREV, Record, chain_hash, pack_record
from net import entries
from net.entries import entry_of, is_signed_by, is_true_digest, raw_of, read_entry, sign_digest, sign_entry
from net.identity import ENTRY, verify
from net.messages import MAX_RAW, write
from net.refusal import ProtocolError
from tests.net.lan import dealt, identity, play_on
from tests.net.samples import sent

GID = bytes(range(16))
RECORD = Record(3, b"p" * 32, b"d" * 16, 1, "move", ["play", 0, 3], [4, None], None)
ANNA = identity(0)


def test_an_entry_is_the_record_of_the_core_with_game_and_term():
    entry = sign_entry(ANNA, GID, 7, RECORD)
    assert msgpack.unpackb(entry.raw) == [1, GID, 7, [*RECORD]]
    assert entry.raw == msgpack.packb([1, GID, 7, list(RECORD)])
    assert entry.raw.endswith(pack_record(RECORD))
    assert verify(ANNA.key, ENTRY, entry.raw, entry.sig)
    assert entry.record == RECORD._replace(sig=entry.sig)
    assert entry.link == chain_hash(pack_record(entry.record))


def test_an_entry_travels_as_a_message():
    entry = sign_entry(ANNA, GID, 7, RECORD)
    message = sent(entry.message())
    assert read_entry(message.raw, message.sig) == entry
    assert is_signed_by(entry, ANNA.key)
    assert not is_signed_by(entry, identity(1).key)


@pytest.mark.parametrize("term", [0, 127, 128, 255, 256, 65535, 65536, 2**32 - 1])
def test_terms_of_every_width(term):
    entry = sign_entry(ANNA, GID, term, RECORD)
    assert read_entry(entry.raw, entry.sig) == entry


def test_the_head_covers_record_and_signature():
    entry, other = sign_entry(ANNA, GID, 7, RECORD), sign_entry(identity(1), GID, 7, RECORD)
    assert entry.raw == other.raw
    assert entry.head != other.head
    assert len(entry.head) == 32
    assert entry.head != sign_entry(ANNA, GID, 8, RECORD).head


def signed(value) -> tuple[bytes, bytes]:
    return msgpack.packb(value), b"s" * 64


GOOD = [1, GID, 7, list(RECORD)]

BAD = {
    "nothing": (b"", b"s" * 64),
    "another version": signed([2, *GOOD[1:]]),
    "five parts": signed([*GOOD, 1]),
    "a short game": signed([1, GID[:15], *GOOD[2:]]),
    "a game of text": signed([1, "g" * 16, *GOOD[2:]]),
    "no term": signed([1, GID, None, GOOD[3]]),
    "a term below zero": signed([1, GID, -1, GOOD[3]]),
    "a term too large": signed([1, GID, 2**32, GOOD[3]]),
    "a term of text": signed([1, GID, "7", GOOD[3]]),
    "a true term": signed([1, GID, True, GOOD[3]]),
    "a longer term than needed": (b"\x94\x01\xc4\x10" + GID + b"\xcc\x07" + pack_record(RECORD), b"s" * 64),
    "no record": signed([1, GID, 7, None]),
    "a record with its signature": signed([1, GID, 7, list(RECORD._replace(sig=b"s" * 64))]),
    "a record of seven": signed([1, GID, 7, list(RECORD)[:7]]),
    "a record with a float": signed([1, GID, 7, list(RECORD._replace(body=1.5))]),
    "a record with keys out of order": signed([1, GID, 7, list(RECORD._replace(body={"b": 1, "a": 2}))]),
    "something after it": (msgpack.packb(GOOD) + b"\xc0", b"s" * 64),
    "cut off": (msgpack.packb(GOOD)[:-1], b"s" * 64),
    "a short signature": (msgpack.packb(GOOD), b"s" * 63),
    "too many values": signed([1, GID, 7, list(RECORD._replace(body=[[0] * 1024, [0] * 1024]))]),
    "too deep": signed([1, GID, 7, list(RECORD._replace(body=[[[[[[[[0]]]]]]]]))]),
}


@pytest.mark.parametrize(("raw", "sig"), BAD.values(), ids=BAD)
def test_what_has_another_form_is_no_entry(raw, sig):
    with pytest.raises(ProtocolError):
        read_entry(raw, sig)


def of_size(size: int) -> Record:
    bare = len(raw_of(GID, 0, RECORD._replace(body=b"x" * 50_000))) - 50_000
    return RECORD._replace(body=b"x" * (size - bare))


def test_an_entry_has_at_most_60_000_bytes():
    entry = sign_entry(ANNA, GID, 0, of_size(MAX_RAW))
    assert len(entry.raw) == MAX_RAW == 60_000
    assert read_entry(entry.raw, entry.sig) == entry
    write(entry.message())
    with pytest.raises(ProtocolError, match="bad_entry"):
        sign_entry(ANNA, GID, 0, of_size(MAX_RAW + 1))
    with pytest.raises(ProtocolError, match="bad_entry"):
        read_entry(entry.raw + b"x", entry.sig)


def test_the_file_gives_every_entry_again():
    log, table = dealt()
    play_on(table, 20)
    again = [entry_of(log.roster.gid, 0, record) for record in log.records]
    assert again == log.chain.entries(0)


@pytest.mark.parametrize("sig", [None, b"", b"s" * 63])
def test_an_unsigned_record_is_no_entry(sig):
    with pytest.raises(ProtocolError, match="bad_entry"):
        entry_of(GID, 0, RECORD._replace(sig=sig))


def test_a_seat_says_what_it_has_applied():
    entry = sign_entry(ANNA, GID, 7, RECORD)
    digest = sign_digest(ANNA, 0, entry, b"d" * 16)
    assert (digest.seat, digest.term, digest.n, digest.head, digest.digest) == (0, 7, 3, entry.head, b"d" * 16)
    assert is_true_digest(GID, sent(digest), ANNA.key)
    assert not is_true_digest(bytes(16), digest, ANNA.key)
    assert not is_true_digest(GID, digest, identity(1).key)
    changes: list[dict[str, Any]] = [{"seat": 1}, {"term": 8}, {"n": 4}, {"head": NO_PREV}, {"digest": b"e" * 16}]
    for change in changes:
        assert not is_true_digest(GID, dataclasses.replace(digest, **change), ANNA.key)


def test_the_version_is_one():
    assert entries.VERSION == 1
