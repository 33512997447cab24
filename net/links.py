"""All links of this program: those that others open at our door, and those that we dial.

    links = Links(ears, identity, name, hello, door=door, certificate=certificate)
    port = links.listen("192.168.1.5")          # or None: everywhere
    link = links.dial([(host, port)], with_code("123456"))
    answer = await links.verify([(host, port)])  # a look from outside; Refusal where nobody is there
    await links.close("leaving")

Strangers cost little: there are few of them at a time, few from one address, and each has small frames and five seconds
to say who it is. Nobody can hold the door shut: whoever comes takes the place of an idle stranger, strangers cannot
take the places of those inside, and whoever has a seat always finds a place.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import os
import socket
import ssl
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, NamedTuple

from net.certificate import Certificate, joining_context
from net.handshake import LOOK, Admitted, Door, GuestHandshake, HostHandshake, MakeHello, Random, Visit
from net.identity import Identity
from net.link import LIMITS, Address, Clock, Ears, Limits, Link
from net.messages import Message, TableInfo
from net.pake import plain_address
from net.refusal import Refusal

TICK_SECONDS = 0.25
PAUSE_SECONDS = 0.5
MOST_ADDRESSES = 8  # tried for one dial
LOOKS_AT_ONCE = 128
BACKLOG = 64


class TableAnswer(NamedTuple):
    """What a table says about itself to strangers."""

    table: TableInfo
    ms: int  # from our question to its answer, over a link that stood already


def monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class Links:
    """All links of one program. The network code of the program owns it and is its `ears`."""

    def __init__(
        self,
        ears: Ears,
        identity: Identity,
        name: str,
        hello: MakeHello,
        *,
        door: Door | None = None,
        certificate: Certificate | None = None,
        limits: Limits = LIMITS,
        heartbeat: bool = True,
        clock: Clock = monotonic_ms,
        random: Random = os.urandom,
    ) -> None:
        self.name = name
        self.door = door
        self._ears = ears
        self._identity = identity
        self._hello = hello
        self._certificate = certificate
        self._limits = limits
        self._heartbeat = heartbeat  # False: PING and PONG go to the ears, and no link sends a PING of its own
        self._clock = clock
        self._random = random
        self._links: set[Link] = set()
        self._count = 0
        self._listening: list[socket.socket] = []
        self._joining: ssl.SSLContext | None = None
        self._looks = asyncio.Semaphore(LOOKS_AT_ONCE)
        self._timer: asyncio.TimerHandle | None = None
        self._quiet = asyncio.Event()
        self._quiet.set()

    @property
    def all(self) -> tuple[Link, ...]:
        return tuple(sorted(self._links, key=lambda link: link.number))

    # Others come to us.

    def listen(self, host: str | None = None, port: int = 0) -> int:
        """Opens the door at this address of ours (None: at all of them) and returns the port. Refusal cannot_listen."""
        assert self.door is not None
        assert self._certificate is not None
        listener = _listener(host, port)
        self._listening.append(listener)
        asyncio.get_running_loop().add_reader(listener, self._accept, listener)
        at: int = listener.getsockname()[1]
        return at

    def stop_listening(self) -> None:
        """Shuts the door. Whoever is inside stays."""
        listening, self._listening = self._listening, []
        for listener in listening:
            asyncio.get_running_loop().remove_reader(listener)
            listener.close()

    def _accept(self, listener: socket.socket) -> None:
        try:
            sock, address = listener.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return  # the visitor is gone again
        except OSError:  # most likely no file descriptors are left: without a pause we would do nothing but fail
            loop = asyncio.get_running_loop()
            loop.remove_reader(listener)
            loop.call_later(PAUSE_SECONDS, self._accept_again, listener)
            return
        if self._has_place(address[0]):
            sock.setblocking(False)
            link = self._new(address[0], None)
            task = self._begin(link, self._take(link, sock))
            task.add_done_callback(lambda _: None if link.is_connected else sock.close())
        else:
            sock.close()

    def _accept_again(self, listener: socket.socket) -> None:
        if listener in self._listening:
            asyncio.get_running_loop().add_reader(listener, self._accept, listener)

    def _has_place(self, address: str) -> bool:
        """Whether somebody who comes finds a place at the door. If all are taken, it gets the place of a stranger who
        is idle, or whose address holds more places."""
        limits, source, now = self._limits, plain_address(address), self._clock()
        strangers = [link for link in self._links if link.is_stranger]
        held = Counter(plain_address(link.address) for link in strangers)

        def is_idle(link: Link) -> bool:
            return now - link.step_ms >= limits.idle_ms

        if held[source] >= limits.strangers_of_address:
            weaker = [link for link in strangers if plain_address(link.address) == source and is_idle(link)]
        elif len(strangers) < limits.strangers:
            return True
        else:
            weaker = [link for link in strangers if is_idle(link) or held[plain_address(link.address)] > held[source]]
        if not weaker:
            return False
        # Push out the idle ones first, and of these whoever has come least far. Honest programs are never idle at a
        # door.
        min(
            weaker,
            key=lambda link: (0, link.steps, link.number) if is_idle(link) else (1, link.step_ms, link.number),
        ).push_out()
        return True

    def _make_room(self, link: Link, key: bytes) -> None:
        """Finds a place inside for a guest that has proved this key; Refusal try_later if there is none. Those who have
        a seat go before all others. Whoever has not sent JOIN yet has to go first."""
        door, limits = self.door, self._limits
        assert door is not None

        def inside() -> list[Link]:
            return sorted((one for one in self._links if one.is_guest), key=lambda one: one.number)

        for one in inside():
            if one.who is not None and one.who.key == key and not door.has_role(one.number):
                one.close("replaced")
        others = [one for one in inside() if one.who is not None and not door.belongs(one.who.key)]
        if door.belongs(key):
            crowd = others if len(inside()) >= limits.links else []
        else:
            source = plain_address(link.address)
            near = [one for one in others if plain_address(one.address) == source]
            if len(near) >= limits.links_of_address:
                crowd = near
            elif len(others) >= limits.links - limits.kept:
                crowd = others
            else:
                return
        waiting = [one for one in crowd if not door.has_role(one.number)]
        if waiting:
            waiting[0].close("full")
        elif not door.belongs(key):
            raise Refusal("try_later", ms=limits.join_ms)
        elif crowd:
            crowd[-1].close("full")

    async def _take(self, link: Link, sock: socket.socket) -> None:
        async def shake_hands() -> None:
            assert self._certificate is not None
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: link,
                sock,
                ssl=self._certificate.context,
                ssl_shutdown_timeout=self._limits.linger_ms / 1000,
            )

        try:
            await self._attempt(link, self._limits.handshake_ms, shake_hands)
        except TimeoutError:
            link.fail(Refusal("door_late"))
        except OSError:
            link.fail(Refusal("not_a_table"))

    # We go to others.

    def dial(self, addresses: Sequence[Address], visit: Visit, *, ears: Ears | None = None) -> Link:
        """Dials these addresses in order until one connects. `opened` or `closed` tells the result."""
        link = self._new(addresses[0][0] if addresses else "", visit, ears)
        self._begin(link, self._go(link, addresses, self._limits.connect_ms))
        return link

    async def verify(self, addresses: Sequence[Address]) -> TableAnswer:
        """What the table at one of these addresses tells strangers; Refusal if no table is there."""
        async with self._looks:
            look = _Look(asyncio.get_running_loop().create_future())
            link = self._new(addresses[0][0] if addresses else "", LOOK, look)
            link.looked = look.looked
            self._begin(link, self._go(link, addresses, self._limits.look_ms))
            try:
                return await look.found
            finally:
                link.close("looked")

    async def _go(self, link: Link, addresses: Sequence[Address], connect_ms: int) -> None:
        why = Refusal("unreachable", cause="unknown_host")
        for address in addresses[:MOST_ADDRESSES]:
            for one in await self._resolved(link, address, connect_ms):
                link.address, link.port = one
                try:
                    await self._attempt(link, connect_ms, partial(self._connect, link, one))
                    return
                except OSError as error:
                    why = _unreachable(error)
        link.fail(why)

    async def _resolved(self, link: Link, address: Address, connect_ms: int) -> list[Address]:
        host, port = address
        with contextlib.suppress(ValueError):
            ipaddress.ip_address(host)
            return [address]
        found: list[Address] = []

        async def resolve() -> None:
            for *_, one in await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM):
                found.append((str(one[0]), port))

        with contextlib.suppress(OSError, UnicodeError):
            await self._attempt(link, connect_ms, resolve)
        return list(dict.fromkeys(found))[:MOST_ADDRESSES]

    async def _connect(self, link: Link, address: Address) -> None:
        if self._joining is None:
            self._joining = joining_context()
        await asyncio.get_running_loop().create_connection(
            lambda: link,
            *address,
            ssl=self._joining,
            server_hostname="",  # no name is sent: we know the host by its key
            ssl_shutdown_timeout=self._limits.linger_ms / 1000,
        )

    # Both directions.

    def _new(self, address: str, visit: Visit | None, ears: Ears | None = None) -> Link:
        """A new link. With a `visit` we dial; without one somebody else came to us."""
        random = self._random

        def handshake(seen: bytes) -> HostHandshake | GuestHandshake:
            if visit is not None:
                return GuestHandshake(visit, self._identity, self.name, self._hello, seen, random)
            assert self.door is not None
            return HostHandshake(self.door, address, random, lambda key: self._make_room(link, key))

        self._count += 1
        link = Link(
            self._count,
            ears or self._ears,
            self._limits,
            self._clock,
            handshake,
            dialled=visit is not None,
            address=address,
            heartbeat=self._heartbeat,
            gone=self._forget,
        )
        self._links.add(link)
        self._quiet.clear()
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(TICK_SECONDS, self._ticked)
        return link

    def _begin(self, link: Link, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        link.task = task = asyncio.create_task(work)
        # Work that is cancelled before its first step cannot report its own failure, so the callback does.
        task.add_done_callback(lambda _: link.fail(Refusal("lost")))
        return task

    def _forget(self, link: Link) -> None:
        self._links.discard(link)
        if not self._links:
            self._quiet.set()
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

    async def _attempt(self, link: Link, limit_ms: int, doing: Callable[[], Coroutine[None, None, None]]) -> None:
        """Runs one step within the limit of the link's clock. TimeoutError (an OSError) if the step takes longer."""
        link.due_ms = self._clock() + limit_ms
        link.attempt = attempt = asyncio.create_task(doing())
        # If we are cancelled in the moment the step fails, nobody else reads its exception, and asyncio would complain.
        attempt.add_done_callback(lambda done: None if done.cancelled() else done.exception())
        try:
            await asyncio.wait([attempt])
        finally:
            link.attempt = None
            if not attempt.done():  # we were cancelled ourselves
                attempt.cancel()
                await asyncio.wait([attempt])
        if attempt.cancelled():
            raise TimeoutError
        attempt.result()

    def tick(self) -> None:
        """Looks after every link. Runs four times a second while there are any."""
        now = self._clock()
        for link in self.all:
            link.tick(now)
            if link.is_guest and now - link.inside_ms >= self._limits.join_ms and not self._has_role(link):
                link.close("silent")

    def _has_role(self, link: Link) -> bool:
        return self.door is None or self.door.has_role(link.number)

    def _ticked(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(TICK_SECONDS, self._ticked)
        self.tick()

    async def close(self, why: str) -> None:
        """Shuts the door and closes every link, with a BYE if there is time for one."""
        self.stop_listening()
        tasks = [link.task for link in self._links if link.task is not None]
        for link in self.all:
            link.close(why)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._limits.linger_ms / 1000):
                await self._quiet.wait()
        for link in self.all:
            link.abort()
        await self._quiet.wait()
        await asyncio.gather(*tasks, return_exceptions=True)


class _Look:
    """The ears of a link that only looks. `Links.verify` waits for its `found`."""

    def __init__(self, found: asyncio.Future[TableAnswer]) -> None:
        self.found = found

    def looked(self, table: TableInfo, ms: int) -> None:
        if not self.found.done():
            self.found.set_result(TableAnswer(table, ms))

    def closed(self, link: Link, why: Refusal) -> None:
        if not self.found.done():
            self.found.set_exception(why)

    def opened(self, link: Link, who: Admitted) -> None: ...
    def received(self, link: Link, message: Message) -> None: ...
    def paced(self, link: Link, slow: bool) -> None: ...
    def turned_away(self, address: str, why: Refusal) -> None: ...


def _listener(host: str | None, port: int) -> socket.socket:
    try:
        if host is None:
            try:
                return _bound(socket.AF_INET6, ("::", port, 0, 0))
            except OSError as error:
                if error.errno not in (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL):
                    raise
                return _bound(socket.AF_INET, ("0.0.0.0", port))  # this machine has no IPv6
        numeric = socket.AI_NUMERICHOST | socket.AI_PASSIVE
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=numeric)[0]
        return _bound(family, address)
    except OSError as error:
        cause = {
            errno.EADDRINUSE: "in_use",
            errno.EACCES: "not_allowed",
            errno.EPERM: "not_allowed",
            errno.EADDRNOTAVAIL: "no_address",
            socket.EAI_NONAME: "no_address",
        }.get(error.errno or 0, "failed")
        raise Refusal("cannot_listen", cause=cause) from error


def _bound(family: int, address: tuple[Any, ...]) -> socket.socket:
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listener.bind(address)
        listener.listen(BACKLOG)
        listener.setblocking(False)
    except OSError:
        listener.close()
        raise
    return listener


def _unreachable(error: OSError) -> Refusal:
    if isinstance(error, ssl.SSLError):
        return Refusal("not_a_table")
    if isinstance(error, ConnectionResetError | ConnectionAbortedError | BrokenPipeError):
        return Refusal("unreachable", cause="hung_up")
    if isinstance(error, TimeoutError):
        return Refusal("unreachable", cause="no_answer")
    cause = {
        errno.ECONNREFUSED: "nobody_there",
        errno.EHOSTUNREACH: "no_network",
        errno.ENETUNREACH: "no_network",
        errno.ENETDOWN: "no_network",
        errno.EHOSTDOWN: "no_network",
    }.get(error.errno or 0, "failed")
    return Refusal("unreachable", cause=cause)
