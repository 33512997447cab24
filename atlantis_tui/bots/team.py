"""The team of `hard` at a table: the streams of a thought (core/bots/streams.py) shared with helpers on other cores.

There is a helper for every core that none of our bots thinks with (cores.py), for as long as one thought takes. What a
helper would have found we find ourselves if it is lost: the choice is the same with any number of helpers.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from atlantis_tui.bots.cores import CoreClaim, cores
from atlantis_tui.bots.helper import Helper, HelperLost, can_fork
from core.bots.search import Search
from core.bots.streams import OneByOne, Tally, Team, run_stream

NICE = 5  # the interface and the process that plays go first
PATIENCE = 5.0  # seconds that a helper may take longer than we do; most likely it was stopped


def gather(streams: Sequence[Search]) -> Team:
    """The team for one thought: helpers for as many cores as are free and of use."""
    most = min(cores(), len(streams)) - 1
    if most < 1 or not can_fork():
        return OneByOne(streams)
    claim = CoreClaim.of(most)
    return StreamTeam(streams, claim.more, claim)


class StreamTeam:
    """This process and some helpers. With n helpers each process runs every (n+1)th stream."""

    def __init__(self, streams: Sequence[Search], helpers: int, claim: CoreClaim | None = None) -> None:
        self._streams = streams
        self._claim = claim
        self._rounds = [0] * len(streams)  # that each stream should have had by now
        self._helpers: list[Helper | None] = []
        self._parts = [range(number, len(streams), helpers + 1) for number in range(helpers + 1)]
        try:
            for part in self._parts[1:]:
                self._helpers.append(_helper([streams[number] for number in part]))
        except BaseException:
            self.close()
            raise

    @property
    def pids(self) -> list[int]:
        """The helpers that are left."""
        return [helper.pid for helper in self._helpers if helper is not None]

    def run(self, rounds: Sequence[int]) -> list[Tally]:
        for place, helper in enumerate(self._helpers):
            if helper is not None:
                helper.ask(json.dumps([rounds[number] for number in self._parts[place + 1]]).encode())
        for number, more in enumerate(rounds):
            self._rounds[number] += more
        found: dict[int, Tally] = {number: self._ours(number) for number in self._parts[0]}
        for place, part in enumerate(self._parts[1:]):
            found |= zip(part, self._theirs(place, part), strict=True)
        return [found[number] for number in range(len(self._streams))]

    def close(self) -> None:
        for helper in self._helpers:
            if helper is not None:
                helper.end()
        self._helpers = [None] * len(self._helpers)
        if self._claim is not None:
            self._claim.close()

    def _theirs(self, place: int, part: Sequence[int]) -> list[Tally]:
        helper = self._helpers[place]
        if helper is not None:
            try:
                return [[(visits, total) for visits, total in tally] for tally in json.loads(helper.answer(PATIENCE))]
            except HelperLost:
                helper.end()
                self._helpers[place] = None
        return [self._ours(number) for number in part]

    def _ours(self, number: int) -> Tally:
        """Brings a stream of this process up to where it should be."""
        stream = self._streams[number]
        return run_stream(stream, self._rounds[number] - stream.iterations)


def _helper(streams: Sequence[Search]) -> Helper | None:
    """A helper that runs these streams; None if the system starts no more processes."""
    try:
        return Helper.fork(lambda asked: json.dumps(OneByOne(streams).run(json.loads(asked))).encode(), NICE)
    except OSError:
        return None
