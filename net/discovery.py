"""Finding tables on this network without typing an address: mDNS, `_atlantis._tcp.local.`

    discovery = Discovery(told)
    discovery.browse()                # tables near us appear in `listings`, and `told` hears of each change
    discovery.announce(advert)        # ours appears at the others, a second or two later
    await discovery.close()           # says goodbye

What is heard here is a hint and never trusted: anybody on the network can say anything, and a table that was killed
stays listed for minutes. So whoever shows a listing asks the table itself first (`links.verify`) and calls `drop` when
nobody is there. A listing holds nothing that was not checked character by character.

What is said here tells nobody's name: the labels are random, the text says which game, how many seats, and which table.

Nothing here is ever fatal. Without a network, or when one vanishes, `trouble` names a reason and joining by address
still works; the interfaces are looked at again now and then (at once with `refresh`), and all starts anew as needed.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import re
import secrets
import socket
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

SERVICE = "_atlantis._tcp.local."
VERSION = "1"

MOST_LISTINGS = 50
MOST_ADDRESSES = 8  # of one table
TEXT_LIMIT = 200  # bytes of TXT

RESOLVE_MS = 3000
REFRESH_SECONDS = 15.0
START_SECONDS = 15.0  # the library probes for a free name for about a second; a busy machine takes longer
CLOSE_SECONDS = 5.0

_LABEL = re.compile(r"[0-9A-Za-z-]{1,40}")
_FIELDS = {
    "v": re.compile(r"1"),
    "g": re.compile(r"[a-z][a-z0-9-]{0,23}"),
    "s": re.compile(r"[0-9]{1,2}/[0-9]{1,2}"),
    "st": re.compile(r"lobby|playing"),
    "id": re.compile(r"[0-9a-f]{8}"),
    "pc": re.compile(r"[01]"),
    "k": re.compile(r"[0-9a-f]{16}"),
}


class Advert(NamedTuple):
    """What a table says of itself to everybody on the network."""

    port: int
    game: str
    seats: int
    taken: int
    playing: bool
    id: str  # 8 hex digits: the table's own, so that those who come back find it again
    code: bool  # a join code is asked for
    key: str  # 16 hex digits of the host's identity key

    def text(self) -> dict[str, str]:
        text = {
            "v": VERSION,
            "g": self.game,
            "s": f"{self.taken}/{self.seats}",
            "st": "playing" if self.playing else "lobby",
            "id": self.id,
            "pc": str(int(self.code)),
            "k": self.key,
        }
        for name, value in text.items():
            if not _FIELDS[name].fullmatch(value):
                raise ValueError(f"{name}={value}")
        return text


class Listing(NamedTuple):
    """A table somebody says there is. `name` tells it from the others, and is of letters and digits only."""

    name: str
    addresses: tuple[tuple[str, int], ...]  # host and port, the likeliest first
    game: str
    seats: int
    taken: int
    playing: bool
    id: str
    code: bool
    key: str


def read_listing(name: str, text: dict[str, str | None], addresses: Sequence[str], port: int | None) -> Listing | None:
    """A listing from what the network said, or None where a single character of it is not as agreed."""
    label = name.removesuffix("." + SERVICE)
    if not _LABEL.fullmatch(label) or not port or not 0 < port < 65536 or not set(_FIELDS) <= set(text):
        return None
    if sum(len(key) + len(value or "") + 2 for key, value in text.items()) >= TEXT_LIMIT:
        return None
    if not all(pattern.fullmatch(text[key] or "") for key, pattern in _FIELDS.items()):
        return None
    said = {key: text[key] or "" for key in _FIELDS}
    taken, seats = map(int, said["s"].split("/"))
    hosts = _usable(addresses)
    if not hosts or taken > seats:
        return None
    return Listing(
        name=label,
        addresses=tuple((host, port) for host in hosts),
        game=said["g"],
        seats=seats,
        taken=taken,
        playing=said["st"] == "playing",
        id=said["id"],
        code=said["pc"] == "1",
        key=said["k"],
    )


def _usable(addresses: Sequence[str]) -> list[str]:
    """Addresses one can connect to: IPv4 first, those that need a zone last."""
    ranked: list[tuple[int, str]] = []
    for address in dict.fromkeys(addresses):
        try:
            parsed = ipaddress.ip_address(address)
        except ValueError:
            continue
        if not (parsed.is_multicast or parsed.is_unspecified):
            ranked.append((2 if parsed.version == 6 and parsed.is_link_local else parsed.version == 6, address))
    return [address for _, address in sorted(ranked)][:MOST_ADDRESSES]


class Discovery:
    """Announces one table and lists the others. `told` is called, without arguments, after every change."""

    def __init__(
        self,
        told: Callable[[], None] = lambda: None,
        *,
        interfaces: Sequence[str] | None = None,
        refresh_seconds: float = REFRESH_SECONDS,
    ) -> None:
        self._told = told
        self._interfaces = interfaces  # addresses of our own to use; None: all
        self._refresh_seconds = refresh_seconds
        self._advert: Advert | None = None
        self._browsing = False
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._info: AsyncServiceInfo | None = None
        self._own_name = ""
        self._bound: list[str] = []
        self._listings: dict[str, Listing] = {}
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()  # to be asked once more when they have answered
        self._waiting: dict[str, None] = {}  # names heard while the list was full
        self._worker: asyncio.Task[None] | None = None
        self._wanted = asyncio.Event()
        self._settled = asyncio.Event()
        self.trouble: str | None = None
        """Why nothing is found or announced just now: no_interface, no_device, no_multicast, not_allowed, failed."""

    @property
    def listings(self) -> tuple[Listing, ...]:
        return tuple(self._listings.values())

    def browse(self) -> None:
        self._browsing = True
        self.refresh()

    def announce(self, advert: Advert | None) -> None:
        """Say this of our table from now on; None: nothing any more. ValueError for what may not be said."""
        if advert is not None:
            advert.text()
        self._advert = advert
        self.refresh()

    def drop(self, name: str) -> None:
        """Nobody was there. It comes back if the network speaks of it anew."""
        self._forget(f"{name}.{SERVICE}")
        self._told()

    def refresh(self) -> None:
        """Look at the interfaces again, now; begin, go on, or start anew as needed."""
        self._settled.clear()
        self._wanted.set()
        if self._worker is None:
            self._worker = asyncio.create_task(self._work())

    async def settled(self) -> None:
        """Until what was asked for is done, or `trouble` says why not."""
        await self._settled.wait()

    async def close(self) -> None:
        """Say goodbye and let go of everything. It may be used again afterwards."""
        self._browsing, self._advert = False, None
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.cancel()
            await asyncio.gather(worker, return_exceptions=True)
        await self._stop()
        self.trouble = None
        self._settled.set()

    async def _work(self) -> None:
        while True:
            self._wanted.clear()
            before = self.trouble
            try:
                if self._zeroconf is not None and not self._healthy():
                    await self._stop()
                await self._start()
                await self._say()
                self.trouble = None
            except Exception as error:
                # Never fatal, whatever it is: a table can be joined by its address.
                self.trouble = _reason(error)
                await self._stop()
            if self.trouble != before:
                self._told()
            if not self._wanted.is_set():
                self._settled.set()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wanted.wait(), self._refresh_seconds)

    async def _start(self) -> None:
        from zeroconf.asyncio import AsyncServiceBrowser, AsyncZeroconf

        if self._zeroconf is None:
            addresses = _own_addresses(self._interfaces)
            if not addresses:
                raise _NoInterface
            self._bound = addresses
            # A list and not "all": the library speaks exactly where we looked, and IPv6 where there is any.
            self._zeroconf = AsyncZeroconf(interfaces=addresses)
            await asyncio.wait_for(self._zeroconf.zeroconf.async_wait_for_start(), START_SECONDS)
        if self._browsing and self._browser is None:
            self._browser = AsyncServiceBrowser(self._zeroconf.zeroconf, [SERVICE], handlers=[self._heard])

    async def _say(self) -> None:
        from zeroconf.asyncio import AsyncServiceInfo

        zeroconf = self._zeroconf
        assert zeroconf is not None
        if self._advert is None:
            if self._info is not None:
                info, self._info, self._own_name = self._info, None, ""
                await asyncio.wait_for(await zeroconf.async_unregister_service(info), CLOSE_SECONDS)
            return
        text, port = self._advert.text(), self._advert.port
        if self._info is None:
            info = AsyncServiceInfo(
                SERVICE,
                f"{secrets.token_hex(4)}.{SERVICE}",
                port=port,
                addresses=[_packed(address) for address in _told_to_others(self._bound)],
                server=f"atl-{secrets.token_hex(4)}.local.",
                properties=text,
            )
            self._own_name = info.name
            done = await asyncio.wait_for(zeroconf.async_register_service(info, allow_name_change=True), START_SECONDS)
            self._info, self._own_name = info, info.name
            await asyncio.wait_for(done, START_SECONDS)
        elif (self._info.decoded_properties, self._info.port) != (text, port):
            info = AsyncServiceInfo(
                SERVICE,
                self._info.name,
                port=port,
                addresses=self._info.addresses,
                server=self._info.server,
                properties=text,
            )
            self._info = info
            await asyncio.wait_for(await zeroconf.async_update_service(info), START_SECONDS)

    def _healthy(self) -> bool:
        """All sockets are open, on the interfaces there are now."""
        assert self._zeroconf is not None
        engine = self._zeroconf.zeroconf.engine
        closing = any(wrapped.transport.is_closing() for wrapped in [*engine.readers, *engine.senders])
        return self._zeroconf.zeroconf.started and not closing and self._bound == _own_addresses(self._interfaces)

    async def _stop(self) -> None:
        """Goodbye, and everything of the library's gone, whatever state it is in."""
        asking = list(self._asking.values())
        self._asking.clear()
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        zeroconf, self._zeroconf, browser, self._browser = self._zeroconf, None, self._browser, None
        self._info, self._own_name, self._bound = None, "", []
        had = bool(self._listings)
        self._again.clear()
        self._waiting.clear()
        self._listings.clear()
        if browser is not None:
            with contextlib.suppress(Exception):
                await browser.async_cancel()
        if zeroconf is not None:
            try:
                await asyncio.wait_for(zeroconf.async_close(), CLOSE_SECONDS)
            except Exception:
                # It may raise anything at all while it says goodbye on a socket that is gone, and then it leaves the
                # others open. Without a goodbye:
                with contextlib.suppress(Exception):
                    zeroconf.zeroconf.close()
        if had:
            self._told()

    # Called by the library whenever it hears something.

    def _heard(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        from zeroconf import ServiceStateChange

        if name == self._own_name:
            return
        if state_change is ServiceStateChange.Removed:
            known = name in self._listings
            self._forget(name)
            if known:
                self._told()
        elif name in self._asking:
            self._again.add(name)  # what we are being told is old already
        elif name in self._listings or self._has_room():
            self._ask(zeroconf, name)
        elif len(self._waiting) < MOST_LISTINGS:
            self._waiting[name] = None

    def _ask(self, zeroconf: Zeroconf, name: str) -> None:
        task = asyncio.create_task(self._resolve(zeroconf, name))
        self._asking[name] = task
        task.add_done_callback(lambda _: self._asked(zeroconf, name, task))

    def _asked(self, zeroconf: Zeroconf, name: str, task: asyncio.Task[None]) -> None:
        if self._asking.get(name) is not task:
            return  # all was stopped meanwhile
        del self._asking[name]
        if name in self._again:
            self._again.discard(name)
            self._ask(zeroconf, name)
        self._fill()

    def _fill(self) -> None:
        """Those who wait take the places that are free."""
        while self._zeroconf is not None and self._waiting and self._has_room():
            name = next(iter(self._waiting))
            del self._waiting[name]
            self._ask(self._zeroconf.zeroconf, name)

    def _has_room(self) -> bool:
        return len(self._listings.keys() | self._asking.keys()) < MOST_LISTINGS

    async def _resolve(self, zeroconf: Zeroconf, name: str) -> None:
        from zeroconf.asyncio import AsyncServiceInfo

        listing = None
        with contextlib.suppress(Exception):  # whatever a stranger's bytes do to the library
            info = AsyncServiceInfo(SERVICE, name)
            if await info.async_request(zeroconf, RESOLVE_MS):
                listing = read_listing(name, info.decoded_properties, info.parsed_scoped_addresses(), info.port)
        if listing != self._listings.get(name):
            self._listings.pop(name, None)
            if listing is not None:
                self._listings[name] = listing
            self._told()

    def _forget(self, name: str) -> None:
        self._listings.pop(name, None)
        self._waiting.pop(name, None)
        self._again.discard(name)
        task = self._asking.get(name)
        if task is not None:
            task.cancel()
        self._fill()


class _NoInterface(Exception):
    pass


def _reason(error: Exception) -> str:
    if isinstance(error, _NoInterface):
        return "no_interface"
    if isinstance(error, OSError):
        return {
            errno.ENODEV: "no_device",
            errno.ENXIO: "no_device",
            errno.EADDRNOTAVAIL: "no_device",
            errno.ENETUNREACH: "no_multicast",
            errno.ENETDOWN: "no_multicast",
            errno.EADDRINUSE: "no_multicast",
            errno.EPERM: "not_allowed",
            errno.EACCES: "not_allowed",
        }.get(error.errno or 0, "failed")
    return "failed"


def _own_addresses(chosen: Sequence[str] | None) -> list[str]:
    """Our addresses, now. IPv6 ones have their zone cut off: the library finds the interface by the address."""
    import ifaddr

    found: set[str] = set()
    with contextlib.suppress(OSError):
        for adapter in ifaddr.get_adapters():
            for ip in adapter.ips:
                found.add(ip.ip if isinstance(ip.ip, str) else ip.ip[0])
    found.discard("::1")  # multicast does not work there; 127.0.0.1 is listened on
    if chosen is not None:
        found &= set(chosen)
    return sorted(found)


def _told_to_others(addresses: Sequence[str]) -> list[str]:
    """Not the loopback, unless there is nothing else."""
    return _usable([address for address in addresses if not ipaddress.ip_address(address).is_loopback]) or _usable(
        addresses
    )


def _packed(address: str) -> bytes:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return socket.inet_pton(family, address)
