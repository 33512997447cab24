"""Finds tables on the local network, and announces ours, by mDNS (`_atlantis._tcp.local.`). Nobody types an address.

    discovery = Discovery(told)
    discovery.browse()                # tables near us appear in `listings`, and `told` hears of each change
    discovery.announce(advert)        # ours appears at the others, a second or two later
    await discovery.close()           # says goodbye

A listing is only a hint. Anybody on the network can announce anything, and a table whose program was killed stays
listed for minutes. So whoever shows a listing first asks the table itself (`Links.verify`), and calls `drop` if nobody
is there. adverts.py defines what a listing holds and what we announce.

Discovery never stops the program. Without a network, or when the network vanishes, `trouble` names a reason, and guests
can still join by address. Discovery looks at the interfaces again every few seconds (at once after `refresh`) and
starts anew if they have changed.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import secrets
import socket
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from net import adverts
from net.addresses import is_loopback
from net.adverts import Advert, Listing, read_listing, usable

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

MOST_LISTINGS = 64
MOST_WAITING = 1024  # names

RESOLVE_MS = 3000
REFRESH_SECONDS = 15.0
START_SECONDS = 15.0  # the library takes about a second to probe for a free name; a busy machine needs longer
CLOSE_SECONDS = 5.0


class Discovery:
    """Announces one table and lists the others. The program's network code owns one and passes in `told`, which is
    called without arguments after every change."""

    def __init__(
        self,
        told: Callable[[], None] = lambda: None,
        *,
        interfaces: Sequence[str] | None = None,
        refresh_seconds: float = REFRESH_SECONDS,
    ) -> None:
        self._told = told
        self._interfaces = interfaces  # our own addresses to use; None: all
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
        self._again: set[str] = set()  # names heard again while we resolve them: resolve them once more
        self._waiting: OrderedDict[str, None] = OrderedDict()  # names heard while the list was full
        self._slow: OrderedDict[str, None] = OrderedDict()  # put off, or dropped and heard again: after all who wait
        self._silent: OrderedDict[str, None] = OrderedDict()  # dropped because nobody answered: after all new names
        self._newest_next = True
        self._worker: asyncio.Task[None] | None = None
        self._leaving: set[asyncio.Task[None]] = set()
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
        """Announces this from now on; None: nothing any more. ValueError for an advert that may not be sent."""
        if advert is not None:
            advert.text()
        self._advert = advert
        self.refresh()

    def drop(self, name: str) -> None:
        """Removes a listing where nobody was there. If the network speaks of it again, it comes back after all new
        names."""
        whole = f"{name}.{adverts.SERVICE}"
        _remember(self._silent, whole)
        self._forget(whole)
        self._told()

    def put_off(self, name: str) -> None:
        """Takes a table that does not answer now off the list, if others wait for a place. Its turn comes again after
        theirs."""
        whole = f"{name}.{adverts.SERVICE}"
        if self._waiting and whole in self._listings:
            del self._listings[whole]
            _remember(self._slow, whole)
            self._fill()
            self._told()

    def keep(self, listing: Listing) -> None:
        """Lists a table again that has answered after all."""
        whole = f"{listing.name}.{adverts.SERVICE}"
        self._slow.pop(whole, None)
        self._silent.pop(whole, None)
        if whole not in self._listings and len(self._listings) < 2 * MOST_LISTINGS:
            self._listings[whole] = listing
            self._told()

    @property
    def is_asking(self) -> bool:
        """Whether some names are still being resolved or wait for a place."""
        return bool(self._asking or self._waiting)

    def refresh(self) -> None:
        """Looks at the interfaces now, and starts, continues or restarts the work as needed."""
        self._settled.clear()
        self._wanted.set()
        if self._worker is None:
            self._worker = asyncio.create_task(self._work())

    async def settled(self) -> None:
        """Waits until the last request is done, or `trouble` says why it is not."""
        await self._settled.wait()

    async def close(self) -> None:
        """Says goodbye and releases everything. The object may be used again afterwards."""
        self._browsing, self._advert = False, None
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.cancel()
            await asyncio.gather(worker, return_exceptions=True)
        await self._stop()
        self.trouble = None
        self._settled.set()

    async def _work(self) -> None:
        this = asyncio.current_task()
        while self._worker is this:  # `close` cancels us, but the library may lose a cancellation
            self._wanted.clear()
            before = self.trouble
            try:
                if self._zeroconf is not None and not self._healthy():
                    await self._stop()
                await self._start()
                await self._say()
                self.trouble = None
            except Exception as error:
                # No error here may stop the program: guests can still join by address.
                self.trouble = _reason(error)
                await self._stop()
            if self.trouble != before:
                self._told()
            if self._worker is not this:
                return
            if not self._wanted.is_set():
                self._settled.set()
            with contextlib.suppress(TimeoutError):  # not wait_for, which can lose a cancellation
                async with asyncio.timeout(self._refresh_seconds):
                    await self._wanted.wait()

    async def _start(self) -> None:
        from zeroconf.asyncio import AsyncServiceBrowser, AsyncZeroconf

        if self._zeroconf is None:
            addresses = _own_addresses(self._interfaces)
            if not addresses:
                raise _NoInterface
            self._bound = addresses
            # Pass the addresses and not "all": the library then uses exactly the interfaces we looked at, with IPv6
            # where there is any.
            self._zeroconf = AsyncZeroconf(interfaces=addresses)
            async with asyncio.timeout(START_SECONDS):
                await self._zeroconf.zeroconf.async_wait_for_start()
        if self._browsing and self._browser is None:
            self._browser = AsyncServiceBrowser(self._zeroconf.zeroconf, [adverts.SERVICE], handlers=[self._heard])

    async def _say(self) -> None:
        from zeroconf.asyncio import AsyncServiceInfo

        zeroconf = self._zeroconf
        assert zeroconf is not None
        if self._advert is None:
            if self._info is not None:
                info, self._info, self._own_name = self._info, None, ""
                async with asyncio.timeout(CLOSE_SECONDS):
                    await (await zeroconf.async_unregister_service(info))
            return
        text, port = self._advert.text(), self._advert.port
        if self._info is None:
            info = AsyncServiceInfo(
                adverts.SERVICE,
                f"{secrets.token_hex(4)}.{adverts.SERVICE}",
                port=port,
                addresses=[_packed(address) for address in usable(self._bound, local=True)],
                server=f"atl-{secrets.token_hex(4)}.local.",
                properties=text,
            )
            self._own_name = info.name
            async with asyncio.timeout(START_SECONDS):
                done = await zeroconf.async_register_service(info, allow_name_change=True)
            self._info, self._own_name = info, info.name
            async with asyncio.timeout(START_SECONDS):
                await done
        elif (self._info.decoded_properties, self._info.port) != (text, port):
            info = AsyncServiceInfo(
                adverts.SERVICE,
                self._info.name,
                port=port,
                addresses=self._info.addresses,
                server=self._info.server,
                properties=text,
            )
            self._info = info
            async with asyncio.timeout(START_SECONDS):
                await (await zeroconf.async_update_service(info))

    def _healthy(self) -> bool:
        """Whether all sockets are open, and bound to the interfaces that exist now."""
        assert self._zeroconf is not None
        engine = self._zeroconf.zeroconf.engine
        closing = any(wrapped.transport.is_closing() for wrapped in [*engine.readers, *engine.senders])
        return self._zeroconf.zeroconf.started and not closing and self._bound == _own_addresses(self._interfaces)

    async def _stop(self) -> None:
        """Says goodbye and closes everything of the library's, whatever state it is in."""
        asking = list(self._asking.values())
        self._asking.clear()
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        zeroconf, self._zeroconf, browser, self._browser = self._zeroconf, None, self._browser, None
        self._info, self._own_name, self._bound = None, "", []
        had = bool(self._listings)
        self._again.clear()
        for names in (self._waiting, self._slow, self._silent):
            names.clear()
        self._listings.clear()
        if zeroconf is not None:
            task = asyncio.create_task(_goodbye(zeroconf, browser))
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)
        if self._leaving:
            # Each goodbye runs in a task of its own: if the caller is cancelled here, the sockets still close.
            await asyncio.wait(self._leaving)
        if had:
            self._told()

    # The library calls this whenever it hears something.

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
            self._again.add(name)  # what we are resolving is out of date already
        elif name in self._listings or (self._has_room() and name not in self._silent):
            self._ask(zeroconf, name)
        elif name in self._silent:
            _remember(self._slow, name)
            self._fill()
        elif name not in self._slow:
            _remember(self._waiting, name)

    def _ask(self, zeroconf: Zeroconf, name: str) -> None:
        task = asyncio.create_task(self._resolve(zeroconf, name))
        self._asking[name] = task
        task.add_done_callback(lambda _: self._asked(zeroconf, name, task))

    def _asked(self, zeroconf: Zeroconf, name: str, task: asyncio.Task[None]) -> None:
        if self._asking.get(name) is not task:
            return  # `_stop` has cleared everything meanwhile
        del self._asking[name]
        if name in self._again:
            self._again.discard(name)
            self._ask(zeroconf, name)
        self._fill()

    def _fill(self) -> None:
        """Gives free places to the names that wait, by turns to the newest and the oldest, so that neither waits for
        ever however many come. Names that did not answer before come last."""
        while self._zeroconf is not None and (self._waiting or self._slow) and self._has_room():
            if self._waiting:
                name, _ = self._waiting.popitem(last=self._newest_next)
                self._newest_next = not self._newest_next
            else:
                name, _ = self._slow.popitem(last=False)
            self._ask(self._zeroconf.zeroconf, name)

    def _has_room(self) -> bool:
        return len(self._listings.keys() | self._asking.keys()) < MOST_LISTINGS

    async def _resolve(self, zeroconf: Zeroconf, name: str) -> None:
        from zeroconf.asyncio import AsyncServiceInfo

        listing = None
        with contextlib.suppress(Exception):  # a stranger's bytes may make the library raise anything
            info = AsyncServiceInfo(adverts.SERVICE, name)
            if await info.async_request(zeroconf, RESOLVE_MS):
                addresses = info.parsed_scoped_addresses()
                # If we are bound to the loopback only, the table is on this machine. Otherwise somebody wants to send
                # us to our own loopback.
                local = all(map(is_loopback, self._bound))
                listing = read_listing(name, info.decoded_properties, addresses, info.port, local=local)
        if listing != self._listings.get(name):
            self._listings.pop(name, None)
            if listing is not None:
                self._listings[name] = listing
            self._told()

    def _forget(self, name: str) -> None:
        self._listings.pop(name, None)
        self._waiting.pop(name, None)
        self._slow.pop(name, None)
        self._again.discard(name)
        task = self._asking.get(name)
        if task is not None:
            task.cancel()
        self._fill()


def _remember(names: OrderedDict[str, None], name: str) -> None:
    """Moves a name to the end. If there are too many names, the oldest is forgotten."""
    names.pop(name, None)
    names[name] = None
    if len(names) > MOST_WAITING:
        names.popitem(last=False)


class _NoInterface(Exception):
    pass


async def _goodbye(zeroconf: AsyncZeroconf, browser: AsyncServiceBrowser | None) -> None:
    if browser is not None:
        with contextlib.suppress(Exception):
            await browser.async_cancel()
    try:
        async with asyncio.timeout(CLOSE_SECONDS):
            await zeroconf.async_close()
    except Exception:
        # The library may raise anything while it says goodbye on a socket that is gone, and then it leaves the other
        # sockets open. Close them without a goodbye.
        with contextlib.suppress(Exception):
            zeroconf.zeroconf.close()


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
    """Our addresses now. IPv6 addresses come without their zone: the library finds the interface by the address."""
    import ifaddr

    found: set[str] = set()
    with contextlib.suppress(OSError):
        for adapter in ifaddr.get_adapters():
            for ip in adapter.ips:
                found.add(ip.ip if isinstance(ip.ip, str) else ip.ip[0])
    found.discard("::1")  # multicast does not work on ::1; we listen on 127.0.0.1
    if chosen is not None:
        found &= set(chosen)
    return sorted(found)


def _packed(address: str) -> bytes:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return socket.inet_pton(family, address)
