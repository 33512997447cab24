"""A short join code, proved without saying it, and tied to the certificate both sides see.

Both sides put the code into SPAKE2 (A is the joiner, B the host) and get the same key only if the codes are equal.
Then each proves the key over the hash of the certificate, the joiner first: whoever stands in the middle has another
certificate, so the proofs do not fit, and whoever guesses learns one thing per attempt: wrong.

The `Gatekeeper` counts attempts. It knows no clock: the time comes in as whole milliseconds.
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

MESSAGE_LENGTH = 33  # of PAKE1 and PAKE2: the side, and a point
PROOF_LENGTH = 32  # of a proof: HMAC-SHA-256

STARTS_A_SECOND = 5  # each costs the host some milliseconds of work
STARTS_OF_ADDRESS = 3  # of these, so that nobody alone takes all of them
STARTS_OF_SUSPECTS = 3  # and of all addresses together that have failed as often as there are delays
STARTS_OF_NEW = 4  # and of all that were not told to come later: there is room for who comes again, as guests do
RETURN_MS = 15_000  # so long after it was told so somebody counts as coming again
FAILURES_A_CODE = (5, 500, 50_000)  # by its length: about one chance in 200,000 each
CODES_GUESSED = 3  # spent by guesses, then there are longer ones
DELAYS_MS = (1000, 2000, 4000)  # after the first, second, and each further failure from one address
FORGET_MS = 10 * 60 * 1000  # an address that has not failed for so long starts afresh
ADDRESSES = 256  # remembered at most; the limits over all addresses hold without any memory
WAITING = 4096  # addresses at most that were told to come later

_JOINER_ID, _HOST_ID = b"ATL1-joiner", b"ATL1-host"


class Unproved(Exception):
    """The other side did not show that it knows the code and sees this certificate."""


class JoinerProof:
    """Side A. `message` goes out as PAKE1; what comes back goes to `finish`."""

    def __init__(self, code: str, fingerprint_seen: bytes, entropy: Entropy = os.urandom) -> None:
        from spake2 import SPAKE2_A

        self._fingerprint = fingerprint_seen
        self._spake: SPAKE2_A = SPAKE2_A(code.encode(), idA=_JOINER_ID, idB=_HOST_ID, entropy_f=entropy)
        self._key = b""
        self.message: bytes = self._spake.start()

    def finish(self, message: bytes) -> bytes:
        """Take the host's PAKE2 and give our proof. It is right only if the code was."""
        self._key = _finish(self._spake, message)
        return _proof(self._key, b"A", self._fingerprint)

    def check(self, proof: bytes) -> None:
        """Take the host's proof: raises Unproved where the host does not know the code or has another certificate."""
        if not self._key or not hmac.compare_digest(proof, _proof(self._key, b"B", self._fingerprint)):
            raise Unproved


class HostProof:
    """Side B, for one attempt: take PAKE1, send `message` as PAKE2, and answer a right proof with our own."""

    def __init__(self, code: str, fingerprint: bytes, message: bytes, entropy: Entropy = os.urandom) -> None:
        from spake2 import SPAKE2_B

        self._fingerprint = fingerprint
        spake: SPAKE2_B = SPAKE2_B(code.encode(), idA=_JOINER_ID, idB=_HOST_ID, entropy_f=entropy)
        self.message: bytes = spake.start()
        self._key = _finish(spake, message)

    def check(self, proof: bytes) -> bytes:
        """Our proof in return for a right one; Unproved for a wrong one, and then nothing was learned but that."""
        if not hmac.compare_digest(proof, _proof(self._key, b"A", self._fingerprint)):
            raise Unproved
        return _proof(self._key, b"B", self._fingerprint)


def _finish(spake: SPAKE2_A | SPAKE2_B, message: bytes) -> bytes:
    try:
        key: bytes = spake.finish(message)
    except Exception as error:
        # The library says with many kinds of errors (also AssertionError) that this is no point of its curve, or
        # our own message come back.
        raise Unproved from error
    return key


def _proof(key: bytes, side: bytes, fingerprint: bytes) -> bytes:
    return hmac.digest(key, b"ATL1-confirm\0" + side + fingerprint, hashlib.sha256)


class Attempt(NamedTuple):
    """A try that was let through: with which code, and which of our codes that was."""

    code: str
    number: int
    address: str


class _Past(NamedTuple):
    failures: int
    last_ms: int


class _Start(NamedTuple):
    ms: int
    source: str
    suspect: bool
    new: bool


class Gatekeeper:
    """Who may try the code, how often, and when the code has been guessed at too much.

    `begin` gives an Attempt or raises a Refusal; `failed`, `abandoned` or `passed` tell how it ended. After
    FAILURES_A_CODE wrong tries, from whatever addresses, there is a new `code`, and `told` hears of it. Tries begun
    with an older code are void: with many begun at once there would be more guesses than five.

    Who guesses on and on would change the code faster than anybody can say it. So after CODES_GUESSED codes they get
    longer, and stand more guesses. At full speed, that is 18,000 guesses in an hour, somebody is right with a chance of
    15 / 10^6 + 500 / 10^8 + 17,485 / 10^10, about 1 in 46,000, and the last code of these holds for hours.
    """

    def __init__(self, new_code: Callable[[int], str], told: Callable[[str], None] = lambda code: None) -> None:
        """`new_code`: a code of so many digits; the first may have another of the CODE_LENGTHS."""
        self._new_code = new_code
        self._told = told
        self._number = 0
        self._failures = 0
        self._spent = 0  # codes, by guesses
        self._starts: deque[_Start] = deque(maxlen=STARTS_A_SECOND)
        self._pasts: OrderedDict[str, _Past] = OrderedDict()
        self._waiting: OrderedDict[str, int] = OrderedDict()  # who was told to come later, and when; the latest last
        self.is_crowded = False  # more came at once than there is room for, since there is this code
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
        """Whether this one was told to come later. Whoever has addresses without end comes from each of them once."""
        while self._waiting and now_ms - next(iter(self._waiting.values())) >= RETURN_MS:
            self._waiting.popitem(last=False)
        return source in self._waiting

    def _wait(self, source: str, now_ms: int) -> None:
        self.is_crowded = True
        self._waiting.pop(source, None)
        if len(self._waiting) < WAITING:  # else who waits already comes first
            self._waiting[source] = now_ms

    def is_void(self, attempt: Attempt) -> bool:
        """The code has changed since: whatever the proof says, it is not looked at."""
        return attempt.number != self._number

    def failed(self, attempt: Attempt, now_ms: int) -> None:
        """A wrong proof: one guess is gone."""
        self.abandoned(attempt, now_ms)
        self._failures += 1
        if self._failures >= FAILURES_A_CODE[self._length]:
            self._spent += 1
            if self._length or self._spent >= CODES_GUESSED:
                self._length = min(self._length + 1, len(CODE_LENGTHS) - 1)
            self.renew()

    def abandoned(self, attempt: Attempt, now_ms: int) -> None:
        """No proof came: nothing was guessed, but it cost us work, so the next try from there waits as well."""
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
        """A new code, at once. It does not get shorter: who guessed may still be there."""
        self.code = self._new_code(CODE_LENGTHS[self._length])
        self._number += 1
        self._failures = 0
        self.is_crowded = False
        self._told(self.code)


def plain_address(address: str) -> str:
    """One spelling for one machine: no zone, no IPv4 dressed as IPv6. (All of a LAN shares one /64: no wider.)"""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return str(mapped or parsed)
