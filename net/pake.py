"""Proves a short join code without sending it, and ties the proof to the certificate that both sides see.

Both sides put the code into SPAKE2 (A is the guest, B the host) and get the same key only if their codes are equal.
Then each proves that it has the key, over the hash of the certificate, the guest first. Somebody in the middle has
another certificate, so the proofs do not fit. Somebody who guesses learns one thing for each attempt: whether that code
was wrong.

The `Gatekeeper` limits attempts. It has no clock: the caller passes the time in, as whole milliseconds.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import os
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from net.codes import CODE_LENGTHS
from net.refusal import Refusal

if TYPE_CHECKING:
    from spake2 import SPAKE2_A, SPAKE2_B

Entropy = Callable[[int], bytes]

MESSAGE_LENGTH = 33  # of PAKE1 and PAKE2: one byte for the side, and a point
PROOF_LENGTH = 32  # HMAC-SHA-256

STARTS_A_SECOND = 5  # each start costs the host some milliseconds of work
STARTS_OF_ADDRESS = 3  # of these from one address, so that no address takes all of them
STARTS_OF_SUSPECTS = 3  # of these from all suspects together: addresses that failed as often as there are DELAYS_MS
STARTS_OF_NEW = 4  # of these from addresses that were not told try_later: the rest is for guests who come again
RETURN_MS = 15_000  # for so long after try_later an address counts as coming again
FAILURES_A_CODE = (5, 500, 50_000)  # by the length of the code; each gives a guesser about one chance in 200,000
CODES_GUESSED = 3  # six-digit codes spent by guesses before codes get longer
DELAYS_MS = (1000, 2000, 4000)  # after the first, the second and each further failure from one address
FORGET_MS = 10 * 60 * 1000  # an address without a failure for so long is forgiven
ADDRESSES = 256  # remembered at most; the limits over all addresses need no memory
WAITING = 4096  # addresses remembered at most that were told try_later

_JOINER_ID, _HOST_ID = b"ATL1-joiner", b"ATL1-host"


class Unproved(Exception):
    """The other side did not prove that it knows the code and sees this certificate."""


class JoinerProof:
    """Side A, the guest. Send `message` as PAKE1 and give the host's PAKE2 to `finish`. The guest's handshake owns
    it."""

    def __init__(self, code: str, fingerprint_seen: bytes, entropy: Entropy = os.urandom) -> None:
        from spake2 import SPAKE2_A

        self._fingerprint = fingerprint_seen
        self._spake: SPAKE2_A = SPAKE2_A(code.encode(), idA=_JOINER_ID, idB=_HOST_ID, entropy_f=entropy)
        self._key = b""
        self.message: bytes = self._spake.start()

    def finish(self, message: bytes) -> bytes:
        """Takes the host's PAKE2 and returns our proof, which is right only if our code is."""
        self._key = _finish(self._spake, message)
        return _proof(self._key, b"A", self._fingerprint)

    def check(self, proof: bytes) -> None:
        """Checks the host's proof. Raises Unproved if the host does not know the code or has another certificate."""
        if not self._key or not hmac.compare_digest(proof, _proof(self._key, b"B", self._fingerprint)):
            raise Unproved


class HostProof:
    """Side B, the host, for one attempt. It takes PAKE1 and makes `message`, the PAKE2. The host's handshake owns
    it."""

    def __init__(self, code: str, fingerprint: bytes, message: bytes, entropy: Entropy = os.urandom) -> None:
        from spake2 import SPAKE2_B

        self._fingerprint = fingerprint
        spake: SPAKE2_B = SPAKE2_B(code.encode(), idA=_JOINER_ID, idB=_HOST_ID, entropy_f=entropy)
        self.message: bytes = spake.start()
        self._key = _finish(spake, message)

    def check(self, proof: bytes) -> bytes:
        """Checks the guest's proof and returns ours. Raises Unproved for a wrong one, and then the guest learns nothing
        else."""
        if not hmac.compare_digest(proof, _proof(self._key, b"A", self._fingerprint)):
            raise Unproved
        return _proof(self._key, b"B", self._fingerprint)


def _finish(spake: SPAKE2_A | SPAKE2_B, message: bytes) -> bytes:
    try:
        key: bytes = spake.finish(message)
    except Exception as error:
        # The library raises many kinds of errors (even AssertionError) if this is no point of its curve, or is our own
        # message sent back to us.
        raise Unproved from error
    return key


def _proof(key: bytes, side: bytes, fingerprint: bytes) -> bytes:
    return hmac.digest(key, b"ATL1-confirm\0" + side + fingerprint, hashlib.sha256)


class Attempt(NamedTuple):
    """An attempt that the gatekeeper allowed: the code it is for, and the number of that code."""

    code: str
    number: int
    address: str


class _Past(NamedTuple):
    """How often an address has failed, and when last."""

    failures: int
    last_ms: int


class _Start(NamedTuple):
    """One attempt that was allowed to begin."""

    ms: int
    source: str
    suspect: bool
    new: bool


class Gatekeeper:
    """Decides who may try the code and how often, and replaces a code that was guessed at too often. The door owns it.

    `begin` returns an Attempt or raises a Refusal. Then `failed`, `abandoned` or `passed` reports how the attempt
    ended. After FAILURES_A_CODE wrong proofs, from whatever addresses, there is a new `code`, and `told` hears of it.
    Attempts that began with an older code are void; otherwise somebody could begin many at once and get more guesses
    than the code allows.

    A persistent guesser would change the code faster than anybody can say it. So after CODES_GUESSED codes were spent,
    codes get longer and allow more guesses. At full speed, 18,000 guesses in an hour, a guesser succeeds with a chance
    of 15 / 10^6 + 500 / 10^8 + 17,485 / 10^10, about 1 in 46,000, and the last of these codes holds for hours.
    """

    def __init__(self, new_code: Callable[[int], str], told: Callable[[str], None] = lambda code: None) -> None:
        """`new_code` makes a code of so many digits. The first code may have any of the CODE_LENGTHS."""
        self._new_code = new_code
        self._told = told
        self._number = 0
        self._failures = 0
        self._spent = 0  # codes spent by guesses
        self._starts: deque[_Start] = deque(maxlen=STARTS_A_SECOND)
        self._pasts: OrderedDict[str, _Past] = OrderedDict()
        self._waiting: OrderedDict[str, int] = OrderedDict()  # told try_later, and when; the latest last
        self.is_crowded = False  # whether, since this code began, more came at once than there is room for
        self.code = new_code(CODE_LENGTHS[0])
        self._length = CODE_LENGTHS.index(len(self.code))

    def begin(self, address: str, now_ms: int) -> Attempt:
        source = plain_address(address)
        past = self._pasts.get(source)
        if past is not None:
            wait = past.last_ms + DELAYS_MS[min(past.failures, len(DELAYS_MS)) - 1] - now_ms
            if wait > 0:
                raise Refusal("try_later", ms=wait)
        suspect = past is not None and past.failures >= len(DELAYS_MS) and now_ms - past.last_ms < FORGET_MS
        new = not self._comes_again(source, now_ms)
        recent = [start for start in self._starts if now_ms - start.ms < 1000]
        for shared, most, crowd in (
            (recent, STARTS_A_SECOND, True),
            ([start for start in recent if start.new and new], STARTS_OF_NEW, True),
            ([start for start in recent if start.source == source], STARTS_OF_ADDRESS, False),
            ([start for start in recent if start.suspect and suspect], STARTS_OF_SUSPECTS, False),
        ):
            if len(shared) >= most:
                if crowd:
                    self._wait(source, now_ms)
                raise Refusal("try_later", ms=shared[-most].ms + 1000 - now_ms)
        self._starts.append(_Start(now_ms, source, suspect, new))
        return Attempt(self.code, self._number, address)

    def _comes_again(self, source: str, now_ms: int) -> bool:
        """Whether this address was told try_later a short time ago. An attacker with endless addresses uses each of
        them once."""
        while self._waiting and now_ms - next(iter(self._waiting.values())) >= RETURN_MS:
            self._waiting.popitem(last=False)
        return source in self._waiting

    def _wait(self, source: str, now_ms: int) -> None:
        self.is_crowded = True
        self._waiting.pop(source, None)
        if len(self._waiting) < WAITING:  # if there are too many, those who wait already go first
            self._waiting[source] = now_ms

    def is_void(self, attempt: Attempt) -> bool:
        """Whether the code has changed since this attempt began. Then nobody looks at its proof."""
        return attempt.number != self._number

    def failed(self, attempt: Attempt, now_ms: int) -> None:
        """The proof was wrong: the code has one guess less."""
        self.abandoned(attempt, now_ms)
        self._failures += 1
        if self._failures >= FAILURES_A_CODE[self._length]:
            self._spent += 1
            if self._length or self._spent >= CODES_GUESSED:
                self._length = min(self._length + 1, len(CODE_LENGTHS) - 1)
            self.renew()

    def abandoned(self, attempt: Attempt, now_ms: int) -> None:
        """No proof came. Nothing was guessed, but the attempt cost us work, so the next one from this address has to
        wait."""
        source = plain_address(attempt.address)
        past = self._pasts.pop(source, _Past(0, now_ms))
        before = 0 if now_ms - past.last_ms >= FORGET_MS else past.failures
        self._pasts[source] = _Past(before + 1, now_ms)
        if len(self._pasts) > ADDRESSES:
            self._pasts.popitem(last=False)

    def passed(self, attempt: Attempt) -> None:
        source = plain_address(attempt.address)
        self._pasts.pop(source, None)
        self._waiting.pop(source, None)

    def renew(self) -> None:
        """Makes a new code at once. It is never shorter than the last one: whoever guessed may still be there."""
        self.code = self._new_code(CODE_LENGTHS[self._length])
        self._number += 1
        self._failures = 0
        self.is_crowded = False
        self._told(self.code)


def plain_address(address: str) -> str:
    """One spelling for each machine: no zone, and IPv4 mapped into IPv6 becomes IPv4. Addresses are not grouped by
    network, because a whole LAN shares one /64."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return str(mapped or parsed)
