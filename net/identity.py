"""A person's identity: an Ed25519 key in a private file, and the signatures made with it.

Everything that is signed begins with a label, so that a signature for one purpose is worth nothing for another. The
program writes the file once, whole or not at all, and never again. Whoever loses it is a stranger at every table.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from core import disk
from net.refusal import Refusal

SECRET = 32
KEY = 32
SIGNATURE = 64
FINGERPRINT = 16

ENTRY = b"ATL1-entry\0"
ROSTER = b"ATL1-roster\0"
REPLY = b"ATL1-reply\0"
DIGEST = b"ATL1-digest\0"
DESYNC = b"ATL1-desync\0"
HOST = b"ATL1-host\0"
JOIN = b"ATL1-join\0"

_FIRST_LINE = "atlantis identity 1\n"
_content = re.compile(rf"{_FIRST_LINE}([0-9a-f]{{{2 * SECRET}}})\n").fullmatch
_LONGEST = 1024


class Identity:
    """Our own key. No text form of this object shows the secret."""

    __slots__ = ("_private", "key")

    def __init__(self, secret: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(secret)
        self.key = self._private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    @property
    def fingerprint(self) -> bytes:
        return fingerprint(self.key)

    def sign(self, label: bytes, data: bytes) -> bytes:
        return self._private.sign(label + data)

    def prove_host(self, certificate: bytes, nonce: bytes) -> bytes:
        """The signature in HOST, over the hash of the host's certificate and the nonce of the guest's HELLO."""
        return self.sign(HOST, _fixed(certificate, 32) + _fixed(nonce, 16))

    def prove_guest(self, certificate: bytes, nonce: bytes, pake: bytes = b"") -> bytes:
        """The signature in AUTH, over the certificate that the guest sees, the nonce of the host's HELLO, and PAKE2 if
        there was one."""
        return self.sign(JOIN, _fixed(certificate, 32) + _fixed(nonce, 16) + pake)


def verify(key: bytes, label: bytes, data: bytes, sig: bytes) -> bool:
    try:
        _public(key).verify(sig, label + data)
    except (InvalidSignature, ValueError):
        return False
    return True


def check_host(key: bytes, certificate: bytes, nonce: bytes, sig: bytes, expected: Collection[bytes] = ()) -> None:
    """Checks HOST, as the guest. `expected` are the fingerprints of those who may be host; empty: anybody may."""
    check_key(key)
    if expected and fingerprint(key) not in expected:
        raise Refusal("wrong_identity")
    if not verify(key, HOST, _fixed(certificate, 32) + _fixed(nonce, 16), sig):
        raise Refusal("wrong_certificate")


def check_guest(key: bytes, certificate: bytes, nonce: bytes, sig: bytes, pake: bytes = b"") -> None:
    """Checks AUTH, as the host."""
    check_key(key)
    if not verify(key, JOIN, _fixed(certificate, 32) + _fixed(nonce, 16) + pake, sig):
        raise Refusal("wrong_certificate")


def check_key(key: bytes) -> None:
    """Refuses weak keys, for which anybody can make signatures."""
    y = bytes([*key[:-1], key[-1] & 0x7F]) if len(key) == KEY else b""
    if not y or y in _WEAK or int.from_bytes(y, "little") >= _PRIME:
        raise Refusal("weak_key")


def fingerprint(key: bytes) -> bytes:
    return blake2b(b"ATL1-key\0" + key, digest_size=FINGERPRINT).digest()


def knock_proof(host: bytes, certificate: bytes, nonce: bytes) -> bytes:
    """The proof in KNOCK that the guest knows this host. Only somebody who knows the host's fingerprint can make or
    recognise it. It is good for one link, because it holds the certificate that the guest sees and the nonce of the
    host's HELLO."""
    return blake2b(
        b"ATL1-knock\0" + _fixed(host, FINGERPRINT) + _fixed(certificate, 32) + _fixed(nonce, 16), digest_size=32
    ).digest()


def load_identity(path: str | os.PathLike[str], random: Callable[[int], bytes]) -> Identity:
    """Our identity from its file, which is made the first time. A bad file is refused and never replaced."""
    where = os.fspath(path)
    try:
        try:
            return _load(where)
        except FileNotFoundError:
            _make(where, f"{_FIRST_LINE}{random(SECRET).hex()}\n".encode())
            return _load(where)
    except OSError as error:
        raise Refusal("identity_file", path=where, cause=disk.named(error, where).reason) from error


def _load(path: str) -> Identity:
    fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        about = os.fstat(fd)
        if not stat.S_ISREG(about.st_mode):
            raise Refusal("identity_unreadable", path=path, what="not_a_file")
        if about.st_uid != os.geteuid() or stat.S_IMODE(about.st_mode) & 0o077:
            raise Refusal("identity_not_private", path=path, mode=stat.S_IMODE(about.st_mode))
        found = _content(os.read(fd, _LONGEST).decode("ascii", "replace"))
    finally:
        os.close(fd)
    if found is None:
        raise Refusal("identity_unreadable", path=path, what="content")
    return Identity(bytes.fromhex(found[1]))


def _make(path: str, content: bytes) -> None:
    """Makes the file with all its content or not at all. If another program was faster, its file stays."""
    folder = os.path.dirname(os.path.realpath(path))
    disk.make_directories(folder)
    unfinished = f"{path}.{os.getpid()}.new"
    with suppress(FileNotFoundError):
        os.unlink(unfinished)  # left by a killed program with our process number
    disk.release(disk.make(unfinished, content))
    try:
        with suppress(FileExistsError):
            try:
                os.link(unfinished, path)
            except OSError as error:
                if error.errno not in _NO_LINKS:
                    raise
                disk.release(disk.make(path, content))  # the next best: it overwrites nothing either
    finally:
        os.unlink(unfinished)
    disk.directory_to_disk(folder)


_NO_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK)  # file systems without hard links
_PRIME = 2**255 - 19
# The y coordinates of the points of order 1, 2, 4 and 8; x does not matter.
_WEAK = frozenset(
    bytes.fromhex(y)
    for y in (
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    )
)


@lru_cache(maxsize=64)
def _public(key: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(key)


def _fixed(data: bytes, length: int) -> bytes:
    """Checks the length, so that what is signed can be read in one way only."""
    if len(data) != length:
        raise ValueError(f"{len(data)} bytes and not {length}")
    return data
