"""An entry of the common log: a record of the core with the game and the term it belongs to, and a signature.

    raw  = packed [1, gid, term, record]        the record exactly as the core packs it, its signature column nil
    sig  = Ed25519("ATL1-entry\\0" + raw)
    head = BLAKE2b-256("ATL1-head\\0" + raw + sig)

The file of a game keeps records with their signatures. Game and term follow from the records before, so every entry can
be made again from the file. `prev` in a record is the core's own chain hash of the whole record before, signature
included, and so it is equal on every peer.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

import msgpack

from core.frames import LogError, Record, chain_hash, pack_record, unpack_record
from net import wire
from net.identity import DESYNC, DIGEST, ENTRY, SIGNATURE, Identity, verify
from net.messages import MAX_RAW, Desync, Digest, EntryMessage
from net.refusal import ProtocolError

VERSION = 1
_GID = 16
_MAX_TERM = 0xFFFFFFFF


class Entry(NamedTuple):
    """One signed entry, as it travels in ENTRY. It does not change once made."""

    raw: bytes
    sig: bytes
    gid: bytes
    term: int
    record: Record  # with the signature in its column, as the file keeps it

    @property
    def head(self) -> bytes:
        return blake2b(b"ATL1-head\0" + self.raw + self.sig, digest_size=32).digest()

    @property
    def link(self) -> bytes:
        """The hash that the next record has as `prev`."""
        return chain_hash(pack_record(self.record))

    def message(self) -> EntryMessage:
        return EntryMessage(self.raw, self.sig)


def raw_of(gid: bytes, term: int, record: Record) -> bytes:
    """The bytes that a seat signs. ProtocolError bad_entry for a record too large to be sent."""
    raw = b"".join((_START, gid, msgpack.packb(term), pack_record(record._replace(sig=None))))
    if len(raw) > MAX_RAW:
        raise ProtocolError("bad_entry", what="size")
    return raw


def sign_entry(identity: Identity, gid: bytes, term: int, record: Record) -> Entry:
    raw = raw_of(gid, term, record)
    return entry_of(gid, term, record._replace(sig=identity.sign(ENTRY, raw)), raw)


def entry_of(gid: bytes, term: int, record: Record, raw: bytes | None = None) -> Entry:
    """The entry of a signed record, as a file keeps it."""
    if record.sig is None or len(record.sig) != SIGNATURE:
        raise ProtocolError("bad_entry", what="sig")
    return Entry(raw_of(gid, term, record) if raw is None else raw, record.sig, gid, term, record)


def read_entry(raw: bytes, sig: bytes) -> Entry:
    """An entry as it arrived, with its form checked but not its signature; ProtocolError."""
    if len(raw) > MAX_RAW or len(sig) != SIGNATURE:
        raise ProtocolError("bad_entry", what="size")
    wire.measure(raw)
    place = len(_START) + _GID
    if not raw.startswith(_START) or len(raw) < place + 2:
        raise ProtocolError("bad_entry", what="form")
    width = _WIDTHS.get(raw[place], 1)
    after = place + width
    try:
        term = msgpack.unpackb(raw[place:after], max_ext_len=0)
        if type(term) is not int or not 0 <= term <= _MAX_TERM or msgpack.packb(term) != raw[place:after]:
            raise ProtocolError("bad_entry", what="term")
        record = unpack_record(raw[after:])
    except LogError as error:
        raise ProtocolError("bad_entry", what=error.params.get("what", "record")) from error
    except ValueError as error:
        raise ProtocolError("bad_entry", what="term") from error
    if record.sig is not None:
        raise ProtocolError("bad_entry", what="sig")
    return Entry(raw, sig, raw[len(_START) : place], term, record._replace(sig=sig))


def is_signed_by(entry: Entry, key: bytes) -> bool:
    return verify(key, ENTRY, entry.raw, entry.sig)


# What a seat says about an entry it has applied ----------------------------------------------------------------------


def sign_digest(identity: Identity, seat: int, entry: Entry, digest: bytes) -> Digest:
    """The DIGEST of a seat for an entry. `digest` is that of the position after the entry."""
    n, head = entry.record.n, entry.head
    sig = identity.sign(DIGEST, _acknowledged(entry.gid, seat, entry.term, n, head, digest))
    return Digest(seat, entry.term, n, head, digest, sig)


def is_true_digest(gid: bytes, digest: Digest, key: bytes) -> bool:
    said = _acknowledged(gid, digest.seat, digest.term, digest.n, digest.head, digest.digest)
    return verify(key, DIGEST, said, digest.sig)


def _acknowledged(gid: bytes, seat: int, term: int, n: int, head: bytes, digest: bytes) -> bytes:
    return wire.pack([gid, seat, term, n, head, digest])


def sign_desync(
    identity: Identity, gid: bytes, seat: int, term: int, n: int, digest: bytes, rebuilt: bytes | None, core: bytes
) -> Desync:
    """The DESYNC of a seat: the digest of the position it had after entry `n` of that term, and the one its log leads
    to."""
    sig = identity.sign(DESYNC, wire.pack([gid, seat, term, n, digest, rebuilt, core]))
    return Desync(seat, term, n, digest, rebuilt, core, sig)


def is_true_desync(gid: bytes, said: Desync, key: bytes) -> bool:
    packed = wire.pack([gid, said.seat, said.term, said.n, said.digest, said.rebuilt, said.core])
    return verify(key, DESYNC, packed, said.sig)


def is_signed_twice(first: Entry, second: Entry, key: bytes) -> bool:
    """Whether this key has signed two entries for one place, in the same position. Entries made in different positions
    do not count: a program with damaged memory makes one that nobody can take, and then a sound one."""
    same = (first.gid, first.term, first.record.n, first.record.digest)
    if same != (second.gid, second.term, second.record.n, second.record.digest) or first.raw == second.raw:
        return False
    return is_signed_by(first, key) and is_signed_by(second, key)


_START = b"\x94" + bytes([VERSION]) + b"\xc4\x10"  # a list of four, the version, and the header of 16 bytes
_WIDTHS = {0xCC: 2, 0xCD: 3, 0xCE: 5, 0xCF: 9}
