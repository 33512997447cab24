"""Dialling a table, and a look at one from outside."""

import asyncio
import contextlib
import socket

import pytest

from net.certificate import ALPN, joining_context, make_certificate
from net.handshake import to_open_table, with_code
from net.link import LIMITS
from net.links import MOST_ADDRESSES
from net.refusal import Refusal
from tests.net.doors import HOST, table
from tests.net.links.ends import HERE, PATIENCE, listen_only, raw, silent, until


async def test_addresses_are_tried_in_order(host, anna):
    with socket.create_server((HERE, 0)) as taken:
        port = taken.getsockname()[1]
    dialled = anna.links.dial([("x" * 70, 1), (HERE, port), (HERE, host.port)], to_open_table())
    assert await anna.heard.until_open() is dialled
    assert (dialled.address, dialled.port) == (HERE, host.port)


async def test_not_more_addresses_than_are_good_for_us(host, anna):
    anna.links.dial([("x" * 70, 1)] * MOST_ADDRESSES + [(HERE, host.port)], to_open_table())
    assert await anna.heard.until_closed() == ("unreachable", {"cause": "unknown_host"})


async def test_nowhere_to_go(anna):
    anna.links.dial([], to_open_table())
    assert await anna.heard.until_closed() == ("unreachable", {"cause": "unknown_host"})


async def test_a_server_of_something_else(anna, certificate):
    async def greet(reader, writer):
        writer.write(b"SSH-2.0-not-a-table\r\n")
        await listen_only(reader, writer)

    other = make_certificate().context
    other.set_alpn_protocols(["h2"])
    for context in (None, other):
        server = await asyncio.start_server(greet, HERE, 0, ssl=context)
        anna.heard.closed_.clear()
        anna.links.dial([(HERE, server.sockets[0].getsockname()[1])], with_code("111111"))
        assert await anna.heard.until_closed() == ("not_a_table", {})
        server.close()
        await server.wait_closed()


async def test_a_guest_of_something_else(host):
    context = joining_context()
    context.set_alpn_protocols(["h2"])
    with contextlib.suppress(OSError):  # newer OpenSSL ends it while shaking hands
        async with raw(host.port, context) as (reader, _):
            assert await asyncio.wait_for(reader.read(), PATIENCE) == b""
    await host.heard.until(lambda: host.heard.turned_away_ == ["not_a_table"])
    assert ALPN == "atl/1"


# A look from outside.


async def test_a_look_shows_the_table(ends):
    host, anna = ends(HOST, hosts=True), ends()
    answer = await asyncio.wait_for(anna.links.verify([(HERE, host.port)]), PATIENCE)
    assert answer.table == table()
    await until(lambda: not host.links.all)
    assert host.heard.turned_away_ == []


async def test_many_looks_at_once_take_turns(ends):
    host, anna = ends(HOST, hosts=True, limits=LIMITS._replace(strangers=99, strangers_of_address=99)), ends()
    found = await asyncio.wait_for(
        asyncio.gather(*(anna.links.verify([(HERE, host.port)]) for _ in range(20))), PATIENCE
    )
    assert [answer.table for answer in found] == [table()] * 20


async def test_a_look_at_nobody(anna):
    with socket.create_server((HERE, 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(Refusal) as caught:
        await asyncio.wait_for(anna.links.verify([(HERE, port)]), PATIENCE)
    assert (caught.value.reason, caught.value.params) == ("unreachable", {"cause": "nobody_there"})


async def test_a_look_at_somebody_silent_takes_half_a_second(anna):
    with silent() as port:
        looking = asyncio.create_task(anna.links.verify([(HERE, port)]))
        await until(lambda: anna.links.all and anna.links.all[0].attempt is not None)
        anna.pass_ms(LIMITS.look_ms - 1)
        await asyncio.sleep(0)
        assert not looking.done()
        anna.pass_ms(1)
        with pytest.raises(Refusal) as caught:
            await asyncio.wait_for(looking, PATIENCE)
        assert (caught.value.reason, caught.value.params) == ("unreachable", {"cause": "no_answer"})


async def test_a_look_that_is_called_off_leaves_nothing(anna):
    with silent() as port:
        looking = asyncio.create_task(anna.links.verify([(HERE, port)]))
        await until(lambda: anna.links.all and anna.links.all[0].attempt is not None)
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)
        await until(lambda: not anna.links.all)


async def test_the_clock_runs_by_itself(ends):
    """With the real clock a silent stranger goes without anybody calling tick."""
    host = ends(HOST, hosts=True, limits=LIMITS._replace(handshake_ms=1))
    with socket.create_connection((HERE, host.port)):
        await until(lambda: host.links.all and host.links.all[0].attempt is not None)
        host.clock.now += 1
        await host.heard.until(lambda: host.heard.turned_away_ == ["door_late"])
