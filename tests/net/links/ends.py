"""Two ends of a link on real sockets and real TLS, on this machine; only the clock is turned by hand.

Nothing sleeps: `until` waits for the thing itself, and gives up after PATIENCE seconds, which no machine needs.
"""

import asyncio
import contextlib
import socket

from net import messages, wire
from net.certificate import joining_context
from net.link import LIMITS
from net.links import Links
from net.messages import Chat
from tests.net.doors import Clock, door, hello

PATIENCE = 60
TOKEN = b"t" * 10
HERE = "127.0.0.1"


class Heard:
    """Ears that write down what they hear, and wake who waits for it."""

    def __init__(self):
        self.links, self.received_, self.paces, self.closed_, self.turned_away_ = [], [], [], [], []
        self.changed = asyncio.Event()

    def opened(self, link, who):
        assert link.who is who
        self.links.append(link)
        self.changed.set()

    def received(self, link, message):
        assert link in self.links
        assert link.is_open
        self.received_.append(message)
        self.changed.set()

    def paced(self, link, slow):
        self.paces.append(slow)
        self.changed.set()

    def closed(self, link, why):
        assert not link.is_open
        self.closed_.append((link, why.reason, why.params))
        self.changed.set()

    def turned_away(self, address, why):
        self.turned_away_.append(why.reason)
        self.changed.set()

    async def until(self, holds):
        async def wait():
            while not holds():
                self.changed.clear()
                await self.changed.wait()

        await asyncio.wait_for(wait(), PATIENCE)

    async def until_open(self):
        await self.until(lambda: self.links or self.closed_)
        assert self.closed_ == []
        return self.links[-1]

    async def until_closed(self):
        await self.until(lambda: self.closed_)
        return self.closed_[-1][1:]


async def until(holds):
    """For what nobody tells of: looks again after everything else has had its turn."""

    async def wait():
        while not holds():
            await asyncio.sleep(0)

    await asyncio.wait_for(wait(), PATIENCE)


async def nothing_left(*but):
    """Until no task is left but these and ourselves."""
    while asyncio.all_tasks() - {asyncio.current_task(), *but}:
        await asyncio.sleep(0)


class End:
    """One program: its links, what it heard, and its clock."""

    def __init__(self, me, certificate=None, **about):
        self.heard, self.clock, self.port = Heard(), Clock(), 0
        limits, heartbeat = about.pop("limits", LIMITS), about.pop("heartbeat", True)
        self.door = door(certificate=certificate.fingerprint, **about) if certificate else None
        self.links = Links(
            self.heard,
            me,
            "Anna",
            hello,
            door=self.door,
            certificate=certificate,
            limits=limits,
            heartbeat=heartbeat,
            clock=self.clock,
        )

    def pass_ms(self, milliseconds):
        self.clock.now += milliseconds
        self.links.tick()


@contextlib.asynccontextmanager
async def raw(port, context=None):
    """A client that speaks TLS and nothing else."""
    reader, writer = await asyncio.open_connection(HERE, port, ssl=context or joining_context(), server_hostname="")
    try:
        yield reader, writer
    finally:
        writer.transport.abort()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


@contextlib.contextmanager
def silent():
    """Takes connections and never says a word."""
    with socket.create_server((HERE, 0), backlog=8) as listener:
        yield listener.getsockname()[1]


def frame(message):
    return wire.framed(messages.write(message))


def say(text):
    return Chat(None, None, text)


async def listen_only(reader, writer):
    with contextlib.suppress(OSError):
        await reader.read()
    writer.close()


async def read_one(sock):
    try:
        return await asyncio.get_running_loop().sock_recv(sock, 1)
    except ConnectionResetError:
        return b""
