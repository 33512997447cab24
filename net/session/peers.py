"""The links of a session: who is at the other end, when we last heard it, how much it may send."""

from __future__ import annotations

from typing import Any, NamedTuple

from net import messages as m
from net.bucket import Bucket
from net.entries import Entry
from net.session import limits


class PersonState(NamedTuple):
    """For screens: one person of the game and the state of its link."""

    seat: int
    name: str
    link: str  # here, slow or away; none if we cannot know
    since_ms: int  # when that state began
    proxy: int | None  # the seat that plays for it
    left: bool = False  # it is away because it has left the table, and did not lose its link


class Waiting(NamedTuple):
    """For screens: a seat that the table waits for."""

    seat: int
    why: str  # move, vote, sign, commit, seed, host
    since_ms: int


class Ballot(NamedTuple):
    """For screens: the question that is open at the table, whoever is asked."""

    hash: bytes
    kind: str  # back or proxy
    asker: int | None  # who has put the question; None if that is not known
    seat: int  # the seat whose move is to be taken back, or that is away
    other: int  # the record to return to, or the seat that would play
    asked: tuple[int, ...]  # all who have to agree
    agreed: tuple[int, ...]  # those of them who have

    @property
    def missing(self) -> tuple[int, ...]:
        """Who has not answered yet."""
        return tuple(seat for seat in self.asked if seat not in self.agreed)


class Challenge(NamedTuple):
    """Our DESYNC to a peer, whose answer we wait for."""

    n: int  # the entry after which our positions differ
    term: int  # of that entry
    since_ms: int
    pings: int  # sent before the challenge: whoever answers a later ping has got the challenge
    refused: bool  # whether we refused an entry for it, which then has to come again


class Offenders:
    """The keys of those who misbehaved. We neither let them in nor dial them for a while, longer each time. The oldest
    keys are forgotten."""

    def __init__(self) -> None:
        self._kept: dict[bytes, tuple[int, int]] = {}  # by key: until when, and how long that is

    def add(self, key: bytes, now: int) -> None:
        _, before = self._kept.pop(key, (0, 0))
        lasting = min(2 * before, limits.LONGEST_OFFENCE_MS) if before else limits.OFFENCE_MS
        self._kept[key] = (now + lasting, lasting)
        trim(self._kept, limits.OFFENDERS)

    def left(self, key: bytes | None, now: int) -> int:
        """How many milliseconds this key still has to wait."""
        return 0 if key is None else max(0, self._kept.get(key, (0, 0))[0] - now)

    def __len__(self) -> int:
        return len(self._kept)


def trim(keys: dict[bytes, Any], most: int) -> None:
    """Forgets the oldest keys if there are too many."""
    while len(keys) > most:
        del keys[next(iter(keys))]


class AnswerTimes:
    """As the host: when we asked each seat for an answer, so that we know who withholds it. `Starting` owns one for the
    header, `Shares` one for commitments and shares."""

    def __init__(self) -> None:
        self._asked: dict[int, tuple[int, int]] = {}  # by seat: when, and how many pings it was sent before

    def clear(self) -> None:
        self._asked.clear()

    def note(self, peer: Peer, now: int) -> None:
        """We ask this seat now."""
        assert peer.seat is not None
        self._asked[peer.seat] = now, peer.pings

    def is_withheld(self, seat: int, peer: Peer | None, now: int) -> bool:
        """Whether this seat, linked as `peer`, got our question and had time enough. It got the question if it has
        answered a later ping."""
        asked = self._asked.get(seat)
        if peer is None or asked is None:
            return False
        return now - asked[0] >= limits.ANSWER_MS and peer.ponged > asked[1]


class Peer:
    """One open link, once we know who is at the other end. The engine owns it."""

    def __init__(self, link: int, key: bytes, name: str, inbound: bool, address: str, now: int) -> None:
        self.link = link
        self.key = key
        self.name = name
        self.inbound = inbound  # the other side dialled us
        self.address = address
        self.port = 0
        self.role: str | None = None  # player or spectator, once JOIN or JOINED has told it
        self.seat: int | None = None
        self.sought = False  # we dialled it as a host that looks for its company
        self.goodbye = ""  # the reason in its BYE
        self.code_told: str | None = None  # as the host: the join code that it knows
        self.heard_ms = now
        self.pinged_ms = now
        self.pings = 0
        self.ponged = 0
        self.met_n = -1  # the number of the last entry that either of us had when we met
        self.target = -1  # the last entry that it says it has; we are behind until we have that
        self.target_term = 0  # the term of that entry
        self.nearer_ms = now  # when we last took an entry from it, or asked for one
        self.asked_from = -1  # the first entry of our SYNC that is not answered yet
        self.told: m.Peers | None = None  # as the host: the last PEERS that we sent it
        self.refused_term = 0  # the latest of our votes that we told it with stale_term
        self.challenge: Challenge | None = None  # our challenge that it has not answered
        self.settled: m.Desync | None = None  # our last DESYNC to it: we send one for each place
        self.half: Entry | None = None  # the first half of a proof that it is sending
        self.steps_back = 0  # how far back we have looked for where its log leaves ours
        self.branch: list[Entry] = []  # entries of a log that leaves ours at some place, until a later term proves them
        self.held: list[Entry] = []  # entries that came one right after the other, to be stored together
        self.chunk_from = -1  # the first entry of the chunk that it is sending
        self.sent_to = -1  # the last entry that we sent to this spectator
        rate, burst = limits.FRAMES_A_SECOND, limits.FRAMES_AT_ONCE
        if not inbound:  # it may become host, and has a long log for us before that
            rate, burst = limits.CALLED_FRAMES_A_SECOND, limits.CALLED_FRAMES_AT_ONCE
        self._frames = Bucket(rate, burst, now)
        self._syncs = Bucket(limits.SYNCS_A_SECOND, limits.SYNCS_AT_ONCE, now)
        self._chats = Bucket(limits.CHATS_A_SECOND, limits.CHATS_AT_ONCE, now)

    def begin(self, told: int) -> None:
        """A game begins, and its host had the entries up to `told` when we came. Clears what belongs to the last game.
        What the peer is sending now stays: `target` and `chunk_from` are of the new game already."""
        self.met_n, self.asked_from, self.steps_back = told, -1, 0
        self.refused_term, self.challenge, self.settled, self.half = 0, None, None, None
        self.branch.clear()

    @property
    def branch_bytes(self) -> int:
        return sum(len(entry.raw) for entry in self.branch)

    @property
    def plays(self) -> bool:
        """Whether this link belongs to a seat. A peer without one is no player, whatever it came as."""
        return self.role == "player" and self.seat is not None

    def frames(self, now: int) -> bool:
        """Counts a frame. False if that is too many."""
        return self._frames.take(now)

    def chats(self, now: int) -> bool:
        return self._chats.take(now)

    def syncs(self, now: int) -> bool:
        return self._syncs.take(now)

    def state(self, now: int) -> str:
        return "slow" if now - self.heard_ms >= limits.SLOW_MS else "here"
