"""The tables on this network, live. Listeners hear of every change; a table is shown once it has answered.

We look only while somebody listens. Then we send only what the network's own name service needs, and look at each table
when it says something new, and now and then, because tables may vanish without a word.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from atlantis_tui.network.lookup import SeenTable, TableLookup
from atlantis_tui.saved.perspective import our_key
from atlantis_tui.text import network
from net.adverts import Listing, mark_of
from net.identity import Identity
from net.refusal import Refusal

AGAIN_SECONDS = 20.0  # until we look at a table again
LINGER_SECONDS = 3.0  # we go on looking this long after the last listener, because another screen may be on its way
SLOW_ANSWER_MS = 100  # for one question and its answer
FIRST_SECONDS = 3.0  # after this long we say that there is nobody, for now
VERSIONS = (
    "no_common_protocol",
    "unknown_game",
    "other_rules",
    "other_behaviour",
)  # reasons to show a table all the same

Hear = Callable[[], None]


class NearbyTable(NamedTuple):
    """A table that has answered: what it says about itself, or why we cannot play with it."""

    label: str
    listing: Listing
    seen: SeenTable | None
    why: str = ""  # a sentence, or ""
    own: bool = False  # whether it is another window of ours

    @property
    def name(self) -> str:
        return self.seen.name if self.seen is not None else ""

    @property
    def host(self) -> str:
        """The name of its host, as the table says."""
        return self.seen.host if self.seen is not None else ""

    @property
    def ms(self) -> int | None:
        """How long one message there and back takes; None if that was not measured."""
        return self.seen.ms if self.seen is not None else None

    @property
    def slow(self) -> bool:
        return self.ms is not None and self.ms >= SLOW_ANSWER_MS


class NearbyTables:
    def __init__(self) -> None:
        self.rows: list[NearbyTable] = []  # sorted by name
        self.looked = False  # whether we looked long enough to say that there is nobody
        self.trouble: str | None = None  # why nothing is found just now
        self._hearers: list[Hear] = []
        self._changed = asyncio.Event()
        self._fresh = True  # we have only just begun to look: tables shown before may still be there
        self._looking: asyncio.Task[None] | None = None
        self._checks: dict[str, asyncio.Task[None]] = {}
        self._checked: dict[str, Listing] = {}  # by label: what the table announced when we looked at it
        self._own: bytes | None = None  # our own key
        self._ending: asyncio.TimerHandle | None = None
        self._closing: asyncio.Task[None] | None = None

    def listen(self, hear: Hear) -> Callable[[], None]:
        """Call `hear` at every change, until the returned function is called."""
        self._hearers.append(hear)
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
        if self._looking is None:
            self._looking = asyncio.create_task(self._look())

        def unlisten() -> None:
            self._hearers.remove(hear)
            if not self._hearers and self._looking is not None:
                self._ending = asyncio.get_running_loop().call_later(LINGER_SECONDS, self._rest)

        return unlisten

    async def close(self) -> None:
        self._hearers.clear()
        self._rest()
        if self._closing is not None:
            await self._closing

    def _rest(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
        looking, self._looking = self._looking, None
        if looking is not None:
            looking.cancel()
            before = self._closing
            self._closing = asyncio.create_task(_ended(looking, before))

    async def _look(self) -> None:
        if self._closing is not None:
            await self._closing  # one after another: two of them would hear each other
        self._own = our_key()  # looking round never makes a new one
        changed = self._changed = asyncio.Event()
        self._fresh = True
        async with TableLookup(Identity(os.urandom(32)), told=changed.set) as lookout:
            assert lookout.discovery is not None
            lookout.discovery.browse()
            began = again = time.monotonic()
            try:
                while True:
                    changed.clear()
                    self._compare(lookout, lookout.discovery.listings)
                    with suppress(TimeoutError):  # wait_for may lose a cancellation
                        async with asyncio.timeout(FIRST_SECONDS if self._fresh else AGAIN_SECONDS):
                            await changed.wait()
                    now = time.monotonic()
                    if self._fresh and now - began >= FIRST_SECONDS:
                        self._fresh, self.looked = False, True
                        self._tell()
                    if now - again >= AGAIN_SECONDS:
                        again = now
                        self._checked.clear()
            finally:
                checks, self._checks = list(self._checks.values()), {}
                for check in checks:
                    check.cancel()
                await asyncio.gather(*checks, return_exceptions=True)
                self._checked.clear()

    def _compare(self, lookout: TableLookup, listings: tuple[Listing, ...]) -> None:
        """Look at tables that are new or announce something new, and remove those that are gone."""
        there = {listing.name: listing for listing in listings}
        for label, listing in there.items():
            if self._checked.get(label) != listing and label not in self._checks:
                self._checked[label] = listing
                self._checks[label] = asyncio.create_task(self._check(lookout, listing))
        self._set([row for row in self.rows if row.label in there or self._fresh])
        if lookout.discovery is not None and self.trouble != lookout.discovery.trouble:
            self.trouble = lookout.discovery.trouble
            self._tell()

    async def _check(self, lookout: TableLookup, listing: Listing) -> None:
        label = listing.name
        found: NearbyTable | None = None
        own = self._own is not None and listing.mark == mark_of(listing.id, self._own)
        try:
            seen = await lookout.look_at(listing)
            found = NearbyTable(label, listing, seen, "", own)
        except Refusal as why:
            if why.reason in VERSIONS:
                found = NearbyTable(label, listing, None, network.refusal(why))
            elif lookout.discovery is not None:
                lookout.discovery.drop(label)
        finally:
            self._checks.pop(label, None)
        before = next((row for row in self.rows if row.label == label), None)
        if found is not None and before is not None:
            found = _calm(found, before)
        self._set([row for row in self.rows if row.label != label] + ([found] if found is not None else []))
        self._changed.set()  # the table may have announced something new meanwhile

    def _set(self, rows: list[NearbyTable]) -> None:
        rows.sort(key=lambda row: (row.name.casefold(), row.label))
        if rows != self.rows:
            self.rows = rows
            self._tell()

    def _tell(self) -> None:
        for hear in tuple(self._hearers):
            hear()


async def _ended(task: asyncio.Task[None], before: asyncio.Task[None] | None) -> None:
    if before is not None:
        await before
    await asyncio.gather(task, return_exceptions=True)


def _calm(found: NearbyTable, before: NearbyTable) -> NearbyTable:
    """The table with the shortest time that it ever took on this way: a program that was busy for a moment adds to the
    time, and the number shall not flicker. A link that has become slow, or quick, is shown as it is now."""
    now, then = found.seen, before.seen
    if now is None or then is None or now.ms is None or then.ms is None:
        return found
    if now.addresses[:1] != then.addresses[:1] or found.slow != before.slow:
        return found
    return found._replace(seen=now._replace(ms=min(now.ms, then.ms)))
