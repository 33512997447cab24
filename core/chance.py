"""Chance: the asks of a state, the dealers that answer them, and the seeded stream behind the answers.

Each draw is keyed by its purpose (place, epoch, index) and never by how much was drawn before. So neither a take-back
nor the order of play can change a deal. Keyed BLAKE2b and rejection sampling give the same values on every Python and
platform.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from struct import Struct
from typing import Final, NamedTuple, Protocol

from core.compiling.mypyc_marks import mypyc_attr
from core.hidden import ALL, SEALED, may_see

_words = Struct(">16I").unpack
_halves = Struct(">32H").unpack
_MASK: Final = 0xFFFFFFFF
_HALF: Final = 1 << 16


class Shuffle(NamedTuple):
    """Puts these faces in an order that nobody knows. The next shuffle of the same place has the next epoch."""

    place: str
    epoch: int
    faces: tuple[int, ...]

    def sealed(self) -> Shuffle:
        """The ask as a view may hold it: a view only needs to know that an answer is due."""
        return self._replace(faces=(SEALED,) * len(self.faces))


class Open(NamedTuple):
    """Shows one face of a place to the seats in `to`. If the state already knows the face (a hand laid open), `face`
    holds it, and views that do not know it learn it from the answer."""

    place: str
    epoch: int
    at: int
    to: int
    face: int = SEALED

    def sealed(self) -> Open:
        return self._replace(face=SEALED)


class Roll(NamedTuple):
    """Rolls a die for all to see: 0 to sides - 1."""

    place: str
    at: int
    sides: int

    def sealed(self) -> Roll:
        return self


Ask = Shuffle | Open | Roll


class Dealer(Protocol):
    def answer(self, asks: Sequence[Ask]) -> list[int]:
        """Returns one answer for each ask, in order; SEALED for a shuffle and for a face that this dealer may not
        know."""

    def face(self, place: str, epoch: int, index: int) -> int:
        """Returns a shuffled face that was never opened, for showing a whole game; SEALED if this dealer does not know
        it."""

    def pad(self, prev: bytes) -> Stream | None:
        """Returns the numbers that mask hidden fields in the record after `prev`; None if this dealer does not know
        them."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Stream:
    """Numbers derived from a seed and a label: the keyed hashes of 0, 1, 2 …"""

    __slots__ = ("_blocks", "_hash", "_words")

    def __init__(self, seed: str | bytes, *label: str | int) -> None:
        key = _key(seed.encode() if isinstance(seed, str) else seed)
        self._hash = blake2b(digest_size=64, key=key, person=_person("\0".join(map(str, label))))
        self._words: list[int] = []  # words not yet used, the next one last
        self._blocks = 0

    def word(self) -> int:
        """Returns the next 32 bits as a number."""
        if not self._words:
            self._words.extend(reversed(_words(self._block())))
        return self._words.pop()

    def _block(self) -> bytes:
        number = self._blocks.to_bytes(8, "big")
        self._blocks += 1
        block = self._hash.copy()  # cheaper than a new one with all its arguments
        block.update(number)
        return block.digest()

    def below(self, limit: int) -> int:
        """Returns a number from 0 to limit - 1, all equally likely. Lemire's method drops the few words that would
        favour some numbers."""
        wide = self.word() * limit
        return wide >> 32 if wide & _MASK >= limit else self._fair(wide, limit)

    def _fair(self, wide: int, limit: int) -> int:
        unfair = (_MASK + 1) % limit
        while wide & _MASK < unfair:
            wide = self.word() * limit
        return wide >> 32

    def shuffled(self, faces: Sequence[int]) -> list[int]:
        """Shuffles by the original method of Fisher and Yates: sort the faces, then take one of those left at a time.

        Each draw takes 16 bits modulo the number of faces left. Bits that would favour some faces are replaced by the
        upper half of the next word that does not.
        """
        left = sorted(faces)
        halves: list[int] = []
        while len(halves) < len(left):
            halves += _halves(self._block())
        limits, least = _fair_limits(len(left))
        if max(halves, default=0) >= least:
            for at, limit in enumerate(limits):
                while halves[at] >= limit:
                    halves[at] = self.word() >> 16
        return [left.pop(half % size) for half, size in zip(halves, range(len(left), 0, -1), strict=False)]


@lru_cache(maxsize=256)
def _fair_limits(number: int) -> tuple[tuple[int, ...], int]:
    """Returns, for each draw out of `number` faces, the limit below which all remainders are equally frequent, and the
    least of these limits."""
    limits = tuple(_HALF - _HALF % size for size in range(number, 0, -1))
    return limits, min(limits, default=_HALF)


# A game shuffles several times with one seed, and every game shuffles the same places.
@lru_cache(maxsize=64)
def _key(seed: bytes) -> bytes:
    return blake2b(seed, digest_size=32, person=b"atlantis-seed").digest()


@lru_cache(maxsize=256)
def _person(label: str) -> bytes:
    return blake2b(label.encode(), digest_size=16).digest()


@mypyc_attr(allow_interpreted_subclasses=True)
class SeededDealer:
    """A dealer that answers everything from one seed: solo, hot-seat, tests, bots, and the joint seed of a LAN game."""

    __slots__ = ("orders", "seed")

    def __init__(self, seed: str | bytes) -> None:
        self.seed = seed
        self.orders: dict[tuple[str, int], list[int]] = {}  # by place and epoch

    def fork(self) -> SeededDealer:
        """Returns a dealer with the same knowledge, whose later shuffles do not affect this one."""
        twin = SeededDealer(self.seed)
        twin.orders = self.orders.copy()
        return twin

    def answer(self, asks: Sequence[Ask]) -> list[int]:
        answers = []
        for ask in asks:
            if isinstance(ask, Open):
                place, epoch, index, _, known = ask
                answers.append(known if known != SEALED else self.orders[place, epoch][index])
            elif isinstance(ask, Roll):
                answers.append(Stream(self.seed, "roll", ask.place, ask.at).below(ask.sides))
            else:
                self.shuffle(ask.place, ask.epoch, ask.faces)
                answers.append(SEALED)
        return answers

    def face(self, place: str, epoch: int, index: int) -> int:
        return self.orders[place, epoch][index]

    def pad(self, prev: bytes) -> Stream:
        return Stream(self.seed, "cover", prev.hex())

    def shuffle(self, place: str, epoch: int, faces: Sequence[int]) -> list[int]:
        """Answers a Shuffle with the whole order, which only this dealer may know."""
        order = self.orders[place, epoch] = Stream(self.seed, "shuffle", place, epoch).shuffled(faces)
        return order

    def lay(self, place: str, epoch: int, order: Sequence[int]) -> None:
        """Sets the order of a place that was shuffled elsewhere."""
        self.orders[place, epoch] = list(order)

    def faces(self, place: str, epoch: int, first: int, end: int) -> tuple[int, ...]:
        return tuple(self.orders[place, epoch][first:end])


def answers_for(asks: Sequence[Ask], answers: Sequence[int], seat: int | None) -> list[int]:
    """Returns the answers that one seat (None: a spectator) may see; SEALED for the others."""
    return [
        SEALED if type(ask) is Shuffle or (type(ask) is Open and not may_see(ask.to, seat)) else answer
        for ask, answer in zip(asks, answers, strict=True)
    ]


def open_answers(asks: Sequence[Ask], answers: Sequence[int]) -> list[int | None]:
    """Returns the answers as a record stores them: None for each answer that is not public."""
    return [
        answer if type(ask) is Roll or (type(ask) is Open and ask.to == ALL) else None
        for ask, answer in zip(asks, answers, strict=True)
    ]
