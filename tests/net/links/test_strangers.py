"""Strangers at the door: how long they have, how many there may be, and that they cannot hold it shut."""

import asyncio
import contextlib
import os
import socket
from typing import Any

import pytest

from net import messages, wire
from net.certificate import fingerprint_seen, joining_context
from net.handshake import GuestHandshake, to_open_table, with_code
from net.link import LIMITS
from net.messages import Confirm, Refused
from net.pake import CODES_GUESSED, FAILURES_A_CODE
from net.refusal import Refusal
from tests.net.doors import HOST, hello, identity
from tests.net.links.ends import HERE, PATIENCE, frame, listen_only, raw, read_one, silent, until


async def test_a_stranger_who_says_nothing_has_five_seconds(host):
    """Not even TLS."""
    with socket.create_connection((HERE, host.port)) as sock:
        await until(lambda: host.links.all and host.links.all[0].attempt is not None)
        host.pass_ms(LIMITS.handshake_ms - 1)
        assert len(host.links.all) == 1
        host.pass_ms(1)
        await host.heard.until(lambda: host.heard.turned_away_)
        assert host.heard.turned_away_ == ["door_late"]
        sock.setblocking(False)
        assert await asyncio.wait_for(read_one(sock), PATIENCE) == b""


async def test_a_stranger_who_dribbles_has_five_seconds_in_all(host):
    async with raw(host.port) as (reader, writer):
        await until(lambda: host.links.all and host.links.all[0].is_connected)
        for _ in range(4):
            writer.write(b"\0")
            host.pass_ms(1249)
        host.pass_ms(3)
        assert host.heard.turned_away_ == []
        host.pass_ms(1)
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
    assert messages.read(answer[4:]) == Refused("HELLO", "door_late", {})
    await host.heard.until(lambda: host.heard.turned_away_ == ["door_late"])


async def test_a_guest_gives_a_host_three_seconds_for_tls(anna):
    with silent() as port:
        anna.links.dial([(HERE, port)], with_code("111111"))
        await until(lambda: anna.links.all[0].attempt is not None)
        anna.pass_ms(LIMITS.connect_ms - 1)
        assert anna.heard.closed_ == []
        anna.pass_ms(1)
        assert await anna.heard.until_closed() == ("unreachable", {"cause": "no_answer"})


async def test_a_guest_gives_a_host_five_seconds_for_the_rest(anna, certificate):
    server = await asyncio.start_server(listen_only, HERE, 0, ssl=certificate.context)
    link = anna.links.dial([(HERE, server.sockets[0].getsockname()[1])], with_code("111111"))
    await until(lambda: link.is_connected)
    anna.pass_ms(LIMITS.handshake_ms - 1)
    assert anna.heard.closed_ == []
    anna.pass_ms(1)
    assert await anna.heard.until_closed() == ("door_late", {})
    server.close()
    await server.wait_closed()


async def test_sixteen_strangers_at_a_time(ends):
    host = ends(HOST, hosts=True, limits=LIMITS._replace(strangers_of_address=99))
    await _strangers(host, LIMITS.strangers)


async def test_four_strangers_of_one_address(host):
    await _strangers(host, LIMITS.strangers_of_address)


async def _strangers(host, most):
    socks = []
    try:
        for number in range(most):
            socks.append(socket.create_connection((HERE, host.port)))
            await until(lambda number=number: len(host.links.all) == number + 1)
        with socket.create_connection((HERE, host.port)) as one_more:
            one_more.setblocking(False)
            assert await asyncio.wait_for(read_one(one_more), PATIENCE) == b""
        assert len(host.links.all) == most
        socks.pop().close()
        await until(lambda: len(host.links.all) == most - 1)
        socks.append(socket.create_connection((HERE, host.port)))
        await until(lambda: len(host.links.all) == most)
    finally:
        for sock in socks:
            sock.close()


async def test_who_has_come_in_is_no_stranger_and_all_together_are_so_many(ends):
    host, anna = ends(HOST, hosts=True, way="open", limits=LIMITS._replace(links=4, kept=0)), ends()
    for number in range(4):
        anna.links.dial([(HERE, host.port)], to_open_table())
        await host.heard.until(lambda number=number: len(host.heard.links) == number + 1)
    anna.links.dial([(HERE, host.port)], to_open_table())
    assert await anna.heard.until_closed() == ("try_later", {"ms": LIMITS.join_ms})
    assert host.heard.turned_away_ == ["try_later"]
    host.heard.links[0].close("leaving")
    await until(lambda: len(host.links.all) == 3)
    anna.links.dial([(HERE, host.port)], to_open_table())
    await host.heard.until(lambda: len(host.heard.links) == 5)


# The door cannot be held shut.


def _from(address, port):
    """A connection from this address of this machine."""
    try:
        return socket.create_connection((HERE, port), source_address=(address, 0))
    except OSError as error:
        pytest.skip(f"this machine has no {address}: {error}")


ELSEWHERE = tuple(f"127.0.0.{number}" for number in range(2, 6))


@contextlib.asynccontextmanager
async def held_shut(host, each):
    """Connections from four addresses that never say a word, and come again as soon as they are closed."""
    socks: list[Any] = []

    async def hold(address):
        while True:
            sock = _from(address, host.port)
            sock.setblocking(False)
            socks.append(sock)
            await read_one(sock)
            sock.close()

    holding = [asyncio.create_task(hold(address)) for address in ELSEWHERE for _ in range(each)]
    try:
        await until(lambda: len(host.links.all) >= len(holding) or any(task.done() for task in holding))
        yield
        assert not any(task.done() for task in holding), [task.exception() for task in holding if task.done()]
    finally:
        for task in holding:
            task.cancel()
        await asyncio.gather(*holding, return_exceptions=True)
        for sock in socks:
            sock.close()


async def comes_in(host, guest):
    """As the program does it: where the door is crowded it comes again."""
    while not guest.heard.links:
        gone = len(guest.heard.closed_)
        guest.links.dial([(HERE, host.port)], to_open_table())
        await guest.heard.until(lambda gone=gone: guest.heard.links or len(guest.heard.closed_) > gone)


@pytest.mark.parametrize("each", [2, LIMITS.strangers_of_address])
@pytest.mark.parametrize("together", [False, True], ids=["one after the other", "together"])
async def test_idle_connections_keep_nobody_out(ends, host, each, together):
    guests = [ends(identity(number)) for number in range(10, 22)]
    async with held_shut(host, each), asyncio.timeout(PATIENCE):
        if together:
            await asyncio.gather(*(comes_in(host, guest) for guest in guests))
        for guest in guests:
            await comes_in(host, guest)
            assert together or guest.heard.closed_ == []  # at the first try
    assert len({link.who.key for link in host.heard.links}) == len(guests)


async def test_who_has_come_least_far_goes_first_and_then_who_came_first(ends):
    host = ends(HOST, hosts=True, limits=LIMITS._replace(strangers=4))
    socks = []
    async with raw(host.port) as (_, writer), raw(host.port):
        await until(lambda: [link.steps for link in host.links.all] == [1, 1])
        writer.write(frame(hello(b"n" * 16)))
        await until(lambda: [link.steps for link in host.links.all] == [2, 1])
        for number in (3, 4):
            socks.append(_from(HERE, host.port))
            await until(lambda number=number: len(host.links.all) == number)
        greeted, connected, first, second = host.links.all
        host.clock.now += LIMITS.idle_ms
        for address, goes in zip(ELSEWHERE, (first, second, connected, greeted), strict=True):
            socks.append(_from(address, host.port))
            await until(lambda goes=goes: goes not in host.links.all)
            await until(lambda: len(host.links.all) == 4)
        assert not {greeted, connected, first, second} & set(host.links.all)
    for sock in socks:
        sock.close()


async def test_a_crowd_of_one_address_does_not_push_out_somebody_of_another(ends):
    """However little the other one has said: nobody here has been idle for long."""
    host = ends(HOST, hosts=True, limits=LIMITS._replace(strangers=4, strangers_of_address=4))
    crowd = [_from(ELSEWHERE[0], host.port) for _ in range(3)]
    await until(lambda: len(host.links.all) == 3)
    with _from(HERE, host.port):
        await until(lambda: len(host.links.all) == 4)
        *_, honest = before = host.links.all
        for _ in range(5):
            crowd.append(_from(ELSEWHERE[0], host.port))
            crowd[-1].setblocking(False)
            assert await asyncio.wait_for(read_one(crowd[-1]), PATIENCE) == b""
        assert host.links.all == before
        crowd.append(_from(ELSEWHERE[1], host.port))
        await until(lambda: before[0] not in host.links.all)  # the first of those who have most
        assert honest in host.links.all
    for sock in crowd:
        sock.close()


async def test_one_link_of_a_key_that_has_not_said_what_it_wants(ends):
    host, anna = ends(HOST, hosts=True, way="open", has_role=lambda number: False), ends()
    for number in range(5):
        anna.links.dial([(HERE, host.port)], to_open_table())
        await host.heard.until(lambda number=number: len(host.heard.links) == number + 1)
    await anna.heard.until(lambda: len(anna.heard.closed_) == 4)
    assert [(reason, params) for _, reason, params in anna.heard.closed_] == [("bye", {"why": "replaced"})] * 4
    assert [link for link in host.links.all if link.is_open] == [host.heard.links[-1]]


async def test_a_guest_has_five_seconds_to_say_what_it_wants(ends):
    host, anna, boris = ends(HOST, hosts=True, way="open"), ends(), ends(identity(3))
    roles: set[int] = set()
    host.door.has_role = roles.__contains__
    for guest in (anna, boris):
        guest.links.dial([(HERE, host.port)], to_open_table())
        await guest.heard.until_open()
    await host.heard.until(lambda: len(host.heard.links) == 2)
    silent_one, player = host.heard.links
    roles.add(player.number)
    host.pass_ms(LIMITS.join_ms - 1)
    assert silent_one.is_open
    host.pass_ms(1)
    assert not silent_one.is_open
    assert await anna.heard.until_closed() == ("bye", {"why": "silent"})
    assert player.is_open


async def test_those_who_belong_to_the_table_find_a_place_however_many_have_come(ends):
    members = {identity(number).key for number in (30, 31)}
    limits = LIMITS._replace(links=4, kept=2)
    host = ends(HOST, hosts=True, way="open", limits=limits, belongs=members.__contains__)
    guests = [ends(identity(number)) for number in range(10, 13)]
    for guest in guests[:2]:
        guest.links.dial([(HERE, host.port)], to_open_table())
        await guest.heard.until_open()
    guests[2].links.dial([(HERE, host.port)], to_open_table())
    assert await guests[2].heard.until_closed() == ("try_later", {"ms": LIMITS.join_ms})
    for number in (30, 31):
        member = ends(identity(number))
        member.links.dial([(HERE, host.port)], to_open_table())
        await member.heard.until_open()
    assert all(guest.heard.closed_ == [] for guest in guests[:2])
    members.add(identity(32).key)
    member = ends(identity(32))
    member.links.dial([(HERE, host.port)], to_open_table())
    await member.heard.until_open()
    assert await guests[1].heard.until_closed() == ("bye", {"why": "full"})  # the last that came
    assert guests[0].heard.closed_ == []


async def test_who_has_not_said_what_it_wants_makes_room_for_the_next(ends):
    host = ends(HOST, hosts=True, way="open", limits=LIMITS._replace(links=3, kept=1), has_role=lambda number: False)
    guests = [ends(identity(number)) for number in range(10, 15)]
    for guest in guests:
        guest.links.dial([(HERE, host.port)], to_open_table())
        await guest.heard.until_open()
    for guest in guests[:3]:
        assert await guest.heard.until_closed() == ("bye", {"why": "full"})
    assert [guest.heard.closed_ for guest in guests[3:]] == [[], []]


async def test_so_many_links_of_one_address_but_for_those_who_belong_to_the_table(ends):
    limits, member = LIMITS._replace(links_of_address=2), identity(30)
    host = ends(HOST, hosts=True, way="open", limits=limits, belongs=lambda key: key == member.key)
    guests = [ends(identity(number)) for number in (10, 11)] + [ends(member), ends(identity(12))]
    for guest in guests:
        guest.links.dial([(HERE, host.port)], to_open_table())
        await guest.heard.until(lambda guest=guest: guest.heard.links or guest.heard.closed_)
    assert [len(guest.heard.links) for guest in guests] == [1, 1, 1, 0]
    assert guests[3].heard.closed_[0][1] == "try_later"


@pytest.mark.parametrize("more", [8, pytest.param(30, marks=pytest.mark.full)])
async def test_the_right_code_comes_in_while_others_guess_as_fast_as_they_can(ends, more):
    """From eight addresses; the clock runs as fast as they do. Whoever has the code needs one try."""
    host, anna = ends(HOST, hosts=True), ends()
    keeper = host.door.gatekeeper
    told: list[str] = []
    keeper._told = told.append
    guesses = 0

    async def guess(address):
        nonlocal guesses
        while True:
            handshake = GuestHandshake(with_code("999999"), identity(9), "Eve", hello, b"s" * 32, os.urandom)
            reader, writer = await asyncio.open_connection(
                HERE, host.port, ssl=joining_context(), server_hostname="", local_addr=(address, 0)
            )
            frames = wire.Frames()
            try:
                handshake._seen = fingerprint_seen(writer.get_extra_info("ssl_object")) or b""
                for message in handshake.start():
                    writer.write(frame(message))
                while data := await reader.read(4096):
                    for one in frames.feed(data):
                        for answer in handshake.feed(messages.read(one), 0):
                            guesses += isinstance(answer, Confirm)
                            writer.write(frame(answer))
            except (OSError, Refusal):
                pass  # wrong, or too early: at once again
            finally:
                writer.transport.abort()
                with contextlib.suppress(OSError):
                    await writer.wait_closed()
            host.pass_ms(20)

    guessing = [asyncio.create_task(guess(f"127.0.0.{number}")) for number in range(2, 10)]
    try:
        async with asyncio.timeout(PATIENCE):
            while guesses < FAILURES_A_CODE[0] * CODES_GUESSED + more:
                assert not any(task.done() for task in guessing)
                await asyncio.sleep(0)
            assert len(keeper.code) == 8
            assert len(told) == CODES_GUESSED  # not one for each guess
            anna.links.dial([(HERE, host.port)], with_code(keeper.code))
            await anna.heard.until(lambda: anna.heard.links or anna.heard.closed_)
            assert anna.heard.closed_ == []
            assert len(told) == CODES_GUESSED
    finally:
        for task in guessing:
            task.cancel()
        await asyncio.gather(*guessing, return_exceptions=True)


def test_the_limits_are_those_of_the_protocol():
    assert LIMITS.handshake_ms == 5000
    assert (LIMITS.ping_ms, LIMITS.slow_ms, LIMITS.dead_ms) == (5000, 10_000, 20_000)
    assert (LIMITS.high_water, LIMITS.queue_frames, LIMITS.queue_bytes) == (256 << 10, 512, 1 << 20)
    assert (LIMITS.guest_rate, LIMITS.guest_burst) == (50, 200)
    assert (LIMITS.strangers, LIMITS.strangers_of_address, LIMITS.idle_ms) == (16, 4, 500)
    assert (LIMITS.links, LIMITS.kept, LIMITS.links_of_address, LIMITS.join_ms) == (32, 8, 12, 5000)
    assert LIMITS.look_ms == 500
