"""The links of a session: who is at the other end, when it was last heard, how much it may send."""

from __future__ import annotations

from typing import Any, NamedTuple

from net import messages as m
from net.bucket import Bucket
from net.entries import Entry
from net.session import limits


class PersonState(NamedTuple):
    """For the screens: one seat of a person and how it is connected."""

    seat: int
    name: str
    link: str  # here, slow or away; none where we cannot know
    since_ms: int  # when that began
    proxy: int | None  # who plays for it


class Waiting(NamedTuple):
    """For the screens: whom the table waits for."""

    seat: int
    why: str  # move, vote, sign, commit, seed, host
    since_ms: int


class Challenge(NamedTuple):
    """What we have told somebody of our position, so that it looks to its own; its answer is awaited."""

    n: int  # the entry after which positions differ
    term: int  # of that entry
    since_ms: int
    pings: int  # that were sent before it: who answers a later one has got it
    refused: bool  # an entry was refused for it, and has to come once more


class Offenders:
    """Who misbehaved is not let in, and not called, for a while: longer each time. Keys; the oldest are forgotten."""

    def __init__(self) -> None:
        self._kept: dict[bytes, tuple[int, int]] = {}  # by key: until when, and how long that was

    def add(self, key: bytes, now: int) -> None:
        _, before = self._kept.pop(key, (0, 0))
        lasting = min(2 * before, limits.LONGEST_OFFENCE_MS) if before else limits.OFFENCE_MS
        self._kept[key] = (now + lasting, lasting)
        trim(self._kept, limits.OFFENDERS)

    def left(self, key: bytes | None, now: int) -> int:
        """How long it has still to wait."""
        return 0 if key is None else max(0, self._kept.get(key, (0, 0))[0] - now)

    def __len__(self) -> int:
        return len(self._kept)


def trim(keys: dict[bytes, Any], most: int) -> None:
    """Forgets the oldest, where there are too many."""
    while len(keys) > most:
        del keys[next(iter(keys))]


class Peer:
    """One link, from the moment on when it is known who is at the other end."""

    def __init__(self, link: int, key: bytes, name: str, inbound: bool, address: str, now: int) -> None:
        self.link = link
        self.key = key
        self.name = name
        self.inbound = inbound  # the other side came to us
        self.address = address
        self.port = 0
        self.role: str | None = None  # player or spectator, once that is settled
        self.seat: int | None = None
        self.heard_ms = now
        self.pinged_ms = now
        self.pings = 0
        self.ponged = 0
        self.met_n = -1  # the last entry that either of us had when we met
        self.target = -1  # the last entry it said it has: we are not up to date before
        self.target_term = 0  # and the term of that
        self.nearer_ms = now  # when we last came nearer to it, or asked for it
        self.asked_from = -1  # our SYNC that was not answered yet
        self.refused_term = 0  # we told it so much of our votes already
        self.challenge: Challenge | None = None  # which it has not answered
        self.settled: m.Desync | None = None  # what we told it last of our position: it is told once for a place
        self.half: Entry | None = None  # the first half of a proof that it sends
        self.steps_back = 0
        self.branch: list[Entry] = []  # entries that go on from a place within our log, until a later term proves them
        self.held: list[Entry] = []  # entries that came one right after the other, to be stored together
        self.chunk_from = -1  # the first entry of those it is sending
        self.sent_to = -1  # spectators: the last entry they were sent
        rate, burst = limits.FRAMES_A_SECOND, limits.FRAMES_AT_ONCE
        if not inbound:  # it may become host, and has a long log for us before that
            rate, burst = limits.CALLED_FRAMES_A_SECOND, limits.CALLED_FRAMES_AT_ONCE
        self._frames = Bucket(rate, burst, now)
        self._syncs = Bucket(limits.SYNCS_A_SECOND, limits.SYNCS_AT_ONCE, now)
        self._chats = Bucket(limits.CHATS_A_SECOND, limits.CHATS_AT_ONCE, now)

    @property
    def branch_bytes(self) -> int:
        return sum(len(entry.raw) for entry in self.branch)

    @property
    def plays(self) -> bool:
        """Whether this is the link of a seat. Whoever has none is no player, whatever it came as."""
        return self.role == "player" and self.seat is not None

    def frames(self, now: int) -> bool:
        """Counts a frame; False if that is too many."""
        return self._frames.take(now)

    def chats(self, now: int) -> bool:
        return self._chats.take(now)

    def syncs(self, now: int) -> bool:
        return self._syncs.take(now)

    def state(self, now: int) -> str:
        return "slow" if now - self.heard_ms >= limits.SLOW_MS else "here"
