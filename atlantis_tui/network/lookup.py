"""From a typed word to a table: a ticket, an address or a name; or a look at all tables near us.

Listings are only hints, so we show no table that has not answered itself.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import NamedTuple, Self

from atlantis_tui.network.files import Address
from atlantis_tui.network.runner import FIRST_TRIES, PATIENT, is_passing, now_ms, our_hello, prepared
from net.addresses import rank
from net.adverts import Listing
from net.codes import SCHEME, read_address, read_ticket
from net.discovery import Discovery
from net.handshake import Admitted, Visit, with_ticket
from net.identity import Identity
from net.link import Link
from net.links import Links, TableAnswer
from net.messages import Message, TableInfo
from net.names import clean_name
from net.refusal import Refusal

MOMENT = 3.0  # seconds for a look at what is near
LONGEST = 15.0  # seconds after which we stop, even if somebody whom we heard of has not answered yet
PAUSE = 0.4  # seconds before we try a crowded door again
PATIENCE = 8.0  # seconds for a table of a certain name
GLANCE = 1.0  # seconds for a first, short look
GLANCES, AT_ONCE = 30, 4  # how many tables at a time, and how many addresses of each
LEISURELY = 8  # how many tables at a time that did not answer the first look


class SeenTable(NamedTuple):
    """A table that has answered."""

    addresses: tuple[Address, ...]
    info: TableInfo
    visit: Visit | None = None  # how to come in, if the word said so
    ms: int | None = None  # how long a question to it and its answer took, over a link that stood already

    @property
    def name(self) -> str:
        return clean_name(self.info.name)

    @property
    def host(self) -> str:
        """The name of its host, or ""; anybody can give any name."""
        return clean_name(self.info.host)


class TableLookup:
    """Looks at tables from outside."""

    def __init__(self, identity: Identity, *, discovers: bool = True, told: Callable[[], None] = lambda: None) -> None:
        """`told` is called at every change in the listings."""
        self._links = Links(_Deaf(), identity, "", our_hello, limits=PATIENT, clock=now_ms, random=os.urandom)
        self.discovery = Discovery(self._told) if discovers else None
        self._changed = asyncio.Event()
        self._tell = told
        self._glances, self._leisurely = asyncio.Semaphore(GLANCES), asyncio.Semaphore(LEISURELY)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.discovery is not None:
            await self.discovery.close()
        await self._links.close("looked")

    def _told(self) -> None:
        self._changed.set()
        self._tell()

    async def look(self, *addresses: Address, visit: Visit | None = None) -> SeenTable:
        """Ask the table at these addresses. Raises Refusal if there is none."""
        await prepared()
        for tries in range(FIRST_TRIES):
            try:
                answer = await self._links.verify(addresses)
                return SeenTable(addresses, answer.table, visit, answer.ms)
            except Refusal as why:
                if not is_passing(why) or tries == FIRST_TRIES - 1:
                    raise
                await asyncio.sleep(PAUSE)
        raise AssertionError("looked, and neither saw anything nor nothing")

    async def look_at(self, listing: Listing) -> SeenTable:
        """Ask a table that the network announces, which may not exist. The first look is short: a machine that
        takes connections and then says nothing must not keep us from the others."""
        await prepared()
        try:
            async with self._glances:
                return await self._glance(listing.addresses[:AT_ONCE])
        except Refusal as why:
            if not is_passing(why) and why.params.get("cause") != "no_answer":
                raise
        if self.discovery is not None:
            self.discovery.put_off(listing.name)
        async with self._leisurely:
            seen = await self.look(*listing.addresses)
        if self.discovery is not None:
            self.discovery.keep(listing)
        return seen

    async def _glance(self, addresses: tuple[Address, ...]) -> SeenTable:
        """Ask at all these addresses at the same time, and take the first answer. But if a better address (see
        `rank`) may still answer, wait for it: it lasts longer, and others may be told it. A link over a worse
        address cannot be made anew when a machine moves to another network."""
        looks = {asyncio.create_task(self._links.verify([one])): one for one in addresses}
        whys: list[Refusal] = []
        answers: dict[Address, TableAnswer] = {}
        waiting = set(looks)
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(GLANCE):
                    while waiting and not _is_best(answers, [looks[look] for look in waiting]):
                        done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                        for look in done:
                            try:
                                answers[looks[look]] = look.result()
                            except Refusal as why:
                                whys.append(why)
        finally:
            for look in looks:
                look.cancel()
            await asyncio.gather(*looks, return_exceptions=True)
        if answers:
            here = min(answers, key=lambda one: rank(one[0]))
            table, ms = answers[here]
            return SeenTable((here, *(one for one in addresses if one != here)), table, None, ms)
        if waiting:
            raise Refusal("unreachable", cause="no_answer")
        # An answer from somebody counts more than an address where nobody is.
        raise min(whys, key=lambda why: why.reason == "unreachable")

    async def at(self, word: str) -> SeenTable:
        """The table of a ticket or an address. Raises Refusal if there is none, or if the word is neither."""
        address, visit = place_of(word)
        return await self.look(address, visit=visit)

    async def near(
        self, seconds: float = MOMENT, enough: Callable[[SeenTable], bool] = lambda seen: False
    ) -> list[SeenTable]:
        """The tables on this network, sorted by name. Stops early with the first that is `enough`. Whoever was
        heard of gets more time to answer, because a busy machine is slow."""
        if self.discovery is None:
            return []
        await prepared()
        clock = asyncio.get_running_loop().time
        last = clock() + LONGEST
        self.discovery.browse()
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST):
                await self.discovery.settled()
        end = clock() + seconds
        seen: dict[str, SeenTable] = {}
        silent: set[str] = set()
        looking: dict[str, asyncio.Task[SeenTable]] = {}
        try:
            while True:
                for listing in self.discovery.listings:
                    if listing.name not in seen and listing.name not in silent and listing.name not in looking:
                        looking[listing.name] = asyncio.create_task(self.look_at(listing))
                left = (max(last, end) if looking or self.discovery.is_asking else end) - clock()
                if left <= 0:
                    break
                self._changed.clear()
                changed = asyncio.create_task(self._changed.wait())
                await asyncio.wait([changed, *looking.values()], timeout=left, return_when=asyncio.FIRST_COMPLETED)
                changed.cancel()
                for name, task in [(name, task) for name, task in looking.items() if task.done()]:
                    del looking[name]
                    if task.exception() is not None:
                        silent.add(name)
                        self.discovery.drop(name)
                    else:
                        seen[name] = task.result()
                        if enough(seen[name]):
                            return [seen[name]]
        finally:
            for task in looking.values():
                task.cancel()
            await asyncio.gather(*looking.values(), return_exceptions=True)
        return sorted(seen.values(), key=lambda one: (one.name.casefold(), one.addresses))

    async def named(self, name: str) -> SeenTable | None:
        """The table of this name, or None if it is not near."""
        wanted = clean_name(name).casefold()
        found = await self.near(PATIENCE, lambda seen: seen.name.casefold() == wanted)
        return found[0] if len(found) == 1 and found[0].name.casefold() == wanted else None


def _is_best(answers: Collection[Address], waiting: Collection[Address]) -> bool:
    """Whether somebody has answered, and no better address is still waiting."""
    best = min((rank(host) for host, _ in answers), default=None)
    return best is not None and all(rank(host) >= best for host, _ in waiting)


def place_of(word: str) -> tuple[Address, Visit | None]:
    """Where a ticket or an address leads, and how to come in there. Raises Refusal if the word is neither."""
    if is_ticket(word):
        ticket = read_ticket(word)
        return (ticket.host, ticket.port), with_ticket(ticket.fingerprint, ticket.token)
    host, port = read_address(word)
    if port is None:
        raise Refusal("bad_ticket", what="port")
    return (host, port), None


def is_ticket(word: str) -> bool:
    return word.strip().lower().startswith(SCHEME)


def is_address(word: str) -> bool:
    """Whether a word is meant as an address. Names of tables contain no colon."""
    return ":" in word


class _Deaf:
    """Nobody comes in here: all calls are ignored."""

    def opened(self, link: Link, who: Admitted) -> None: ...
    def received(self, link: Link, message: Message) -> None: ...
    def paced(self, link: Link, slow: bool) -> None: ...
    def closed(self, link: Link, why: Refusal) -> None: ...
    def turned_away(self, address: str, why: Refusal) -> None: ...
