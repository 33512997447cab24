"""From what somebody typed to a table: a ticket, an address, a name; or a look round at what is near.

Listings are hints, so nothing is shown that has not answered itself.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import NamedTuple, Self

from atlantis_tui.lan.kept import Address
from atlantis_tui.lan.shell import FIRST_TRIES, PATIENT, is_passing, now_ms, our_hello, prepared
from net.codes import SCHEME, read_address, read_ticket
from net.discovery import Discovery
from net.handshake import Admitted, Visit, with_ticket
from net.identity import Identity
from net.link import Link
from net.links import Links
from net.messages import Message, TableInfo
from net.names import clean_name
from net.refusal import Refusal

MOMENT = 3.0  # seconds to look round
PAUSE = 0.4  # seconds until a crowded door is tried again
PATIENCE = 8.0  # seconds for a table of a certain name


class Seen(NamedTuple):
    """A table that has answered."""

    addresses: tuple[Address, ...]
    info: TableInfo
    visit: Visit | None = None  # how to come in, where the word said so

    @property
    def name(self) -> str:
        return clean_name(self.info.name)


class Lookout:
    """Looks at tables from outside."""

    def __init__(self, identity: Identity, *, discovers: bool = True, told: Callable[[], None] = lambda: None) -> None:
        """`told` hears of every change of what is listed."""
        self._links = Links(_Deaf(), identity, "", our_hello, limits=PATIENT, clock=now_ms, random=os.urandom)
        self.discovery = Discovery(self._told) if discovers else None
        self._changed = asyncio.Event()
        self._tell = told

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.discovery is not None:
            await self.discovery.close()
        await self._links.close("looked")

    def _told(self) -> None:
        self._changed.set()
        self._tell()

    async def look(self, *addresses: Address, visit: Visit | None = None) -> Seen:
        """Refusal where there is no table."""
        await prepared()
        for tries in range(FIRST_TRIES):
            try:
                return Seen(addresses, await self._links.verify(addresses), visit)
            except Refusal as why:
                if not is_passing(why) or tries == FIRST_TRIES - 1:
                    raise
                await asyncio.sleep(PAUSE)
        raise AssertionError("looked, and neither saw anything nor nothing")

    async def at(self, word: str) -> Seen:
        """The table of a ticket or an address; Refusal where there is none, or the word is neither."""
        address, visit = place_of(word)
        return await self.look(address, visit=visit)

    async def near(self, seconds: float = MOMENT, enough: Callable[[Seen], bool] = lambda seen: False) -> list[Seen]:
        """The tables on this network, in order of their names; no longer than until one is `enough`."""
        if self.discovery is None:
            return []
        self.discovery.browse()
        seen: dict[str, Seen] = {}
        looking: dict[str, asyncio.Task[Seen]] = {}
        end = asyncio.get_running_loop().time() + seconds
        try:
            while (left := end - asyncio.get_running_loop().time()) > 0:
                for listing in self.discovery.listings:
                    if listing.name not in seen and listing.name not in looking:
                        looking[listing.name] = asyncio.create_task(self.look(*listing.addresses))
                self._changed.clear()
                changed = asyncio.create_task(self._changed.wait())
                await asyncio.wait([changed, *looking.values()], timeout=left, return_when=asyncio.FIRST_COMPLETED)
                changed.cancel()
                for name, task in [(name, task) for name, task in looking.items() if task.done()]:
                    del looking[name]
                    if task.exception() is not None:
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

    async def named(self, name: str) -> Seen | None:
        """The table of this name, if it is near."""
        wanted = clean_name(name).casefold()
        found = await self.near(PATIENCE, lambda seen: seen.name.casefold() == wanted)
        return found[0] if len(found) == 1 and found[0].name.casefold() == wanted else None


def place_of(word: str) -> tuple[Address, Visit | None]:
    """Where a ticket or an address leads to, and how one comes in there; Refusal where the word is neither."""
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
    """Whether a word is meant as an address: tables have no colon in their names."""
    return ":" in word


class _Deaf:
    """Nobody comes in here."""

    def opened(self, link: Link, who: Admitted) -> None: ...
    def received(self, link: Link, message: Message) -> None: ...
    def paced(self, link: Link, slow: bool) -> None: ...
    def closed(self, link: Link, why: Refusal) -> None: ...
    def turned_away(self, address: str, why: Refusal) -> None: ...
