"""How a guest comes in with a code, a key or a ticket, and that nobody does through somebody in the middle."""

import asyncio
import contextlib
import socket
from typing import Any

import pytest

from net import wire
from net.certificate import joining_context, make_certificate
from net.handshake import to_open_table, with_code, with_key, with_ticket
from net.messages import Pake1, Ready
from net.pake import JoinerProof
from net.refusal import Refusal
from tests.net.doors import ANNA, HOST, hello
from tests.net.links.ends import HERE, PATIENCE, TOKEN, frame, raw, say, until


@pytest.mark.parametrize(
    ("visit", "about"),
    [
        (with_code("111111"), {}),
        (with_key(HOST.fingerprint), {"knows": lambda key: key == ANNA.key}),
        (with_ticket(HOST.fingerprint, TOKEN), {"tokens": {TOKEN}}),
        (to_open_table(), {"way": "open"}),
    ],
    ids=["code", "key", "ticket", "open"],
)
async def test_a_guest_comes_in_and_they_talk(ends, visit, about):
    host, anna = ends(HOST, hosts=True, **about), ends()
    dialled = anna.links.dial([(HERE, host.port)], visit)
    here, there = await host.heard.until_open(), await anna.heard.until_open()
    assert there is dialled
    assert (here.who.key, here.who.name, here.who.way) == (ANNA.key, "Anna", visit.way)
    assert there.who.key == HOST.key
    here.send(say("welcome"))
    there.send(Ready(1, True, None))
    await anna.heard.until(lambda: anna.heard.received_ == [say("welcome")])
    await host.heard.until(lambda: host.heard.received_ == [Ready(1, True, None)])


async def test_small_messages_are_not_kept_back_and_the_system_looks_after_the_line(pair):
    for link in pair:
        sock = link._transport.get_extra_info("socket")
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        assert sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)


@pytest.mark.parametrize("address", [HERE, "::1"])
async def test_everywhere_means_both_kinds_of_addresses_at_one_port(ends, address):
    host, anna = ends(HOST, hosts=True, way="open"), ends()
    if address == "::1" and not _has_ipv6():
        pytest.skip("this machine has no IPv6 loopback")
    port = host.links.listen(None)
    anna.links.dial([(address, port)], to_open_table())
    await anna.heard.until_open()


def _has_ipv6():
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


async def test_a_port_in_use_and_an_address_of_somebody_else(ends):
    host = ends(HOST, hosts=True)
    for address, port, cause in (
        (HERE, host.port, "in_use"),
        ("203.0.113.1", 0, "no_address"),
        ("x y", 0, "no_address"),
    ):
        with pytest.raises(Refusal) as caught:
            host.links.listen(address, port)
        assert (caught.value.reason, caught.value.params) == ("cannot_listen", {"cause": cause})


async def test_a_wrong_code_is_told_on_both_sides(ends):
    host, anna = ends(HOST, hosts=True), ends()
    anna.links.dial([(HERE, host.port)], with_code("999999"))
    assert await anna.heard.until_closed() == ("wrong_code", {})
    await host.heard.until(lambda: host.heard.turned_away_)
    assert host.heard.turned_away_ == ["wrong_code"]
    anna.links.dial([(HERE, host.port)], with_code("111111"))
    await anna.heard.until(lambda: len(anna.heard.closed_) == 2)
    assert anna.heard.closed_[1][1:] == ("try_later", {"ms": 1000})
    host.clock.now += 1000
    anna.links.dial([(HERE, host.port)], with_code("111111"))
    await anna.heard.until(lambda: anna.heard.links)
    assert host.heard.links


async def test_who_begins_with_a_code_and_goes_away_waits(ends):
    host, anna = ends(HOST, hosts=True), ends()
    async with raw(host.port) as (reader, writer):
        writer.write(frame(hello(b"n" * 16)) + frame(Pake1(JoinerProof("999999", b"s" * 32).message)))
        frames = wire.Frames()
        answers: list[bytes] = []
        while len(answers) < 2:
            answers += frames.feed(await asyncio.wait_for(reader.read(4096), PATIENCE))
    await until(lambda: not host.links.all)
    anna.links.dial([(HERE, host.port)], with_code("111111"))
    assert await anna.heard.until_closed() == ("try_later", {"ms": 1000})


async def test_six_wrong_codes(ends):
    host, anna = ends(HOST, hosts=True), ends()
    for number in range(6):
        anna.links.dial([(HERE, host.port)], with_code("999999"))
        await anna.heard.until(lambda number=number: len(anna.heard.closed_) == number + 1)
        host.clock.now += 10_000
    assert [reason for _, reason, _ in anna.heard.closed_] == ["wrong_code"] * 6
    assert host.door.gatekeeper.code == "111112"
    assert host.heard.links == []


# Somebody in the middle, with a certificate of his own, who passes every byte on.


@contextlib.asynccontextmanager
async def in_the_middle(port):
    tasks: set[Any] = set()

    async def passed(reader, writer):
        try:
            with contextlib.suppress(OSError):
                while data := await reader.read(1 << 16):
                    writer.write(data)
                    await writer.drain()
        finally:
            writer.close()

    async def met(reader, writer):
        tasks.add(asyncio.current_task())
        writers = [writer]
        try:
            there = await asyncio.open_connection(HERE, port, ssl=joining_context(), server_hostname="")
            writers.append(there[1])
            await asyncio.gather(passed(reader, there[1]), passed(there[0], writer))
        except (OSError, asyncio.CancelledError):
            pass  # some versions of asyncio complain of a server's task that was cancelled
        finally:
            for one in writers:
                one.transport.abort()

    server = await asyncio.start_server(met, HERE, 0, ssl=make_certificate().context)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.parametrize(
    ("visit", "reason"),
    [
        (with_code("111111"), "wrong_code"),
        (with_key(HOST.fingerprint), "unknown_key"),
        (with_ticket(HOST.fingerprint, TOKEN), "wrong_ticket"),
    ],
    ids=["code", "key", "ticket"],
)
async def test_somebody_in_the_middle_gets_nobody_in(ends, visit, reason):
    host, anna = ends(HOST, hosts=True, tokens={TOKEN}, knows=lambda key: True), ends()
    async with in_the_middle(host.port) as port:
        anna.links.dial([(HERE, port)], visit)
        assert await anna.heard.until_closed() == (reason, {})
        await until(lambda: not host.links.all)
    assert host.heard.links == []
